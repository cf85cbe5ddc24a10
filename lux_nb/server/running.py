"""Serving a kernel: on the engine's own loop, so that a busy cell never delays an answer."""

import asyncio
import contextlib
import platform
import secrets
import socket
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from lux_nb import __version__
from lux_nb.engine.engine import Engine
from lux_nb.engine.events import Event
from lux_nb.errors import Conflict
from lux_nb.kernel.cells import notebook_path, running_shell
from lux_nb.server.fairness import ShortTurns
from lux_nb.server.identity import kernel_id
from lux_nb.server.registry import (
    KernelEntry,
    process_started,
    registry_folder,
    remove_entry,
    running_kernels,
    write_entry,
)

if TYPE_CHECKING:
    from lux_nb.server.asgi import ReadyServer
    from lux_nb.server.mcp_server import KernelMcp

LOOPBACK = "127.0.0.1"
STOP_SECONDS = 4.0


@dataclass(frozen=True, slots=True)
class ServerInfo:
    """Where a kernel is served; the token is for programs, so it is not shown."""

    url: str
    token: str = field(repr=False)
    port: int
    registry_file: Path
    kernel_id: str


class KernelServer:
    """The server of one engine; made on any thread, started and stopped on the engine loop."""

    def __init__(self, engine: Engine, toolsets: Iterable[str] | None = None) -> None:
        from lux_nb.server.app import MCP_PATH, build_app, kernel_surfaces
        from lux_nb.server.asgi import ready_server
        from lux_nb.server.limits import RequestLimiter
        from lux_nb.server.mcp_server import DEFAULT_TOOLSETS, build_mcp
        from lux_nb.server.metrics import Metrics

        self._engine = engine
        self._socket = _listening_socket(engine.settings.server_port)
        port = self._socket.getsockname()[1]
        token = secrets.token_urlsafe(32)
        self.mcp: KernelMcp = build_mcp(engine, toolsets or DEFAULT_TOOLSETS)
        self.metrics = Metrics()
        limiter = RequestLimiter(lambda: engine.settings.server_rate_limit)
        app = build_app(
            self.mcp,
            token=token,
            hosts=[f"{LOOPBACK}:{port}", f"localhost:{port}"],
            max_body_bytes=engine.settings.max_request_size,
            routes=kernel_surfaces(engine, self.metrics, limiter),
            limiter=limiter,
            metrics=self.metrics,
        )
        self._server: ReadyServer = ready_server(app, engine.settings.max_request_size)
        identity = kernel_id()
        folder = registry_folder(engine.settings.lux_home)
        self.info = ServerInfo(
            url=f"http://{LOOPBACK}:{port}{MCP_PATH}",
            token=token,
            port=port,
            registry_file=folder / f"{identity}.json",
            kernel_id=identity,
        )
        self._serving: asyncio.Task[None] | None = None
        self._turns = ShortTurns()

    async def start(self) -> None:
        """Begin to answer, then tell the registry; must run on the engine loop."""
        self._stop_counting = self._engine.events.subscribe(self.metrics.heard)
        self._turns.begin()
        self._stop_listening = self._engine.events.subscribe(self._heard)
        self._serving = asyncio.get_running_loop().create_task(
            self._server.serve(sockets=[self._socket]), name="lux-nb server"
        )
        await self._server.ready.wait()
        folder = self.info.registry_file.parent
        await asyncio.to_thread(running_kernels, folder)
        write_entry(folder, self._entry())

    async def stop(self) -> None:
        """Leave the registry, end the streams and close the port."""
        remove_entry(self.info.registry_file, self.info.token)
        if self._serving is None:
            self._socket.close()
            return
        self._stop_listening()
        self._stop_counting()
        self._turns.end()
        self.mcp.watching.close()
        self._server.should_exit = True
        with contextlib.suppress(Exception):
            await asyncio.wait_for(self._serving, STOP_SECONDS)
        self._socket.close()

    def _heard(self, event: Event) -> None:
        self.mcp.heard(event)

    def _entry(self) -> KernelEntry:
        import os

        pid = os.getpid()
        return KernelEntry(
            kernel_id=self.info.kernel_id,
            url=self.info.url,
            token=self.info.token,
            port=self.info.port,
            pid=pid,
            pid_started=process_started(pid) or 0.0,
            host=platform.node(),
            started_at=datetime.now(UTC).isoformat(),
            version=__version__,
            notebook=notebook_path(running_shell()),
        )


def serve(engine: Engine, toolsets: Iterable[str] | None = None) -> ServerInfo:
    """Serve an engine to assistants, and return where; a second call returns the same."""
    if engine.server is None:
        # Made here and not on the loop: the imports take most of a second.
        made = KernelServer(engine, toolsets)
        engine.run(_start(engine, made))
    return _info(engine)


async def serve_from_loop(engine: Engine) -> ServerInfo:
    """Serve an engine from a coroutine on its own loop."""
    if engine.server is None:
        await _start(engine, await asyncio.to_thread(KernelServer, engine))
    return _info(engine)


async def stop_from_loop(engine: Engine) -> None:
    """Stop serving from a coroutine on the engine's loop."""
    await _stop(engine)


def stop(engine: Engine) -> None:
    """Stop serving; the engine goes on."""
    if engine.server is not None:
        engine.run(_stop(engine))


async def _start(engine: Engine, made: KernelServer) -> None:
    if engine.server is not None:
        await made.stop()
        return
    engine.server = made
    try:
        await made.start()
    except BaseException:
        engine.server = None
        await made.stop()
        raise
    engine.closing.append(made.stop)


async def _stop(engine: Engine) -> None:
    running: KernelServer | None = engine.server
    if running is not None:
        engine.server = None
        engine.closing.remove(running.stop)
        await running.stop()


def _info(engine: Engine) -> ServerInfo:
    server: KernelServer = engine.server
    return server.info


def _listening_socket(port: int) -> socket.socket:
    # With the protocol named asyncio sets TCP_NODELAY; without, each answer waits 40 ms.
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((LOOPBACK, port))
    except OSError as error:
        made.close()
        message = f"Port {port} can't be used: {error.strerror}."
        hint = "%lux config server_port=0 takes a free one."
        raise Conflict(message, code="PORT_IN_USE", hint=hint) from error
    return made
