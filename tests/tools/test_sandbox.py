"""Sandboxed code: what it may do, and escapes that are tried and contained."""

import builtins
from pathlib import Path
from typing import Any

import pytest

from lux_nb.errors import InvalidRequest, LuxError, PermissionDenied, TimedOut

pytest.importorskip("sandlock")


def execute(room: Any, code: str, **more: Any) -> Any:
    return room.tools.run("code_executor", {"code": code, **more}).result


def test_python_and_javascript_return_results_and_what_they_print(room: Any) -> None:
    assert execute(room, "print('hi')\nresult = [1, 2]") == {"result": [1, 2], "stdout": "hi\n"}
    given = {"x": 4}
    python = execute(room, "def run(x): return x + 1", arguments=given)
    assert python["result"] == 5
    script = "function run(a) { console.log('hi'); return {y: a.x * 2}; }"
    done = execute(room, script, language="javascript", arguments=given)
    assert done == {"result": {"y": 8}, "stdout": "hi"}
    assert execute(room, "1 + 2", language="javascript")["result"] == 3


def test_code_tools_are_registered_and_confined(room: Any) -> None:
    room.tools.register(
        name="triple",
        description="Triple a number.",
        input_schema={"type": "object", "properties": {"x": {"type": "number"}}},
        handler={"type": "code", "language": "python", "code": "def run(x): return 3 * x"},
    )
    assert room.tools.run("triple", x=2).result == 6
    with pytest.raises(InvalidRequest, match="language"):
        room.tools.register(name="odd", handler={"type": "code", "language": "cobol", "code": "x"})


@pytest.mark.parametrize(
    "code",
    [
        "open('/etc/passwd').read()",
        "open('{outside}/secret').read()",
        "open('{outside}/new', 'w')",
        "open('{inside}/new', 'w')",
        "import os; os.listdir('{outside}')",
        "import os; os.symlink('{outside}/secret', '{inside}/l')",
        "import socket; socket.create_connection(('127.0.0.1', 9), 1)",
        "import socket; socket.create_connection(('1.1.1.1', 53), 1)",
        "import subprocess; subprocess.run(['/bin/true'], check=True)",
        "import os\nwhile True: os.fork()",
        "import ctypes; ctypes.CDLL(None).ptrace(0, 0, 0, 0); open('/proc/1/environ').read()",
    ],
)
def test_an_escape_is_contained(room: Any, workspace: Path, tmp_path: Path, code: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret").write_text("s")
    filled = code.format(outside=outside, inside=workspace)
    with pytest.raises(LuxError) as caught:
        execute(room, filled)
    assert caught.value.code in {"PERMISSION_DENIED", "EXECUTION_ERROR"}
    assert [path.name for path in outside.iterdir()] == ["secret"]
    assert list(workspace.iterdir()) == []


def test_an_endless_loop_and_a_memory_hog_are_ended(room: Any) -> None:
    with pytest.raises(TimedOut):
        execute(room, "while True: pass", permissions={"timeout": 300})
    with pytest.raises(TimedOut):
        execute(room, "while (true) {}", language="javascript", permissions={"timeout": 500})
    with pytest.raises(LuxError) as caught:
        execute(room, "x = bytearray(10**9)", permissions={"memory": "128MB"})
    assert caught.value.code == "EXECUTION_ERROR"


def test_files_are_reached_as_far_as_the_permission_goes(room: Any, workspace: Path) -> None:
    (workspace / "in.txt").write_text("data")
    read = f"result = open('{workspace}/in.txt').read()"
    assert execute(room, read, permissions={"filesystem": "readonly"})["result"] == "data"
    write = f"open('{workspace}/out.txt', 'w').write('x')"
    with pytest.raises(PermissionDenied):
        execute(room, write, permissions={"filesystem": "readonly"})
    execute(room, write, permissions={"filesystem": "readwrite"})
    assert (workspace / "out.txt").read_text() == "x"
    with pytest.raises(PermissionDenied, match="outside"):
        execute(room, read, permissions={"filesystem": "readonly", "paths": ["/etc"]})
    (workspace / "link").symlink_to("/etc")
    with pytest.raises(PermissionDenied, match="outside"):
        execute(room, read, permissions={"filesystem": "readonly", "paths": [f"{workspace}/link"]})


def test_the_environment_is_not_handed_on(room: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_THING", "hunter2")
    seen = execute(room, "import os; result = dict(os.environ)")["result"]
    assert "hunter2" not in str(seen)


def test_what_can_not_be_enforced_is_refused(room: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PermissionDenied, match="tools_network"):
        execute(room, "result = 1", permissions={"network": True})
    with pytest.raises(PermissionDenied, match="never run without"):
        room.call(
            "tool_execute",
            tool_name="code_executor",
            arguments={"code": "result = 1"},
            sandbox={"enabled": False},
        )
    real = builtins.__import__

    def without_sandlock(name: str, *rest: Any, **named: Any) -> Any:
        if name == "sandlock":
            raise ImportError(name)
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", without_sandlock)
    with pytest.raises(PermissionDenied) as caught:
        execute(room, "result = 1")
    assert caught.value.code == "PERMISSION_DENIED"
