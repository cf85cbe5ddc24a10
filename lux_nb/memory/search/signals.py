"""What speaks for a context: one number per signal, candidate and query."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lux_nb.memory.search.documents import NOBODY, DocumentTable
from lux_nb.memory.search.keyword import KeywordScores
from lux_nb.memory.search.text import Question

Floats = NDArray[np.float32]
Slots = NDArray[np.int64]
Flags = NDArray[np.bool_]

# Each signal, and the part of the score breakdown it is shown under.
SIGNALS: dict[str, str] = {
    "coverage": "keyword",
    "nearly_all": "keyword",
    "identifier": "keyword",
    "bm25_share": "keyword",
    "bm25_rank": "keyword",
    "head": "keyword",
    "cosine": "semantic",
    "cosine_rank": "semantic",
    "keyword_before": "neighbours",
    "keyword_after": "neighbours",
    "semantic_before": "neighbours",
    "semantic_after": "neighbours",
    "keyword_around": "neighbours",
    "semantic_around": "neighbours",
    "asked_before": "neighbours",
    "named_speaker": "speaker",
    "other_speaker": "speaker",
    "of_the_named": "speaker",
    "is_question": "form",
    "tells_time": "form",
    "length": "form",
}
COLUMNS = {name: column for column, name in enumerate(SIGNALS)}

# A context is a single text, a turn of a conversation or a piece of code.
KINDS = ("text", "turn", "code")

# Below this share of a question's weight, words that code has in common with it are chance.
_MOST = 0.6
_REACH = 8
_STRONGEST = 3


@dataclass(frozen=True, slots=True)
class Evidence:
    """What both halves of the index found for a query, before they are weighed."""

    question: Question
    keyword: KeywordScores
    cosine: Floats  # by slot; zero where it was not computed
    candidates: Slots
    # By slot, the share of the identifiers a query names; None where it names none.
    identifiers: Floats | None = None


def signal_matrix(evidence: Evidence, table: DocumentTable, ceiling: float) -> Floats:
    """Return one row per candidate and one column per signal.

    ``ceiling`` is the best BM25 score a text could reach for a query weight of one.
    """
    slots = evidence.candidates
    rows = table.rows
    keyword = evidence.keyword
    bm25_rank = _relative(keyword.bm25)
    cosine_rank = _relative(np.maximum(evidence.cosine, 0))
    matrix = np.zeros((len(slots), len(COLUMNS)), np.float32)

    def put(name: str, values: NDArray[np.float32] | NDArray[np.bool_]) -> None:
        matrix[:, COLUMNS[name]] = values

    put("coverage", keyword.coverage[slots])
    put("nearly_all", np.maximum(keyword.coverage[slots] - _MOST, 0.0) / (1.0 - _MOST))
    if evidence.identifiers is not None:
        put("identifier", evidence.identifiers[slots])
    highest = np.float32(max(ceiling * keyword.query_weight, 1e-9))
    put("bm25_share", np.divide(keyword.bm25[slots], highest, dtype=np.float32))
    put("bm25_rank", bm25_rank[slots])
    put("head", keyword.head[slots])
    put("cosine", evidence.cosine[slots])
    put("cosine_rank", cosine_rank[slots])
    before = _walk(slots, rows["before"], _REACH)
    after = _walk(slots, rows["after"], _REACH)
    put("keyword_before", _at(bm25_rank, before[0]))
    put("keyword_after", _at(bm25_rank, after[0]))
    put("semantic_before", _at(cosine_rank, before[0]))
    put("semantic_after", _at(cosine_rank, after[0]))
    around = np.concatenate([before, after])
    put("keyword_around", _strongest(_at(bm25_rank, around)))
    put("semantic_around", _strongest(_at(cosine_rank, around)))
    asked = rows["asks"][before[0]] & (before[0] != NOBODY)
    put("asked_before", asked * _at(bm25_rank, before[0]))
    named = _named_speakers(evidence.question, table)
    speaker = rows["speaker"][slots]
    if len(named):
        spoken = np.isin(speaker, named)
        put("named_speaker", spoken)
        put("other_speaker", ~spoken & (speaker > 0))
        if len(evidence.question.speakers) == 1:
            put("of_the_named", _of_the_named(spoken, ~spoken & (speaker > 0), rows[slots]))
    turn = kinds_of(slots, table) == KINDS.index("turn")
    put("length", keyword.lengths[slots])
    put("is_question", rows["asks"][slots] & turn)
    if evidence.question.wants_time:
        put("tells_time", rows["tells_time"][slots] & turn)
    return matrix


def kinds_of(slots: Slots, table: DocumentTable) -> NDArray[np.int64]:
    """Say for each slot which of the kinds of context it holds."""
    rows = table.rows
    beside = (rows["before"][slots] != NOBODY) | (rows["after"][slots] != NOBODY)
    other = np.where(rows["code"][slots], KINDS.index("code"), KINDS.index("text"))
    kinds: NDArray[np.int64] = np.where(beside, KINDS.index("turn"), other).astype(np.int64)
    return kinds


def with_neighbours(slots: Slots, table: DocumentTable) -> Slots:
    """Return the slots and the ones directly beside them, sorted, each once."""
    beside = np.concatenate([table.rows["before"][slots], table.rows["after"][slots]])
    return np.unique(np.concatenate([slots, beside[beside != NOBODY]])).astype(np.int64)


def _relative(scores: Floats) -> Floats:
    """Return the scores as shares of the best one."""
    best = np.float32(max(float(scores.max(initial=0.0)), 1e-9))
    return np.divide(scores, best, dtype=np.float32)


def _named_speakers(question: Question, table: DocumentTable) -> NDArray[np.int64]:
    numbers = [table.speakers.known(name) for name in sorted(question.speakers)]
    return np.array([number for number in numbers if number > 0], np.int64)


def _of_the_named(spoken: Flags, other: Flags, rows: NDArray[np.void]) -> Floats:
    """Say of each candidate whether it tells of the person asked about (1) or of another (-1).

    Who says "I" tells of themselves, and who says only "you" tells of the one spoken to.
    """
    of_self, to_other = rows["of_self"], rows["to_other"]
    fits = (spoken & of_self) | (other & to_other & ~of_self)
    told: Floats = fits.astype(np.float32) - (other & of_self)
    return told


def _walk(slots: Slots, links: NDArray[np.int32], steps: int) -> NDArray[np.int64]:
    """Follow links from each slot; row k holds the slot k+1 steps away, or NOBODY."""
    path = np.full((steps, len(slots)), NOBODY, np.int64)
    here = slots
    for step in range(steps):
        here = np.where(here == NOBODY, NOBODY, links[here])
        if (here == NOBODY).all():
            break
        path[step] = here
    return path


def _at(values: Floats, slots: NDArray[np.int64]) -> Floats:
    if not len(values):
        return np.zeros(slots.shape, np.float32)
    found: Floats = np.where(slots == NOBODY, np.float32(0), values[slots])
    return found


def _strongest(values: Floats) -> Floats:
    ordered = np.partition(values, -_STRONGEST, axis=0)[-_STRONGEST:]
    mean: Floats = ordered.mean(axis=0)
    return mean
