"""How likely a short argument is circular: a small linear model over reason, claim and words."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from lux_nb.reasoning.monitor.circularity import circularity
from lux_nb.reasoning.monitor.lexing import Floats, Keys, key_of_phrase
from lux_nb.reasoning.monitor.models import confidence
from lux_nb.reasoning.monitor.reading import gram_scale, grams, read


def circular_chance(text: str) -> float:
    """Return how circular a short argument looks, 0..1; from 0.5 up it counts as circular."""
    model = _model()
    document, keys = grams(read([text]).tokens)
    place = np.searchsorted(model.keys, keys)
    place[place == model.keys.size] = 0
    known = model.keys[place] == keys
    words = float(model.words[place[known]].sum() / gram_scale(np.array([document.size]))[0])
    measured = sum(model.measures[name] * value for name, value in circularity(text).items())
    logit = model.bias + measured + words
    return float(confidence(logit, model.threshold))


@dataclass(frozen=True, slots=True)
class _CircularModel:
    bias: float
    threshold: float
    measures: dict[str, float]
    keys: Keys
    words: Floats


@cache
def _model() -> _CircularModel:
    text = files("lux_nb.reasoning.monitor").joinpath("data/circular.json").read_text("utf-8")
    document: dict[str, Any] = json.loads(text)
    keyed = sorted((int(key_of_phrase(gram)), weight) for gram, weight in document["grams"].items())
    return _CircularModel(
        float(document["bias"]),
        float(document["threshold"]),
        document["measures"],
        np.array([key for key, _ in keyed], dtype=np.uint64),
        np.array([weight for _, weight in keyed]),
    )
