"""Counting and logging each request: what was asked and how it ended, never what was in it."""

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lux_nb.server.metrics import Metrics

logger = logging.getLogger(__name__)

SURFACES = {
    "/mcp": "mcp",
    "/api": "rest",
    "/openapi.json": "rest",
    "/ws": "websocket",
    "/socket.io": "socketio",
    "/health": "server",
    "/metrics": "server",
}
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "WEBSOCKET"})


class Access:
    """Stands before the guard, so that refused requests are counted too."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and note how it ended."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 0

        async def noted(message: Message) -> None:
            nonlocal status
            status = _status(message) or status
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            self._note(scope, status, time.perf_counter() - began)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        surface = surface_of(scope["path"])
        method = scope.get("method", "WEBSOCKET")
        method = method if method in METHODS else "OTHER"
        self._metrics.requests.add(surface, method, str(status))
        if scope["type"] == "http":
            self._metrics.request_seconds.observe(seconds, surface)
        level = logging.INFO if status >= 400 else logging.DEBUG
        if logger.isEnabledFor(level):
            # The query is left out: clients put into it what they should not.
            facts = {
                "surface": surface,
                "method": method,
                "path": scope["path"],
                "status": status,
                "milliseconds": round(seconds * 1000, 3),
            }
            logger.log(level, "request", extra={"facts": facts})


def surface_of(path: str) -> str:
    """Return the surface a path belongs to."""
    first = "/" + path[1:].partition("/")[0]
    return SURFACES.get(first, "none")


def _status(message: Message) -> int:
    if message["type"] in {"http.response.start", "websocket.http.response.start"}:
        return int(message["status"])
    return 101 if message["type"] == "websocket.accept" else 0
