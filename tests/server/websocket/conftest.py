from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import REAL_HOME


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home of its own, with the SWI-Prolog of the set-up."""
    folder = tmp_path_factory.mktemp("home")
    if (REAL_HOME / "prolog").is_dir():
        (folder / "prolog").symlink_to(REAL_HOME / "prolog")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUX_HOME", str(folder))
        patch.delenv("LUX_STORE", raising=False)
        yield folder
