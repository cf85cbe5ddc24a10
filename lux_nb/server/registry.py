"""The registry of running kernels: one private file each, so that nothing has to be typed.

A file holds the token, so the folder is for its owner only, files of others are not
believed, and what a killed kernel left behind is swept away.
"""

import json
import os
import platform
import socket
import stat
import tempfile
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from lux_nb.errors import StorageError
from lux_nb.paths import lux_home

FOLDER = "kernels"
LATEST = "latest"
CONNECT_SECONDS = 0.5
# Clocks and kernels round the start of a process differently.
START_TOLERANCE_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class KernelEntry:
    """A running kernel and how to reach it."""

    kernel_id: str
    url: str
    token: str
    port: int
    pid: int
    pid_started: float
    host: str
    started_at: str
    version: str
    notebook: str | None = None

    def __repr__(self) -> str:
        return f"KernelEntry({self.kernel_id!r}, {self.url!r})"


def registry_folder(home: Path | None = None) -> Path:
    """Return the folder of the registry files."""
    return (home or lux_home()) / FOLDER


def process_started(pid: int) -> float | None:
    """Return when a process began, or None when there is no such process."""
    import psutil  # type: ignore[import-untyped]

    try:
        process = psutil.Process(pid)
        return None if process.status() == psutil.STATUS_ZOMBIE else process.create_time()
    except psutil.Error:
        return None


def write_entry(folder: Path, entry: KernelEntry) -> Path:
    """Write a kernel's file in one step, readable by its owner only."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.chmod(0o700)
        path = folder / f"{entry.kernel_id}.json"
        # mkstemp gives mode 0600, so the token is never readable by others, not for a moment.
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=".", suffix=".new")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(asdict(entry), file, indent=2)
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        message = f"The kernel can't be registered in {folder}: {error.strerror}."
        raise StorageError(message, hint="LUX_HOME names another folder.") from error
    return path


def remove_entry(path: Path, token: str) -> None:
    """Remove a kernel's file, unless a restarted kernel has already written its own."""
    entry = read_entry(path)
    if entry is not None and entry.token == token:
        path.unlink(missing_ok=True)


def read_entry(path: Path) -> KernelEntry | None:
    """Return what a file says, or None when it is not ours, not private or not readable."""
    try:
        with path.open(encoding="utf-8") as file:
            facts = os.fstat(file.fileno())
            if os.name == "posix" and not _is_private(facts):
                return None
            data = json.load(file)
        known = {field.name for field in fields(KernelEntry)}
        return KernelEntry(**{name: value for name, value in data.items() if name in known})
    except (OSError, ValueError, TypeError, AttributeError):
        return None


def is_running(entry: KernelEntry) -> bool:
    """Tell whether the kernel still lives: same process, and its port answers."""
    started = process_started(entry.pid)
    if started is None or abs(started - entry.pid_started) > START_TOLERANCE_SECONDS:
        return False
    try:
        socket.create_connection(("127.0.0.1", entry.port), timeout=CONNECT_SECONDS).close()
    except OSError:
        return False
    return True


def running_kernels(folder: Path | None = None) -> list[KernelEntry]:
    """Return the running kernels, the latest started first, and sweep what is left of others."""
    alive: list[KernelEntry] = []
    for path in sorted((folder or registry_folder()).glob("*.json")):
        entry = read_entry(path)
        # A home folder can be shared by machines; only its own machine can judge an entry.
        if entry is None or entry.host != platform.node():
            continue
        if is_running(entry):
            alive.append(entry)
        else:
            remove_entry(path, entry.token)
    return sorted(alive, key=lambda entry: entry.started_at, reverse=True)


def _is_private(facts: os.stat_result) -> bool:
    return facts.st_uid == os.getuid() and not stat.S_IMODE(facts.st_mode) & 0o077
