"""What the bridge answers while no kernel runs.

Assistants start their servers when they start themselves, which is often before any notebook
is open, and give up on one that does not answer. So the same MCP server that a kernel has is
built here, over an engine that knows every operation and says of each call what is missing.
"""

import asyncio
import contextlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lux_nb.attach.frames import Frame, is_answer, notification
from lux_nb.attach.link import Forward
from lux_nb.config import read_settings
from lux_nb.engine.authors import Author
from lux_nb.engine.calls import Listener
from lux_nb.engine.jobs import Job, Jobs
from lux_nb.engine.operations import Request, Result, load_operations
from lux_nb.engine.resources import Instance, Resource, load_resources
from lux_nb.errors import NotFound

if TYPE_CHECKING:
    from lux_nb.tools.resources.wire import ResourceView

HANDSHAKE_ID = "lux-nb-offline"


class OfflineEngine:
    """Lists what a kernel would offer; running any of it is a clear error."""

    def __init__(self) -> None:
        self.settings = read_settings()
        self.operations = load_operations()
        self.resources = load_resources()
        self.jobs = Jobs()

    async def call(
        self,
        name: str,
        parameters: Mapping[str, Any] | Request,
        *,
        author: Author,
        listener: Listener | None = None,
    ) -> Result:
        """Say that no kernel runs."""
        raise _no_kernel()

    async def begin(
        self, name: str, parameters: Mapping[str, Any] | Request, *, author: Author
    ) -> Job:
        """Say that no kernel runs."""
        raise _no_kernel()

    async def read_resource(self, uri: str) -> Result:
        """Say that no kernel runs."""
        raise _no_kernel()

    async def list_instances(self, declared: Resource) -> list[Instance]:
        """Return nothing: what there is, is in the kernel."""
        return []

    async def list_prompts(self) -> "list[ResourceView]":
        """Return nothing: prompts are in the kernel's store."""
        return []


class OfflinePeer:
    """A server in this process, spoken to in frames like a kernel's."""

    def __init__(self, handshake: Frame | None, toolsets: str = "") -> None:
        from anyio import create_memory_object_stream

        from lux_nb.server.mcp_server import DEFAULT_TOOLSETS, build_mcp
        from lux_nb.server.toolsets import read_names

        self._server = build_mcp(OfflineEngine(), read_names(toolsets) or DEFAULT_TOOLSETS)
        self._to_server, server_reads = create_memory_object_stream[Any](64)
        server_writes, self._from_server = create_memory_object_stream[Any](64)
        self._waiting: dict[str, Forward] = {}
        options = self._server.create_initialization_options()
        self._tasks = [
            asyncio.create_task(self._server.run(server_reads, server_writes, options)),
            asyncio.create_task(self._hear()),
        ]
        self._handshake = handshake

    async def post(self, frame: Frame, forward: Forward) -> None:
        """Give the server a frame, and its answer to ``forward``."""
        await self._greet(frame)
        await self._exchange(frame, forward)

    async def close(self) -> None:
        """End the server."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _greet(self, frame: Frame) -> None:
        """Repeat the handshake that the client had with a kernel before."""
        handshake, self._handshake = self._handshake, None
        if handshake is None or frame.get("method") == "initialize":
            return
        await self._exchange({**handshake, "id": HANDSHAKE_ID}, lambda _: None)
        await self._exchange(notification("notifications/initialized"), lambda _: None)

    async def _exchange(self, frame: Frame, forward: Forward) -> None:
        from mcp.shared.message import SessionMessage
        from mcp_types import jsonrpc_message_adapter

        message = SessionMessage(jsonrpc_message_adapter.validate_python(frame, by_name=False))
        if "id" not in frame:
            await self._to_server.send(message)
            return
        answered = asyncio.get_running_loop().create_future()

        def answer(reply: Frame) -> None:
            forward(reply)
            if is_answer(reply) and not answered.done():
                answered.set_result(None)

        key = repr(frame["id"])
        self._waiting[key] = answer
        try:
            await self._to_server.send(message)
            await answered
        finally:
            self._waiting.pop(key, None)

    async def _hear(self) -> None:
        async for message in self._from_server:
            frame = message.message.model_dump(mode="json", by_alias=True, exclude_none=True)
            forward = self._waiting.get(repr(frame.get("id")))
            if forward is not None:
                with contextlib.suppress(Exception):
                    forward(frame)


def _no_kernel() -> NotFound:
    return NotFound(
        "No notebook kernel is running that this assistant could work in.",
        code="KERNEL_NOT_RUNNING",
        hint="Ask the user to open a notebook and run %load_ext lux_nb and %lux serve; then "
        "call again.",
    )
