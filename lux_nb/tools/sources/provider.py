"""A provider of tools: what is stored of it, and its connection."""

import asyncio
import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from lux_nb.errors import InvalidRequest, LuxError
from lux_nb.tools.sources.base import Session, Source

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_\-]{0,49}")

Status = Literal["connecting", "connected", "disconnected", "not in this kernel"]


@dataclass(slots=True)
class Provider:
    """A provider with its connection."""

    name: str
    description: str
    connection: dict[str, Any]
    config: dict[str, Any]
    trusted: bool
    """Whether the user registered it, so that it may be on a private address."""
    source: Source | None = None
    session: Session | None = None
    task: asyncio.Task[None] | None = None
    status: Status = "connecting"
    reason: str | None = None
    connected_at: datetime | None = None
    skipped: dict[str, str] = field(default_factory=dict)
    """Tools that are not well formed, with the reason."""
    tried: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when an attempt to connect has ended, well or not."""
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    """Set to end the wait before the next attempt."""

    def record(self) -> dict[str, Any]:
        """Return what is stored."""
        return {
            "description": self.description,
            "connection": self.connection,
            "config": self.config,
            "trusted": self.trusted,
        }

    def check_name(self) -> None:
        """Raise an error if the name can't be used."""
        if not _NAME.fullmatch(self.name):
            reason = "must begin with a letter and hold at most 50 letters, digits, '_' or '-'"
            raise InvalidRequest(f"name: {self.name!r} {reason}.", details={"field": "name"})


def plain_reason(error: BaseException) -> str:
    """Return the first plain reason in an error, which may be a group of them."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, LuxError):
        return error.message.rstrip(".")
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
