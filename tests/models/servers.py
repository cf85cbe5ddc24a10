"""Real llama.cpp HTTP servers for the tests, with a key and with tokens for filling."""

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

KEY = "sk-test-4f9a8b7c6d5e4f3a2b1c0d9e"
MODEL = "smol"


@dataclass
class LlamaServer:
    """A running server; the object keeps it alive."""

    server: Any
    key: str = KEY

    @property
    def root(self) -> str:
        return str(self.server.listening_address)

    @property
    def address(self) -> tuple[str, int]:
        host, _, port = self.root.removeprefix("http://").partition(":")
        return host, int(port)


def start_server(path: Path, *, embeddings: bool = False) -> LlamaServer:
    """Load a model and serve it on a loopback port."""
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(path)
    parameters.model_alias = {MODEL}
    parameters.n_ctx = 1024
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = 1
    parameters.verbosity = -1
    parameters.warmup = False
    parameters.api_keys = [KEY]
    if embeddings:
        parameters.embedding = True
        parameters.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    return LlamaServer(xllamacpp.Server(parameters))


FIM_TOKENS = {"fim_pre": 3, "fim_suf": 5, "fim_mid": 6}
_SIZES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}


def with_fim_tokens(source: Path, target: Path) -> Path:
    """Copy a GGUF file, naming three of its tokens as those that frame a gap.

    The text such a model fills in is of no use, but the server then serves /infill for real.
    """
    with source.open("rb") as file:
        magic, version, tensors, pairs = struct.unpack("<4sIQQ", file.read(24))
        assert magic == b"GGUF"
        start = file.tell()
        alignment = 32
        for _ in range(pairs):
            _string(file)
            _skip(file, struct.unpack("<I", file.read(4))[0])
        metadata_end = file.tell()
        for _ in range(tensors):
            _string(file)
            dimensions = struct.unpack("<I", file.read(4))[0]
            file.seek(8 * dimensions + 4 + 8, 1)
        header_end = file.tell()
        file.seek(start)
        metadata = file.read(metadata_end - start)
        infos = file.read(header_end - metadata_end)
        file.seek(-(-header_end // alignment) * alignment)
        data = file.read()
    added = b"".join(
        _packed(f"tokenizer.ggml.{name}_token_id", token) for name, token in FIM_TOKENS.items()
    )
    head = struct.pack("<4sIQQ", magic, version, tensors, pairs + len(FIM_TOKENS))
    whole = head + metadata + added + infos
    padding = b"\0" * (-len(whole) % alignment)
    target.write_bytes(whole + padding + data)
    return target


def _packed(name: str, value: int) -> bytes:
    raw = name.encode()
    return struct.pack("<Q", len(raw)) + raw + struct.pack("<II", 4, value)


def _string(file: BinaryIO) -> bytes:
    return file.read(struct.unpack("<Q", file.read(8))[0])


def _skip(file: BinaryIO, kind: int) -> None:
    if kind == 8:
        _string(file)
    elif kind == 9:
        inner, count = struct.unpack("<IQ", file.read(12))
        if inner in _SIZES:
            file.seek(_SIZES[inner] * count, 1)
        else:
            for _ in range(count):
                _skip(file, inner)
    else:
        file.seek(_SIZES[kind], 1)
