"""A client of the TypeScript SDK works with a kernel, directly and through the bridge."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lux_nb.engine.engine import Engine
from lux_nb.server import ServerInfo, serve, stop
from tests.conformance import node
from tests.server.operations import declare_test_operations, wait_for_cancelled

pytestmark = pytest.mark.slow
PACKAGE, VERSION = "@modelcontextprotocol/sdk", "1.32.2"
ROOT = Path(__file__).parents[2]
REQUEST_TIMEOUT = -32001


@pytest.fixture(scope="module")
def served(engine: Engine) -> Any:
    declare_test_operations(engine.operations)
    yield serve(engine)
    stop(engine)


@pytest.mark.parametrize("way", ["http", "bridge"])
def test_a_typescript_client_lists_calls_reads_and_is_told(
    served: ServerInfo, home: Path, way: str
) -> None:
    asked: dict[str, Any] = {"packages": str(node.package(PACKAGE, VERSION))}
    if way == "http":
        asked |= {"url": served.url, "token": served.token}
    else:
        environment = {**os.environ, "LUX_HOME": str(home), "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "lux_nb.attach", "--toolsets", "all"]
        asked |= {"command": command, "env": environment}
    script = Path(__file__).with_name("client.mjs")
    done = subprocess.run(
        [node.node(), str(script), json.dumps(asked)],
        env=node.environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    seen = json.loads(done.stdout)
    assert seen["server"] == "lux-nb"
    assert seen["capabilities"]["completions"] == {}
    assert seen["capabilities"]["logging"] == {}
    assert seen["capabilities"]["prompts"] == {"listChanged": True}
    assert seen["capabilities"]["resources"] == {"subscribe": True, "listChanged": True}
    assert {"confer", "planner", "search_context"} <= set(seen["tools"])
    assert len(seen["called"]) > 15
    failed = [name for name, is_error, structured in seen["called"] if is_error or not structured]
    assert set(failed) <= {"test_fail", *NEED_MORE}, failed
    # On a pipe the SDK drops what it reads together with the answer.
    whole = "loadingone two threea notice"
    assert seen["progress"] == whole if way == "http" else whole.startswith(seen["progress"])
    assert seen["progress"].startswith("loading")
    assert seen["task"][0] == "taskCreated"
    assert seen["task"][-1] == "result"
    assert seen["taskResult"]["text"] == "one two three"
    assert seen["tasksListed"][0] == "completed"
    assert seen["created"]
    assert seen["deleted"]
    assert seen["updated"] == "lux://resources/from%20node"
    assert seen["prompt"] == "Hi Ada"
    assert all(count == 1 for _, count in seen["read"])
    assert {"lux://threads/{id}", "lux://memory/{project}/{branch}"} <= set(seen["templates"])
    assert seen["completed"] == ["turns"]
    assert seen["timeout"] == REQUEST_TIMEOUT
    wait_for_cancelled("node")


NEED_MORE = {
    "illumination_status",
    "auto_correction_test",
    "kernel_status",
    "kernel_variables",
    "notebook_read",
}
"""Tools that are called without arguments only when there is something to tell of."""
