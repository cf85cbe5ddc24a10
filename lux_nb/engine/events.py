"""The event log: what happened, who did it, how long it took and what it cost.

Listeners on the engine loop hear of an event at once; the store gets it behind, in batches,
and before the answer of any operation that writes.
"""

import asyncio
import logging
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.exc import DataError, IntegrityError

from lux_nb.engine.authors import Author
from lux_nb.errors import StorageError
from lux_nb.store.store import Store
from lux_nb.store.tables import events as events_table

FLUSH_AFTER_SECONDS = 0.05
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened."""

    kind: str
    author: Author
    subject: str | None = None
    operation: str | None = None
    status: str = "ok"
    error_code: str | None = None
    seconds: float | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost: float | None = None
    payload: dict[str, Any] = field(default_factory=dict)
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    at: datetime = field(default_factory=lambda: datetime.now(UTC))

    def row(self) -> dict[str, Any]:
        """Return the event as a row of the events table."""
        return {
            "id": self.id,
            "at": self.at,
            "kind": self.kind,
            "subject": self.subject,
            "operation": self.operation,
            "status": self.status,
            "error_code": self.error_code,
            "seconds": self.seconds,
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
            "cost": self.cost,
            "payload": self.payload,
            **self.author.columns(),
        }


EventListener = Callable[[Event], None]


class EventLog:
    """Appends events, tells listeners, and writes to the store in batches."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._pending: list[Event] = []
        self._listeners: list[EventListener] = []
        self._flusher: asyncio.Task[None] | None = None

    def append(self, event: Event) -> None:
        """Add an event; must be called on the engine loop."""
        self._pending.append(event)
        for listener in tuple(self._listeners):
            try:
                listener(event)
            except Exception:
                # One broken listener (a closed client, say) must not fail the operation.
                logger.exception("an event listener failed")
        if self._flusher is None or self._flusher.done():
            self._flusher = asyncio.get_running_loop().create_task(self._flush_soon())

    def subscribe(self, listener: EventListener) -> Callable[[], None]:
        """Call ``listener`` with each event from now on; returns the function that stops it."""
        self._listeners.append(listener)

        def stop() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return stop

    async def flush(self) -> None:
        """Write what is pending to the store, also when the caller is cancelled meanwhile."""
        await asyncio.shield(self._write_pending())

    async def close(self) -> None:
        """Write what is pending and stop the writing behind."""
        if self._flusher is not None:
            self._flusher.cancel()
            await asyncio.gather(self._flusher, return_exceptions=True)
        await self.flush()

    async def _write_pending(self) -> None:
        batch, self._pending = self._pending, []
        if not batch:
            return
        try:
            await self._write(batch)
        except Exception as error:
            if _may_pass(error):
                self._pending = batch + self._pending
                raise
            await self._write_singly(batch)

    async def _write_singly(self, batch: list[Event]) -> None:
        """Write what can be written: one bad event must not hold up all that come after it."""
        for event in batch:
            try:
                await self._write([event])
            except Exception:
                logger.exception("the event %s can't be written and is left out", event.id)

    async def _write(self, batch: list[Event]) -> None:
        rows = [event.row() for event in batch]
        await self._store.write(lambda connection: connection.execute(events_table.insert(), rows))

    async def _flush_soon(self) -> None:
        await asyncio.sleep(FLUSH_AFTER_SECONDS)
        try:
            await self.flush()
        except Exception:
            logger.exception("events could not be written; they are kept and tried again")


def _may_pass(error: Exception) -> bool:
    """Tell whether writing again can help: the store was out of reach, not the row wrong."""
    return isinstance(error, StorageError) and not isinstance(
        error.__cause__, DataError | IntegrityError
    )
