"""One JupyterLab and one browser for all tests of the extension."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import lab_environment
from tests.browser.lab.server import BUILT, LabPage, LabServer

ARTEFACTS = Path(__file__).resolve().parents[2] / "artefacts" / "lab"


@pytest.fixture(scope="package")
def lab_server(tmp_path_factory: pytest.TempPathFactory, model_file: Path) -> Iterator[LabServer]:
    """A real JupyterLab with the built extension."""
    if not (BUILT / "package.json").is_file():
        pytest.skip("The JupyterLab extension is not built: make setup builds it.")
    folder = tmp_path_factory.mktemp("lab")
    server = LabServer(folder, lab_environment(folder, model_file))
    yield server
    server.close()


@pytest.fixture
def open_page(browser: Any, lab_server: LabServer) -> Iterator[Callable[..., LabPage]]:
    """Open pages of the Lab; all are closed at the end, and none may have logged an error."""
    opened: list[LabPage] = []

    def open_one(**size: int) -> LabPage:
        opened.append(LabPage(browser, lab_server, **size))
        return opened[-1]

    yield open_one
    for page in opened:
        page.close()
    assert [problem for page in opened for problem in page.problems] == []


@pytest.fixture
def artefacts() -> Path:
    """Where screenshots are kept."""
    return ARTEFACTS
