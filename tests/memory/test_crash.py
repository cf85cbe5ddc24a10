"""Kernels that are killed while they write, and several that write at once."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lux_nb.engine.authors import Author

WRITER = """
import sys
from lux_nb.api import Lux

lux = Lux()
project, branch, name, count = sys.argv[1:]
for number in range(int(count)):
    text = f"Writer {name} noted harbour fact number {number} about boat {number * 7}."
    saved = lux.call(
        "update_memory", project_id=project, branch_id=branch, content=text, role="user"
    )
    print(saved["context_id"], flush=True)
    if number % 5 == 4:
        lux.call("compress_now", project_id=project)
        lux.call("create_snapshot", project_id=project)
lux.close()
"""

pytestmark = pytest.mark.slow


def start(project: str, branch: str, name: str, count: int) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, project, branch, name, str(count)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )


@pytest.fixture
def place(engine: Any, tmp_path: Path) -> tuple[str, str]:
    author = Author("script", "test")

    def call(name: str, **parameters: Any) -> Any:
        return engine.run(engine.call(name, parameters, author=author))

    opened = call("initialize_context", project_path=str(tmp_path), mode="none")
    branch = call("create_branch", project_id=opened.project_id, branch_topic="Harbour")
    return opened.project_id, branch.branch_id


def stored(make_engine: Callable[..., Any], project: str) -> dict[str, Any]:
    """Open the store as a new kernel would and finish what was pending."""
    from lux_nb.memory.service import memory_of

    engine = make_engine()

    async def recover() -> int:
        return await memory_of(engine).recover()

    engine.run(recover())
    request = {"project_id": project}
    audit = engine.run(engine.call("memory_audit", request, author=Author("script", "test")))
    for row in audit.contexts:
        parameters = {
            "project_id": project,
            "branch_id": row.branch_id,
            "context_id": row.context_id,
        }
        engine.run(engine.call("load_context", parameters, author=Author("script", "test")))
    return {row.context_id: row for row in audit.contexts}


@pytest.mark.parametrize("after", [1, 4, 6])
def test_what_was_acknowledged_is_there_after_a_kill(
    make_engine: Callable[..., Any], place: tuple[str, str], after: int
) -> None:
    process = start(*place, "one", 1000)
    assert process.stdout is not None
    acknowledged = [process.stdout.readline().strip() for _ in range(after)]
    process.kill()
    acknowledged += [line.strip() for line in process.stdout if line.endswith("\n")]
    process.wait()
    found = stored(make_engine, place[0])
    assert set(acknowledged) <= set(found)
    assert not [row for row in found.values() if "being verified" in row.kept_because]


def test_four_processes_write_one_store(
    make_engine: Callable[..., Any], place: tuple[str, str]
) -> None:
    processes = [start(*place, name, 8) for name in ("one", "two", "three", "four")]
    acknowledged = [process.communicate()[0].split() for process in processes]
    assert [process.returncode for process in processes] == [0] * 4
    assert [len(names) for names in acknowledged] == [8] * 4
    found = stored(make_engine, place[0])
    assert {name for names in acknowledged for name in names} == set(found)
