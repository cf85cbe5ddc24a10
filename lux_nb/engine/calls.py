"""The call under way: who asked, and where its partial results go."""

import time
import uuid
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from lux_nb.engine.authors import Author


@dataclass(frozen=True, slots=True)
class Delta:
    """A piece of text of a streamed answer."""

    text: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a call is, in words and, where known, in numbers."""

    message: str
    done: float | None = None
    total: float | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the user should see beside the result, such as a wait or a dropped parameter."""

    message: str


Update = Delta | Progress | Notice
Listener = Callable[[Update], None]


@dataclass(slots=True)
class Call:
    """One run of an operation."""

    operation: str
    author: Author
    listener: Listener | None = None
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    started: float = field(default_factory=time.perf_counter)
    usage: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    quiet: bool = False

    def emit(self, update: Update) -> None:
        """Hand a partial result to whoever listens."""
        if isinstance(update, Notice):
            self.notes.append(update.message)
        if self.listener is not None:
            self.listener(update)

    def spend(self, *, prompt_tokens: int, completion_tokens: int, cost: float | None) -> None:
        """Add what a model call used to what this operation used."""
        for name, value in (
            ("prompt_tokens", prompt_tokens),
            ("completion_tokens", completion_tokens),
        ):
            self.usage[name] = self.usage.get(name, 0) + value
        if cost is not None:
            self.usage["cost"] = self.usage.get("cost", 0.0) + cost

    @property
    def seconds(self) -> float:
        """Time since the call began."""
        return time.perf_counter() - self.started


_current: ContextVar[Call] = ContextVar("lux_nb_call")


def current_call() -> Call:
    """Return the call that the running operation belongs to."""
    return _current.get()


def enter_call(call: Call) -> None:
    """Make ``call`` the current one for the rest of this task."""
    _current.set(call)
