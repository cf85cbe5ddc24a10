"""The offline strategy: controlled English to rules and rules to English, with one grammar."""

from dataclasses import dataclass, field
from typing import Any

from lux_nb.errors import InvalidRequest
from lux_nb.logic.asking import Language
from lux_nb.logic.formulas import format_formula
from lux_nb.logic.solve import known_words
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
            position = min(int(result[1]), max(len(sentence.words) - 1, 0))
            raise _unreadable(source, sentence, position, await _close(worker, sentence, position))
        rules = list(result[1]) if result[0] == "rules" else []
        formula = result[1] if result[0] == "formula" else None
        translations.append(Translation(source, rules, formula))
    return translations


GENERAL_QUESTION = "GENERAL_QUESTION"
_DO = frozenset({"do", "does", "did"})


@dataclass(frozen=True)
class Query:
    """A question as a Prolog goal; ``Answer`` is the variable it asks for.

    ``kind`` is yes_no, why, wh (who, what, which), where or count (how many).
    """

    question: str
    kind: str
    goal: str


async def english_to_query(worker: Language, question: str) -> Query:
    """Translate a question to a Prolog goal."""
    [sentence] = mark_sentences([question.strip()], known_words())
    [(kind, goal)] = await worker.language("question", [[sentence.words, sentence.kinds]])
    if kind == "unread":
        msg = f"“{question}” can't be read as a question."
        hint = "A question like “Who is a parent of Bob?” or “Is Bob tall?” works."
        raise InvalidRequest(msg, code="UNREADABLE_SENTENCE", hint=hint)
    if kind == "general":
        msg = f"“{question}” asks about all of a kind, which is no goal."
        hint = "Ask whether a statement is true: “Is it true that every cat is grey?”."
        raise InvalidRequest(msg, code=GENERAL_QUESTION, hint=hint)
    return Query(question, str(kind), str(goal))


async def question_as_statement(worker: Language, question: str) -> str | None:
    """Say a yes-or-no question as the statement it asks about: “Every cat is grey.”.

    The auxiliary goes behind the subject, which ends where the whole can first be read.
    """
    auxiliary, *words = question.strip().rstrip("?. ").split()
    ends = range(1, len(words)) if auxiliary.lower() not in _DO else [0]
    tries = [[*words[:end], *[auxiliary.lower()] * (end > 0), *words[end:]] for end in ends]
    texts = [f"{words[0].capitalize()} {' '.join(words[1:])}." for words in tries if words]
    results = await worker.language(
        "rules", [[each.words, each.kinds] for each in mark_sentences(texts, known_words())]
    )
    read = (text for text, result in zip(texts, results, strict=True) if result[0] != "stopped")
    return next(read, None)


async def rules_to_english(worker: Language, rules: str) -> list[str]:
    """Write Prolog rules as English sentences, one for each clause."""
    [written] = await worker.language("write", [rules])
    for number, sentence in enumerate(written, 1):
        if sentence == "none":
            msg = f"Clause {number} has no sentence in the controlled grammar."
            raise InvalidRequest(msg, code="NOT_EXPRESSIBLE")
    return [str(sentence) for sentence in written]


def _unreadable(source: str, sentence: Sentence, position: int, close: str) -> InvalidRequest:
    word = sentence.words[position] if sentence.words else ""
    msg = f"“{source}” can't be read: it stopped at “{word}”."
    return InvalidRequest(
        msg,
        code="UNREADABLE_SENTENCE",
        details={"sentence": source, "word": word, "position": position},
        hint=f"A sentence like “{close}” works.",
    )


async def _close(worker: Language, sentence: Sentence, position: int) -> str:
    """Find a readable sentence near an unreadable one by leaving words out."""
    size = len(sentence.words)
    spans = [(position, position + 1), (position - 1, position), (position - 1, position + 1)]
    spans += [(start, size) for start in range(position, 1, -1)]
    tries = [
        (
            sentence.words[:start] + sentence.words[end:],
            sentence.kinds[:start] + sentence.kinds[end:],
        )
        for start, end in spans
        if 0 <= start < end <= size and end - start < size
    ]
    results = await worker.language("rules", [[words, kinds] for words, kinds in tries])
    for (words, _), result in zip(tries, results, strict=True):
        if result[0] != "stopped":
            text = " ".join(words).replace(" ,", ",").replace(" 's", "'s")
            return f"{text[:1].upper()}{text[1:]}."
    return "If someone is a student then they are happy."
