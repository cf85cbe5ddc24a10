"""Where lux_nb keeps its files."""

import os
from pathlib import Path


def lux_home() -> Path:
    """Return the folder of the store, models and logs: LUX_HOME, or the user's data folder."""
    given = os.environ.get("LUX_HOME")
    if given:
        return Path(given).expanduser()
    from platformdirs import user_data_dir

    return Path(user_data_dir("lux_nb"))


def private_folder(path: Path) -> Path:
    """Make a folder, and those above it that are missing, for the user alone."""
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    for folder in reversed(missing):
        folder.mkdir(mode=0o700, exist_ok=True)
    return path
