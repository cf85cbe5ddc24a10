import json
from pathlib import Path

import pytest

from lux_nb.cli import main
from lux_nb.server import ServerInfo
from lux_nb.server.audit import audit_kernels


def test_a_served_kernel_is_found_private_in_every_way(server: ServerInfo) -> None:
    (audit,) = audit_kernels(server.registry_file.parent)
    told = {finding.what: finding for finding in audit.findings}
    assert audit.is_good, audit.findings
    assert told["address"].told == f"127.0.0.1:{server.port}"
    assert told["no token"].told == "refused (HTTP 401)"
    assert told["registry file"].told == "mode 0600, yours"
    assert server.token not in repr(audit)


def test_a_folder_that_others_can_read_is_told_and_fails_the_command(
    server: ServerInfo, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder: Path = server.registry_file.parent
    monkeypatch.setenv("LUX_HOME", str(folder.parent))
    folder.chmod(0o755)
    try:
        assert main(["audit"]) == 1
        assert "BAD  registry folder" in capsys.readouterr().out
    finally:
        folder.chmod(0o700)
    assert main(["audit", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert told["kernel_id"] == server.kernel_id
    assert server.token not in json.dumps(told)


def test_without_a_kernel_nothing_is_exposed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUX_HOME", str(tmp_path))
    assert main(["audit"]) == 0
    assert "No kernel is running" in capsys.readouterr().out
