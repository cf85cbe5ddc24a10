"""Telling assistants that a resource or a list changed, in both eras of the protocol.

Newer clients hold a listen stream, fed through the SDK's bus. Older ones name the URIs they
watch and are told on their session's own stream. What happens at nearly the same time is told
once: an assistant reads the newest state anyway.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Literal

from mcp.server.context import ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.subscriptions import (
    InMemorySubscriptionBus,
    ListenHandler,
    PromptsListChanged,
    ResourcesListChanged,
    ResourceUpdated,
    ToolsListChanged,
)
from mcp_types import (
    EmptyResult,
    NotificationParams,
    SubscribeRequestParams,
    UnsubscribeRequestParams,
)

GATHERED_SECONDS = 0.02
Context = ServerRequestContext[Any, Any]
ListName = Literal["tools", "resources", "prompts"]
_LIST_EVENTS: dict[ListName, ToolsListChanged | ResourcesListChanged | PromptsListChanged] = {
    "tools": ToolsListChanged(),
    "resources": ResourcesListChanged(),
    "prompts": PromptsListChanged(),
}
_SENDERS: dict[str, Callable[[ServerSession], Awaitable[None]]] = {
    "tools": ServerSession.send_tool_list_changed,
    "resources": ServerSession.send_resource_list_changed,
    "prompts": ServerSession.send_prompt_list_changed,
}


class Watcher:
    """An older client's session: the URIs it watches, and what it has still to be told."""

    def __init__(self, session: ServerSession) -> None:
        self.session = session
        self.uris: set[str] = set()
        self._pending: dict[str, None] = {}
        self._telling = False

    async def tell(self, news: str) -> None:
        """Send a change of a URI or list; while one is under way the same waits only once."""
        self._pending[news] = None
        if self._telling:
            return
        self._telling = True
        try:
            while self._pending:
                due = next(iter(self._pending))
                del self._pending[due]
                if due in _SENDERS:
                    await _SENDERS[due](self.session)
                else:
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
        self._due_uris: dict[str, None] = {}
        self._due_lists: dict[ListName, None] = {}
        self._gathering: asyncio.TimerHandle | None = None

    @property
    def sessions(self) -> int:
        """How many older clients are connected."""
        return len(self._watchers)

    async def greet(self, context: Context, params: NotificationParams) -> None:
        """Note an older client, which hears of changed lists without asking for it."""
        self._watcher(context.session)

    async def subscribe(self, context: Context, params: SubscribeRequestParams) -> EmptyResult:
        """Note that an older client watches a URI."""
        self._watcher(context.session).uris.add(str(params.uri))
        return EmptyResult()

    async def unsubscribe(self, context: Context, params: UnsubscribeRequestParams) -> EmptyResult:
        """Note that it no longer does."""
        self._watcher(context.session).uris.discard(str(params.uri))
        return EmptyResult()

    def updated(self, uris: Iterable[str]) -> None:
        """Tell all who watch one of these URIs; returns at once."""
        self._due_uris.update(dict.fromkeys(uris))
        self._gather()

    def list_changed(self, name: ListName) -> None:
        """Tell all clients that a list is another now; returns at once."""
        self._due_lists[name] = None
        self._gather()

    def close(self) -> None:
        """End the listen streams in order, so that clients know it was meant."""
        if self._gathering is not None:
            self._gathering.cancel()
        self.listen.close()
        self._watchers.clear()

    def _gather(self) -> None:
        if self._gathering is None and (self._due_uris or self._due_lists):
            loop = asyncio.get_running_loop()
            self._gathering = loop.call_later(GATHERED_SECONDS, self._tell)

    def _tell(self) -> None:
        self._gathering = None
        uris, self._due_uris = self._due_uris, {}
        lists, self._due_lists = self._due_lists, {}
        self._soon(self._publish(list(uris), list(lists)))
        for watcher in tuple(self._watchers.values()):
            for news in (*lists, *(uri for uri in uris if uri in watcher.uris)):
                self._soon(watcher.tell(news))

    async def _publish(self, uris: list[str], lists: list[ListName]) -> None:
        for uri in uris:
            await self._bus.publish(ResourceUpdated(uri=uri))
        for name in lists:
            await self._bus.publish(_LIST_EVENTS[name])

    def _watcher(self, session: ServerSession) -> Watcher:
        # The session handed to a handler lives for one request; the connection behind it is
        # the client. The SDK has no public way to it yet.
        connection = session._connection
        found = self._watchers.get(connection)
        if found is None:
            found = self._watchers[connection] = Watcher(session)
            connection.exit_stack.callback(self._watchers.pop, connection, None)
        return found

    def _soon(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)
