"""An answer that grows in place in a cell, or runs along in a terminal."""

import sys
import time
from typing import Any

from lux_nb.display.footer import answer_markdown
from lux_nb.engine.calls import Delta, Notice, Progress, Update
from lux_nb.kernel.cells import in_notebook

LEAST_SECONDS_BETWEEN_UPDATES = 0.08


class LiveAnswer:
    """Shows a streamed answer; what is on screen last is what the notebook saves."""

    def __init__(self, shell: Any | None, *, at_once: bool = False) -> None:
        # A replayed answer is there at once, and tools that compare outputs read the
        # first display only.
        self._at_once = at_once
        self._pieces: list[str] = []
        self._footer = ""
        self._last_update = 0.0
        self._view: _View = _NotebookView() if in_notebook(shell) else _TerminalView()

    @property
    def text(self) -> str:
        """What was received so far."""
        return "".join(self._pieces)

    def receive(self, update: Update) -> None:
        """Take an update of the call, on the thread that runs the cell."""
        if isinstance(update, Delta):
            self._pieces.append(update.text)
            self._footer = ""
            if not self._at_once:
                self._view.append(update.text)
        elif isinstance(update, Progress):
            self._footer = _progress_text(update)
        elif isinstance(update, Notice):
            self._footer = update.message
        now = time.monotonic()
        if not self._at_once and now - self._last_update >= LEAST_SECONDS_BETWEEN_UPDATES:
            self._last_update = now
            self._view.refresh(self.text, self._footer or "…")

    def finish(self, text: str, footer: str) -> None:
        """Show the whole answer with its footer."""
        self._view.finish(text, footer)

    def stop(self, footer: str) -> None:
        """Leave what was received with a footer that says why it ends, if anything was shown."""
        if self._last_update:
            self._view.finish(self.text, footer)


class _NotebookView:
    """One display that is updated in place."""

    def __init__(self) -> None:
        self._handle: Any = None

    def append(self, text: str) -> None:
        """Wait for the next refresh."""

    def refresh(self, text: str, footer: str) -> None:
        self._show(text, footer)

    def finish(self, text: str, footer: str) -> None:
        self._show(text, footer)

    def _show(self, text: str, footer: str) -> None:
        from IPython.display import display

        bundle = {
            "text/markdown": answer_markdown(text, footer),
            "text/plain": f"{text}\n\n{footer}",
        }
        if self._handle is None:
            self._handle = display(bundle, raw=True, display_id=True)
        else:
            self._handle.update(bundle, raw=True)


class _TerminalView:
    """Plain text written as it comes."""

    def __init__(self) -> None:
        self._written = 0

    def append(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()
        self._written += len(text)

    def refresh(self, text: str, footer: str) -> None:
        """Keep the terminal as it is: the text is there already."""

    def finish(self, text: str, footer: str) -> None:
        rest = text[self._written :]
        sys.stdout.write(f"{rest}\n\n{footer}\n")
        sys.stdout.flush()


_View = _NotebookView | _TerminalView


def _progress_text(progress: Progress) -> str:
    if progress.done is None or not progress.total:
        return f"{progress.message} …"
    return f"{progress.message} {progress.done / progress.total:.0%}"
