"""Threads: conversations that outlive the kernel and can be continued by anyone attached."""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, func, select

from lux_nb.engine.calls import current_call
from lux_nb.engine.events import Event
from lux_nb.errors import InvalidRequest, NotFound
from lux_nb.reasoning.turns import NewTurn, Turn
from lux_nb.store.tables import threads, turns

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

TITLE_LENGTH = 80


@dataclass(frozen=True, slots=True)
class Thread:
    """A conversation without its turns."""

    id: str
    title: str
    notebook: str | None
    continued_from: str | None
    created_at: datetime
    last_accessed: datetime
    expired: bool
    turn_count: int
    metadata: dict[str, Any]


class Threads:
    """Creates, finds, continues and retires threads; never deletes what a user wrote."""

    def __init__(self, engine: "Engine") -> None:
        self._engine = engine
        self.current: str | None = None

    @property
    def _ttl(self) -> timedelta:
        return timedelta(minutes=self._engine.settings.thread_ttl_minutes)

    async def create_thread(self, title: str = "", continued_from: str | None = None) -> str:
        """Start a thread, with a copy of another one's turns if it is given; returns its id."""
        earlier: list[Turn] = []
        if continued_from is not None:
            await self.get_thread(continued_from)
            earlier = await self.turns(continued_from)
        row = _thread_row(title, current_call().author.notebook, continued_from)

        def write(connection: Connection) -> None:
            connection.execute(threads.insert(), row)
            _copy(connection, earlier, row["id"])

        await self._engine.store.write(write)
        self._announce("thread_created", row["id"])
        return str(row["id"])

    async def get_thread(self, thread_id: str) -> Thread:
        """Return a thread, active or expired."""
        rows = await self._engine.store.read(lambda c: c.execute(_counted(thread_id)).all())
        if not rows:
            raise _no_thread(thread_id)
        return _thread(rows[0], self._ttl)

    async def list_threads(self, *, active_only: bool, limit: int) -> list[Thread]:
        """Return threads, the latest used first."""
        query = _counted().order_by(threads.c.last_accessed.desc()).limit(limit)
        if active_only:
            query = query.where(threads.c.last_accessed >= datetime.now(UTC) - self._ttl)
        rows = await self._engine.store.read(lambda c: c.execute(query).all())
        return [_thread(row, self._ttl) for row in rows]

    async def turns(self, thread_id: str, last: int | None = None) -> list[Turn]:
        """Return the turns of a thread in order, or only the last so many."""
        query = select(turns).where(turns.c.thread_id == thread_id)
        query = query.order_by(turns.c.position.desc()).limit(last)
        rows = await self._engine.store.read(lambda c: c.execute(query).all())
        return [Turn.from_row(row) for row in reversed(rows)]

    async def add_turns(
        self,
        thread_id: str | None,
        new: Sequence[NewTurn],
        also: Callable[[Connection, str], None] | None = None,
    ) -> str:
        """Write turns in one transaction, on a new thread when none is given; revives it.

        ``also`` writes what belongs to the turns, with the thread's id, in that transaction.
        """
        call = current_call()
        fresh = thread_id is None
        title = new[0].content if new else ""
        row = _thread_row(title, call.author.notebook, None) if fresh else None
        target = str(row["id"]) if row else str(thread_id)

        def write(connection: Connection) -> None:
            if row:
                connection.execute(threads.insert(), row)
            else:
                _touch(connection, target)
            _append(connection, target, new, call.operation, call.author.columns())
            if also is not None:
                also(connection, target)

        await self._engine.store.write(write)
        if fresh:
            self._announce("thread_created", target)
        self._announce("turn_added", target, turns=len(new))
        return target

    async def cleanup_expired(self) -> int:
        """Take idle threads out of the active set and return how many; nothing is deleted."""
        limit = datetime.now(UTC) - self._ttl
        change = (
            threads.update()
            .where(threads.c.last_accessed < limit, threads.c.expired.is_(False))
            .values(expired=True)
        )
        return await self._engine.store.write(lambda c: c.execute(change).rowcount)

    async def delete_thread(self, thread_id: str) -> None:
        """Delete a thread and its turns, because a user asked for it."""
        await self.get_thread(thread_id)
        await self._engine.store.write(
            lambda c: c.execute(threads.delete().where(threads.c.id == thread_id))
        )
        if self.current == thread_id:
            self.current = None
        self._announce("thread_deleted", thread_id)

    async def find(self, beginning: str) -> str:
        """Return the id of the one thread whose id begins like this."""
        pattern = beginning.replace("%", "").replace("_", "")
        query = select(threads.c.id).where(threads.c.id.like(f"{pattern}%")).limit(2)
        found = await self._engine.store.read(lambda c: c.execute(query).scalars().all())
        if len(found) > 1:
            message = f"Several threads begin with {beginning!r}."
            raise InvalidRequest(message, hint="Give more characters of the id.")
        if not found or not pattern:
            raise _no_thread(beginning)
        return str(found[0])

    async def latest_of(self, notebook: str | None) -> str | None:
        """Return the thread that was last used in a notebook."""
        query = (
            select(threads.c.id)
            .where(threads.c.notebook == notebook)
            .order_by(threads.c.last_accessed.desc())
            .limit(1)
        )
        return await self._engine.store.read(lambda c: c.execute(query).scalar())

    def _announce(self, kind: str, thread_id: str, **payload: Any) -> None:
        call = current_call()
        self._engine.events.append(
            Event(
                kind=kind,
                author=call.author,
                subject=f"lux://threads/{thread_id}",
                operation=call.operation,
                payload=payload,
            )
        )


def _counted(thread_id: str | None = None) -> Any:
    count = (
        select(func.count())
        .select_from(turns)
        .where(turns.c.thread_id == threads.c.id)
        .scalar_subquery()
        .label("turn_count")
    )
    query = select(threads, count)
    return query if thread_id is None else query.where(threads.c.id == thread_id)


def _thread(row: Any, ttl: timedelta) -> Thread:
    return Thread(
        id=row.id,
        title=row.title,
        notebook=row.notebook,
        continued_from=row.continued_from,
        created_at=row.created_at,
        last_accessed=row.last_accessed,
        expired=bool(row.expired) or datetime.now(UTC) - row.last_accessed > ttl,
        turn_count=row.turn_count,
        metadata=row._mapping[threads.c.metadata],
    )


def _thread_row(title: str, notebook: str | None, continued_from: str | None) -> dict[str, Any]:
    now = datetime.now(UTC)
    first_line = title.strip().split("\n", 1)[0]
    shown = first_line if len(first_line) <= TITLE_LENGTH else first_line[: TITLE_LENGTH - 1] + "…"
    return {
        "id": str(uuid.uuid4()),
        "title": shown,
        "notebook": notebook,
        "continued_from": continued_from,
        "created_at": now,
        "last_accessed": now,
        "expired": False,
        "metadata": {},
    }


def _touch(connection: Connection, thread_id: str) -> None:
    """Mark a thread as used; the update also locks its row against a second writer."""
    change = (
        threads.update()
        .where(threads.c.id == thread_id)
        .values(last_accessed=datetime.now(UTC), expired=False)
    )
    if connection.execute(change).rowcount == 0:
        raise _no_thread(thread_id)


def _copy(connection: Connection, copied: Sequence[Turn], to_id: str) -> None:
    """Write turns onto the end of a thread, each with the author and time it had."""
    start = _next_position(connection, to_id)
    for offset, turn in enumerate(copied):
        row = {
            "id": uuid.uuid4().hex,
            "thread_id": to_id,
            "position": start + offset,
            "role": turn.role,
            "content": turn.content,
            "created_at": turn.created_at,
            "tokens": turn.tokens,
            "quality": turn.quality,
            "model": turn.model,
            "call_id": turn.call_id,
            "tool": turn.tool,
            "files": turn.files,
            **turn.author.columns(),
        }
        connection.execute(turns.insert(), row)


def _next_position(connection: Connection, thread_id: str) -> int:
    query = select(func.max(turns.c.position)).where(turns.c.thread_id == thread_id)
    last = connection.execute(query).scalar()
    return 0 if last is None else int(last) + 1


def _append(
    connection: Connection,
    thread_id: str,
    new: Sequence[NewTurn],
    tool: str,
    author: dict[str, Any],
) -> None:
    start = _next_position(connection, thread_id)
    now = datetime.now(UTC)
    for offset, turn in enumerate(new):
        row = {
            "id": uuid.uuid4().hex,
            "thread_id": thread_id,
            "position": start + offset,
            "role": turn.role,
            "content": turn.content,
            "created_at": now,
            "tokens": turn.tokens,
            "quality": turn.quality,
            "model": turn.model,
            "call_id": turn.call_id,
            "tool": tool,
            "files": turn.files,
            **author,
        }
        connection.execute(turns.insert(), row)


def _no_thread(thread_id: str) -> NotFound:
    return NotFound(
        f"There is no thread {thread_id!r}.",
        code="THREAD_NOT_FOUND",
        hint="thread_list (lux.frames.threads()) shows those there are.",
        details={"continuation_id": thread_id},
    )
