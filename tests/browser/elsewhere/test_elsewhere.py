"""Panels outside JupyterLab: in Notebook 7 and the classic notebook, live and saved."""

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lux_nb import widgets
from tests.browser.conftest import lab_environment
from tests.browser.lab.server import (
    BUILT,
    PATIENCE_MS,
    ClassicServer,
    LabServer,
    NotebookPage,
    NotebookServer,
)

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
Factory = pytest.TempPathFactory
ARTEFACTS = Path(__file__).resolve().parents[2] / "artefacts" / "elsewhere"
BIRDS = """\
%load_ext lux_nb
_ = lux.logic.session('birds').assert_('Every penguin is a bird. Pingu is a penguin.')
"""
PANEL = "lux.logic.panel(session='birds')"


def started(kind: type[LabServer], folder: Path, model_file: Path) -> LabServer:
    if importlib.util.find_spec(kind.application) is None:
        pytest.skip(f"{kind.application} is not installed.")
    if not widgets.is_built() or not (BUILT / "package.json").is_file():
        pytest.skip("The panels are not built: make setup builds them.")
    return kind(folder, lab_environment(folder, model_file))


@pytest.fixture
def notebook(tmp_path_factory: Factory, model_file: Path) -> Iterator[LabServer]:
    """A real Notebook 7 with the built extension."""
    server = started(NotebookServer, tmp_path_factory.mktemp("notebook"), model_file)
    yield server
    server.close()


@pytest.fixture
def classic(tmp_path_factory: Factory, model_file: Path) -> Iterator[LabServer]:
    """A real classic notebook."""
    server = started(ClassicServer, tmp_path_factory.mktemp("classic"), model_file)
    yield server
    server.close()


def asked(panel: Any) -> None:
    """Ask by the panel's form, and wait for the answer with its proof."""
    panel.get_by_label("Question").fill("Is Pingu a bird?")
    panel.get_by_role("button", name="Ask", exact=True).click()
    panel.locator(".lux-verdict.lux-yes").wait_for()
    panel.get_by_role("application").wait_for()


def test_in_notebook_7_a_panel_is_live_and_a_saved_one_is_its_picture(
    browser: Any, notebook: LabServer
) -> None:
    path = notebook.write("panels.ipynb", BIRDS, PANEL)
    lab = NotebookPage(browser, notebook, width=1000, height=1200)
    lab.open("panels.ipynb")
    # What the application itself says when it starts is not the panel's.
    own = set(lab.problems)
    lab.run_cell(0)
    lab.run_cell(1)
    panel = lab.page.locator(".lux.lux-live")
    panel.get_by_text("penguin(pingu).").wait_for()
    asked(panel)
    lab.screenshot(ARTEFACTS / "notebook-live.png")

    lab.save()
    saved = json.loads(path.read_text())["cells"][1]["outputs"][0]["data"]
    assert saved.keys() >= {"text/html", "text/markdown", "text/plain"}
    lab.page.evaluate("jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    lab.open("panels.ipynb")
    lab.page.get_by_text("As it was when the cell was run.").wait_for()
    lab.page.locator(".lux-Output td", has_text="birds").first.wait_for()
    assert lab.page.get_by_text("model not found").count() == 0
    lab.screenshot(ARTEFACTS / "notebook-saved.png")
    lab.close()
    assert set(lab.problems) <= own


def test_in_the_classic_notebook_a_panel_is_live(browser: Any, classic: LabServer) -> None:
    classic.write("panels.ipynb", BIRDS, PANEL)
    context = browser.new_context(viewport={"width": 1000, "height": 1200})
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(classic.url("nbclassic/notebooks/panels.ipynb"))
    page.wait_for_function(
        """() => {
            const notebook = window.Jupyter?.notebook;
            const kernel = notebook?.kernel;
            return notebook?._fully_loaded && kernel?.is_connected() && kernel.widget_manager;
        }"""
    )
    page.evaluate("Jupyter.notebook.execute_all_cells()")
    panel = page.locator(".lux.lux-live")
    panel.get_by_text("penguin(pingu).").wait_for()
    asked(panel)
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=ARTEFACTS / "classic-live.png")
    context.close()
