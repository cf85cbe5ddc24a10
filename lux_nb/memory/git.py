"""What git tells about a project: its branch, its files and its history."""

import subprocess
from pathlib import Path

_SECONDS = 20


def run_git(folder: Path, *arguments: str) -> str | None:
    """Return what a git command prints, or None where it fails or there is no git."""
    command = ["git", "-C", str(folder), *arguments]
    try:
        done = subprocess.run(  # noqa: S603
            command, capture_output=True, timeout=_SECONDS, check=False, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else None


def head_file(folder: Path) -> Path | None:
    """Return the file that says what is checked out here, in worktrees as well."""
    for parent in (folder, *folder.parents):
        marker = parent / ".git"
        if marker.is_dir():
            return marker / "HEAD"
        if marker.is_file():
            text = marker.read_text(encoding="utf-8", errors="replace").strip()
            if text.startswith("gitdir:"):
                return (parent / text.removeprefix("gitdir:").strip()).resolve() / "HEAD"
    return None


def current_branch(folder: Path) -> str | None:
    """Return the branch that is checked out, or None when HEAD is detached or there is no git."""
    head = head_file(folder)
    if head is None:
        return None
    try:
        text = head.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return None
    prefix = "ref: refs/heads/"
    return text.removeprefix(prefix) if text.startswith(prefix) else None


def branch_exists(folder: Path, name: str) -> bool:
    """Tell whether a repository has a branch of this name; one not born yet counts."""
    reference = f"refs/heads/{name}"
    known = run_git(folder, "rev-parse", "--verify", "--quiet", reference) is not None
    return known or current_branch(folder) == name


def history(folder: Path, count: int = 200) -> list[tuple[str, str]]:
    """Return the latest commits as (short hash, message)."""
    text = run_git(folder, "log", f"-n{count}", "--format=%h%x1f%B%x1e")
    if not text:
        return []
    commits = [part.strip().split("\x1f", 1) for part in text.split("\x1e") if "\x1f" in part]
    return [(name, message.strip()) for name, message in commits]
