"""How signals become a score: the parts it is made of, and the odds of an answer."""

from dataclasses import dataclass, fields
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from lux_nb.memory.search.signals import COLUMNS, KINDS, SIGNALS, Evidence
from lux_nb.memory.search.weights import Weights

Floats = NDArray[np.float32]


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


def answer_signs(ranking: Ranking, parts: Floats) -> Floats:
    """Describe the best candidate: what tells a memory with an answer from one without."""
    totals = parts.sum(axis=1)
    order = np.argsort(-totals, kind="stable")
    top = order[0]
    column = ranking.signals[:, COLUMNS["named_speaker"]] > 0
    other = ranking.signals[:, COLUMNS["other_speaker"]] > 0
    content = totals - parts[:, PARTS.index("speaker")]
    contrast = 0.0
    if column.any() or other.any():
        # A question about one person that another person's words answer best.
        said = float(content[column].max()) if column.any() else 0.0
        contrast = said - (float(content[other].max()) if other.any() else 0.0)
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
            contrast,
            float(bool(ranking.evidence.question.speakers)),
            float(ranking.kinds[top] == KINDS.index("turn")),
            float(ranking.kinds[top] == KINDS.index("code")),
        ],
        np.float32,
    )


def as_parts(row: Floats, final: float) -> ScoreParts:
    """Name the parts of one result."""
    values = {name: float(value) for name, value in zip(PARTS, row, strict=True)}
    return ScoreParts(**values, final=final)
