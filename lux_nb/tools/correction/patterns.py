"""Learned correction patterns: what worked before, how often, for which tool and agent.

Plain data with no storage and no clock: the caller passes the time and keeps the export.
Confidence is the mean of a Beta posterior over outcomes, which fade with age.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, NamedTuple

from lux_nb.tools.correction.model import MISSING_PARAMETERS, UNKNOWN_PROPERTIES, Change
from lux_nb.tools.validation import Path

PRIOR_SUCCESSES = 2.0
PRIOR_FAILURES = 1.0
HALF_LIFE_DAYS = 90.0
DEPRECATION_RATE = 0.7
"""A pattern that succeeds less often than this is no longer applied."""
MIN_EVIDENCE = 4.0
"""Outcomes needed before a pattern is judged."""
NOTEWORTHY = 0.05
"""A confidence that moves by this much is told as an evolution."""
OWN_WEIGHT = 10.0
"""How many outcomes a strategy's own confidence is worth."""
_DAY = 86_400.0

Key = tuple[str | None, str | None, str, str, str, str]
Group = tuple[str | None, ...]
EventKind = Literal["learned", "evolved", "deprecated"]


class Scope(NamedTuple):
    """Whose experience counts: a tool's, an agent's, or everybody's where it is None."""

    tool: str | None = None
    agent: str | None = None

    def widening(self) -> list["Scope"]:
        """Return this scope and the wider ones, narrowest first."""
        return list(dict.fromkeys([self, Scope(self.tool), Scope()]))


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
        return _posterior(self.successes, self.evidence)

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
            self,
            successes=self.successes * factor,
            failures=self.failures * factor,
            updated=max(now, self.updated),
        )

    def joined(self, other: "Pattern") -> "Pattern":
        """Return this pattern with the outcomes of another added."""
        return replace(
            self,
            successes=self.successes + other.successes,
            failures=self.failures + other.failures,
            uses=self.uses + other.uses,
            created=min(self.created, other.created),
            updated=max(self.updated, other.updated),
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


class PatternBook:
    """All learned patterns, looked up from the particular to the general."""

    def __init__(self, patterns: Iterable[Pattern] = ()) -> None:
        self.patterns: dict[Key, Pattern] = {}
        self._groups: dict[Group, set[Key]] = {}
        for pattern in patterns:
            self._put(pattern)

    def __len__(self) -> int:
        return len(self.patterns)

    def _put(self, pattern: Pattern) -> None:
        if pattern.key not in self.patterns:
            for group in _groups_of(pattern):
                self._groups.setdefault(group, set()).add(pattern.key)
        self.patterns[pattern.key] = pattern

    def _group(self, *group: str | None) -> list[Pattern]:
        return [self.patterns[key] for key in sorted(self._groups.get(group, ()), key=str)]

    def record(
        self,
        changes: Iterable[Change],
        *,
        succeeded: bool,
        now: float,
        tool: str | None = None,
        agent: str | None = None,
    ) -> list[PatternEvent]:
        """Learn from the outcome of a call whose arguments were changed."""
        events: list[PatternEvent] = []
        for change in changes:
            for scope in Scope(tool, agent).widening():
                event = self._learn(change, scope, succeeded=succeeded, now=now)
                events.extend([event] if event else [])
        return events

    def _learn(
        self, change: Change, scope: Scope, *, succeeded: bool, now: float
    ) -> PatternEvent | None:
        if scope.tool is None and change.type == MISSING_PARAMETERS:
            return None  # what one tool is usually called with says nothing about another
        place = place_of(change.path) if scope.tool is not None else ""
        fresh = Pattern(*scope, change.type, change.pattern, place, _detail(change), created=now)
        old = self.patterns.get(fresh.key)
        faded = (old or replace(fresh, updated=now)).faded(now)
        new = replace(
            faded,
            successes=faded.successes + succeeded,
            failures=faded.failures + (not succeeded),
            uses=faded.uses + 1,
        )
        self._put(new)
        if old is None:
            return PatternEvent("learned", new)
        if new.deprecated and not old.deprecated:
            return PatternEvent("deprecated", new)
        moved = abs(new.confidence - old.confidence) >= NOTEWORTHY
        return PatternEvent("evolved", new) if moved else None

    def adjust(
        self, confidence: float, strategy: str, name: str, path: Path, scope: Scope
    ) -> float:
        """Blend a strategy's own confidence with what experience says of it."""
        for wider in scope.widening():
            place = place_of(path) if wider.tool is not None else ""
            found = self._group(*wider, strategy, name, place)
            evidence = sum(pattern.evidence for pattern in found)
            if evidence < MIN_EVIDENCE:
                continue
            successes = sum(pattern.successes for pattern in found)
            if successes / evidence < DEPRECATION_RATE:
                return min(confidence, successes / evidence)
            weight = evidence / (evidence + OWN_WEIGHT)
            return confidence * (1 - weight) + _posterior(successes, evidence) * weight
        return confidence

    def rename_confidence(self, old: str, new: str, scope: Scope) -> float | None:
        """Return how sure a learned renaming is, or None where there is none."""
        for wider in scope.widening():
            found = self._group(*wider, UNKNOWN_PROPERTIES, f"{old}→{new}")
            if found:
                best = max(found, key=lambda pattern: pattern.evidence)
                return best.success_rate if best.deprecated else best.confidence
        return None

    def learned_value(self, path: Path, scope: Scope) -> tuple[Any, float] | None:
        """Return the value a missing parameter usually had in this tool, and how sure it is."""
        if scope.tool is None:
            return None
        for wider in scope.widening()[:-1]:
            found = [
                pattern
                for pattern in self._group(*wider, MISSING_PARAMETERS, place_of(path))
                if not pattern.deprecated and pattern.successes > 0
            ]
            if found:
                total = sum(pattern.successes for pattern in found)
                best = max(found, key=lambda pattern: pattern.successes)
                return json.loads(best.detail), best.confidence * best.successes / total
        return None

    def export(self) -> list[dict[str, Any]]:
        """Return all patterns as plain dicts, surest first."""
        ordered = sorted(self.patterns.values(), key=lambda item: (-item.confidence, item.id))
        return [pattern.to_dict() for pattern in ordered]

    @classmethod
    def load(cls, exported: Iterable[Mapping[str, Any]]) -> "PatternBook":
        """Rebuild a book from what ``export`` gave."""
        names = set(Pattern.__dataclass_fields__)
        return cls(
            Pattern(**{key: value for key, value in item.items() if key in names})
            for item in exported
        )

    def merge(self, other: "PatternBook") -> None:
        """Add the outcomes another book holds."""
        for key, theirs in other.patterns.items():
            mine = self.patterns.get(key)
            self._put(theirs if mine is None else mine.joined(theirs))


def _groups_of(pattern: Pattern) -> list[Group]:
    """Return the questions a pattern is an answer to."""
    scope = (pattern.tool, pattern.agent)
    groups: list[Group] = [(*scope, pattern.strategy, pattern.name, pattern.place)]
    if pattern.strategy == UNKNOWN_PROPERTIES and pattern.detail:
        groups.append((*scope, pattern.strategy, pattern.detail))
    if pattern.strategy == MISSING_PARAMETERS:
        groups.append((*scope, pattern.strategy, pattern.place))
    return groups


def _posterior(successes: float, evidence: float) -> float:
    """Return the mean of the Beta posterior."""
    return (successes + PRIOR_SUCCESSES) / (evidence + PRIOR_SUCCESSES + PRIOR_FAILURES)


def place_of(path: Path) -> str:
    """Return a path with any list position as ``*``: ``items.*.name``."""
    return ".".join("*" if isinstance(step, int) else step for step in path)


def _detail(change: Change) -> str:
    if change.from_path is not None and change.from_path and change.path:
        return f"{change.from_path[-1]}→{change.path[-1]}"
    if change.type == MISSING_PARAMETERS:
        return json.dumps(change.after, ensure_ascii=False, sort_keys=True, default=str)
    return ""
