import pytest

from lux_nb.cli import main
from lux_nb.paths import lux_home, model_directory, prolog_prefix


def test_everything_is_kept_under_lux_home(monkeypatch, tmp_path):
    monkeypatch.setenv("LUX_HOME", str(tmp_path))
    assert lux_home() == tmp_path
    for path in (model_directory(), prolog_prefix()):
        assert path.parent == tmp_path
        assert not path.exists()


def test_without_lux_home_it_is_the_users_data_directory(monkeypatch, tmp_path):
    monkeypatch.delenv("LUX_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert lux_home().is_relative_to(tmp_path)
    assert lux_home().name == "lux_nb"


def test_no_command_is_a_usage_error(capsys):
    with pytest.raises(SystemExit) as caught:
        main([])
    assert caught.value.code == 2
    assert "COMMAND" in capsys.readouterr().err


def test_set_up_with_everything_left_out_does_nothing(monkeypatch, tmp_path):
    monkeypatch.setenv("LUX_HOME", str(tmp_path))
    assert main(["setup", "--no-logic", "--no-model"]) == 0
    assert list(tmp_path.iterdir()) == []


def test_a_part_that_cannot_be_had_is_told_with_its_hint(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("LUX_EMBEDDED_MODEL", str(tmp_path / "none.gguf"))
    assert main(["setup", "--no-logic"]) == 1
    written = capsys.readouterr().out
    assert "none.gguf" in written
    assert "→" in written
