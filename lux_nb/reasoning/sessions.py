"""Sessions of the reasoning tools: what was asked, how far it is, and who began it."""

import uuid
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import Connection, Select, select

from lux_nb.engine.authors import Author
from lux_nb.engine.calls import current_call
from lux_nb.engine.events import Event
from lux_nb.errors import InvalidRequest, NotFound
from lux_nb.store.reasoning_tables import reasoning_sessions

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

Kind = Literal["trace", "bias", "plan"]
PLURAL: dict[Kind, str] = {"trace": "traces", "bias": "bias_sessions", "plan": "plans"}
OPEN = "open"
COMPLETE = "complete"
LONGEST_ID = 64


@dataclass(frozen=True, slots=True)
class Session:
    """One session of a reasoning tool, without its steps."""

    id: str
    kind: Kind
    query: str
    status: str
    total: int
    thread_id: str | None
    options: dict[str, Any]
    created_at: datetime
    last_accessed: datetime
    author: Author

    @property
    def uri(self) -> str:
        """The resource it is read under."""
        return f"lux://{PLURAL[self.kind]}/{self.id}"

    @classmethod
    def from_row(cls, row: Any) -> "Session":
        """Make a session from a row of its table."""
        return cls(
            id=row.id,
            kind=row.kind,
            query=row.query,
            status=row.status,
            total=row.total,
            thread_id=row.thread_id,
            options=row.options,
            created_at=row.created_at,
            last_accessed=row.last_accessed,
            author=Author.from_row(row),
        )


def new_session(
    kind: Kind,
    query: str,
    total: int,
    *,
    session_id: str | None = None,
    thread_id: str | None = None,
    options: dict[str, Any] | None = None,
) -> Session:
    """Return a session that is not yet in the store."""
    if session_id is not None and not 0 < len(session_id) <= LONGEST_ID:
        message = f"A session id has 1 to {LONGEST_ID} characters."
        raise InvalidRequest(message, details={"field": "session_id"})
    now = datetime.now(UTC)
    return Session(
        id=session_id or str(uuid.uuid4()),
        kind=kind,
        query=query,
        status=OPEN,
        total=total,
        thread_id=thread_id,
        options=options or {},
        created_at=now,
        last_accessed=now,
        author=current_call().author,
    )


def save_session(connection: Connection, session: Session) -> None:
    """Write a session as it now is, inside a transaction."""
    values = {
        "status": session.status,
        "total": session.total,
        "thread_id": session.thread_id,
        "options": session.options,
        "last_accessed": session.last_accessed,
    }
    where = reasoning_sessions.c.id == session.id
    if connection.execute(reasoning_sessions.update().where(where).values(values)).rowcount:
        return
    row = {
        "id": session.id,
        "kind": session.kind,
        "query": session.query,
        "created_at": session.created_at,
        **values,
        **session.author.columns(),
    }
    connection.execute(reasoning_sessions.insert(), row)


def touched(session: Session, **changes: Any) -> Session:
    """Return the session as used just now, with changes."""
    return replace(session, last_accessed=datetime.now(UTC), **changes)


class Sessions:
    """Finds sessions in the store."""

    def __init__(self, engine: "Engine") -> None:
        self._engine = engine

    async def get(self, session_id: str, kind: Kind) -> Session:
        """Return a session, or raise an error that names it."""
        found = await self.find(session_id, kind)
        if found is None:
            raise no_session(session_id, kind)
        return found

    async def find(self, session_id: str, kind: Kind) -> Session | None:
        """Return a session, or None where there is none; one of another kind is an error."""
        query = select(reasoning_sessions).where(reasoning_sessions.c.id == session_id)
        session = await self._first(query)
        if session is not None and session.kind != kind:
            message = f"The session {session_id!r} is a {session.kind} session, not a {kind} one."
            raise InvalidRequest(message, details={"session_id": session_id})
        return session

    async def latest(self, kind: Kind, **wanted: Any) -> Session | None:
        """Return the session last used whose columns have the given values."""
        query = self._ordered(kind).limit(1)
        for name, value in wanted.items():
            query = query.where(reasoning_sessions.c[name] == value)
        return await self._first(query)

    async def latest_of_author(self, kind: Kind, **wanted: Any) -> Session | None:
        """Return the session last used among those that the current author began."""
        author = current_call().author
        return await self.latest(
            kind,
            author_kind=author.kind,
            author_name=author.name,
            notebook=author.notebook,
            **wanted,
        )

    async def matching(self, kind: Kind, beginning: str, notebook: str | None = None) -> str:
        """Return the id of the one session whose id begins like this.

        "last" is the one last used, in the notebook if one is given.
        """
        if beginning == "last":
            wanted = {"notebook": notebook} if notebook else {}
            found = await self.latest(kind, **wanted)
            if found is None:
                raise no_session(beginning, kind)
            return found.id
        pattern = beginning.replace("%", "").replace("_", "")
        query = self._ordered(kind).where(reasoning_sessions.c.id.like(f"{pattern}%")).limit(2)
        rows = await self._engine.store.read(lambda c: c.execute(query).all())
        if not pattern or not rows:
            raise no_session(beginning, kind)
        exact = [row.id for row in rows if row.id == beginning]
        if len(rows) > 1 and not exact:
            message = f"Several sessions begin with {beginning!r}."
            raise InvalidRequest(message, hint="Give more characters of the id.")
        return str(exact[0] if exact else rows[0].id)

    async def list_sessions(self, kind: Kind, limit: int) -> list[Session]:
        """Return the sessions of a kind, the latest used first."""
        query = self._ordered(kind).limit(limit)
        rows = await self._engine.store.read(lambda c: c.execute(query).all())
        return [Session.from_row(row) for row in rows]

    def announce(self, kind: str, session: Session, **payload: Any) -> None:
        """Tell the log, and who watches the session, that something was added."""
        call = current_call()
        self._engine.events.append(
            Event(
                kind=kind,
                author=call.author,
                subject=session.uri,
                operation=call.operation,
                payload=payload,
            )
        )

    def _ordered(self, kind: Kind) -> Select[Any]:
        query = select(reasoning_sessions).where(reasoning_sessions.c.kind == kind)
        return query.order_by(reasoning_sessions.c.last_accessed.desc())

    async def _first(self, query: Select[Any]) -> Session | None:
        rows = await self._engine.store.read(lambda c: c.execute(query.limit(1)).all())
        return Session.from_row(rows[0]) if rows else None


def no_session(session_id: str, kind: Kind) -> NotFound:
    """Return the error for a session that is not there."""
    listing = {"trace": "trace_list", "bias": "lux.frames.bias_findings()", "plan": "plan_list"}
    return NotFound(
        f"There is no {kind} session {session_id!r}.",
        code="SESSION_NOT_FOUND",
        hint=f"{listing[kind]} shows those there are; leave session_id out to begin one.",
        details={"session_id": session_id},
    )
