"""The REST surface: routes generated from a table of operations, and their OpenAPI document."""

from lux_nb.server.rest.routes import rest_routes

__all__ = ["rest_routes"]
