"""Completion: of the variables of resource templates, and of the arguments of prompts."""

from typing import Any

from mcp.server.context import ServerRequestContext
from mcp_types import (
    CompleteRequestParams,
    CompleteResult,
    Completion,
    PromptReference,
)

from lux_nb.server.peers import McpEngine
from lux_nb.server.resources import ResourceTable

MOST_VALUES = 100
Context = ServerRequestContext[Any, Any]


class Completer:
    """Offers values that begin with, or contain, what was typed so far."""

    def __init__(self, engine: McpEngine, resources: ResourceTable) -> None:
        self._engine = engine
        self._resources = resources

    async def complete(self, context: Context, params: CompleteRequestParams) -> CompleteResult:
        """Answer the values that fit; of what is not known, none."""
        typed = params.argument.value.lower()
        values = await self._values(params)
        begins = [value for value in values if value.lower().startswith(typed)]
        contains = [value for value in values if typed in value.lower() and value not in begins]
        found = [*begins, *contains]
        return CompleteResult(
            completion=Completion(
                values=found[:MOST_VALUES], total=len(found), has_more=len(found) > MOST_VALUES
            )
        )

    async def _values(self, params: CompleteRequestParams) -> list[str]:
        name = params.argument.name
        if isinstance(params.ref, PromptReference):
            return await self._prompt_values(params.ref.name, name)
        chosen = dict((params.context.arguments if params.context else None) or {})
        return await self._resources.values(str(params.ref.uri), name, chosen)

    async def _prompt_values(self, prompt: str, argument: str) -> list[str]:
        """Return the choices that the prompt's author gave under ``metadata.choices``."""
        for one in await self._engine.list_prompts():
            choices = one.metadata.get("choices")
            if one.name == prompt and isinstance(choices, dict):
                return [str(choice) for choice in choices.get(argument) or []]
        return []
