"""uvicorn as a task of the engine loop: no thread, no signal handlers, no logging set-up."""

import asyncio
import socket
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

GRACEFUL_SECONDS = 1
# Longer than assistants think between two calls, so that they keep their connection.
KEEP_ALIVE_SECONDS = 120
# From the first byte to the last; on one machine a request is there in milliseconds.
REQUEST_SECONDS = 20.0
MOST_CONNECTIONS = 512
MOST_MESSAGE_BYTES = 1024 * 1024


class PatientProtocol(H11Protocol):
    """HTTP/1.1 whose patience ends: a request that trickles in does not hold its place for ever."""

    request_seconds = REQUEST_SECONDS
    most_connections = MOST_CONNECTIONS

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, unless there are too many, and expect a request on it."""
        super().connection_made(transport)
        if len(self.connections) > self.most_connections:
            transport.abort()
            return
        self._expect()

    def handle_events(self) -> None:
        """Stop the clock when a request is complete, and start it when part of one is there."""
        super().handle_events()
        if self.transport.get_protocol() is not self or self._has_all():
            self._stop_clock()
        else:
            self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the clock."""
        self._stop_clock()
        super().connection_lost(exc)

    def _has_all(self) -> bool:
        if self.conn.their_state is h11.IDLE:
            return not self.conn.trailing_data[0]
        return self.conn.their_state is not h11.SEND_BODY

    def _expect(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(self.request_seconds, self._give_up)

    def _stop_clock(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self.transport.abort()


class ReadyServer(uvicorn.Server):
    """A server that says when it answers."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, then say so."""
        await super().startup(sockets=sockets)
        self.ready.set()


def ready_server(app: ASGIApp, max_message_bytes: int = MOST_MESSAGE_BYTES) -> ReadyServer:
    """Make a server for an app; only plain HTTP/1.1 parts that are always there are used."""
    config = uvicorn.Config(
        app,
        lifespan="on",
        log_config=None,
        log_level="warning",
        access_log=False,
        ws=_websocket_protocol,  # type: ignore[arg-type]
        ws_max_size=max_message_bytes,
        # Compressed frames could unfold to much more than the limit.
        ws_per_message_deflate=False,
        http=PatientProtocol,
        loop="asyncio",
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=GRACEFUL_SECONDS,
    )
    # The parts are imported here, on the caller's thread, and not on the loop.
    config.load()
    return ReadyServer(config)


def _websocket_protocol(**named: Any) -> asyncio.Protocol:
    """Make the protocol of a WebSocket; most kernels never see one, so it is imported late."""
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

    return WebSocketsSansIOProtocol(**named)
