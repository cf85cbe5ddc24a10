"""The suites of the protocol's authors, on the kernel's own transport, token and guard."""

import re
import subprocess
from pathlib import Path

import pytest

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


def run_suite(
    server: ServerInfo, folder: Path, version: str, options: list[str]
) -> tuple[int, int, str]:
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
    said = done.stdout + done.stderr
    totals = TOTAL.findall(said)
    assert totals, said[-4000:]
    passed, failed = totals[-1]
    told = "\n".join(line for line in said.splitlines() if "✗" in line or "FAIL" in line)
    return int(passed), int(failed), f"exit {done.returncode}\n{told}\n{said[-3000:]}"
