"""Operations on what happened: executions in figures, corrections one by one, an agent's start."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from lux_nb.engine.operations import operation
from lux_nb.errors import NotFound
from lux_nb.tools.history import parse_moment, parse_range
from lux_nb.tools.service import Tools, tools_of
from lux_nb.tools.wire import ToolName, ToolRequest, ToolResult

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object


class ToolsInitRequest(ToolRequest):
    """The tools an agent is going to need."""

    agent_id: str | None = None
    required_tools: Annotated[list[str], Field(min_length=1, max_length=1000)]


class ToolsInit(ToolResult):
    """Which of them it can use, described so that it can call them."""

    agent_id: str | None = None
    ready: bool
    tools: list[dict[str, Any]]
    missing: list[dict[str, Any]]


@operation("tools_init", toolset="tools", title="Prepare tools for an agent")
async def tools_init(engine: Engine, request: ToolsInitRequest) -> ToolsInit:
    """Check that the tools an agent needs can be run now, and describe them to it.

    A provider that was lost is connected to again first.
    """
    tools = await tools_of(engine)
    found, missing = [], []
    for name in dict.fromkeys(request.required_tools):
        reason = await _why_not(tools, name)
        if reason is None:
            found.append(tools.registry.get(name).summary())
        else:
            missing.append({"toolName": name, "reason": reason})
    return ToolsInit(agent_id=request.agent_id, ready=not missing, tools=found, missing=missing)


class ToolsAnalyticsRequest(ToolRequest):
    """Which executions to count."""

    time_range: Annotated[str, Field(description="Such as 30m, 24h, 7d or 2w.")] = "24h"
    tool_id: ToolName | None = None
    agent_id: str | None = None


class ToolsAnalytics(ToolResult):
    """Executions in figures, each counted in the time range."""

    time_range: dict[str, Any]
    total: int
    succeeded: int
    success_rate: float | None = None
    cached: int
    corrected: int
    latency: dict[str, float | None]
    statuses: dict[str, int]
    errors: dict[str, int]
    tools: list[dict[str, Any]]
    agents: list[dict[str, Any]]
    daily: list[dict[str, Any]]


@operation("tools_analytics", toolset="tools", title="Executions in figures")
async def tools_analytics(engine: Engine, request: ToolsAnalyticsRequest) -> ToolsAnalytics:
    """Count the executions of a time range: success, latency, errors, by tool, agent and day."""
    tools = await tools_of(engine)
    end = datetime.now(UTC)
    start = end - parse_range(request.time_range)
    tool = tools.registry.get(request.tool_id).name if request.tool_id else None
    rows = await tools.history.executions(
        tool=tool, agent=request.agent_id, since=start, until=end, limit=None
    )
    errors = Counter(row["error_code"] for row in rows if row["error_code"])
    days = Counter(row["started_at"].date().isoformat() for row in rows)
    return ToolsAnalytics(
        time_range={"start": start, "end": end},
        total=len(rows),
        succeeded=_good(rows),
        success_rate=_rate(rows),
        cached=sum(row["cached"] for row in rows),
        corrected=sum(row["corrected"] for row in rows),
        latency=_latency(rows),
        statuses=dict(Counter(row["status"] for row in rows)),
        errors=dict(errors.most_common()),
        tools=_groups(rows, "tool", "toolName"),
        agents=_groups([row for row in rows if row["agent_id"]], "agent_id", "agentId"),
        daily=[{"date": day, "count": days[day]} for day in sorted(days)],
    )


class CorrectionHistoryRequest(ToolRequest):
    """Which corrections to list."""

    tool_id: ToolName | None = None
    agent_id: str | None = None
    since: Annotated[str | None, Field(alias="from", description="ISO date.")] = None
    until: Annotated[str | None, Field(alias="to", description="ISO date.")] = None
    applied: Annotated[bool | None, Field(description="Only those applied, or proposed.")] = None
    limit: Annotated[int, Field(ge=1, le=10_000)] = 20


class CorrectionHistory(ToolResult):
    """The audit log of corrections, the latest first."""

    corrections: list[dict[str, Any]]
    total: int


@operation("auto_correction_history", toolset="tools", title="List corrections")
async def auto_correction_history(
    engine: Engine, request: CorrectionHistoryRequest
) -> CorrectionHistory:
    """List each correction: what was given, what was changed and why, and what came of it."""
    tools = await tools_of(engine)
    tool = tools.registry.get(request.tool_id).name if request.tool_id else None
    rows = await tools.history.corrections(
        tool=tool,
        agent=request.agent_id,
        since=parse_moment("from", request.since),
        until=parse_moment("to", request.until),
    )
    chosen = [row for row in rows if request.applied in {None, row["applied"]}]
    latest = chosen[::-1][: request.limit]
    return CorrectionHistory(corrections=[_correction(row) for row in latest], total=len(chosen))


async def _why_not(tools: Tools, name: str) -> str | None:
    """Return why a tool can't be run now, after trying to reach its provider."""
    try:
        tool = tools.registry.get(name)
    except NotFound as error:
        return str(error)
    if tool.status == "disabled":
        return "It is disabled."
    if tool.function is None:
        return await tools.providers.listing.why_unavailable(tool)
    return None


def _correction(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": row["id"],
        "executionId": row["execution_id"],
        "at": row["at"],
        "toolName": row["tool"],
        "agentId": row["agent_id"],
        "channelId": row["channel_id"],
        "errorTypes": row["error_types"],
        "strategies": row["strategies"],
        "confidence": round(row["confidence"], 4),
        "riskLevel": row["risk"],
        "applied": row["applied"],
        "succeeded": row["succeeded"],
        "originalParameters": row["before"],
        "correctedParameters": row["after"],
        "diff": row["diff"],
        "processingTime": round(row["seconds"] * 1000, 3),
    }


def _good(rows: Sequence[dict[str, Any]]) -> int:
    return sum(row["status"] == "success" for row in rows)


def _rate(rows: Sequence[dict[str, Any]]) -> float | None:
    return round(_good(rows) / len(rows), 4) if rows else None


def _latency(rows: Sequence[dict[str, Any]]) -> dict[str, float | None]:
    """Return mean and percentiles in milliseconds of the calls that were really run."""
    times = sorted(row["seconds"] * 1000 for row in rows if not row["cached"])
    if not times:
        return {"mean": None, "p50": None, "p95": None, "p99": None}
    shown: dict[str, float | None] = {"mean": round(sum(times) / len(times), 3)}
    for name, share in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99)):
        # The smallest time that this share of the calls did not exceed.
        shown[name] = round(times[max(0, -(-int(share * 100) * len(times) // 100) - 1)], 3)
    return shown


def _groups(rows: Sequence[dict[str, Any]], column: str, title: str) -> list[dict[str, Any]]:
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault(row[column], []).append(row)
    ordered = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    return [
        {title: name, "total": len(mine), "successRate": _rate(mine), "latency": _latency(mine)}
        for name, mine in ordered
    ]
