"""The assistants that attached: their names, colours and what they last did."""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from lux_nb.engine.calls import Call
from lux_nb.engine.events import Event

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
    from lux_nb.models.limits import RateLimiter

ASSISTANTS = "lux://assistants"
# Middle tones: each reads on a light and on a dark background.
COLOURS = (
    "#3b82c4",
    "#c2701c",
    "#8f5fd0",
    "#2e9d5b",
    "#d0487e",
    "#0f95a8",
    "#a3851a",
    "#d64545",
    "#5c73d8",
    "#6f9420",
)


def colour_of(name: str) -> str:
    """Return the colour of an assistant: always the same for the same name."""
    digest = hashlib.blake2b(name.encode("utf-8", "replace"), digest_size=2).digest()
    return COLOURS[int.from_bytes(digest, "big") % len(COLOURS)]


@dataclass(slots=True)
class Assistant:
    """An assistant that called since the engine started."""

    name: str
    version: str | None
    first_seen: datetime
    last_seen: datetime
    calls: int = 0
    last_operation: str = ""

    @property
    def colour(self) -> str:
        """The colour it is shown in."""
        return colour_of(self.name)


class Assistants:
    """Who attached, and whether each keeps to its number of calls."""

    def __init__(self, engine: "Engine") -> None:
        self._engine = engine
        self._known: dict[str, Assistant] = {}
        self._limiter: RateLimiter | None = None

    def note(self, call: Call) -> None:
        """Take down a call of an assistant; one too many is refused."""
        now = datetime.now(UTC)
        name = call.author.name
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = Assistant(name, call.author.version, now, now)
            payload = {"name": name, "colour": found.colour}
            self._engine.events.append(
                Event("assistant", call.author, subject=ASSISTANTS, status="new", payload=payload)
            )
        found.version = call.author.version or found.version
        found.last_seen, found.last_operation = now, call.operation
        found.calls += 1
        self._limit(call)

    def all(self) -> list[Assistant]:
        """Return the assistants, the latest seen first."""
        return sorted(self._known.values(), key=lambda known: known.last_seen, reverse=True)

    def _limit(self, call: Call) -> None:
        settings = self._engine.settings
        if not settings.assistant_calls_max:
            return
        if self._limiter is None:
            from lux_nb.models.limits import RateLimiter

            self._limiter = RateLimiter(settings)
        self._limiter.check(
            f"calls:{call.author.name}", settings.assistant_calls_max, call.author.label, "calls"
        )
