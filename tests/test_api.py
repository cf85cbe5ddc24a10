"""``lux``: operations as Python functions."""

import asyncio
import inspect
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lux_nb.errors import InvalidRequest, UnknownOperation


def test_call_returns_exactly_the_wire(lux: Any) -> None:
    assert lux.call("thread_list") == {"threads": []}
    with pytest.raises(UnknownOperation):
        lux.call("nothing")


def test_operations_are_methods_with_signature_and_help(lux: Any) -> None:
    signature = inspect.signature(lux.confer)
    assert list(signature.parameters)[:2] == ["message", "model"]
    assert "continue" in lux.confer.__doc__
    assert "temperature: How freely" in lux.confer.__doc__
    assert "confer" in dir(lux)


def test_a_method_takes_positional_and_keyword_arguments(lux: Any) -> None:
    reply = lux.confer("Say hello.", temperature=0)
    assert lux.thread_get(reply.thread_id).turns[0].content == "Say hello."
    with pytest.raises(InvalidRequest, match="temperatur"):
        lux.confer("hi", temperatur=0)


def test_the_same_operations_are_coroutines(lux: Any) -> None:
    async def ask() -> tuple[Any, Any]:
        return await asyncio.gather(lux.aio.thread_list(), lux.aio.call("thread_list"))

    result, wire = asyncio.run(ask())
    assert result.wire() == wire


def test_cancelling_a_coroutine_cancels_the_operation(lux: Any) -> None:
    async def ask() -> None:
        task = asyncio.create_task(lux.aio.confer("Write a long story."))
        await asyncio.sleep(0)
        task.cancel()
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(ask())
    assert lux.call("thread_list") == {"threads": []}


def test_looking_at_lux_starts_no_engine(lux: Any, home: Path) -> None:
    assert "confer" in dir(lux)
    assert "confer" in dir(lux.aio)
    assert not hasattr(lux, "shape")
    assert "continue" in lux.confer.__doc__
    assert "confer" in set(lux.operations()["name"])
    assert "not started" in repr(lux)
    assert not (home / "lux.db").exists()


def test_a_parameter_may_be_called_name(lux: Any) -> None:
    with pytest.raises(InvalidRequest, match="name: unknown parameter"):
        lux.call("thread_list", name="x")
    with pytest.raises(InvalidRequest, match="name: unknown parameter"):
        asyncio.run(lux.aio.call("thread_list", name="x"))


def test_an_argument_given_twice_is_refused(lux: Any) -> None:
    with pytest.raises(TypeError, match="multiple values for argument 'message'"):
        lux.confer("one", message="two")


@pytest.mark.parametrize("text", ["\ud800", "half \udfff of a pair"])
def test_text_that_is_no_unicode_is_refused_before_anything_is_done(lux: Any, text: str) -> None:
    for parameters in ({"message": text}, {"message": "x", "file_paths": [text]}):
        with pytest.raises(InvalidRequest, match="half of a character"):
            lux.call("confer", **parameters)
    with pytest.raises(InvalidRequest, match="thread_id"):
        lux.call("thread_get", thread_id=text)
    assert lux.frames.calls().empty


def test_an_unknown_attribute_is_an_attribute_error(lux: Any) -> None:
    with pytest.raises(AttributeError, match="operations"):
        _ = lux.conferr


def test_operations_are_listed_as_a_frame(lux: Any) -> None:
    frame = lux.operations().set_index("name")
    assert frame.loc["confer", "required"] == ["message"]
    assert "continuation_id" in frame.loc["confer", "parameters"]
    assert bool(frame.loc["confer", "spends"])
    assert not bool(frame.loc["thread_list", "writes"])


def test_the_engine_runs_outside_jupyter() -> None:
    code = "from lux_nb import lux; print(lux.confer('hi').response)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=dict(os.environ),
        timeout=120,
        check=True,
    )
    assert done.stdout.strip()
    assert done.stderr == ""


def test_loading_the_extension_imports_nothing_heavy() -> None:
    script = (
        "import sys; from IPython.core.interactiveshell import InteractiveShell;"
        " InteractiveShell.instance().run_line_magic('load_ext', 'lux_nb');"
        " heavy = {'pandas', 'sklearn', 'faiss', 'mcp', 'xllamacpp', 'sqlalchemy', 'httpx'};"
        " print(sorted(heavy & set(sys.modules)))"
    )
    shown = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip().splitlines()[-1] == "[]"


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = (
        "import sys; import lux_nb; heavy = {'pandas', 'sklearn', 'faiss', 'mcp', 'xllamacpp',"
        " 'sqlalchemy', 'pydantic', 'httpx', 'IPython'} & set(sys.modules); print(heavy)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_domains_are_attributes_with_their_functions(lux: Any) -> None:
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
    assert lux.tools.correct(schema, {"n": "5"}).arguments == {"n": 5}
    [call] = lux.tools.parse_call('```json\n{"name": "f", "arguments": {"a": 1}}\n```')
    assert (call.name, call.arguments) == ("f", {"a": 1})
    grounded = lux.memory.ground("The dose was 5 mg.", evidence=["The dose was 50 mg."])
    assert grounded.claims[0].verdict == "refuted"
    with pytest.raises(AttributeError, match="nothing"):
        _ = lux.tools.nothing
    assert "correct" in dir(lux.tools)
