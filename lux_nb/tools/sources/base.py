"""What a source of tools is: something that is connected to, lists its tools and runs them."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any, ClassVar, Literal

from lux_nb.errors import InvalidRequest

Kind = Literal["mcp", "http", "object"]

_SECRET_HEADERS = frozenset({"authorization", "proxy-authorization", "cookie", "x-api-key"})
_SECRET_WORDS = ("key", "token", "secret", "password")


class Session(ABC):
    """A live connection to a source."""

    def __init__(self) -> None:
        self.changed = asyncio.Event()
        """Set when the tools have to be listed again."""
        self.lost = asyncio.Event()
        """Set when the connection is gone."""

    @abstractmethod
    async def list_tools(self) -> list[dict[str, Any]]:
        """Return the tools: name, description, inputSchema and, where known, outputSchema."""

    @abstractmethod
    async def execute(self, tool: str, arguments: dict[str, Any]) -> Any:
        """Run a tool under the name the source gave it."""


class Source(ABC):
    """Something that can be connected to, as often as need be."""

    kind: ClassVar[Kind]
    polls: ClassVar[bool] = False
    """Whether tools are listed again now and then, which also tells a dead connection."""

    @abstractmethod
    def session(self) -> AbstractAsyncContextManager[Session]:
        """Connect, and disconnect at the end."""


def refuse_plain_secrets(label: str, values: Mapping[str, Any]) -> None:
    """Refuse a key written out where it would be stored; ``${NAME}`` refers to one."""
    for name, value in values.items():
        lowered = name.lower()
        secret = lowered in _SECRET_HEADERS or any(word in lowered for word in _SECRET_WORDS)
        if secret and "${" not in str(value):
            message = f"{label}.{name}: a secret is not stored."
            hint = f"Put it into the environment and write ${{{name.upper().replace('-', '_')}}}."
            raise InvalidRequest(message, hint=hint, details={"field": f"{label}.{name}"})


def text_mapping(label: str, value: Any) -> dict[str, str]:
    """Return a mapping of texts, or say which field is not one."""
    if value is None:
        return {}
    if not isinstance(value, Mapping) or not all(isinstance(v, str) for v in value.values()):
        message = f"{label}: names and texts are needed."
        raise InvalidRequest(message, details={"field": label})
    return {str(name): text for name, text in value.items()}
