"""Letting the server speak while a cell computes.

A cell in pure Python gives way to other threads every 5 ms only, and an answer needs many turns.
Shorter turns are asked for while a kernel is served. They cost the cell nothing while nobody
calls: a thread gives way only when another one wants to run.
"""

import sys

TURN_SECONDS = 0.0005
USUAL_SECONDS = 0.005


class ShortTurns:
    """Shortens the turns of threads, unless the user has set them, and gives them back."""

    def __init__(self) -> None:
        self._before: float | None = None

    def begin(self) -> None:
        """Ask for short turns."""
        current = sys.getswitchinterval()
        if current >= USUAL_SECONDS:
            self._before = current
            sys.setswitchinterval(TURN_SECONDS)

    def end(self) -> None:
        """Give back what was there, if nobody has changed it since."""
        if self._before is not None and abs(sys.getswitchinterval() - TURN_SECONDS) < 1e-6:
            sys.setswitchinterval(self._before)
        self._before = None
