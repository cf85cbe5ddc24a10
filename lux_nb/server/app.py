"""The one ASGI app of a kernel: every surface is a route of it, behind one guard."""

import contextlib
from collections.abc import AsyncIterator, Iterable, Sequence

from mcp.server.streamable_http_manager import StreamableHTTPASGIApp
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from lux_nb.server.guard import Guard
from lux_nb.server.mcp_server import KernelMcp
from lux_nb.server.sessions import Sessions

MCP_PATH = "/mcp"


def build_app(
    mcp: KernelMcp,
    *,
    token: str,
    hosts: Iterable[str],
    max_body_bytes: int,
    routes: Sequence[BaseRoute] = (),
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
    app = Starlette(routes=surfaces, lifespan=lifespan)
    return Guard(app, token=token, hosts=hosts, max_body_bytes=max_body_bytes)
