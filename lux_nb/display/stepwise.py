"""A result that grows step by step in a cell, or runs along in a terminal."""

import sys
import time
from collections.abc import Callable
from typing import Any

from lux_nb.display.live import _progress_text
from lux_nb.engine.calls import Delta, Notice, Update
from lux_nb.kernel.cells import in_notebook

Bundle = dict[str, str]
Render = Callable[[str, str], Bundle]
LEAST_SECONDS_BETWEEN_UPDATES = 0.15


class LiveSteps:
    """Shows finished steps and the one being written; the last state is what is saved."""

    def __init__(self, shell: Any | None, render: Render) -> None:
        self._render = render
        self._notebook = in_notebook(shell)
        self._handle: Any = None
        self._pieces: list[str] = []
        self._note = ""
        self._last_update = 0.0

    def begin(self, title: str) -> None:
        """Begin the next step."""
        self._pieces = []
        self._note = f"{title} …"
        self._last_update = 0.0
        if self._notebook:
            self._refresh()
        else:
            self._write(f"\n[{title}] ")

    def receive(self, update: Update) -> None:
        """Take an update of the call, on the thread that runs the cell."""
        if isinstance(update, Delta):
            self._pieces.append(update.text)
            if not self._notebook:
                self._write(update.text)
        elif isinstance(update, Notice):
            self._note = update.message
        else:
            self._note = _progress_text(update)
        if self._notebook and time.monotonic() - self._last_update >= LEAST_SECONDS_BETWEEN_UPDATES:
            self._refresh()

    def step_done(self, text: str) -> None:
        """Show that a step is finished; a terminal gets what was measured on it."""
        self._pieces = []
        if self._notebook:
            self._note = ""
            self._refresh()
        else:
            self._write(f"\n{text}\n")

    def finish(self, bundle: Bundle) -> None:
        """Show the whole result."""
        if self._notebook:
            self._show(bundle)
        else:
            self._write("\n" + bundle["text/plain"] + "\n")

    def _refresh(self) -> None:
        self._last_update = time.monotonic()
        self._show(self._render("".join(self._pieces), self._note))

    def _show(self, bundle: Bundle) -> None:
        from IPython.display import display

        if self._handle is None:
            self._handle = display(bundle, raw=True, display_id=True)
        else:
            self._handle.update(bundle, raw=True)

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()
