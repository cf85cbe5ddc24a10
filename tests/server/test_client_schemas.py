import json
from pathlib import Path

import jsonschema
import pytest

from lux_nb.server.clients import CLIENTS, SERVER_NAME, plan
from tests.server.client_schemas import SCHEMAS

OTHERS = {
    "claude-desktop": {"mcpServers": {"files": {"command": "npx", "args": ["-y", "x"]}}},
    "cursor": {"mcpServers": {"web": {"url": "https://example.org/mcp"}}},
    "vscode": {"servers": {"web": {"type": "http", "url": "https://example.org"}}, "inputs": []},
    "claude-code": {"mcpServers": {"a": {"type": "stdio", "command": "b"}}, "projects": {}},
}


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("APPDATA", str(tmp_path / "config"))
    monkeypatch.setenv("LUX_HOME", str(tmp_path / "lux"))
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("in_project", [False, True])
@pytest.mark.parametrize("name", sorted(CLIENTS))
def test_what_install_writes_is_what_the_client_reads(name: str, in_project: bool) -> None:
    client = CLIENTS[name]
    if in_project and client.project_file is None:
        pytest.skip("the client has no file per project")
    change = plan(client, in_project=in_project)
    change.write()
    written = json.loads(change.path.read_text(encoding="utf-8"))
    jsonschema.validate(written, SCHEMAS[name])
    entry = written[client.section][SERVER_NAME]
    assert Path(entry["command"]).is_absolute()
    assert entry["args"][-1] in {"attach", "lux_nb.attach"}


@pytest.mark.parametrize("name", sorted(CLIENTS))
def test_servers_that_are_there_stay_and_the_whole_file_is_still_right(name: str) -> None:
    client = CLIENTS[name]
    path = client.user_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(OTHERS[name]), encoding="utf-8")
    jsonschema.validate(OTHERS[name], SCHEMAS[name])
    plan(client).write()
    written = json.loads(path.read_text(encoding="utf-8"))
    jsonschema.validate(written, SCHEMAS[name])
    del written[client.section][SERVER_NAME]
    assert written == OTHERS[name]


@pytest.mark.parametrize("name", sorted(CLIENTS))
def test_the_schemas_refuse_what_the_clients_would(name: str) -> None:
    section = CLIENTS[name].section
    for wrong in ({}, {section: []}, {section: {"a": {"args": []}}}, {section: {"a": "b"}}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, SCHEMAS[name])
