"""Hints at fallacies in a short argument: which of thirteen kinds, and how circular it is."""

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from lux_nb.reasoning.monitor.circular_text import circular_chance
from lux_nb.reasoning.monitor.lexicons import FUNCTION_WORDS, NEGATIONS
from lux_nb.reasoning.monitor.lexing import Floats, Keys, key_of_phrase, normalise
from lux_nb.reasoning.monitor.meaning import meanings_of
from lux_nb.reasoning.monitor.reading import gram_scale, grams, read

FALLACIES = (
    "ad hominem",
    "ad populum",
    "appeal to emotion",
    "circular reasoning",
    "equivocation",
    "fallacy of credibility",
    "fallacy of extension",
    "fallacy of logic",
    "fallacy of relevance",
    "false causality",
    "false dilemma",
    "faulty generalization",
    "intentional",
)
STRUCTURE = ("overlap", "contained", "likeness", "gives_reason", "reason_alike", "short", "again")
_JOINT = re.compile(
    r"\b(?:because|since|therefore|thus|hence|thats why|which is why|the reason|after all|so)\b"
    r"|(?<=[.!?;])\s"
)
_REASON = re.compile(r"\b(?:because|since|therefore|after all|proof|proves|reason)\b")
_WORD = re.compile(r"[a-z]{3,}")
_ENDINGS = [
    "fulness",
    "ability",
    "iness",
    "ingly",
    "ness",
    "ment",
    "able",
    "ible",
    "tion",
    "sion",
    "ally",
    "ing",
    "est",
    "ful",
    "ity",
    "ive",
    "ies",
    "ly",
    "ed",
    "er",
    "es",
    "al",
    "or",
    "s",
    "e",
    "y",
]
_SKIPPED = FUNCTION_WORDS | NEGATIONS


@dataclass(frozen=True, slots=True)
class FallacyHint:
    """What a short argument looks most like; a hint, not a verdict."""

    kind: str
    probability: float
    circular: float  # 0..1, from 0.5 up the argument looks circular
    probabilities: dict[str, float]


def classify_fallacy(text: str) -> FallacyHint:
    """Say which fallacy a short argument looks most like, and how circular it is."""
    model = _model()
    document, keys = grams(read([text]).tokens)
    scale = float(gram_scale(np.array([document.size]))[0])
    place = np.searchsorted(model.keys, keys)
    place[place == model.keys.size] = 0
    known = model.keys[place] == keys
    words = model.words[place[known]].sum(axis=0) / scale
    logits = model.bias + words + structure(text) @ model.structure
    shares = np.exp(logits - logits.max())
    shares /= shares.sum()
    best = int(shares.argmax())
    listed = {kind: round(float(share), 4) for kind, share in zip(FALLACIES, shares, strict=True)}
    circular = round(circular_chance(text), 4)
    return FallacyHint(FALLACIES[best], round(float(shares[best]), 4), circular, listed)


def with_argument(scores: dict[str, float], text: object) -> dict[str, float]:
    """Return the scores of a trace of one thought, judged also as an argument by itself."""
    if not isinstance(text, str) or not text.strip():
        return scores
    return {**scores, "circular": max(scores["circular"], round(circular_chance(text), 4))}


def structure(text: str) -> Floats:
    """Return how the claim and the reason of a text compare, as the model sees it."""
    plain = normalise(text)
    parts = [part for part in _JOINT.split(plain) if part and _stems(part)]
    stems = [_stems(part) for part in parts]
    every = [stem for part in stems for stem in part]
    overlap = contained = likeness = 0.0
    if len(parts) > 1:
        reading = read(parts[:8])
        vectors = meanings_of(reading, np.ones(reading.terms.key.size))
        cosines = np.triu(vectors @ vectors.T, 1)
        first, second = np.unravel_index(int(cosines.argmax()), cosines.shape)
        left, right = set(stems[first]), set(stems[second])
        common = len(left & right)
        likeness = max(float(cosines.max()), 0.0)
        overlap = common / len(left | right)
        contained = common / min(len(left), len(right))
    reason = float(bool(_REASON.search(plain)))
    short = float(len(every) <= 14)
    again = 1.0 - len(set(every)) / max(len(every), 1)
    return np.array([overlap, contained, likeness, reason, reason * likeness, short, again])


def _stems(text: str) -> list[str]:
    return [_stem(word) for word in _WORD.findall(text) if word not in _SKIPPED]


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


@dataclass(frozen=True, slots=True)
class _FallacyModel:
    bias: Floats
    structure: Floats
    keys: Keys
    words: Floats


@cache
def _model() -> _FallacyModel:
    text = files("lux_nb.reasoning.monitor").joinpath("data/fallacies.json").read_text("utf-8")
    document: dict[str, Any] = json.loads(text)
    keyed = sorted(
        (int(key_of_phrase(gram)), weights) for gram, weights in document["grams"].items()
    )
    return _FallacyModel(
        np.array(document["bias"]),
        np.array(document["structure"]),
        np.array([key for key, _ in keyed], dtype=np.uint64),
        np.array([weights for _, weights in keyed]),
    )
