"""One JupyterLab and one browser for all tests of the extension."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lux_nb.setup.browser import find_browser, install_hint
from tests.browser.lab.server import BUILT, FLAGS, LabPage, LabServer
from tests.conftest import PROVIDER_VARIABLES, REAL_HOME

ARTEFACTS = Path(__file__).resolve().parents[2] / "artefacts" / "lab"


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A real Chromium."""
    playwright = pytest.importorskip("playwright.sync_api")
    found = find_browser()
    if found is None:
        pytest.skip(f"No Chromium was found: {install_hint()}")
    with playwright.sync_playwright() as running:
        launched = running.chromium.launch(executable_path=found, args=list(FLAGS))
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def lab_server(tmp_path_factory: pytest.TempPathFactory, model_file: Path) -> Iterator[LabServer]:
    """A real JupyterLab with the built extension."""
    if not (BUILT / "package.json").is_file():
        pytest.skip("The JupyterLab extension is not built: make setup builds it.")
    folder = tmp_path_factory.mktemp("lab")
    home = folder / "lux-home"
    home.mkdir(mode=0o700)
    if (REAL_HOME / "prolog").is_dir():
        (home / "prolog").symlink_to(REAL_HOME / "prolog")
    environment = {
        "LUX_HOME": str(home),
        "LUX_EMBEDDED_MODEL": str(model_file),
        "LUX_EMBEDDED_THREADS": "1",
        "LUX_EMBEDDED_MAX_TOKENS": "16",
        **dict.fromkeys(PROVIDER_VARIABLES, ""),
    }
    environment.pop("JPY_SESSION_NAME")
    server = LabServer(folder, environment)
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
