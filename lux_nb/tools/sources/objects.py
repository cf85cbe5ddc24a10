"""A plug-in as a source: any object that lists tools and executes them."""

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from lux_nb.errors import InvalidRequest
from lux_nb.tools.sources.base import Session, Source

ENTRY_POINTS = "lux_nb.tool_providers"
"""Installed packages announce their plug-ins under this name."""


class ObjectSource(Source):
    """A plug-in: ``list_tools()``, ``execute_tool(name, arguments)``, maybe ``initialize(config)``.

    The names of the wire (``listTools``, ``executeTool``) work too; each may be a coroutine.
    """

    kind = "object"

    def __init__(self, provider: Any, config: dict[str, Any]) -> None:
        self._provider = provider
        self._config = config
        self._list = _needed(provider, "list_tools", "listTools")
        self._execute = _needed(provider, "execute_tool", "executeTool")

    @asynccontextmanager
    async def session(self) -> AsyncIterator[Session]:
        """Initialize the plug-in, and close it at the end."""
        initialize = _method(self._provider, "initialize")
        if initialize is not None:
            await _run(initialize, self._config)
        try:
            yield ObjectSession(self._list, self._execute)
        finally:
            close = _method(self._provider, "close")
            if close is not None:
                await _run(close)


class ObjectSession(Session):
    """A plug-in that was initialized."""

    def __init__(self, list_tools: Callable[..., Any], execute: Callable[..., Any]) -> None:
        super().__init__()
        self._list = list_tools
        self._execute = execute

    async def list_tools(self) -> list[dict[str, Any]]:
        """Return the tools of the plug-in."""
        return list(await _run(self._list))

    async def execute(self, tool: str, arguments: dict[str, Any]) -> Any:
        """Run a tool of the plug-in."""
        return await _run(self._execute, tool, arguments)


def installed_plugins() -> dict[str, Any]:
    """Return the plug-ins that installed packages announce, by name, or why one failed."""
    from importlib.metadata import entry_points

    found: dict[str, Any] = {}
    for entry in entry_points(group=ENTRY_POINTS):
        try:
            loaded = entry.load()
            found[entry.name] = loaded() if inspect.isclass(loaded) else loaded
        except Exception as error:  # a broken package must not take the others with it
            found[entry.name] = error
    return found


def _method(provider: Any, *names: str) -> Callable[..., Any] | None:
    for name in names:
        found = provider.get(name) if isinstance(provider, dict) else getattr(provider, name, None)
        if callable(found):
            function: Callable[..., Any] = found
            return function
    return None


def _needed(provider: Any, *names: str) -> Callable[..., Any]:
    found = _method(provider, *names)
    if found is None:
        message = f"The provider has no {names[0]}()."
        hint = "Give it list_tools() and execute_tool(name, arguments)."
        raise InvalidRequest(message, hint=hint)
    return found


async def _run(function: Callable[..., Any], *arguments: Any) -> Any:
    if inspect.iscoroutinefunction(function):
        return await function(*arguments)
    result = await asyncio.to_thread(function, *arguments)
    return await result if inspect.isawaitable(result) else result
