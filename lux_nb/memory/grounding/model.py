"""The small trained model: two sets of signed weights, kept as JSON, evaluated with numpy."""

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np


@dataclass(frozen=True, slots=True)
class Head:
    """A logistic model over named features."""

    names: tuple[str, ...]
    weights: np.ndarray
    centre: np.ndarray
    intercept: float

    def contributions(self, features: np.ndarray) -> np.ndarray:
        """Return what each feature adds to the log-odds, a row per claim."""
        return np.asarray((features - self.centre) * self.weights)

    def probability(self, features: np.ndarray) -> np.ndarray:
        """Return the probability of each row."""
        odds = self.contributions(features).sum(axis=-1) + self.intercept
        return np.asarray(1.0 / (1.0 + np.exp(-np.clip(odds, -30.0, 30.0))))


@dataclass(frozen=True, slots=True)
class Model:
    """Weights for "supported" and, where it is not, for "refuted" against "unmentioned"."""

    names: tuple[str, ...]
    favourable: np.ndarray
    """Which features speak for a claim: of several claims the least of these counts most."""
    supported: Head
    refuted: Head
    threshold: float
    provenance: dict[str, Any]

    def matrix(self, rows: list[dict[str, float]]) -> np.ndarray:
        """Return named features as an array, in the model's order."""
        return np.array([[row[name] for name in self.names] for row in rows], np.float64)

    def combined(self, features: np.ndarray) -> np.ndarray:
        """Return one row for a text of several claims: half their mean, half the worst."""
        worst = np.where(self.favourable, features.min(axis=0), features.max(axis=0))
        return np.asarray(0.5 * worst + 0.5 * features.mean(axis=0))


def read_model(text: str) -> Model:
    """Return a model from its JSON text."""
    data = json.loads(text)
    names = tuple(data["features"])
    heads = {
        key: Head(
            names,
            np.array(data[key]["weights"], np.float64),
            np.array(data[key]["centre"], np.float64),
            float(data[key]["intercept"]),
        )
        for key in ("supported", "refuted")
    }
    return Model(
        names,
        np.array(data["favourable"], bool),
        heads["supported"],
        heads["refuted"],
        float(data["threshold"]),
        data["provenance"],
    )


@lru_cache(maxsize=1)
def default_model() -> Model:
    """Return the model that ships with the package, read once."""
    return read_model(resources.files(__package__).joinpath("data/model.json").read_text("utf-8"))
