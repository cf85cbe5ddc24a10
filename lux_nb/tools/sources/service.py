"""Providers of tools: connected to, followed, reported when lost, and kept over a restart."""

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from lux_nb.errors import Conflict, InvalidRequest, LuxError, NotFound, ProviderError
from lux_nb.tools.sources.base import Session, Source
from lux_nb.tools.sources.listing import ProviderTools
from lux_nb.tools.sources.provider import Provider, plain_reason
from lux_nb.tools.stored_settings import read_values, write_value

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
    from lux_nb.tools.service import Tools

CONNECT_SECONDS = 30.0
POLL_SECONDS = 60.0
FIRST_DELAY_SECONDS = 1.0
LONGEST_DELAY_SECONDS = 60.0
ELSEWHERE: Final = "not in this kernel"
_PREFIX = "provider:"
logger = logging.getLogger(__name__)


class Providers:
    """The providers of an engine; used on its loop only."""

    def __init__(self, tools: "Tools") -> None:
        self._tools = tools
        self._providers: dict[str, Provider] = {}
        self.listing = ProviderTools(tools)

    async def load(self) -> None:
        """Take the stored providers and begin to connect to them."""
        for name, stored in (await read_values(self._tools.engine.store, _PREFIX)).items():
            provider = Provider(name=name, **stored)
            self._providers[name] = provider
            if provider.connection.get("type") == "object":
                provider.status = ELSEWHERE
                continue
            try:
                provider.source = self._source(provider)
            except LuxError as error:
                provider.status, provider.reason = "disconnected", error.message
                continue
            self._start(provider)
        await self._load_plugins()

    async def _load_plugins(self) -> None:
        """Take the plug-ins of installed packages and begin to initialize them."""
        from lux_nb.tools.sources.objects import ObjectSource, installed_plugins

        for name, plugin in (await asyncio.to_thread(installed_plugins)).items():
            known = self._providers.get(name)
            provider = known or Provider(name, "", {"type": "object"}, {}, trusted=True)
            self._providers[name] = provider
            try:
                if isinstance(plugin, Exception):
                    raise plugin
                provider.check_name()
                provider.source = ObjectSource(plugin, provider.config)
            except Exception as error:
                provider.status, provider.reason = "disconnected", plain_reason(error)
                continue
            provider.description = str(getattr(plugin, "description", ""))
            self._start(provider)

    async def register(self, provider: Provider, *, replaces: bool = False) -> Provider:
        """Connect to a provider and keep it, or raise the reason why it can't be."""
        provider.check_name()
        known = self._providers.get(provider.name)
        # One that lived in a kernel that ended can't be used by anybody, so it is no loss.
        if known is not None and not replaces and known.status != ELSEWHERE:
            message = f"There is a provider {provider.name!r} already."
            raise Conflict(message, code="PROVIDER_EXISTS", hint="Pass replace, or unregister it.")
        if provider.source is None:
            provider.source = self._source(provider)
        if known is not None:
            await self._stop(known)
        self._providers[provider.name] = provider
        self._start(provider)
        try:
            await self._attempted(provider)
        except BaseException:
            await self._stop(provider)
            await self.listing.forget(provider.name)
            del self._providers[provider.name]
            raise
        await self._save(provider)
        return provider

    async def unregister(self, name: str) -> Provider:
        """Disconnect from a provider and forget it with its tools."""
        provider = self.get(name)
        await self._stop(provider)
        await self.listing.forget(name)
        await write_value(self._tools.engine.store, f"{_PREFIX}{name}", None)
        del self._providers[name]
        return provider

    async def configure(self, name: str, config: Mapping[str, Any]) -> Provider:
        """Change the configuration of a provider, which is connected to again."""
        provider = self.get(name)
        provider.config = {**provider.config, **config}
        await self._save(provider)
        if provider.source is not None:
            return await self.refresh(name)
        return provider

    async def refresh(self, name: str) -> Provider:
        """List the tools of a provider again, connecting first if need be."""
        provider = self.get(name)
        if provider.session is not None:
            await self._list(provider, provider.session)
        else:
            await self._attempted(provider)
        return provider

    def get(self, name: str) -> Provider:
        """Return a provider, or raise PROVIDER_NOT_FOUND."""
        if name not in self._providers:
            known = ", ".join(self._providers) or "none yet"
            message = f"There is no provider {name!r}."
            raise NotFound(message, code="PROVIDER_NOT_FOUND", hint=f"Registered: {known}.")
        return self._providers[name]

    def all(self) -> list[Provider]:
        """Return the registered providers."""
        return list(self._providers.values())

    async def execute(self, name: str, tool: str, arguments: dict[str, Any]) -> Any:
        """Run a tool of a provider, connecting again first if the connection was lost."""
        provider = self.get(name)
        if provider.session is None:
            await self._attempted(provider)
        assert provider.session is not None
        try:
            return await provider.session.execute(tool, arguments)
        except ProviderError as error:
            raise ProviderError(f"{name}: {error.message}", hint=error.hint) from None

    async def close(self) -> None:
        """Disconnect from all providers."""
        await asyncio.gather(*(self._stop(one, tell=False) for one in self._providers.values()))

    # Connections

    def _source(self, provider: Provider) -> Source:
        connection = provider.connection
        settings = self._tools.settings
        private = provider.trusted or settings.tools_private_hosts
        if connection.get("type") == "mcp":
            from lux_nb.tools.sources.mcp_server import McpSource

            logs = settings.lux_home / "logs"
            return McpSource(provider.name, connection, logs=logs, private=private)
        if connection.get("type") == "http":
            from lux_nb.tools.sources.http_service import HttpSource

            return HttpSource(connection, private=private)
        message = f"connection.type: {connection.get('type')!r} is not known."
        raise InvalidRequest(message, hint="There are: mcp (command or url) and http (url).")

    def _start(self, provider: Provider) -> None:
        provider.tried.clear()
        work = self._keep(provider)
        provider.task = asyncio.create_task(work, name=f"provider {provider.name}")

    async def _stop(self, provider: Provider, *, tell: bool = True) -> None:
        if provider.task is not None:
            provider.task.cancel()
            with suppress(asyncio.CancelledError):
                await provider.task
            provider.task = None
        if provider.session is not None or provider.status == "connected":
            self._lost(provider, "it was closed", tell=tell)

    async def _attempted(self, provider: Provider) -> None:
        """Wait for an attempt to connect, hurrying it, and raise its reason if it failed."""
        if provider.source is None:
            message = f"The provider {provider.name!r} is not in this kernel."
            hint = provider.reason or "Run the cell that registers it again."
            raise ProviderError(message, code="TOOL_UNAVAILABLE", hint=hint)
        if provider.status != "connecting":
            provider.tried.clear()
            provider.wake.set()
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await provider.tried.wait()
        except TimeoutError:
            provider.reason = f"no answer within {CONNECT_SECONDS:g} s"
        if provider.session is None:
            message = f"The provider {provider.name!r} can't be reached: {provider.reason}."
            raise ProviderError(message, code="TOOL_UNAVAILABLE", details={"name": provider.name})

    async def _keep(self, provider: Provider) -> None:
        """Stay connected: after a loss, try again after longer and longer waits."""
        assert provider.source is not None
        delay = FIRST_DELAY_SECONDS
        while True:
            provider.status = "connecting"
            reason = "the connection was lost"
            try:
                async with provider.source.session() as session:
                    await self._list(provider, session)
                    delay = FIRST_DELAY_SECONDS
                    await self._follow(provider, session)
            except Exception as error:
                reason = plain_reason(error)
                logger.info("provider %s: %s", provider.name, reason)
            self._lost(provider, reason)
            with suppress(TimeoutError):
                async with asyncio.timeout(delay):
                    await provider.wake.wait()
            provider.wake.clear()
            delay = min(delay * 2, LONGEST_DELAY_SECONDS)

    async def _follow(self, provider: Provider, session: Session) -> None:
        """List the tools again whenever they change, until the connection is lost."""
        assert provider.source is not None
        pause = POLL_SECONDS if provider.source.polls else None
        while not session.lost.is_set():
            waits = [asyncio.create_task(e.wait()) for e in (session.lost, session.changed)]
            try:
                await asyncio.wait(waits, timeout=pause, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for wait in waits:
                    wait.cancel()
            session.changed.clear()
            if not session.lost.is_set():
                await self._list(provider, session)

    async def _list(self, provider: Provider, session: Session) -> None:
        found = await session.list_tools()
        await self.listing.update(provider, found)
        if provider.session is not session:
            provider.session, provider.status, provider.reason = session, "connected", None
            provider.connected_at = datetime.now(UTC)
            self._tools.tell("mcp:provider:connected", {"name": provider.name})
            provider.tried.set()

    def _lost(self, provider: Provider, reason: str, *, tell: bool = True) -> None:
        was_connected = provider.session is not None
        provider.session, provider.status, provider.reason = None, "disconnected", reason
        provider.tried.set()
        if tell and was_connected:
            told = {"name": provider.name, "reason": reason}
            self._tools.tell("mcp:provider:disconnected", told)
            self.listing.detach(provider.name, reason)

    async def _save(self, provider: Provider) -> None:
        store = self._tools.engine.store
        await write_value(store, f"{_PREFIX}{provider.name}", provider.record())


async def register_provider(
    engine: "Engine",
    provider: Any,
    *,
    config: Mapping[str, Any] | None = None,
    replaces: bool = False,
    trusted: bool = True,
) -> Provider:
    """Register a plug-in: an object with list_tools() and execute_tool(name, arguments)."""
    from lux_nb.tools.service import tools_of
    from lux_nb.tools.sources.objects import ObjectSource

    tools = await tools_of(engine)

    def said(name: str) -> str:
        found = provider.get(name) if isinstance(provider, Mapping) else getattr(provider, name, "")
        return found if isinstance(found, str) else ""

    made = Provider(
        name=said("name") or type(provider).__name__,
        description=said("description"),
        connection={"type": "object"},
        config=dict(config or {}),
        trusted=trusted,
    )
    made.source = ObjectSource(provider, made.config)
    return await tools.providers.register(made, replaces=replaces)


async def unregister_provider(engine: "Engine", name: str) -> None:
    """Forget a provider and its tools."""
    from lux_nb.tools.service import tools_of

    await (await tools_of(engine)).providers.unregister(name)
