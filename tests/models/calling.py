"""Calling operations in tests, and looking for what must not be there."""

from pathlib import Path
from typing import Any

from sqlalchemy import select

from lux_nb.engine.authors import Author
from lux_nb.engine.calls import Delta, Notice, Progress
from lux_nb.store import tables

SCRIPT = Author("script", "test")
HELLO = [{"role": "user", "content": "Say hello."}]


class Heard:
    """What a listener of a call was told."""

    def __init__(self) -> None:
        self.updates: list[Any] = []

    def __call__(self, update: Any) -> None:
        self.updates.append(update)

    @property
    def text(self) -> str:
        return "".join(u.text for u in self.updates if isinstance(u, Delta))

    @property
    def notices(self) -> list[str]:
        return [u.message for u in self.updates if isinstance(u, Notice)]

    @property
    def progress(self) -> list[str]:
        return [u.message for u in self.updates if isinstance(u, Progress)]


def run(
    engine: Any, name: str, *, author: Author = SCRIPT, listener: Any = None, **given: Any
) -> Any:
    """Run an operation to its end."""
    return engine.run(engine.call(name, given, author=author, listener=listener))


def rows(engine: Any, table: Any) -> list[Any]:
    """Return all rows of a table, after the log is written."""
    engine.run(engine.events.flush())
    return list(engine.store.read_now(lambda c: c.execute(select(table)).all()))


def calls(engine: Any) -> list[Any]:
    """Return the model calls, oldest first."""
    return sorted(rows(engine, tables.calls), key=lambda row: row.started_at)


def everything_kept(engine: Any) -> str:
    """Return all that the engine wrote anywhere: rows, events and log."""
    kept = [str(row) for table in tables.metadata.sorted_tables for row in rows(engine, table)]
    log: Path = engine.log_file
    if log.exists():
        kept.append(log.read_text(encoding="utf-8"))
    return "\n".join(kept)
