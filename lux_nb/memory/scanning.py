"""Reading a project: which files count, and the pieces they are kept in."""

import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lux_nb.memory.git import run_git

if TYPE_CHECKING:
    import pathspec

LARGEST_FILE = 500_000
PIECE_LENGTH = 1600
_SKIPPED = {
    ".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "venv", ".tox", ".mypy_cache",
    ".ruff_cache", ".pytest_cache", ".ipynb_checkpoints", "dist", "build", ".idea", ".vscode",
}  # fmt: skip
_LIGHT_STEMS = {
    "readme", "changelog", "contributing", "main", "__main__", "app", "index", "cli", "server",
    "manage", "setup", "wsgi", "asgi", "makefile", "dockerfile", "docker-compose", "package",
    "pyproject", "cargo", "requirements", "tsconfig", "environment", "pom", "config", "settings",
    "go", "gemfile", "procfile", "justfile", "cmakelists",
}  # fmt: skip
_LIGHT_ENDINGS = {".toml", ".cfg", ".ini"}


@dataclass(frozen=True, slots=True)
class FileState:
    """A file of a project as it is on disk."""

    path: str
    size: int
    modified_ns: int


@dataclass(frozen=True, slots=True)
class Piece:
    """Lines of a file that are kept as one context."""

    text: str
    first_line: int
    last_line: int


def project_files(folder: Path, mode: str) -> list[FileState]:
    """Return the files a mode reads, without those git or .gitignore leave out."""
    if mode == "none":
        return []
    found = []
    for name in _listed(folder):
        if mode == "light" and not _is_light(name):
            continue
        path = folder / name
        try:
            status = path.lstat()
        except OSError:
            continue
        if path.is_symlink() or not path.is_file() or status.st_size > LARGEST_FILE:
            continue
        found.append(FileState(name, status.st_size, status.st_mtime_ns))
    return sorted(found, key=lambda file: file.path)


def read_text(path: Path) -> str | None:
    """Return the text of a file, or None when it is binary, too large or can't be read."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            return None
        content = path.read_bytes()
    except OSError:
        return None
    if b"\0" in content:
        return None
    try:
        return content.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        return None


def checksum(text: str) -> str:
    """Return the SHA-256 of a file's text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def pieces(text: str) -> Iterator[Piece]:
    """Cut a text at empty lines and definitions into pieces of about one screen."""
    lines = text.splitlines()
    start, length = 0, 0
    for number, line in enumerate(lines):
        opens = not line.strip() or re.match(r"(def|class|function|#+|func|fn|pub)\b|#", line)
        if length >= PIECE_LENGTH * 2 or (length >= PIECE_LENGTH // 2 and opens):
            yield from _piece(lines, start, number)
            start, length = number, 0
        length += len(line) + 1
    yield from _piece(lines, start, len(lines))


def _piece(lines: list[str], start: int, end: int) -> Iterator[Piece]:
    while start < end and not lines[start].strip():
        start += 1
    while end > start and not lines[end - 1].strip():
        end -= 1
    if end > start:
        yield Piece("\n".join(lines[start:end]), start + 1, end)


def _is_light(name: str) -> bool:
    parts = Path(name).parts
    if len(parts) > 2:
        return False
    stem = parts[-1].split(".")[0].lower()
    return stem in _LIGHT_STEMS or Path(name).suffix.lower() in _LIGHT_ENDINGS


def _listed(folder: Path) -> list[str]:
    """Ask git for the files; without git read the folder and its .gitignore files."""
    listed = run_git(folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    if listed is not None:
        return [name for name in listed.split("\0") if name and not _skipped(name)]
    return list(_walked(folder))


def _skipped(name: str) -> bool:
    return bool(_SKIPPED.intersection(Path(name).parts[:-1]))


def _walked(folder: Path) -> Iterator[str]:
    from pathspec import GitIgnoreSpec

    rules: list[tuple[str, GitIgnoreSpec]] = []
    for root, folders, names in os.walk(folder):
        here = Path(root).relative_to(folder).as_posix()
        prefix = "" if here == "." else f"{here}/"
        if ".gitignore" in names:
            text = read_text(Path(root) / ".gitignore") or ""
            rules.append((prefix, GitIgnoreSpec.from_lines(text.splitlines())))
        folders[:] = sorted(
            name
            for name in folders
            if name not in _SKIPPED and not _ignored(f"{prefix}{name}/", rules)
        )
        for name in sorted(names):
            if not _ignored(f"{prefix}{name}", rules):
                yield f"{prefix}{name}"


def _ignored(name: str, rules: "list[tuple[str, pathspec.GitIgnoreSpec]]") -> bool:
    return any(
        name.startswith(prefix) and spec.match_file(name[len(prefix) :]) for prefix, spec in rules
    )
