"""The monitor of one reasoning session, thought by thought."""

from dataclasses import asdict
from typing import Any

from lux_nb.errors import InvalidRequest
from lux_nb.reasoning.monitor.fallacies import with_argument
from lux_nb.reasoning.monitor.measures import measure_one
from lux_nb.reasoning.monitor.memory import Memory
from lux_nb.reasoning.monitor.models import FAULTS, TraceWindow
from lux_nb.reasoning.monitor.profiles import profile_named
from lux_nb.reasoning.monitor.reading import read
from lux_nb.reasoning.monitor.signals import InterventionRecord, MonitoringSignals
from lux_nb.reasoning.monitor.tracker import Tracker

STATE_VERSION = 1


class MetacognitiveMonitor:
    """Watches one session: give it each thought, ask whether to intervene and with what words.

    The cost of a thought does not grow with the number of earlier ones. Without a query the
    first thought stands for it.
    """

    def __init__(self, query: str | None = None, profile: str = "tuned") -> None:
        self._profile = profile_named(profile)
        self.reset_session(query)

    def reset_session(self, query: str | None = None) -> None:
        """Forget everything and begin anew, with another query if one is given."""
        self._memory = Memory()
        self._tracker = Tracker(self._profile, asked=bool(query))
        self._windows = [TraceWindow() for _ in FAULTS]
        self._carry = 0.0
        self._last: MonitoringSignals | None = None
        self._first = ""
        if query:
            self._memory.observe(read([query]))

    @property
    def profile(self) -> str:
        """Return the name of the profile in use."""
        return self._profile.name

    @property
    def thoughts(self) -> int:
        """Return how many thoughts were processed."""
        return self._tracker.course.thoughts

    @property
    def last_signals(self) -> MonitoringSignals | None:
        """Return the signals of the latest thought."""
        return self._last

    @property
    def intervention_history(self) -> list[InterventionRecord]:
        """Return the interventions so far, oldest first."""
        return list(self._tracker.interventions)

    def process_thought(self, thought: str) -> MonitoringSignals:
        """Take in the next thought and return what the monitor makes of it."""
        reading = read([thought])
        if self._memory.documents == 0:
            self._memory.observe(reading)
        context = self._memory.observe(reading)
        carry = self._carry if self.thoughts else 0.0
        measures = measure_one(reading, context, carry)
        self._carry = measures.shift_carry
        evidence = [
            window.add(logit) for window, logit in zip(self._windows, measures.logits, strict=True)
        ]
        self._last = MonitoringSignals(*self._tracker.step(measures.row(evidence)))
        self._first = thought if self.thoughts == 1 and isinstance(thought, str) else ""
        return self._last

    def should_intervene(self) -> bool:
        """Say whether the latest thought calls for an intervention."""
        return self._last is not None and self._last.intervention is not None

    def get_intervention_message(self) -> str | None:
        """Return what to tell the thinker after the latest thought, if anything."""
        return self._last.intervention if self._last else None

    def trace_scores(self) -> dict[str, float]:
        """Return the scores of the whole trace so far: loop, circular, redundant and the rest."""
        scores = self._tracker.trace_scores()
        if self.thoughts == 1 and self.profile == "tuned":
            return with_argument(scores, self._first)
        return scores

    def status(self) -> dict[str, Any]:
        """Return the state of the session as ``illumination_status`` reports it."""
        last = self._last
        return {
            "cognitive_load": last.cognitive_load if last else 0.0,
            "current_phase": last.phase if last else "exploration",
            "circular_reasoning_score": last.circular_score if last else 0.0,
            "distractor_fixation_score": last.distractor_score if last else 0.0,
            "quality_metrics": {
                "coherence": last.coherence if last else 0.0,
                "information_density": last.information_density if last else 0.0,
                "relevance": last.relevance if last else 0.0,
                "trend": last.trend if last else "stable",
            },
            "intervention_history": [asdict(record) for record in self._tracker.interventions],
        }

    def to_state(self) -> dict[str, Any]:
        """Return everything there is to know of the session, ready for JSON."""
        return {
            "version": STATE_VERSION,
            "profile": self._profile.name,
            "memory": self._memory.to_state(),
            "tracker": self._tracker.to_state(),
            "windows": [window.to_state() for window in self._windows],
            "carry": self._carry,
            "first": self._first,
            "last": asdict(self._last) if self._last else None,
        }

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> "MetacognitiveMonitor":
        """Build a monitor again that goes on exactly where the stored one stopped."""
        if state.get("version") != STATE_VERSION:
            raise InvalidRequest(
                f"This monitor state has version {state.get('version')!r}, not {STATE_VERSION}.",
                hint="Begin a new session.",
            )
        monitor = cls(profile=state["profile"])
        monitor._memory = Memory.from_state(state["memory"])
        monitor._tracker = Tracker.from_state(monitor._profile, state["tracker"])
        monitor._windows = [TraceWindow(logits) for logits in state["windows"]]
        monitor._carry = state["carry"]
        monitor._first = state["first"]
        last = state["last"]
        if last:
            for name in ("alert_kinds", "fault_scores"):
                last = {**last, name: tuple(last[name])}
            monitor._last = MonitoringSignals(**last)
        return monitor
