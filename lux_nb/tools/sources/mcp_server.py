"""Another MCP server as a source of tools: a program on stdio, or an address."""

import asyncio
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from lux_nb.engine.calls import Call, Progress, current_call
from lux_nb.errors import InvalidRequest, LuxError, ProviderError
from lux_nb.tools.sources.base import Session, Source, refuse_plain_secrets, text_mapping
from lux_nb.tools.webhook import check_url, fill_variables

READ_SECONDS = 3600.0
"""Longest wait for an answer; the executor's own limit is shorter."""
MOST_PAGES = 100


class McpSource(Source):
    """An MCP server, over stdio (``command``) or streamable HTTP (``url``)."""

    kind = "mcp"
    polls = True

    def __init__(
        self, name: str, connection: Mapping[str, Any], *, logs: Path, private: bool
    ) -> None:
        self._name = name
        self._logs = logs
        self._private = private
        self._url = str(connection["url"]) if connection.get("url") else None
        self._command = connection.get("command")
        if (self._url is None) == (self._command is None):
            raise InvalidRequest("connection: either command or url is needed.")
        if self._url is not None:
            check_url(self._url)
        self._arguments = [str(item) for item in connection.get("args") or []]
        self._folder = connection.get("cwd")
        self._headers = text_mapping("connection.headers", connection.get("headers"))
        self._environment = text_mapping("connection.env", connection.get("env"))
        refuse_plain_secrets("connection.headers", self._headers)
        refuse_plain_secrets("connection.env", self._environment)

    @asynccontextmanager
    async def session(self) -> AsyncIterator[Session]:
        """Connect to the server, starting it if it is a program."""
        client_class = await asyncio.to_thread(_client_class)
        async with AsyncExitStack() as stack:
            session = McpSession()
            streams = _watched(await self._transport(stack), session.lost)
            client = client_class(
                streams, message_handler=session.on_message, read_timeout_seconds=READ_SECONDS
            )
            session.client = await stack.enter_async_context(client)
            follower = asyncio.create_task(session.follow(), name=f"tools of {self._name}")
            try:
                yield session
            finally:
                follower.cancel()
                with suppress(asyncio.CancelledError, Exception):
                    await follower

    async def _transport(self, stack: AsyncExitStack) -> AbstractAsyncContextManager[Any]:
        if self._url is None:
            return self._program(stack)
        from mcp.client.streamable_http import streamable_http_client

        from lux_nb.tools.sources.guarded_http import guarded_client

        headers = fill_variables(self._headers)
        http = await stack.enter_async_context(guarded_client(headers, private=self._private))
        transport: AbstractAsyncContextManager[Any] = streamable_http_client(
            self._url, http_client=http, max_sse_event_size=None
        )
        return transport

    def _program(self, stack: AsyncExitStack) -> AbstractAsyncContextManager[Any]:
        from mcp.client.stdio import StdioServerParameters, stdio_client

        asked = StdioServerParameters(
            command=str(self._command),
            args=self._arguments,
            env=fill_variables(self._environment),
            cwd=self._folder,
        )
        # What it says on stderr is kept for whoever looks for the reason of a failure.
        self._logs.mkdir(parents=True, exist_ok=True)
        log = stack.enter_context((self._logs / f"mcp-{self._name}.log").open("a"))
        transport: AbstractAsyncContextManager[Any] = stdio_client(asked, errlog=log)
        return transport


class McpSession(Session):
    """A connection to an MCP server."""

    client: Any

    async def list_tools(self) -> list[dict[str, Any]]:
        """Return all pages of the server's tools."""
        found: list[dict[str, Any]] = []
        cursor = None
        for _ in range(MOST_PAGES):
            page = await self.client.list_tools(cursor=cursor, cache_mode="refresh")
            found += [_described(tool) for tool in page.tools]
            cursor = page.next_cursor
            if cursor is None:
                break
        return found

    async def execute(self, tool: str, arguments: dict[str, Any]) -> Any:
        """Call a tool of the server; its progress becomes that of the call."""
        import mcp

        call = current_call()
        try:
            result = await self.client.call_tool(
                tool, arguments, progress_callback=_progress_of(call)
            )
        except mcp.MCPError as error:
            if error.code == mcp.types.CONNECTION_CLOSED:
                self.lost.set()
                raise ProviderError(f"The connection was lost: {error.message}.") from None
            raise LuxError(error.message, code="EXECUTION_ERROR") from None
        return _value(result)

    async def on_message(self, message: Any) -> None:
        """Take note of a change that an older server tells of."""
        if getattr(message, "method", "") == "notifications/tools/list_changed":
            self.changed.set()

    async def follow(self) -> None:
        """Take note of changes that a newer server tells of, while it does."""
        import mcp
        from mcp.client.subscriptions import ListenNotSupportedError, SubscriptionLost

        with suppress(ListenNotSupportedError, SubscriptionLost, mcp.MCPError):
            async with self.client.listen(tools_list_changed=True) as events:
                async for _ in events:
                    self.changed.set()


class _WatchedStream:
    """A stream that tells when it ends."""

    def __init__(self, inner: Any, ended: asyncio.Event) -> None:
        self._inner = inner
        self._ended = ended

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def __aiter__(self) -> "_WatchedStream":
        return self

    async def __anext__(self) -> Any:
        try:
            return await self._inner.__anext__()
        except StopAsyncIteration:
            self._ended.set()
            raise

    async def __aenter__(self) -> "_WatchedStream":
        await self._inner.__aenter__()
        return self

    async def __aexit__(self, *reason: Any) -> Any:
        return await self._inner.__aexit__(*reason)


@asynccontextmanager
async def _watched(
    transport: AbstractAsyncContextManager[Any], ended: asyncio.Event
) -> AsyncIterator[tuple[Any, Any]]:
    async with transport as (read, write):
        yield _WatchedStream(read, ended), write


def _client_class() -> Any:
    """Import the SDK, which takes too long to be done on the loop."""
    from mcp import Client

    return Client


def _described(tool: Any) -> dict[str, Any]:
    described = {
        "name": tool.name,
        "description": tool.description or tool.title or "",
        "inputSchema": tool.input_schema,
    }
    if tool.output_schema is not None:
        described["outputSchema"] = tool.output_schema
    return described


def _progress_of(call: Call) -> Any:
    async def report(done: float, total: float | None, message: str | None) -> None:
        call.emit(Progress(message or "working", done, total))

    return report


def _value(result: Any) -> Any:
    """Return what a tool gave: its structured content, its only text, or its blocks."""
    blocks = [block.model_dump(mode="json", exclude_none=True) for block in result.content]
    texts = [block["text"] for block in blocks if block.get("type") == "text"]
    if result.is_error:
        said = re.sub(r"\s+", " ", " ".join(texts)).strip() or "the server gave no reason"
        raise LuxError(said, code="EXECUTION_ERROR")
    if result.structured_content is not None:
        return result.structured_content
    if len(blocks) == 1 and texts:
        return texts[0]
    return {"content": blocks}
