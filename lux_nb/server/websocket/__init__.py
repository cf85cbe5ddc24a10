"""The WebSocket surface: the message protocol of the MCR reference, for every operation."""

from lux_nb.server.websocket.endpoint import WS_PATH, websocket_routes

__all__ = ["WS_PATH", "websocket_routes"]
