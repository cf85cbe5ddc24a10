"""What a correction is: changes with their reasons, and what came of them."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from lux_nb.tools.validation import Path, Problem, pointer

Risk = Literal["low", "medium", "high"]
RISKS: tuple[Risk, ...] = ("low", "medium", "high")

TYPE_CONVERSION = "typeConversion"
MISSING_PARAMETERS = "missingParameters"
UNKNOWN_PROPERTIES = "unknownProperties"
ENUM_MATCH = "enumMatch"
STRUCTURE = "structure"
TOOL_NAME = "toolName"
STRATEGIES = (
    TYPE_CONVERSION,
    MISSING_PARAMETERS,
    UNKNOWN_PROPERTIES,
    ENUM_MATCH,
    STRUCTURE,
    TOOL_NAME,
)
"""The strategies a change can belong to, by the names settings and statistics use."""


class _Absent:
    """The value of something that is not there."""

    def __repr__(self) -> str:
        return "(absent)"

    def __bool__(self) -> bool:
        return False


ABSENT = _Absent()


class Offer(NamedTuple):
    """A value that could take another's place, with strategy, confidence, risk and reason."""

    value: Any
    strategy: str
    pattern: str
    confidence: float
    risk: Risk
    reasoning: str


@dataclass(frozen=True, slots=True)
class Change:
    """One change to the arguments: what, where, how sure and why."""

    type: str
    pattern: str
    path: Path
    before: Any
    after: Any
    confidence: float
    risk: Risk
    reasoning: str
    from_path: Path | None = None
    """Where the value stood before it was renamed or moved."""

    def diff(self) -> str:
        """Return the change as the two lines of a diff."""
        lines = []
        if self.before is not ABSENT:
            lines.append(f"- {pointer(self.from_path or self.path)}: {_shown(self.before)}")
        if self.after is not ABSENT:
            lines.append(f"+ {pointer(self.path)}: {_shown(self.after)}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return the change as plain data."""
        result: dict[str, Any] = {
            "type": self.type,
            "appliedPattern": self.pattern,
            "path": pointer(self.path),
            "confidence": round(self.confidence, 3),
            "riskLevel": self.risk,
            "reasoning": self.reasoning,
            "diff": self.diff(),
        }
        if self.before is not ABSENT:
            result["before"] = self.before
        if self.after is not ABSENT:
            result["after"] = self.after
        if self.from_path is not None:
            result["fromPath"] = pointer(self.from_path)
        return result


@dataclass(frozen=True, slots=True)
class Correction:
    """The outcome of ``correct``: the arguments to use, and everything that was considered."""

    original: Any
    arguments: Any
    """The corrected arguments if they could be made valid safely, else the original."""
    valid: bool
    changes: tuple[Change, ...] = ()
    """What was applied."""
    proposed: tuple[Change, ...] = ()
    """What was not: too unsure, too risky, or not enough to make the call valid."""
    proposed_arguments: Any = None
    """The arguments with every proposal carried out as well, where there are any."""
    problems: tuple[Problem, ...] = ()
    """What was wrong at first."""
    remaining: tuple[Problem, ...] = ()
    """What is still wrong with ``arguments``."""

    @property
    def changed(self) -> bool:
        """Whether ``arguments`` differ from the original."""
        return bool(self.changes)

    @property
    def confidence(self) -> float:
        """How sure all applied changes (or else all proposed) are together."""
        changes = self.changes or self.proposed
        return min((change.confidence for change in changes), default=1.0 if self.valid else 0.0)

    @property
    def risk(self) -> Risk:
        """The highest risk of any applied (or else proposed) change."""
        return highest_risk(self.changes or self.proposed)

    def diff(self) -> str:
        """Return the applied changes, or else the proposed ones, as a diff."""
        return "\n".join(change.diff() for change in self.changes or self.proposed)

    def to_dict(self) -> dict[str, Any]:
        """Return the correction as plain data."""
        return {
            "valid": self.valid,
            "changed": self.changed,
            "arguments": self.arguments,
            "confidence": round(self.confidence, 3),
            "riskLevel": self.risk,
            "changes": [change.to_dict() for change in self.changes],
            "proposed": [change.to_dict() for change in self.proposed],
            "proposedArguments": self.proposed_arguments,
            "problems": [problem.to_dict() for problem in self.problems],
            "remaining": [problem.to_dict() for problem in self.remaining],
        }

    def _repr_html_(self) -> str:
        from lux_nb.display.corrections import correction_html

        return correction_html(self)

    def _repr_markdown_(self) -> str:
        from lux_nb.display.corrections import correction_markdown

        return correction_markdown(self)


@dataclass(frozen=True, slots=True)
class CallCorrection:
    """The outcome of ``correct_call``: which tool was meant, and its corrected arguments."""

    name: str
    known: bool
    """Whether ``name`` is one of the tools."""
    correction: Correction
    name_change: Change | None = None
    """How the name was repaired, or how it would be."""
    applied: bool = False
    """Whether the name was changed."""
    alternatives: tuple[str, ...] = field(default=())
    """Other tools that come near, best first."""

    @property
    def arguments(self) -> Any:
        """The arguments to call the tool with."""
        return self.correction.arguments

    @property
    def valid(self) -> bool:
        """Whether the call can be made."""
        return self.known and self.correction.valid

    def _repr_html_(self) -> str:
        from lux_nb.display.corrections import call_html

        return call_html(self)

    def _repr_markdown_(self) -> str:
        from lux_nb.display.corrections import call_markdown

        return call_markdown(self)


def highest_risk(changes: Iterable[Change]) -> Risk:
    """Return the highest risk among changes."""
    return RISKS[max((RISKS.index(change.risk) for change in changes), default=0)]


def _shown(value: Any) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (TypeError, ValueError, RecursionError):
        text = repr(value)
    return text if len(text) <= 200 else f"{text[:197]}..."
