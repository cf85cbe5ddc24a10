"""The pieces of a backup: rows cut where they say so, packed, sealed, and read again."""

import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from lux_nb.errors import StorageError
from lux_nb.memory.mirror import write_atomically
from lux_nb.memory.records import Row
from lux_nb.memory.sealing import Seal, unreadable

FORMAT = 2
_LONGEST_PIECE = 1024
_ENDS = 256


def pieces(rows: Sequence[Row]) -> Iterator[bytes]:
    """Cut rows into pieces that end where a row's own digest says so, as JSON lists."""
    piece: list[str] = []
    for row in rows:
        text = json.dumps(row, ensure_ascii=True)
        piece.append(text)
        # The first value is the id: it stays when other values of the row change.
        ends = zlib.crc32(str(row.get("id", text)).encode()) % _ENDS == 0
        if ends or len(piece) == _LONGEST_PIECE:
            yield f"[{', '.join(piece)}]".encode()
            piece = []
    if piece:
        yield f"[{', '.join(piece)}]".encode()


def joined(parts: Iterable[bytes]) -> bytes:
    """Return the rows of all pieces as one JSON list."""
    inner = [part[1:-1] for part in parts]
    return b"[" + b", ".join(inner) + b"]"


def packed(content: bytes) -> bytes:
    """Compress a piece."""
    import zstandard

    return zstandard.ZstdCompressor(level=6).compress(content)


def unpacked(content: bytes) -> bytes:
    """Bring a compressed piece back, or say that it is damaged."""
    import zstandard

    try:
        return zstandard.ZstdDecompressor().decompress(content)
    except zstandard.ZstdError:
        raise unreadable() from None


class Reader:
    """Fetches and opens the objects of a project, and counts them and their bytes."""

    def __init__(self, system: Any, seal: Seal, project_id: str, kept: Path | None = None) -> None:
        self._system = system
        self._seal = seal
        self._project_id = project_id
        self._kept = kept
        self.size_bytes = 0
        self.fetched = 0
        self.known = 0

    def listed(self, folder: str, version: str) -> dict[str, list[str]]:
        """Return the names of the pieces of a version, by member."""
        name = f"{self._seal.name('project', self._project_id)}_{version}"
        content = json.loads(self._opened(self._fetch(f"{folder}/{name}.enc"), name))
        if (content["format"], content["project_id"]) != (FORMAT, self._project_id):
            raise unreadable()
        members: dict[str, list[str]] = content["members"]
        return members

    def piece(self, folder: str, name: str) -> bytes:
        """Return a piece, from an earlier attempt if that got so far."""
        file = self._kept / f"{name}.enc" if self._kept is not None else None
        if file is not None and file.is_file():
            # What was damaged here since is fetched again.
            with suppress(OSError, StorageError):
                content = self._checked(file.read_bytes(), name)
                self.known += 1
                return content
        sealed = self._fetch(f"{folder}/{name}.enc")
        content = self._checked(sealed, name)
        self.fetched += 1
        if file is not None:
            # Without room here the download goes on, only an interrupted one begins anew.
            with suppress(OSError):
                write_atomically(file, sealed)
        return content

    def keep_only(self, names: Iterable[str]) -> None:
        """Remove what earlier downloads left, but for the pieces that are named."""
        wanted = {f"{name}.enc" for name in names}
        if self._kept is not None and self._kept.is_dir():
            for path in self._kept.iterdir():
                if path.name not in wanted:
                    path.unlink(missing_ok=True)

    def _fetch(self, path: str) -> bytes:
        try:
            sealed: bytes = self._system.cat_file(path)
        except FileNotFoundError:
            raise unreadable() from None
        self.size_bytes += len(sealed)
        return sealed

    def _opened(self, sealed: bytes, name: str) -> bytes:
        return unpacked(self._seal.open(sealed, name))

    def _checked(self, sealed: bytes, name: str) -> bytes:
        content = self._opened(sealed, name)
        digest = hashlib.sha256(content).digest()
        if self._seal.name("piece", self._project_id, digest) != name:
            raise unreadable()
        return content
