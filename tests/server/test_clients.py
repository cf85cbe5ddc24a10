import argparse
import json
import stat
import sys
from pathlib import Path

import pytest

from lux_nb.errors import InvalidRequest
from lux_nb.server.clients import BACKUP_SUFFIX, CLIENTS, SERVER_NAME, plan
from lux_nb.server.commands import CLIENT_NAMES, add_commands

NAMES = list(CLIENTS)


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("XDG_CONFIG_HOME", "LUX_HOME"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def install(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    add_commands(parser.add_subparsers())
    parsed = parser.parse_args(["install", *arguments])
    return int(parsed.run(parsed))


def test_the_commands_know_every_client() -> None:
    assert set(CLIENT_NAMES) == set(CLIENTS)


@pytest.mark.parametrize(
    ("name", "file", "section"),
    [
        ("claude-desktop", ".config/Claude/claude_desktop_config.json", "mcpServers"),
        ("cursor", ".cursor/mcp.json", "mcpServers"),
        ("vscode", ".config/Code/User/mcp.json", "servers"),
        ("claude-code", ".claude.json", "mcpServers"),
    ],
)
def test_the_entry_is_written_where_the_client_looks(
    folders: Path, capsys: pytest.CaptureFixture[str], name: str, file: str, section: str
) -> None:
    assert install(name) == 0
    entry = json.loads((folders / file).read_text())[section][SERVER_NAME]
    assert Path(entry["command"]).is_absolute()
    assert entry["args"][-1] in {"attach", "lux_nb.attach"}
    assert "+" in capsys.readouterr().out


def test_toolsets_are_written_into_the_entry(folders: Path) -> None:
    assert install("cursor", "--toolsets", "reasoning, memory") == 0
    entry = json.loads((folders / ".cursor/mcp.json").read_text())["mcpServers"][SERVER_NAME]
    assert entry["args"][-2:] == ["--toolsets", "reasoning,memory"]


def test_a_toolset_that_does_not_exist_writes_nothing(
    folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert install("cursor", "--toolsets", "poetry") == 1
    assert not (folders / ".cursor/mcp.json").exists()
    assert "poetry" in capsys.readouterr().err


@pytest.mark.parametrize("name", NAMES)
def test_the_rest_of_the_file_is_kept_and_backed_up(folders: Path, name: str) -> None:
    client = CLIENTS[name]
    path = client.user_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    other = {"z": {"unknown": [1, None, "ä"]}, client.section: {"other": {"command": "x"}}, "a": 1}
    before = json.dumps(other, indent=4, ensure_ascii=False)
    path.write_text(before, encoding="utf-8")
    path.chmod(0o640)
    assert install(name) == 0
    after = json.loads(path.read_text(encoding="utf-8"))
    assert list(after) == list(other)
    del after[client.section][SERVER_NAME]
    assert after == other
    assert '\n    "z"' in path.read_text(encoding="utf-8")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert path.with_name(path.name + BACKUP_SUFFIX).read_text(encoding="utf-8") == before


@pytest.mark.parametrize("name", NAMES)
def test_a_dry_run_shows_the_diff_and_writes_nothing(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert install(name, "--dry-run") == 0
    assert not CLIENTS[name].user_file().exists()
    shown = capsys.readouterr().out
    assert f'+    "{SERVER_NAME}": {{' in shown
    assert "Nothing was written" in shown


def test_a_second_time_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    install("cursor")
    capsys.readouterr()
    assert install("cursor") == 0
    assert "nothing to change" in capsys.readouterr().out
    assert not list(CLIENTS["cursor"].user_file().parent.glob(f"*{BACKUP_SUFFIX}"))


@pytest.mark.parametrize("text", ["{", "// comment\n{}", "[]", '{"mcpServers": []}'])
def test_a_file_that_is_not_as_expected_is_not_touched(
    folders: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    path = folders / ".claude.json"
    path.write_text(text)
    assert install("claude-code") == 1
    assert path.read_text() == text
    assert "BAD_CONFIGURATION" in capsys.readouterr().err


def test_a_link_to_the_file_stays_a_link(folders: Path) -> None:
    real = folders / "dotfiles.json"
    real.write_text("{}")
    (folders / ".claude.json").symlink_to(real)
    assert install("claude-code") == 0
    assert (folders / ".claude.json").is_symlink()
    assert SERVER_NAME in real.read_text()


def test_a_project_has_its_own_file(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folders)
    assert install("claude-code", "--project") == 0
    assert (folders / ".mcp.json").exists()
    with pytest.raises(InvalidRequest, match="no configuration per project"):
        plan(CLIENTS["claude-desktop"], in_project=True)


def test_the_home_of_the_kernels_goes_with_the_entry(
    folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUX_HOME", str(folders / "lux"))
    assert str(folders / "lux") in plan(CLIENTS["cursor"]).after
