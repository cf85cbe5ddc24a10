"""The widgets without a front end: what is synced, what is saved, what is passed on."""

from pathlib import Path
from typing import Any

import pytest

from lux_nb import widgets
from lux_nb.display.caps import MOST_HTML
from lux_nb.errors import InvalidRequest
from lux_nb.widgets.static import StaticPanel, snapshot

VIEW = "application/vnd.jupyter.widget-view+json"


@pytest.fixture
def front_end() -> None:
    """The built front end; what it does is tried in the browser."""
    if not widgets.is_built():
        pytest.skip("the panels are not built; labextension has the build")


@pytest.mark.usefixtures("front_end")
@pytest.mark.parametrize("kind", widgets.KINDS)
def test_a_panel_is_a_widget_with_a_picture_for_where_widgets_are_not(kind: str, lux: Any) -> None:
    panel = lux.panel(kind)
    bundle = panel._repr_mimebundle_()
    assert bundle.keys() >= {VIEW, "text/html", "text/markdown", "text/plain"}
    assert panel.kind == kind
    assert panel.snapshot == bundle["text/html"]
    assert "<script" not in bundle["text/html"]
    panel.close()


@pytest.mark.usefixtures("front_end")
def test_each_domain_has_its_panel(lux: Any) -> None:
    for name in ("reasoning", "logic", "memory", "tools", "models"):
        panel = getattr(lux, name).panel()
        assert panel.kind == name
        panel.close()


@pytest.mark.usefixtures("front_end")
def test_options_reach_the_front_end(lux: Any) -> None:
    panel = lux.logic.panel(session="birds")
    assert panel.get_state("options")["options"] == {"session": "birds"}
    panel.close()


@pytest.mark.usefixtures("front_end")
def test_a_message_on_the_widget_or_on_the_request_comm_is_answered(lux: Any) -> None:
    from lux_nb.widgets import requests

    panel = lux.logic.panel()
    sent: list[dict[str, Any]] = []
    panel._channel._outbox._send = sent.append
    panel._handle_custom_msg({"hello": True}, [])
    lux.engine.run(_settle(panel))

    class Comm:
        def on_msg(self, handler: Any) -> None:
            self.handler = handler

    comm = Comm()
    requests._opened(comm, {})
    asked = {"id": "1", "call": "session.list", "params": {}}
    comm.handler({"content": {"data": {"key": panel.key, "message": asked}}})
    lux.engine.run(_settle(panel))
    told = [message for lot in sent for message in lot["batch"]]
    assert any("hello" in message for message in told)
    assert any(message.get("id") == "1" and "result" in message for message in told)
    panel.close()


async def _settle(panel: Any) -> None:
    import asyncio

    waiting = [asyncio.wrap_future(one) for one in panel._channel._running.values()]
    await asyncio.gather(*waiting)


def test_without_the_front_end_a_panel_is_a_static_picture(
    lux: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from lux_nb.widgets import front_end

    monkeypatch.setattr(front_end, "SCRIPT", Path("nowhere.js"))
    panel = lux.tools.panel()
    assert isinstance(panel, StaticPanel)
    assert "calculator" in panel._repr_html_()
    assert "calculator" in panel._repr_markdown_()
    assert "not built" in repr(panel)


def test_an_unknown_panel_is_an_error_that_names_those_there_are(lux: Any) -> None:
    with pytest.raises(InvalidRequest, match="no panel"):
        lux.panel("weather")


def test_a_static_panel_with_many_items_stays_small(lux: Any) -> None:
    for number in range(205):
        lux.call("session.create", sessionId=f"base-{number}")
    panel = snapshot(lux, "logic")
    assert "… 5 rows more" in panel.html
    assert len(panel.html) <= MOST_HTML
