"""uvicorn as a task of the engine loop: no thread, no signal handlers, no logging set-up."""

import asyncio
import socket

import uvicorn
from starlette.types import ASGIApp

GRACEFUL_SECONDS = 1
# Longer than assistants think between two calls, so that they keep their connection.
KEEP_ALIVE_SECONDS = 120


class ReadyServer(uvicorn.Server):
    """A server that says when it answers."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, then say so."""
        await super().startup(sockets=sockets)
        self.ready.set()


def ready_server(app: ASGIApp) -> ReadyServer:
    """Make a server for an app; only plain HTTP/1.1 parts that are always there are used."""
    config = uvicorn.Config(
        app,
        lifespan="on",
        log_config=None,
        log_level="warning",
        access_log=False,
        ws="none",
        http="h11",
        loop="asyncio",
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=GRACEFUL_SECONDS,
    )
    # The parts are imported here, on the caller's thread, and not on the loop.
    config.load()
    return ReadyServer(config)
