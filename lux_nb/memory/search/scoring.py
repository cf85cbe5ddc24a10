"""How signals become a score: the parts it is made of, and the odds of an answer."""

from dataclasses import dataclass, fields
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from lux_nb.memory.search.signals import COLUMNS, KINDS, SIGNALS, Evidence
from lux_nb.memory.search.weights import Weights

Floats = NDArray[np.float32]


# Two steps of log-odds below a typical answer, nothing is told of a person.
_NOTHING_TOLD = -2.0


@dataclass(frozen=True, slots=True)
class ScoreParts:
    """Why a result has its score: ``final`` is the logistic function of the sum of the others.

    Every part is in log-odds: above zero speaks for the context, below zero against it.
    ``query`` is the same for all results of a query: the odds that the memory holds an answer.
    """

    keyword: float = 0.0
    semantic: float = 0.0
    neighbours: float = 0.0
    speaker: float = 0.0
    form: float = 0.0
    recency: float = 0.0
    branch: float = 0.0
    category: float = 0.0
    query: float = 0.0
    final: float = 0.0


PARTS = tuple(field.name for field in fields(ScoreParts) if field.name != "final")


@dataclass(frozen=True, slots=True)
class Hit:
    """One result: which context, its calibrated score from 0 to 1, and where that comes from."""

    id: str
    score: float
    parts: ScoreParts


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a search prefers (``branch``, ``category``) and what it is limited to (``only_…``)."""

    branch: str | None = None
    category: str | None = None
    only_branches: frozenset[str] | None = None
    only_category: str | None = None
    excluded: frozenset[str] = frozenset()
    now: datetime | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """The candidates of a query with their signals: what a search weighs, and training reads."""

    evidence: Evidence
    signals: Floats
    kinds: NDArray[np.int64]


def weighed_parts(ranking: Ranking, weights: Weights) -> Floats:
    """Weigh the learned signals of the candidates into the parts they are shown under."""
    weighed = ranking.signals * weights.kinds[ranking.kinds]
    parts = np.zeros((len(weighed), len(PARTS)), np.float32)
    for name, part in SIGNALS.items():
        parts[:, PARTS.index(part)] += weighed[:, COLUMNS[name]]
    parts[:, PARTS.index("form")] -= weights.typical[ranking.kinds]
    return parts


def query_odds(ranking: Ranking, parts: Floats, weights: Weights) -> float:
    """Return what is added to every candidate's log-odds for the sake of the query.

    The memory holds an answer if the best candidate is near enough to the question, and if it
    tells of the person asked about: the chances of both are multiplied.
    """
    signs = answer_signs(ranking, parts)
    near = float(signs @ weights.answerable)
    added = near - float(signs[1])
    contrast = person_contrast(ranking, parts)
    if contrast is None:
        return added
    person = weights.person * contrast + weights.person_bias
    chance = 1.0 / ((1.0 + np.exp(-near)) * (1.0 + np.exp(-person)))
    both = float(np.log(chance) - np.log1p(-min(chance, 1 - 1e-6)))
    return added + both - near


def person_contrast(ranking: Ranking, parts: Floats) -> float | None:
    """Return how far what is told of the person asked about surpasses what is told of others.

    A question about one person that another one's words answer best has most likely mistaken the
    person. None where no one person is asked about.
    """
    if len(ranking.evidence.question.speakers) != 1:
        return None
    told = ranking.signals[:, COLUMNS["of_the_named"]]
    content = parts.sum(axis=1) - parts[:, PARTS.index("speaker")]
    named, others = content[told > 0], content[told < 0]
    if not len(named) and not len(others):
        return None
    return float(named.max(initial=_NOTHING_TOLD)) - float(others.max(initial=_NOTHING_TOLD))


def answer_signs(ranking: Ranking, parts: Floats) -> Floats:
    """Describe the best candidate: what tells a memory with an answer from one without."""
    totals = parts.sum(axis=1)
    order = np.argsort(-totals, kind="stable")
    top = order[0]
    second = totals[order[min(1, len(order) - 1)]]
    fifth = totals[order[min(4, len(order) - 1)]]
    coverage = ranking.signals[:, COLUMNS["coverage"]]
    cosine = ranking.signals[:, COLUMNS["cosine"]]
    return np.array(
        [
            1.0,
            totals[top],
            totals[top] - second,
            totals[top] - fifth,
            coverage[top],
            cosine[top],
            coverage.max(),
            cosine.max(),
            float(ranking.kinds[top] == KINDS.index("turn")),
            float(ranking.kinds[top] == KINDS.index("code")),
        ],
        np.float32,
    )


def as_parts(row: Floats, final: float) -> ScoreParts:
    """Name the parts of one result."""
    values = {name: float(value) for name, value in zip(PARTS, row, strict=True)}
    return ScoreParts(**values, final=final)
