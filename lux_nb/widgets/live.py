"""The widgets: a panel that is live while the kernel runs, and a graph to move about in."""

import uuid
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from lux_nb.engine.authors import Author
from lux_nb.kernel.cells import current_author
from lux_nb.widgets.channel import Channel
from lux_nb.widgets.front_end import SCRIPT, STYLE
from lux_nb.widgets.requests import answer_requests
from lux_nb.widgets.static import StaticPanel

if TYPE_CHECKING:
    from lux_nb.api import Lux

VIEW = "application/vnd.jupyter.widget-view+json"
PANEL = "application/vnd.lux-nb.panel+json"
"""Tells JupyterLab which widget this is, so that a saved one is shown as its picture."""


class _Shown(anywidget.AnyWidget):
    """What every view has: a static picture that is shown where the live one can't be."""

    _esm = SCRIPT
    _css = STYLE
    kind = traitlets.Unicode("all").tag(sync=True)
    snapshot = traitlets.Unicode("").tag(sync=True)
    options = traitlets.Dict().tag(sync=True)
    key = traitlets.Unicode("").tag(sync=True)

    def __init__(self, kind: str, shown: StaticPanel, options: dict[str, Any]) -> None:
        self.static = shown
        super().__init__(kind=kind, snapshot=shown.html, options=options, key=uuid.uuid4().hex)

    def __repr__(self) -> str:
        return repr(self.static)

    def _repr_html_(self) -> str:
        return self.static.html

    def _repr_markdown_(self) -> str:
        return self.static.markdown

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:  # type: ignore[override]
        bundle = super()._repr_mimebundle_(**options)
        data = dict(bundle[0] if isinstance(bundle, tuple) else bundle or {})
        return {PANEL: {"model_id": self.model_id}, **data, **self.static._repr_mimebundle_()}


class Panel(_Shown):
    """A panel: it follows the event log, and its buttons call operations."""

    def __init__(
        self, lux: "Lux", kind: str, shown: StaticPanel, options: dict[str, Any] | None = None
    ) -> None:
        self._channel = Channel(lux, _panel_author(), self.send)
        super().__init__(kind, shown, options or {})
        self.on_msg(self._received)
        answer_requests(self.key, self._channel)

    def close(self) -> None:
        """Close the panel and stop listening."""
        self._channel.close()
        super().close()

    def _received(self, _widget: Any, content: dict[str, Any], _buffers: Any) -> None:
        self._channel.receive(content)


class GraphView(_Shown):
    """A trace, a proof, a plan or a context graph: zoom, fold, search, export."""

    graph = traitlets.Dict().tag(sync=True)

    def __init__(self, graph: dict[str, Any], shown: StaticPanel) -> None:
        super().__init__("graph", shown, {})
        self.graph = graph


def _panel_author() -> Author:
    """Return the panel as author: the cell it is shown in, by the name of a panel."""
    cell = current_author()
    if cell.kind != "cell":
        return cell
    return Author("cell", "panel", None, cell.cell_id, cell.execution_count, cell.notebook)
