import os
import subprocess
import sys

import pytest

from lux_nb.errors import NotConfigured, StorageError
from lux_nb.paths import prolog_prefix
from lux_nb.setup import prolog
from lux_nb.setup.distribution import Distribution, this_distribution
from lux_nb.setup.janus import janus_problem


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("SWI-Prolog version 9.2.9 for x86_64-linux", (9, 2, 9)),
        ("9.0.4+dfsg-2", (9, 0, 4)),
        ("10.0.0-1ubuntu1", (10, 0, 0)),
        ("nothing", ()),
    ],
)
def test_versions_are_read_from_what_programs_and_packages_say(text, version):
    assert prolog.parse_version(text) == version


@pytest.mark.parametrize(
    ("version", "enough"),
    [((9, 1, 12), True), ((9, 1, 11), False), ((9, 2), True), ((10, 0, 0), True), ((), False)],
)
def test_versions_are_compared_as_numbers(version, enough):
    assert prolog.is_new_enough(version) is enough


def test_without_prolog_the_error_names_the_command(monkeypatch, tmp_path):
    monkeypatch.setenv("LUX_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotConfigured) as caught:
        prolog.prolog_environment()
    assert caught.value.hint == "Run: lux-nb setup"


def test_a_swipl_that_is_too_old_is_passed_over(monkeypatch, tmp_path):
    program = tmp_path / "swipl"
    program.write_text('#!/bin/sh\necho \'PLBASE="/usr/lib/swi-prolog";\nPLVERSION="90004";\'\n')
    program.chmod(0o755)
    monkeypatch.setenv("LUX_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert prolog.find_prolog() is None


@pytest.mark.parametrize(
    ("family", "command"), [("fedora", "dnf install"), ("darwin", "brew"), ("other", "conda")]
)
def test_where_there_is_no_apt_the_error_names_the_systems_own_command(
    monkeypatch, tmp_path, family, command
):
    monkeypatch.setenv("LUX_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(prolog, "this_distribution", lambda: Distribution(family, ""))
    with pytest.raises(NotConfigured) as caught:
        prolog.ensure_prolog()
    assert command in (caught.value.hint or "")


def test_a_home_that_is_a_file_is_a_storage_error(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LUX_HOME", str(tmp_path / "file"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StorageError, match="can't be written"):
        prolog.ensure_prolog()


def test_the_environment_runs_prolog_in_a_process():
    found = prolog.find_prolog()
    if found is None:
        pytest.skip("no SWI-Prolog here; lux-nb setup brings one")
    environment = prolog.prolog_environment()
    assert set(environment) == {"PATH", "LD_LIBRARY_PATH", "SWI_HOME_DIR"}
    goal = "X is 2**100, last([1, X], Y), print(Y)"
    done = subprocess.run(
        ["swipl", "-q", "-g", goal, "-t", "halt"],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == str(2**100)


def test_the_virtual_environment_stays_first_on_path():
    found = prolog.find_prolog()
    if found is None or found.private:
        pytest.skip("no SWI-Prolog on PATH here")
    assert found.environment()["PATH"] == os.environ["PATH"]


@pytest.mark.slow
def test_prolog_is_installed_without_root_into_an_empty_home(monkeypatch, tmp_path):
    if not this_distribution().has_apt:
        pytest.skip("needs apt and dpkg")
    monkeypatch.setenv("LUX_HOME", str(tmp_path))
    lines: list[str] = []
    with_none_on_path = os.pathsep.join(
        folder
        for folder in os.environ["PATH"].split(os.pathsep)
        if not os.path.exists(os.path.join(folder, "swipl"))
    )
    monkeypatch.setenv("PATH", with_none_on_path)
    installed = prolog.ensure_prolog(lines.append)
    assert installed.private
    assert prolog.is_new_enough(installed.version)
    assert installed.executable.is_relative_to(prolog_prefix())
    assert lines
    assert prolog.ensure_prolog(lines.append) == installed
    assert sorted(path.name for path in tmp_path.iterdir()) == ["prolog", "prolog.lock"]


def test_janus_works_in_a_process_of_its_own_and_not_in_this_one():
    found = prolog.find_prolog()
    if found is None:
        pytest.skip("no SWI-Prolog here; lux-nb setup brings one")
    problem = janus_problem(found)
    if problem and "No module named" in problem:
        pytest.skip("Janus is not installed here; lux-nb setup brings it")
    assert problem is None
    assert "janus_swi" not in sys.modules
