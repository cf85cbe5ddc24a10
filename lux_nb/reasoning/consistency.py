"""Claims of a trace checked against each other by logic: what follows from them, and clashes."""

import asyncio
import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lux_nb.errors import LuxError
from lux_nb.reasoning.thoughts import Thought

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
    from lux_nb.logic.contradictions import Contradiction
    from lux_nb.logic.worker import PrologWorker

WINDOW = 12  # the latest thoughts whose sentences are read
MOST_SENTENCES = 60
MOST_WORDS = 30  # a longer sentence is prose that the grammar would not read
SECONDS = 3.0  # the first check starts the Prolog worker; after that it takes milliseconds
logger = logging.getLogger(__name__)

# What is only supposed, asked or wished is no claim.
_NO_CLAIM = re.compile(
    r"\?|\b(?:suppose|assume|assuming|imagine|consider|let|maybe|perhaps|possibly|probably|may"
    r"|might|could|would|should|whether|otherwise|instead)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Clash:
    """Two lines of claims that can't both hold, each as the sentences it rests on."""

    shown: str
    refuted: str
    statement: str


async def logical_clash(engine: "Engine", earlier: Sequence[Thought], content: str) -> Clash | None:
    """Return a clash that the thought brings in, or None where there is none to be seen.

    The sentences that the controlled grammar reads become rules and facts in Prolog; a clash is
    a statement that follows from them and whose opposite follows too, with a sentence of this
    thought in one of the two proofs. Without Prolog, or past the time limit, nothing is found.
    """
    new = _claims(content)
    if not new:
        return None
    old = [claim for thought in earlier[-WINDOW:] for claim in _claims(thought.content)]
    try:
        async with asyncio.timeout(SECONDS):
            return await _found(await engine.logic_reader.worker(), old, new)
    except (TimeoutError, LuxError) as error:
        logger.debug("claims were not checked by logic: %s", error)
        return None


async def _found(worker: "PrologWorker", old: list[str], new: list[str]) -> Clash | None:
    from lux_nb.logic.contradictions import find_contradictions

    room = max(0, MOST_SENTENCES - len(new))
    sentences = await _readable(worker, [*old[max(0, len(old) - room) :], *new])
    added = set(new)
    if not added & set(sentences):
        return None
    for contradiction in await find_contradictions(worker, sentences):
        clash = _clash_of(contradiction)
        if any(sentence in added for sentence in (*clash[0], *clash[1])):
            statement = contradiction.proof.statement
            return Clash(" ".join(clash[0]), " ".join(clash[1]), statement)
    return None


async def _readable(worker: "PrologWorker", claims: Sequence[str]) -> list[str]:
    """Return the claims that the grammar reads."""
    from lux_nb.logic.solve import known_words
    from lux_nb.logic.text import mark_sentences

    texts = list(dict.fromkeys(claims))
    marked = mark_sentences(texts, known_words())
    results = await worker.language("rules", [[item.words, item.kinds] for item in marked])
    read = zip(texts, results, strict=True)
    return [text for text, result in read if result[0] == "rules"]


def _clash_of(contradiction: "Contradiction") -> tuple[list[str], list[str]]:
    """Return the sentences that each side of a contradiction rests on."""
    sides: list[list[str]] = []
    for proof in (contradiction.proof, contradiction.opposite):
        steps, sources = [proof], dict[str, None]()
        while steps:
            step = steps.pop()
            if step.source:
                sources[step.source] = None
            steps.extend(step.premises)
        sides.append(list(sources))
    return sides[0], sides[1]


def _claims(text: str) -> list[str]:
    """Return the plain statements of a thought."""
    from lux_nb.logic.text import split_sentences

    sentences = [sentence.strip(" *-#>") for sentence in split_sentences(text)]
    return [
        sentence
        for sentence in sentences
        if sentence and len(sentence.split()) <= MOST_WORDS and not _NO_CLAIM.search(sentence)
    ][-MOST_SENTENCES:]
