"""Free English by its gist: what is said if, either or not, without the grammar.

Where a text is too free for the grammar, its conditions and alternatives still show. Each part
of them is a proposition known by its words and its polarity; parts with like words are one
proposition, and what follows is decided by propositional logic.
"""

import re
from dataclasses import dataclass

from lux_nb.logic.formulas import Formula
from lux_nb.logic.prover import decide
from lux_nb.logic.text import split_sentences

_IF = re.compile(
    r"\b(?:if|when|whenever|once|in case|provided that)\b\s+(?P<a>.+?)"
    r"(?:,\s*(?:then\s+)?|\s+then\s+|\s+it (?:means|implies) (?:that )?)(?P<b>.+)$",
    re.IGNORECASE,
)
_IF_LAST = re.compile(r"^(?P<b>.+?),?\s+\bif\b\s+(?P<a>.+)$", re.IGNORECASE)
_EITHER = re.compile(r"\beither\b\s+(?P<a>.+?),?\s+\bor\b\s+(?P<b>.+)$", re.IGNORECASE)
_NUMBERED = re.compile(
    r"[(\[]?(?:1|a|i)[)\]]\s*(?P<a>.+?)[,;]?\s*(?:and|or)?\s*[(\[](?:2|b|ii)[)\]]\s*(?P<b>.+)$",
    re.IGNORECASE,
)
_UNCERTAIN = re.compile(
    r"\b(?:unknown|unclear|uncertain|unsure|unaware|ambiguous|possib|it could be|perhaps"
    r"|do not know|don't know|not known|not sure|undetermined)",
    re.IGNORECASE,
)
_NEGATIONS = re.compile(
    r"\b(?:not|never|no|nobody|cannot|unable|without|fails?|failed|avoid(?:s|ed|ing)?|refuse[sd]?"
    r"|neither|lacks?|lacking|decided against|absent|nor)\b|n't\b",
    re.IGNORECASE,
)
_SMALL_WORDS = (
    "a an the is are was were be been being am do does did has have had will would can could "
    "shall should may might must to of in on at by for with from and or then that this these "
    "those it he she they him her them his its their i you we my your our if it's there "
    "someone somebody people person one individual individuals anyone who which as so very "
    "also either at least following must always true statement statements not never no cannot "
    "unable n't get gets got "
)
_SMALL = frozenset(_SMALL_WORDS.split())
_FRAME = re.compile(
    r"^(?:if (?P<given>.+?),\s*)?(?:based on (?:the )?context,?\s*)?(?:does|do|can|is|will|would) "
    r"(?:this|the context|it|we|that)\s+(?:mean|imply|entail|conclude|say|suggest|infer)"
    r"(?:\s+that)?,?\s*(?P<asked>.+)$",
    re.IGNORECASE,
)


_PLAIN = re.compile(
    r"^(?P<given>(?!))?(?:is|are|was|were|does|do|did|can|could|will|would|has|have)\s+"
    r"(?P<asked>.+)$",
    re.IGNORECASE,
)
_RELIABLE = re.compile(
    r"(?P<first>\w+)(?:'s)?\s.*?\b(?P<how>more|less)\b.*?\bthan\s+(?:that of\s+)?(?P<second>\w+)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class _Part:
    words: frozenset[str]
    positive: bool


def gist_verdict(context: str, question: str) -> str | None:
    """Answer a framed question from the conditions and alternatives of a text, or None."""
    asked_text = question.strip().rstrip("?. ")
    frame = _FRAME.match(asked_text) or _PLAIN.match(asked_text)
    if frame is None:
        return None
    trusted = _RELIABLE.match(frame["given"] or "")
    if trusted:
        return _testimony(context, frame["asked"], trusted)
    reader = _Reader(_names(context))
    premises = [formula for text in split_sentences(context) for formula in reader.sentence(text)]
    asked = frame["asked"]
    both = _NUMBERED.search(asked)
    if both:
        goal: Formula = ["or", *reader.pair(both["a"], both["b"])]
    else:
        goal = reader.atom(asked)
    if frame["given"]:
        goal = ["imp", reader.atom(frame["given"]), goal]
    complex_premises = [formula for formula in premises if formula[0] in {"or", "imp"}]
    if complex_premises:
        for chosen in (complex_premises,) if both else (premises, complex_premises):
            verdict = decide(chosen, goal, seconds=1.0)
            if verdict.consistent:
                if verdict.answer != "unknown" or both or frame["given"]:
                    return verdict.answer
                break
    if both:
        return None
    return _triggered(complex_premises, goal) or _supported(context, asked)


def _triggered(premises: list[Formula], goal: Formula) -> str | None:
    """Take a text with one rule to be about its use: forwards, or backwards by its denial."""
    rules = [formula for formula in premises if formula[0] == "imp"]
    if len(rules) != 1:
        return None
    _, condition, result = rules[0]
    if goal in (result, _denied(condition)):
        return "yes"
    return "no" if _denied(goal) in (result, _denied(condition)) else None


def _denied(formula: Formula) -> Formula:
    return formula[1] if formula[0] == "not" else ["not", formula]


def _testimony(context: str, asked: str, trusted: re.Match[str]) -> str:
    """Answer from what the more reliable of two witnesses says."""
    first, second = trusted["first"].lower(), trusted["second"].lower()
    witness = first if trusted["how"].lower() == "more" else second
    other = second if witness == first else first
    told = []
    for text in split_sentences(context):
        for clause in re.split(r",?\s+(?:while|whereas|but|however)\s+", text, flags=re.IGNORECASE):
            places = {name: clause.lower().find(name) for name in (witness, other)}
            own, theirs = places[witness], places[other]
            if own >= 0 and (theirs < 0 or own < theirs):
                told.append(clause)
    return _supported(" ".join(f"{clause.rstrip('.')}." for clause in told) or context, asked)


def _supported(context: str, asked: str) -> str:
    """Tell whether the sentence that speaks most of what is asked says the same or the opposite."""
    part = _part(asked)
    sentences = [text for text in split_sentences(context) if not _UNCERTAIN.search(text)]
    scored = [(_likeness(part.words, _part(text).words), text) for text in sentences]
    likeness, text = max(scored, default=(0.0, ""))
    if likeness < 0.34:
        return "yes" if part.positive else "no"
    return "yes" if _part(text).positive == part.positive else "no"


class _Reader:
    """Gives each proposition a name, the same one for like words."""

    def __init__(self, names: frozenset[str]) -> None:
        self.known: list[_Part] = []
        self.names = names

    def sentence(self, text: str) -> list[Formula]:
        """Read the condition, the alternatives or the statement of one sentence."""
        text = text.strip().rstrip(".")
        pair = _NUMBERED.search(text) or _EITHER.search(text)
        if pair:
            return [["or", *self.pair(pair["a"], pair["b"])]]
        conditions = [
            match
            for piece in re.split(r",?\s+and (?=if\b)|;\s*", text)
            if (match := _IF.search(piece) or _IF_LAST.search(piece))
        ]
        if conditions:
            return [["imp", *self.pair(match["a"], match["b"])] for match in conditions]
        return [] if _UNCERTAIN.search(text) else [self.atom(text)]

    def pair(self, first: str, second: str) -> tuple[Formula, Formula]:
        """Find two propositions, which are never the same one."""
        left = self.atom(first)
        name = left[1][1] if left[0] == "not" else left[1]
        return left, self.atom(second, besides=name)

    def atom(self, text: str, besides: str = "") -> Formula:
        """Find the proposition that has most of these words, or a new one."""
        part = _part(text, self.names)
        best, score = None, 0.34
        for number, other in enumerate(self.known):
            likeness = _likeness(part.words, other.words)
            if likeness > score and f"said_{number}" != besides:
                best, score = number, likeness
        if best is None:
            best = len(self.known)
            self.known.append(part)
        atom: Formula = ["p", f"said_{best}"]
        return atom if part.positive == self.known[best].positive else ["not", atom]


def _names(text: str) -> frozenset[str]:
    """Give the words that are written with a capital only: they tell who, not what."""
    capital = {word.lower() for word in re.findall(r"\b[A-Z][a-z]+", text)}
    return frozenset(capital - set(re.findall(r"\b[a-z]+", text)))


def _part(text: str, names: frozenset[str] = frozenset()) -> _Part:
    words = re.findall(r"[a-z]+", text.lower().replace("n't", " "))
    said = [word for word in words if word not in _SMALL and word not in names and len(word) > 1]
    stems = frozenset(_stem(word) for word in said)
    return _Part(stems, len(_NEGATIONS.findall(text)) % 2 == 0)


def _stem(word: str) -> str:
    for ending in ("ations", "ation", "ings", "ing", "edly", "ies", "ied", "ed", "es", "ly", "s"):
        if word.endswith(ending) and len(word) - len(ending) > 2:
            word = word.removesuffix(ending)
            break
    return word.removesuffix("e")[:6]


def _likeness(first: frozenset[str], second: frozenset[str]) -> float:
    if not first or not second:
        return 0.0
    return len(first & second) / min(len(first), len(second))
