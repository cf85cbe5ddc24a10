"""Logging to a file: nothing of ours is ever printed into a cell."""

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

from lux_nb.paths import private_folder

LEVELS = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warn": logging.WARNING,
    "error": logging.ERROR,
}
OURS = ("lux_nb", "mcp", "uvicorn")


def write_logs_to(folder: Path, level: str) -> Path:
    """Send the logs of lux_nb and its server to a file and nowhere else."""
    path = private_folder(folder) / "lux.log"
    handler = RotatingFileHandler(
        path, maxBytes=2_000_000, backupCount=3, encoding="utf-8", delay=True
    )
    handler.setFormatter(
        logging.Formatter("%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s")
    )
    for name in OURS:
        logger = logging.getLogger(name)
        for old in [h for h in logger.handlers if isinstance(h, RotatingFileHandler)]:
            logger.removeHandler(old)
            old.close()
        logger.addHandler(handler)
        logger.setLevel(LEVELS[level])
        logger.propagate = False
    return path
