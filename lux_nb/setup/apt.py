"""Debian packages without root: the machine's own archive, asked for another suite.

The sources that the machine already trusts are copied, with a newer suite's name, into a
private apt state. Packages are then downloaded and verified by apt itself, and unpacked where
the user may write. No host is named here and nothing of the system is changed.
"""

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lux_nb.errors import NotConfigured
from lux_nb.setup.processes import Finished, run

_ONE_LINE = re.compile(r"^(?P<types>deb)\s+(?:\[(?P<options>[^\]]*)\]\s+)?(?P<rest>\S.*)$")
_OPTION_FIELDS = {
    "arch": "Architectures",
    "signed-by": "Signed-By",
    "trusted": "Trusted",
    "check-valid-until": "Check-Valid-Until",
}
# A third party's archive may use the distribution's suite names too, but not these components.
_COMPONENTS = frozenset({"main", "universe"})
_ROLLING_NAMES = frozenset({"stable", "oldstable", "oldoldstable"})


@dataclass(frozen=True)
class Source:
    """One entry of apt's sources: where it is, which suites and components, and its options."""

    uris: tuple[str, ...]
    suites: tuple[str, ...]
    components: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()

    def as_text(self) -> str:
        """Write the entry in apt's deb822 form."""
        fields = [
            ("Types", "deb"),
            ("URIs", " ".join(self.uris)),
            ("Suites", " ".join(self.suites)),
            ("Components", " ".join(self.components)),
            *self.options,
        ]
        return "".join(f"{name}: {value}\n" for name, value in fields)


def parse_one_line(text: str) -> list[Source]:
    """Read the entries of a ``sources.list``, one ``deb …`` a line."""
    sources = []
    for line in text.splitlines():
        match = _ONE_LINE.match(line.split("#", 1)[0].strip())
        if not match:
            continue
        uri, suite, *components = match["rest"].split()
        options = []
        for option in (match["options"] or "").split():
            name, _, value = option.partition("=")
            if name in _OPTION_FIELDS:
                options.append((_OPTION_FIELDS[name], value.replace(",", " ")))
        sources.append(Source((uri,), (suite,), tuple(components), tuple(options)))
    return sources


def parse_deb822(text: str) -> list[Source]:
    """Read the entries of a ``.sources`` file: paragraphs of fields."""
    sources = []
    for paragraph in re.split(r"\n[ \t]*\n", text):
        fields = _fields(paragraph)
        types = fields.pop("types", "").split()
        if "deb" not in types or fields.pop("enabled", "yes").strip().lower() == "no":
            continue
        uris, suites, components = (
            tuple(fields.pop(name, "").split()) for name in ("uris", "suites", "components")
        )
        options = tuple((name.title(), value) for name, value in fields.items())
        sources.append(Source(uris, suites, components, options))
    return sources


def _fields(paragraph: str) -> dict[str, str]:
    """Split one paragraph into fields; a value keeps its continuation lines (a key, say)."""
    fields: dict[str, str] = {}
    name = ""
    for line in paragraph.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if line[0] in " \t":
            fields[name] = f"{fields.get(name, '')}\n{line}"
        else:
            name, _, value = line.partition(":")
            name = name.strip().lower()
            fields[name] = value.strip()
    return fields


def read_sources(directory: Path = Path("/etc/apt")) -> list[Source]:
    """Read all the sources of this machine, in both formats."""
    parts = directory / "sources.list.d"
    sources: list[Source] = []
    for path in [directory / "sources.list", *sorted(parts.glob("*.list"))]:
        if path.is_file():
            sources += parse_one_line(path.read_text(encoding="utf-8", errors="replace"))
    for path in sorted(parts.glob("*.sources")):
        sources += parse_deb822(path.read_text(encoding="utf-8", errors="replace"))
    return sources


def with_suite(sources: Iterable[Source], own: str, wanted: str) -> list[Source]:
    """Keep the main archive of the suite ``own`` (no updates, no security), asked for ``wanted``.

    An archive named only by a rolling name (``stable``) counts when none has the suite's own.
    """
    usable = [source for source in sources if _COMPONENTS & set(source.components)]
    archives = [source for source in usable if own in source.suites] or [
        source for source in usable if _ROLLING_NAMES & set(source.suites)
    ]
    return [replace(source, suites=(wanted,)) for source in archives]


class PrivateApt:
    """An apt that reads the given sources and keeps its state in a directory of ours."""

    def __init__(self, directory: Path, sources: Sequence[Source]) -> None:
        self._directory = directory
        for part in ("parts", "lists/partial", "cache/archives/partial", "packages"):
            (directory / part).mkdir(parents=True, exist_ok=True)
        text = "\n".join(source.as_text() for source in sources)
        (directory / "parts" / "private.sources").write_text(text, encoding="utf-8")

    def update(self) -> Finished:
        """Fetch the lists; one source that fails leaves those of the others usable."""
        return self._apt("apt-get", "update")

    def newest(self, package: str) -> str | None:
        """Give the newest version on offer, or None when there is no such package."""
        rows = self._apt("apt-cache", "madison", package).output.splitlines()
        columns = [[cell.strip() for cell in row.split("|")] for row in rows]
        return next((row[1] for row in columns if len(row) == 3 and row[0] == package), None)

    def download(self, packages: Sequence[str]) -> list[Path]:
        """Fetch the packages' files, verified by apt, and return where they are."""
        target = self._directory / "packages"
        before = set(target.iterdir())
        done = self._apt("apt-get", "download", *packages, directory=target)
        if done.code != 0:
            raise NotConfigured(
                f"apt could not fetch {', '.join(packages)}: {done.last_words}",
                hint="Check this machine's apt sources with: apt-get update",
            )
        return sorted(set(target.iterdir()) - before)

    def _apt(self, program: str, *words: str, directory: Path | None = None) -> Finished:
        settings = {
            "Dir::Etc::SourceList": "/dev/null",
            "Dir::Etc::SourceParts": str(self._directory / "parts"),
            "Dir::State::Lists": str(self._directory / "lists"),
            "Dir::Cache": str(self._directory / "cache"),
            # Root would otherwise fetch as _apt, who can't enter a private directory.
            "APT::Sandbox::User": "root",
            "Acquire::Languages": "none",
            # Container images turn these off, and each command would read the lists anew.
            "Dir::Cache::pkgcache": "pkgcache.bin",
            "Dir::Cache::srcpkgcache": "srcpkgcache.bin",
            "Acquire::GzipIndexes": "false",
        }
        options = [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]
        environment = {"LC_ALL": "C.UTF-8"}
        return run(
            [program, *options, *words], environment=environment, directory=directory, timeout=600
        )


def unpack(package: Path, prefix: Path) -> None:
    """Unpack a package's files below ``prefix``; none of its scripts is run."""
    prefix.mkdir(parents=True, exist_ok=True)
    done = run(["dpkg", "-x", package, prefix], timeout=120)
    if done.code != 0:
        raise NotConfigured(f"{package.name} could not be unpacked: {done.last_words}")


def is_root() -> bool:
    """Tell whether this process may install packages for the whole machine."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def install_command(packages: Sequence[str], *, sudo: bool = True) -> str:
    """Give the command that installs the packages for the whole machine."""
    prefix = "sudo " if sudo else ""
    names = " ".join(packages)
    return f"{prefix}apt-get update && {prefix}apt-get install -y --no-install-recommends {names}"


def install_for_all(packages: Sequence[str]) -> None:
    """Install packages for the whole machine; only root may, others are told the command."""
    command = install_command(packages, sudo=not is_root())
    if not is_root():
        raise NotConfigured(f"Missing: {', '.join(packages)}.", hint=f"Run: {command}")
    environment = {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    run(["apt-get", "update"], environment=environment, timeout=600)
    words = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    done = run(words, environment=environment, timeout=1800)
    if done.code != 0:
        raise NotConfigured(
            f"apt could not install {', '.join(packages)}: {done.last_words}",
            hint=f"Run: {command}",
        )
