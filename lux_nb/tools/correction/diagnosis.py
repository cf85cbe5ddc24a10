"""Say in plain words what was wrong with a call, and what would prevent it."""

from dataclasses import dataclass
from typing import Any

from lux_nb.tools.correction.model import Correction, Risk
from lux_nb.tools.validation import Problem, pointer

_TYPES = (
    (bool, "boolean"),
    (str, "string"),
    (int, "number"),
    (float, "number"),
    (dict, "object"),
    (list, "array"),
)
_TIPS = {
    "typeMismatch": "Pass each argument with the type its schema gives; numbers without quotes.",
    "missingRequired": "Check the list of required parameters before the call.",
    "unknownProperties": "Use the parameter names exactly as the schema writes them.",
    "invalidValue": "Choose from the allowed values, spelled as they are listed.",
    "outOfRange": "Keep numbers, lengths and counts within the limits of the schema.",
    "invalidFormat": "Write dates as 2024-01-31 and times as 14:30:00Z.",
}


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What kind of error it was, why, where, and whether it can be mended."""

    error_type: str
    severity: Risk
    root_cause: str
    affected_parameters: tuple[str, ...]
    fixable: bool
    confidence: float
    prevention_tips: tuple[str, ...]
    error_category: str = "parameterValidation"

    def to_dict(self) -> dict[str, Any]:
        """Return the diagnosis under the names of the wire."""
        return {
            "errorType": self.error_type,
            "errorCategory": self.error_category,
            "severity": self.severity,
            "rootCause": self.root_cause,
            "affectedParameters": list(self.affected_parameters),
            "fixable": self.fixable,
            "confidence": round(self.confidence, 3),
        }


def diagnose(correction: Correction) -> Diagnosis | None:
    """Return what was wrong with a call that was corrected, or None if nothing was."""
    if not correction.problems:
        return None
    kinds = list(dict.fromkeys(problem.kind for problem in correction.problems))
    names = dict.fromkeys(name for problem in correction.problems for name in affected(problem))
    severity: Risk = correction.risk if correction.valid else "high"
    if correction.valid and severity == "low" and len(correction.problems) > 1:
        severity = "medium"
    return Diagnosis(
        kinds[0],
        severity,
        "; ".join(explain(problem) for problem in correction.problems[:3]),
        tuple(names),
        correction.valid or bool(correction.proposed),
        correction.confidence,
        tuple(_TIPS[kind] for kind in kinds if kind in _TIPS),
    )


def affected(problem: Problem) -> list[str]:
    """Return the parameters a problem is about."""
    if problem.path:
        return [pointer(problem.path)]
    if not isinstance(problem.value, dict):
        return []
    if problem.keyword == "required":
        return [name for name in problem.expected if name not in problem.value]
    return [name for name in problem.value if f"'{name}'" in problem.message]


def explain(problem: Problem) -> str:
    """Return one sentence about a problem."""
    where = pointer(problem.path)
    if problem.keyword == "type":
        wanted = problem.expected
        expected = " or ".join(wanted) if isinstance(wanted, list) else str(wanted)
        value = f" ({problem.value!r})" if len(repr(problem.value)) <= 40 else ""
        return (
            f"Parameter {where!r} expects {expected} but received {type_name(problem.value)}{value}"
        )
    if problem.keyword == "required":
        return f"Missing required parameter: {', '.join(affected(problem)) or problem.message}"
    return f"{where}: {problem.message}" if problem.path else problem.message


def type_name(value: Any) -> str:
    """Return the JSON type of a value."""
    if value is None:
        return "null"
    return next((name for kind, name in _TYPES if isinstance(value, kind)), type(value).__name__)
