"""The meaning of a text as a weighted sum of static word vectors, each word looked up once."""

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from lux_nb.models.embedding_static import StaticEmbedder
from lux_nb.reasoning.monitor.lexing import Floats, Integers, Keys

Vectors = NDArray[np.float32]
DIMENSIONS = 64
_MOST_WORDS = 60_000
_LONGEST_WORD = 40


class WordVectors:
    """Vectors of words by their token key; a word is embedded when it is first met."""

    def __init__(self, embedder: StaticEmbedder | None = None) -> None:
        self._embedder = embedder or StaticEmbedder()
        self._row: dict[int, int] = {}
        self._table: Vectors = np.zeros((1024, DIMENSIONS), dtype=np.float32)

    def rows(self, keys: Keys, word: Callable[[int], str]) -> Integers:
        """Return the table row of each key; ``word`` gives the spelling of the n-th key."""
        known = self._row
        listed = keys.tolist()
        missing = [index for index, key in enumerate(listed) if key not in known]
        if missing:
            if len(known) + len(missing) > _MOST_WORDS:
                known.clear()
                missing = list(range(len(listed)))
            self._learn([listed[index] for index in missing], [word(index) for index in missing])
        return np.array([known[key] for key in listed], dtype=np.int64)

    def vectors(self, rows: Integers) -> Vectors:
        """Return the vectors of table rows."""
        return self._table[rows]

    @property
    def table(self) -> Vectors:
        """Return the table that the rows point into."""
        return self._table

    def _learn(self, keys: list[int], words: list[str]) -> None:
        vectors = self._embedder.embed([word[:_LONGEST_WORD] for word in words])[:, :DIMENSIONS]
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        vectors = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 1e-9)
        start = len(self._row)
        needed = start + len(keys)
        if needed > self._table.shape[0]:
            grown = np.zeros((max(needed, 2 * self._table.shape[0]), DIMENSIONS), dtype=np.float32)
            grown[:start] = self._table[:start]
            self._table = grown
        self._table[start:needed] = vectors
        self._row.update(zip(keys, range(start, needed), strict=True))


@cache
def word_vectors() -> WordVectors:
    """Return the one table of word vectors of this process: a cache, its contents never vary."""
    return WordVectors()


def unit(vectors: Floats) -> Floats:
    """Scale vectors to length one; a zero vector stays zero."""
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))[:, None]
    return np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 1e-9)
