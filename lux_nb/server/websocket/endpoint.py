"""The route of the WebSocket surface."""

from typing import TYPE_CHECKING

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket

from lux_nb.engine.events import Event
from lux_nb.server.calling import Caller
from lux_nb.server.limits import RequestLimiter
from lux_nb.server.metrics import Metrics
from lux_nb.server.websocket.connection import SURFACE, Connection

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

WS_PATH = "/ws"


def websocket_routes(
    engine: "Engine", metrics: Metrics, limiter: RequestLimiter
) -> list[BaseRoute]:
    """Make the route; each connection hears the changes of the sessions it names."""
    caller = Caller(engine)
    names = {declared.mcp_name: declared.name for declared in engine.operations.values()}

    async def endpoint(socket: WebSocket) -> None:
        connection = Connection(socket, caller, limiter, metrics, names)

        def heard(event: Event) -> None:
            if event.kind == "kb_updated":
                connection.heard(event)

        stop = engine.events.subscribe(heard)
        metrics.sockets.add(SURFACE)
        try:
            await connection.run()
        finally:
            metrics.sockets.add(SURFACE, amount=-1)
            stop()

    return [WebSocketRoute(WS_PATH, endpoint)]
