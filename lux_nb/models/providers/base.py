"""What a provider is: one small class, found by an entry point.

A package adds a provider with an entry point of the group ``lux_nb.providers``::

    [project.entry-points."lux_nb.providers"]
    acme = "acme_lux:AcmeProvider"

The class says which models it serves and streams answers; the rest (retry, limits, budget,
cache, recording, cost) is done for every provider alike.
"""

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Sequence
from typing import Any, ClassVar, Self

from lux_nb.config import Settings
from lux_nb.errors import InvalidRequest
from lux_nb.models.types import (
    ChatRequest,
    Embedded,
    FillRequest,
    Finished,
    ModelInfo,
    TextDelta,
)

FILL_NOT_SUPPORTED = "FIM_NOT_SUPPORTED"
EMBED_NOT_SUPPORTED = "EMBEDDINGS_NOT_SUPPORTED"


class Provider(ABC):
    """A service that answers chat requests."""

    name: ClassVar[str]
    """What it is called in routes, logs and ``name:model``."""
    rank: ClassVar[int] = 5
    """Providers are asked in this order whether they serve a model; lower is earlier."""
    free: ClassVar[bool] = False
    """Whether its models run on machines of the user's own and cost nothing per token."""
    fills: ClassVar[tuple[str, ...]] = ()
    """Models known to fill in the middle, to name when another one is asked to."""
    fills_by_server: ClassVar[bool] = False
    """Whether it may fill with whatever model it runs."""

    # Deciding, before there is an instance

    @classmethod
    @abstractmethod
    def create(cls, settings: Settings) -> Self:
        """Make the provider from the settings."""

    @classmethod
    @abstractmethod
    def configured(cls, settings: Settings) -> bool:
        """Tell whether the user set it up."""

    @classmethod
    @abstractmethod
    def serves(cls, model: str, settings: Settings) -> str | None:
        """Return the name it knows a model by, or None when it does not serve that model."""

    @classmethod
    def default_model(cls, settings: Settings) -> str:
        """Return the model to use when none is named; empty takes the first it lists."""
        return ""

    @classmethod
    def default_max_tokens(cls, settings: Settings) -> int:
        """Return how long an answer may be when the request does not say."""
        return settings.max_tokens

    @classmethod
    def shown_model(cls, model: str, settings: Settings) -> str:
        """Return the name under which a model is shown and logged."""
        return model

    @classmethod
    def signature(cls, settings: Settings) -> tuple[Any, ...]:
        """Return what an instance depends on; it is made anew when that changes."""
        return ()

    # Answering

    @abstractmethod
    def stream(self, request: ChatRequest) -> AsyncGenerator[TextDelta | Finished, None]:
        """Yield the answer piece by piece and, last, how it ended."""

    @abstractmethod
    async def list_models(self) -> list[ModelInfo]:
        """Return the models it offers."""

    def fill(self, request: FillRequest) -> AsyncGenerator[TextDelta | Finished, None]:
        """Yield what belongs between a prompt and a suffix."""
        raise fill_not_supported(self.name, request.model, self.fills)

    async def embed(self, texts: Sequence[str], model: str) -> Embedded:
        """Return one vector per text."""
        message = f"{self.name} has no endpoint for embeddings."
        hint = "Use model='static', or a provider that has one."
        raise InvalidRequest(message, code=EMBED_NOT_SUPPORTED, hint=hint)

    def not_taken(self, request: ChatRequest | FillRequest) -> frozenset[str]:
        """Return the parameters that this provider does not take for this request."""
        return frozenset()

    async def check(self) -> bool | None:
        """Ask the service for something small; tells whether it accepted the key, if it says."""
        await self.list_models()
        return None

    async def close(self) -> None:
        """Release connections or memory."""
        return


def fill_not_supported(
    provider: str, model: str, known: Sequence[str] = (), reason: str = ""
) -> InvalidRequest:
    """Return the error for a model that can't fill in the middle, naming some that can."""
    why = f": {reason.strip().rstrip('.')}" if reason else ""
    named = model if model.startswith(provider) else f"{model or 'The model'} of {provider}"
    message = f"{named} can't fill in the middle{why}."
    examples = ", ".join(known) or "mercury-coder-small, or Qwen2.5-Coder on a llama.cpp server"
    hint = f"Models that can: {examples}."
    return InvalidRequest(
        message, code=FILL_NOT_SUPPORTED, hint=hint, details={"provider": provider, "model": model}
    )
