"""Which model answers when a request names none."""

from typing import TYPE_CHECKING

from lux_nb.errors import LuxError
from lux_nb.models.answers import ModelRequest
from lux_nb.models.providers.base import fill_not_supported
from lux_nb.models.routing import EMBEDDED, remote_providers
from lux_nb.models.types import FillRequest

if TYPE_CHECKING:
    from lux_nb.models.service import Models


async def unnamed_model(models: "Models", request: ModelRequest) -> str:
    """Return the request's model where Mercury is set up, else one that can answer it.

    An empty name leads to the kernel's default model, so that the Mercury operations work
    with any provider, or with none.
    """
    if models.registry["mercury"].configured(models.settings):
        return request.model
    return await _fill_model(models) if isinstance(request, FillRequest) else ""


async def _fill_model(models: "Models") -> str:
    for name in remote_providers(models.settings, models.registry):
        kind = models.registry[name]
        if kind.fills:
            return f"{name}:{kind.fills[0]}"
        if kind.fills_by_server:
            return f"{name}:{await _first(models, name)}"
    if models.settings.embedded_model is not None:
        return EMBEDDED
    raise fill_not_supported(EMBEDDED, "the default model")


async def _first(models: "Models", provider: str) -> str:
    try:
        offered = await models.catalogue.of(provider)
    except LuxError as error:
        raise fill_not_supported(provider, "", reason=error.message) from error
    return offered[0].id if offered else ""
