"""The one ASGI app of a kernel: every surface is a route of it, behind one guard."""

import contextlib
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import TYPE_CHECKING

from mcp.server.streamable_http_manager import StreamableHTTPASGIApp
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from lux_nb.server.access import Access
from lux_nb.server.guard import Guard
from lux_nb.server.limits import RequestLimiter
from lux_nb.server.mcp_server import KernelMcp
from lux_nb.server.metrics import Metrics
from lux_nb.server.sessions import Sessions

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

MCP_PATH = "/mcp"


Surfaces = Sequence[BaseRoute]


def build_app(
    mcp: KernelMcp,
    *,
    token: str,
    hosts: Iterable[str],
    max_body_bytes: int,
    routes: Surfaces = (),
    limiter: RequestLimiter | None = None,
    metrics: Metrics | None = None,
) -> ASGIApp:
    """Put the MCP server, and what further routes are given, behind the guard."""
    sessions = Sessions(
        app=mcp,
        max_request_body_size=max_body_bytes,
        # The guard has checked Host and Origin for all routes before this is reached.
        security_settings=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with sessions.run():
            yield

    surfaces = [Route(MCP_PATH, endpoint=StreamableHTTPASGIApp(sessions)), *routes]
    app = Starlette(
        routes=surfaces, lifespan=lifespan, exception_handlers={HTTPException: _http_error}
    )
    # A redirect would repeat the request elsewhere; a path that is not served is an error.
    app.router.redirect_slashes = False
    metrics = metrics or Metrics()
    guard = Guard(
        app,
        token=token,
        hosts=hosts,
        max_body_bytes=max_body_bytes,
        limiter=limiter,
        on_refusal=metrics.refused.add,
    )
    return Access(guard, metrics)


def kernel_surfaces(engine: "Engine", metrics: Metrics, limiter: RequestLimiter) -> Surfaces:
    """Return the routes beside MCP: REST, WebSocket, Socket.IO, health and metrics."""
    from lux_nb.server.health import health_routes
    from lux_nb.server.rest import rest_routes
    from lux_nb.server.socketio import socketio_routes
    from lux_nb.server.websocket import websocket_routes

    return [
        *health_routes(engine, metrics),
        *rest_routes(engine),
        *websocket_routes(engine, metrics, limiter),
        *socketio_routes(engine, metrics, limiter),
    ]


async def _http_error(request: HttpRequest, error: Exception) -> Response:
    """Tell what the router refuses, such as an unknown path, like any other error."""
    assert isinstance(error, HTTPException)
    codes = {404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED"}
    code = codes.get(error.status_code, "INVALID_REQUEST")
    message = f"{request.method} {request.url.path} is not served here."
    told = {"error": {"code": code, "message": message, "hint": "/openapi.json lists what is."}}
    return JSONResponse(told, error.status_code, dict(error.headers or {}))
