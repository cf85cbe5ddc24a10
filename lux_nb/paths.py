"""Where lux_nb keeps its things: all of it under ``LUX_HOME``.

Nothing is created by asking for a path; whoever writes first makes the directory.
"""

import os
from pathlib import Path


def lux_home() -> Path:
    """Give the directory of all that lux_nb keeps: ``LUX_HOME``, or the user's data directory."""
    named = os.environ.get("LUX_HOME", "").strip()
    if named:
        return Path(named).expanduser().absolute()
    from platformdirs import user_data_path

    return user_data_path("lux_nb", appauthor=False)


def model_directory() -> Path:
    """Tell where the embedded model's file is kept."""
    return lux_home() / "models"


def prolog_prefix() -> Path:
    """Tell where a SWI-Prolog of our own goes when the machine has none that is new enough."""
    return lux_home() / "prolog"


def private_folder(path: Path) -> Path:
    """Make a folder, and those above it that are missing, for the user alone."""
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    for folder in reversed(missing):
        folder.mkdir(mode=0o700, exist_ok=True)
    return path
