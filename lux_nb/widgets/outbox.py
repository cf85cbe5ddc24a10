"""What goes to a panel's front end, gathered for a moment so that a flood becomes a trickle."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lux_nb.engine.events import Event

SECONDS_BETWEEN_SENDS = 0.06
MOST_EVENTS_AT_ONCE = 200


class Outbox:
    """Sends messages to a front end; used on the engine thread."""

    def __init__(self, send: Callable[[dict[str, Any]], None]) -> None:
        self._send = send
        self._waiting: list[dict[str, Any]] = []
        self._timer: asyncio.TimerHandle | None = None

    def now(self, message: dict[str, Any]) -> None:
        """Send a message at once, after what waits already."""
        self._waiting.append(message)
        self._flush()

    def later(self, message: dict[str, Any]) -> None:
        """Send a message with the next lot."""
        self._waiting.append(message)
        if self._timer is None:
            try:
                loop = asyncio.get_running_loop()
            except RuntimeError:
                self._flush()
                return
            self._timer = loop.call_later(SECONDS_BETWEEN_SENDS, self._flush)

    def piece(self, call_id: str, text: str) -> None:
        """Send a piece of a streamed text; pieces that follow each other become one."""
        last = self._waiting[-1] if self._waiting else {}
        if last.get("id") == call_id and "delta" in last:
            last["delta"] += text
        else:
            self.later({"id": call_id, "delta": text})

    def event(self, event: "Event") -> None:
        """Send an event of the log; of a flood, the latest."""
        from lux_nb.widgets.feed import event_view

        last = self._waiting[-1] if self._waiting else {}
        if "events" in last:
            last["events"] = [*last["events"], event_view(event.row())][-MOST_EVENTS_AT_ONCE:]
        else:
            self.later({"events": [event_view(event.row())]})

    def _flush(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        waiting, self._waiting = self._waiting, []
        # The kernel may be ending, and its sockets with it.
        with contextlib.suppress(OSError, RuntimeError):
            self._send({"batch": waiting})
