"""A project's memory as one archive: written with a manifest, read only when it is whole."""

import base64
import gzip
import hashlib
import io
import json
import tarfile
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Table, select
from sqlalchemy.types import LargeBinary

from lux_nb.errors import StorageError
from lux_nb.memory.packing import checksum_of, unpack
from lux_nb.memory.records import Row, next_version, project_row
from lux_nb.store.memory_tables import (
    branches,
    contexts,
    deletions,
    files,
    projects,
    suggestions,
)
from lux_nb.store.types import UtcDateTime

FORMAT = 1
MANIFEST = "manifest.json"
MEMBERS: dict[str, Table] = {
    "project.json": projects,
    "branches.json": branches,
    "contexts.json": contexts,
    "files.json": files,
    "suggestions.json": suggestions,
}
LARGEST = 4 * 1024**3
# Vectors are made again from the texts; they would only make the archive larger.
_LEFT_OUT = {"vector", "encoder", "version"}


@dataclass(frozen=True, slots=True)
class Bundle:
    """What an archive holds, checked."""

    project: Row
    tables: dict[str, list[Row]]

    @property
    def contexts(self) -> list[Row]:
        """The contexts, in order."""
        return self.tables["contexts.json"]

    @property
    def branches(self) -> list[Row]:
        """The branches."""
        return self.tables["branches.json"]


def collect_rows(connection: Connection, project_id: str) -> dict[str, list[Row]]:
    """Read all of a project as rows of plain values, by member."""
    project_row(connection, project_id)
    members = {}
    for name, table in MEMBERS.items():
        key = table.c.id if table is projects else table.c.project_id
        query = select(table).where(key == project_id)
        # In a fixed order, so that the same memory gives the same members.
        order = [table.c.position] if table is contexts else []
        query = query.order_by(*order, *table.primary_key.columns)
        members[name] = [_plain(table, dict(row._mapping)) for row in connection.execute(query)]
    return members


def collect(connection: Connection, project_id: str) -> dict[str, bytes]:
    """Read all of a project as the members of an archive."""
    members = collect_rows(connection, project_id)
    return {name: json.dumps(rows, ensure_ascii=True).encode() for name, rows in members.items()}


def write_archive(members: Mapping[str, bytes], project_id: str) -> bytes:
    """Return a .tar.gz of members and the manifest that vouches for them."""
    manifest = {
        "format": FORMAT,
        "project_id": project_id,
        "created_at": datetime.now(UTC).isoformat(),
        "files": {name: hashlib.sha256(body).hexdigest() for name, body in members.items()},
    }
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w:gz", format=tarfile.PAX_FORMAT) as archive:
        for name, body in {MANIFEST: json.dumps(manifest).encode(), **members}.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(body), 0o600
            archive.addfile(entry, io.BytesIO(body))
    return target.getvalue()


def read_archive(content: bytes, project_id: str) -> Bundle:
    """Extract an archive and check all of it; whatever is not as it should be is refused."""

    def read() -> Bundle:
        members = _extract(content)
        manifest = json.loads(members.pop(MANIFEST))
        _check_manifest(manifest, members, project_id)
        return _bundle(members, project_id)

    return _refusing(read)


def read_members(members: Mapping[str, bytes], project_id: str) -> Bundle:
    """Check the members of a project that came without an archive around them."""
    return _refusing(lambda: _bundle(members, project_id))


def _bundle(members: Mapping[str, bytes], project_id: str) -> Bundle:
    tables = {
        name: [_typed(table, row) for row in json.loads(members[name])]
        for name, table in MEMBERS.items()
    }
    bundle = Bundle(tables["project.json"][0], tables)
    _check_rows(bundle, project_id)
    return bundle


def _refusing(read: Callable[[], Bundle]) -> Bundle:
    try:
        return read()
    except StorageError:
        raise
    except (
        tarfile.TarError,
        gzip.BadGzipFile,
        zlib.error,
        EOFError,
        OSError,
        ValueError,
        KeyError,
        IndexError,
        TypeError,
        AttributeError,
    ) as error:
        raise refused(f"it can't be read ({type(error).__name__})") from error


def refused(reason: str) -> StorageError:
    """Return the error for an archive that is not used."""
    return StorageError(
        f"The archive is refused: {reason}.",
        hint="Nothing was changed. Use another snapshot; list_snapshots names them.",
    )


def _extract(content: bytes) -> dict[str, bytes]:
    # The whole stream is read first: tarfile alone does not notice a damaged end.
    with gzip.GzipFile(fileobj=io.BytesIO(content)) as stream:
        unpacked = stream.read(LARGEST + 1)
    if len(unpacked) > LARGEST:
        raise refused("it is too large")
    members: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(unpacked), mode="r:") as archive:
        for entry in archive:
            if not entry.isreg() or entry.name not in {MANIFEST, *MEMBERS}:
                raise refused(f"it holds {entry.name!r}, which does not belong there")
            if entry.name in members:
                raise refused(f"it holds {entry.name!r} twice")
            body = archive.extractfile(entry)
            members[entry.name] = body.read() if body else b""
    return members


def _check_manifest(manifest: Any, members: Mapping[str, bytes], project_id: str) -> None:
    if manifest["format"] != FORMAT:
        raise refused(f"its format is {manifest['format']!r}, not {FORMAT}")
    if manifest["project_id"] != project_id:
        raise refused("it is of another project")
    if set(manifest["files"]) != set(members) or set(members) != set(MEMBERS):
        raise refused("files are missing")
    for name, body in members.items():
        if hashlib.sha256(body).hexdigest() != manifest["files"][name]:
            raise refused(f"{name} is not what the manifest says")


def _check_rows(bundle: Bundle, project_id: str) -> None:
    """Check that the rows fit together and every context is whole."""
    if bundle.project["id"] != project_id:
        raise refused("its project is another one")
    known = {row["id"] for row in bundle.branches}
    for rows in bundle.tables.values():
        if any(row.get("project_id", project_id) != project_id for row in rows):
            raise refused("it holds rows of another project")
    for row in bundle.contexts:
        text = row["content"] if row["packed"] is None else unpack(row["packed"], row["checksum"])
        if row["branch_id"] not in known or checksum_of(text) != row["checksum"]:
            raise refused(f"the context {row['id']} is damaged")
    for row in bundle.branches:
        name = row["id"]
        if not name or "/" in name or "\\" in name or name.startswith("."):
            raise refused(f"the branch id {name!r} is not one")


def put_back(connection: Connection, bundle: Bundle, project_id: str) -> tuple[int, int]:
    """Replace a project's memory by a bundle, in the caller's transaction; returns the counts."""
    known = connection.execute(select(projects.c.id).where(projects.c.id == project_id)).first()
    if known is None:
        connection.execute(projects.insert(), {**bundle.project, "version": 0})
    before = _identifiers(connection, project_id)
    connection.execute(branches.delete().where(branches.c.project_id == project_id))
    for table in (contexts, files, suggestions):
        connection.execute(table.delete().where(table.c.project_id == project_id))
    version, _ = next_version(connection, project_id)
    after = {row["id"] for row in bundle.contexts}
    _note_deletions(connection, project_id, before - after, after, version)
    for name in ("branches.json", "contexts.json", "files.json", "suggestions.json"):
        rows = bundle.tables[name]
        if name == "contexts.json":
            rows = [{**row, "version": version, "vector": None, "encoder": None} for row in rows]
        if rows:
            connection.execute(MEMBERS[name].insert(), rows)
    connection.execute(
        projects.update()
        .where(projects.c.id == project_id)
        .values(
            active_branch=bundle.project["active_branch"],
            next_position=bundle.project["next_position"],
            history=bundle.project["history"],
        )
    )
    if _identifiers(connection, project_id) != after:
        raise refused("what was written is not what it holds")
    return len(after), len(bundle.branches)


def _identifiers(connection: Connection, project_id: str) -> set[str]:
    query = select(contexts.c.id).where(contexts.c.project_id == project_id)
    return {row[0] for row in connection.execute(query)}


def _note_deletions(
    connection: Connection,
    project_id: str,
    gone: Iterable[str],
    back: Iterable[str],
    version: int,
) -> None:
    for identifier in (*back, *gone):
        connection.execute(deletions.delete().where(deletions.c.context_id == identifier))
    notes = [{"context_id": one, "project_id": project_id, "version": version} for one in gone]
    if notes:
        connection.execute(deletions.insert(), notes)


def _plain(table: Table, row: Row) -> Row:
    values: Row = {}
    for name, value in row.items():
        if name in _LEFT_OUT and table is contexts:
            continue
        if isinstance(value, datetime):
            values[name] = value.isoformat()
        elif isinstance(value, bytes):
            values[name] = base64.b64encode(value).decode("ascii")
        else:
            values[name] = value
    return values


def _typed(table: Table, row: Row) -> Row:
    left_out = _LEFT_OUT if table is contexts else set()
    wanted = {column.name for column in table.columns} - left_out
    if set(row) != wanted:
        raise refused(f"a row of {table.name} has other columns")
    for column in table.columns:
        value = row.get(column.name)
        if value is None:
            continue
        if isinstance(column.type, UtcDateTime):
            row[column.name] = datetime.fromisoformat(value)
        elif isinstance(column.type, LargeBinary):
            row[column.name] = base64.b64decode(value, validate=True)
    return row
