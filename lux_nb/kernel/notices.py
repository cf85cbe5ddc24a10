"""A note under a cell when an assistant waits for the human's answer."""

import sys
import threading
from typing import Any

from lux_nb.engine.authors import acting_author

_ATTRIBUTE = "_lux_nb_notices"


class Notices:
    """Shows each open request once, under the cell that ends after it came."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._shown: set[str] = set()
        shell.events.register("post_run_cell", self._cell_ended)

    def remove(self) -> None:
        """Stop to show requests."""
        self._shell.events.unregister("post_run_cell", self._cell_ended)

    def _cell_ended(self, _result: Any) -> None:
        is_main = threading.current_thread() is threading.main_thread()
        if not is_main or acting_author() is not None or "lux_nb.api" not in sys.modules:
            return
        from lux_nb.api import the_lux

        engine = the_lux()._engine
        if engine is None:
            return
        for asked in engine.consent.pending():
            if asked.id not in self._shown:
                self._shown.add(asked.id)
                self._show(asked)

    @staticmethod
    def _show(asked: Any) -> None:
        from IPython.display import display

        from lux_nb.display.assistants import request_html, request_text
        from lux_nb.engine.consent_operations import ConsentRequestView

        view = ConsentRequestView.of(asked)
        bundle = {"text/plain": request_text(view), "text/html": request_html(view)}
        display(bundle, raw=True)  # type: ignore[no-untyped-call]


def install_notices(shell: Any) -> None:
    """Show requests under cells; a second call changes nothing."""
    if _ATTRIBUTE not in shell.__dict__:
        shell.__dict__[_ATTRIBUTE] = Notices(shell)


def remove_notices(shell: Any) -> None:
    """Stop to show them."""
    found = shell.__dict__.pop(_ATTRIBUTE, None)
    if isinstance(found, Notices):
        found.remove()
