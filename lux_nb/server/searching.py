"""``tool_search`` and ``tool_call``: the tools that are not listed, found and called by name."""

from collections.abc import Mapping
from typing import Annotated, Any

from mcp_types import Tool, ToolAnnotations
from pydantic import Field

from lux_nb.engine.operations import Operation, Request, Result
from lux_nb.server.schemas import input_schema, output_schema
from lux_nb.server.toolsets import CALL, SEARCH


class ToolSearchRequest(Request):
    """What a tool is wanted for."""

    query: Annotated[str, Field(description="What it should do. Empty: names of all.")] = ""
    limit: Annotated[int, Field(ge=1, le=20)] = 5


class FoundTool(Result):
    """A tool, with what a call of it needs."""

    name: str
    description: str
    input_schema: dict[str, Any] | None = Field(None, alias="inputSchema")


class ToolsFound(Result):
    """The tools that fit, best first."""

    tools: list[FoundTool]
    total: int


class ToolCallRequest(Request):
    """A call of a tool by name."""

    name: str
    arguments: Annotated[dict[str, Any], Field(description="As its inputSchema says.")] = {}


SEARCH_TOOL = Tool(
    name=SEARCH,
    title="Search tools",
    description=(
        "Find tools that are not listed: traced reasoning, plans, bias checks, logic, memory, "
        "models, prompts. Answers their input schemas; run one with tool_call."
    ),
    input_schema=input_schema(ToolSearchRequest),
    output_schema=output_schema(ToolsFound, brief=True),
    annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False),
)
CALL_TOOL = Tool(
    name=CALL,
    title="Call a tool",
    description="Run any tool that tool_search names; answers what that tool answers.",
    input_schema=input_schema(ToolCallRequest),
    annotations=ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=True),
)


def search_tools(operations: Mapping[str, Operation], request: ToolSearchRequest) -> ToolsFound:
    """Rank tools by how well they fit a wish; without one, name all of them."""
    if not request.query.strip():
        found = [FoundTool(name=name, description=one.summary) for name, one in operations.items()]
        return ToolsFound(tools=found, total=len(found))
    ranked = _ranked(operations, request.query)
    chosen = [
        FoundTool(
            name=name,
            description=operations[name].description,
            input_schema=input_schema(operations[name].request),
        )
        for name in ranked[: request.limit]
    ]
    return ToolsFound(tools=chosen, total=len(ranked))


def _ranked(operations: Mapping[str, Operation], wish: str) -> list[str]:
    from lux_nb.tools.definitions import Tool as Ranked
    from lux_nb.tools.meta.ranking import rank

    tools = [
        Ranked(
            name=name,
            description=f"{one.title}. {one.description}",
            category=one.toolset,
            input_schema=input_schema(one.request),
        )
        for name, one in operations.items()
    ]
    exact = [name for name in operations if name == wish.strip()]
    return list(dict.fromkeys([*exact, *(found.tool.name for found in rank(tools, wish))]))
