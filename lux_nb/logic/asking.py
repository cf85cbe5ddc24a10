"""Yes-or-no questions as the statements they ask about, with the grammar in both directions."""

from collections.abc import Sequence
from typing import Any, Protocol

from lux_nb.logic.questions import is_framed
from lux_nb.logic.text import mark_sentences


class Language(Protocol):
    """What answers from the grammar: a Prolog worker."""

    async def language(self, function: str, items: list[Any]) -> list[Any]:
        """Apply a function of the grammar to each item."""
        ...


async def asked_statements(
    worker: Language, questions: Sequence[str], words: Any
) -> list[str | None]:
    """Give for each question the statement it asks about, as “Tom is tall.” for “Is Tom tall?”.

    None stands for a question that is no plain yes-or-no question, or can't be read as one.
    """
    statements: list[str | None] = [None] * len(questions)
    plain = [place for place, question in enumerate(questions) if not is_framed(question)]
    if not plain:
        return statements
    marked = mark_sentences([questions[place].strip() for place in plain], words)
    items = [[sentence.words, sentence.kinds] for sentence in marked]
    read = await worker.language("question", items)
    goals = [
        (place, str(goal))
        for place, (kind, goal) in zip(plain, read, strict=True)
        if kind == "yes_no"
    ]
    if not goals:
        return statements
    written = await worker.language("write", [f"{goal}." for _, goal in goals])
    for (place, _), sentences in zip(goals, written, strict=True):
        if len(sentences) == 1 and sentences[0] != "none":
            statements[place] = str(sentences[0])
    return statements
