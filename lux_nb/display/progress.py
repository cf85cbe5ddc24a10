"""A bar for what takes more than a second; it is gone when the work is done."""

import queue
import sys
import threading
import time
from html import escape
from typing import TYPE_CHECKING, Any

from lux_nb.engine.calls import Delta, Notice, Progress, Update
from lux_nb.kernel.cells import in_notebook, running_shell

if TYPE_CHECKING:
    import concurrent.futures

PATIENCE_SECONDS = 1.0
TICK_SECONDS = 0.25
WIDTH = 24


def can_show() -> bool:
    """Tell whether somebody looks: the main thread of a notebook, or a terminal."""
    if threading.current_thread() is not threading.main_thread():
        return False
    return in_notebook(running_shell()) or sys.stderr.isatty()


def wait_with_bar(
    title: str,
    future: "concurrent.futures.Future[Any]",
    updates: "queue.SimpleQueue[Update | None]",
) -> None:
    """Wait for a call on the thread of its cell, with a bar once it takes long."""
    future.add_done_callback(lambda _: updates.put(None))
    bar = Bar(title, is_notebook=in_notebook(running_shell()))
    try:
        while True:
            try:
                update = updates.get(timeout=TICK_SECONDS)
            except queue.Empty:
                bar.draw()
                continue
            if update is None:
                return
            bar.take(update)
    finally:
        bar.remove()


class Bar:
    """How far a call is, in a notebook or a terminal."""

    def __init__(self, title: str, *, is_notebook: bool) -> None:
        self._message = title
        self._share: float | None = None
        self._is_notebook = is_notebook
        self._began = time.monotonic()
        self._drawn = 0.0
        self._handle: Any = None
        self._written = 0

    def take(self, update: Update) -> None:
        """Take an update of the call."""
        if isinstance(update, Progress):
            self._message = update.message
            self._share = (update.done or 0) / update.total if update.total else None
        elif isinstance(update, Notice):
            self._message = update.message
        elif isinstance(update, Delta):
            return
        if time.monotonic() - self._drawn >= TICK_SECONDS:
            self.draw()

    def draw(self) -> None:
        """Show the bar, if the call takes long enough to be worth it."""
        self._drawn = time.monotonic()
        if self._drawn - self._began < PATIENCE_SECONDS:
            return
        if self._is_notebook:
            self._display({"text/html": self.html(), "text/plain": self.text()})
        else:
            line = self.text()
            self._write(f"\r{line.ljust(self._written)}")
            self._written = len(line)

    def remove(self) -> None:
        """Take the bar away; nothing of it is saved."""
        if self._handle is not None:
            self._display({})
        elif self._written:
            self._write(f"\r{' ' * self._written}\r")

    def text(self) -> str:
        """Return the bar as a line of text."""
        seconds = time.monotonic() - self._began
        if self._share is None:
            return f"{self._message} … {seconds:.0f} s"
        done = round(WIDTH * min(1.0, self._share))
        bar = "█" * done + "░" * (WIDTH - done)
        return f"{bar} {self._share:.0%} {self._message} {seconds:.0f} s"

    def html(self) -> str:
        """Return the bar as HTML."""
        value = "" if self._share is None else f" value='{min(1.0, self._share):.3f}'"
        seconds = time.monotonic() - self._began
        return (
            f"<div><progress{value} style='width:14em;vertical-align:middle'></progress> "
            f"{escape(self._message)} <small style='opacity:.7'>{seconds:.0f} s</small></div>"
        )

    def _display(self, bundle: dict[str, str]) -> None:
        from IPython.display import display

        if self._handle is None:
            # Begun empty: tools that compare outputs read the first display only.
            self._handle = display({}, raw=True, display_id=True)
        self._handle.update(bundle, raw=True)

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()
