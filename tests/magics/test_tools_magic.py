"""%tools and %%tool in a real kernel."""

from collections.abc import Iterator
from typing import Any

import pytest

from lux_nb.errors import InvalidRequest
from lux_nb.magics.tools import read_arguments, read_line
from tests.kernels import Kernel


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One kernel for all tests here, with a home of its own."""
    started = Kernel({"LUX_HOME": str(tmp_path_factory.mktemp("home"))})
    started.run("%load_ext lux_nb")
    started.run(
        "@lux.tool\n"
        "def repeat(text: str, times: int = 1) -> str:\n"
        "    '''Repeat a text.'''\n"
        "    return text * times\n"
    )
    yield started
    started.close()


def test_a_tool_runs_with_yaml_or_json_and_shows_its_repair_as_a_diff(kernel: Any) -> None:
    output = kernel.run("%%tool repeat -o said\ntext: ab\ntimes: 2")
    assert "abab" in output.last["text/plain"]
    assert "repaired" not in output.last["text/plain"]
    assert kernel.run("said.result").text == "'abab'"
    output = kernel.run('%%tool repeat\n{"text": "ab", "times": "3"}')
    assert '- times: "3"' in output.last["text/plain"]
    assert "rgba(248,81,73" in output.last["text/html"]
    assert "rgba(46,160,67" in output.last["text/html"]
    kernel.run("word = 'xy'")
    kernel.run("%%tool repeat -o said\ntext: '{word}'")
    assert kernel.run("said.result").text == "'xy'"
    failed = kernel.run('%%tool repeat --no-repair\n{"text": "ab", "times": "3"}', check=False)
    assert failed.error_name == "InvalidRequest"


def test_tools_are_listed_run_explained_recommended_and_repaired(kernel: Any) -> None:
    assert "calculator" in kernel.run("%tools list").last["text/plain"]
    assert "repeat" in kernel.run("%tools list repeat").last["text/plain"]
    assert "14" in kernel.run("%tools run calculator expression='2 * 7'").last["text/plain"]
    assert "times" in kernel.run("%tools help repeat").last["text/plain"]
    assert "repeat" in kernel.run("%tools recommend repeat a text").last["text/plain"]
    output = kernel.run('%tools repair repeat {"txt": "a"}').last
    assert "txt" in output["text/plain"]
    assert kernel.run('%tools repair repeat {"text": "a"}').last["text/plain"].endswith("changed.")
    assert "repeat" in kernel.run("%tools insights 1d").last["text/plain"]
    for wrong in ("%tools lst", "%tools run", "%tools run nothing", "%tools run calculator x"):
        assert kernel.run(wrong, check=False).status == "error"


def test_servers_are_connected_listed_and_forgotten(kernel: Any) -> None:
    import sys
    from pathlib import Path

    program = Path(__file__).parent.parent / "tools" / "sources" / "mcp_program.py"
    shown = kernel.run(f"%tools connect weather {sys.executable} {program}").last["text/plain"]
    assert "temperature" in shown
    assert "Oslo" in kernel.run("%tools run temperature city=Oslo").last["text/plain"]
    assert "connected" in kernel.run("%tools providers").last["text/plain"]
    assert "temperature" in kernel.run("%tools history temperature").last["text/plain"]
    assert "weather" not in kernel.run("%tools disconnect weather").last["text/plain"]
    for wrong in ("%tools connect weather", "%tools disconnect", "%tools disconnect nobody"):
        assert kernel.run(wrong, check=False).status == "error"


def test_arguments_are_read_as_json_yaml_or_words() -> None:
    assert read_arguments('{"a": 1}') == {"a": 1}
    assert read_arguments("a: 1\nwhen: 2024-01-31") == {"a": 1, "when": "2024-01-31"}
    assert read_arguments("") == {}
    assert read_line("a=1 b='x y' c=[1,2] d=word") == {"a": 1, "b": "x y", "c": [1, 2], "d": "word"}
    for wrong in ("a: [1", "{"):
        with pytest.raises(InvalidRequest):
            read_arguments(wrong)
    with pytest.raises(InvalidRequest):
        read_line("plain")
