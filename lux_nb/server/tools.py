"""MCP tools, generated from the operations."""

import difflib
import logging
import re
from collections.abc import Iterable, Mapping
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ImageContent,
    TextContent,
    Tool,
    ToolAnnotations,
)
from pydantic_core import to_json

from lux_nb.engine.authors import Author
from lux_nb.engine.operations import Operation, Result
from lux_nb.engine.payloads import BY_TOOLSET, as_lux_error, plain
from lux_nb.errors import LuxError, UnknownOperation
from lux_nb.models.secrets import known_secrets, mask_secrets
from lux_nb.server.masking import masked
from lux_nb.server.peers import McpEngine
from lux_nb.server.progress import ProgressPump
from lux_nb.server.schemas import input_schema, output_schema

ERROR_META = "lux-nb/error"
ALL_TOOLSETS = "all"
DESTROYING_WORDS = {"clear", "delete", "drop", "prune", "remove", "reset", "restore", "retract"}
logger = logging.getLogger(__name__)

Context = ServerRequestContext[Any, Any]


class ToolTable:
    """The operations an assistant sees, by their MCP name."""

    def __init__(self, engine: McpEngine, toolsets: Iterable[str]) -> None:
        wanted = set(toolsets)
        self._engine = engine
        self._operations = {
            declared.mcp_name: declared
            for declared in engine.operations.values()
            if ALL_TOOLSETS in wanted or declared.toolset in wanted
        }
        self.tools = [as_tool(declared) for declared in self._operations.values()]
        self._schemas = {tool.name: tool.input_schema for tool in self.tools}

    def input_schema(self, name: str) -> Mapping[str, Any] | None:
        """Return a tool's input schema, or None when there is no such tool."""
        return self._schemas.get(name)

    async def call(self, context: Context, params: CallToolRequestParams) -> CallToolResult:
        """Run the operation behind a tool; an error of ours becomes a result that tells it."""
        author = author_of(context)
        try:
            declared = self._find(params.name)
            result = await self._run(declared, params.arguments or {}, author, context)
        except Exception as error:
            return self._failure(error, self._operations.get(params.name))
        wire = result.wire()
        text = TextContent(type="text", text=to_json(wire).decode())
        return CallToolResult(content=[text, *images_of(result)], structured_content=wire)

    async def _run(
        self, declared: Operation, arguments: dict[str, Any], author: Author, context: Context
    ) -> Result:
        if not _wants_progress(context):
            return await self._engine.call(declared.name, arguments, author=author)
        pump = ProgressPump(context.session.report_progress)
        try:
            return await self._engine.call(
                declared.name, arguments, author=author, listener=pump.listen
            )
        finally:
            await pump.finish()

    def _find(self, name: str) -> Operation:
        found = self._operations.get(name)
        if found is not None:
            return found
        near = difflib.get_close_matches(name, self._operations, n=3, cutoff=0.5)
        hint = f"Did you mean {', '.join(near)}?" if near else "tools/list names those there are."
        message = f"There is no tool {name!r}."
        raise UnknownOperation(message, hint=hint)

    def _failure(self, error: Exception, declared: Operation | None) -> CallToolResult:
        known = as_lux_error(error)
        if known is not error:
            logger.error("a tool call failed", exc_info=error)
        toolset = declared.toolset if declared else ""
        return error_result(known, known_secrets(self._engine.settings), toolset)


def images_of(result: Result) -> list[ImageContent]:
    """Return the images that go along with a result, as the protocol sends them."""
    pictures = getattr(result, "pictures", None)
    return [
        ImageContent(type="image", data=picture.data, mime_type=picture.mime_type)
        for picture in (pictures() if pictures else ())
    ]


def as_tool(declared: Operation) -> Tool:
    """Describe an operation as an MCP tool."""
    return Tool(
        name=declared.mcp_name,
        title=declared.title,
        description=declared.description,
        input_schema=input_schema(declared.request),
        output_schema=output_schema(declared.response),
        annotations=ToolAnnotations(
            title=declared.title,
            read_only_hint=declared.reads_only,
            destructive_hint=_destroys(declared),
            idempotent_hint=declared.reads_only,
            open_world_hint=declared.spends or declared.runs_code,
        ),
    )


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


def _wants_progress(context: Context) -> bool:
    return bool(context.meta) and "progress_token" in (context.meta or {})
