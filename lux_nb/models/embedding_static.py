"""Static word vectors as text embeddings: no network, no model call, a few microseconds a text."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lux_nb.models.static_files import static_tokenizer, static_vectors

_BATCH = 2048
_LONGEST_TEXT = 20_000


class StaticEmbedder:
    """Turn texts into normalised vectors; the files are read at the first use."""

    @property
    def dimensions(self) -> int:
        """Return the length of a vector."""
        return int(static_vectors().shape[1])

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit vector per text; a text without known words gets the zero vector."""
        result = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for start in range(0, len(texts), _BATCH):
            part = [text[:_LONGEST_TEXT] for text in texts[start : start + _BATCH]]
            result[start : start + len(part)] = self._pool(part)
        return result

    def _pool(self, texts: list[str]) -> NDArray[np.float32]:
        encoded = static_tokenizer().encode_batch_fast(texts, add_special_tokens=False)
        vectors = static_vectors()
        identifiers = [encoding.ids for encoding in encoded]
        sizes = np.array([len(ids) for ids in identifiers], dtype=np.int64)
        result = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        filled = np.flatnonzero(sizes)
        if not filled.size:
            return result
        flat = np.concatenate([np.asarray(identifiers[index], np.int64) for index in filled])
        np.minimum(flat, vectors.shape[0] - 1, out=flat)
        starts = np.concatenate([[0], np.cumsum(sizes[filled])[:-1]])
        sums = np.add.reduceat(vectors[flat], starts, axis=0)
        lengths = np.linalg.norm(sums, axis=1, keepdims=True)
        result[filled] = np.divide(sums, lengths, out=np.zeros_like(sums), where=lengths > 1e-12)
        return result
