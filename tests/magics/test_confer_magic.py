"""%%confer in a real kernel."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kernels import Kernel


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory, model_file: Path) -> Iterator[Any]:
    """One kernel for all tests here, with a home of its own."""
    started = Kernel(
        {
            "LUX_HOME": str(tmp_path_factory.mktemp("home")),
            "LUX_EMBEDDED_MODEL": str(model_file),
            "LUX_EMBEDDED_THREADS": "1",
            "LUX_EMBEDDED_MAX_TOKENS": "24",
        }
    )
    started.run("%load_ext lux_nb")
    yield started
    started.close()


def test_the_answer_is_one_display_updated_in_place_with_a_footer(kernel: Any) -> None:
    output = kernel.run("%%confer\nSay hello.")
    assert "text/markdown" in output.last
    text, footer = output.last["text/plain"].rsplit("\n\n", 1)
    assert text
    for part in ("embedded/", "tokens", "$0", "thread", "no remote model is configured"):
        assert part in footer
    assert output.text == ""


def test_cells_stay_on_one_thread_until_a_new_one_is_asked_for(kernel: Any) -> None:
    kernel.run("%%confer -o first\nSay one.")
    kernel.run("%confer -o second Say two.")
    kernel.run("%%confer --new -o third\nSay three.")
    result = kernel.run("first.thread_id == second.thread_id != third.thread_id")
    assert result.text == "True"
    kernel.run("get_ipython().run_line_magic('confer', f'-t {first.thread_id[:8]} -o fifth Hi.')")
    assert kernel.run("fifth.thread_id == first.thread_id").text == "True"


def test_the_result_is_kept_in_underscore_and_in_a_variable(kernel: Any) -> None:
    output = kernel.run("%%confer -o answer --temperature 0\nSay hello.")
    assert kernel.run("_ is answer and bool(answer.response)").text == "True"
    assert kernel.run(f"Out[{output.execution_count}] is answer").text == "True"


def test_variables_are_filled_in_and_latex_is_left_alone(kernel: Any) -> None:
    kernel.run("x = 41")
    kernel.run("%confer What is {x} + \\frac{x}{y} + $x$?")
    said = kernel.run("print(lux.frames.turns().content.iloc[-2])").text.strip()
    assert said == "What is 41 + \\frac{x}{y} + $x$?"
    kernel.run('%%confer\nParse {"a": 1} and {{x}} for {x}.')
    said = kernel.run("print(lux.frames.turns().content.iloc[-2])").text.strip()
    assert said == 'Parse {"a": 1} and {{x}} for 41.'


def test_a_question_mark_at_the_end_of_a_line_is_no_request_for_help(kernel: Any) -> None:
    kernel.run("%confer -o asked Is this a question?")
    assert kernel.run("bool(asked.response)").text == "True"
    said = kernel.run("print(lux.frames.turns().content.iloc[-2])").text.strip()
    assert said == "Is this a question?"


def test_the_turns_say_which_cell_had_them_said(kernel: Any) -> None:
    output = kernel.run("%confer Say hello.")
    counts = kernel.run("lux.frames.turns().execution_count.tail(2).tolist()").text
    assert counts == f"[{output.execution_count}, {output.execution_count}]"


@pytest.mark.parametrize(
    ("line", "name", "words"),
    [
        ("%%confer\n   ", "InvalidRequest", "message"),
        ("%%confer --temperature hot\nhi", "InvalidRequest", "--temperature"),
        ("%%confer --nonsense\nhi", "InvalidRequest", "Usage"),
        ("%%confer -t zzzz\nhi", "NotFound", "zzzz"),
        ("%%confer -o 1st\nhi", "InvalidRequest", "1st"),
        ("%%confer -m gpt-5\nhi", "NotConfigured", "OPENAI_API_KEY"),
        ("%%confer -f /etc/hostname\nhi", "PermissionDenied", "allowed folders"),
        ("%lux nonsense", "InvalidRequest", "no subcommand"),
    ],
)
def test_an_error_is_one_short_message_without_a_traceback_of_ours(
    kernel: Any, line: str, name: str, words: str
) -> None:
    output = kernel.run(line, check=False)
    assert (output.status, output.error_name) == ("error", name)
    assert words in output.error
    assert "Traceback" not in output.error
    assert len(output.error.splitlines()) <= 3


def test_an_interrupt_ends_the_cell_and_the_next_one_works(kernel: Any) -> None:
    kernel.run("%lux config embedded_max_tokens=2000")
    kernel.run("%confer Say hi.")
    message = kernel.start("%%confer\nWrite a very long story about a very long road.")
    kernel.wait_for_display(message)
    kernel.interrupt()
    output = kernel.finish(message)
    assert (output.status, output.error_name) == ("error", "Cancelled")
    assert "interrupted" in output.last["text/plain"]
    kernel.run("%lux config embedded_max_tokens=8")
    assert kernel.run("%confer Say hi again.").status == "ok"
    assert kernel.run("lux.frames.turns().content.iloc[-2]").text == "'Say hi again.'"
    assert kernel.run("lux.frames.calls().status.iloc[-2]").text == "'cancelled'"


def test_an_interrupt_of_an_awaited_call_cancels_it(kernel: Any) -> None:
    kernel.run("%lux config embedded_max_tokens=2000")
    message = kernel.start("print('begun')\nawait lux.aio.confer('Write a very long story.')")
    kernel.wait_for_display(message)
    kernel.interrupt()
    assert kernel.finish(message).status == "error"
    kernel.run("%lux config embedded_max_tokens=8")
    assert kernel.run("%confer Say hi once more.").status == "ok"
    assert kernel.run("lux.frames.events().status[lambda s: s != 'ok'].iloc[-1]").text == (
        "'cancelled'"
    )


def test_an_answer_that_fails_is_not_left_as_if_it_went_on(
    kernel: Any, tmp_path: Path, model_file: Path
) -> None:
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"no model at all")
    kernel.run(f"%lux config embedded_model={broken}")
    output = kernel.run("%confer Say hi.", check=False)
    kernel.run(f"%lux config embedded_model={model_file}")
    assert (output.status, output.error_name) == ("error", "ProviderError")
    assert output.last["text/plain"].strip() == "failed"


def test_after_a_restart_everything_said_is_there_and_last_continues_it(
    start_kernel: Callable[..., Any],
) -> None:
    kernel = start_kernel(JPY_SESSION_NAME="/somewhere/analysis.ipynb")
    kernel.run("%load_ext lux_nb")
    kernel.run("%confer -o before Say hello.")
    thread = kernel.run("print(before.thread_id)").text.strip()
    kernel.restart()
    kernel.run("%load_ext lux_nb")
    assert kernel.run("len(lux.frames.turns())").text == "2"
    kernel.run("%confer -t last -o after Say goodbye.")
    assert kernel.run("print(after.thread_id)").text.strip() == thread


def test_help_shows_options_and_examples(kernel: Any) -> None:
    kernel.client.execute("%%confer?")
    reply = kernel.client.get_shell_msg(timeout=60)
    text = reply["content"]["payload"][0]["data"]["text/plain"]
    for part in ("--temperature", "--new", "examples:", "-o"):
        assert part in text


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("%%confer --te", "--temperature"),
        ("%lux con", "config"),
        ("%lux config cache", "cache_ttl="),
    ],
)
def test_options_and_subcommands_are_completed(kernel: Any, code: str, expected: str) -> None:
    kernel.client.complete(code)
    reply = kernel.client.get_shell_msg(timeout=60)
    assert expected in [match.strip() for match in reply["content"]["matches"]]


def test_loading_twice_and_unloading_are_clean(start_kernel: Callable[..., Any]) -> None:
    kernel = start_kernel()
    kernel.run("%load_ext lux_nb")
    kernel.run("%reload_ext lux_nb")
    kernel.run("%confer Say hello.")
    kernel.run("%unload_ext lux_nb")
    assert "not found" in kernel.run("%confer hi", check=False).text
    assert kernel.run("'lux' in dir()").text == "False"
    kernel.run("%load_ext lux_nb")
    assert kernel.run("len(lux.frames.turns())").text == "2"


def test_the_magic_also_runs_in_a_plain_ipython_shell(home: Any) -> None:
    import os
    import subprocess
    import sys

    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "IPython",
            "--simple-prompt",
            "-c",
            "%load_ext lux_nb\n%confer Say hello.",
        ],
        capture_output=True,
        text=True,
        timeout=120,
        env=dict(os.environ),
        check=True,
    )
    assert "tokens" in done.stdout
