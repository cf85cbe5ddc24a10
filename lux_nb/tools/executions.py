"""One call of a tool: what was asked, what came of it, and the rows that keep it."""

import re
import time
import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from lux_nb.config import MASK
from lux_nb.engine.authors import Author
from lux_nb.errors import LuxError
from lux_nb.models.secrets import mask_secrets
from lux_nb.tools.definitions import Tool
from lux_nb.tools.learning import Attempt
from lux_nb.tools.queue import Priority
from lux_nb.tools.running import as_json

_IN_ADDRESS = re.compile(r"(://[^/\s:@]*:)[^@\s/]+@")
"""A password in a URL."""


@dataclass(frozen=True, slots=True)
class Options:
    """How one call is run, where it differs from the tool's configuration."""

    timeout: int | None = None
    """Milliseconds."""
    retries: int | None = None
    skip_cache: bool = False
    auto_correct: bool = True
    sandbox: dict[str, Any] | None = None
    priority: Priority = "normal"


@dataclass(frozen=True, slots=True)
class Context:
    """For whom a call is made, and what was said before it."""

    agent_id: str | None = None
    channel_id: str | None = None
    request_id: str | None = None
    conversation: Any = None


@dataclass(slots=True)
class Execution:
    """One call of a tool, from its arguments to its result."""

    tool: Tool
    arguments: Any
    options: Options
    context: Context
    author: Author
    id: str = field(default_factory=lambda: f"exec_{uuid.uuid4().hex[:16]}")
    started_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    started: float = field(default_factory=time.perf_counter)
    attempts: int = 0
    cached: bool = False
    attempt: Attempt | None = None
    result: Any = None
    seconds: float = 0.0
    queued: float = 0.0
    """Seconds it waited for its turn."""
    status: str = "running"

    @property
    def corrected(self) -> bool:
        """Whether the arguments were mended."""
        return self.attempt is not None and self.attempt.applied


def execution_row(
    execution: Execution, error: LuxError | None, secrets: list[str]
) -> dict[str, Any]:
    """Return an execution as a row of its table."""
    context, author = execution.context, execution.author
    return {
        "id": execution.id,
        "tool": execution.tool.name,
        "started_at": execution.started_at,
        "status": execution.status,
        "error_code": error.code if error else None,
        "error": masked_json(error.message, secrets) if error else None,
        "seconds": execution.seconds,
        "attempts": execution.attempts,
        "cached": execution.cached,
        "corrected": execution.corrected,
        "arguments": masked_json(execution.arguments, secrets),
        "agent_id": context.agent_id,
        "channel_id": context.channel_id,
        "request_id": context.request_id,
        "author_kind": author.kind,
        "author_name": author.name,
        "notebook": author.notebook,
    }


def correction_row(execution: Execution, secrets: list[str]) -> dict[str, Any]:
    """Return the correction of an execution as a row of its table."""
    attempt, context = execution.attempt, execution.context
    assert attempt is not None
    correction = attempt.correction
    changes = correction.changes or correction.proposed
    after = correction.arguments if correction.changed else correction.proposed_arguments
    return {
        "id": uuid.uuid4().hex,
        "execution_id": execution.id,
        "at": execution.started_at,
        "tool": execution.tool.name,
        "agent_id": context.agent_id,
        "channel_id": context.channel_id,
        "error_types": list(dict.fromkeys(item.kind for item in correction.problems)),
        "strategies": list(dict.fromkeys(change.type for change in changes)),
        "patterns": list(dict.fromkeys(change.pattern for change in changes)),
        "confidence": correction.confidence,
        "risk": correction.risk,
        "applied": attempt.applied,
        "succeeded": attempt.applied and execution.status == "success",
        "seconds": attempt.seconds,
        "before": masked_json(correction.original, secrets),
        "after": masked_json(after, secrets),
        "diff": masked_json(correction.diff(), secrets),
    }


def masked_json(value: Any, secrets: list[str]) -> Any:
    """Return a value as JSON data with every key in it replaced by dots."""
    return _masked(as_json(value), secrets)


def _masked(value: Any, secrets: list[str]) -> Any:
    if isinstance(value, str):
        return _IN_ADDRESS.sub(rf"\1{MASK}@", mask_secrets(value, secrets))
    if isinstance(value, dict):
        return {name: _masked(item, secrets) for name, item in value.items()}
    return [_masked(item, secrets) for item in value] if isinstance(value, list) else value
