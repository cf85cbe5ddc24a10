"""What a question asks: the statement to decide, and how its options are meant."""

import re
from dataclasses import dataclass

from lux_nb.logic.text import split_sentences

_FRAMES = re.compile(
    r"^(?:so,?\s+)?(?:based on (?:the )?(?:above |given )?(?:context|information|text)[^,?]*,?\s*)?"
    r"(?:(?:does|do|can|could|would|will|did) (?:this|the context|it|that|these|we|one|you)\s+"
    r"(?:really |necessarily )?(?:mean|imply|entail|conclude|suggest|follow|infer|say|deduce|show)"
    r"(?:\s+that)?|is it (?:true|the case|certain|correct) that|can we (?:say|conclude|infer) that|"
    r"does it follow that)\s*,?\s*",
    re.IGNORECASE,
)
_ABOUT_STATEMENT = re.compile(
    r"(?:following (?:statement|claim|sentence|conclusion)|true,? (?:or )?false|true or false)",
    re.I,
)
_KIN_PATTERNS = [
    re.compile(p, re.I)
    for p in (
        r"how (?:is|are) \[?(?P<b>[\w .]+?)\]? related to \[?(?P<a>[\w .]+?)\]?\s*\?",
        r"what (?:relation|relative) is \[?(?P<b>[\w .]+?)\]? (?:to|of) \[?(?P<a>[\w .]+?)\]?\s*\?",
        r"(?:what|who) is \[?(?P<b>[\w .]+?)\]? to \[?(?P<a>[\w .]+?)\]?\s*\?",
        r"what is the (?:family )?relation(?:ship)? (?:of|between) \[?(?P<b>[\w .]+?)\]? "
        r"(?:to|and|with) \[?(?P<a>[\w .]+?)\]?\s*\?",
    )
]
_LABELS = re.compile(r"^\s*\(?([A-Za-z0-9])[).:]\s*")
_VERDICT_WORDS = {
    "true": "yes",
    "yes": "yes",
    "false": "no",
    "no": "no",
    "unknown": "unknown",
    "uncertain": "unknown",
    "undetermined": "unknown",
    "cannot be determined": "unknown",
}


@dataclass(frozen=True)
class Option:
    """One option of a question: its label, its text and the verdict it stands for, if any."""

    label: str
    text: str
    verdict: str | None


def statement_of(question: str) -> str:
    """Take the statement out of a question that frames one."""
    question = question.strip()
    parts = split_sentences(question)
    if len(parts) > 1 and _ABOUT_STATEMENT.search(parts[0]):
        return " ".join(parts[1:])
    if len(parts) > 1 and parts[0].endswith("?") and not parts[-1].endswith("?"):
        return parts[-1]
    return _FRAMES.sub("", question)


def is_framed(question: str) -> bool:
    """Tell whether the statement of a question is given as one, not as a question."""
    stripped = question.strip()
    return statement_of(stripped) != stripped or not stripped.endswith("?")


def kin_question(question: str) -> tuple[str, str] | None:
    """Find the two people whose relation is asked: what the second is to the first."""
    for pattern in _KIN_PATTERNS:
        match = pattern.search(question)
        if match:
            return match["a"].strip(), match["b"].strip()
    return None


def read_options(options: list[str] | None) -> list[Option]:
    """Split options into label and text, and see which stand for a verdict."""
    result = []
    for number, option in enumerate(options or []):
        match = _LABELS.match(option)
        label = match[1] if match else chr(ord("A") + number)
        text = option[match.end() :] if match else option
        verdict = _VERDICT_WORDS.get(text.strip().rstrip(".").lower())
        result.append(Option(label, text.strip(), verdict))
    return result
