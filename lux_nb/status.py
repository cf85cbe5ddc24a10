"""The state of the room in a few lines."""

from typing import Any

from lux_nb import __version__


def room_status() -> dict[str, Any]:
    """Return version, store, default model, server, threads and log file."""
    from sqlalchemy.engine import make_url

    from lux_nb.api import the_lux
    from lux_nb.models.routing import route

    engine = the_lux().engine
    settings = engine.settings
    chosen = route(None, settings)
    active = engine.run(engine.threads.list_threads(active_only=True, limit=10_000))
    return {
        "version": __version__,
        "store": make_url(settings.store_url).render_as_string(hide_password=True),
        "default model": f"{chosen.model} ({chosen.provider})",
        "server": engine.server.info.url if engine.server else "not serving; %lux serve starts it",
        "active threads": len(active),
        "thread of the notebook": engine.threads.current or "none yet",
        "operations": len(engine.operations),
        "log file": str(engine.log_file),
    }
