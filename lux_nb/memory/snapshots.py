"""Snapshots of a project: verified when made, checked and backed up before they come back."""

import asyncio
import hashlib
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select

from lux_nb.errors import NotFound, StorageError
from lux_nb.memory.bundles import Bundle, collect, put_back, read_archive, refused, write_archive
from lux_nb.memory.mirror import write_atomically
from lux_nb.memory.records import Row, project_row
from lux_nb.store.memory_tables import branches, snapshots

if TYPE_CHECKING:
    from lux_nb.memory.service import Memory


def snapshot_file(home: Path, project_id: str, snapshot_id: str) -> Path:
    """Return where a snapshot's archive is."""
    return home / "backups" / project_id / f"{snapshot_id}.tar.gz"


async def make_snapshot(memory: "Memory", project_id: str, description: str) -> Row:
    """Write an archive of a project, extract it again, compare, and only then count it."""
    members = await memory.store.read(lambda c: collect(c, project_id))
    content = await asyncio.to_thread(write_archive, members, project_id)
    name = await memory.store.write(lambda c: _claim(c, project_id, description))
    one = (snapshots.c.project_id == project_id, snapshots.c.id == name)
    path = snapshot_file(memory.home, project_id, name)
    try:
        checksum = await asyncio.to_thread(_write_verified, path, content, project_id)
    except BaseException:
        await memory.store.write(lambda c: c.execute(snapshots.delete().where(*one)))
        raise
    known = {"checksum": checksum, "size_bytes": len(content), "verified": True}

    def count(connection: Connection) -> Row:
        connection.execute(snapshots.update().where(*one).values(**known))
        return dict(connection.execute(select(snapshots).where(*one)).one()._mapping)

    return await memory.store.write(count)


def _claim(connection: Connection, project_id: str, description: str) -> str:
    """Take a free name, in one transaction: several kernels may make snapshots at once."""
    name = _free_name(connection, project_id)
    row = {
        "id": name,
        "project_id": project_id,
        "description": description,
        "checksum": "",
        "size_bytes": 0,
        "verified": False,
        "created_at": datetime.now(UTC),
    }
    connection.execute(snapshots.insert(), row)
    return name


async def restore(memory: "Memory", project_id: str, snapshot_id: str) -> tuple[int, int, str]:
    """Check a snapshot, back up what is there, and put the snapshot in its place.

    Returns how many contexts and branches came back, and the id of the backup.
    """
    row = await memory.store.read(lambda c: _snapshot(c, project_id, snapshot_id))
    path = snapshot_file(memory.home, project_id, snapshot_id)
    bundle = await asyncio.to_thread(_read_checked, path, row["checksum"], project_id)
    backup = await make_snapshot(memory, project_id, f"Before restoring {snapshot_id}")
    counts = await apply(memory, bundle, project_id)
    return (*counts, str(backup["id"]))


async def apply(memory: "Memory", bundle: Bundle, project_id: str) -> tuple[int, int]:
    """Put a bundle in place of a project's memory, whole or not at all."""
    counts = await memory.store.write(lambda c: put_back(c, bundle, project_id))
    names = await memory.store.read(lambda c: _branch_names(c, project_id))
    for name in names:
        await memory.rewrite_mirror(project_id, name)
    await asyncio.to_thread(_remove_stale_mirrors, memory.home / "memory" / project_id, names)
    return counts


async def all_snapshots(memory: "Memory", project_id: str) -> list[Row]:
    """Return the snapshots of a project, newest first; one whose file changed is not verified."""

    def read(connection: Connection) -> list[Row]:
        project_row(connection, project_id)
        query = select(snapshots).where(snapshots.c.project_id == project_id)
        ordered = query.order_by(snapshots.c.created_at.desc(), snapshots.c.id.desc())
        return [dict(row._mapping) for row in connection.execute(ordered)]

    rows = await memory.store.read(read)

    def check() -> list[Row]:
        for row in rows:
            path = snapshot_file(memory.home, project_id, row["id"])
            row["verified"] = _checksum(path) == row["checksum"]
        return rows

    return await asyncio.to_thread(check)


def _write_verified(path: Path, content: bytes, project_id: str) -> str:
    try:
        write_atomically(path, content)
        again = path.read_bytes()
    except OSError as error:
        raise StorageError(
            f"The snapshot {path} can't be written: {error.strerror}.",
            hint="Check that LUX_HOME is a folder you may write and that the disk has room.",
        ) from error
    read_archive(again, project_id)
    return hashlib.sha256(content).hexdigest()


def _read_checked(path: Path, checksum: str, project_id: str) -> Bundle:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise refused(f"its file can't be read ({error.strerror})") from error
    if hashlib.sha256(content).hexdigest() != checksum:
        raise refused("its checksum is not the one it was made with")
    return read_archive(content, project_id)


def _checksum(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def _free_name(connection: Connection, project_id: str) -> str:
    base = f"snapshot_{datetime.now(UTC):%Y%m%d_%H%M%S}"
    query = select(snapshots.c.id).where(
        snapshots.c.project_id == project_id, snapshots.c.id.startswith(base, autoescape=True)
    )
    taken = {row[0] for row in connection.execute(query)}
    names = [base, *(f"{base}_{number}" for number in range(2, len(taken) + 3))]
    return next(name for name in names if name not in taken)


def _snapshot(connection: Connection, project_id: str, snapshot_id: str) -> Row:
    project_row(connection, project_id)
    query = select(snapshots).where(
        snapshots.c.project_id == project_id, snapshots.c.id == snapshot_id
    )
    found = connection.execute(query).first()
    if found is None:
        message = f"There is no snapshot {snapshot_id!r} of this project."
        raise NotFound(message, code="INVALID_PARAMS", hint="list_snapshots names those there are.")
    return dict(found._mapping)


def _branch_names(connection: Connection, project_id: str) -> list[str]:
    query = select(branches.c.id).where(branches.c.project_id == project_id)
    return [row[0] for row in connection.execute(query)]


def _remove_stale_mirrors(folder: Path, names: list[str]) -> None:
    for path in folder.glob("*.md"):
        if path.stem not in names:
            path.unlink(missing_ok=True)
