"""MCP tools, generated from the operations."""

import difflib
import logging
import re
from collections.abc import Iterable, Mapping
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ImageContent,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
    ToolExecution,
)
from pydantic_core import to_json

from lux_nb.engine.authors import Author
from lux_nb.engine.jobs import Job, Jobs
from lux_nb.engine.operations import Operation, Result, validated
from lux_nb.engine.payloads import BY_TOOLSET, as_lux_error, plain
from lux_nb.errors import Cancelled, InvalidRequest, LuxError, UnknownOperation
from lux_nb.models.secrets import known_secrets, mask_secrets
from lux_nb.server.masking import masked
from lux_nb.server.paging import page
from lux_nb.server.peers import McpEngine
from lux_nb.server.progress import LogLevels, ProgressPump, log_to, report_to
from lux_nb.server.schemas import input_schema, output_schema
from lux_nb.server.searching import (
    CALL_TOOL,
    SEARCH_TOOL,
    ToolCallRequest,
    ToolSearchRequest,
    search_tools,
)
from lux_nb.server.toolsets import CALL, HEADER, SEARCH, Selection, read_names, select, within

ERROR_META = "lux-nb/error"
MOST_SELECTIONS = 100
DESTROYING_WORDS = {"clear", "delete", "drop", "prune", "remove", "reset", "restore", "retract"}
logger = logging.getLogger(__name__)

Context = ServerRequestContext[Any, Any]


class ToolTable:
    """The operations an assistant sees, by their MCP name."""

    def __init__(self, engine: McpEngine, toolsets: Iterable[str]) -> None:
        self._engine = engine
        self.log_levels = LogLevels()
        self._operations = {one.mcp_name: one for one in engine.operations.values()}
        self._offered = select(self._operations, toolsets)
        self._selections: dict[str, Selection] = {}
        self._described: dict[tuple[str, bool], Tool] = {}

    def input_schema(self, name: str) -> Mapping[str, Any] | None:
        """Return a tool's input schema, or None when there is no such tool."""
        declared = self._operations.get(name)
        return input_schema(declared.request) if declared else None

    def tools(self, toolsets: str = "") -> list[Tool]:
        """Describe the tools of a selection: the few in brief, and named toolsets in full."""
        selection = self.selection(toolsets)
        listed = [self._describe(name, brief=selection.searches) for name in selection.listed]
        return [SEARCH_TOOL, CALL_TOOL, *listed] if selection.searches else listed

    def selection(self, toolsets: str = "") -> Selection:
        """Return what a client sees that asks for these toolsets, within what is offered."""
        if not toolsets:
            return self._offered
        found = self._selections.get(toolsets)
        if found is None:
            found = within(select(self._operations, read_names(toolsets)), self._offered)
            if len(self._selections) < MOST_SELECTIONS:
                self._selections[toolsets] = found
        return found

    async def list_tools(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        """List the tools of the toolsets that the client asks for."""
        try:
            tools, cursor = page(self.tools(asked_toolsets(context)), params)
        except InvalidRequest as error:
            raise MCPError(INVALID_PARAMS, f"{error.message} {error.hint}") from None
        return ListToolsResult(tools=tools, next_cursor=cursor)

    async def call(self, context: Context, params: CallToolRequestParams) -> CallToolResult:
        """Run the operation behind a tool; an error of ours becomes a result that tells it."""
        declared = self._operations.get(params.name)
        try:
            selection = self.selection(asked_toolsets(context))
            if selection.searches and params.name == SEARCH:
                return answer(self._search(selection, params.arguments or {}))
            declared, arguments = self._asked(selection, params)
            result = await self._run(declared, arguments, author_of(context), context)
        except Exception as error:
            return self._failure(error, declared)
        return answer(result)

    async def begin(self, context: Context, params: CallToolRequestParams) -> Job | None:
        """Run the operation behind a tool as a job; None for one that is over at once."""
        selection = self.selection(asked_toolsets(context))
        if selection.searches and params.name == SEARCH:
            return None
        declared, arguments = self._asked(selection, params)
        if not may_take_long(declared):
            return None
        return await self._engine.begin(declared.name, arguments, author=author_of(context))

    def outcome(self, job: Job) -> CallToolResult:
        """Return what the call behind a job that ended would have returned."""
        if job.task.cancelled():
            return self._failure(Cancelled("It was cancelled."), None)
        error = job.task.exception()
        if isinstance(error, Exception):
            return self._failure(error, self._engine.operations[job.name])
        return answer(job.task.result())

    @property
    def jobs(self) -> Jobs:
        """The work that goes on behind calls."""
        return self._engine.jobs

    def _asked(
        self, selection: Selection, params: CallToolRequestParams
    ) -> tuple[Operation, dict[str, Any]]:
        """Return what a call asks for, which may be named in its arguments."""
        name, arguments = params.name, params.arguments or {}
        if selection.searches and name == CALL:
            asked = validated(CALL, ToolCallRequest, arguments)
            name, arguments = asked.name, asked.arguments
        return self._find(name, selection), arguments

    async def _run(
        self, declared: Operation, arguments: dict[str, Any], author: Author, context: Context
    ) -> Result:
        report, log = report_to(context), log_to(context, self.log_levels)
        if report is None and log is None:
            return await self._engine.call(declared.name, arguments, author=author)
        pump = ProgressPump(report, log)
        try:
            return await self._engine.call(
                declared.name, arguments, author=author, listener=pump.listen
            )
        finally:
            await pump.finish()

    def _search(self, selection: Selection, arguments: dict[str, Any]) -> Result:
        asked = validated(SEARCH, ToolSearchRequest, arguments)
        allowed = {n: one for n, one in self._operations.items() if n in selection.callable}
        return search_tools(allowed, asked)

    def _describe(self, name: str, *, brief: bool) -> Tool:
        found = self._described.get((name, brief))
        if found is None:
            found = self._described[name, brief] = as_tool(self._operations[name], brief=brief)
        return found

    def _find(self, name: str, selection: Selection) -> Operation:
        if name in selection.callable:
            return self._operations[name]
        near = difflib.get_close_matches(name, sorted(selection.callable), n=3, cutoff=0.5)
        hint = f"Did you mean {', '.join(near)}?" if near else "tools/list names those there are."
        message = f"There is no tool {name!r}."
        raise UnknownOperation(message, hint=hint)

    def _failure(self, error: Exception, declared: Operation | None) -> CallToolResult:
        known = as_lux_error(error)
        if known is not error:
            logger.error("a tool call failed", exc_info=error)
        toolset = declared.toolset if declared else ""
        return error_result(known, known_secrets(self._engine.settings), toolset)


def as_tool(declared: Operation, *, brief: bool = False) -> Tool:
    """Describe an operation as an MCP tool."""
    return Tool(
        name=declared.mcp_name,
        title=declared.title,
        description=declared.summary if brief else declared.description,
        input_schema=input_schema(declared.request),
        output_schema=output_schema(declared.response, brief=brief),
        annotations=annotations_of(declared),
        execution=ToolExecution(task_support="optional") if may_take_long(declared) else None,
    )


def may_take_long(declared: Operation) -> bool:
    """Tell whether a client may want a call as a task: one that computes, or asks a model."""
    return declared.streams or declared.runs_code or declared.spends


def annotations_of(declared: Operation) -> ToolAnnotations:
    """Say what a call may do; of one that only reads, the rest means nothing."""
    if declared.reads_only:
        return ToolAnnotations(read_only_hint=True, open_world_hint=False)
    return ToolAnnotations(
        read_only_hint=False,
        destructive_hint=_destroys(declared),
        open_world_hint=declared.spends or declared.runs_code,
    )


def asked_toolsets(context: Context) -> str:
    """Return the toolsets that a client asks for in its HTTP headers; none elsewhere."""
    headers = getattr(context.request, "headers", None)
    return headers.get(HEADER, "") if headers is not None else ""


def answer(result: Result) -> CallToolResult:
    """Answer a result as data and as text; images that go along with it are images."""
    wire = result.wire()
    text = TextContent(type="text", text=to_json(wire).decode())
    shown = getattr(result, "pictures", None)
    pictures = [
        ImageContent(type="image", mime_type=one.mime_type, data=one.data)
        for one in (shown() if callable(shown) else ())
    ]
    return CallToolResult(content=[text, *pictures], structured_content=wire)


def _destroys(declared: Operation) -> bool:
    """Whether what was there before may be gone afterwards."""
    words = set(re.split(r"[^a-z]+", declared.name.lower()))
    return declared.runs_code or (declared.writes and bool(words & DESTROYING_WORDS))


def author_of(context: Context) -> Author:
    """Return who calls: the client's name and version, as either era of the protocol tells it."""
    client = context.session.client_params
    if client is None or not client.client_info.name:
        return Author("assistant", "assistant")
    return Author("assistant", client.client_info.name, client.client_info.version or None)


def error_result(error: LuxError, secrets: Iterable[str] = (), toolset: str = "") -> CallToolResult:
    """Tell an error so that a model can read it, and a program finds it in ``_meta``.

    The text is JSON of the shape that the toolset's reference gives its errors, where it does.
    """
    secrets = tuple(secrets)
    shaped = BY_TOOLSET.get(toolset)
    text = to_json(shaped(error)).decode() if shaped else _told(error)
    return CallToolResult(
        content=[TextContent(type="text", text=mask_secrets(text, secrets))],
        is_error=True,
        _meta={ERROR_META: masked(plain(error), secrets)},
    )


def _told(error: LuxError) -> str:
    lines = [f"[{error.code}] {error.message}"]
    if error.hint:
        lines.append(f"Hint: {error.hint}")
    if error.retry_after is not None:
        lines.append(f"Retry after {error.retry_after:g} s.")
    return "\n".join(lines)
