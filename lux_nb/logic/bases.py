"""Knowledge bases in the store: clauses with their sentences, and every earlier state."""

import uuid
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, delete, func, select, update

from lux_nb.errors import Conflict, NotFound
from lux_nb.logic.blocks import FactBlock
from lux_nb.logic.clauses import ROWS, Clause, Head, KnowledgeBase, Part
from lux_nb.store.logic_tables import (
    logic_changes,
    logic_clauses,
    logic_gone_facts,
    logic_sessions,
)
from lux_nb.store.store import Store

INSERTED_AT_ONCE = 20_000


@dataclass(frozen=True, slots=True)
class Change:
    """One step of a knowledge base's history."""

    version: int
    kind: str
    added: int
    removed: int
    author: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Removal:
    """What is taken out: clauses by their sequence numbers, facts by block and place."""

    clauses: Collection[int] = ()
    facts: Collection[tuple[int, int]] = ()


NOTHING = Removal()


class KnowledgeBases:
    """Reads and writes knowledge bases; each change is whole or not there at all."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def create(
        self,
        session_id: str | None,
        world: str,
        author: str,
        parts: Sequence[Part] = (),
        forked_from: str | None = None,
    ) -> KnowledgeBase:
        """Make a knowledge base; an id that is taken is a conflict."""
        identity = session_id or uuid.uuid4().hex
        now = datetime.now(UTC)
        row = {
            "id": identity,
            "world": world,
            "version": 0,
            "forked_from": forked_from,
            "created_at": now,
            "updated_at": now,
        }

        def write(connection: Connection) -> None:
            if read_head(connection, identity) is not None:
                message = f"There is a session {identity!r} already."
                raise Conflict(message, code="SESSION_EXISTS")
            connection.execute(logic_sessions.insert(), row)
            kind = "fork" if forked_from else "create"
            change = Change(0, kind, _count(parts), 0, author, now)
            _record(connection, change, identity, parts)

        await self._store.write(write)
        return await self.get(identity)

    async def head(self, session_id: str) -> Head:
        """Return a knowledge base without its clauses."""
        found = await self._store.read(lambda connection: read_head(connection, session_id))
        if found is None:
            raise missing_session(session_id)
        return found

    async def get(self, session_id: str, version: int | None = None) -> KnowledgeBase:
        """Return a knowledge base as it is, or as it was at a version."""

        def read(connection: Connection) -> KnowledgeBase:
            head = read_head(connection, session_id)
            if head is None:
                raise missing_session(session_id)
            wanted = head.version if version is None else version
            return KnowledgeBase(head, _parts(connection, session_id, wanted))

        return await self._store.read(read)

    async def all(self) -> list[tuple[Head, int]]:
        """Return every knowledge base with its number of clauses, the latest changed first."""
        gone = (
            select(func.count())
            .where(logic_gone_facts.c.sequence == logic_clauses.c.sequence)
            .scalar_subquery()
        )
        count = func.coalesce(func.sum(logic_clauses.c.size - gone), 0)
        current = (logic_clauses.c.session_id == logic_sessions.c.id) & (
            logic_clauses.c.removed_in.is_(None)
        )
        query = (
            select(logic_sessions, count.label("clauses"))
            .outerjoin(logic_clauses, current)
            .group_by(logic_sessions.c.id)
            .order_by(logic_sessions.c.updated_at.desc())
        )
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return [(_to_head(row), int(row.clauses)) for row in rows]

    async def delete(self, session_id: str) -> None:
        """Delete a knowledge base with its history."""

        def write(connection: Connection) -> None:
            if read_head(connection, session_id) is None:
                raise missing_session(session_id)
            for table in (logic_clauses, logic_changes):
                connection.execute(delete(table).where(table.c.session_id == session_id))
            connection.execute(delete(logic_sessions).where(logic_sessions.c.id == session_id))

        await self._store.write(write)

    async def change(
        self,
        before: KnowledgeBase,
        kind: str,
        author: str,
        added: Sequence[Part] = (),
        removed: Removal | None = NOTHING,
    ) -> KnowledgeBase:
        """Remove clauses and facts (None: all), add others, and keep the history."""
        head = before.head

        def write(connection: Connection) -> KnowledgeBase:
            version = head.version + 1
            taken = connection.execute(
                update(logic_sessions)
                .where(logic_sessions.c.id == head.id)
                .where(logic_sessions.c.version == head.version)
                .values(version=version, updated_at=datetime.now(UTC))
            )
            if not taken.rowcount:
                message = f"The session {head.id!r} was changed or deleted meanwhile."
                raise Conflict(message, code="SESSION_CHANGED", hint="Do it again.")
            kept = _remove(connection, before, version, removed)
            gone = _count(before.parts) - _count(kept)
            change = Change(version, kind, _count(added), gone, author, datetime.now(UTC))
            _record(connection, change, head.id, added)
            after = read_head(connection, head.id)
            assert after is not None
            # Only what is new is read, however large the knowledge base is.
            made = _parts(connection, head.id, version, version) if added else ()
            return KnowledgeBase(after, (*kept, *made))

        return await self._store.write(write)

    async def history(self, session_id: str) -> list[Change]:
        """Return the changes of a knowledge base, oldest first."""
        await self.head(session_id)
        query = (
            select(logic_changes)
            .where(logic_changes.c.session_id == session_id)
            .order_by(logic_changes.c.version)
        )
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return [
            Change(row.version, row.kind, row.added, row.removed, row.author, row.at)
            for row in rows
        ]


def missing_session(session_id: str) -> NotFound:
    """Return the error for a session that is not there."""
    message = f"There is no session {session_id!r}."
    return NotFound(message, code="SESSION_NOT_FOUND", hint="session.list names those there are.")


def read_head(connection: Connection, session_id: str) -> Head | None:
    """Return a knowledge base without its clauses, or None where it is not there."""
    query = select(logic_sessions).where(logic_sessions.c.id == session_id)
    row = connection.execute(query).one_or_none()
    return _to_head(row) if row is not None else None


def _to_head(row: Any) -> Head:
    return Head(row.id, row.world, row.version, row.forked_from, row.created_at, row.updated_at)


def _count(parts: Sequence[Part]) -> int:
    return sum(map(len, parts))


def _parts(
    connection: Connection, session_id: str, version: int, since: int = 0
) -> tuple[Part, ...]:
    table, gone = logic_clauses, logic_gone_facts
    held = (
        (table.c.session_id == session_id)
        & table.c.added_in.between(since, version)
        & (table.c.removed_in.is_(None) | (table.c.removed_in > version))
    )
    places: dict[int, set[int]] = {}
    query = (
        select(gone.c.sequence, gone.c.place)
        .join(table, table.c.sequence == gone.c.sequence)
        .where(held, gone.c.removed_in <= version)
    )
    for sequence, place in connection.execute(query):
        places.setdefault(sequence, set()).add(place)
    columns = table.c
    names = (columns.clause, columns.sentence, columns.origin, columns.sequence, columns.facts)
    rows = connection.execute(select(*names, columns.size).where(held).order_by(table.c.sequence))
    return tuple(
        Clause(clause, sentence, origin, sequence)
        if facts is None
        else FactBlock.kept(clause, size, facts, sequence, places.get(sequence, ()))
        for clause, sentence, origin, sequence, facts, size in rows
    )


def _remove(
    connection: Connection, before: KnowledgeBase, version: int, removed: Removal | None
) -> tuple[Part, ...]:
    """Take parts out and return those that stay."""
    statement = (
        update(logic_clauses)
        .where(logic_clauses.c.session_id == before.head.id)
        .where(logic_clauses.c.removed_in.is_(None))
        .values(removed_in=version)
    )
    if removed is None:
        connection.execute(statement)
        return ()
    for sequence in removed.clauses:
        connection.execute(statement.where(logic_clauses.c.sequence == sequence))
    places: dict[int, set[int]] = {}
    for sequence, place in removed.facts:
        row = {"sequence": sequence, "place": place, "removed_in": version}
        connection.execute(logic_gone_facts.insert(), row)
        places.setdefault(sequence, set()).add(place)
    kept = (part for part in before.parts if part.sequence not in removed.clauses)
    return tuple(
        part.without(places[part.sequence])
        if isinstance(part, FactBlock) and part.sequence in places
        else part
        for part in kept
    )


def _record(connection: Connection, change: Change, session_id: str, added: Sequence[Part]) -> None:
    for start in range(0, len(added), INSERTED_AT_ONCE):
        rows = [
            _row(part, session_id, change.version)
            for part in added[start : start + INSERTED_AT_ONCE]
        ]
        connection.execute(logic_clauses.insert(), rows)
    connection.execute(logic_changes.insert(), {"session_id": session_id, **asdict(change)})


def _row(part: Part, session_id: str, version: int) -> dict[str, Any]:
    row = {"session_id": session_id, "added_in": version, "sentence": "", "origin": ROWS}
    if isinstance(part, FactBlock):
        whole = part.renewed()
        return {**row, "clause": whole.indicator, "facts": whole.data, "size": whole.size}
    kept = {"clause": part.clause, "sentence": part.sentence, "origin": part.origin}
    return {**row, **kept, "facts": None, "size": 1}
