"""Knowledge bases in the store: clauses with their sentences, and every earlier state."""

import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, delete, func, select, update

from lux_nb.errors import Conflict, NotFound
from lux_nb.store.logic_tables import logic_changes, logic_clauses, logic_sessions
from lux_nb.store.store import Store

INSERTED_AT_ONCE = 20_000


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause, the sentence it came from, and how it got here."""

    clause: str
    sentence: str = ""
    origin: str = "prolog"
    sequence: int = 0

    @property
    def is_formula(self) -> bool:
        """Whether it is a first-order statement that rules can't express."""
        return self.origin == "formula"

    @property
    def line(self) -> str:
        """The clause as a line of a file, with where it came from."""
        sentence = " ".join(self.sentence.split())
        return f"{self.clause}  % {self.origin}: {sentence}" if sentence else self.clause


@dataclass(frozen=True, slots=True)
class Head:
    """A knowledge base without its clauses."""

    id: str
    world: str
    version: int
    forked_from: str | None
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class KnowledgeBase:
    """A knowledge base at one version."""

    head: Head
    clauses: tuple[Clause, ...]

    @property
    def text(self) -> str:
        """The whole of it as Prolog; a first-order statement is a comment with its sentence."""
        # The sentence goes along because such a statement is decided from it.
        return "\n".join(
            clause.line if clause.is_formula else clause.clause for clause in self.clauses
        )


@dataclass(frozen=True, slots=True)
class Change:
    """One step of a knowledge base's history."""

    version: int
    kind: str
    added: int
    removed: int
    author: str
    at: datetime


class KnowledgeBases:
    """Reads and writes knowledge bases; each change is whole or not there at all."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def create(
        self,
        session_id: str | None,
        world: str,
        author: str,
        clauses: Sequence[Clause] = (),
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
            if _head(connection, identity) is not None:
                message = f"There is a session {identity!r} already."
                raise Conflict(message, code="SESSION_EXISTS")
            connection.execute(logic_sessions.insert(), row)
            kind = "fork" if forked_from else "create"
            _record(connection, Change(0, kind, len(clauses), 0, author, now), identity, clauses)

        await self._store.write(write)
        return await self.get(identity)

    async def head(self, session_id: str) -> Head:
        """Return a knowledge base without its clauses."""
        found = await self._store.read(lambda connection: _head(connection, session_id))
        if found is None:
            raise missing_session(session_id)
        return found

    async def get(self, session_id: str, version: int | None = None) -> KnowledgeBase:
        """Return a knowledge base as it is, or as it was at a version."""

        def read(connection: Connection) -> KnowledgeBase:
            head = _head(connection, session_id)
            if head is None:
                raise missing_session(session_id)
            wanted = head.version if version is None else version
            return KnowledgeBase(head, _clauses(connection, session_id, wanted))

        return await self._store.read(read)

    async def all(self) -> list[tuple[Head, int]]:
        """Return every knowledge base with its number of clauses, the latest changed first."""
        count = func.count(logic_clauses.c.sequence)
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
            if _head(connection, session_id) is None:
                raise missing_session(session_id)
            for table in (logic_clauses, logic_changes):
                connection.execute(delete(table).where(table.c.session_id == session_id))
            connection.execute(delete(logic_sessions).where(logic_sessions.c.id == session_id))

        await self._store.write(write)

    async def change(
        self,
        before: Head,
        kind: str,
        author: str,
        added: Sequence[Clause] = (),
        removed: Sequence[int] | None = (),
    ) -> KnowledgeBase:
        """Remove the clauses of these sequence numbers (None: all), add others, keep history."""

        def write(connection: Connection) -> KnowledgeBase:
            version = before.version + 1
            taken = connection.execute(
                update(logic_sessions)
                .where(logic_sessions.c.id == before.id)
                .where(logic_sessions.c.version == before.version)
                .values(version=version, updated_at=datetime.now(UTC))
            )
            if not taken.rowcount:
                message = f"The session {before.id!r} was changed or deleted meanwhile."
                raise Conflict(message, code="SESSION_CHANGED", hint="Do it again.")
            gone = _remove(connection, before.id, version, removed)
            change = Change(version, kind, len(added), gone, author, datetime.now(UTC))
            _record(connection, change, before.id, added)
            head = _head(connection, before.id)
            assert head is not None
            return KnowledgeBase(head, _clauses(connection, before.id, version))

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


def _head(connection: Connection, session_id: str) -> Head | None:
    query = select(logic_sessions).where(logic_sessions.c.id == session_id)
    row = connection.execute(query).one_or_none()
    return _to_head(row) if row is not None else None


def _to_head(row: Any) -> Head:
    return Head(row.id, row.world, row.version, row.forked_from, row.created_at, row.updated_at)


def _clauses(connection: Connection, session_id: str, version: int) -> tuple[Clause, ...]:
    table = logic_clauses
    query = (
        select(table.c.clause, table.c.sentence, table.c.origin, table.c.sequence)
        .where(table.c.session_id == session_id, table.c.added_in <= version)
        .where(table.c.removed_in.is_(None) | (table.c.removed_in > version))
        .order_by(table.c.sequence)
    )
    return tuple(Clause(*row) for row in connection.execute(query))


def _remove(
    connection: Connection, session_id: str, version: int, removed: Sequence[int] | None
) -> int:
    statement = (
        update(logic_clauses)
        .where(logic_clauses.c.session_id == session_id)
        .where(logic_clauses.c.removed_in.is_(None))
        .values(removed_in=version)
    )
    if removed is None:
        return int(connection.execute(statement).rowcount)
    for sequence in removed:
        connection.execute(statement.where(logic_clauses.c.sequence == sequence))
    return len(removed)


def _record(
    connection: Connection, change: Change, session_id: str, added: Sequence[Clause]
) -> None:
    for start in range(0, len(added), INSERTED_AT_ONCE):
        rows = [
            {
                "session_id": session_id,
                "clause": clause.clause,
                "sentence": clause.sentence,
                "origin": clause.origin,
                "added_in": change.version,
            }
            for clause in added[start : start + INSERTED_AT_ONCE]
        ]
        connection.execute(logic_clauses.insert(), rows)
    connection.execute(logic_changes.insert(), {"session_id": session_id, **asdict(change)})
