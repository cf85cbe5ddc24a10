"""What a provider is."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from typing import ClassVar

from lux_nb.models.types import ChatRequest, Finished, TextDelta


class Provider(ABC):
    """A service that answers chat requests."""

    name: ClassVar[str]

    @abstractmethod
    def stream(self, request: ChatRequest) -> AsyncIterator[TextDelta | Finished]:
        """Yield the answer piece by piece and, last, how it ended."""

    @abstractmethod
    async def list_models(self) -> list[str]:
        """Return the names of the models it offers."""

    async def close(self) -> None:
        """Release connections or memory."""
        return
