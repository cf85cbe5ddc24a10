"""Making a request fit its provider: token floors, time, size and parameters it does not take."""

import json
from dataclasses import replace
from typing import Any, TypeVar

from lux_nb.config import Settings
from lux_nb.engine.calls import Notice, current_call
from lux_nb.errors import InvalidRequest
from lux_nb.models.answers import ModelRequest, request_json
from lux_nb.models.providers.base import Provider
from lux_nb.models.thinking import needs_of
from lux_nb.models.types import ChatRequest, FillRequest

LONGEST_FILLING = 512
AnyRequest = TypeVar("AnyRequest", bound=ModelRequest)


def prepare(
    request: AnyRequest, provider: Provider, settings: Settings
) -> tuple[AnyRequest, tuple[str, ...]]:
    """Return the request as it is sent, and the parameters that were left out of it.

    Nothing is changed silently: each change is a notice beside the answer.
    """
    request = _with_limits(request, provider, settings)
    request, dropped = _without_unknown(request, provider)
    check_request_size(request_json(request), settings)
    return request, dropped


def check_request_size(body: Any, settings: Settings) -> None:
    """Refuse a request that is larger than may be sent."""
    size = len(json.dumps(body, ensure_ascii=False).encode("utf-8", "surrogatepass"))
    if size > settings.max_request_size:
        limit = settings.max_request_size
        raise InvalidRequest(
            f"The request has {size} bytes; MAX_REQUEST_SIZE allows {limit}.",
            code="REQUEST_TOO_LARGE",
            hint="Shorten the messages or the files, or raise MAX_REQUEST_SIZE.",
            details={"size": size, "limit": limit},
        )


def _with_limits(request: AnyRequest, provider: Provider, settings: Settings) -> AnyRequest:
    needs = needs_of(request.model, settings)
    asked = request.max_tokens
    tokens = asked if asked is not None else provider.default_max_tokens(settings)
    if asked is None and isinstance(request, FillRequest):
        tokens = min(tokens, LONGEST_FILLING)
    if needs.token_floor is not None:
        tokens = max(tokens, needs.token_floor)
    if needs.token_ceiling is not None:
        tokens = min(tokens, needs.token_ceiling)
    if asked is not None and tokens != asked:
        why = "reasons with part of them" if tokens > asked else "allows no more"
        current_call().emit(Notice(f"max_tokens {asked} became {tokens}: {request.model} {why}"))
    timeout = request.timeout_seconds or needs.timeout_seconds
    return replace(request, max_tokens=tokens, timeout_seconds=timeout)


def _without_unknown(request: AnyRequest, provider: Provider) -> tuple[AnyRequest, tuple[str, ...]]:
    given = set(request.sampling())
    if isinstance(request, ChatRequest) and request.logprobs:
        given.add("logprobs")
    dropped = tuple(sorted(given & provider.not_taken(request)))
    if not dropped:
        return request, ()
    names = ", ".join(dropped)
    current_call().emit(Notice(f"{names} left out: {request.model} does not take it"))
    empty: dict[str, Any] = {name: False if name == "logprobs" else None for name in dropped}
    return replace(request, **empty), dropped
