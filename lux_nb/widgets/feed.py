"""Events as a panel lists them: who did what, when, how long it took and what it cost."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from lux_nb.engine.authors import Author

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

SHOWN_AT_FIRST = 200
LONGEST_MESSAGE = 300


def event_view(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of the log as the front end shows it."""
    author = Author(
        kind=row["author_kind"],
        name=row["author_name"],
        version=row["author_version"],
        execution_count=row["execution_count"],
    )
    at: datetime = row["at"]
    payload = row["payload"] or {}
    return {
        "id": row["id"],
        "at": at.isoformat(),
        "kind": row["kind"],
        "subject": row["subject"],
        "operation": row["operation"],
        "status": row["status"],
        "error": row["error_code"],
        "seconds": row["seconds"],
        "tokens": (row["prompt_tokens"] or 0) + (row["completion_tokens"] or 0),
        "cost": row["cost"],
        "author": author.label,
        "authorKind": author.kind,
        "message": _message(payload)[:LONGEST_MESSAGE],
    }


def _message(payload: Mapping[str, Any]) -> str:
    """Return what an event says of itself: its message, what is asked for, or what changed."""
    changed = payload.get("changed")
    if isinstance(changed, dict) and changed:
        return ", ".join(f"{name} {kind}" for name, kind in changed.items())
    return str(payload.get("message") or payload.get("what") or "")


async def latest_events(engine: "Engine", limit: int = SHOWN_AT_FIRST) -> list[dict[str, Any]]:
    """Return the latest events, oldest first."""
    from sqlalchemy import select

    from lux_nb.store.tables import events

    await engine.events.flush()
    query = select(events).order_by(events.c.sequence.desc()).limit(limit)
    rows = await engine.store.read(lambda connection: connection.execute(query).mappings().all())
    return [event_view(dict(row)) for row in reversed(rows)]
