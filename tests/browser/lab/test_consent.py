"""The consent round trip: a real MCP client asks, the human answers in the browser."""

import asyncio
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lux_nb.engine.operations import load_operations
from tests.browser.lab.server import LabPage, LabServer

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(
        "consent_list" not in load_operations(), reason="This build has no consents to ask for."
    ),
]
# All tools are listed, whatever the server lists of its own accord.
SERVE = """\
%load_ext lux_nb
from lux_nb.api import the_lux
from lux_nb.server.running import serve
serve(the_lux().engine, ["all"])
answer = 0
"""
OpenPage = Callable[..., LabPage]


class Assistant(threading.Thread):
    """An MCP client that runs code in the notebook's kernel, on a thread of its own."""

    def __init__(self, entry: dict[str, Any], code: str) -> None:
        super().__init__(daemon=True)
        self.entry = entry
        self.code = code
        self.answer: Any = None
        self.start()

    def run(self) -> None:
        self.answer = asyncio.run(self._ask())

    async def _ask(self) -> Any:
        import httpx2
        from mcp import Client
        from mcp.client.streamable_http import streamable_http_client
        from mcp_types import Implementation

        headers = {"Authorization": f"Bearer {self.entry['token']}"}
        async with httpx2.AsyncClient(headers=headers, trust_env=False, timeout=120) as http:
            transport = streamable_http_client(self.entry["url"], http_client=http)
            info = Implementation(name="claude-desktop", version="1.0")
            async with Client(transport, client_info=info) as client:
                return await client.call_tool("kernel_run", {"code": self.code})


def registered(home: Path) -> dict[str, Any]:
    """Return how the kernel that is served can be reached."""
    files = sorted((home / "kernels").glob("*.json"), key=lambda path: path.stat().st_mtime)
    return dict(json.loads(files[-1].read_text()))


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
