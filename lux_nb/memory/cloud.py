"""Encrypted backups elsewhere: a version is a list of sealed pieces, each of them sent once.

The rows of a project are cut into pieces where the rows themselves say so, hence a change in one
place leaves the other pieces as they are. A piece is named by its content; what is there already
is not sent again, so an interrupted upload goes on where it stopped and a backup of little
change is small. The version itself is written last: a reader sees all of it or none. What was
fetched is kept, still sealed, until the backup is in place, so that an interrupted download goes
on where it stopped as well.
"""

import hashlib
import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from lux_nb.errors import LuxError, NotConfigured, NotFound, ProviderError, StorageError
from lux_nb.memory.cloud_pieces import FORMAT, Reader, joined, packed, pieces
from lux_nb.memory.cloud_signs import SENDING, TIDYING, Renew, Signs
from lux_nb.memory.records import Row
from lux_nb.memory.sealing import Seal, new_salt, not_installed, read_salt

FOLDER = "cortex-backups"
Answer = TypeVar("Answer")
_REMOVED_AT_ONCE = 100
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
    objects_fetched: int
    objects_known: int
    kept: Path | None

    def forget(self) -> None:
        """Remove what was kept for the case that the download is interrupted."""
        if self.kept is not None:
            shutil.rmtree(self.kept, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class Tidied:
    """How many old versions were removed, and pieces that no other version needs."""

    versions: int = 0
    objects: int = 0


class Cloud:
    """A folder or fsspec URL with the backups of projects. Calls block: run them in a thread.

    ``kept`` is a folder of this machine for the pieces of a download that is not finished.
    """

    def __init__(self, url: str, passphrase: str, kept: Path | None = None) -> None:
        self._url = url
        self._passphrase = passphrase
        self._kept = kept
        self._seals: dict[bytes, Seal] = {}

    def upload(self, project_id: str, members: Mapping[str, Sequence[Row]]) -> Sent:
        """Send what is missing of a project, then the version that lists it."""
        return self._guarded(lambda: self._upload(project_id, members))

    def download(self, project_id: str, version: str | None = None) -> Fetched:
        """Fetch a version of a project, the newest if none is named, checked and whole."""
        return self._guarded(lambda: self._download(project_id, version))

    def tidy(self, project_id: str, keep: int) -> Tidied:
        """Remove all versions of a project but the newest, and the pieces only they need.

        While somebody sends a backup of the project nothing is removed: the next time will do.
        """
        return self._guarded(lambda: self._tidy(project_id, keep))

    def _upload(self, project_id: str, members: Mapping[str, Sequence[Row]]) -> Sent:
        system, root = self._open()
        system.makedirs(f"{root}/{FOLDER}", exist_ok=True)
        seal = self._seal(system, root, make=True)
        assert seal is not None
        place = _Place(system, f"{root}/{FOLDER}", seal, project_id)
        with place.signs.raised(SENDING) as renew:
            place.signs.wait_for_order(renew)
            return self._send(place, members, renew)

    def _send(self, place: "_Place", members: Mapping[str, Sequence[Row]], renew: Renew) -> Sent:
        system, seal, project_id = place.system, place.seal, place.project_id
        system.makedirs(place.objects, exist_ok=True)
        there = _names(system, place.objects)
        listed: dict[str, list[str]] = {}
        size = sent = known = 0
        for member, rows in members.items():
            listed[member] = []
            for piece in pieces(rows):
                name = seal.name("piece", project_id, hashlib.sha256(piece).digest())
                listed[member].append(name)
                renew()
                if f"{name}.enc" in there:
                    known += 1
                    continue
                sealed = seal.close(packed(piece), name)
                size += self._put(system, f"{place.objects}/{name}.enc", sealed)
                there.add(f"{name}.enc")
                sent += 1
        version = f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}"
        name = f"{place.prefix}{version}"
        content = {"format": FORMAT, "project_id": project_id, "members": listed}
        sealed = seal.close(packed(json.dumps(content).encode()), name)
        size += self._put(system, f"{place.folder}/{name}.enc", sealed)
        return Sent(version, f"{FOLDER}/{name}.enc", size, sent, known)

    def _download(self, project_id: str, version: str | None) -> Fetched:
        place = self._place(project_id)
        versions = place.versions() if place else []
        if place is None or not versions:
            raise _no_backup("There is no backup of this project there under this passphrase.")
        if version is not None and version not in versions:
            raise _no_backup(f"There is no version {version!r}; there are: {', '.join(versions)}.")
        chosen = version or versions[0]
        kept = self._kept / Path(place.objects).name if self._kept is not None else None
        reader = Reader(place.system, place.seal, project_id, kept)
        try:
            listed = reader.listed(place.folder, chosen)
            reader.keep_only(name for names in listed.values() for name in names)
            members = {
                member: joined(reader.piece(place.objects, name) for name in names)
                for member, names in listed.items()
            }
        except StorageError:
            # Something there is damaged: the next attempt looks at all of it again.
            reader.keep_only(())
            raise
        return Fetched(
            chosen, members, reader.size_bytes, versions, reader.fetched, reader.known, kept
        )

    def _tidy(self, project_id: str, keep: int) -> Tidied:
        place = self._place(project_id)
        if place is None:
            return Tidied()
        with place.signs.raised(TIDYING) as renew:
            if place.signs.standing(SENDING):
                return Tidied()
            versions = place.versions()
            old = versions[max(keep, 1) :]
            if not old:
                return Tidied()
            # What stays is read before anything goes: a version that can't be read stops this.
            reader = Reader(place.system, place.seal, project_id)
            needed = {
                f"{name}.enc"
                for version in versions[: max(keep, 1)]
                for names in reader.listed(place.folder, version).values()
                for name in names
            }
            lists = [f"{place.folder}/{place.prefix}{version}.enc" for version in old]
            _remove(place.system, lists, renew)
            spare = sorted(_names(place.system, place.objects) - needed)
            _remove(place.system, [f"{place.objects}/{name}" for name in spare], renew)
            return Tidied(len(old), len(spare))

    def _place(self, project_id: str) -> "_Place | None":
        """Return where the backups of a project are, or None where there are none at all."""
        system, root = self._open()
        seal = self._seal(system, root, make=False)
        return _Place(system, f"{root}/{FOLDER}", seal, project_id) if seal else None

    def _seal(self, system: Any, root: str, *, make: bool) -> Seal | None:
        """Return the keys of this place; its salt is made by the first backup."""
        path = f"{root}/{FOLDER}/salt.bin"
        system.invalidate_cache()
        if not system.exists(path):
            if not make:
                return None
            self._put(system, path, new_salt())
        # Read back also when it was just written: of two that begin at once, the last one counts.
        salt = read_salt(system.cat_file(path))
        if salt not in self._seals:
            # A tenth of a second of work, which is what makes passphrases hard to try out.
            self._seals[salt] = Seal(self._passphrase, salt)
        return self._seals[salt]

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


@dataclass(frozen=True, slots=True)
class _Place:
    """The backups of one project at one place."""

    system: Any
    folder: str
    seal: Seal
    project_id: str

    @property
    def objects(self) -> str:
        return f"{self.folder}/{self.seal.name('objects', self.project_id)}"

    @property
    def signs(self) -> Signs:
        return Signs(self.system, f"{self.folder}/{self.seal.name('signs', self.project_id)}")

    @property
    def prefix(self) -> str:
        return f"{self.seal.name('project', self.project_id)}_"

    def versions(self) -> list[str]:
        """Return the versions there are, newest first."""
        found = [
            name.removeprefix(self.prefix).removesuffix(".enc")
            for name in _names(self.system, self.folder)
            if name.startswith(self.prefix) and name.endswith(".enc")
        ]
        return sorted(found, reverse=True)


def _names(system: Any, folder: str) -> set[str]:
    """Return the names of the objects in a folder; one that is not there has none."""
    system.invalidate_cache()
    try:
        listed = system.ls(folder, detail=False)
    except FileNotFoundError:
        return set()
    return {str(path).rstrip("/").rpartition("/")[2] for path in listed}


def _remove(system: Any, paths: Sequence[str], renew: Renew) -> None:
    """Remove objects, some at a time."""
    for start in range(0, len(paths), _REMOVED_AT_ONCE):
        renew()
        system.rm(list(paths[start : start + _REMOVED_AT_ONCE]))


def _no_backup(message: str) -> NotFound:
    hint = "Check sync_url and sync_passphrase."
    return NotFound(message, code="NETWORK_ERROR", hint=hint)
