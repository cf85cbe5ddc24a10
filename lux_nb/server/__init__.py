"""The kernel's server: one ASGI app that assistants attach to.

``serve(engine)`` starts it on the engine's loop and returns where it answers; ``stop(engine)``
ends it. Everything it offers is generated from the engine's operations and resources.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lux_nb.server.running import ServerInfo, serve, stop

__all__ = ["ServerInfo", "serve", "stop"]


def __getattr__(name: str) -> Any:
    """Import the server when it is asked for: the bridge needs the registry alone."""
    if name in __all__:
        from lux_nb.server import running

        return getattr(running, name)
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)
