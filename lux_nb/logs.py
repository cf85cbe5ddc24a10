"""Logging to a file, one JSON object a line: nothing of ours is ever printed into a cell."""

import json
import logging
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

from lux_nb.paths import private_folder

LEVELS = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warn": logging.WARNING,
    "error": logging.ERROR,
}
OURS = ("lux_nb", "mcp", "uvicorn")
Secrets = Callable[[], Iterable[str]]


class JsonFormatter(logging.Formatter):
    """Writes a record as JSON, with keys masked; ``extra={"facts": {…}}`` adds fields."""

    def __init__(self, secrets: Secrets = tuple) -> None:
        super().__init__()
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        """Return one line."""
        told: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        facts = getattr(record, "facts", None)
        if isinstance(facts, dict):
            told |= {name: value for name, value in facts.items() if name not in told}
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        secrets = tuple(self._secrets())
        return json.dumps(
            {name: _masked(value, secrets) for name, value in told.items()}, ensure_ascii=False
        )


def write_logs_to(folder: Path, level: str, secrets: Secrets = tuple) -> Path:
    """Send the logs of lux_nb and its server to a file and nowhere else."""
    path = private_folder(folder) / "lux.log"
    handler = RotatingFileHandler(
        path, maxBytes=2_000_000, backupCount=3, encoding="utf-8", delay=True
    )
    handler.setFormatter(JsonFormatter(secrets))
    for name in OURS:
        logger = logging.getLogger(name)
        for old in [h for h in logger.handlers if isinstance(h, RotatingFileHandler)]:
            logger.removeHandler(old)
            old.close()
        logger.addHandler(handler)
        logger.setLevel(LEVELS[level])
        logger.propagate = False
    return path


def _masked(value: Any, secrets: tuple[str, ...]) -> Any:
    from lux_nb.models.secrets import mask_secrets

    if value is None or isinstance(value, bool | int | float):
        return value
    return mask_secrets(str(value), secrets)
