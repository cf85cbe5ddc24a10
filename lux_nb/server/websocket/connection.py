"""One WebSocket connection: calls run side by side, answers and pushes leave one by one."""

import asyncio
import contextlib
import logging
import uuid
from collections.abc import Coroutine
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from lux_nb.engine.authors import Author
from lux_nb.engine.events import Event
from lux_nb.engine.operations import Operation
from lux_nb.errors import InvalidRequest, LuxError
from lux_nb.server.calling import Caller, Updates, author_from, json_bytes, read_json, told_update
from lux_nb.server.limits import RequestLimiter
from lux_nb.server.metrics import Metrics
from lux_nb.server.websocket import messages
from lux_nb.server.websocket.messages import Invocation, Malformed, Message, ToolsWanted

SURFACE = "websocket"
MOST_CALLS = 64
MOST_WAITING = 1000
TRY_AGAIN_LATER = 1013
logger = logging.getLogger(__name__)


class Connection:
    """A client on ``/ws``."""

    def __init__(
        self,
        socket: WebSocket,
        caller: Caller,
        limiter: RequestLimiter,
        metrics: Metrics,
        names: dict[str, str],
    ) -> None:
        self.correlation = uuid.uuid4().hex
        self._socket = socket
        self._caller = caller
        self._limiter = limiter
        self._metrics = metrics
        self._by_mcp_name = names
        self._author: Author = author_from(socket.headers, "websocket client")
        self._sessions: set[str] = set()
        self._calls: set[asyncio.Task[None]] = set()
        self._places = asyncio.Semaphore(MOST_CALLS)
        self._outgoing: asyncio.Queue[Message] = asyncio.Queue(MOST_WAITING)

    async def run(self) -> None:
        """Serve the client until it leaves."""
        headers = [(b"x-correlation-id", self.correlation.encode())]
        await self._socket.accept(headers=headers)
        self.push(messages.connection_ack(self.correlation))
        sender = asyncio.create_task(self._send_all())
        reader = asyncio.create_task(self._read_all())
        try:
            await asyncio.wait({sender, reader}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            leftovers = {sender, reader, *self._calls}
            for task in leftovers:
                task.cancel()
            await asyncio.gather(*leftovers, return_exceptions=True)

    def push(self, message: Message) -> None:
        """Queue a message; a client that does not read what it is sent is let go of."""
        try:
            self._outgoing.put_nowait(message)
        except asyncio.QueueFull:
            self._soon(self._leave())

    def heard(self, event: Event) -> None:
        """Push a change of a knowledge base that this client works with."""
        if event.payload.get("sessionId") not in self._sessions:
            return
        if "fullKnowledgeBase" in event.payload:
            self.push(messages.kb_updated(event.payload, self.correlation))
        else:
            self._soon(self._push_whole(event.payload))

    async def _read_all(self) -> None:
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                received = await self._socket.receive()
                if received["type"] == "websocket.disconnect":
                    return
                self._metrics.messages.add(SURFACE)
                await self._take(received.get("text") or received.get("bytes") or "")

    async def _take(self, data: str | bytes) -> None:
        try:
            asked = messages.read_message(read_json(data))
        except InvalidRequest as error:
            self._refuse(Malformed(error.code, error.message))
        except Malformed as error:
            self._refuse(error)
        else:
            # No more is read while too many calls are under way.
            await self._places.acquire()
            self._soon(self._serve(asked)).add_done_callback(lambda _: self._places.release())

    def _refuse(self, error: Malformed) -> None:
        self.push(messages.error_message(error, self.correlation))

    async def _serve(self, asked: Invocation | ToolsWanted) -> None:
        if isinstance(asked, ToolsWanted):
            payload = {"success": True, "tools": self._tools()}
            self.push(messages.tool_response(asked, self.correlation, payload))
        elif asked.over_mcp:
            self.push(messages.tool_response(asked, self.correlation, await self._mcp(asked)))
        else:
            self.push(messages.tool_result(asked, self.correlation, await self._invoke(asked)))

    async def _invoke(self, asked: Invocation) -> Message:
        if asked.correlation is not None:
            facts = {"correlation": asked.correlation, "connection": self.correlation}
            logger.info("tool_invoke", extra={"facts": {"tool": asked.tool, **facts}})
        try:
            return messages.succeeded(await self._run(asked))
        except Exception as error:
            return self._caller.told(error, messages.failed)

    async def _run(self, asked: Invocation) -> Message:
        self._limiter.check(self._author.label)
        declared = self._operation(asked.tool)
        self._note(asked.arguments.get("sessionId"))
        if declared.streams:
            result = await self._streamed(declared, asked)
        else:
            result = await self._caller.run(declared.name, asked.arguments, self._author)
        wire: Message = result.wire()
        if declared.name in {"session.create", "session.fork"}:
            self._note((wire.get("data") or {}).get("id"))
        return wire

    async def _streamed(self, declared: Operation, asked: Invocation) -> Any:
        updates = Updates()
        work = asyncio.ensure_future(
            self._caller.run(declared.name, asked.arguments, self._author, updates.listen)
        )
        work.add_done_callback(updates.end)
        try:
            async for update in updates:
                kind, payload = told_update(update)
                self.push(messages.tool_update(asked, self.correlation, kind, payload))
            return await work
        finally:
            work.cancel()

    async def _mcp(self, asked: Invocation) -> Message:
        from lux_nb.server.tools import error_result

        try:
            wire = await self._run(asked)
        except Exception as error:
            payload = self._caller.told(error, messages.failed)
            told = error_result(LuxError(payload["message"], code=payload["error"]))
            return {**payload, **told.model_dump(mode="json", by_alias=True, exclude_none=True)}
        text = json_bytes(wire).decode()
        content = [{"type": "text", "text": text}]
        return {
            "success": True,
            "content": content,
            "structuredContent": wire,
            "isError": False,
        }

    def _tools(self) -> list[Message]:
        from lux_nb.server.tools import as_tool

        return [
            as_tool(declared).model_dump(mode="json", by_alias=True, exclude_none=True)
            for declared in self._caller.engine.operations.values()
        ]

    def _operation(self, name: str) -> Operation:
        return self._caller.engine.operations[self._by_mcp_name.get(name, name)]

    def _note(self, session: Any) -> None:
        """Remember a session this client named, so that it hears of its changes."""
        if isinstance(session, str) and len(self._sessions) < MOST_WAITING:
            self._sessions.add(session)

    async def _push_whole(self, payload: Message) -> None:
        """Push a large knowledge base, which the log leaves out."""
        asked = {"sessionId": payload["sessionId"]}
        with contextlib.suppress(LuxError):
            found = await self._caller.run("session.get", asked, self._author)
            whole = {**payload, "fullKnowledgeBase": found.wire()["data"]["facts"]}
            self.push(messages.kb_updated(whole, self.correlation))

    async def _send_all(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                message = await self._outgoing.get()
                await self._socket.send_text(json_bytes(message).decode())

    async def _leave(self) -> None:
        if self._socket.application_state is WebSocketState.CONNECTED:
            await self._socket.close(TRY_AGAIN_LATER, "Messages are not read.")

    def _soon(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._calls.add(task)
        task.add_done_callback(self._calls.discard)
        return task
