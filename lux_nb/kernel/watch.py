"""Watching cells: which one runs, since when, and which ran since the extension was loaded."""

import threading
import time
from collections import deque
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from lux_nb.engine.authors import acting_author
from lux_nb.kernel.cells import running_shell
from lux_nb.kernel.values import safe_text

CELLS_KEPT = 500
_ATTRIBUTE = "_lux_nb_watch"


@dataclass(slots=True)
class LiveCell:
    """A cell that was run in this kernel."""

    source: str
    cell_id: str | None
    execution_count: int | None
    started_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    began: float = field(default_factory=time.perf_counter)
    seconds: float | None = None
    error: str | None = None
    result: str | None = None


class CellWatch:
    """Hears of each cell from IPython's events; read from any thread."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self.current: LiveCell | None = None
        self.cells: deque[LiveCell] = deque(maxlen=CELLS_KEPT)
        shell.events.register("pre_run_cell", self._begins)
        shell.events.register("post_run_cell", self._ends)

    def remove(self) -> None:
        """Stop to watch."""
        self._shell.events.unregister("pre_run_cell", self._begins)
        self._shell.events.unregister("post_run_cell", self._ends)

    def _begins(self, info: Any) -> None:
        if not self._is_users() or info.silent:
            return
        self.current = LiveCell(
            source=str(info.raw_cell),
            cell_id=getattr(info, "cell_id", None),
            # The shell's own count is that of the next cell already.
            execution_count=self._shell.displayhook.prompt_count if info.store_history else None,
        )

    def _ends(self, result: Any) -> None:
        cell = self.current
        if cell is None or not self._is_users():
            return
        self.current = None
        cell.seconds = time.perf_counter() - cell.began
        failure = result.error_before_exec or result.error_in_exec
        cell.error = type(failure).__name__ if failure is not None else None
        # As text: the object itself would be kept alive by it.
        cell.result = None if result.result is None else safe_text(result.result)
        self.cells.append(cell)

    @staticmethod
    def _is_users() -> bool:
        """Tell a cell of the user from a subshell's request and from an assistant's code."""
        is_main = threading.current_thread() is threading.main_thread()
        return is_main and acting_author() is None


def install_watch(shell: Any) -> CellWatch:
    """Watch a shell's cells; a second call returns the same watch."""
    found = shell.__dict__.get(_ATTRIBUTE)
    if not isinstance(found, CellWatch):
        found = CellWatch(shell)
        shell.__dict__[_ATTRIBUTE] = found
    return found


def remove_watch(shell: Any) -> None:
    """Stop to watch a shell's cells."""
    found = shell.__dict__.pop(_ATTRIBUTE, None)
    if isinstance(found, CellWatch):
        found.remove()


def current_watch() -> CellWatch | None:
    """Return the watch of this process's shell, or None where there is no shell."""
    shell = running_shell()
    return None if shell is None else install_watch(shell)
