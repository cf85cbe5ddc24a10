"""How much each signal counts: few numbers, learned per encoder, kept in one JSON file.

Turns of a conversation, single texts and code have weights of their own, because words are
better evidence among turns and meaning is among code. ``answerable`` turns what the best candidate
looks like into the odds that the memory holds an answer at all.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lux_nb.memory.search.signals import COLUMNS, KINDS

Floats = NDArray[np.float32]

ANSWER_SIGNS = (
    "bias",
    "best_total",
    "lead_over_second",
    "lead_over_fifth",
    "top_coverage",
    "top_cosine",
    "most_coverage",
    "most_cosine",
    "is_turn",
    "is_code",
)


@dataclass(frozen=True, slots=True)
class Weights:
    """The learned numbers of one encoder, and the fixed ones of the plain signals."""

    kinds: Floats  # one row per kind of context, one column per signal
    answerable: Floats
    # What a relevant context of each kind reaches, so that kinds compete on equal terms.
    typical: Floats
    # What a step of the contrast between persons counts, in log-odds, and where it is even.
    person: float = 2.0
    person_bias: float = 1.0
    recency: float = 0.1
    recency_when_asked: float = 1.5
    recency_half_life_days: float = 30.0
    branch: float = 0.5
    category: float = 0.5

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> "Weights":
        """Read weights from what the JSON file holds for one encoder."""
        return cls(
            kinds=np.stack([_row(values[kind], tuple(COLUMNS)) for kind in KINDS]),
            answerable=_row(values["answerable"], ANSWER_SIGNS),
            typical=_row(values["typical"], KINDS),
        )

    def to_mapping(self) -> dict[str, dict[str, float]]:
        """Return the learned numbers by name, as the JSON file holds them."""
        named = {
            kind: _named(row, tuple(COLUMNS)) for kind, row in zip(KINDS, self.kinds, strict=True)
        }
        named["answerable"] = _named(self.answerable, ANSWER_SIGNS)
        named["typical"] = _named(self.typical, KINDS)
        return named


def load_weights(encoder_name: str) -> Weights:
    """Return the shipped weights of an encoder; one that is not known gets the first's."""
    shipped = json.loads(files(__package__).joinpath("weights.json").read_text(encoding="utf-8"))
    encoders = shipped["encoders"]
    return Weights.from_mapping(encoders.get(encoder_name) or next(iter(encoders.values())))


def _row(values: Mapping[str, float], names: tuple[str, ...]) -> Floats:
    return np.array([values.get(name, 0.0) for name in names], np.float32)


def _named(row: Floats, names: tuple[str, ...]) -> dict[str, float]:
    return {name: round(float(value), 4) for name, value in zip(names, row, strict=True) if value}
