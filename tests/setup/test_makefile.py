import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not shutil.which("make"), reason="needs make")


@pytest.fixture
def clone(tmp_path):
    """The files that the Makefile reads, in a directory of their own."""
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def make(directory, *words):
    return subprocess.run(
        ["make", *words],
        cwd=directory,
        env={name: value for name, value in os.environ.items() if not name.startswith("MAKE")},
        capture_output=True,
        text=True,
        check=False,
    )


def mark_installed(clone):
    (clone / ".venv").mkdir(exist_ok=True)
    for stamp in (".created", ".installed"):
        (clone / ".venv" / stamp).touch()


@pytest.mark.parametrize(
    "target", ["lab", "test", "setup", "tour", "test-fast", "bench", "lint", "clean"]
)
def test_every_target_is_there(clone, target):
    assert make(clone, "--dry-run", target).returncode == 0


def test_what_is_installed_is_not_installed_again(clone):
    assert make(clone, "-q", ".venv/.installed").returncode == 1
    mark_installed(clone)
    assert make(clone, "-q", ".venv/.installed").returncode == 0
    assert "pip" not in make(clone, "--dry-run", "setup").stdout


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_changed_requirements_are_installed(clone, name):
    mark_installed(clone)
    later = (clone / ".venv" / ".installed").stat().st_mtime + 10
    os.utime(clone / name, (later, later))
    assert make(clone, "-q", ".venv/.installed").returncode == 1


def test_a_python_that_is_too_old_is_named(clone):
    old = clone / "old-python"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo "Python 3.9.1" && exit\nexit 1\n')
    old.chmod(0o755)
    done = make(clone, "setup", f"PYTHON={old}")
    assert done.returncode != 0
    assert "Python 3.11 or newer is needed" in done.stderr
    assert "Python 3.9.1" in done.stderr
    assert not (clone / ".venv").exists()


def test_a_python_without_venv_is_told_what_to_install(clone):
    bare = clone / "bare-python"
    bare.write_text('#!/bin/sh\ncase "$2" in *ensurepip*) exit 1;; esac\nexit 0\n')
    bare.chmod(0o755)
    done = make(clone, "setup", f"PYTHON={bare}")
    assert done.returncode != 0
    assert "python3-venv" in done.stderr


def test_the_constraints_are_exact_versions_from_a_registry_without_torch():
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert "make constraints" in lines[0]
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9._!+]+", pin) for pin in pins)
    assert not [pin for pin in pins if pin.lower().startswith(("torch", "lux"))]
