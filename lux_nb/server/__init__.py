"""The kernel's server: one ASGI app that assistants attach to.

``serve(engine)`` starts it on the engine's loop and returns where it answers; ``stop(engine)``
ends it. Everything it offers is generated from the engine's operations and resources.
"""

from lux_nb.server.running import ServerInfo, serve, stop

__all__ = ["ServerInfo", "serve", "stop"]
