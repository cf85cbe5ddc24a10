"""One JupyterLab, one browser and one notebook for all panels."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lux_nb import widgets
from lux_nb.setup.browser import find_browser, install_hint
from tests.browser.lab.server import BUILT, FLAGS, LabPage, LabServer
from tests.browser.panels.notebook import PanelPage
from tests.conftest import PROVIDER_VARIABLES, REAL_HOME

ARTEFACTS = Path(__file__).resolve().parents[2] / "artefacts" / "panels"
NOTES = {
    "auth.md": "Login uses JWT tokens that expire after one hour. Passwords use Argon2.",
    "billing.md": "Billing runs on PostgreSQL. Invoices are kept for ten years.",
}


@pytest.fixture(scope="session")
def panel_browser() -> Iterator[Any]:
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
def panel_server(tmp_path_factory: pytest.TempPathFactory, model_file: Path) -> Iterator[LabServer]:
    """A real JupyterLab with the built front end."""
    if not widgets.is_built() or not (BUILT / "package.json").is_file():
        pytest.skip("The panels are not built: make setup builds them.")
    folder = tmp_path_factory.mktemp("panels")
    home = folder / "lux-home"
    home.mkdir(mode=0o700)
    if (REAL_HOME / "prolog").is_dir():
        (home / "prolog").symlink_to(REAL_HOME / "prolog")
    environment = {
        "LUX_HOME": str(home),
        "LUX_EMBEDDED_MODEL": str(model_file),
        "LUX_EMBEDDED_THREADS": "1",
        "LUX_EMBEDDED_MAX_TOKENS": "24",
        **dict.fromkeys(PROVIDER_VARIABLES, ""),
    }
    environment.pop("JPY_SESSION_NAME")
    server = LabServer(folder, environment)
    project = server.notebooks / "project"
    project.mkdir()
    for name, text in NOTES.items():
        (project / name).write_text(text)
    yield server
    server.close()


@pytest.fixture(scope="module")
def book(panel_browser: Any, panel_server: LabServer) -> Iterator[PanelPage]:
    """A notebook with lux_nb loaded; no test may leave an error in the browser's console."""
    panel_server.write("panels.ipynb", "")
    lab = LabPage(panel_browser, panel_server, width=1200, height=1400)
    opened = PanelPage(lab, "panels.ipynb", ARTEFACTS)
    opened.execute("%load_ext lux_nb")
    yield opened
    lab.context.close()


@pytest.fixture(autouse=True)
def quiet_console(book: PanelPage) -> Iterator[None]:
    """Fail a test that left an error in the console."""
    del book.lab.problems[:]
    yield
    assert book.lab.problems == []
