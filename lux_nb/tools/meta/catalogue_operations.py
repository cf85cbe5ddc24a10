"""Operations on the catalogue of tools: validate, discover, compare, plan with and explain."""

import re
import time
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from lux_nb.engine.operations import operation
from lux_nb.errors import InvalidRequest, NotFound
from lux_nb.tools.definitions import Tool
from lux_nb.tools.meta.experience import Experience, milliseconds, weighed
from lux_nb.tools.meta.ranking import rank
from lux_nb.tools.service import tools_of
from lux_nb.tools.wire import ToolName, ToolRequest, ToolResult

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

_STEP = re.compile(
    r"(?:\s*(?:,|;)?\s+(?:and\s+then|then|afterwards|finally|next)\s+|;\s+|\.\s+|\n+|,\s+and\s+)",
    re.I,
)


class ValidateRequest(ToolRequest):
    """Tools to check."""

    tool_names: Annotated[list[str], Field(min_length=1, max_length=1000)]
    check_configuration: bool = True


class Validation(ToolResult):
    """Which tools can be run."""

    total_checked: int
    available_count: int
    unavailable_count: int
    all_available: bool
    results: list[dict[str, Any]]
    processing_time: float


@operation("tools_validate", toolset="tools", title="Validate tools")
async def tools_validate(engine: Engine, request: ValidateRequest) -> Validation:
    """Check that tools are there and can be run now."""
    started = time.perf_counter()
    tools = await tools_of(engine)
    results = []
    for name in request.tool_names:
        try:
            tool = tools.registry.get(name)
        except NotFound as error:
            results.append({"toolName": name, "available": False, "reason": str(error)})
            continue
        shown: dict[str, Any] = {
            "toolName": tool.name,
            "available": tool.available,
            "category": tool.category,
            "description": tool.description,
            "source": tool.source,
        }
        if not tool.available:
            disabled = tool.status == "disabled"
            reason = tools.providers.listing.why_detached(tool)
            shown["reason"] = "disabled" if disabled else reason
        if request.check_configuration:
            shown["configuration"] = tool.configuration.to_dict()
            shown["circuit"] = tools.breakers.state(tool.name)
            shown["warnings"] = tool.check()
        results.append(shown)
    good = sum(bool(result["available"]) for result in results)
    return Validation(
        total_checked=len(results),
        available_count=good,
        unavailable_count=len(results) - good,
        all_available=good == len(results),
        results=results,
        processing_time=milliseconds(started),
    )


class DiscoverRequest(ToolRequest):
    """Which tools to find."""

    category: str | None = None
    source: Annotated[str | None, Field(description="internal or external")] = None
    name_pattern: Annotated[str | None, Field(description="Text in the name.")] = None
    include_schema: bool = False
    limit: Annotated[int, Field(ge=1, le=1000)] = 50


class Discovery(ToolResult):
    """The tools found."""

    total_available: int
    filtered_count: int
    filters: dict[str, str]
    category_groups: dict[str, list[str]]
    tools: list[dict[str, Any]]
    processing_time: float


@operation("tools_discover", toolset="tools", title="Discover tools")
async def tools_discover(engine: Engine, request: DiscoverRequest) -> Discovery:
    """Find tools by category, source or name, grouped by category."""
    started = time.perf_counter()
    tools = await tools_of(engine)
    pattern = (request.name_pattern or "").lower()
    found = [
        tool
        for tool in tools.registry.find(category=request.category, source=request.source)
        if pattern in tool.name.lower()
    ]
    groups: dict[str, list[str]] = {}
    for tool in found:
        groups.setdefault(tool.category, []).append(tool.name)
    given = {
        "category": request.category,
        "source": request.source,
        "namePattern": request.name_pattern,
    }
    return Discovery(
        total_available=len(tools.registry),
        filtered_count=len(found),
        filters={name: value for name, value in given.items() if value is not None},
        category_groups=groups,
        tools=[_brief(tool, schema=request.include_schema) for tool in found[: request.limit]],
        processing_time=milliseconds(started),
    )


class CompareRequest(ToolRequest):
    """Tools to compare."""

    tool_names: Annotated[list[str], Field(min_length=2, max_length=20)]
    intent: Annotated[str | None, Field(description="What they are to be used for.")] = None


class Comparison(ToolResult):
    """Tools side by side."""

    tools: list[dict[str, Any]]
    shared_parameters: list[str]
    best: str | None = None
    processing_time: float


@operation("tools_compare", toolset="tools", title="Compare tools")
async def tools_compare(engine: Engine, request: CompareRequest) -> Comparison:
    """Compare tools: parameters, counted success and latency, and fit for an intent."""
    started = time.perf_counter()
    tools = await tools_of(engine)
    chosen = [tools.registry.get(name) for name in request.tool_names]
    counted = await tools.history.statistics([tool.name for tool in chosen])
    scores = {i.tool.name: i.score for i in rank(chosen, request.intent)} if request.intent else {}
    names = [set(tool.input_schema.get("properties", {})) for tool in chosen]
    rows = []
    for tool in chosen:
        row = _brief(tool, schema=False) | {
            "parameters": list(tool.input_schema.get("properties", {})),
            "required": tool.input_schema.get("required", []),
            "statistics": counted.get(tool.name),
            "pricing": tool.pricing,
        }
        rows.append(
            row | ({"relevanceScore": round(scores.get(tool.name, 0.0), 3)} if scores else {})
        )
    best = max(scores, key=lambda name: scores[name]) if scores else None
    return Comparison(
        tools=rows,
        shared_parameters=sorted(set.intersection(*names)),
        best=best,
        processing_time=milliseconds(started),
    )


class WorkflowPlanRequest(ToolRequest):
    """What is to be done, in words; steps are separated by "then", semicolons or new lines."""

    goal: Annotated[str, Field(min_length=1)]
    max_steps: Annotated[int, Field(ge=1, le=50)] = 10


class WorkflowPlan(ToolResult):
    """A tool for each step, in order."""

    goal: str
    steps: list[dict[str, Any]]
    complete: bool
    processing_time: float


@operation("workflow_plan", toolset="tools", title="Plan a workflow")
async def workflow_plan(engine: Engine, request: WorkflowPlanRequest) -> WorkflowPlan:
    """Plan a workflow: the steps named in the goal, each with the tool that fits it best."""
    started = time.perf_counter()
    tools = await tools_of(engine)
    usable = [tool for tool in tools.registry.find(status="active") if tool.available]
    experience = await Experience.of(tools)
    parts = [part.strip(" .,") for part in _STEP.split(request.goal) if part.strip(" .,")]
    if not parts:
        raise InvalidRequest("goal: it names nothing to do.")
    steps = []
    for position, part in enumerate(parts[: request.max_steps]):
        ranked = weighed(rank(usable, part), experience)
        best = ranked[0] if ranked else None
        step: dict[str, Any] = {"step": position, "description": part}
        step["tool"] = best.tool.name if best else None
        if best is not None:
            step["relevanceScore"] = round(best.score, 3)
            step["required"] = best.tool.input_schema.get("required", [])
            step["alternatives"] = [item.tool.name for item in ranked[1:3]]
        if position:
            step["input"] = "{{previous}}"
        steps.append(step)
    return WorkflowPlan(
        goal=request.goal,
        steps=steps,
        complete=all(step["tool"] for step in steps),
        processing_time=milliseconds(started),
    )


class ToolHelpRequest(ToolRequest):
    """Which tool to explain."""

    tool_name: ToolName


class ToolHelp(ToolResult):
    """How a tool is called."""

    name: str
    description: str
    long_description: str | None = None
    parameters: list[dict[str, Any]]
    examples: list[dict[str, Any]]
    configuration: dict[str, Any]
    validation_insights: dict[str, Any] | None = None

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        from lux_nb.display.tools import help_view

        return help_view(self)


@operation("tool_help", toolset="tools", title="Explain a tool")
async def tool_help(engine: Engine, request: ToolHelpRequest) -> ToolHelp:
    """Explain a tool: its parameters, and arguments that worked here."""
    tools = await tools_of(engine)
    tool = tools.registry.get(request.tool_name)
    experience = await Experience.of(tools)
    required = set(tool.input_schema.get("required", []))
    parameters = [
        {"name": name, "required": name in required, "schema": part}
        for name, part in tool.input_schema.get("properties", {}).items()
    ]
    given = [{"example": example.get("input", example)} for example in tool.examples]
    return ToolHelp(
        name=tool.name,
        description=tool.description,
        long_description=tool.long_description,
        parameters=parameters,
        examples=[*given, *experience.examples(tool.name)],
        configuration=tool.configuration.to_dict(),
        validation_insights=experience.insights(tool.name),
    )


def _brief(tool: Tool, *, schema: bool) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "name": tool.name,
        "description": tool.description,
        "category": tool.category,
        "source": tool.source,
    }
    return shown | ({"inputSchema": tool.input_schema} if schema else {})
