"""Every panel in a real JupyterLab: what its buttons do, and what it shows meanwhile."""

import json
import threading
from typing import Any

import pytest

from tests.browser.lab.assistant import SERVE, Assistant, registered
from tests.browser.panels.notebook import AXE, PanelPage
from tests.scripted_server import ScriptedServer

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
PANELS = ("all", "reasoning", "logic", "memory", "tools", "models", "assistants")
MANY_NODES = 2000


def button(panel: Any, name: str) -> Any:
    return panel.get_by_role("button", name=name, exact=True)


def test_a_knowledge_base_is_told_asked_and_undone(book: PanelPage) -> None:
    panel = book.show("lux.logic.panel()")
    panel.get_by_label("Name of a new knowledge base").fill("birds")
    button(panel, "New").click()
    told = panel.get_by_label("Tell it sentences")
    told.fill("Every penguin is a bird. Every bird is an animal. Pingu is a penguin.")
    button(panel, "Assert").click()
    panel.get_by_text("penguin(pingu).").wait_for()
    panel.get_by_label("Question").fill("Is Pingu an animal?")
    button(panel, "Ask").click()
    panel.locator(".lux-verdict.lux-yes").wait_for()
    assert panel.locator(".lux-graph").get_by_text("3 nodes").count() == 1
    book.shot("logic-answer")
    told.fill("Cleo is a penguin.")
    button(panel, "Assert").click()
    panel.get_by_text("penguin(cleo).").wait_for()
    button(panel, "Undo").click()
    panel.get_by_text("penguin(cleo).").wait_for(state="detached")
    button(panel, "Retract penguin(pingu).").click()
    panel.get_by_text("penguin(pingu).").wait_for(state="detached")


def test_a_problem_is_told_where_it_happened(book: PanelPage) -> None:
    panel = book.show("lux.logic.panel(session='birds')")
    panel.get_by_label("Question").fill("Colourless green ideas?")
    button(panel, "Ask").click()
    panel.get_by_role("alert").wait_for()
    book.shot("logic-error")


def test_a_proof_is_walked_folded_and_searched_by_keys(book: PanelPage) -> None:
    book.execute(
        "lux.logic.session('family').assert_rules(['parent(ann, bob).', 'parent(bob, cid).',"
        " 'grandparent(X, Y) :- parent(X, Z), parent(Z, Y).'])"
    )
    panel = book.show(
        "import lux_nb.widgets\n"
        "from lux_nb.logic.results import ProofView\n"
        "leaves = [ProofView(statement=f'premise {n}', kind='fact') for n in range(3)]\n"
        "lux_nb.widgets.graph(ProofView(statement='conclusion', kind='rule', premises=leaves))"
    )
    canvas = panel.get_by_role("application")
    canvas.focus()
    detail = panel.locator(".lux-graph-detail")
    book.page.keyboard.press("ArrowDown")
    assert "conclusion" in detail.inner_text()
    book.page.keyboard.press("ArrowRight")
    assert "premise 0" in detail.inner_text()
    book.page.keyboard.press("ArrowDown")
    assert "premise 1" in detail.inner_text()
    book.page.keyboard.press("ArrowLeft")
    book.page.keyboard.press("Enter")
    book.page.keyboard.press("ArrowDown")
    assert "conclusion" in detail.inner_text(), "what is folded can't be walked to"
    book.page.keyboard.press("Enter")
    book.page.keyboard.press("/")
    book.page.keyboard.type("premise 2")
    book.page.keyboard.press("Enter")
    assert "premise 2" in detail.inner_text()
    for kind in ("SVG", "PNG"):
        with book.page.expect_download() as saving:
            button(panel, kind).click()
        saved = saving.value.path().read_bytes()
        assert saved.startswith(b"<svg" if kind == "SVG" else b"\x89PNG")


def test_a_trace_is_started_watched_steered_and_stopped(book: PanelPage) -> None:
    panel = book.show("lux.reasoning.panel()")
    panel.get_by_label("Question").fill("Why is the sky blue?")
    panel.get_by_label("Thoughts").fill("2")
    button(panel, "Start trace").click()
    button(panel, "Stop").wait_for()
    button(panel, "Stop").wait_for(state="detached")
    panel.get_by_text("2 thoughts").wait_for()
    panel.get_by_label("Guidance").fill("Think of sunsets.")
    button(panel, "Next thought").click()
    panel.get_by_text("3 thoughts").wait_for()
    panel.get_by_label("Guidance").fill("Think of the sea instead.")
    button(panel, "Branch from 3").click()
    panel.get_by_text("4 thoughts").wait_for()
    panel.get_by_label("Guidance").fill("Be more exact.")
    panel.get_by_role("button", name="Revise").click()
    panel.get_by_text("5 thoughts").wait_for()
    book.shot("reasoning-steered")
    panel.get_by_label("Question").fill("Why is grass green?")
    panel.get_by_label("Thoughts").fill("30")
    button(panel, "Start trace").click()
    button(panel, "Stop").click()
    button(panel, "Stop").wait_for(state="detached")


def test_nothing_jumps_while_thoughts_are_written_objected_to_and_fail(
    book: PanelPage, scripted: ScriptedServer
) -> None:
    book.execute(
        "lux.call('trace', question='Why is the sky blue?', steps=1, model='compatible:scripted')"
    )
    panel = book.show("lux.reasoning.panel()")
    panel.get_by_text("1 thought ·").wait_for()
    panel.locator(".lux-gauge-value", has_text="0.").first.wait_for()
    book.watch_height()
    for number in range(2, 6):
        panel.get_by_label("Guidance").fill("Go on.")
        button(panel, "Next thought").click()
        panel.get_by_text(f"{number} thoughts").wait_for()
    # A model that repeats itself is objected to.
    panel.get_by_text("⚠ thought").first.wait_for()
    book.shot("reasoning-objection")
    scripted.script = lambda _: 400
    panel.get_by_label("Guidance").fill("Fail.")
    button(panel, "Next thought").click()
    panel.get_by_role("alert").wait_for()
    book.shot("reasoning-failed")
    written = threading.Event()

    def held(_: object) -> str:
        written.wait(60)
        return "Rivers bring salt from the rocks to the sea, and only the water leaves it again."

    scripted.script = held
    panel.get_by_label("Question").fill("Why is the sea salty?")
    panel.get_by_label("Thoughts").fill("2")
    button(panel, "Start trace").click()
    button(panel, "Stop").wait_for()
    book.shot("reasoning-busy")
    written.set()
    button(panel, "Stop").wait_for(state="detached")
    panel.get_by_text("2 thoughts").wait_for()
    assert len(book.heights()) == 1, book.heights()


def test_a_folder_is_read_searched_verified_and_drawn(book: PanelPage) -> None:
    panel = book.show("lux.memory.panel()")
    panel.get_by_label("Folder", exact=True).fill(str(book.lab.server.notebooks / "project"))
    panel.get_by_label("How much is read").select_option("full")
    button(panel, "Read").click()
    panel.get_by_role("tab", name="Search").wait_for()
    panel.get_by_role("searchbox", name="Search", exact=True).fill("how long do login tokens live")
    button(panel, "Search").click()
    panel.get_by_text("JWT").first.wait_for()
    book.shot("memory-search")
    panel.get_by_role("tab", name="Verify").click()
    text = "Login uses JWT tokens. Invoices are kept for three years."
    panel.get_by_label("Text to verify").fill(text)
    button(panel, "Verify").click()
    panel.get_by_text("claims verified").wait_for()
    book.shot("memory-verify")
    panel.get_by_role("tab", name="Graph").click()
    panel.get_by_role("application").wait_for()
    book.shot("memory-graph")
    panel.get_by_role("tab", name="Remember").click()
    panel.get_by_label("Topic of a new branch").fill("decisions")
    button(panel, "New").click()
    panel.get_by_label("To remember").fill("We decided to use PostgreSQL for billing.")
    button(panel, "Remember").click()
    panel.get_by_text("context_id").wait_for()


def test_a_tool_call_is_checked_repaired_and_run_from_its_form(book: PanelPage) -> None:
    panel = book.show("lux.tools.panel()")
    panel.get_by_label("Find a tool").fill("calculator")
    panel.get_by_role("button", name="calculator").click()
    panel.get_by_label("expression").fill("6 * 7")
    button(panel, "Run").click()
    panel.get_by_text('"result": 42').wait_for()
    button(panel, "JSON").click()
    panel.get_by_label("Arguments as JSON").fill('{"expr": "6 * 9"}')
    button(panel, "Check repair").click()
    panel.get_by_text("Would be repaired").wait_for()
    button(panel, "Run").click()
    panel.get_by_text("+ expression").wait_for()
    book.shot("tools-repaired")


def test_a_model_is_chosen_tried_and_held_to_a_budget(book: PanelPage) -> None:
    panel = book.show("lux.models.panel()")
    panel.get_by_label("Role").select_option("mini")
    panel.get_by_label("Model", exact=True).fill("embedded")
    button(panel, "Use").click()
    panel.get_by_role("row", name="mini embedded").wait_for()
    panel.get_by_label("Dollars").fill("2.5")
    button(panel, "Set").click()
    panel.get_by_text("of $2.50").wait_for()
    button(panel, "No budget").click()
    panel.get_by_text("No budget;").wait_for()
    panel.get_by_label("Prompt").fill("Say hello.")
    button(panel, "Ask").click()
    panel.get_by_label("Answer").get_by_text("tokens").wait_for()
    book.shot("models")


def test_an_assistant_asks_the_human_allows_in_the_panel_and_undoes_what_was_done(
    book: PanelPage,
) -> None:
    book.execute(SERVE)
    entry = registered(book.lab.server.folder / "lux-home")
    panel = book.show("lux.assistants.panel()")
    requests = panel.get_by_role("region", name="Requests")
    runs = panel.get_by_role("region", name="Runs of assistants")
    requests.get_by_text("No assistant is waiting").wait_for()
    book.shot("assistants-empty")

    allowed = Assistant(entry, "answer = 6 * 7\nlux.call('list_projects')")
    requests.get_by_text("answer = 6 * 7").wait_for()
    book.shot("assistants-asked")
    button(requests, "Allow once").click()
    requests.get_by_text("No assistant is waiting").wait_for()
    runs.get_by_text("+ answer: 42").wait_for()
    allowed.join(60)
    assert not allowed.answer.is_error
    book.execute("assert answer == 42")

    button(panel, "Undo the latest").click()
    panel.get_by_text("undone: ").wait_for()
    book.execute("assert answer == 0")
    assert button(panel, "Undo the latest").is_disabled()

    again = Assistant(entry, "answer = 'for a while'")
    button(requests, "Allow for 10 minutes").click()
    runs.get_by_text("+ answer: 'for a while'").wait_for()
    panel.get_by_text("claude-desktop may run code for 10 min more").wait_for()
    unasked = Assistant(entry, "answer = 'unasked'")
    runs.get_by_text("+ answer: 'unasked'").wait_for()
    button(panel, "Take back").click()
    panel.get_by_text("may run code for").wait_for(state="detached")
    denied = Assistant(entry, "answer = 'gone'")
    requests.get_by_text("answer = 'gone'").wait_for()
    book.pictures("assistants")
    button(requests, "Deny").click()
    requests.get_by_text("No assistant is waiting").wait_for()
    for one in (again, unasked, denied):
        one.join(60)
    assert [one.answer.is_error for one in (again, unasked, denied)] == [False, False, True]

    # What the code did is the assistant's, and not of the cell that was run before it.
    for name in ("kernel_run", "assistant code", "list_projects"):
        panel.get_by_label("Filter events").fill(f"claude-desktop {name}")
        panel.locator(".lux-event.lux-by-assistant", has_text=name).first.wait_for()
    badges = book.page.locator(".lux-Badge")
    assert not any("list_projects" in one for one in badges.all_inner_texts())


def test_what_a_cell_or_another_front_end_does_is_seen_at_once(book: PanelPage) -> None:
    panel = book.show("lux.panel()")
    book.execute("lux.call('session.create', sessionId='seen')")
    panel.get_by_text("session.create").first.wait_for()
    panel.get_by_role("tab", name="logic").click()
    panel.get_by_label("Knowledge base", exact=True).wait_for()
    book.execute("lux.logic.session('seen').assert_rules('lives(tom).')")
    panel.get_by_label("Knowledge base", exact=True).select_option("seen")
    panel.get_by_text("lives(tom).").wait_for()
    book.execute("lux.logic.session('seen').assert_rules('lives(eva).')")
    panel.get_by_text("lives(eva).").wait_for()


def test_a_panel_acts_while_a_cell_runs(book: PanelPage) -> None:
    panel = book.show("lux.logic.panel(session='seen')")
    panel.get_by_label("Prolog").check()
    panel.get_by_label("Tell it clauses").fill("busy(kernel).")
    book.begin(
        "import pathlib, time\n"
        "end = time.monotonic() + 120\n"
        "while time.monotonic() < end and not pathlib.Path('done').exists(): time.sleep(0.05)"
    )
    button(panel, "Assert").click()
    panel.get_by_text("busy(kernel).").wait_for()
    assert book.is_running(), "the answer came before the cell ended"
    (book.lab.server.notebooks / "done").touch()
    book.lab.wait_for_kernel()


def test_after_a_reload_of_the_page_the_panel_is_live_again(book: PanelPage) -> None:
    book.show("lux.logic.panel(session='seen')")
    book.lab.command("docmanager:save")
    book.page.wait_for_function("!jupyterapp.shell.currentWidget.context.model.dirty")
    book.page.reload()
    book.page.wait_for_selector(".jp-Notebook .jp-Cell")
    book.lab.wait_for_kernel()
    panel = book.live()
    panel.get_by_text("lives(tom).").wait_for()


def test_a_saved_panel_that_no_kernel_has_is_its_picture(book: PanelPage) -> None:
    book.show("lux.logic.panel(session='seen')")
    book.lab.save()
    book.page.evaluate("jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    book.page.reload()
    book.page.wait_for_selector(".jp-Notebook .jp-Cell")
    book.page.get_by_text("As it was when the cell was run.").wait_for()
    book.page.locator(".lux-Output td", has_text="seen").first.wait_for()
    assert book.page.get_by_text("model not found").count() == 0
    book.lab.screenshot(book.artefacts / "saved.png")
    book.lab.wait_for_kernel()
    book.execute("%load_ext lux_nb")


def test_after_a_restart_of_the_kernel_the_panel_says_so_and_can_be_shown_again(
    book: PanelPage,
) -> None:
    panel = book.show("lux.panel()")
    panel.get_by_role("tab", name="reasoning").click()
    panel.get_by_label("Question").fill("Why is the sea salty?")
    panel.get_by_label("Thoughts").fill("30")
    button(panel, "Start trace").click()
    button(panel, "Stop").wait_for()
    book.page.evaluate("jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
    book.page.wait_for_selector(".lux.lux-lost")
    button(panel, "Stop").wait_for(state="detached")
    book.lab.wait_for_kernel()
    book.shot("lost")
    book.execute("%load_ext lux_nb")
    panel = book.show("lux.logic.panel(session='seen')")
    panel.get_by_text("lives(tom).").wait_for()


def test_a_graph_of_two_thousand_nodes_moves_smoothly(
    book: PanelPage, record_property: Any
) -> None:
    book.show(
        "import lux_nb.widgets.live as live\n"
        "from lux_nb.widgets.graphs import Edge, Graph, Node\n"
        "from lux_nb.widgets.static import StaticPanel\n"
        "made = Graph('many', 'clusters')\n"
        f"for n in range({MANY_NODES}):\n"
        "    branch = None if n < 8 else str(n % 8)\n"
        "    made.nodes.append(Node(str(n), f'context {n}', tone='good', parent=branch))\n"
        f"    made.edges.append(Edge(str(n), str(n * 7 % {MANY_NODES}), 'similar', 0.5))\n"
        "live.GraphView(made.wire(), StaticPanel('graph', []))"
    )
    measured = book.page.evaluate(
        """async () => {
            const canvas = document.querySelector('.jp-OutputArea canvas');
            const box = canvas.getBoundingClientRect();
            const at = (type, x, y) => canvas.dispatchEvent(new PointerEvent(type, {
                clientX: box.left + x, clientY: box.top + y, pointerId: 1, bubbles: true}));
            canvas.setPointerCapture = () => undefined;
            at('pointerdown', 300, 200);
            const draws = [], gaps = [];
            let last = performance.now();
            for (let n = 0; n < 90; n++) {
                at('pointermove', 300 + 3 * n, 200 + n);
                await new Promise(done => requestAnimationFrame(done));
                const now = performance.now();
                gaps.push(now - last);
                last = now;
                draws.push(Number(canvas.dataset.frame));
            }
            at('pointerup', 570, 290);
            const middle = list => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
            const high = list => list[Math.floor(list.length * 0.95)];
            return {draw_p50: middle(draws), draw_p95: high(draws),
                    frame_p50: middle(gaps), frame_p95: high(gaps)};
        }"""
    )
    book.shot("graph-2000")
    record_property("graph_2000", json.dumps(measured))
    (book.artefacts / "graph-2000.json").write_text(json.dumps(measured))
    assert measured["draw_p50"] > 0


@pytest.mark.parametrize("kind", PANELS)
def test_axe_finds_nothing_serious(book: PanelPage, kind: str) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: make setup brings it.")
    panel = book.show(f"lux.panel('{kind}')")
    panel.locator("h3:visible, input:visible, [role=tab]:visible").first.wait_for()
    for theme in ("dark", "light"):
        book.theme(theme)
        assert book.serious_findings() == []
