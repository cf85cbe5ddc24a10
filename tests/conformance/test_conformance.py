"""The suites of the protocol's authors, on the kernel's own transport, token and guard."""

import re
import subprocess
from pathlib import Path

import pytest

from lux_nb.engine.authors import Author
from lux_nb.engine.engine import Engine
from lux_nb.server import ServerInfo
from tests.conformance import node

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::mcp.MCPDeprecationWarning")]
PACKAGE = "@modelcontextprotocol/conformance"
OLDER, NEWER = "0.1.16", "0.2.0-alpha.12"
TOTAL = re.compile(r"Total: (\d+) passed, (\d+) failed")
RUN_SECONDS = 300


@pytest.mark.parametrize(
    ("version", "options", "checks"),
    [
        (OLDER, ["--suite", "all"], 44),
        (NEWER, ["--requirements", "2025-11-25"], 84),
        (NEWER, ["--suite", "all", "--spec-version", "2026-07-28"], 152),
    ],
    ids=["all", "2025-11-25", "2026-07-28"],
)
def test_every_check_of_the_suite_passes(
    suite_server: ServerInfo, tmp_path: Path, version: str, options: list[str], checks: int
) -> None:
    passed, failed, said = run_suite(suite_server, tmp_path, version, options)
    assert (passed, failed) == (checks, 0), said


@pytest.mark.parametrize(
    ("version", "scenarios"),
    [
        (
            OLDER,
            "server-initialize ping tools-list resources-list prompts-list logging-set-level "
            "completion-complete server-sse-multiple-streams dns-rebinding-protection",
        ),
        (NEWER, "server-session-lifecycle caching http-header-validation"),
    ],
    ids=["older", "newer"],
)
def test_a_kernel_passes_without_fixtures_what_needs_none(
    plain_server: ServerInfo, engine: Engine, tmp_path: Path, version: str, scenarios: str
) -> None:
    prompt = {"name": "greet", "content": "Greet {{who}}.", "description": "A greeting"}
    author = Author("script", "test")
    engine.run(engine.call("resource_create", prompt, author=author))
    try:
        for scenario in scenarios.split():
            said = run(plain_server, tmp_path, version, ["--scenario", scenario])
            assert "Failed: 0" in said or ", 0 failed" in said, f"{scenario}\n{said[-3000:]}"
    finally:
        engine.run(engine.call("resource_delete", {"resourceId": "greet"}, author=author))


def run_suite(
    server: ServerInfo, folder: Path, version: str, options: list[str]
) -> tuple[int, int, str]:
    said = run(server, folder, version, options)
    totals = TOTAL.findall(said)
    assert totals, said[-4000:]
    passed, failed = totals[-1]
    told = "\n".join(line for line in said.splitlines() if "✗" in line)
    return int(passed), int(failed), f"{told}\n{said[-3000:]}"


def run(server: ServerInfo, folder: Path, version: str, options: list[str]) -> str:
    installed = node.package(PACKAGE, version)
    script = installed / "node_modules" / PACKAGE / "dist" / "index.js"
    url = f"http://localhost:{server.port}/mcp"
    done = subprocess.run(
        [node.node(), str(script), "server", "--url", url, *options],
        cwd=folder,
        env=node.environment(),
        capture_output=True,
        text=True,
        timeout=RUN_SECONDS,
        check=False,
    )
    return f"{done.stdout}{done.stderr}\nexit {done.returncode}"
