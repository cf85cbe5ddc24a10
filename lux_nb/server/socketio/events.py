"""Which Socket.IO event runs which operation, and which events answer it: a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lux_nb.engine.operations import Operation

EXECUTE = "mcp:tool:execute"
SUBSCRIBE = "auto_correction:subscribe"
ERROR = "mcp:error"
PROGRESS = "mcp:tool:progress"
RESULT = "mcp:tool:result"
TIMEOUT = "mcp:tool:timeout"
SUBSCRIBED = "auto_correction:subscribed"


@dataclass(frozen=True, slots=True)
class Incoming:
    """An event of a client: the operation it runs, and the event that tells the result."""

    event: str
    operation: str
    reply: str
    pick: str | None = None
    """The part of the result that is told; all of it when not given."""

    def told(self, wire: dict[str, Any]) -> Any:
        """Return what the reply carries."""
        return wire if self.pick is None else wire[self.pick]


INCOMING = (
    Incoming("mcp:tools:list", "tools_list", "mcp:tools:list:response", "tools"),
    Incoming("mcp:tool:get", "tool_get", "mcp:tool:details", "tool"),
    Incoming(EXECUTE, "tool_execute", RESULT),
    Incoming("mcp:tool:register", "tool_register", "mcp:tool:registered"),
    Incoming("mcp:tool:update", "tool_update", "mcp:tool:update:response"),
    Incoming("mcp:tool:cancel", "tool_cancel", "mcp:tool:cancelled"),
    Incoming("mcp:tools:batch", "tools_batch", "mcp:tools:batch:results", "results"),
    Incoming("mcp:tools:pipeline", "tools_pipeline", "mcp:tools:pipeline:complete"),
    Incoming("mcp:tools:init", "tools_init", "mcp:tools:init:response"),
    Incoming("mcp:cache:configure", "tools_cache", "mcp:cache:configured"),
    Incoming("mcp:cache:clear", "tools_cache_clear", "mcp:cache:cleared"),
    Incoming("mcp:provider:configure", "tools_provider_configure", "mcp:provider:configured"),
    Incoming("mcp:provider:register", "tools_provider_register", "mcp:provider:registered"),
    Incoming("mcp:provider:unregister", "tools_provider_unregister", "mcp:provider:unregistered"),
    Incoming("mcp:provider:list", "tools_provider_list", "mcp:provider:list:response"),
    Incoming("mcp:provider:refresh", "tools_provider_refresh", "mcp:provider:refreshed"),
    Incoming(SUBSCRIBE, "auto_correction_status", SUBSCRIBED),
    Incoming(
        "auto_correction:configure", "auto_correction_configure", "auto_correction:configured"
    ),
    Incoming("auto_correction:test:run", "auto_correction_test", "auto_correction:test:results"),
)

PUSHED = frozenset(
    {
        "mcp:tool:available",
        "mcp:tool:unavailable",
        "mcp:tool:updated",
        "mcp:provider:connected",
        "mcp:provider:disconnected",
        "auto_correction:attempt:started",
        "auto_correction:attempt:success",
        "auto_correction:attempt:failed",
        "auto_correction:pattern:learned",
        "auto_correction:pattern:evolved",
        "auto_correction:pattern:deprecated",
        "auto_correction:circuit:opened",
        "auto_correction:circuit:closed",
    }
)
"""Kinds of the event log that every client is told, under the same name."""

ATTEMPTS = "auto_correction:attempt:"


def incoming(operations: Mapping[str, Operation]) -> dict[str, Incoming]:
    """Return the events whose operation is there, by name."""
    return {row.event: row for row in INCOMING if row.operation in operations}


def outgoing(operations: Mapping[str, Operation]) -> set[str]:
    """Return every event that a client may be sent."""
    replies = {row.reply for row in incoming(operations).values()}
    return replies | PUSHED | {ERROR, PROGRESS, TIMEOUT}
