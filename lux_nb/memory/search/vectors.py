"""Vectors at one byte a dimension in FAISS, searched exactly, changed in place."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Slots = NDArray[np.int64]

_ZERO = 128
_WIDEST_DEVIATIONS = 5.0
_LARGE = 20_000
_SIGN_CANDIDATES = 1_000


class VectorIndex:
    """A flat FAISS index over slots: no training, so a rebuilt index is the same index.

    A component of a unit vector is about ``1/sqrt(dimensions)``; five times that is stored as
    127 and what lies beyond is cut, which moves a cosine by less than 0.003.
    """

    def __init__(self, dimensions: int) -> None:
        import faiss

        self.dimensions = dimensions
        self._faiss: Any = faiss
        self._scale = 127.0 * float(np.sqrt(dimensions)) / _WIDEST_DEVIATIONS
        # In a large index the signs alone name a thousand candidates, many times faster.
        self._signs = self._faiss.IndexBinaryFlat(dimensions)
        # Distances of bits are few whole numbers: counting them is quicker than a heap.
        self._signs.use_heap = False
        self._index: Any = faiss.IndexScalarQuantizer(
            dimensions, faiss.ScalarQuantizer.QT_8bit_direct_signed, faiss.METRIC_INNER_PRODUCT
        )

    @property
    def slots(self) -> int:
        """Return how many slots exist, empty ones included."""
        return int(self._index.ntotal)

    def put(self, slots: Slots, vectors: Floats) -> None:
        """Write vectors into slots, growing the index as needed."""
        if not len(slots):
            return
        missing = int(slots.max()) + 1 - self.slots
        if missing > 0:
            self._index.add(np.zeros((missing, self.dimensions), np.float32))
            self._signs.add(np.zeros((missing, self.dimensions // 8), np.uint8))
        finite = np.where(np.isfinite(vectors), vectors, 0.0)
        levels = np.clip(np.rint(finite * self._scale), -128, 127).astype(np.int16)
        self._codes()[slots] = (levels + _ZERO).astype(np.uint8)
        self._sign_bits()[slots] = np.packbits(levels > 0, axis=1)

    def clear(self, slot: int) -> None:
        """Empty a slot: it is similar to nothing from now on."""
        if slot < self.slots:
            self._codes()[slot] = _ZERO
            self._sign_bits()[slot] = 0

    def similarity(self, query: Floats, slots: Slots) -> Floats:
        """Return the cosine of the query with the vectors in these slots."""
        known = slots < self.slots
        cosines = np.zeros(len(slots), np.float32)
        codes = self._codes()[slots[known]].astype(np.float32)
        codes -= _ZERO
        cosines[known] = (codes @ query) / np.float32(self._scale)
        return cosines

    def nearest(self, query: Floats, count: int) -> Slots:
        """Return the slots most similar to the query, best first, empty ones left out."""
        if not self.slots or not query.any():
            return np.zeros(0, np.int64)
        if self.slots > _LARGE:
            _, found = self._signs.search(np.packbits(query > 0)[None], _SIGN_CANDIDATES)
        else:
            _, found = self._index.search(query[None] * self._scale, min(count, self.slots))
        slots: Slots = np.sort(found[0][found[0] >= 0])
        cosines = self.similarity(query, slots)
        order = np.argsort(-cosines, kind="stable")[:count]
        kept: Slots = slots[order[cosines[order] > 0]]
        return kept

    def vector(self, slot: int) -> Floats:
        """Return the stored vector of a slot."""
        codes = self._codes()[slot].astype(np.float32)
        vector: Floats = (codes - _ZERO) / np.float32(self._scale)
        return vector

    def memory_bytes(self) -> int:
        """Return how many bytes the vectors take."""
        return self.slots * (self.dimensions + self.dimensions // 8)

    def _codes(self) -> NDArray[np.uint8]:
        return self._memory(self._index.codes, self.dimensions)

    def _sign_bits(self) -> NDArray[np.uint8]:
        return self._memory(self._signs.xb, self.dimensions // 8)

    def _memory(self, owner: Any, width: int) -> NDArray[np.uint8]:
        if not self.slots:
            return np.zeros((0, width), np.uint8)
        # FAISS has no call that overwrites a code, so its own memory is written through.
        flat = self._faiss.rev_swig_ptr(owner.data(), self.slots * width)
        rows: NDArray[np.uint8] = flat.reshape(self.slots, width)
        return rows
