import json

import pytest

from lux_nb.cli import main
from lux_nb.setup import browser, doctor

KEYS = ("OPENAI_API_KEY", "OPENROUTER_API_KEY", "MERCURY_API_KEY")


@pytest.fixture
def rows(monkeypatch, tmp_path):
    monkeypatch.setenv("LUX_HOME", str(tmp_path))
    monkeypatch.delenv("LUX_EMBEDDED_MODEL", raising=False)
    return lambda: {check.name: check for check in doctor.check_everything()}


def test_what_is_missing_comes_with_how_to_mend_it(rows):
    found = rows()
    assert found["Python"].ok
    assert found["store"].ok
    assert found["embedded model"].state == "missing"
    assert found["embedded model"].mend == "lux-nb setup"
    assert all(check.mend for check in found.values() if not check.ok)


def test_keys_are_told_only_as_set_or_not_set(rows, monkeypatch, capsys):
    secret = "sk-never-to-be-seen"
    monkeypatch.setenv(KEYS[0], secret)
    monkeypatch.delenv(KEYS[1], raising=False)
    found = rows()
    assert found[KEYS[0]].found == "set"
    assert found[KEYS[1]].found == "not set"
    main(["doctor"])
    main(["doctor", "--json"])
    assert secret not in capsys.readouterr().out


def test_json_has_the_same_rows_and_the_exit_code_follows_the_required_ones(rows, capsys):
    code = main(["doctor", "--json"])
    written = json.loads(capsys.readouterr().out)
    assert [row["name"] for row in written] == list(rows())
    assert code == 1
    assert any(row["state"] == "missing" for row in written)


def test_a_home_that_cannot_be_written_is_named(monkeypatch, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("LUX_HOME", str(blocked))
    check = doctor._check_home()
    assert not check.ok
    assert str(blocked) in check.found
    assert "LUX_HOME" in check.mend


def test_a_model_that_is_named_wrongly_is_a_row_and_no_crash(monkeypatch, tmp_path):
    monkeypatch.setenv("LUX_EMBEDDED_MODEL", str(tmp_path / "none.gguf"))
    check = doctor._check_model()
    assert check.state == "missing"
    assert "none.gguf" in check.found


def test_the_browser_that_is_named_is_found(monkeypatch, tmp_path):
    program = tmp_path / "my-browser"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("LUX_CHROMIUM", str(program))
    assert browser.find_browser() == program
