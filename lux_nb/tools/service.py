"""The tools of an engine: registry, executor, cache, history and what was learned."""

import asyncio
import time
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from lux_nb.config import Settings
from lux_nb.engine.authors import script_author
from lux_nb.engine.calls import current_call
from lux_nb.engine.events import Event
from lux_nb.errors import InvalidRequest
from lux_nb.tools.breaker import Breakers
from lux_nb.tools.cache import ResultCache
from lux_nb.tools.definitions import Handler, Tool
from lux_nb.tools.executor import Executor
from lux_nb.tools.history import History
from lux_nb.tools.learning import AutoCorrection
from lux_nb.tools.queue import CallQueue
from lux_nb.tools.registry import Registry
from lux_nb.tools.running import Runner
from lux_nb.tools.sources.listing import HANDLER as OF_PROVIDER
from lux_nb.tools.sources.service import Providers
from lux_nb.tools.stored_settings import read_value, write_value

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

_ATTRIBUTE = "tools_service"
CIRCUITS = "circuits"
CACHE = "cache"
HANDLERS = ("function", "class", "webhook", "code")


class Tools:
    """Everything the tools domain shares; used on the engine loop only."""

    def __init__(self, engine: "Engine") -> None:
        self._engine = engine
        self._loaded = False
        self._loading = asyncio.Lock()
        self.started_at = datetime.now(UTC)
        self.started = time.monotonic()
        self.registry = Registry(engine.store)
        self.history = History(engine.store)
        self.cache = ResultCache()
        self.breakers = Breakers(self._circuit_changed)
        self.correction = AutoCorrection(engine.store, self.tell)
        self.runner = Runner()
        self.queue = CallQueue(lambda: engine.settings.tools_concurrency)
        self.executor = Executor(self)
        self.providers = Providers(self)
        self.pipelines: dict[str, Any] = {}

    @property
    def settings(self) -> Settings:
        """The options of the kernel."""
        return self._engine.settings

    @property
    def engine(self) -> "Engine":
        """The engine these tools belong to."""
        return self._engine

    async def ready(self) -> "Tools":
        """Load what the store has, once."""
        async with self._loading:
            if not self._loaded:
                from lux_nb.tools.builtin import built_in_tools

                await self.registry.load(built_in_tools(self._engine), self.revive)
                await self.correction.load()
                self.breakers.enabled = self.correction.settings.enable_circuit_breaker
                self.breakers.restore(await read_value(self._engine.store, CIRCUITS) or {})
                self.cache.configure(**(await read_value(self._engine.store, CACHE) or {}))
                await self.providers.load()
                self._engine.closing.append(self.providers.close)
                self._loaded = True
        return self

    async def register(self, tool: Tool, *, replaces: bool = False) -> tuple[Tool, list[str]]:
        """Register a tool and tell who listens."""
        if tool.function is None:
            tool = replace(tool, function=self.revive(tool))
        known = tool.name in self.registry
        added, warnings = await self.registry.add(tool, replaces=replaces)
        kind = "mcp:tool:updated" if known else "mcp:tool:available"
        self.cache.clear(added.name)
        self.tell(kind, {"toolId": added.id, "name": added.name, "toolName": added.name})
        return added, warnings

    def revive(self, tool: Tool) -> Handler | None:
        """Return what runs a tool, made from its stored handler; None for a lost function."""
        kind = tool.handler.get("type", "function")
        if kind == OF_PROVIDER:
            return None  # until its provider is connected
        if kind not in HANDLERS:
            message = f"handler.type: {kind!r} is not known."
            raise InvalidRequest(message, hint=f"There are: {', '.join(HANDLERS)}.")
        if kind == "webhook":
            from lux_nb.tools.webhook import webhook_handler

            return webhook_handler(tool, self.settings)
        if kind == "code":
            from lux_nb.tools.sandbox import code_handler

            return code_handler(tool, self.settings)
        return None

    async def save_circuits(self) -> None:
        """Keep the state of the circuit breakers, so that a restart does not forget it."""
        await write_value(self._engine.store, CIRCUITS, self.breakers.export())

    async def configure_cache(self, **limits: Any) -> None:
        """Change the limits of the result cache for good.

        Results themselves end with the kernel: the function that made them may be another one
        after a restart, and what tools return is not written to disk unasked.
        """
        self.cache.configure(**limits)
        await write_value(self._engine.store, CACHE, self.cache.limits())

    def tell(self, kind: str, payload: dict[str, Any]) -> None:
        """Add something that happened to the event log."""
        try:
            author = current_call().author
        except LookupError:
            author = script_author()
        told = {name: value for name, value in payload.items() if value is not None}
        subject = payload.get("toolName") or payload.get("patternId")
        self._engine.events.append(Event(kind=kind, author=author, subject=subject, payload=told))

    def _circuit_changed(self, change: str, tool: str, reason: str) -> None:
        self.tell(f"auto_correction:circuit:{change}", {"toolName": tool, "reason": reason})


async def tools_of(engine: "Engine") -> Tools:
    """Return the tools of an engine, loaded on first use."""
    found = getattr(engine, _ATTRIBUTE, None)
    if found is None:
        found = Tools(engine)
        setattr(engine, _ATTRIBUTE, found)
    assert isinstance(found, Tools)
    return await found.ready()
