"""What the monitor says about a thought, and about a whole trace."""

from dataclasses import dataclass
from typing import Any

COLUMNS = (
    "circular_score",
    "distractor_score",
    "topic_shift",
    "relevance",
    "coherence",
    "information_density",
    "quality",
    "trend",
    "phase",
    "alert_kinds",
    "intervention",
)
TRACE_SCORES = ("loop", "circular", "redundant", "contradiction", "drift", "degradation")


@dataclass(frozen=True, slots=True)
class InterventionRecord:
    """One intervention: at which thought, of what kind, and why."""

    thought_number: int
    intervention_type: str
    reason: str


@dataclass(frozen=True, slots=True)
class MonitoringSignals:
    """The monitor's reading of one thought; every score lies between 0 and 1."""

    thought_number: int
    circular_score: float
    distractor_score: float
    topic_shift: float
    relevance: float
    coherence: float
    information_density: float
    quality: float
    trend: str
    phase: str
    alert_kinds: tuple[str, ...]
    intervention: str | None
    cognitive_load: float
    fault_scores: tuple[float, ...] = ()  # circular, redundant, contradiction
    similar_to: int | None = None

    @property
    def distractor_alert(self) -> bool:
        """Say whether the thoughts have left the question."""
        return "distractor" in self.alert_kinds

    def row(self) -> dict[str, Any]:
        """Return the columns of a scored frame."""
        return {name: getattr(self, name) for name in COLUMNS}


_MESSAGES = {
    "loop": "The last thoughts repeat earlier ones{like}. Say what is new, or take another way.",
    "circular": "The reasoning leans on what it should show. Derive the claim from the given "
    "facts without assuming it.",
    "redundant": "This goes over ground already covered{like}. Move on to what is still open.",
    "contradiction": "This does not agree with an earlier claim{like}. Settle which of the two "
    "holds before going on.",
    "distractor": "The thoughts have left the question. Go back to it: what does it ask for?",
    "degradation": "The thoughts have become thinner than at the start. State one concrete, "
    "checkable step.",
}


def intervention_message(kind: str, similar_to: int | None) -> str:
    """Return what to tell the thinker about an alert."""
    like = f" (compare thought {similar_to})" if similar_to else ""
    return _MESSAGES[kind].format(like=like)
