"""Operations on the result cache and the circuit breakers."""

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from lux_nb.engine.operations import NoParameters, operation
from lux_nb.errors import InvalidRequest
from lux_nb.options.kinds import parse_size
from lux_nb.tools.results import CacheState, Circuits
from lux_nb.tools.service import tools_of
from lux_nb.tools.wire import ToolName, ToolRequest

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object


class CacheConfigureRequest(ToolRequest):
    """The limits of the result cache."""

    enabled: bool | None = None
    ttl: Annotated[float | None, Field(ge=0, description="Seconds.")] = None
    max_size: Annotated[int | str | None, Field(description="Bytes, or such as 100MB.")] = None
    strategy: Literal["lru"] = "lru"


@operation("tools_cache", toolset="tools", title="Configure the cache", writes=True)
async def tools_cache(engine: Engine, request: CacheConfigureRequest) -> CacheState:
    """Show the result cache, or change its limits."""
    tools = await tools_of(engine)
    try:
        size = None if request.max_size is None else parse_size(request.max_size)
    except ValueError as error:
        raise InvalidRequest(f"maxSize: {error}.") from None
    if request.model_fields_set - {"strategy"}:
        await tools.configure_cache(enabled=request.enabled, ttl=request.ttl, max_bytes=size)
    return CacheState.model_validate(tools.cache.state())


class CacheClearRequest(ToolRequest):
    """Whose results to forget; all when not given."""

    tool_id: ToolName | None = None


@operation("tools_cache_clear", toolset="tools", title="Clear the cache", writes=True)
async def tools_cache_clear(engine: Engine, request: CacheClearRequest) -> CacheState:
    """Forget the cached results of all tools, or of one."""
    tools = await tools_of(engine)
    name = tools.registry.get(request.tool_id).name if request.tool_id else None
    cleared = tools.cache.clear(name)
    return CacheState.model_validate(tools.cache.state() | {"cleared": cleared})


@operation("tools_circuits", toolset="tools", title="Circuit breakers")
async def tools_circuits(engine: Engine, request: NoParameters) -> Circuits:
    """Show the circuit breakers of tools that failed."""
    tools = await tools_of(engine)
    return Circuits(enabled=tools.breakers.enabled, circuit_breakers=tools.breakers.all())


class CircuitResetRequest(ToolRequest):
    """Which circuit to close, and why."""

    tool_name: ToolName
    reason: str = "reset by hand"


@operation("tools_circuit_reset", toolset="tools", title="Close a circuit", writes=True)
async def tools_circuit_reset(engine: Engine, request: CircuitResetRequest) -> Circuits:
    """Close the circuit breaker of a tool, so that it is called again."""
    tools = await tools_of(engine)
    tools.breakers.reset(tools.registry.get(request.tool_name).name, request.reason)
    await tools.save_circuits()
    return Circuits(enabled=tools.breakers.enabled, circuit_breakers=tools.breakers.all())
