"""An index of thoughts older than the window: finds one that is nearly the same in constant time.

Min-hash bands point to the latest thought with the same band; what they find is checked against
its stored terms. Per thought it keeps four bytes a term and a handful of table entries.
"""

from dataclasses import dataclass
from itertools import accumulate
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from lux_nb.reasoning.monitor.lexing import Integers, Keys
from lux_nb.reasoning.monitor.packing import pack, unpack

BANDS, ROWS = 6, 2
_generator = np.random.default_rng(20)
_FACTORS: Keys = _generator.integers(1, 2**63, BANDS * ROWS, dtype=np.uint64) | np.uint64(1)
_SHIFT = np.uint64(33)
_ROW_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_ROW_SHIFT = np.uint64(7)
_FOLD = np.uint64(32)
_BAND = np.arange(BANDS, dtype=np.uint64)
_MOST_TERMS = 512


class OldThoughts:
    """The terms of old thoughts, findable by likeness."""

    def __init__(self) -> None:
        self._terms: list[NDArray[np.uint32]] = []
        self._bands: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._terms)

    def add(self, mark: "Fingerprint") -> None:
        """Remember a thought."""
        for band in mark.bands:
            self._bands[band] = len(self._terms)
        self._terms.append(mark.terms)

    def similarity(self, mark: "Fingerprint") -> float:
        """Return the set cosine with the most similar old thought that the bands find."""
        own = mark.terms
        found = {self._bands.get(band, -1) for band in mark.bands} - {-1}
        others = [self._terms[index] for index in found if self._terms[index].size]
        if not others or not own.size:
            return 0.0
        # All candidates in one search: their terms laid end to end, then counted by owner.
        joined = np.concatenate(others)
        shared = own.take(own.searchsorted(joined), mode="clip") == joined
        starts = list(accumulate((other.size for other in others[:-1]), initial=0))
        counts: list[int] = np.add.reduceat(shared, starts, dtype=np.int64).tolist()
        pairs = zip(counts, others, strict=True)
        return max(count / sqrt(own.size * other.size) for count, other in pairs)

    def to_state(self) -> dict[str, str]:
        """Return the stored terms, ready for JSON."""
        sizes = np.array([terms.size for terms in self._terms], dtype=np.int64)
        joined = np.concatenate(self._terms) if self._terms else np.zeros(0, dtype=np.uint32)
        return {"terms": pack(joined), "sizes": pack(sizes)}

    @classmethod
    def from_state(cls, state: dict[str, str]) -> "OldThoughts":
        """Build the index again from its stored terms."""
        index = cls()
        ends = np.cumsum(unpack(state["sizes"], np.int64))
        for terms in np.split(unpack(state["terms"], np.uint32), ends)[:-1]:
            index.add(Fingerprint.of(terms))
        return index


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """A thought as the index knows it: its folded terms and its bands."""

    terms: NDArray[np.uint32]
    bands: list[int]

    @classmethod
    def of(cls, terms: NDArray[np.uint32]) -> "Fingerprint":
        """Return the fingerprint of folded terms."""
        return cls(terms, _bands(terms) if terms.size else [])


def fingerprint(keys: Keys) -> Fingerprint:
    """Return the fingerprint of a thought from its different terms, sorted."""
    folded = (keys >> _FOLD).astype(np.uint32)
    fresh = folded[1:] != folded[:-1]
    if not fresh.all():
        folded = folded[np.concatenate([[True], fresh])]
    return Fingerprint.of(folded[:_MOST_TERMS])


def fingerprints(keys: Keys, edges: Integers) -> list[Fingerprint]:
    """Return the fingerprints of thoughts whose sorted terms lie end to end between edges."""
    folded = (keys >> _FOLD).astype(np.uint32)
    hashed = (folded.astype(np.uint64)[:, None] * _FACTORS[None, :]) >> _SHIFT
    sizes = np.diff(edges)
    filled = np.flatnonzero(sizes)
    smallest = np.minimum.reduceat(hashed, edges[filled], axis=0) if filled.size else hashed[:0]
    same = np.flatnonzero(folded[1:] == folded[:-1]) + 1
    # Terms that fold alike, and very long thoughts, are rare: these are done one by one.
    unusual = set(np.searchsorted(edges, same, side="right").tolist())
    unusual |= set((np.flatnonzero(sizes > _MOST_TERMS) + 1).tolist())
    bands: list[list[int]] = [[] for _ in sizes]
    for place, found in zip(filled.tolist(), _joined(smallest).tolist(), strict=True):
        bands[place] = found
    ends = edges.tolist()
    return [
        fingerprint(keys[ends[place] : ends[place + 1]])
        if place + 1 in unusual
        else Fingerprint(folded[ends[place] : ends[place + 1]], bands[place])
        for place in range(len(bands))
    ]


def _bands(terms: NDArray[np.uint32]) -> list[int]:
    hashed = (terms.astype(np.uint64)[:, None] * _FACTORS[None, :]) >> _SHIFT
    bands: list[int] = _joined(hashed.min(axis=0)).tolist()
    return bands


def _joined(smallest: Keys) -> Keys:
    """Join the rows of each band, along the last axis."""
    first, second = smallest[..., ::ROWS], smallest[..., 1::ROWS]
    return (first * _ROW_FACTOR) ^ (second << _ROW_SHIFT) ^ _BAND
