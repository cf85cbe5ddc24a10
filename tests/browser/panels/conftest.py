"""One JupyterLab, one browser and one notebook for all panels."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lux_nb import widgets
from tests.browser.conftest import lab_environment
from tests.browser.lab.server import BUILT, LabPage, LabServer
from tests.browser.panels.notebook import PanelPage
from tests.scripted_server import ScriptedServer

ARTEFACTS = Path(__file__).resolve().parents[2] / "artefacts" / "panels"
NOTES = {
    "auth.md": "Login uses JWT tokens that expire after one hour. Passwords use Argon2.",
    "billing.md": "Billing runs on PostgreSQL. Invoices are kept for ten years.",
}


@pytest.fixture(scope="package")
def panel_server(tmp_path_factory: pytest.TempPathFactory, model_file: Path) -> Iterator[LabServer]:
    """A real JupyterLab with the built front end."""
    if not widgets.is_built() or not (BUILT / "package.json").is_file():
        pytest.skip("The panels are not built: make setup builds them.")
    folder = tmp_path_factory.mktemp("panels")
    server = LabServer(folder, lab_environment(folder, model_file))
    project = server.notebooks / "project"
    project.mkdir()
    for name, text in NOTES.items():
        (project / name).write_text(text)
    yield server
    server.close()


@pytest.fixture(scope="module")
def book(browser: Any, panel_server: LabServer) -> Iterator[PanelPage]:
    """A notebook with lux_nb loaded; no test may leave an error in the browser's console."""
    panel_server.write("panels.ipynb", "")
    lab = LabPage(browser, panel_server, width=1200, height=1400)
    opened = PanelPage(lab, "panels.ipynb", ARTEFACTS)
    opened.execute("%load_ext lux_nb")
    yield opened
    lab.context.close()


@pytest.fixture
def scripted(book: PanelPage) -> Iterator[ScriptedServer]:
    """A model of the notebook's kernel that says the same again and again."""
    repeated = "The sky is blue because the sky is blue, and so the sky is blue."
    server = ScriptedServer(lambda _: repeated)
    book.execute(f"%lux config compatible_base_url={server.url}")
    yield server
    book.execute("%lux config compatible_base_url=none")
    server.close()


@pytest.fixture(autouse=True)
def quiet_console(book: PanelPage) -> Iterator[None]:
    """Fail a test that left an error in the console."""
    del book.lab.problems[:]
    yield
    assert book.lab.problems == []
