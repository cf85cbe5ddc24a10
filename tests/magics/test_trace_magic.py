"""%%trace, %%bias, %%plan and %illuminate in a real kernel, with a scripted model."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from tests.kernels import Kernel
from tests.reasoning.conftest import THOUGHTS, in_turn, wants_data
from tests.scripted_server import ScriptedServer


@pytest.fixture(scope="module")
def server() -> Iterator[ScriptedServer]:
    started = ScriptedServer(in_turn(THOUGHTS))
    yield started
    started.close()


@pytest.fixture(scope="module")
def shared_kernel(
    tmp_path_factory: pytest.TempPathFactory, server: ScriptedServer
) -> Iterator[Any]:
    started = Kernel(
        {
            "LUX_HOME": str(tmp_path_factory.mktemp("home")),
            "LUX_BASE_URL": server.url,
            "JPY_SESSION_NAME": "/somewhere/reasoning.ipynb",
        }
    )
    started.run("%load_ext lux_nb")
    yield started
    started.close()


@pytest.fixture
def kernel(shared_kernel: Any, server: ScriptedServer) -> Any:
    server.script = in_turn(THOUGHTS)
    return shared_kernel


def test_a_trace_grows_in_one_display_and_is_kept(kernel: Any) -> None:
    kernel.run("topic = 'pages'")
    output = kernel.run("%%trace -n 3 -o traced\nWhy are the {topic} slow?")
    assert "Why are the pages slow?" in output.last["text/plain"]
    assert "text/html" in output.last
    assert output.last["text/html"].count("<details") == 3
    # The states before show the thoughts coming one after the other.
    counts = [data["text/html"].count("<details") for data in output.displays]
    assert counts == sorted(counts)
    assert counts[0] == 0
    assert kernel.run("_ is traced and len(traced.thoughts)").text == "3"
    assert kernel.run("len(lux.frames.thoughts(traced.session_id))").text == "3"


def test_lux_trace_shows_itself_as_it_runs(kernel: Any) -> None:
    output = kernel.run("result = lux.trace('Why?', steps=2)")
    assert output.last["text/html"].count("<details") == 2
    assert kernel.run("result.trace.status").text == "'complete'"


def test_an_intervention_is_shown_and_can_end_the_cell(kernel: Any, server: Any) -> None:
    server.script = in_turn([THOUGHTS[1]])
    output = kernel.run("%%trace -n 9 --stop-on-intervention -o looping\nWhy are pages slow?")
    assert "stopped on the intervention" in output.last["text/plain"]
    assert "⚠ loop" in output.last["text/html"]
    assert int(kernel.run("len(looping.thoughts)").text) < 9
    assert "⚠" in kernel.run("%illuminate").last["text/html"]
    assert "loop" in kernel.run("lux.frames.interventions().intervention_type.iloc[-1]").text
    quiet = kernel.run("%%trace -n 5 --no-circular --no-attention\nWhy are pages slow?")
    assert "⚠" not in quiet.last["text/html"]


def test_an_interrupt_keeps_what_was_thought_and_the_trace_goes_on(
    kernel: Any, server: Any
) -> None:
    reached, go_on = threading.Event(), threading.Event()
    usual = in_turn(THOUGHTS)
    asked = iter(range(1000))

    def script(body: dict[str, Any]) -> Any:
        if not wants_data(body) and next(asked) == 2:
            reached.set()
            go_on.wait(30)
        return usual(body)

    server.script = script
    message = kernel.start("%%trace -n 4 -o half\nWhy are the pages slow?")
    assert reached.wait(60)
    kernel.interrupt()
    output = kernel.finish(message)
    go_on.set()
    assert (output.status, output.error_name) == ("error", "Cancelled")
    assert "2 thoughts are kept" in output.error
    assert "interrupted" in output.last["text/plain"]
    assert kernel.run("len(half.thoughts)").text == "2"
    server.script = in_turn(THOUGHTS[2:])
    kernel.run("%trace -s last -o whole")
    assert kernel.run("[t.thought_number for t in whole.thoughts]").text == "[1, 2, 3, 4]"
    assert kernel.run("whole.session_id == half.session_id").text == "True"


def test_a_trace_goes_on_after_a_restart_in_its_middle(
    start_kernel: Any, server: ScriptedServer
) -> None:
    server.script = in_turn([THOUGHTS[1]])
    kernel = start_kernel(LUX_BASE_URL=server.url)
    kernel.run("%load_ext lux_nb")
    kernel.run(
        "first = lux.traced_reasoning('Why are pages slow?', 1, 6, True)\n"
        "for number in (2, 3):\n"
        "    last = lux.traced_reasoning('Go on.', number, 6, True, session_id=first.session_id)"
    )
    before = float(kernel.run("print(last.monitoring.circular_score)").text)
    session = kernel.run("print(first.session_id)").text.strip()
    kernel.restart()
    kernel.run("%load_ext lux_nb")
    kernel.run(f"%trace -s {session[:8]} -o trace")
    assert kernel.run("[t.thought_number for t in trace.thoughts]").text == "[1, 2, 3, 4, 5, 6]"
    assert float(kernel.run("print(trace.thoughts[3].circular_score)").text) > before


def test_bias_runs_to_its_end_with_its_rounds_in_sight(kernel: Any, server: Any) -> None:
    server.script = in_turn(["Obviously Python."], {"findings": []})
    output = kernel.run("%%bias --rounds 1 -o checked\nWhich language?")
    assert "Bias analysis" in output.last["text/html"]
    assert "overconfidence" in output.last["text/plain"]
    assert kernel.run("checked.answer").text == "'Obviously Python.'"
    assert kernel.run("lux.frames.bias_findings().kind.iloc[0]").text == "'overconfidence'"


def test_a_plan_is_shown_and_exported(kernel: Any, tmp_path: Any) -> None:
    target = tmp_path / "plan.md"
    output = kernel.run(f"%%plan -n 2 --export {target} -o plan\nMake it fast.")
    assert output.last["text/html"].count("<details") == 2
    assert target.read_text(encoding="utf-8").startswith("# Plan: Make it fast.\n")
    kernel.run("%plan -s last -n 1 -o longer")
    assert kernel.run("len(longer.steps)").text == "3"
    assert kernel.run("len(lux.frames.plans())").text == "3"


@pytest.mark.parametrize(
    ("line", "name", "words"),
    [
        ("%%trace\n  ", "InvalidRequest", "question"),
        ("%%trace -n 0\nWhy?", "InvalidRequest", "steps"),
        ("%trace -s zzzz", "NotFound", "zzzz"),
        ("%%trace --drift-threshold 7\nWhy?", "InvalidRequest", "semantic_drift_threshold"),
        ("%%bias\n ", "InvalidRequest", "query"),
        ("%%plan\n ", "InvalidRequest", "task"),
        ("%illuminate zzzz", "NotFound", "zzzz"),
    ],
)
def test_an_error_is_one_short_message(kernel: Any, line: str, name: str, words: str) -> None:
    output = kernel.run(line, check=False)
    assert (output.status, output.error_name) == ("error", name)
    assert words in output.error
    assert "Traceback" not in output.error
    assert len(output.error.splitlines()) <= 3


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("%%trace --st", "--stop-on-intervention"),
        ("%%bias --ver", "--verifier"),
        ("%%plan --ex", "--export"),
        ("%illuminate la", "last"),
    ],
)
def test_options_are_completed(kernel: Any, code: str, expected: str) -> None:
    kernel.client.complete(code)
    reply = kernel.client.get_shell_msg(timeout=60)
    assert expected in [match.strip() for match in reply["content"]["matches"]]
