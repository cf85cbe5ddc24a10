"""The bar of long calls, in a real kernel and in a terminal."""

import io
import sys
from typing import Any

import pytest

from lux_nb.display.progress import Bar
from lux_nb.engine.calls import Progress


def test_a_bar_comes_only_when_it_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(sys, "stderr", screen)
    bar = Bar("scan", is_notebook=False)
    bar.take(Progress("reading a.md", 1, 4))
    bar.draw()
    assert screen.getvalue() == ""
    bar._began -= 5
    bar.draw()
    assert "25% reading a.md 5 s" in screen.getvalue()
    bar.remove()
    assert screen.getvalue().endswith("\r")


def test_a_bar_escapes_what_it_shows() -> None:
    bar = Bar("scan", is_notebook=True)
    bar.take(Progress("reading <b>.md"))
    assert "&lt;b&gt;" in bar.html()


def test_a_long_call_of_a_cell_shows_a_bar_and_leaves_nothing(start_kernel: Any) -> None:
    kernel = start_kernel()
    kernel.run("%load_ext lux_nb")
    output = kernel.run(
        "from lux_nb.display import progress\n"
        "progress.PATIENCE_SECONDS = 0\n"
        "progress.TICK_SECONDS = 0.001\n"
        "lux.call('session.create', sessionId='a')['success']"
    )
    first, bar, *rest = output.displays
    assert first == {}, "tools that compare outputs see nothing"
    assert "session.create" in bar["text/plain"]
    assert {} in rest, "the bar is taken away at the end"
