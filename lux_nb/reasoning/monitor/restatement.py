"""How much of a reason stands in the claim already: by stem, by sense and by word vectors."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lux_nb.models.static_files import static_tokenizer, static_vectors
from lux_nb.reasoning.monitor.lexing import Floats
from lux_nb.reasoning.monitor.senses import senses_of, stem

_NEAR = 0.42  # from this cosine on a word counts as another word for the same
_CLEARLY_NEAR = 0.7
_COMMON, _TELLING = 6.0, 10.0  # a word's vector is the longer the more the word tells


@dataclass(frozen=True, slots=True)
class Restatement:
    """How the words of a reason compare with those of a claim."""

    repeated: float = 0.0  # share of the reason's words that the claim has, in some form
    alike: float = 0.0  # mean likeness of the reason's words to the claim's
    least_alike: float = 0.0
    fresh: int = 0  # words that are like none of the claim's …
    news: float = 0.0  # … and how much they tell
    restated: float = 0.0  # how far what the claim says of its subject is in the reason
    same_sense: bool = False
    whole: float = 0.0  # likeness of the two as a whole


def compare(claim: list[str], reason: list[str], predicate: list[str]) -> Restatement:
    """Compare the content words of a claim, and of its predicate, with those of a reason."""
    if not claim or not reason:
        return Restatement()
    vectors = np.array([_vector(word) for word in (*claim, *reason)])
    lengths = np.linalg.norm(vectors, axis=1) + 1e-9
    units = vectors / lengths[:, None]
    count = len(claim)
    cosines: Floats = units[count:] @ units[:count].T
    same = _known(reason, claim)
    near = np.where(same | _sensed(reason, claim), 1.0, cosines.max(axis=1))
    weight = np.maximum(lengths[count:] - _COMMON, 0.0) / _TELLING
    sides = vectors[:count].sum(axis=0), vectors[count:].sum(axis=0)
    both = float(np.linalg.norm(sides[0]) * np.linalg.norm(sides[1])) + 1e-9
    return Restatement(
        float(same.mean()),
        float(near.mean()),
        float(near.min()),
        int((near < _NEAR).sum()),
        float((weight * np.maximum(_CLEARLY_NEAR - near, 0.0)).sum()),
        *_predicate_restated(claim, reason, predicate, cosines),
        max(float(sides[0] @ sides[1]) / both, 0.0),
    )


def _predicate_restated(
    claim: list[str], reason: list[str], predicate: list[str], cosines: Floats
) -> tuple[float, bool]:
    place = [claim.index(word) for word in predicate]
    sensed = _sensed(predicate, reason)
    said = _known(predicate, reason) | sensed
    likeness = np.where(said, 1.0, np.maximum(cosines[:, place].max(axis=0), 0.0))
    return float(likeness.mean()), bool(sensed.any())


def _known(words: list[str], others: list[str]) -> NDArray[np.bool_]:
    stems = {stem(word) for word in others}
    return np.array([stem(word) in stems for word in words])


def _sensed(words: list[str], others: list[str]) -> NDArray[np.bool_]:
    senses = frozenset[int]().union(*(senses_of(word) for word in others))
    return np.array([bool(senses_of(word) & senses) for word in words])


@lru_cache(maxsize=4096)
def _vector(word: str) -> Floats:
    identifiers = static_tokenizer().encode(word, add_special_tokens=False).ids
    vectors = static_vectors()
    chosen = np.minimum(np.array(identifiers, dtype=np.int64), vectors.shape[0] - 1)
    return np.asarray(vectors[chosen].sum(axis=0), dtype=np.float64)
