"""Operations of the tools domain: register, list, execute, batch, pipeline, history."""

import asyncio
import uuid
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from lux_nb.engine.calls import current_call
from lux_nb.engine.operations import operation
from lux_nb.engine.payloads import as_lux_error, plain
from lux_nb.errors import InvalidRequest, LuxError, NotFound, PermissionDenied
from lux_nb.tools.definitions import Tool
from lux_nb.tools.executions import Execution
from lux_nb.tools.history import parse_moment
from lux_nb.tools.pipeline import KEPT_PIPELINES, Pipeline
from lux_nb.tools.results import (
    BatchResult,
    Changed,
    ExecutionList,
    ExecutionResult,
    PipelineResult,
    Registered,
    ToolDetails,
    ToolList,
)
from lux_nb.tools.service import Tools, tools_of
from lux_nb.tools.sources.listing import HANDLER as OF_PROVIDER
from lux_nb.tools.webhook import variables_in
from lux_nb.tools.wire import ExecuteContext, ExecuteOptions, ToolName, ToolRequest

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

PARALLEL_CALLS = 16


class ToolsListRequest(ToolRequest):
    """Which tools to list."""

    category: str | None = None
    provider: str | None = None
    capabilities: Annotated[list[str], Field(description="Tags a tool must have.")] = []
    search: Annotated[str | None, Field(description="Text in its name or description.")] = None
    status: Literal["active", "deprecated", "disabled"] | None = None


@operation("tools_list", toolset="tools", title="List tools")
async def tools_list(engine: Engine, request: ToolsListRequest) -> ToolList:
    """List the tools with their schemas and how they performed here."""
    tools = await tools_of(engine)
    found = tools.registry.find(
        category=request.category,
        provider=request.provider,
        tags=request.capabilities,
        search=request.search,
        status=request.status,
    )
    figures = await tools.history.statistics([tool.name for tool in found])
    shown = []
    for tool in found:
        counted = figures.get(tool.name)
        keys = ("avgLatency", "successRate")
        performance = {key: counted[key] for key in keys} if counted else None
        shown.append(tool.summary() | ({"performance": performance} if performance else {}))
    categories = sorted({tool.category for tool in tools.registry.all()})
    return ToolList(tools=shown, total=len(shown), categories=categories)


class ToolGetRequest(ToolRequest):
    """Which tool to describe."""

    tool_id: ToolName


@operation("tool_get", toolset="tools", title="Describe a tool")
async def tool_get(engine: Engine, request: ToolGetRequest) -> ToolDetails:
    """Describe one tool: schemas, examples, configuration and counted statistics."""
    tools = await tools_of(engine)
    return await _details(tools, tools.registry.get(request.tool_id))


class ToolRegisterRequest(ToolRequest):
    """A tool to register: as in the spec, or as an OpenAI function."""

    name: str | None = None
    description: str = ""
    category: str = "custom"
    provider: str = "custom"
    version: str = "1.0.0"
    author: str | None = None
    long_description: str | None = None
    tags: list[str] = []
    input_schema: dict[str, Any] | None = None
    output_schema: dict[str, Any] | None = None
    handler: Annotated[
        dict[str, Any] | None,
        Field(description="{type: webhook, url, method, headers} or {type: code, language, code}"),
    ] = None
    function: Annotated[
        dict[str, Any] | None, Field(description="An OpenAI function: name, parameters, …")
    ] = None
    examples: list[dict[str, Any]] = []
    permissions: dict[str, Any] = {}
    requirements: dict[str, Any] = {}
    pricing: dict[str, Any] | None = None
    configuration: dict[str, Any] = {}
    replace: Annotated[bool, Field(description="Take the place of a tool of this name.")] = False


@operation("tool_register", toolset="tools", title="Register a tool", writes=True)
async def tool_register(engine: Engine, request: ToolRegisterRequest) -> Registered:
    """Register a tool that a webhook or sandboxed code runs; it is kept in the store."""
    tools = await tools_of(engine)
    given = request.model_dump(by_alias=True, exclude_none=True)
    replaces, function = given.pop("replace"), given.pop("function", None)
    if function is not None:
        given |= {
            "name": function.get("name", ""),
            "description": function.get("description", given["description"]),
            "inputSchema": function.get("parameters") or {"type": "object", "properties": {}},
        }
    if not given.get("name"):
        raise InvalidRequest("name: required.", details=[{"field": "name", "problem": "required"}])
    handler = given.get("handler") or {}
    if handler.get("type") == OF_PROVIDER:
        message = "handler.type: tools of a provider are not registered alone."
        raise InvalidRequest(message, hint="Register the provider; its tools come with it.")
    _check_variables(tools, handler)
    tool, warnings = await tools.register(Tool.from_dict(given), replaces=replaces)
    return Registered.of(tool, warnings)


class ToolUpdateRequest(ToolRequest):
    """What to change about a tool."""

    tool_id: ToolName
    changes: Annotated[
        dict[str, Any], Field(description="description, configuration, status, tags, …")
    ]


@operation("tool_update", toolset="tools", title="Change a tool", writes=True)
async def tool_update(engine: Engine, request: ToolUpdateRequest) -> Changed:
    """Change a tool's description, configuration or status."""
    tools = await tools_of(engine)
    tool, changes = await tools.registry.change(request.tool_id, request.changes)
    tools.cache.clear(tool.name)
    told = {"toolId": tool.id, "toolName": tool.name, "changes": changes}
    tools.tell("mcp:tool:updated", told)
    return Changed(tool_id=tool.id, name=tool.name, changes=changes, status=tool.status)


@operation("tool_remove", toolset="tools", title="Remove a tool", writes=True)
async def tool_remove(engine: Engine, request: ToolGetRequest) -> Changed:
    """Remove a tool that was registered; built-in ones stay."""
    tools = await tools_of(engine)
    tool = await tools.registry.remove(request.tool_id)
    tools.cache.clear(tool.name)
    told = {"toolId": tool.id, "name": tool.name, "toolName": tool.name}
    tools.tell("mcp:tool:unavailable", told)
    return Changed(tool_id=tool.id, name=tool.name, changes={}, status="removed")


class ToolExecuteRequest(ToolRequest):
    """A call of a tool."""

    tool_name: ToolName
    arguments: Annotated[Any, Field(description="Arguments by name, as its schema says.")] = {}
    options: ExecuteOptions = ExecuteOptions()
    context: ExecuteContext = ExecuteContext()
    sandbox: Annotated[
        dict[str, Any] | None,
        Field(description="For code: {enabled, permissions: {network, filesystem, memory, …}}"),
    ] = None


@operation("tool_execute", toolset="tools", title="Execute a tool", writes=True, runs_code=True)
async def tool_execute(engine: Engine, request: ToolExecuteRequest) -> ExecutionResult:
    """Execute a tool; arguments that do not fit are mended where that is safe, and shown."""
    tools = await tools_of(engine)
    return ExecutionResult.of(await _execute(tools, request))


class ToolExecutionsRequest(ToolRequest):
    """Which executions to list."""

    tool_id: ToolName | None = None
    agent_id: str | None = None
    since: Annotated[str | None, Field(alias="from", description="ISO date.")] = None
    until: Annotated[str | None, Field(alias="to", description="ISO date.")] = None
    status: Literal["success", "failed", "timeout", "cancelled"] | None = None
    limit: Annotated[int, Field(ge=1, le=10_000)] = 20


@operation("tool_executions", toolset="tools", title="List executions")
async def tool_executions(engine: Engine, request: ToolExecutionsRequest) -> ExecutionList:
    """List past executions, the latest first."""
    tools = await tools_of(engine)
    tool = tools.registry.get(request.tool_id).name if request.tool_id else None
    rows = await tools.history.executions(
        tool=tool,
        agent=request.agent_id,
        since=parse_moment("from", request.since),
        until=parse_moment("to", request.until),
        status=request.status,
        limit=request.limit,
    )
    return ExecutionList.of(rows)


class ToolsBatchRequest(ToolRequest):
    """Several calls."""

    executions: Annotated[list[ToolExecuteRequest], Field(min_length=1, max_length=1000)]
    parallel: bool = True


@operation("tools_batch", toolset="tools", title="Execute several", writes=True, runs_code=True)
async def tools_batch(engine: Engine, request: ToolsBatchRequest) -> BatchResult:
    """Execute several tools; one that fails does not stop the others."""
    tools = await tools_of(engine)
    places = asyncio.Semaphore(PARALLEL_CALLS if request.parallel else 1)

    async def one(item: ToolExecuteRequest) -> dict[str, Any]:
        async with places:
            try:
                execution = await _execute(tools, item)
            except Exception as error:
                failure = plain(as_lux_error(error))
                return {"toolName": item.tool_name, "success": False, "error": failure}
            shown = ExecutionResult.of(execution).wire()
            return {"toolName": item.tool_name, "success": True, **shown}

    results = await asyncio.gather(*(one(item) for item in request.executions))
    good = sum(result["success"] for result in results)
    return BatchResult(results=results, succeeded=good, failed=len(results) - good)


class PipelineStep(ToolRequest):
    """One step: a tool and its arguments, which may refer to earlier results."""

    tool: str
    arguments: dict[str, Any] = {}
    id: Annotated[str | None, Field(description="A name that later steps refer to.")] = None


class ToolsPipelineRequest(ToolRequest):
    """The steps of a pipeline, or the id of one to resume."""

    name: str = "pipeline"
    steps: Annotated[
        list[PipelineStep],
        Field(description="{{previous}}, {{0.path}} or {{id.path}} stand for earlier results."),
    ] = []
    resume: Annotated[
        str | None, Field(description="Id of a pipeline to go on with from its failed step.")
    ] = None
    context: ExecuteContext = ExecuteContext()


@operation("tools_pipeline", toolset="tools", title="Run a pipeline", writes=True, runs_code=True)
async def tools_pipeline(engine: Engine, request: ToolsPipelineRequest) -> PipelineResult:
    """Run tools one after the other; steps given with ``resume`` replace the remaining ones."""
    tools = await tools_of(engine)
    pipeline = _pipeline(tools, request)

    async def execute(name: str, arguments: Any) -> Execution:
        asked = ToolExecuteRequest(tool_name=name, arguments=arguments, context=request.context)
        return await _execute(tools, asked)

    await pipeline.run(execute)
    return PipelineResult.of(pipeline)


class ToolCancelRequest(ToolRequest):
    """Which execution to cancel; all that run when not given."""

    execution_id: str | None = None


@operation("tool_cancel", toolset="tools", title="Cancel an execution", writes=True)
async def tool_cancel(engine: Engine, request: ToolCancelRequest) -> ExecutionList:
    """Cancel an execution under way, or all of them."""
    tools = await tools_of(engine)
    wanted = [request.execution_id] if request.execution_id else tools.executor.running
    cancelled = [name for name in wanted if tools.executor.cancel(name)]
    if request.execution_id and not cancelled:
        message = f"No execution {request.execution_id!r} is under way."
        raise NotFound(message, code="EXECUTION_NOT_FOUND")
    return ExecutionList(executions=[{"id": name, "status": "cancelled"} for name in cancelled])


async def _execute(tools: Tools, request: ToolExecuteRequest) -> Execution:
    tool = tools.registry.get(request.tool_name)
    options = request.options.plain(request.sandbox)
    return await tools.executor.execute(tool, request.arguments, options, request.context.plain())


async def _details(tools: Tools, tool: Tool) -> ToolDetails:
    counted = (await tools.history.statistics([tool.name])).get(tool.name)
    none = {"totalCalls": 0, "successRate": None, "avgLatency": None, "lastUsed": None}
    return ToolDetails(tool=tool.to_dict() | {"statistics": counted or none})


def _check_variables(tools: Tools, handler: dict[str, Any]) -> None:
    """Keep an assistant from sending the user's environment to an address of its choice."""
    headers = handler.get("headers")
    if current_call().author.kind != "assistant" or not isinstance(headers, dict):
        return
    unknown = sorted(variables_in(headers) - set(tools.settings.tools_environment))
    if unknown:
        message = f"An assistant's webhook may not send the variable {unknown[0]}."
        hint = f"The user allows it with %lux config tools_environment={unknown[0]}"
        raise PermissionDenied(message, hint=hint)


def _pipeline(tools: Tools, request: ToolsPipelineRequest) -> Pipeline:
    steps = [step.model_dump() for step in request.steps]
    if request.resume is None:
        if not steps:
            raise InvalidRequest("steps: a pipeline needs at least one step.")
        made = Pipeline(f"pipe_{uuid.uuid4().hex[:12]}", request.name, steps)
        for step in steps:
            tools.registry.get(step["tool"])  # an unknown tool is told before anything runs
        tools.pipelines[made.id] = made
        while len(tools.pipelines) > KEPT_PIPELINES:
            del tools.pipelines[next(iter(tools.pipelines))]
        return made
    found = tools.pipelines.get(request.resume)
    if found is None:
        message = f"There is no pipeline {request.resume!r}."
        raise NotFound(message, code="PIPELINE_NOT_FOUND")
    assert isinstance(found, Pipeline)
    if steps:
        found.steps[len(found.results) :] = steps
    if found.done:
        raise LuxError("Every step of this pipeline has succeeded.", code="PIPELINE_COMPLETE")
    return found
