"""What the operations of the tools domain answer, and how it shows itself."""

from typing import Any

from pydantic import PrivateAttr

from lux_nb.engine.payloads import plain
from lux_nb.tools.definitions import Tool
from lux_nb.tools.executions import Execution
from lux_nb.tools.pipeline import Pipeline
from lux_nb.tools.wire import ToolResult


class ToolList(ToolResult):
    """The tools that were asked for."""

    tools: list[dict[str, Any]]
    total: int
    categories: list[str]

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        from lux_nb.display.tools import tool_table

        table = tool_table(self.tools)
        return {"text/plain": repr(table), "text/html": table._repr_html_()}


class ToolDetails(ToolResult):
    """One tool with everything about it."""

    tool: dict[str, Any]


class Registered(ToolResult):
    """A tool was registered."""

    tool_id: str
    name: str
    status: str
    validation: dict[str, Any]

    @classmethod
    def of(cls, tool: Tool, warnings: list[str]) -> "Registered":
        """Tell that a tool was registered, and what is unwise about it."""
        checked = {"passed": True, "warnings": warnings}
        return cls(tool_id=tool.id, name=tool.name, status=tool.status, validation=checked)


class Changed(ToolResult):
    """What was changed about a tool."""

    tool_id: str
    name: str
    status: str
    changes: dict[str, Any]


class ExecutionResult(ToolResult):
    """The result of a call, and what was mended to get it."""

    execution_id: str
    result: Any = None
    metadata: dict[str, Any]
    correction: dict[str, Any] | None = None

    _tool: str = PrivateAttr("")

    @classmethod
    def of(cls, execution: Execution) -> "ExecutionResult":
        """Make the result of an execution."""
        attempt = execution.attempt
        shown = attempt.correction.to_dict() if attempt is not None and attempt.applied else None
        made = cls(
            execution_id=execution.id,
            result=execution.result,
            metadata={
                "duration": round(execution.seconds * 1000, 3),
                "cached": execution.cached,
                "provider": execution.tool.provider,
                "attempts": execution.attempts,
                "queued": round(execution.queued * 1000, 3),
            },
            correction=shown,
        )
        made._tool = execution.tool.name
        return made

    def wire(self) -> dict[str, Any]:
        """Return what goes over the wire; a result of None is told as such."""
        return {"result": None} | super().wire()

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        from lux_nb.display.tools import execution_view

        return execution_view(self, self._tool)


class ExecutionList(ToolResult):
    """Past executions."""

    executions: list[dict[str, Any]]

    @classmethod
    def of(cls, rows: list[dict[str, Any]]) -> "ExecutionList":
        """Make the list from rows of the store."""
        return cls(
            executions=[
                {
                    "id": row["id"],
                    "toolName": row["tool"],
                    "status": row["status"],
                    "startedAt": row["started_at"],
                    "duration": round(row["seconds"] * 1000, 3),
                    "cached": row["cached"],
                    "corrected": row["corrected"],
                    "attempts": row["attempts"],
                    "arguments": row["arguments"],
                    "error": {"code": row["error_code"], "message": row["error"]}
                    if row["error_code"]
                    else None,
                    "agentId": row["agent_id"],
                    "channelId": row["channel_id"],
                    "requestId": row["request_id"],
                }
                for row in rows
            ]
        )


class BatchResult(ToolResult):
    """What came of each call of a batch, in their order."""

    results: list[dict[str, Any]]
    succeeded: int
    failed: int


class PipelineResult(ToolResult):
    """What the steps of a pipeline gave, and where it stopped."""

    pipeline_id: str
    name: str
    status: str
    steps: list[dict[str, Any]]
    result: Any = None
    failed_step: int | None = None
    error: dict[str, Any] | None = None

    @classmethod
    def of(cls, pipeline: Pipeline) -> "PipelineResult":
        """Tell how far a pipeline is."""
        return cls(
            pipeline_id=pipeline.id,
            name=pipeline.name,
            status="complete" if pipeline.done else "failed",
            steps=list(pipeline.results),
            result=pipeline.results[-1]["result"] if pipeline.done else None,
            failed_step=None if pipeline.done else len(pipeline.results),
            error=plain(pipeline.error) if pipeline.error else None,
        )


class CacheState(ToolResult):
    """The result cache."""

    enabled: bool
    ttl: float
    max_size: int
    strategy: str
    entries: int
    bytes: int
    hits: int
    misses: int
    cleared: int | None = None


class Circuits(ToolResult):
    """Circuit breakers of tools that failed."""

    enabled: bool
    circuit_breakers: list[dict[str, Any]]
