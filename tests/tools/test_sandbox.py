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


@pytest.mark.parametrize(
    "code",
    [
        "import os; os.symlink('{outside}/secret', '{inside}/l'); open('{inside}/l').read()",
        "import os; os.symlink('{outside}', '{inside}/l'); open('{inside}/l/new', 'w')",
        "import os; os.link('{outside}/secret', '{inside}/l')",
        "open('{inside}/a', 'w').close(); import os; os.rename('{inside}/a', '{outside}/a')",
        "open('{inside}/../outside/secret').read()",
        "open('/proc/self/root{outside}/secret').read()",
        "import os; os.chmod('{outside}/secret', 0o777)",
        "import os; os.chown('{outside}/secret', 1, 1)",
        "import os; os.utime('{outside}/secret', (0, 0))",
        "import os; os.setxattr('{outside}/secret', 'user.a', b'b')",
        "import os; os.truncate('{outside}/secret', 0)",
        "import os; os.chdir('{outside}'); open('secret').read()",
    ],
)
def test_links_and_detours_out_of_a_writable_folder_are_contained(
    room: Any, workspace: Path, tmp_path: Path, code: str
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    secret = outside / "secret"
    secret.write_text("s")
    before = secret.stat()
    filled = code.format(outside=outside, inside=workspace)
    with pytest.raises(LuxError) as caught:
        execute(room, filled, permissions={"filesystem": "readwrite"})
    assert caught.value.code in {"PERMISSION_DENIED", "EXECUTION_ERROR"}
    assert [path.name for path in outside.iterdir()] == ["secret"]
    after = secret.stat()
    for part in ("st_mode", "st_nlink", "st_uid", "st_mtime", "st_size"):
        assert getattr(after, part) == getattr(before, part)


@pytest.mark.parametrize(
    "code",
    [
        "s = socket.socket(socket.AF_UNIX); s.connect('{path}')",
        "s = socket.socket(socket.AF_UNIX); s.connect('{abstract}')",
        "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.sendto(b'x', ('127.0.0.1', 9))",
        "s = socket.socket(); s.bind(('127.0.0.1', 0)); s.listen()",
    ],
)
def test_sockets_of_every_kind_are_closed(room: Any, tmp_path: Path, code: str) -> None:
    import os
    import socket

    path, abstract = f"{tmp_path}/socket", f"lux-nb-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX) as one, socket.socket(socket.AF_UNIX) as other:
        one.bind(path)
        one.listen()
        other.bind(f"\0{abstract}")
        other.listen()
        filled = code.format(path=path, abstract=f"\\0{abstract}")
        with pytest.raises(PermissionDenied):
            execute(room, f"import socket\n{filled}")


def test_processes_of_others_are_out_of_reach_and_none_is_left_behind(room: Any) -> None:
    import os

    import psutil

    for target in (os.getpid(), 1):
        with pytest.raises(PermissionDenied):
            execute(room, f"import os; os.kill({target}, 0)")
    fork = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(600)\nresult = 1"
    execute(room, fork, permissions={"processes": True, "timeout": 3000})
    left = [
        child
        for child in psutil.Process().children(recursive=True)
        if child.is_running()
        and child.status() != psutil.STATUS_ZOMBIE
        and any("os.setsid()" in part for part in child.cmdline())
    ]
    assert left == []


def test_what_ignores_signals_or_floods_the_output_is_ended(room: Any) -> None:
    import psutil

    stubborn = "import signal\nsignal.signal(15, signal.SIG_IGN)\nwhile True: pass"
    with pytest.raises(TimedOut):
        execute(room, stubborn, permissions={"timeout": 300})
    with pytest.raises(TimedOut):
        execute(room, "import time; time.sleep(600)", permissions={"timeout": 300})
    before = psutil.Process().memory_info().rss
    flood = "import os\nwhile True: os.write({}, b'x' * 65536)"
    for stream in (1, 2):
        with pytest.raises(TimedOut):
            execute(room, flood.format(stream), permissions={"timeout": 1000})
    assert psutil.Process().memory_info().rss - before < 100_000_000


def test_javascript_has_no_files_no_modules_and_a_limit_of_memory(room: Any) -> None:
    def run(code: str, **more: Any) -> Any:
        return execute(room, code, language="javascript", **more)["result"]

    assert run("[typeof require, typeof std, typeof os, typeof fetch].join()") == ",".join(
        ["undefined"] * 4
    )
    with pytest.raises(LuxError) as refused:
        run("import * as std from 'std'; std.loadFile('/etc/passwd')")
    assert refused.value.code == "EXECUTION_ERROR"
    hog = "var a = []; while (true) a.push(new Array(1000).fill('x'))"
    with pytest.raises(LuxError) as ended:
        run(hog, permissions={"memory": "64MB", "timeout": 20_000})
    assert ended.value.code == "EXECUTION_ERROR"


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
