import argparse
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from lux_nb.server import ServerInfo
from lux_nb.server.commands import add_commands

ROOT = Path(__file__).parents[2]
RUN = """
import argparse, sys
from lux_nb.server.commands import add_commands
parser = argparse.ArgumentParser()
add_commands(parser.add_subparsers())
arguments = parser.parse_args()
sys.exit(arguments.run(arguments))
"""


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    add_commands(parser.add_subparsers())
    parsed = parser.parse_args(arguments)
    return int(parsed.run(parsed))


def test_running_kernels_are_listed_without_their_tokens(
    server: ServerInfo, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("kernels") == 0
    table = capsys.readouterr().out
    assert run("kernels", "--json") == 0
    listed = capsys.readouterr().out
    assert server.kernel_id in table
    assert server.url in table
    assert server.token not in table + listed
    assert json.loads(listed)[0]["kernel_id"] == server.kernel_id


def test_without_a_kernel_the_list_says_how_to_start_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LUX_HOME", str(tmp_path))
    assert run("kernels") == 0
    assert "%lux serve" in capsys.readouterr().out


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_headless_server_ends_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    environment = {**os.environ, "LUX_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-c", RUN, "serve"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert "Serving kernel" in process.stdout.readline()
    assert len(list((tmp_path / "kernels").glob("*.json"))) == 1
    process.send_signal(number)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 0
    assert errors == ""
    assert list((tmp_path / "kernels").iterdir()) == []


def test_a_headless_server_allows_what_its_command_line_allows(tmp_path: Path) -> None:
    environment = {**os.environ, "LUX_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    environment["LUX_ASSISTANTS_MAY"] = ""
    process = subprocess.Popen(
        [sys.executable, "-c", RUN, "serve", "--allow", "write"],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        assert "Serving kernel" in process.stdout.readline()
        (registered,) = (tmp_path / "kernels").glob("*.json")
        entry = json.loads(registered.read_text())
        answer = httpx.post(
            entry["url"].replace("/mcp", "/api/operations/consent_list"),
            headers={"Authorization": f"Bearer {entry['token']}"},
            json={},
        )
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)
    assert [rule["scope"] for rule in answer.json()["rules"]] == ["write"]


def test_a_headless_server_refuses_a_scope_that_does_not_exist(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("serve", "--allow", "everything") == 1
    assert "'run', 'write' or 'spend'" in capsys.readouterr().err


def test_what_starts_with_every_assistant_imports_little() -> None:
    code = (
        "import sys, lux_nb.attach.main, lux_nb.attach.bridge, lux_nb.server.commands\n"
        "heavy = {'mcp', 'pydantic', 'sqlalchemy', 'httpx', 'uvicorn', 'psutil'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"
