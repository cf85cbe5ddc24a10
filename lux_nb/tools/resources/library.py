"""The library: prompts, templates and data by name or id, with every version they had."""

import difflib
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Select, delete, or_, select, update
from sqlalchemy.exc import IntegrityError

from lux_nb.errors import Conflict, NotFound, StorageError
from lux_nb.store.resource_tables import tool_resource_versions as versions_table
from lux_nb.store.resource_tables import tool_resources as resources_table
from lux_nb.store.store import Store

Definition = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Stored:
    """A resource in one of its versions."""

    id: str
    type: str
    name: str
    number: int
    version: str
    definition: Definition
    author: str
    created_at: datetime
    updated_at: datetime

    @property
    def content(self) -> Any:
        """The text, or the data."""
        return self.definition["content"]

    @property
    def variables(self) -> list[str]:
        """The names that are filled in when it is rendered."""
        return list(self.definition.get("variables") or [])


class Library:
    """Keeps resources; a change adds a version, and the old ones stay readable."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(
        self, kind: str, name: str, version: str, definition: Definition, author: str
    ) -> Stored:
        """Keep a new resource under a name that is still free."""
        now = datetime.now(UTC)
        made = Stored(
            f"res_{uuid.uuid4().hex[:12]}", kind, name, 1, version, definition, author, now, now
        )
        head = {"id": made.id, "type": kind, "name": name, "number": 1}

        def write(connection: Connection) -> None:
            taken = select(resources_table.c.id).where(resources_table.c.name == name)
            if connection.execute(taken).first():
                raise _taken(name)
            row = {**head, "created_at": now, "updated_at": now}
            connection.execute(resources_table.insert().values(row))
            connection.execute(_version_row(made))

        try:
            await self._store.write(write)
        except StorageError as error:
            # Another kernel took the name between the look and the write.
            if isinstance(error.__cause__, IntegrityError):
                raise _taken(name) from None
            raise
        return made

    async def change(
        self, before: Stored, version: str, definition: Definition, author: str
    ) -> Stored:
        """Add a version, unless someone else added one since ``before`` was read."""
        made = replace(
            before,
            number=before.number + 1,
            version=version,
            definition=definition,
            author=author,
            updated_at=datetime.now(UTC),
        )

        def write(connection: Connection) -> None:
            moved = connection.execute(
                update(resources_table)
                .where(resources_table.c.id == before.id, resources_table.c.number == before.number)
                .values(number=made.number, updated_at=made.updated_at)
            )
            if moved.rowcount == 0:
                message = f"{before.name!r} was changed by someone else meanwhile."
                raise Conflict(message, hint="Read it again, then change it.")
            connection.execute(_version_row(made))

        await self._store.write(write)
        return made

    async def remove(self, wanted: str) -> Stored:
        """Delete a resource with all its versions."""
        found = await self.get(wanted)

        def write(connection: Connection) -> None:
            versions = delete(versions_table).where(versions_table.c.resource_id == found.id)
            connection.execute(versions)
            connection.execute(delete(resources_table).where(resources_table.c.id == found.id))

        await self._store.write(write)
        return found

    async def get(self, wanted: str, version: str | None = None) -> Stored:
        """Return a resource by name or id, in its newest version or the one named."""
        named = or_(resources_table.c.name == wanted, resources_table.c.id == wanted)
        query = _query(newest=version is None).where(named)
        if version is not None:
            query = query.where(versions_table.c.version == version)

        def read(connection: Connection) -> tuple[Any, list[str]]:
            row = connection.execute(query).first()
            if row is not None:
                return row, []
            return None, list(connection.execute(select(resources_table.c.name)).scalars())

        row, names = await self._store.read(read)
        if row is None:
            raise _missing(wanted, version, names)
        return _stored(row)

    async def versions(self, wanted: str) -> list[Stored]:
        """Return every version of a resource, the newest first."""
        found = await self.get(wanted)
        query = _query(newest=False).where(resources_table.c.id == found.id)
        ordered = query.order_by(versions_table.c.number.desc())
        rows = await self._store.read(lambda connection: connection.execute(ordered).all())
        return [_stored(row) for row in rows]

    async def find(
        self, *, kind: str | None = None, tags: Iterable[str] = (), search: str | None = None
    ) -> list[Stored]:
        """Return the resources that fit every filter, by name."""
        query = _query(newest=True).order_by(resources_table.c.name)
        if kind is not None:
            query = query.where(resources_table.c.type == kind)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        wanted = {tag.lower() for tag in tags}
        text = (search or "").lower()
        return [one for one in map(_stored, rows) if _fits(one, wanted, text)]


def _query(*, newest: bool) -> Select[Any]:
    joined = versions_table.c.resource_id == resources_table.c.id
    if newest:
        joined = joined & (versions_table.c.number == resources_table.c.number)
    return select(
        resources_table.c.id,
        resources_table.c.type,
        resources_table.c.name,
        versions_table.c.number,
        versions_table.c.version,
        versions_table.c.definition,
        versions_table.c.author_name,
        resources_table.c.created_at,
        versions_table.c.created_at.label("updated_at"),
    ).join(versions_table, joined)


def _stored(row: Any) -> Stored:
    return Stored(*row)


def _version_row(one: Stored) -> Any:
    return versions_table.insert().values(
        resource_id=one.id,
        number=one.number,
        version=one.version,
        definition=one.definition,
        author_name=one.author,
        created_at=one.updated_at,
    )


def _fits(one: Stored, tags: set[str], text: str) -> bool:
    definition = one.definition
    if not tags <= {tag.lower() for tag in definition.get("tags") or []}:
        return False
    searched = (one.name, str(definition.get("description") or ""), str(one.content))
    return any(text in part.lower() for part in searched)


def _taken(name: str) -> Conflict:
    message = f"There is a resource {name!r} already."
    hint = "Choose another name, or change that one with resource_update."
    return Conflict(message, code="RESOURCE_EXISTS", hint=hint)


def _missing(wanted: str, version: str | None, names: list[str]) -> NotFound:
    if version is not None and wanted in names:
        message = f"{wanted!r} has no version {version}."
        hint = "resource_versions lists those there are."
        return NotFound(message, code="VERSION_NOT_FOUND", hint=hint)
    near = difflib.get_close_matches(wanted, names, n=3, cutoff=0.5)
    hint = f"Did you mean {', '.join(near)}?" if near else "resources_list shows all of them."
    message = f"There is no resource {wanted!r}."
    return NotFound(message, code="RESOURCE_NOT_FOUND", hint=hint, details={"resource": wanted})
