"""Janus: the bridge between Python and Prolog, built against the SWI-Prolog in use."""

import os
import shutil
import sys
import sysconfig
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from lux_nb.errors import NotConfigured
from lux_nb.setup import apt
from lux_nb.setup.console import Report, silent
from lux_nb.setup.distribution import this_distribution
from lux_nb.setup.processes import run
from lux_nb.setup.prolog import Prolog

# Long integers come through GMP and library(lists) is autoloaded: both must be right to pass.
_TRIAL = """
import janus_swi
answer = janus_swi.query_once("X is 2**100, last([1, 2, X], Y)")
assert answer["Y"] == 2**100, answer
"""


def janus_problem(prolog: Prolog) -> str | None:
    """Try Janus in a process of its own; say what is wrong with it, or None if it works."""
    done = run([sys.executable, "-c", _TRIAL], environment=prolog.environment(), timeout=60)
    if done.code == 0:
        return None
    lines = done.last_words.splitlines()
    return lines[-1] if lines else f"it ended with code {done.code}"


def ensure_janus(
    prolog: Prolog, *, constraints: Path | None = None, report: Report = silent
) -> None:
    """Build and install Janus with pip unless it works already."""
    if janus_problem(prolog) is None:
        return
    _ensure_compiler(report)
    report(f"  building janus-swi against SWI-Prolog {prolog.version_text}")
    words = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    # A wheel from pip's cache may have been built against another Prolog.
    words += ["--no-cache-dir", "--force-reinstall", "--no-deps", _requirement()]
    if constraints:
        words += ["--constraint", str(constraints)]
    done = run(words, environment=_build_environment(prolog), timeout=600)
    if done.code != 0:
        raise NotConfigured(
            f"janus-swi could not be built: {done.last_words}", hint="Mend that, then: lux-nb setup"
        )
    problem = janus_problem(prolog)
    if problem:
        raise NotConfigured(f"janus-swi was built but does not work: {problem}")


def _requirement() -> str:
    """Give the version that the package's own metadata asks for."""
    try:
        wanted = requires("lux-nb") or []
    except PackageNotFoundError:
        wanted = []
    named = (line.split(";")[0].strip() for line in wanted if line.startswith("janus"))
    return next(named, "janus-swi")


def _build_environment(prolog: Prolog) -> dict[str, str]:
    """Add the library's folder for the linker; it is not always the one swipl names."""
    folders = [str(prolog.library.parent), *filter(None, [os.environ.get("LIBRARY_PATH")])]
    return {**prolog.environment(), "LIBRARY_PATH": os.pathsep.join(folders)}


def _ensure_compiler(report: Report) -> None:
    """Make sure that a C compiler and Python's headers are here; root gets them from apt."""
    missing = []
    if not shutil.which(_compiler_name()):
        missing += ["gcc", "libc6-dev"]
    headers = Path(sysconfig.get_path("include")) / "Python.h"
    if not headers.exists():
        missing.append(f"libpython{sys.version_info.major}.{sys.version_info.minor}-dev")
    if not missing:
        return
    if this_distribution().has_apt:
        report(f"  installing {', '.join(missing)}")
        apt.install_for_all(missing)
    else:
        raise NotConfigured(
            "Building janus-swi needs a C compiler and Python's headers; they were not found.",
            hint="Install a C compiler (gcc or clang) and Python's headers, then: lux-nb setup",
        )


def _compiler_name() -> str:
    """Name the compiler a build will call: the user's choice, or the one that built Python."""
    named = os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "")
    return next(iter(named.split()), "cc")
