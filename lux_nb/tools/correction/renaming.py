"""Give misnamed properties their right names, by spelling, abbreviation or meaning."""

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from lux_nb.tools.correction.model import UNKNOWN_PROPERTIES, Offer, Risk
from lux_nb.tools.correction.names import similarity
from lux_nb.tools.correction.patterns import Scope
from lux_nb.tools.validation import Path

if TYPE_CHECKING:
    from lux_nb.tools.correction.repair import Repair

FLOOR = 0.6
MARGIN = 0.06
"""How much nearer the best name must be than the second."""
_SURENESS = {"spelling": 0.97, "abbreviation": 0.98, "meaning": 0.95}


class _Pair(NamedTuple):
    score: float
    how: str
    key: str
    name: str


def unknown_keys(value: dict[str, Any], schema: dict[str, Any]) -> list[str]:
    """Return the keys that no property or pattern of the schema knows."""
    properties = schema.get("properties") or {}
    patterns = [re.compile(pattern) for pattern in schema.get("patternProperties") or {}]
    return [
        key
        for key in value
        if key not in properties and not any(pattern.search(key) for pattern in patterns)
    ]


def rename(
    repair: "Repair", value: dict[str, Any], schema: dict[str, Any], path: Path
) -> dict[str, Any]:
    """Rename unknown properties where exactly one absent property is meant."""
    properties = schema.get("properties") or {}
    required = [name for name in schema.get("required") or [] if name not in value]
    unknown = unknown_keys(value, schema)
    closed = schema.get("additionalProperties", True) is False
    if not unknown or not properties or not (required or closed):
        return value
    names: dict[str, str] = {}
    for pair in _pairs(repair, unknown, properties, value):
        if pair.key in names or pair.name in names.values():
            continue
        item = value[pair.key]
        if repair.offer(_renamed(pair, item), (*path, pair.name), item, (*path, pair.key)):
            names[pair.key] = pair.name
    left = [key for key in unknown if key not in names]
    missing = [name for name in required if name in properties and name not in names.values()]
    if len(left) == 1 and len(missing) == 1:
        key, name = left[0], missing[0]
        offer = _by_elimination(repair, key, name, value[key], properties[name])
        if offer and repair.offer(offer, (*path, name), value[key], (*path, key)):
            names[key] = name
    return {names.get(key, key): item for key, item in value.items()}


def _renamed(pair: _Pair, value: Any) -> Offer:
    confidence = min(pair.score * _SURENESS.get(pair.how, 1.0), 0.97)
    risk: Risk = "low" if pair.score >= 0.85 else "medium"
    reason = f"{pair.key!r} is unknown; {pair.name!r} is meant by {pair.how}"
    pattern = f"renamed_by_{pair.how}"
    return Offer(value, UNKNOWN_PROPERTIES, pattern, confidence, risk, reason)


def _pairs(
    repair: "Repair", unknown: list[str], properties: dict[str, Any], value: dict[str, Any]
) -> list[_Pair]:
    """Return the pairs that are clearly meant, surest first."""
    absent = [name for name in properties if name not in value]
    found: list[_Pair] = []
    for key in unknown:
        scored = sorted(
            (
                _Pair(*_score(repair, key, name), key, name)
                for name in absent
                if _could_hold(repair, value[key], properties[name], name)
            ),
            reverse=True,
        )
        clear = len(scored) == 1 or (scored and scored[0].score - scored[1].score >= MARGIN)
        if clear and scored[0].score >= FLOOR:
            found.append(scored[0])
    return sorted(found, reverse=True)


def _score(repair: "Repair", key: str, name: str) -> tuple[float, str]:
    if repair.patterns is not None:
        scope = Scope(repair.tool, repair.agent)
        learned = repair.patterns.rename_confidence(key, name, scope)
        if learned is not None:
            return learned, "experience"
    return similarity(key, name)


def _could_hold(repair: "Repair", value: Any, schema: Any, name: str) -> bool:
    if repair.is_valid(value, schema):
        return True
    trial = repair.trial(lambda change: change.risk != "high")
    return repair.is_valid(trial.fix(value, schema, (name,)), schema)


def _by_elimination(repair: "Repair", key: str, name: str, value: Any, schema: Any) -> Offer | None:
    """Pair the only unknown property that is left with the only missing one."""
    if not repair.is_valid(value, schema):
        return None
    reason = f"{key!r} is the only unknown property and {name!r} the only missing one"
    return Offer(value, UNKNOWN_PROPERTIES, "renamed_by_elimination", 0.72, "medium", reason)
