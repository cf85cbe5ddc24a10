"""Telling assistants that a resource changed, in both eras of the protocol.

Newer clients hold a listen stream, fed through the SDK's bus. Older ones name the URIs they
watch and are told on their session's own stream.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.subscriptions import (
    InMemorySubscriptionBus,
    ListenHandler,
    ResourceUpdated,
)
from mcp_types import EmptyResult, SubscribeRequestParams, UnsubscribeRequestParams

Context = ServerRequestContext[Any, Any]


class Watcher:
    """An older client's session: the URIs it watches, and what it has still to be told."""

    def __init__(self, session: ServerSession) -> None:
        self.session = session
        self.uris: set[str] = set()
        self._pending: dict[str, None] = {}
        self._telling = False

    async def tell(self, uri: str) -> None:
        """Send an update; while one is under way the same URI waits once, not many times."""
        self._pending[uri] = None
        if self._telling:
            return
        self._telling = True
        try:
            while self._pending:
                due = next(iter(self._pending))
                del self._pending[due]
                await self.session.send_resource_updated(due)
        finally:
            self._telling = False


class Subscriptions:
    """Who watches what."""

    def __init__(self) -> None:
        self._bus = InMemorySubscriptionBus()
        self.listen = ListenHandler(self._bus)
        self._watchers: dict[Any, Watcher] = {}
        self._sending: set[asyncio.Task[None]] = set()

    async def subscribe(self, context: Context, params: SubscribeRequestParams) -> EmptyResult:
        """Note that an older client watches a URI."""
        self._watcher(context.session).uris.add(str(params.uri))
        return EmptyResult()

    async def unsubscribe(self, context: Context, params: UnsubscribeRequestParams) -> EmptyResult:
        """Note that it no longer does."""
        self._watcher(context.session).uris.discard(str(params.uri))
        return EmptyResult()

    def updated(self, uris: list[str]) -> None:
        """Tell all who watch one of these URIs; returns at once."""
        for uri in uris:
            self._soon(self._bus.publish(ResourceUpdated(uri=uri)))
            for watcher in tuple(self._watchers.values()):
                if uri in watcher.uris:
                    self._soon(watcher.tell(uri))

    def close(self) -> None:
        """End the listen streams in order, so that clients know it was meant."""
        self.listen.close()
        self._watchers.clear()

    def _watcher(self, session: ServerSession) -> Watcher:
        # The session handed to a handler lives for one request; the connection behind it is
        # the client. The SDK has no public way to it yet.
        connection = session._connection
        found = self._watchers.get(connection)
        if found is None:
            found = self._watchers[connection] = Watcher(session)
            connection.exit_stack.callback(self._watchers.pop, connection, None)
        return found

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)
