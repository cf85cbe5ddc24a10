"""The sidebar of a real JupyterLab, over a real kernel."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.lab.server import ROOT, LabPage, LabServer

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
OpenPage = Callable[..., LabPage]
AXE = ROOT / "labextension" / "node_modules" / "axe-core" / "axe.min.js"
MISSING = """\
import sys
class Missing:
    def find_spec(self, name, *_):
        if name == "lux_nb":
            raise ModuleNotFoundError("No module named 'lux_nb'", name=name)
sys.meta_path.insert(0, Missing())
"""
OURS = ["#lux-nb-sidebar", ".lux-Badge", ".lux-Status", ".lux-Attach"]


def serious_findings(lab: LabPage) -> list[str]:
    """Return what axe finds serious in what is ours."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: make setup brings it.")
    lab.page.add_script_tag(path=AXE)
    found = lab.page.evaluate(
        """async names => {
            const include = names.filter(name => document.querySelector(name));
            const report = await axe.run({include: include.map(name => [name])});
            return report.violations.filter(one => ['serious', 'critical'].includes(one.impact))
                .flatMap(one => one.nodes.map(node => `${one.id}: ${node.html.slice(0, 160)}`));
        }""",
        OURS,
    )
    return list(found)


def test_it_goes_from_no_notebook_to_a_loaded_kernel(
    open_page: OpenPage, lab_server: LabServer, artefacts: Path
) -> None:
    lab_server.write(
        "first.ipynb", "%%confer\nWhat is a **mean**?", "%%mcr\ncat(tom).\nanimal(X) :- cat(X)."
    )
    lab = open_page()
    lab.open("first.ipynb")
    sidebar = lab.sidebar()
    sidebar.get_by_text("lux_nb is not loaded in this kernel.").wait_for()
    lab.screenshot(artefacts / "not-loaded.png")
    assert serious_findings(lab) == []
    lab.load()
    sidebar.get_by_text("No conversation yet.").wait_for()

    lab.run_cell(0)
    sidebar.get_by_text("2 turns").first.wait_for()
    sidebar.locator(".lux-Event", has_text="confer").first.wait_for()
    assert "cell [1]" in sidebar.locator(".lux-Event", has_text="confer").first.inner_text()
    sidebar.get_by_role("button", name="What is a").click()
    sidebar.locator(".lux-Turn[data-role=assistant]").wait_for()

    lab.run_cell(1)
    logic = lab.unfold("logic")
    logic.get_by_text("animal(X) :- cat(X).").wait_for()
    logic.get_by_role("textbox", name="Ask the knowledge base").fill("Is Tom an animal?")
    logic.get_by_role("button", name="Ask", exact=True).click()
    logic.locator(".lux-Answer", has_text="Yes").wait_for()

    tools = lab.unfold("tools")
    tools.get_by_role("searchbox", name="Filter the tools").fill("academic")
    tools.get_by_role("button", name="Use academic_search in a cell").click()
    lab.page.wait_for_selector(".jp-Cell >> text=%%tool academic_search")

    lab.page.wait_for_selector(".lux-Status >> text=Lux ·")
    lab.unfold("memory").get_by_text("No project is remembered yet.").wait_for()
    lab.screenshot(artefacts / "ready.png")
    assert serious_findings(lab) == []
    assert lab.hosts == {f"127.0.0.1:{lab_server.port}"}


def test_badges_and_highlighting_show_and_the_badge_survives_saving_and_reloading(
    open_page: OpenPage, lab_server: LabServer
) -> None:
    path = lab_server.write(
        "badges.ipynb",
        "%load_ext lux_nb",
        "%%confer\nA **bold** {word}",
        "%%mcr\nold(X) :- true.",
        "x = 1",
    )
    lab = open_page()
    lab.open("badges.ipynb")
    lab.page.wait_for_function(
        """() => {
            const types = jupyterapp.shell.currentWidget.content.widgets.map(c => c.model.mimeType);
            return types[1] === 'text/x-lux-conversation' && types[2] === 'text/x-lux-prolog';
        }"""
    )
    # Colours come from the language's own tokens: in Python, ":-" would be two operators.
    lab.page.wait_for_function(
        """() => [...document.querySelectorAll('.jp-Cell')[2].querySelectorAll('.cm-line span')]
            .some(span => span.textContent === ':-')"""
    )
    lab.run_cell(0)
    lab.execute("word = 1")
    lab.run_cell(1)
    badge = lab.page.locator(".lux-Badge")
    badge.get_by_text("tokens").wait_for()
    assert badge.inner_text().split("\n")[0] == "human"
    lab.save()
    kept = json.loads(path.read_text())["cells"][1]["metadata"]["lux_nb"]
    assert kept["by"] == "human"
    assert kept["prompt_tokens"] > 0
    assert "SmolLM2" in kept["models"][0]

    lab.open("badges.ipynb")
    lab.page.locator(".lux-Badge").get_by_text("tokens").wait_for()
    # The kernel went on: what it has is found again without loading anything.
    lab.sidebar().locator(".lux-Event", has_text="confer").first.wait_for()
    assert lab.page.locator(".lux-Badge").count() == 1


def test_it_follows_the_notebook_in_front_and_answers_while_a_cell_runs(
    open_page: OpenPage, lab_server: LabServer, artefacts: Path
) -> None:
    lab_server.write("one.ipynb", "%load_ext lux_nb\nlux.thread_create(title='Thread of one')")
    lab_server.write(
        "two.ipynb",
        "%load_ext lux_nb\nlux.thread_create(title='Thread of two')",
        "import time\nfor _ in range(3000): time.sleep(0.1)",
    )
    lab = open_page()
    lab.open("one.ipynb")
    lab.run_cell(0)
    sidebar = lab.sidebar()
    sidebar.get_by_role("heading", name="one.ipynb").wait_for()
    sidebar.locator(".lux-Event", has_text="thread_create").wait_for()
    lab.open_beside("two.ipynb")
    sidebar.get_by_role("heading", name="two.ipynb").wait_for()
    lab.run_cell(0)
    sidebar.locator(".lux-Event", has_text="thread_create").first.wait_for()

    lab.run_cell(1, wait=False)
    sidebar.get_by_text("a cell is running").wait_for()
    sidebar.get_by_role("button", name="Thread of two").first.click()
    sidebar.get_by_role("button", name="Continue in a cell").wait_for()
    lab.command("lux-nb:start-server")
    lab.unfold("assistants").get_by_text("Assistants can attach to this kernel.").wait_for()
    lab.screenshot(artefacts / "busy.png")
    lab.command("lux-nb:stop-server")
    lab.unfold("assistants").get_by_text("the server is off").wait_for()
    lab.command("notebook:interrupt-kernel")
    sidebar.get_by_text("a cell is running").wait_for(state="detached")


def test_a_restarted_kernel_is_seen_as_not_loaded_and_can_be_loaded_again(
    open_page: OpenPage, lab_server: LabServer
) -> None:
    lab_server.write(
        "restart.ipynb", "%load_ext lux_nb\nlux.thread_create(title='Kept over a restart')"
    )
    lab = open_page()
    lab.open("restart.ipynb")
    lab.run_cell(0)
    sidebar = lab.sidebar()
    sidebar.get_by_role("button", name="Kept over a restart").wait_for()
    lab.page.evaluate("jupyterapp.shell.currentWidget.sessionContext.restartKernel()")
    sidebar.get_by_role("button", name="Load lux_nb").wait_for()
    lab.wait_for_kernel()
    lab.load()
    sidebar.get_by_role("button", name="Kept over a restart").wait_for()


def test_the_commands_are_in_the_palette_and_do_what_they_say(
    open_page: OpenPage, lab_server: LabServer, artefacts: Path
) -> None:
    lab_server.write("commands.ipynb", "%load_ext lux_nb")
    lab = open_page()
    lab.open("commands.ipynb")
    assert lab.page.evaluate("jupyterapp.commands.isEnabled('lux-nb:new-trace')") is False
    lab.run_cell(0)
    lab.page.wait_for_function("jupyterapp.commands.isEnabled('lux-nb:new-trace')")
    lab.command("lux-nb:attach-info")
    dialog = lab.page.locator(".jp-Dialog")
    dialog.get_by_label("Assistant").select_option("vscode")
    dialog.locator("pre", has_text='"lux-nb"').wait_for()
    lab.screenshot(artefacts / "attach.png")
    assert serious_findings(lab) == []
    dialog.get_by_role("button", name="Copy").click()
    dialog.get_by_role("button", name="Copied").wait_for()
    dialog.get_by_role("button", name="Start the Server").click()
    lab.page.wait_for_selector("text=Assistants can attach to this kernel now.")

    lab.command("lux-nb:new-trace")
    lab.page.locator(".jp-Dialog input").fill("Is a tomato a fruit?")
    lab.page.locator(".jp-Dialog button.jp-mod-accept").click()
    lab.page.wait_for_selector(".jp-Cell >> text=Is a tomato a fruit?")
    lab.sidebar().locator(".lux-Gauge", has_text="Circular reasoning").wait_for()
    lab.page.wait_for_selector(".lux-Status >> text=circular")
    lab.command("notebook:interrupt-kernel")


def test_a_kernel_without_the_package_says_what_to_do(
    open_page: OpenPage, lab_server: LabServer, artefacts: Path
) -> None:
    lab_server.write("missing.ipynb", MISSING)
    lab = open_page(width=900)
    lab.open("missing.ipynb")
    lab.run_cell(0)
    lab.sidebar().get_by_role("button", name="Load lux_nb").click()
    lab.sidebar().get_by_role("alert").get_by_text("%pip install lux-nb").wait_for()
    lab.screenshot(artefacts / "missing.png")


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_a_thousand_events_are_shown_in_both_themes_without_serious_finding(
    theme: str, open_page: OpenPage, lab_server: LabServer, artefacts: Path
) -> None:
    name = theme.rsplit(maxsplit=1)[-1].lower()
    lab_server.write(
        f"many-{name}.ipynb",
        "%load_ext lux_nb\nfor n in range(500): _ = lux.thread_create(title=f'Thread {n}')",
    )
    lab = open_page()
    lab.open(f"many-{name}.ipynb")
    lab.command("apputils:change-theme", theme=theme)
    sidebar = lab.sidebar()
    lab.run_cell(0, wait=False)
    # However long the machine takes for five hundred calls, they are all shown in the end.
    feed = sidebar.locator("[data-section=feed]")
    feed.locator(".lux-Count").get_by_text("1000", exact=True).wait_for(timeout=300_000)
    lab.wait_for_kernel()
    sidebar.get_by_role("button", name="Show earlier").click()
    sidebar.locator(".lux-Event").nth(200).wait_for()
    lab.screenshot(artefacts / f"many-{name}.png")
    assert serious_findings(lab) == []


def told(lab: LabPage, events: list[dict[str, Any]]) -> None:
    """Let the kernel tell events, as its engine does."""
    message = {"type": "events", "left_out": 0, "events": events}
    lab.execute(f"get_ipython()._lux_nb_comms._tell({message!r})")


def test_an_intervention_is_notified(open_page: OpenPage, lab_server: LabServer) -> None:
    lab_server.write("objections.ipynb", "%load_ext lux_nb\n_ = lux.settings")
    lab = open_page()
    lab.open("objections.ipynb")
    lab.run_cell(0)
    lab.sidebar().locator("[data-section=feed]").wait_for()
    event = {
        "id": "t1",
        "at": "2026-01-01T00:00:00+00:00",
        "kind": "thought_added",
        "author": "cell [1]",
        "author_kind": "cell",
        "status": "ok",
        "payload": {"thought_number": 3, "intervention": "circular_reasoning"},
    }
    told(lab, [event])
    lab.page.wait_for_selector("text=the monitor objects to thought 3 (circular reasoning)")
    lab.sidebar().locator(".lux-Event-remark", has_text="circular reasoning").wait_for()
