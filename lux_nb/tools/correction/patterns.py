"""Learned correction patterns: what worked before, how often, for which tool and agent.

Plain data with no storage and no clock: the caller passes the time and keeps the export.
Confidence is the mean of a Beta posterior over outcomes, which fade with age.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from lux_nb.tools.correction.model import MISSING_PARAMETERS, UNKNOWN_PROPERTIES, Change
from lux_nb.tools.validation import Path

PRIOR_SUCCESSES = 2.0
PRIOR_FAILURES = 1.0
HALF_LIFE_DAYS = 90.0
DEPRECATION_RATE = 0.7
"""A pattern that succeeds less often than this is no longer applied."""
MIN_EVIDENCE = 4.0
"""Outcomes needed before a pattern is judged."""
_DAY = 86_400.0

Key = tuple[str | None, str | None, str, str, str, str]
EventKind = Literal["learned", "evolved", "deprecated"]


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way of correcting that was tried, with its outcomes."""

    tool: str | None
    """None for what holds across tools."""
    agent: str | None
    """None for what holds for every agent."""
    strategy: str
    name: str
    place: str
    """The path with ``*`` for list positions; empty for any place."""
    detail: str = ""
    """What makes it particular: ``old→new`` of a renaming, the JSON of a filled-in value."""
    successes: float = 0.0
    failures: float = 0.0
    uses: int = 0
    created: float = 0.0
    updated: float = 0.0

    @property
    def key(self) -> Key:
        """What tells this pattern from any other."""
        return (self.tool, self.agent, self.strategy, self.name, self.place, self.detail)

    @property
    def id(self) -> str:
        """A readable identifier."""
        parts = (self.tool or "*", self.agent or "*", self.name, self.place or "*", self.detail)
        return ":".join(part for part in parts if part)

    @property
    def evidence(self) -> float:
        """How many outcomes count, faded by age."""
        return self.successes + self.failures

    @property
    def confidence(self) -> float:
        """The mean of the Beta posterior."""
        return (self.successes + PRIOR_SUCCESSES) / (self.evidence + PRIOR_SUCCESSES + PRIOR_FAILURES)

    @property
    def success_rate(self) -> float:
        """The share of outcomes that were good; 1 while there is none."""
        return self.successes / self.evidence if self.evidence else 1.0

    @property
    def deprecated(self) -> bool:
        """Whether it failed too often to be applied again."""
        return self.evidence >= MIN_EVIDENCE and self.success_rate < DEPRECATION_RATE

    def faded(self, now: float) -> "Pattern":
        """Return the pattern as it counts at ``now`` (seconds)."""
        age = max(0.0, now - self.updated) / _DAY
        factor = 0.5 ** (age / HALF_LIFE_DAYS)
        return replace(
            self, successes=self.successes * factor, failures=self.failures * factor, updated=max(now, self.updated)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the pattern as plain data, with its computed figures."""
        return asdict(self) | {
            "id": self.id,
            "confidence": round(self.confidence, 4),
            "deprecated": self.deprecated,
        }


@dataclass(frozen=True, slots=True)
class PatternEvent:
    """A pattern was learned, evolved or was deprecated."""

    kind: EventKind
    pattern: Pattern


@dataclass(slots=True)
class PatternBook:
    """All learned patterns, looked up from the particular to the general."""

    patterns: dict[Key, Pattern] = field(default_factory=dict)

    def record(
        self, changes: Iterable[Change], *, succeeded: bool, now: float, tool: str | None = None, agent: str | None = None
    ) -> list[PatternEvent]:
        """Learn from the outcome of a call whose arguments were changed."""
        events: list[PatternEvent] = []
        for change in changes:
            for scope in dict.fromkeys([(tool, agent), (tool, None), (None, None)]):
                events.extend(self._learn(change, scope, succeeded, now))
        return events

    def _learn(
        self, change: Change, scope: tuple[str | None, str | None], succeeded: bool, now: float
    ) -> list[PatternEvent]:
        tool, agent = scope
        if tool is None and change.type == MISSING_PARAMETERS:
            return []  # what one tool is usually called with says nothing about another
        place = place_of(change.path) if tool is not None else ""
        fresh = Pattern(tool, agent, change.type, change.pattern, place, _detail(change), created=now, updated=now)
        old = self.patterns.get(fresh.key)
        faded = (old or fresh).faded(now)
        new = replace(
            faded,
            successes=faded.successes + succeeded,
            failures=faded.failures + (not succeeded),
            uses=faded.uses + 1,
        )
        self.patterns[new.key] = new
        if old is None:
            return [PatternEvent("learned", new)]
        if new.deprecated and not old.deprecated:
            return [PatternEvent("deprecated", new)]
        if abs(new.confidence - old.confidence) >= 0.05:
            return [PatternEvent("evolved", new)]
        return []

    def adjust(
        self, confidence: float, strategy: str, name: str, path: Path, tool: str | None, agent: str | None
    ) -> float:
        """Blend a strategy's own confidence with what experience says of it."""
        for scope_tool, scope_agent in dict.fromkeys([(tool, agent), (tool, None), (None, None)]):
            place = place_of(path) if scope_tool is not None else ""
            found = [
                pattern
                for key, pattern in self.patterns.items()
                if key[:5] == (scope_tool, scope_agent, strategy, name, place)
            ]
            evidence = sum(pattern.evidence for pattern in found)
            if evidence < MIN_EVIDENCE:
                continue
            successes = sum(pattern.successes for pattern in found)
            if successes / evidence < DEPRECATION_RATE:
                return min(confidence, successes / evidence)
            posterior = (successes + PRIOR_SUCCESSES) / (evidence + PRIOR_SUCCESSES + PRIOR_FAILURES)
            weight = evidence / (evidence + 10.0)
            return confidence * (1 - weight) + posterior * weight
        return confidence

    def rename_confidence(self, old: str, new: str, tool: str | None, agent: str | None) -> float | None:
        """Return how sure a learned renaming is, or None where there is none."""
        detail = f"{old}→{new}"
        found = [
            pattern
            for pattern in self.patterns.values()
            if pattern.strategy == UNKNOWN_PROPERTIES and pattern.detail == detail and pattern.tool in {tool, None}
            and pattern.agent in {agent, None} and pattern.evidence >= 1
        ]
        if not found:
            return None
        best = max(found, key=lambda pattern: (pattern.tool is not None, pattern.agent is not None))
        return best.success_rate if best.deprecated else best.confidence

    def learned_value(self, path: Path, tool: str | None, agent: str | None) -> tuple[Any, float] | None:
        """Return the value a missing parameter usually had in this tool, and how sure it is."""
        if tool is None:
            return None
        place = place_of(path)
        found = [
            pattern
            for pattern in self.patterns.values()
            if pattern.strategy == MISSING_PARAMETERS and pattern.tool == tool and pattern.place == place
            and pattern.agent in {agent, None} and not pattern.deprecated and pattern.successes > 0
        ]
        if not found:
            return None
        own = [pattern for pattern in found if pattern.agent == agent] or found
        total = sum(pattern.successes for pattern in own)
        best = max(own, key=lambda pattern: pattern.successes)
        return json.loads(best.detail), best.confidence * best.successes / total

    def export(self) -> list[dict[str, Any]]:
        """Return all patterns as plain dicts, surest first."""
        return [p.to_dict() for p in sorted(self.patterns.values(), key=lambda p: (-p.confidence, p.id))]

    @classmethod
    def load(cls, exported: Iterable[Mapping[str, Any]]) -> "PatternBook":
        """Rebuild a book from what ``export`` gave."""
        names = set(Pattern.__dataclass_fields__)
        book = cls()
        for item in exported:
            pattern = Pattern(**{key: value for key, value in item.items() if key in names})
            book.patterns[pattern.key] = pattern
        return book

    def merge(self, other: "PatternBook") -> None:
        """Add the outcomes another book holds."""
        for key, pattern in other.patterns.items():
            mine = self.patterns.get(key)
            self.patterns[key] = pattern if mine is None else replace(
                mine,
                successes=mine.successes + pattern.successes,
                failures=mine.failures + pattern.failures,
                uses=mine.uses + pattern.uses,
                created=min(mine.created, pattern.created),
                updated=max(mine.updated, pattern.updated),
            )


def place_of(path: Path) -> str:
    """Return a path with any list position as ``*``: ``items.*.name``."""
    return ".".join("*" if isinstance(step, int) else step for step in path)


def _detail(change: Change) -> str:
    if change.from_path is not None and change.from_path and change.path:
        return f"{change.from_path[-1]}→{change.path[-1]}"
    if change.type == MISSING_PARAMETERS:
        return json.dumps(change.after, ensure_ascii=False, sort_keys=True, default=str)
    return ""
