"""Encrypted backups elsewhere: a version is a list of sealed pieces, each of them sent once.

The rows of a project are cut into pieces where the rows themselves say so, hence a change in one
place leaves the other pieces as they are. A piece is named by its content; what is there already
is not sent again, so an interrupted upload goes on where it stopped and a backup of little
change is small. The version itself is written last: a reader sees all of it or none.
"""

import hashlib
import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

from lux_nb.errors import LuxError, NotConfigured, NotFound, ProviderError
from lux_nb.memory.records import Row
from lux_nb.memory.sealing import Seal, new_salt, not_installed, read_salt, unreadable

FOLDER = "cortex-backups"
Answer = TypeVar("Answer")
_FORMAT = 2
_LONGEST_PIECE = 1024
_ENDS = 256
# An object of these appears whole or not at all; elsewhere it is written aside and moved.
_WHOLE_AT_ONCE = {"s3", "s3a", "gs", "gcs", "az", "abfs", "memory"}


@dataclass(frozen=True, slots=True)
class Sent:
    """A version that is there now, and what it took to bring it there."""

    version: str
    path: str
    size_bytes: int
    objects_sent: int
    objects_known: int


@dataclass(frozen=True, slots=True)
class Fetched:
    """The rows of a version, by member, and the versions there are, newest first."""

    version: str
    members: dict[str, bytes]
    size_bytes: int
    versions: list[str]


class Cloud:
    """A folder or fsspec URL with the backups of projects. Calls block: run them in a thread."""

    def __init__(self, url: str, passphrase: str) -> None:
        self._url = url
        self._passphrase = passphrase

    def upload(self, project_id: str, members: Mapping[str, Sequence[Row]]) -> Sent:
        """Send what is missing of a project, then the version that lists it."""
        return self._guarded(lambda: self._upload(project_id, members))

    def download(self, project_id: str, version: str | None = None) -> Fetched:
        """Fetch a version of a project, the newest if none is named, checked and whole."""
        return self._guarded(lambda: self._download(project_id, version))

    def _upload(self, project_id: str, members: Mapping[str, Sequence[Row]]) -> Sent:
        system, root = self._open()
        system.makedirs(f"{root}/{FOLDER}", exist_ok=True)
        seal = self._seal(system, root, make=True)
        assert seal is not None
        folder = f"{root}/{FOLDER}/{seal.name('objects', project_id)}"
        system.makedirs(folder, exist_ok=True)
        there = _names(system, folder)
        listed: dict[str, list[str]] = {}
        size = sent = known = 0
        for member, rows in members.items():
            listed[member] = []
            for piece in pieces(rows):
                name = seal.name("piece", project_id, hashlib.sha256(piece).digest())
                listed[member].append(name)
                if f"{name}.enc" in there:
                    known += 1
                    continue
                size += self._put(system, f"{folder}/{name}.enc", seal.close(_packed(piece), name))
                there.add(f"{name}.enc")
                sent += 1
        version = f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}"
        name = f"{seal.name('project', project_id)}_{version}"
        content = {"format": _FORMAT, "project_id": project_id, "members": listed}
        sealed = seal.close(_packed(json.dumps(content).encode()), name)
        size += self._put(system, f"{root}/{FOLDER}/{name}.enc", sealed)
        return Sent(version, f"{FOLDER}/{name}.enc", size, sent, known)

    def _download(self, project_id: str, version: str | None) -> Fetched:
        system, root = self._open()
        seal = self._seal(system, root, make=False)
        prefix = f"{seal.name('project', project_id)}_" if seal else ""
        files = _names(system, f"{root}/{FOLDER}") if seal else set()
        found = [name for name in files if name.startswith(prefix) and name.endswith(".enc")]
        versions = sorted(
            (n.removeprefix(prefix).removesuffix(".enc") for n in found), reverse=True
        )
        if seal is None or not versions:
            raise _no_backup("There is no backup of this project there under this passphrase.")
        if version is not None and version not in versions:
            raise _no_backup(f"There is no version {version!r}; there are: {', '.join(versions)}.")
        chosen = version or versions[0]
        reader = _Reader(system, seal)
        content = json.loads(reader.read(f"{root}/{FOLDER}", f"{prefix}{chosen}"))
        if (content["format"], content["project_id"]) != (_FORMAT, project_id):
            raise unreadable()
        folder = f"{root}/{FOLDER}/{seal.name('objects', project_id)}"
        members = {
            member: _joined(reader.piece(folder, name, project_id) for name in names)
            for member, names in content["members"].items()
        }
        return Fetched(chosen, members, reader.size_bytes, versions)

    def _seal(self, system: Any, root: str, *, make: bool) -> Seal | None:
        """Return the keys of this place; its salt is made by the first backup."""
        path = f"{root}/{FOLDER}/salt.bin"
        system.invalidate_cache()
        if not system.exists(path):
            if not make:
                return None
            self._put(system, path, new_salt())
        # Read back also when it was just written: of two that begin at once, the last one counts.
        return Seal(self._passphrase, read_salt(system.cat_file(path)))

    def _put(self, system: Any, path: str, content: bytes) -> int:
        protocols = {system.protocol} if isinstance(system.protocol, str) else set(system.protocol)
        if protocols & _WHOLE_AT_ONCE:
            system.pipe_file(path, content)
        else:
            system.pipe_file(f"{path}.part", content)
            system.mv(f"{path}.part", path)
        return len(content)

    def _open(self) -> tuple[Any, str]:
        try:
            import fsspec
        except ImportError as error:
            raise not_installed("fsspec") from error
        try:
            system, root = fsspec.core.url_to_fs(self._url)
        except ImportError as error:
            message = f"{self._url.split('://')[0]} storage needs a package: {error}"
            raise NotConfigured(message) from error
        return system, str(root).rstrip("/")

    def _guarded(self, work: Callable[[], Answer]) -> Answer:
        """Turn what a storage library raises, each its own kinds, into one error."""
        try:
            return work()
        except LuxError:
            raise
        except Exception as error:
            reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise ProviderError(
                f"The backup storage can't be reached or written: {reason}.",
                code="NETWORK_ERROR",
                hint="Check sync_url and the connection, then try again; what was sent stays.",
            ) from error


class _Reader:
    """Fetches and opens objects, and counts their bytes."""

    def __init__(self, system: Any, seal: Seal) -> None:
        self._system = system
        self._seal = seal
        self.size_bytes = 0

    def read(self, folder: str, name: str) -> bytes:
        try:
            sealed = self._system.cat_file(f"{folder}/{name}.enc")
        except FileNotFoundError:
            raise unreadable() from None
        self.size_bytes += len(sealed)
        return _unpacked(self._seal.open(sealed, name))

    def piece(self, folder: str, name: str, project_id: str) -> bytes:
        content = self.read(folder, name)
        if self._seal.name("piece", project_id, hashlib.sha256(content).digest()) != name:
            raise unreadable()
        return content


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


def _joined(parts: Iterator[bytes]) -> bytes:
    inner = [part[1:-1] for part in parts]
    return b"[" + b", ".join(inner) + b"]"


def _packed(content: bytes) -> bytes:
    import zstandard

    return zstandard.ZstdCompressor(level=6).compress(content)


def _unpacked(content: bytes) -> bytes:
    import zstandard

    try:
        return zstandard.ZstdDecompressor().decompress(content)
    except zstandard.ZstdError:
        raise unreadable() from None


def _names(system: Any, folder: str) -> set[str]:
    """Return the names of the objects in a folder; one that is not there has none."""
    system.invalidate_cache()
    try:
        listed = system.ls(folder, detail=False)
    except FileNotFoundError:
        return set()
    return {str(path).rstrip("/").rpartition("/")[2] for path in listed}


def _no_backup(message: str) -> NotFound:
    hint = "Check sync_url and sync_passphrase."
    return NotFound(message, code="NETWORK_ERROR", hint=hint)
