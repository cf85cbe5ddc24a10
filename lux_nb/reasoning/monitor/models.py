"""The small trained models of the tuned profile: linear, shipped as JSON, evaluated with numpy."""

import json
from collections import deque
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar

import numpy as np

from lux_nb.reasoning.monitor.arithmetic import COLUMNS, Arithmetic, Value
from lux_nb.reasoning.monitor.lexing import Floats, Integers, Keys, key_of_phrase
from lux_nb.reasoning.monitor.reading import (
    Reading,
    gram_keys,
    gram_scale,
    gram_scale_of_one,
    grams,
)

FAULTS = ("circular", "redundant", "contradiction")
_STRONGEST = 3


@dataclass(frozen=True, slots=True)
class Models:
    """The weights: per fault and for topic shift a bias, dense weights and words."""

    bias: Floats
    dense: Floats
    threshold: Floats
    shift_bias: float
    shift_dense: Floats
    shift_threshold: float
    gram_keys: Keys
    gram_weights: Floats
    provenance: dict[str, str]

    def word_logits(self, reading: Reading) -> Floats:
        """Return what the words add: one column per fault, then topic shift now and before."""
        count = len(reading.texts)
        if count == 1:
            return self._word_logits_of_one(reading)
        document, keys = grams(reading.tokens)
        scale = gram_scale(np.bincount(document, minlength=count))
        place = np.searchsorted(self.gram_keys, keys)
        place[place == self.gram_keys.size] = 0
        known = self.gram_keys[place] == keys
        document, weights = document[known], self.gram_weights[place[known]]
        sums = [
            np.bincount(document, weights=weights[:, column], minlength=count)
            for column in range(weights.shape[1])
        ]
        return np.stack(sums, axis=1) / scale[:, None]

    def _word_logits_of_one(self, reading: Reading) -> Floats:
        keys = gram_keys(reading.tokens)
        if not keys.size:
            return np.zeros((1, self.gram_weights.shape[1]))
        place = self.gram_keys.searchsorted(keys)
        known = place[self.gram_keys.take(place, mode="clip") == keys]
        total = np.add.reduce(self.gram_weights[known], axis=0)
        return np.asarray(total[None, :] / gram_scale_of_one(keys.size))

    def fault_logits(self, dense: Floats, words: Floats) -> Floats:
        """Return the logit of each fault for each thought."""
        logits = self.bias + dense @ self.dense + words[..., : len(FAULTS)]
        return np.asarray(logits.round(6))

    def shift_logits(self, dense: Floats, words: Floats, before: Value) -> Floats:
        """Return the logit of a topic shift; ``before`` is the previous thought's own part."""
        own = words[..., len(FAULTS)]
        logits = self.shift_bias + dense @ self.shift_dense + own + before
        return np.asarray(logits.round(6))


@cache
def models() -> Models:
    """Return the shipped models."""
    text = files("lux_nb.reasoning.monitor").joinpath("data/models.json").read_text("utf-8")
    document: dict[str, Any] = json.loads(text)
    faults = [document["faults"][kind] for kind in FAULTS]
    keyed = sorted(
        (int(key_of_phrase(gram)), weights) for gram, weights in document["grams"].items()
    )
    return Models(
        np.array([fault["bias"] for fault in faults]),
        np.array([fault["dense"] for fault in faults]).T,
        np.array([fault["threshold"] for fault in faults]),
        float(document["shift"]["bias"]),
        np.array(document["shift"]["dense"]),
        float(document["shift"]["threshold"]),
        np.array([key for key, _ in keyed], dtype=np.uint64),
        np.array([weights for _, weights in keyed]),
        document["provenance"],
    )


class TraceWindow:
    """The evidence for a fault over the last thoughts: half the strongest, half the top three."""

    SIZE: ClassVar[int] = 40

    def __init__(self, logits: list[float] | None = None) -> None:
        self._logits = deque(logits or (), maxlen=self.SIZE)

    def add(self, logit: float) -> float:
        """Take in a thought's logit and return the evidence."""
        self._logits.append(logit)
        strongest = sorted(self._logits, reverse=True)[:_STRONGEST]
        return round(0.5 * strongest[0] + 0.5 * sum(strongest) / len(strongest), 6)

    def to_state(self) -> list[float]:
        """Return the logits, ready for JSON."""
        return list(self._logits)


def windowed_evidence(logits: Floats, position: Integers) -> Floats:
    """Return the evidence after each document, for many traces at once; the query counts not."""
    count = logits.size
    reach = min(TraceWindow.SIZE, int(position.max(initial=0)))
    if not reach:
        return np.full(count, -np.inf)
    padded = np.concatenate([np.full(reach - 1, -np.inf), logits])
    windows = np.lib.stride_tricks.sliding_window_view(padded, reach)
    # Column j of a row looks back reach-1-j thoughts, which may reach into the trace before.
    back = np.arange(reach - 1, -1, -1)
    own = np.where(back[None, :] < position[:, None], windows, -np.inf)
    size = min(_STRONGEST, reach)
    strongest = -np.partition(-own, size - 1, axis=1)[:, :size]
    finite = np.isfinite(strongest)
    mean = np.where(finite, strongest, 0.0).sum(axis=1) / np.maximum(finite.sum(axis=1), 1)
    top = strongest.max(axis=1)
    with np.errstate(invalid="ignore"):
        evidence = np.round(0.5 * top + 0.5 * mean, 6)
    return np.where(position > 0, evidence, -np.inf)


def confidence(evidence: Value, threshold: Value, by: Arithmetic = COLUMNS) -> Value:
    """Map evidence to 0..1 with 0.5 at the threshold."""
    bounded = by.minimum(by.maximum(evidence - threshold, -30.0), 30.0)
    return 1.0 / (1.0 + by.exp(-bounded))
