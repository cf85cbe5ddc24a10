"""Fill in required parameters that are missing, where exactly one value can be meant."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lux_nb.tools.correction.context import EXPLICIT
from lux_nb.tools.correction.model import ABSENT, MISSING_PARAMETERS, Offer, Risk
from lux_nb.tools.correction.names import squash, words
from lux_nb.tools.correction.patterns import Scope
from lux_nb.tools.validation import Path

if TYPE_CHECKING:
    from lux_nb.tools.correction.repair import Repair

# Guessing these would decide something the caller has to decide.
_GUARDED = frozenset(
    [
        "force",
        "overwrite",
        "delete",
        "confirm",
        "confirmed",
        "recursive",
        "password",
        "token",
        "secret",
    ]
)
_NOTHING = frozenset(
    {"", "null", "none", "n/a", "unknown", "undefined", "tbd", "not specified", "default"}
)
_DEFAULT = re.compile(
    r"\bdefault(?:s)?(?:\s+value)?(?:\s+(?:is|to|to be|as|set to|use|uses))?\s*[:=]?\s*"
    r"(\"[^\"]{0,80}\"|'[^']{0,80}'|[^.;,)\n]{1,80}(?:\.\d+)?)",
    re.IGNORECASE,
)
_IF_NOT_GIVEN = re.compile(
    r"\bif not (?:provided|specified|given|set|supplied)\b,?([^.;)\n]{1,120})", re.IGNORECASE
)
_ONE_WORD = re.compile(r"[\"']?([^\s\"']{1,40})[\"']?")


def default_clause(description: str) -> str:
    """Return the words with which a description tells the default, or nothing."""
    found = [match.group(1) for match in _DEFAULT.finditer(description)]
    found += [match.group(1) for match in _IF_NOT_GIVEN.finditer(description)]
    return " ".join(found)


def fill(
    repair: "Repair", value: dict[str, Any], schema: dict[str, Any], path: Path
) -> dict[str, Any]:
    """Fill in what is required and missing, or required and null."""
    properties = schema.get("properties") or {}
    absent = [
        name
        for name in schema.get("required") or []
        if name not in value
        or (
            _says_nothing(value[name])
            and not repair.is_valid(value[name], properties.get(name, True))
        )
    ]
    if not absent:
        return value
    result = dict(value)
    for name in absent:
        part = repair.resolve(properties.get(name, {}))
        for candidate in _candidates(repair, part, (*path, name), result, len(absent)):
            fitted = _fitted(repair, candidate.value, part, name)
            if fitted is ABSENT:
                continue
            offer = candidate._replace(value=fitted, risk=_risk(name, candidate))
            if repair.offer(offer, (*path, name), result.get(name, ABSENT)):
                result[name] = fitted
                break
    return result


def _risk(name: str, offer: Offer) -> Risk:
    """Return high for a guess at something the caller has to decide."""
    guessed = offer.pattern not in {"schema_default", "only_choice"}
    return "high" if guessed and _GUARDED & set(words(name)) else offer.risk


def _says_nothing(value: Any) -> bool:
    """Null, or a word that stands for it."""
    return value is None or (isinstance(value, str) and value.strip().lower() in _NOTHING)


def _candidates(
    repair: "Repair", schema: dict[str, Any], path: Path, value: dict[str, Any], open_count: int
) -> Iterator[Offer]:
    """Yield what could be meant, most trustworthy first."""
    name = str(path[-1])

    def offer(found: Any, pattern: str, sure: float, risk: Risk, reason: str) -> Offer:
        return Offer(found, MISSING_PARAMETERS, pattern, sure, risk, reason)

    said = repair.context.candidates(name, schema, _used(repair.root), open_count)
    for found, sure, why in said:
        if sure >= EXPLICIT:
            yield offer(found, "found_in_conversation", sure, "medium", why)
    if "default" in schema:
        reason = f"the schema gives {name!r} this default"
        yield offer(schema["default"], "schema_default", 0.95, "low", reason)
    choices = schema.get("enum") or ([schema["const"]] if "const" in schema else [])
    if len(choices) == 1:
        yield offer(choices[0], "only_choice", 0.96, "low", f"{name!r} can have no other value")
    if repair.patterns is not None:
        learned = repair.patterns.learned_value(path, Scope(repair.tool, repair.agent))
        if learned is not None:
            reason = f"{name!r} had this value in calls that succeeded"
            yield offer(learned[0], "learned_value", learned[1], "medium", reason)
    described = _described_default(str(schema.get("description", "")))
    if described:
        reason = f"the description gives {name!r} this default"
        yield offer(described, "described_default", 0.84, "low", reason)
    elsewhere = list(_elsewhere(repair.root, name, value))
    if len(elsewhere) == 1:
        reason = f"{name!r} stood elsewhere in the call"
        yield offer(elsewhere[0], "found_in_call", 0.85, "low", reason)
    for found, sure, why in said:
        yield offer(found, "found_in_conversation", sure, "medium", why)


def _described_default(description: str) -> str | None:
    match = _DEFAULT.search(description)
    if match is None:
        return None
    text = match.group(1).strip()
    quoted = text[:1] in "\"'" and text[-1:] == text[:1] and len(text) > 2
    if quoted:
        return text[1:-1]
    word = _ONE_WORD.fullmatch(text)
    return word.group(1) if word else None


def _fitted(repair: "Repair", candidate: Any, schema: dict[str, Any], name: str) -> Any:
    """Return the candidate as the schema wants it, or ABSENT if it can't be."""
    if repair.is_valid(candidate, schema):
        return candidate
    trial = repair.trial(lambda change: change.risk != "high" and change.confidence >= 0.7)
    fixed = trial.fix(candidate, schema, (name,))
    return fixed if repair.is_valid(fixed, schema) else ABSENT


def _elsewhere(root: Any, name: str, here: dict[str, Any], depth: int = 0) -> Iterator[Any]:
    """Yield values under the same name somewhere else in the call."""
    if depth > 8 or root is here:
        return
    if isinstance(root, dict):
        for key, item in root.items():
            if depth and squash(key) == squash(name) and not isinstance(item, dict):
                yield item
            else:
                yield from _elsewhere(item, name, here, depth + 1)
    elif isinstance(root, list):
        for item in root[:100]:
            yield from _elsewhere(item, name, here, depth + 1)


def _used(root: Any, depth: int = 0) -> set[str]:
    """Return the texts of all scalars in the call: a value is rarely meant twice."""
    if isinstance(root, dict) and depth < 8:
        return {text for item in root.values() for text in _used(item, depth + 1)}
    if isinstance(root, list) and depth < 8:
        return {text for item in root[:100] for text in _used(item, depth + 1)}
    return set() if root is None else {str(root).strip().lower()}
