"""The set-up is tested where it put things: these tests keep the machine's own LUX_HOME."""

from pathlib import Path

import pytest

from lux_nb.paths import lux_home


@pytest.fixture(autouse=True)
def home() -> Path:
    """The real home, in place of the fresh one that other tests get."""
    return lux_home()
