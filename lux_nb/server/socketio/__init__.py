"""The Socket.IO surface: the events of the MXF reference, mapped to operations."""

from lux_nb.server.socketio.mounting import SOCKETIO_PATH, socketio_routes

__all__ = ["SOCKETIO_PATH", "socketio_routes"]
