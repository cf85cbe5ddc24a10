"""Sessions of older clients that can take up a broken stream where it ended."""

import secrets
from collections import OrderedDict
from typing import Any

from mcp.server.streamable_http import EventCallback, EventMessage, EventStore
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp_types import JSONRPCMessage

from lux_nb.server.mcp_server import KernelMcp

KEPT_EVENTS = 256
KEPT_CHARACTERS = 1_000_000
RETRY_MILLISECONDS = 500


class RecentEvents(EventStore):
    """The latest events of one session, as many as fit; older ones can't be had again."""

    def __init__(self) -> None:
        self._events: OrderedDict[str, tuple[str, JSONRPCMessage | None, int]] = OrderedDict()
        self._size = 0
        # Ids of another session, guessed or replayed, are not known here.
        self._prefix = secrets.token_hex(8)
        self._count = 0

    async def store_event(self, stream_id: str, message: JSONRPCMessage | None) -> str:
        """Keep an event and return its id."""
        self._count += 1
        identity = f"{self._prefix}-{self._count}"
        size = 0 if message is None else len(message.model_dump_json(exclude_none=True))
        if size <= KEPT_CHARACTERS:
            self._events[identity] = (stream_id, message, size)
            self._size += size
        while len(self._events) > KEPT_EVENTS or self._size > KEPT_CHARACTERS:
            _, (_, _, gone) = self._events.popitem(last=False)
            self._size -= gone
        return identity

    async def replay_events_after(
        self, last_event_id: str, send_callback: EventCallback
    ) -> str | None:
        """Send what came after an event on its stream; None when it is not known any more."""
        found = self._events.get(last_event_id)
        if found is None:
            return None
        stream = found[0]
        identities = list(self._events)
        for identity in identities[identities.index(last_event_id) + 1 :]:
            kept = self._events.get(identity)
            if kept is not None and kept[0] == stream and kept[1] is not None:
                await send_callback(EventMessage(kept[1], identity))
        return stream


class Sessions(StreamableHTTPSessionManager):
    """The SDK's session manager, with recent events for each session of its own.

    Streams are numbered by the client, so two sessions have the same numbers: what they share
    would be mixed up.
    """

    def __init__(self, app: KernelMcp, **options: Any) -> None:
        super().__init__(
            app=app, stateless=app.stateless, retry_interval=RETRY_MILLISECONDS, **options
        )

    @property
    def event_store(self) -> EventStore:
        """Return new, empty events: this is asked once for each session."""
        return RecentEvents()

    @event_store.setter
    def event_store(self, _: EventStore | None) -> None:
        """Ignore the one store that the SDK would share."""
