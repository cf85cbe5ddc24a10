"""The offline strategy: controlled English to rules and rules to English, with one grammar."""

from dataclasses import dataclass, field
from typing import Any

from lux_nb.errors import InvalidRequest
from lux_nb.logic.formulas import format_formula
from lux_nb.logic.solve import Language, known_words
from lux_nb.logic.text import Sentence, mark_sentences, split_sentences


@dataclass(frozen=True)
class Translation:
    """What one sentence became: rules, or a first-order formula where rules can't say it."""

    sentence: str
    rules: list[str] = field(default_factory=list)
    formula: list[Any] | None = None

    def to_text(self) -> str:
        """Write the rules, or the formula, as text."""
        return "\n".join(self.rules) if self.rules else format_formula(self.formula or ["true"])


async def english_to_rules(worker: Language, text: str) -> list[Translation]:
    """Translate sentences to Prolog rules; all of them or, where one can't be read, none.

    Explicit negation is written ``-literal``. The error names the word where reading stopped
    and a close sentence that would work.
    """
    texts = split_sentences(text)
    sentences = mark_sentences(texts, known_words())
    items = [[sentence.words, sentence.kinds] for sentence in sentences]
    results = await worker.language("rules", items)
    translations = []
    for source, sentence, result in zip(texts, sentences, results, strict=True):
        if result[0] == "stopped":
            raise _unreadable(source, sentence, int(result[1]))
        rules = list(result[1]) if result[0] == "rules" else []
        formula = result[1] if result[0] == "formula" else None
        translations.append(Translation(source, rules, formula))
    return translations


async def rules_to_english(worker: Language, rules: str) -> list[str]:
    """Write Prolog rules as English sentences, one for each clause."""
    [written] = await worker.language("write", [rules])
    for number, sentence in enumerate(written, 1):
        if sentence == "none":
            msg = f"Clause {number} has no sentence in the controlled grammar."
            raise InvalidRequest(msg, code="NOT_EXPRESSIBLE")
    return [str(sentence) for sentence in written]


def _unreadable(source: str, sentence: Sentence, read: int) -> InvalidRequest:
    position = min(read, len(sentence.words) - 1) if sentence.words else 0
    word = sentence.words[position] if sentence.words else ""
    msg = f"“{source}” can't be read: it stopped at “{word}”."
    return InvalidRequest(
        msg,
        code="UNREADABLE_SENTENCE",
        details={"sentence": source, "word": word, "position": position},
        hint=f"A sentence like “{_close(sentence)}” works.",
    )


def _close(sentence: Sentence) -> str:
    """Give a plain sentence with the same subject or condition that the grammar reads."""
    names = [word for word, kind in zip(sentence.words, sentence.kinds, strict=True) if kind == 1]
    nouns = [word for word in sentence.words if word in known_words() and len(word) > 3]
    thing = nouns[-1] if nouns else "student"
    if sentence.words[:1] == ["if"]:
        return f"If someone is a {thing} then they are happy."
    if names:
        return f"{names[0]} is a {thing}."
    return f"Every {thing} is happy."
