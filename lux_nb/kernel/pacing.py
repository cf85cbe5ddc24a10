"""Pacing: what happens fast is sent to a front end at a rate a screen can show."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lux_nb.engine.calls import Delta, Notice, Progress, Update

if TYPE_CHECKING:
    # Both are slow to import, and this is loaded with the extension.
    import asyncio

    from lux_nb.engine.events import Event

INTERVAL_SECONDS = 0.05
MOST_EVENTS = 200
MOST_CHARACTERS = 600
MOST_ITEMS = 20
Send = Callable[[dict[str, Any]], None]


class Pacer:
    """Calls ``flush`` soon after something is added, and then at most once per interval.

    Everything here happens on one loop, so nothing needs a lock.
    """

    def __init__(self, loop: "asyncio.AbstractEventLoop", send: Send) -> None:
        self._loop = loop
        self._send = send
        self._timer: asyncio.TimerHandle | None = None
        self._flushed = float("-inf")

    def wake(self) -> None:
        """See to it that what was added is sent."""
        if self._timer is None:
            wait = max(0.0, self._flushed + INTERVAL_SECONDS - self._loop.time())
            self._timer = self._loop.call_later(wait, self.flush)

    def flush(self) -> None:
        """Send what is waiting."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._flushed = self._loop.time()
        waiting = self.take()
        if waiting:
            self._send(waiting)

    def take(self) -> dict[str, Any]:
        """Return what is waiting and begin anew; empty when nothing is."""
        raise NotImplementedError


class EventPacer(Pacer):
    """Events in batches; of a burst the latest are kept, and how many were left out is told."""

    def __init__(self, loop: "asyncio.AbstractEventLoop", send: Send) -> None:
        super().__init__(loop, send)
        self._events: list[Event] = []
        self._left_out = 0

    def add(self, event: "Event") -> None:
        """Add an event; must be called on the loop."""
        self._events.append(event)
        if len(self._events) > MOST_EVENTS:
            self._events.pop(0)
            self._left_out += 1
        self.wake()

    def take(self) -> dict[str, Any]:
        """Return the batch."""
        events, self._events = self._events, []
        left_out, self._left_out = self._left_out, 0
        if not events:
            return {}
        return {"type": "events", "events": [event_data(e) for e in events], "left_out": left_out}


class UpdatePacer(Pacer):
    """Partial results of a call: text is joined, and of progress only the latest counts."""

    def __init__(self, loop: "asyncio.AbstractEventLoop", send: Send) -> None:
        super().__init__(loop, send)
        self._waiting: dict[str, Any] = {}

    def add(self, update: Update) -> None:
        """Add a partial result; must be called on the loop."""
        match update:
            case Delta(text):
                self._waiting["text"] = self._waiting.get("text", "") + text
            case Progress(message, done, total):
                self._waiting["progress"] = {"message": message, "done": done, "total": total}
            case Notice(message):
                self._waiting.setdefault("notices", []).append(message)
        self.wake()

    def take(self) -> dict[str, Any]:
        """Return what was added."""
        waiting, self._waiting = self._waiting, {}
        return waiting


def event_data(event: "Event") -> dict[str, Any]:
    """Return an event as a front end shows it: with a label, and nothing long."""
    row = event.row()
    row["at"] = event.at.isoformat()
    row["author"] = event.author.label
    row["payload"] = clipped(event.payload)
    return {name: value for name, value in row.items() if value is not None}


def clipped(value: Any) -> Any:
    """Return a payload with its long texts and lists cut."""
    if isinstance(value, str):
        return value if len(value) <= MOST_CHARACTERS else value[: MOST_CHARACTERS - 1] + "…"
    if isinstance(value, dict):
        return {str(name): clipped(part) for name, part in list(value.items())[:MOST_ITEMS]}
    if isinstance(value, list | tuple):
        return [clipped(part) for part in value[:MOST_ITEMS]]
    return value
