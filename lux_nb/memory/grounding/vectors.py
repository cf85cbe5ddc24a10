"""Static word vectors, read from the files that wordllama ships."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from lux_nb.models.static_files import static_tokenizer, static_vectors

Vector = npt.NDArray[np.float32]
"""A row of 32-bit floats."""


class WordVectors:
    """Unit vectors of single words: the mean of the vectors of their pieces."""

    def __init__(self, table: Vector, tokenizer: Any) -> None:
        # The common direction of all vectors says nothing of a word and lifts every similarity.
        self._table = table - table.mean(axis=0, keepdims=True)
        self._tokenizer = tokenizer
        self.size = int(table.shape[1])

    def __call__(self, word: str) -> Vector:
        """Return the unit vector of a word; zeros where nothing is known of it."""
        ids = self._tokenizer.encode(word, add_special_tokens=False).ids
        if not ids:
            return np.zeros(self.size, np.float32)
        # The sum points where the mean does, and the length is made one anyway.
        vector = self._table[ids[0]] if len(ids) == 1 else self._table[ids].sum(axis=0)
        length = float(np.sqrt(vector @ vector))
        return np.asarray(vector / length if length > 1e-6 else vector * 0, np.float32)

    def many(self, words: Sequence[str]) -> Vector:
        """Return the unit vectors of words, a row each, as calling this with each word gives."""
        rows = np.zeros((len(words), self.size), np.float32)
        # The tokenizer's own batches start threads, which for single words cost more than they do.
        encode = self._tokenizer.encode
        spelled = [encode(word, add_special_tokens=False).ids for word in words]
        filled = [row for row, ids in enumerate(spelled) if ids]
        if filled:
            starts = np.cumsum([0, *(len(spelled[row]) for row in filled[:-1])])
            sums = np.add.reduceat(self._table[[i for ids in spelled for i in ids]], starts, axis=0)
            lengths = np.sqrt(np.einsum("ij,ij->i", sums, sums))[:, None]
            rows[filled] = np.where(lengths > 1e-6, sums / np.maximum(lengths, 1e-6), 0.0)
        return rows


@lru_cache(maxsize=1)
def default_vectors() -> WordVectors:
    """Return the vectors that ship inside the wordllama package, read once."""
    return WordVectors(static_vectors(), static_tokenizer())
