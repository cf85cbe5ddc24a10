"""A Socket.IO client: who it is, and what it wants to hear."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from lux_nb.engine.authors import Author
from lux_nb.server.socketio.events import ATTEMPTS


@dataclass(slots=True)
class Client:
    """One connected client."""

    sid: str
    author: Author
    agent: str | None = None
    """The agent whose corrections it wants to hear of; all when none."""
    hosts: set[str] = field(default_factory=set)
    """The providers whose tools it runs."""
    closing: list[Callable[[], Awaitable[Any]]] = field(default_factory=list)
    """What is to be done when it leaves."""

    def wants(self, kind: str, payload: dict[str, Any]) -> bool:
        """Tell whether an event is for this client."""
        if self.agent is None or not kind.startswith(ATTEMPTS):
            return True
        return payload.get("agentId") == self.agent

    async def close(self) -> None:
        """Undo what was there for this client only."""
        while self.closing:
            await self.closing.pop()()
