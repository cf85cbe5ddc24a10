"""Socket.IO as a part of the one app; the library is imported when the first client comes."""

import asyncio
import importlib
from typing import TYPE_CHECKING

from starlette.routing import BaseRoute, Mount
from starlette.types import ASGIApp, Receive, Scope, Send

from lux_nb.server.limits import RequestLimiter
from lux_nb.server.metrics import Metrics

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

SOCKETIO_PATH = "/socket.io"


class LateApp:
    """Makes the Socket.IO server at the first request, off the loop as far as that goes."""

    def __init__(self, engine: "Engine", metrics: Metrics, limiter: RequestLimiter) -> None:
        self._parts = (engine, metrics, limiter)
        self._app: ASGIApp | None = None
        self._making = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request to the server."""
        app = self._app or await self._made()
        await app(scope, receive, send)

    async def _made(self) -> ASGIApp:
        async with self._making:
            if self._app is None:
                await asyncio.to_thread(importlib.import_module, "socketio")
                from lux_nb.server.socketio.room import Room

                self._app = Room(*self._parts).app
            return self._app


def socketio_routes(engine: "Engine", metrics: Metrics, limiter: RequestLimiter) -> list[BaseRoute]:
    """Make the route of the Socket.IO surface."""
    return [Mount(SOCKETIO_PATH, app=LateApp(engine, metrics, limiter))]
