"""SWI-Prolog: find one that is new enough, or unpack one into a private prefix without root.

Janus, the bridge between Python and Prolog, needs 9.1.12 or newer. Only Prolog's worker
processes use what is found here, through :func:`prolog_environment`; the kernel itself is
started with none of it.
"""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lux_nb.errors import NotConfigured, StorageError
from lux_nb.paths import prolog_prefix
from lux_nb.setup.apt import PrivateApt, read_sources, unpack, with_suite
from lux_nb.setup.console import Report, silent
from lux_nb.setup.distribution import Distribution, this_distribution
from lux_nb.setup.processes import run

MINIMUM_VERSION = (9, 1, 12)
_PACKAGES = ("swi-prolog-core", "swi-prolog-core-packages", "swi-prolog-nox")
# Which package holds a library that may be absent; the names differ between suites.
_LIBRARY_PACKAGES = {
    "libgmp.so.10": ("libgmp10",),
    "libtcmalloc_minimal.so.4": ("libtcmalloc-minimal4t64", "libtcmalloc-minimal4"),
    "libossp-uuid.so.16": ("libossp-uuid16",),
    "libmd.so.0": ("libmd0",),
}
_COMMANDS = {
    "darwin": "brew install swi-prolog",
    "fedora": "sudo dnf install swi-prolog",
    "arch": "sudo pacman -S swi-prolog",
    "opensuse": "sudo zypper install swi-prolog",
    "alpine": "sudo apk add swi-prolog",
    "ubuntu": "sudo add-apt-repository ppa:swi-prolog/stable && "
    "sudo apt-get install -y swi-prolog-nox",
}


@dataclass(frozen=True)
class Prolog:
    """A SWI-Prolog that was found: its program, version, home and shared library."""

    executable: Path
    version: tuple[int, ...]
    home: Path
    library: Path
    private: bool

    @property
    def version_text(self) -> str:
        """The version as people write it, ``9.2.9``."""
        return ".".join(str(part) for part in self.version)

    def environment(self) -> dict[str, str]:
        """Give the variables with which a process finds this Prolog and its libraries."""
        # One that is on PATH stays where it is there: its folder before a virtual environment's
        # would change which python is meant.
        programs = [self.executable.parent] if self.private else []
        folders = [self.library.parent]
        if self.private:
            folders += _library_folders(prolog_prefix())
        return {
            "PATH": _joined(programs, os.environ.get("PATH", os.defpath)),
            "LD_LIBRARY_PATH": _joined(folders, os.environ.get("LD_LIBRARY_PATH", "")),
            "SWI_HOME_DIR": str(self.home),
        }


def parse_version(text: str) -> tuple[int, ...]:
    """Read the first dotted number: ``9.2.9+dfsg-1`` is ``(9, 2, 9)``."""
    match = re.search(r"\d+(?:\.\d+)+", text)
    return tuple(int(part) for part in match.group().split(".")) if match else ()


def is_new_enough(version: tuple[int, ...]) -> bool:
    """Tell whether Janus works with this version."""
    return version >= MINIMUM_VERSION


def find_prolog() -> Prolog | None:
    """Find a SWI-Prolog that is new enough: on PATH, or the private one; else None."""
    on_path = shutil.which("swipl")
    if on_path:
        found = _inspect(Path(on_path), {}, private=False)
        if found and is_new_enough(found.version):
            return found
    return _inspect_prefix(prolog_prefix())


def prolog_environment() -> dict[str, str]:
    """Give PATH, LD_LIBRARY_PATH and SWI_HOME_DIR for a process that runs Prolog."""
    found = find_prolog()
    if found is None:
        raise NotConfigured(
            f"SWI-Prolog {_minimum_text()} or newer was not found.", hint="Run: lux-nb setup"
        )
    return found.environment()


def ensure_prolog(report: Report = silent) -> Prolog:
    """Find SWI-Prolog or, failing that, install one into the private prefix."""
    found = find_prolog()
    if found:
        return found
    from filelock import FileLock

    prefix = prolog_prefix()
    try:
        prefix.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(prefix.with_name("prolog.lock")):
            # Somebody else may have installed it while we waited.
            return _inspect_prefix(prefix) or _install(prefix, this_distribution(), report)
    except OSError as error:
        raise StorageError(
            f"SWI-Prolog can't be written to {prefix}: {error.strerror or error}",
            hint="Make room there, or set LUX_HOME to a directory that you can write to.",
        ) from error


def _inspect_prefix(prefix: Path) -> Prolog | None:
    executable, environment = _program(prefix)
    return _inspect(executable, environment, private=True) if executable.exists() else None


def _program(prefix: Path) -> tuple[Path, dict[str, str]]:
    """Give the program of a prefix and the variables that it needs to start."""
    folders = _joined(_library_folders(prefix), os.environ.get("LD_LIBRARY_PATH", ""))
    home = str(prefix / "usr" / "lib" / "swi-prolog")
    environment = {"LD_LIBRARY_PATH": folders, "SWI_HOME_DIR": home}
    return prefix / "usr" / "bin" / "swipl", environment


def _inspect(executable: Path, environment: dict[str, str], *, private: bool) -> Prolog | None:
    """Ask a swipl where it lives; None when it does not run."""
    done = run([executable, "--dump-runtime-variables"], environment=environment, timeout=20)
    facts = dict(re.findall(r'^(\w+)="?([^"\n]*?)"?;?$', done.output, flags=re.MULTILINE))
    if done.code != 0 or not facts.get("PLVERSION", "").isdigit():
        return None
    number = int(facts["PLVERSION"])
    version = (number // 10000, number // 100 % 100, number % 100)
    library = Path(facts.get("PLLIBSWIPL") or facts.get("PLLIBDIR", "") + "/libswipl")
    return Prolog(executable, version, Path(facts.get("PLBASE", "")), library, private)


def _install(prefix: Path, distribution: Distribution, report: Report) -> Prolog:
    """Unpack the distribution's packages, its own suite's or a newer one's, and try them."""
    if not distribution.has_apt:
        raise _not_to_be_had(distribution, "This system has no apt to get one without root.")
    sources = read_sources()
    reasons = []
    with tempfile.TemporaryDirectory(prefix="lux-nb-apt-") as temporary:
        staging = prefix.with_name("prolog.partial")
        own = PrivateApt(
            Path(temporary) / "own",
            with_suite(sources, distribution.suite, distribution.suite),
        )
        report(f"  reading the package lists of {distribution.suite}")
        own.update()
        for suite in distribution.suites:
            apt = own
            if suite != distribution.suite:
                report(f"  reading the package lists of {suite}")
                newer = with_suite(sources, distribution.suite, suite)
                apt = PrivateApt(Path(temporary) / suite, newer)
                apt.update()
            shutil.rmtree(staging, ignore_errors=True)
            reason = _unpack_suite(staging, apt, own, report)
            if reason is None:
                shutil.rmtree(prefix, ignore_errors=True)
                staging.rename(prefix)
                break
            reasons.append(f"{suite}: {reason}")
        shutil.rmtree(staging, ignore_errors=True)
    installed = _inspect_prefix(prefix)
    if installed is None:
        raise _not_to_be_had(distribution, "; ".join(reasons) + ".")
    return installed


def _unpack_suite(staging: Path, apt: PrivateApt, own: PrivateApt, report: Report) -> str | None:
    """Unpack one suite's SWI-Prolog with the libraries it lacks; say what is wrong, if anything."""
    version = apt.newest(_PACKAGES[0])
    if version is None:
        return "no SWI-Prolog in the archive"
    if not is_new_enough(parse_version(version)):
        return f"its SWI-Prolog is {version}"
    report(f"  unpacking SWI-Prolog {version}")
    for package in apt.download([f"{name}={version}" for name in _PACKAGES]):
        unpack(package, staging)
    # The machine's own suite, since a newer one's library may want a newer C library.
    names = list(_absent_packages(staging, own))
    if names:
        report(f"  unpacking {', '.join(names)}")
        for package in own.download(names):
            unpack(package, staging)
    return _make_library_index(staging)


def _make_library_index(prefix: Path) -> str | None:
    """Do the package's post-install step, without which nothing autoloads; say what failed."""
    goal = "make_library_index(swi(library)), use_module(library(sandbox))"
    executable, environment = _program(prefix)
    done = run([executable, "-q", "-g", goal, "-t", "halt"], environment=environment, timeout=120)
    return None if done.code == 0 else f"its SWI-Prolog does not run here: {done.last_words}"


def _absent_packages(staging: Path, own: PrivateApt) -> Iterator[str]:
    """Name the packages of libraries that Prolog is linked to and this machine lacks."""
    folders = {"LD_LIBRARY_PATH": _joined(_library_folders(staging), "")}
    programs = [staging / "usr" / "bin" / "swipl", *sorted(staging.rglob("*.so*"))]
    absent = set(
        re.findall(r"(\S+) => not found", run(["ldd", *programs], environment=folders).output)
    )
    for library, names in _LIBRARY_PACKAGES.items():
        if library in absent:
            yield next((name for name in names if own.newest(name)), names[-1])


def _library_folders(prefix: Path) -> list[Path]:
    """List the folders of a prefix that hold shared libraries, on any architecture."""
    return sorted([*prefix.glob("usr/lib/*-linux-gnu*"), *prefix.glob("lib/*-linux-gnu*")])


def _joined(folders: list[Path], rest: str) -> str:
    """Put folders before the rest of a search path, each once."""
    return os.pathsep.join(
        dict.fromkeys([*map(str, folders), *filter(None, rest.split(os.pathsep))])
    )


def _minimum_text() -> str:
    return ".".join(map(str, MINIMUM_VERSION))


def _not_to_be_had(distribution: Distribution, reason: str) -> NotConfigured:
    command = _COMMANDS.get(distribution.family, "conda install -c conda-forge swi-prolog")
    return NotConfigured(
        f"SWI-Prolog {_minimum_text()} or newer was not found and could not be installed. {reason}",
        hint=f"Run: {command}  and then: lux-nb setup",
    )
