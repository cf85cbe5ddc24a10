"""MCP prompts: the prompts that are kept among the resources of the tools domain."""

from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import (
    GetPromptRequestParams,
    GetPromptResult,
    ListPromptsResult,
    PaginatedRequestParams,
    Prompt,
    PromptArgument,
    PromptMessage,
    TextContent,
)

from lux_nb.engine.events import Event
from lux_nb.engine.payloads import as_lux_error, json_rpc
from lux_nb.models.secrets import known_secrets
from lux_nb.server.masking import masked
from lux_nb.server.paging import page
from lux_nb.server.peers import McpEngine
from lux_nb.server.tools import author_of

RESOURCE_EVENTS = "mcp:resource:"
Context = ServerRequestContext[Any, Any]


class PromptTable:
    """The prompts of the library, as MCP lists and renders them."""

    def __init__(self, engine: McpEngine) -> None:
        self._engine = engine

    def changes_list(self, event: Event) -> bool:
        """Tell whether an event adds, changes or ends a prompt."""
        about = event.kind.startswith(RESOURCE_EVENTS)
        return about and event.payload.get("type") == "prompt"

    async def list_prompts(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListPromptsResult:
        """List the prompts with their arguments, each of which is needed."""
        found = await self._engine.list_prompts()
        prompts = [
            Prompt(
                name=one.name,
                title=one.metadata.get("title") or one.name.replace("_", " ").capitalize(),
                description=one.description or None,
                arguments=[PromptArgument(name=name, required=True) for name in one.variables],
            )
            for one in found
        ]
        shown, cursor = page(prompts, params)
        return ListPromptsResult(prompts=shown, next_cursor=cursor)

    async def get(self, context: Context, params: GetPromptRequestParams) -> GetPromptResult:
        """Render a prompt with the arguments given; a missing one is an error."""
        asked = {"resourceId": params.name, "variables": dict(params.arguments or {})}
        try:
            rendered: Any = await self._engine.call(
                "resource_render", asked, author=author_of(context)
            )
        except Exception as error:
            told = masked(json_rpc(as_lux_error(error)), known_secrets(self._engine.settings))
            raise MCPError(told["code"], told["message"], told["data"]) from error
        content = TextContent(type="text", text=rendered.text)
        return GetPromptResult(messages=[PromptMessage(role="user", content=content)])
