"""Panels in saved and exported notebooks, where no kernel answers."""

from typing import Any

import pytest

from lux_nb import widgets
from lux_nb.widgets.static import snapshot

VIEW = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"
PANEL = "application/vnd.lux-nb.panel+json"
nbformat = pytest.importorskip("nbformat")
nbconvert = pytest.importorskip("nbconvert")


def saved(bundle: dict[str, Any], **metadata: Any) -> Any:
    """Return a notebook whose one cell shows a bundle."""
    output = nbformat.v4.new_output("display_data", data=bundle)
    cell = nbformat.v4.new_code_cell("lux.logic.panel()", outputs=[output])
    return nbformat.v4.new_notebook(cells=[cell], metadata=metadata)


@pytest.fixture
def panel(lux: Any) -> Any:
    if not widgets.is_built():
        pytest.skip("the panels are not built; labextension has the build")
    lux.call("session.create", sessionId="birds")
    made = lux.logic.panel()
    yield made
    made.close()


def test_the_output_of_a_panel_can_be_saved_and_names_its_widget(panel: Any) -> None:
    bundle = panel._repr_mimebundle_()
    nbformat.validate(saved(bundle))
    assert bundle[PANEL] == {"model_id": bundle[VIEW]["model_id"]}


@pytest.mark.parametrize("form", ["html", "markdown"])
def test_an_exported_panel_is_its_picture(panel: Any, form: str) -> None:
    exporter = nbconvert.get_exporter(form)()
    page, _ = exporter.from_notebook_node(saved(panel._repr_mimebundle_()))
    assert "birds" in page
    assert VIEW not in page


def test_a_page_with_the_state_of_its_widgets_has_the_picture_in_it(panel: Any) -> None:
    bundle = panel._repr_mimebundle_()
    state = {
        panel.model_id: {
            "model_name": "AnyModel",
            "model_module": "anywidget",
            "model_module_version": "~0.9.*",
            "state": {name: value for name, value in panel.get_state().items() if name[0] != "_"},
        }
    }
    kept = {STATE: {"version_major": 2, "version_minor": 0, "state": state}}
    page, _ = nbconvert.HTMLExporter().from_notebook_node(saved(bundle, widgets=kept))
    assert VIEW in page
    assert "birds" in page


def test_a_picture_needs_no_style_sheet_and_no_script(lux: Any) -> None:
    for kind in widgets.KINDS:
        html = snapshot(lux, kind).html
        assert "<script" not in html
        assert "<link" not in html
        assert "<style" not in html
        assert "javascript:" not in html


def test_the_picture_shows_what_the_options_chose(lux: Any) -> None:
    lux.logic.session("birds").assert_rules("penguin(pingu).")
    assert "penguin(pingu)" in snapshot(lux, "logic", {"session": "birds"}).html
    assert "expression" in snapshot(lux, "tools", {"tool": "calculator"}).html
    missing = snapshot(lux, "reasoning", {"trace": "nowhere"})
    assert "nowhere" in missing.text, "what is not there is said, and the rest is shown"
    assert "monitoring" in missing.text
