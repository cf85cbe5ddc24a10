"""The consent round trip: a real MCP client asks, the human answers in the browser."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lux_nb.engine.operations import load_operations
from tests.browser.lab.assistant import SERVE, Assistant, registered
from tests.browser.lab.server import LabPage, LabServer

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(
        "consent_list" not in load_operations(), reason="This build has no consents to ask for."
    ),
]
OpenPage = Callable[..., LabPage]


def test_an_assistant_asks_and_the_human_answers_in_the_browser(
    open_page: OpenPage, lab_server: LabServer, artefacts: Path
) -> None:
    lab_server.write("consent.ipynb", SERVE, "answer")
    lab = open_page()
    lab.open("consent.ipynb")
    lab.run_cell(0)
    sidebar = lab.sidebar()
    sidebar.locator("[data-section=feed]").wait_for()
    lab.unfold("assistants").get_by_text("Assistants can attach to this kernel.").wait_for()

    entry = registered(lab_server.folder / "lux-home")
    allowed = Assistant(entry, "answer = 6 * 7")
    waiting = sidebar.locator("[data-section=consents]")
    waiting.get_by_text("claude-desktop").wait_for()
    lab.page.wait_for_selector(".lm-TabBar-tab[data-lux-pending='1']")
    lab.page.wait_for_selector(".Toastify >> text=claude-desktop")
    lab.screenshot(artefacts / "consent.png")
    waiting.get_by_role("button", name="Allow once").click()
    waiting.wait_for(state="detached")
    lab.page.wait_for_selector(".Toastify >> text=claude-desktop", state="detached")
    allowed.join(60)
    assert not allowed.answer.is_error
    lab.run_cell(1)
    lab.page.wait_for_selector(".jp-OutputArea >> text=42")

    denied = Assistant(entry, "answer = 'gone'")
    waiting.get_by_text("claude-desktop").wait_for()
    lab.page.locator(".Toastify").get_by_role("button", name="Deny").click()
    waiting.wait_for(state="detached")
    denied.join(60)
    assert denied.answer.is_error
    lab.unfold("assistants").get_by_text("claude-desktop").first.wait_for()
    sidebar.locator(".lux-Event .lux-Author[data-kind=assistant]").first.wait_for()
