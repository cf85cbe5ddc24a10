"""Parts of a diagnosis: kinds of errors told in words, corrections shown, cases tried."""

import re
import time
from typing import Any

from lux_nb.engine.payloads import plain
from lux_nb.errors import InvalidRequest, LuxError
from lux_nb.tools.correction import Change, Correction, diagnose
from lux_nb.tools.definitions import Tool
from lux_nb.tools.learning import Attempt
from lux_nb.tools.meta.ranking import rank
from lux_nb.tools.service import Tools

_KINDS = (
    ("timeout", "execution", re.compile(r"time[d ]?-?\s?out|took longer", re.I)),
    ("permissionDenied", "permission", re.compile(r"permission|denied|forbidden|refused", re.I)),
    ("notFound", "execution", re.compile(r"not found|no such|does not exist|there is no", re.I)),
    ("rateLimited", "execution", re.compile(r"rate.?limit|too many", re.I)),
    (
        "missingRequired",
        "parameterValidation",
        re.compile(r"required|missing", re.I),
    ),
    (
        "unknownProperties",
        "parameterValidation",
        re.compile(r"unknown|unexpected|additional propert", re.I),
    ),
    (
        "typeMismatch",
        "parameterValidation",
        re.compile(r"expected \w+ but|not of type|wrong type|must be (?:a|an) ", re.I),
    ),
    ("network", "execution", re.compile(r"connect|network|unreachable|dns", re.I)),
)


def error_type(message: str) -> tuple[str, str]:
    """Return the kind and the category of an error told in words."""
    for kind, category, pattern in _KINDS:
        if pattern.search(message):
            return kind, category
    return "unknown", "execution"


def diagnose_text(message: str) -> dict[str, Any]:
    """Return the diagnosis of an error whose call fits its schema: only the words tell."""
    kind, category = error_type(message)
    return {
        "errorType": kind,
        "errorCategory": category,
        "severity": "medium",
        "rootCause": message,
        "affectedParameters": [],
        "fixable": False,
        "confidence": 0.0 if kind == "unknown" else 0.5,
    }


def correction_view(attempt: Attempt, most: int) -> dict[str, Any]:
    """Return a correction as the spec's ``autoCorrection`` tells it."""
    correction = attempt.correction
    changes = correction.changes or correction.proposed
    corrected = correction.arguments if correction.changed else correction.proposed_arguments
    shown: dict[str, Any] = {
        "available": bool(changes),
        "corrections": [_change(change, corrected) for change in changes[:most]],
    }
    if attempt.applied:
        shown["appliedCorrection"] = {
            "type": correction.changes[0].type,
            "correctedParameters": correction.arguments,
            "confidence": round(correction.confidence, 3),
        }
    elif attempt.refusal:
        shown["notApplied"] = attempt.refusal
    return shown


def _change(change: Change, corrected: Any) -> dict[str, Any]:
    return {
        "type": change.type,
        "description": change.diff(),
        "correctedParameters": corrected,
        "confidence": round(change.confidence, 3),
        "reasoning": change.reasoning,
        "riskLevel": change.risk,
        "appliedPattern": change.pattern,
    }


async def alternatives_for(tools: Tools, tool: Tool, most: int) -> list[dict[str, Any]]:
    """Return tools that do something alike, best first."""
    others = [item for item in tools.registry.find(status="active") if item.name != tool.name]
    wish = f"{tool.name.replace('_', ' ')} {tool.description}"
    ranked = [item for item in rank(others, wish) if item.tool.available]
    # Of two that share as much, the one of the same category is the likelier substitute.
    ranked.sort(
        key=lambda item: -(item.score + (0.25 if item.tool.category == tool.category else 0))
    )
    found = ranked[:most]
    return [
        {
            "toolName": item.tool.name,
            "reasoning": f"it shares {', '.join(item.words[:4])} with {tool.name}",
            "relevanceScore": round(item.score, 3),
        }
        for item in found
    ]


def try_case(tools: Tools, given: dict[str, Any]) -> dict[str, Any]:
    """Try the corrector on one case and compare with what was expected."""
    name = str(given.get("name", "test"))
    started = time.perf_counter()
    try:
        tool = tools.registry.get(_tool_name(given))
        attempt = tools.correction.attempt(tool, given.get("parameters", {}))
    except LuxError as error:
        return {"testName": name, "passed": False, "executionTime": 0.0, "error": plain(error)}
    elapsed = round((time.perf_counter() - started) * 1000, 3)
    correction = attempt.correction
    found = diagnose(correction)
    kinds = [problem.kind for problem in correction.problems]
    expected_error, expected = given.get("expectedError"), given.get("expectedCorrection")
    matched = _matches(expected, correction.arguments) if attempt.applied else False
    passed = expected_error is None or expected_error in kinds
    passed = passed and (expected is None or matched)
    shown: dict[str, Any] = {
        "testName": name,
        "passed": passed,
        "executionTime": elapsed,
        "errorDetected": bool(kinds),
        "correctionApplied": attempt.applied,
        "correctionMatched": matched,
        "confidence": round(correction.confidence, 3),
        "details": {
            "originalParameters": correction.original,
            "correctedParameters": correction.arguments,
            "errorType": found.error_type if found else None,
            "correctionType": correction.changes[0].type if correction.changes else None,
        },
    }
    if not passed:
        shown["reason"] = _reason(attempt, correction, expected, matched)
    return shown


def _tool_name(given: dict[str, Any]) -> str:
    name = given.get("toolName", given.get("tool"))
    if not isinstance(name, str):
        raise InvalidRequest("testCases: each needs a toolName.")
    return name


def _matches(expected: Any, arguments: Any) -> bool:
    """Tell whether every expected value is among the arguments."""
    if isinstance(expected, dict) and isinstance(arguments, dict):
        return all(name in arguments and arguments[name] == expected[name] for name in expected)
    return bool(expected is None or expected == arguments)


def _reason(attempt: Attempt, correction: Correction, expected: Any, matched: bool) -> str:
    if not correction.problems:
        return "The call is valid as it is."
    if attempt.applied:
        told = "The correction is not the expected one."
        return told if expected is not None and not matched else "Another error was found."
    return attempt.refusal or "No correction is sure enough to make the call valid."
