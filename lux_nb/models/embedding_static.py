"""Static word vectors as text embeddings: no network, no model call, a few microseconds a text.

The vectors and the tokenizer are files inside the installed ``wordllama`` package; they are read
directly, because that package's own loader asks a hub for what it already carries.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lux_nb.errors import NotConfigured

_WEIGHTS = Path("weights", "l2_supercat_256.safetensors")
_TOKENIZER = Path("tokenizers", "l2_supercat_tokenizer_config.json")
_BATCH = 2048
_LONGEST_TEXT = 20_000


class StaticEmbedder:
    """Turn texts into normalised vectors; the files are read at the first use."""

    def __init__(self) -> None:
        self._tokenizer: Any = None
        self._vectors: NDArray[np.float32] = np.empty((0, 0), dtype=np.float32)

    @property
    def dimensions(self) -> int:
        """Return the length of a vector."""
        self._load()
        return int(self._vectors.shape[1])

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit vector per text; a text without known words gets the zero vector."""
        self._load()
        result = np.zeros((len(texts), self._vectors.shape[1]), dtype=np.float32)
        for start in range(0, len(texts), _BATCH):
            part = [text[:_LONGEST_TEXT] for text in texts[start : start + _BATCH]]
            result[start : start + len(part)] = self._pool(part)
        return result

    def _pool(self, texts: list[str]) -> NDArray[np.float32]:
        encoded = self._tokenizer.encode_batch_fast(texts, add_special_tokens=False)
        identifiers = [encoding.ids for encoding in encoded]
        sizes = np.array([len(ids) for ids in identifiers], dtype=np.int64)
        result = np.zeros((len(texts), self._vectors.shape[1]), dtype=np.float32)
        filled = np.flatnonzero(sizes)
        if not filled.size:
            return result
        flat = np.concatenate([np.asarray(identifiers[index], np.int64) for index in filled])
        np.minimum(flat, self._vectors.shape[0] - 1, out=flat)
        starts = np.concatenate([[0], np.cumsum(sizes[filled])[:-1]])
        sums = np.add.reduceat(self._vectors[flat], starts, axis=0)
        lengths = np.linalg.norm(sums, axis=1, keepdims=True)
        result[filled] = np.divide(sums, lengths, out=np.zeros_like(sums), where=lengths > 1e-12)
        return result

    def _load(self) -> None:
        if self._tokenizer is not None:
            return
        # The specification is enough to find the files: importing the package costs far more.
        specification = find_spec("wordllama")
        folders = specification.submodule_search_locations if specification else None
        if not folders:
            raise NotConfigured(
                "The static word vectors are not installed.",
                hint="pip install wordllama",
            )
        folder = Path(next(iter(folders)))
        from safetensors.numpy import load_file
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(folder / _TOKENIZER))
        tokenizer.no_padding()
        tokenizer.no_truncation()
        weights = load_file(folder / _WEIGHTS)
        self._vectors = np.ascontiguousarray(next(iter(weights.values())), dtype=np.float32)
        self._tokenizer = tokenizer
