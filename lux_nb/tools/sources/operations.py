"""Operations on providers of tools: register, configure, list, refresh, forget."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from lux_nb.engine.calls import current_call
from lux_nb.engine.operations import NoParameters, operation
from lux_nb.errors import PermissionDenied
from lux_nb.tools.service import Tools, tools_of
from lux_nb.tools.sources.model_providers import (
    configure_model_provider,
    is_model_provider,
    model_providers,
    tools_for,
)
from lux_nb.tools.sources.provider import Provider
from lux_nb.tools.webhook import variables_in
from lux_nb.tools.wire import ToolRequest, ToolResult

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

ProviderName = Annotated[str, Field(description="Name of a provider, as it was registered.")]


class ProviderView(ToolResult):
    """A provider and the tools it brought."""

    name: str
    kind: str
    description: str
    status: str
    reason: str | None = None
    connected_at: datetime | None = None
    tools: list[str]
    skipped: dict[str, str] | None = None
    config: dict[str, Any]

    @classmethod
    def of(cls, tools: Tools, provider: Provider) -> "ProviderView":
        """Show a provider."""
        return cls(
            name=provider.name,
            kind=str(provider.connection.get("type")),
            description=provider.description,
            status=provider.status,
            reason=provider.reason,
            connected_at=provider.connected_at,
            tools=[tool.name for tool in tools.providers.listing.of(provider.name)],
            skipped=provider.skipped or None,
            config=provider.config,
        )


class ProviderRegisterRequest(ToolRequest):
    """A provider of tools: an MCP server or an HTTP service."""

    name: Annotated[str, Field(description="Letters, digits, '_' and '-'.")]
    description: str = ""
    connection: Annotated[
        dict[str, Any],
        Field(
            description="{type: mcp, command, args, env, cwd}, {type: mcp, url, headers} or "
            "{type: http, url, headers}; ${NAME} in env and headers is read from the environment."
        ),
    ]
    config: Annotated[
        dict[str, Any], Field(description="enabledTools: only these are offered.")
    ] = {}
    replace: bool = False


@operation(
    "tools_provider_register",
    toolset="tools",
    title="Register a provider of tools",
    writes=True,
    runs_code=True,
)
async def tools_provider_register(engine: Engine, request: ProviderRegisterRequest) -> ProviderView:
    """Connect to an MCP server or an HTTP service; its tools appear here under their names.

    It is kept in the store and connected to again after a restart; changes of its list are
    followed, and its tools are marked as not available while it can't be reached.
    """
    tools = await tools_of(engine)
    trusted = current_call().author.kind != "assistant"
    if not trusted:
        _check_assistant(tools, request.connection)
    provider = Provider(
        name=request.name,
        description=request.description,
        connection={"type": "mcp", **request.connection},
        config=request.config,
        trusted=trusted,
    )
    made = await tools.providers.register(provider, replaces=request.replace)
    return ProviderView.of(tools, made)


class ProviderRequest(ToolRequest):
    """Which provider."""

    provider: ProviderName


@operation("tools_provider_unregister", toolset="tools", title="Forget a provider", writes=True)
async def tools_provider_unregister(engine: Engine, request: ProviderRequest) -> ProviderView:
    """Disconnect from a provider and forget it, with its tools."""
    tools = await tools_of(engine)
    shown = ProviderView.of(tools, tools.providers.get(request.provider))
    await tools.providers.unregister(request.provider)
    return shown.model_copy(update={"status": "removed", "reason": None})


@operation("tools_provider_refresh", toolset="tools", title="List a provider again", writes=True)
async def tools_provider_refresh(engine: Engine, request: ProviderRequest) -> ProviderView:
    """List the tools of a provider again, connecting first if it was lost."""
    tools = await tools_of(engine)
    return ProviderView.of(tools, await tools.providers.refresh(request.provider))


class ProviderList(ToolResult):
    """The providers there are."""

    providers: list[dict[str, Any]]
    total: int


@operation("tools_provider_list", toolset="tools", title="List providers")
async def tools_provider_list(engine: Engine, request: NoParameters) -> ProviderList:
    """List the providers of tools and models, whether they are connected, and why not."""
    tools = await tools_of(engine)
    shown = [ProviderView.of(tools, provider).wire() for provider in tools.providers.all()]
    named = {item["name"] for item in shown}
    own = sorted({tool.provider for tool in tools.registry.all()} - named)
    for name in own:
        mine = [tool.name for tool in tools.registry.find(provider=name)]
        shown.append({"name": name, "kind": "kernel", "status": "connected", "tools": mine})
    shown += await model_providers(tools)
    return ProviderList(providers=shown, total=len(shown))


class ProviderConfigureRequest(ToolRequest):
    """What to configure about a provider."""

    provider: Annotated[
        str, Field(description="anthropic, openai, … or a provider that was registered.")
    ]
    config: Annotated[
        dict[str, Any],
        Field(description="apiKey, model, enabledTools, maxTokens, temperature, functions"),
    ]


class ProviderConfigured(ToolResult):
    """What a provider is configured with now; its key is never shown."""

    provider: str
    configured: bool
    config: dict[str, Any]
    tools: list[str]


@operation("tools_provider_configure", toolset="tools", title="Configure a provider", writes=True)
async def tools_provider_configure(
    engine: Engine, request: ProviderConfigureRequest
) -> ProviderConfigured:
    """Configure a model provider, or one that was registered.

    Of a model provider: its key (for the running kernel, never stored), the model and sampling
    that text_generation and code_generation take by default, and the tools its models are offered.
    """
    tools = await tools_of(engine)
    name = request.provider
    if is_model_provider(name):
        config = await configure_model_provider(tools, name, request.config)
        offered = [_offered_name(item) for item in await tools_for(tools, name)]
    else:
        provider = await tools.providers.configure(name, request.config)
        config = provider.config
        offered = [tool.name for tool in tools.providers.listing.of(name)]
    return ProviderConfigured(provider=name, configured=True, config=config, tools=offered)


class ProviderTools(ToolResult):
    """Tools in the form a provider's API takes."""

    provider: str
    tools: list[dict[str, Any]]


@operation("tools_provider_tools", toolset="tools", title="Tools for a provider's API")
async def tools_provider_tools(engine: Engine, request: ProviderRequest) -> ProviderTools:
    """Return the tools in the form a model provider's API takes, or those a provider brought."""
    tools = await tools_of(engine)
    if is_model_provider(request.provider):
        found = await tools_for(tools, request.provider)
    else:
        provider = tools.providers.get(request.provider)
        found = [tool.summary() for tool in tools.providers.listing.of(provider.name)]
    return ProviderTools(provider=request.provider, tools=found)


def _offered_name(item: dict[str, Any]) -> str:
    return str(item.get("name") or item["function"]["name"])


def _check_assistant(tools: Tools, connection: dict[str, Any]) -> None:
    """Keep an assistant from starting programs and from sending out the environment."""
    if connection.get("command") is not None:
        message = "An assistant may not start a program as a provider."
        hint = "The user does so in a cell: lux.tools.connect(name, command=…)."
        raise PermissionDenied(message, hint=hint)
    headers = connection.get("headers")
    used = variables_in(headers) if isinstance(headers, dict) else set()
    unknown = sorted(used - set(tools.settings.tools_environment))
    if unknown:
        message = f"An assistant's provider may not be sent the variable {unknown[0]}."
        hint = f"The user allows it with %lux config tools_environment={unknown[0]}"
        raise PermissionDenied(message, hint=hint)
