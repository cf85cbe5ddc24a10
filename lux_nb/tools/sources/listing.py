"""The tools of a provider in the registry: added, changed and removed as its list changes."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lux_nb.errors import LuxError
from lux_nb.tools.definitions import Handler, Tool

if TYPE_CHECKING:
    from lux_nb.tools.service import Tools
    from lux_nb.tools.sources.provider import Provider

HANDLER = "provider"
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_.\-]")


class ProviderTools:
    """Keeps the registry in step with what providers list."""

    def __init__(self, tools: "Tools") -> None:
        self._tools = tools

    def of(self, provider: str) -> list[Tool]:
        """Return the tools of a provider."""
        return [tool for tool in self._tools.registry.all() if _owner(tool) == provider]

    async def update(self, provider: "Provider", found: Sequence[Mapping[str, Any]]) -> None:
        """Add what is new, replace what differs, remove what is gone."""
        enabled = provider.config.get("enabledTools")
        here = {str(tool.handler["tool"]): tool for tool in self.of(provider.name)}
        seen: set[str] = set()
        provider.skipped.clear()
        for given in found:
            original = str(given.get("name", ""))
            if not original or original in seen or (enabled and original not in enabled):
                continue
            seen.add(original)
            known = here.get(original)
            made = self._made(provider, given, known)
            try:
                await self._put(made, known)
            except LuxError as error:
                # One tool that is not well formed must not take the others with it.
                provider.skipped[original] = error.message
        for original in here.keys() - seen:
            await self._remove(here[original])

    async def forget(self, provider: str) -> None:
        """Remove all tools of a provider."""
        for tool in self.of(provider):
            await self._remove(tool)

    def detach(self, provider: str, reason: str) -> None:
        """Mark the tools of a lost provider as not available."""
        for tool in self.of(provider):
            self._tools.registry.attach(tool.name, None)
            self._tools.tell("mcp:tool:unavailable", _told(tool) | {"reason": reason})

    def runnable(self, tool: Tool) -> Tool:
        """Return a tool of a lost provider so that running it connects to the provider again."""
        if tool.function is not None or _owner(tool) is None:
            return tool
        return replace(tool, function=self.handler(tool))

    def why_detached(self, tool: Tool) -> str:
        """Return why a tool has no function now."""
        owner = _owner(tool)
        if owner is None:
            return "its function is not in this kernel"
        provider = self._tools.providers.get(owner)
        return f"its provider {owner} is {provider.status}: {provider.reason or 'not yet known'}"

    async def why_unavailable(self, tool: Tool) -> str | None:
        """Return why a tool has no function, after trying to reach its provider."""
        owner = _owner(tool)
        if owner is None:
            return "Its function is not in this kernel."
        try:
            await self._tools.providers.refresh(owner)
        except LuxError as error:
            return str(error)
        return None if tool.name in self._tools.registry else "Its provider offers it no more."

    def handler(self, tool: Tool) -> Handler:
        """Return what runs a tool of a provider."""
        owner, original = str(tool.handler["provider"]), str(tool.handler["tool"])

        async def call(**arguments: Any) -> Any:
            return await self._tools.providers.execute(owner, original, arguments)

        return call

    def _made(self, provider: "Provider", given: Mapping[str, Any], known: Tool | None) -> Tool:
        original = str(given["name"])
        described: dict[str, Any] = {
            "description": str(given.get("description") or ""),
            "input_schema": given.get("inputSchema") or given.get("parameters") or _ANYTHING,
            "output_schema": given.get("outputSchema"),
            "function": None,
        }
        if known is not None:
            # Status, configuration and the like are the user's.
            return replace(known, **described)
        options: dict[str, Any] = {
            key: given[key] for key in ("category", "version", "pricing") if key in given
        }
        return Tool(
            name=self._free_name(provider.name, original),
            provider=provider.name,
            tags=tuple(given.get("tags") or ()),
            handler={"type": HANDLER, "provider": provider.name, "tool": original},
            **described,
            **options,
        )

    def _free_name(self, provider: str, original: str) -> str:
        """Return the tool's own name, with the provider's before it where that is taken."""
        name = _NOT_IN_NAMES.sub("_", original)
        name = name if name[:1].isalpha() or name[:1] == "_" else f"_{name}"
        return f"{provider}.{name}" if name in self._tools.registry else name

    async def _put(self, tool: Tool, known: Tool | None) -> None:
        function = self.handler(tool)
        if known is None or _lasting(known) != _lasting(tool):
            await self._tools.register(replace(tool, function=function), replaces=True)
        elif known.function is None:
            self._tools.registry.attach(known.name, function)
            self._tools.tell("mcp:tool:available", _told(tool))

    async def _remove(self, tool: Tool) -> None:
        await self._tools.registry.remove(tool.name)
        self._tools.cache.clear(tool.name)
        self._tools.tell("mcp:tool:unavailable", _told(tool))


_ANYTHING = {"type": "object", "properties": {}}


def _owner(tool: Tool) -> str | None:
    return str(tool.handler.get("provider")) if tool.handler.get("type") == HANDLER else None


def _told(tool: Tool) -> dict[str, Any]:
    return {"toolId": tool.id, "name": tool.name, "toolName": tool.name}


def _lasting(tool: Tool) -> dict[str, Any]:
    return {key: value for key, value in tool.to_dict().items() if key != "available"}
