"""Running tools in tests."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lux_nb.api import Lux
from lux_nb.config import Settings


@pytest.fixture
def tools(lux: Any) -> Any:
    """``lux.tools`` of a fresh engine."""
    return lux.tools


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


@pytest.fixture
def room(home: Path, workspace: Path) -> Any:
    """A ``lux`` whose tools may use files below the workspace."""
    made = Lux(Settings(allowed_roots=[workspace]))
    yield made
    made.close()


@pytest.fixture
def run(room: Any) -> Callable[..., Any]:
    """Run a tool and return its result."""

    def call(name: str, **arguments: Any) -> Any:
        return room.tools.run(name, arguments).result

    return call
