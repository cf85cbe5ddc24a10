"""Operations of auto-correction: diagnose, status, configure, test and insights."""

import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field
from sqlalchemy import func, select

from lux_nb.engine.operations import operation
from lux_nb.errors import InvalidRequest
from lux_nb.store.tables import events
from lux_nb.store.tool_tables import tool_patterns
from lux_nb.tools.correction import correct, diagnose
from lux_nb.tools.correction_settings import describe_changes
from lux_nb.tools.history import parse_range
from lux_nb.tools.meta import figures
from lux_nb.tools.meta.diagnosing import (
    alternatives_for,
    correction_view,
    diagnose_text,
    try_case,
)
from lux_nb.tools.meta.suites import suite
from lux_nb.tools.service import Tools, tools_of
from lux_nb.tools.validation import validate
from lux_nb.tools.wire import ToolRequest, ToolResult

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

Range = Annotated[str, Field(description="Such as 30m, 24h, 7d or 2w.")]


class ErrorDiagnoseRequest(ToolRequest):
    """An error to diagnose, with the call that met it."""

    error: Annotated[str, Field(description="The error message.")]
    tool_name: str
    parameters: Any = {}
    enable_auto_correction: bool = True
    include_alternatives: bool = True
    max_corrections: Annotated[int, Field(ge=1, le=20)] = 3
    agent_id: str | None = None


class ErrorDiagnosis(ToolResult):
    """What was wrong, whether it can be mended, and how to avoid it."""

    diagnosis: dict[str, Any]
    auto_correction: dict[str, Any] | None = None
    alternatives: list[dict[str, Any]] | None = None
    prevention_tips: list[str]
    learning_insights: dict[str, Any]
    processing_time: float
    timestamp: datetime


@operation("error_diagnose", toolset="tools", title="Diagnose an error")
async def error_diagnose(engine: Engine, request: ErrorDiagnoseRequest) -> ErrorDiagnosis:
    """Say what was wrong with a call, and mend its arguments where that is safe."""
    started = time.perf_counter()
    tools = await tools_of(engine)
    tool = tools.registry.get(request.tool_name)
    attempt = tools.correction.attempt(tool, request.parameters, agent=request.agent_id)
    found = diagnose(attempt.correction)
    diagnosis = found.to_dict() if found else diagnose_text(request.error)
    tips = list(found.prevention_tips) if found else []
    similar = await tools.history.corrections(tool=tool.name)
    alike = [row for row in similar if diagnosis["errorType"] in row["error_types"]]
    learned = [row for row in alike if row["succeeded"]]
    return ErrorDiagnosis(
        diagnosis=diagnosis,
        auto_correction=correction_view(attempt, request.max_corrections)
        if request.enable_auto_correction
        else None,
        alternatives=await alternatives_for(tools, tool, 3)
        if request.include_alternatives
        else None,
        prevention_tips=[*tips, f"tool_help shows the parameters of {tool.name}."],
        learning_insights={
            "similarErrors": len(alike),
            "successfulPattern": bool(learned),
            "recommendedActions": _actions(attempt.applied, bool(learned)),
        },
        processing_time=_milliseconds(started),
        timestamp=datetime.now(UTC),
    )


class StatusRequest(ToolRequest):
    """What to tell about auto-correction."""

    include_metrics: bool = True
    include_active_corrections: bool = True
    time_range: Range = "24h"


class CorrectionStatus(ToolResult):
    """The state of auto-correction."""

    system_status: dict[str, Any]
    metrics: dict[str, Any] | None = None
    active_corrections: list[dict[str, Any]] | None = None
    strategy_performance: dict[str, dict[str, Any]]
    health_checks: dict[str, str]


@operation("auto_correction_status", toolset="tools", title="Auto-correction status")
async def auto_correction_status(engine: Engine, request: StatusRequest) -> CorrectionStatus:
    """Tell the state of auto-correction and what it did in a time range."""
    import lux_nb

    tools = await tools_of(engine)
    now = datetime.now(UTC)
    rows = await tools.history.corrections(since=now - parse_range(request.time_range))
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    counts = figures.outcomes(rows)
    learned = await _events(tools, "learned", now - parse_range(request.time_range))
    checks = await _health(tools)
    known = {pattern.name for pattern in tools.correction.book.patterns.values()}
    return CorrectionStatus(
        system_status={
            "enabled": tools.correction.settings.enabled,
            "healthy": "unhealthy" not in checks.values(),
            "version": lux_nb.__version__,
            "uptime": round(time.monotonic() - tools.started, 3),
            "lastRestart": tools.started_at,
        },
        metrics=None
        if not request.include_metrics
        else {
            **counts,
            "averageCorrectionTime": figures.average_ms(rows),
            "correctionsToday": sum(row["at"] >= today for row in rows),
            "patternMatches": sum(bool(known & set(row["patterns"])) for row in rows),
            "newPatternsLearned": learned,
        },
        active_corrections=list(tools.correction.active.values())
        if request.include_active_corrections
        else None,
        strategy_performance=figures.strategies(rows),
        health_checks=checks,
    )


class ConfigureRequest(ToolRequest):
    """Settings to change."""

    settings: Annotated[
        dict[str, Any],
        Field(description="enabled, maxRetries, confidenceThreshold, strategies, …"),
    ]
    apply_immediately: Annotated[bool, Field(description="False only tells what would change.")] = (
        True
    )


class Configured(ToolResult):
    """What was changed."""

    configuration_updated: bool
    previous_settings: dict[str, Any]
    new_settings: dict[str, Any]
    changes_applied: list[str]
    restart_required: bool = False
    effective_immediately: bool
    timestamp: datetime


@operation(
    "auto_correction_configure", toolset="tools", title="Configure auto-correction", writes=True
)
async def auto_correction_configure(engine: Engine, request: ConfigureRequest) -> Configured:
    """Change the settings of auto-correction; they are kept in the store."""
    tools = await tools_of(engine)
    before = tools.correction.settings
    after = before.changed(request.settings)
    if request.apply_immediately:
        await tools.correction.configure(request.settings)
        tools.breakers.enabled = after.enable_circuit_breaker
        tools.tell("auto_correction:configured", {"newSettings": after.wire()})
    said = describe_changes(before, after)
    return Configured(
        configuration_updated=request.apply_immediately,
        previous_settings=before.wire(),
        new_settings=after.wire(),
        changes_applied=said if request.apply_immediately else [],
        effective_immediately=request.apply_immediately,
        timestamp=datetime.now(UTC),
    )


class CorrectionTestRequest(ToolRequest):
    """Calls to try the corrector on."""

    test_cases: Annotated[list[dict[str, Any]], Field(max_length=1000)] = []
    test_suite: Annotated[
        str | None, Field(description="A suite of its own, such as validation_errors.")
    ] = None
    run_diagnostics: bool = False
    include_performance: Annotated[bool, Field(description="The same as runDiagnostics.")] = False


class CorrectionTest(ToolResult):
    """What the corrector did with each case; nothing was executed."""

    passed: int
    total: int
    test_results: list[dict[str, Any]]
    overall_results: dict[str, Any]
    diagnostics: dict[str, Any] | None = None


@operation("auto_correction_test", toolset="tools", title="Test auto-correction")
async def auto_correction_test(engine: Engine, request: CorrectionTestRequest) -> CorrectionTest:
    """Try auto-correction on calls of yours; no tool is run and nothing is learned."""
    tools = await tools_of(engine)
    chosen = suite(request.test_suite) if request.test_suite else []
    cases = [*request.test_cases, *chosen]
    if not cases:
        raise InvalidRequest("testCases: give cases of yours, or a testSuite.")
    results = [try_case(tools, given) for given in cases]
    passed = sum(item["passed"] for item in results)
    average = sum(item["executionTime"] for item in results) / len(results)
    cache = tools.cache
    looked = cache.hits + cache.misses
    return CorrectionTest(
        passed=passed,
        total=len(results),
        test_results=results,
        overall_results={
            "totalTests": len(results),
            "passed": passed,
            "failed": len(results) - passed,
            "successRate": round(passed / len(results), 4),
            "averageExecutionTime": round(average, 3),
        },
        diagnostics={
            "runningExecutions": len(tools.executor.running),
            "learnedPatterns": len(tools.correction.book),
            "resultCacheHitRate": round(cache.hits / looked, 4) if looked else None,
            "correctionEngineLatency": round(average, 3),
        }
        if request.run_diagnostics or request.include_performance
        else None,
    )


class InsightsRequest(ToolRequest):
    """What to look into."""

    time_range: Range = "7d"
    include_patterns: bool = True
    include_agent_breakdown: bool = True
    include_tool_breakdown: bool = True
    include_failures: bool = False
    min_pattern_usage: Annotated[int, Field(ge=1)] = 1


class Insights(ToolResult):
    """What corrections did in a time range."""

    time_range: dict[str, Any]
    overall_metrics: dict[str, Any]
    top_patterns: list[dict[str, Any]] | None = None
    agent_breakdown: list[dict[str, Any]] | None = None
    tool_breakdown: list[dict[str, Any]] | None = None
    failure_patterns: list[dict[str, Any]] | None = None
    trends: dict[str, Any]
    recommendations: list[str]


@operation("auto_correction_insights", toolset="tools", title="Auto-correction insights")
async def auto_correction_insights(engine: Engine, request: InsightsRequest) -> Insights:
    """Tell which corrections happened in a time range, where, and how they turned out."""
    tools = await tools_of(engine)
    length = parse_range(request.time_range)
    end = datetime.now(UTC)
    rows = await tools.history.corrections(since=end - length, until=end)
    middle = end - length / 2
    halves = [[r for r in rows if r["at"] < middle], [r for r in rows if r["at"] >= middle]]
    rates = [figures.rate(half) for half in halves]
    outcomes = figures.outcomes(rows)
    outcomes["failedCorrections"] = len(rows) - outcomes["successfulCorrections"]
    return Insights(
        time_range={"start": end - length, "end": end, "duration": _words(length)},
        overall_metrics=outcomes
        | {
            "averageLatency": figures.average_ms(rows),
            "errorsPrevented": outcomes["successfulCorrections"],
        },
        top_patterns=figures.patterns(rows, request.min_pattern_usage)
        if request.include_patterns
        else None,
        agent_breakdown=figures.by_agent(rows) if request.include_agent_breakdown else None,
        tool_breakdown=figures.by_tool(rows) if request.include_tool_breakdown else None,
        failure_patterns=figures.failures(rows) if request.include_failures else None,
        trends={
            "dailyCorrections": figures.daily(rows),
            "successRateImprovement": round(rates[1] - rates[0], 4)
            if rates[0] is not None and rates[1] is not None
            else None,
            "newPatternsLearned": await _events(tools, "learned", end - length),
            "patternsDeprecated": await _events(tools, "deprecated", end - length),
        },
        recommendations=figures.recommendations(rows),
    )


class PatternsRequest(ToolRequest):
    """Patterns to add, if any."""

    imported: Annotated[
        list[dict[str, Any]], Field(description="Patterns that were exported elsewhere.")
    ] = []
    tool_id: Annotated[str | None, Field(description="Only those of one tool.")] = None
    min_usage: Annotated[int, Field(ge=0, description="Only those used so often.")] = 0


class LearnedPatterns(ToolResult):
    """All learned patterns, surest first."""

    patterns: list[dict[str, Any]]
    imported: int


@operation("auto_correction_patterns", toolset="tools", title="Learned patterns", writes=True)
async def auto_correction_patterns(engine: Engine, request: PatternsRequest) -> LearnedPatterns:
    """Export what was learned from corrections, or add what was exported elsewhere."""
    tools = await tools_of(engine)
    count = await tools.correction.import_patterns(request.imported) if request.imported else 0
    tool = tools.registry.get(request.tool_id).name if request.tool_id else None
    shown = [
        pattern
        for pattern in tools.correction.book.export()
        if tool in {None, pattern["tool"]} and pattern["uses"] >= request.min_usage
    ]
    return LearnedPatterns(patterns=shown, imported=count)


async def _health(tools: Tools) -> dict[str, str]:
    """Try each part on something small."""
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
    stored = select(func.count()).select_from(tool_patterns)
    counted = await tools.engine.store.read(lambda connection: connection.execute(stored).scalar())
    results = {
        "patternService": counted is not None,
        "validationService": bool(validate(schema, {"n": "1"})),
        "correctionEngine": correct(schema, {"n": "1"}).arguments == {"n": 1},
    }
    learning = "healthy" if tools.correction.settings.enable_learning else "disabled"
    shown = {name: "healthy" if fine else "unhealthy" for name, fine in results.items()}
    return {**shown, "learningPipeline": learning}


async def _events(tools: Tools, kind: str, since: datetime) -> int:
    engine = tools.engine
    await engine.events.flush()
    query = select(func.count()).where(
        events.c.kind == f"auto_correction:pattern:{kind}", events.c.at >= since
    )
    return await engine.store.read(lambda connection: connection.execute(query).scalar_one())


def _actions(applied: bool, learned: bool) -> list[str]:
    if learned:
        return ["The same kind of error was mended here before; the learned pattern is used."]
    return ["Run the corrected call, so that it is learned from."] if applied else []


def _words(length: timedelta) -> str:
    hours = length.total_seconds() / 3600
    return f"{hours / 24:g} days" if hours >= 48 else f"{hours:g} hours"


def _milliseconds(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 3)
