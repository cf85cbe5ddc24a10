"""Panels: what the kernel knows, live beside the cells, with the same operations behind buttons."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lux_nb.api import Lux

KINDS = ("all", "reasoning", "logic", "memory", "tools", "models", "assistants")
"""The panels there are; ``all`` has each of the others as a tab."""


def panel(kind: str = "all", lux: "Lux | None" = None, **options: Any) -> Any:
    """Return a panel; ``options`` say what it shows first, such as ``session="family"``.

    Where widgets can't be shown, the panel is a static picture of the state.
    """
    from lux_nb.errors import InvalidRequest
    from lux_nb.widgets.static import StaticPanel, snapshot

    if kind not in KINDS:
        message = f"There is no panel {kind!r}."
        raise InvalidRequest(message, hint=f"There are: {', '.join(KINDS)}.")
    if lux is None:
        from lux_nb.api import the_lux

        lux = the_lux()
    shown = snapshot(lux, kind, options)
    if not is_built():
        return StaticPanel(kind, shown, note="The live panels are not built here.")
    from lux_nb.widgets.live import Panel

    return Panel(lux, kind, shown, options)


def graph(result: Any) -> Any:
    """Return a trace, a proof, a plan or a context graph as a picture to move about in."""
    from lux_nb.widgets.graphs import graph_of
    from lux_nb.widgets.static import StaticPanel, static_of

    drawn = graph_of(result)
    shown = static_of(result)
    if not is_built():
        return StaticPanel("graph", shown, note="The live graph is not built here.")
    from lux_nb.widgets.live import GraphView

    return GraphView(drawn.wire(), shown)


def is_built() -> bool:
    """Tell whether the front end of the panels is there."""
    from lux_nb.widgets.front_end import SCRIPT

    return SCRIPT.is_file()
