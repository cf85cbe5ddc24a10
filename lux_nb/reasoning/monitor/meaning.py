"""The meaning of a text as a weighted sum of static word vectors, each word looked up once."""

from collections.abc import Callable
from functools import cache
from math import sqrt
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from lux_nb.models.embedding_static import StaticEmbedder
from lux_nb.reasoning.monitor.lexing import WORD, Floats, Integers, Keys
from lux_nb.reasoning.monitor.reading import Reading

Vectors = NDArray[np.float32]
DIMENSIONS = 64
_MOST_WORDS = 60_000
_LONGEST_WORD = 40


class WordVectors:
    """Vectors of words by their token key; a word is embedded when it is first met."""

    def __init__(self, embedder: StaticEmbedder | None = None) -> None:
        self._embedder = embedder or StaticEmbedder()
        self._row: dict[int, int] = {}
        self._lock = Lock()
        self._table: Vectors = np.zeros((1024, DIMENSIONS), dtype=np.float32)

    def vectors(self, keys: Keys, word: Callable[[int], str]) -> Vectors:
        """Return the vector of each key; ``word`` gives the spelling of the n-th key."""
        with self._lock:
            return self._looked_up(keys.tolist(), word)

    def _looked_up(self, listed: list[int], word: Callable[[int], str]) -> Vectors:
        known = self._row
        missing = [index for index, key in enumerate(listed) if key not in known]
        if missing:
            if len(known) + len(missing) > _MOST_WORDS:
                known.clear()
                missing = list(range(len(listed)))
            self._learn([listed[index] for index in missing], [word(index) for index in missing])
        return self._table[[known[key] for key in listed]]

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


def meanings_of(reading: Reading, weights: Floats) -> Floats:
    """Return the unit vector of each document from its content words and their weights."""
    from scipy.sparse import csr_matrix

    terms = reading.terms
    chosen = np.flatnonzero(terms.content & (terms.kind == WORD))
    if not chosen.size:
        return np.zeros((terms.documents, DIMENSIONS))
    keys, where, inverse = np.unique(terms.key[chosen], return_index=True, return_inverse=True)
    vectors = _vectors_of(reading, chosen[where])
    shape = (terms.documents, keys.size)
    matrix = csr_matrix((weights[chosen], (terms.document[chosen], inverse)), shape=shape)
    return unit(np.asarray(matrix @ vectors))


def meaning_of(reading: Reading, weights: Floats) -> Floats:
    """Return the unit vector of a reading's only document."""
    terms = reading.terms
    chosen = (terms.content & (terms.kind == WORD)).nonzero()[0]
    if not chosen.size:
        return np.zeros(DIMENSIONS)
    total: Floats = weights[chosen] @ _vectors_of(reading, chosen)
    length = sqrt(float(total @ total))
    return total / length if length > 1e-9 else np.zeros(DIMENSIONS)


def _vectors_of(reading: Reading, chosen: Integers) -> Floats:
    """Return the word vectors of some terms, each of another word."""
    token = reading.terms.token[chosen]
    tokens = reading.tokens

    def word(index: int) -> str:
        place = token[index]
        start = int(tokens.offset[place])
        text = reading.texts[int(tokens.document[place])]
        return text[start : start + int(tokens.length[place])]

    return word_vectors().vectors(reading.terms.key[chosen], word).astype(np.float64)


def unit(vectors: Floats) -> Floats:
    """Scale vectors to length one; a zero vector stays zero."""
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))[:, None]
    result: Floats = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 1e-9)
    return result
