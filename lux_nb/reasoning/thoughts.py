"""A thought of a trace, as the store keeps it."""

from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any

from lux_nb.engine.authors import Author


@dataclass(slots=True)
class Readings:
    """What was measured on a thought; None is a check that was off or had nothing to go by."""

    circular_score: float | None = None
    distractor_score: float | None = None
    topic_shift: float | None = None
    relevance: float | None = None
    coherence: float | None = None
    information_density: float | None = None
    quality: float | None = None
    trend: str | None = None
    phase: str | None = None
    cognitive_load: float | None = None
    perplexity: float | None = None
    perplexity_source: str | None = None
    attention_entropy: float | None = None
    reasoning_depth: float | None = None
    confidence: float | None = None
    alert_kinds: list[str] = field(default_factory=list)
    intervention: str | None = None
    intervention_type: str | None = None

    @property
    def distractor_alert(self) -> bool:
        """Whether the thoughts have left the question."""
        return "distractor" in self.alert_kinds


READING_NAMES = tuple(item.name for item in fields(Readings))


@dataclass(slots=True)
class Written:
    """Which model wrote a step, and what that took."""

    model: str
    call_id: str | None = None
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = None
    seconds: float = 0.0


WRITTEN_NAMES = tuple(item.name for item in fields(Written))


@dataclass(slots=True)
class Thought:
    """One thought of a trace with its readings."""

    id: str
    session_id: str
    position: int
    thought_number: int
    guidance: str
    content: str
    thought_type: str
    next_thought_needed: bool
    created_at: datetime
    written: Written
    readings: Readings
    synthesis: dict[str, Any]
    author: Author
    branch_id: str | None = None
    branch_from_thought: int | None = None
    is_revision: bool = False
    revises_thought: int | None = None
    files: list[str] = field(default_factory=list)

    @property
    def number(self) -> int:
        """Its number, as a step of a line."""
        return self.thought_number

    @property
    def leaves_from(self) -> int | None:
        """Where its branch leaves, as a step of a line."""
        return self.branch_from_thought

    @property
    def revises(self) -> int | None:
        """What it takes the place of, as a step of a line."""
        return self.revises_thought if self.is_revision else None

    @property
    def label(self) -> str:
        """A short name such as ``3`` or ``3 (costs)`` for one on a branch."""
        place = f" ({self.branch_id})" if self.branch_id else ""
        return f"{self.thought_number}{place}"

    def row(self) -> dict[str, Any]:
        """Return the thought as a row of its table."""
        own = {name: getattr(self, name) for name in _OWN}
        readings = {name: getattr(self.readings, name) for name in READING_NAMES}
        written = {name: getattr(self.written, name) for name in WRITTEN_NAMES}
        return {**own, **readings, **written, **self.author.columns()}

    @classmethod
    def from_row(cls, row: Any) -> "Thought":
        """Make a thought from a row of its table."""
        return cls(
            **{name: getattr(row, name) for name in _OWN},
            readings=Readings(**{name: getattr(row, name) for name in READING_NAMES}),
            written=Written(**{name: getattr(row, name) for name in WRITTEN_NAMES}),
            author=Author.from_row(row),
        )


_OWN = tuple(
    item.name for item in fields(Thought) if item.name not in {"readings", "written", "author"}
)
