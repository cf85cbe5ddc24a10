"""Suggestions that learn: what was chosen before, what is used together, what is alike.

Three sources, with the confidence each has before anything was learned:

======================  ===========  ============================================
``user_selected``       1.00         chosen in an answered suggestion like this one
``reference_history``   0.95         used together with what fits the task
``ai_analysis``         0.70         says something close to the task
======================  ===========  ============================================

Rejections lower the confidence of what was rejected; an acceptance takes that back. All state
is plain data, so that a store can keep it and another process can replay it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any, Protocol

from lux_nb.errors import Conflict, InvalidRequest, NotFound
from lux_nb.memory.search.scoring import Hit
from lux_nb.memory.search.text import Analyser

SOURCES = {"user_selected": 1.0, "reference_history": 0.95, "ai_analysis": 0.70}
REASONS = {
    "user_selected": "Chosen before for a task like this one",
    "reference_history": "Historically referenced together with current task",
    "ai_analysis": "Says something close to the current task",
}
PLAN_A_ACCEPTANCE = 0.7
_SAME_TASK = 0.5
_LEAST_SIMILARITY = 0.3
_SEEDS = 5
_PENALTY = 0.8
_MOST_TASKS = 2_000


class Searches(Protocol):
    """Anything that finds contexts for a text, as the hybrid index does."""

    def search(self, query: str, top_k: int = 10, min_score: float = 0.0) -> list[Hit]:
        """Return the best contexts for a query."""
        ...


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One suggested context: how sure, from which source, and why."""

    id: str
    confidence: float
    source: str
    reason: str


@dataclass(slots=True)
class SuggestionSession:
    """A set of suggestions and how it was answered: ``open``, ``accepted`` or ``rejected``."""

    id: str
    task: str
    suggestions: list[Suggestion]
    status: str = "open"
    accepted: list[str] = field(default_factory=list)
    reason: str = ""


@dataclass(slots=True)
class History:
    """What the suggester has learned, as plain data."""

    together: dict[str, dict[str, int]] = field(default_factory=dict)
    chosen: list[tuple[str, list[str]]] = field(default_factory=list)
    rejected: list[tuple[str, list[str]]] = field(default_factory=list)
    accepted_count: int = 0
    rejected_count: int = 0

    def to_mapping(self) -> dict[str, Any]:
        """Return the history as JSON-ready data."""
        return asdict(self)

    @classmethod
    def from_mapping(cls, values: dict[str, Any]) -> "History":
        """Read a history that ``to_mapping`` wrote."""
        return cls(
            together={name: dict(counts) for name, counts in values["together"].items()},
            chosen=[(task, list(names)) for task, names in values["chosen"]],
            rejected=[(task, list(names)) for task, names in values["rejected"]],
            accepted_count=values["accepted_count"],
            rejected_count=values["rejected_count"],
        )


class Suggester:
    """Suggests contexts for a task and learns from how the suggestions are answered."""

    def __init__(self, history: History | None = None, analyser: Analyser | None = None) -> None:
        self.history = history or History()
        self.sessions: dict[str, SuggestionSession] = {}
        self._analyser = analyser or Analyser()

    def suggest(
        self, session_id: str, task: str, index: Searches, top_k: int = 5
    ) -> SuggestionSession:
        """Open a session with the contexts that fit a task, surest first."""
        if not task.strip():
            raise InvalidRequest("current_context is empty.", hint="Say what you are working on.")
        if session_id in self.sessions:
            raise Conflict(f"There is a suggestion session {session_id!r} already.")
        alike = index.search(task, max(top_k, _SEEDS) * 2)
        scores = self._from_choices(task)
        _keep_best(scores, self._from_history(alike, scores))
        similar = {hit.id: hit.score for hit in alike if hit.score >= _LEAST_SIMILARITY}
        _keep_best(scores, {name: ("ai_analysis", score) for name, score in similar.items()})
        penalties = self._penalties(task)
        weighed = [
            (-SOURCES[source] * penalties.get(name, 1.0), -strength, name, source)
            for name, (source, strength) in scores.items()
        ]
        suggestions = [
            Suggestion(name, round(-confidence, 4), source, REASONS[source])
            for confidence, _, name, source in sorted(weighed)[: max(top_k, 0)]
        ]
        session = SuggestionSession(session_id, task, suggestions)
        self.sessions[session_id] = session
        return session

    def accept(self, session_id: str, identifiers: Sequence[str]) -> int:
        """Record which suggestions were taken; they are referenced together from now on."""
        session = self._open_session(session_id)
        offered = {suggestion.id for suggestion in session.suggestions}
        unknown = [name for name in identifiers if name not in offered]
        if unknown:
            raise InvalidRequest(
                f"Not suggested in this session: {', '.join(unknown)}.",
                hint="Accept ids that the session suggested.",
            )
        taken = list(dict.fromkeys(identifiers))
        session.status, session.accepted = "accepted", taken
        self.history.accepted_count += len(taken)
        self.history.rejected_count += len(offered) - len(taken)
        if taken:
            self._remember(self.history.chosen, session.task, taken)
            self.reference(taken)
        return len(taken)

    def reject(self, session_id: str, reason: str) -> None:
        """Record that none of the suggestions fit, and why."""
        session = self._open_session(session_id)
        session.status, session.reason = "rejected", reason
        offered = [suggestion.id for suggestion in session.suggestions]
        self.history.rejected_count += len(offered)
        self._remember(self.history.rejected, session.task, offered)

    def reference(self, identifiers: Iterable[str]) -> None:
        """Record that contexts were used together, for instance loaded for one answer."""
        for first, second in combinations(sorted(set(identifiers)), 2):
            for one, other in ((first, second), (second, first)):
                counts = self.history.together.setdefault(one, {})
                counts[other] = counts.get(other, 0) + 1

    def forget(self, identifier: str) -> None:
        """Drop a deleted context from everything that was learned."""
        for other in self.history.together.pop(identifier, {}):
            self.history.together.get(other, {}).pop(identifier, None)
        for memory in (self.history.chosen, self.history.rejected):
            memory[:] = [
                (task, kept)
                for task, names in memory
                if (kept := [name for name in names if name != identifier])
            ]

    def open_sessions(self) -> list[SuggestionSession]:
        """Return the sessions that still have to be accepted or rejected."""
        return [session for session in self.sessions.values() if session.status == "open"]

    def acceptance_rate(self) -> float | None:
        """Return the share of answered suggestions that was taken, or None before the first."""
        answered = self.history.accepted_count + self.history.rejected_count
        return self.history.accepted_count / answered if answered else None

    def plan(self) -> str:
        """Return ``"A"`` (automatic) while enough is accepted, else ``"B"`` (ask first)."""
        rate = self.acceptance_rate()
        return "A" if rate is None or rate >= PLAN_A_ACCEPTANCE else "B"

    def _from_choices(self, task: str) -> dict[str, tuple[str, float]]:
        found: dict[str, tuple[str, float]] = {}
        for earlier, names in self.history.chosen:
            likeness = self._likeness(task, earlier)
            if likeness >= _SAME_TASK:
                for name in names:
                    strength = max(likeness, found.get(name, ("", 0.0))[1])
                    found[name] = ("user_selected", strength)
        return found

    def _from_history(
        self, alike: Sequence[Hit], chosen: dict[str, tuple[str, float]]
    ) -> dict[str, tuple[str, float]]:
        seeds = [hit.id for hit in alike[:_SEEDS] if hit.score >= _LEAST_SIMILARITY]
        counts: dict[str, int] = {}
        for seed in [*seeds, *chosen]:
            for name, count in self.history.together.get(seed, {}).items():
                counts[name] = counts.get(name, 0) + count
        # One shared use may be chance: the strength grows with each further one.
        return {name: ("reference_history", count / (count + 1)) for name, count in counts.items()}

    def _penalties(self, task: str) -> dict[str, float]:
        penalties: dict[str, float] = {}
        for earlier, names in self.history.rejected:
            likeness = self._likeness(task, earlier)
            if likeness >= _SAME_TASK:
                for name in names:
                    penalties[name] = penalties.get(name, 1.0) * (1 - (1 - _PENALTY) * likeness)
        return penalties

    def _likeness(self, task: str, other: str) -> float:
        first = set(self._analyser.question(task).terms)
        second = set(self._analyser.question(other).terms)
        return len(first & second) / max(1, len(first | second))

    def _remember(self, memory: list[tuple[str, list[str]]], task: str, names: list[str]) -> None:
        """Keep an answer; it takes the place of a contrary one to the same task."""
        contrary = self.history.chosen if memory is self.history.rejected else self.history.rejected
        for earlier, old in contrary:
            if earlier == task:
                old[:] = [name for name in old if name not in names]
        contrary[:] = [(earlier, old) for earlier, old in contrary if old]
        memory.append((task, names))
        del memory[:-_MOST_TASKS]

    def _open_session(self, session_id: str) -> SuggestionSession:
        session = self.sessions.get(session_id)
        if session is None:
            raise NotFound(f"There is no suggestion session {session_id!r}.")
        if session.status != "open":
            raise Conflict(f"The suggestion session {session_id!r} is {session.status} already.")
        return session


def _keep_best(scores: dict[str, tuple[str, float]], more: dict[str, tuple[str, float]]) -> None:
    """Add suggestions of a weaker source; what a stronger one gave stays."""
    for name, value in more.items():
        scores.setdefault(name, value)
