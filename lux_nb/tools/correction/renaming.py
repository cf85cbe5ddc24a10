"""Give misnamed properties their right names, by spelling, abbreviation or meaning."""

import re
from typing import TYPE_CHECKING, Any

from lux_nb.tools.correction.model import UNKNOWN_PROPERTIES, Risk
from lux_nb.tools.correction.names import similarity
from lux_nb.tools.validation import Path

if TYPE_CHECKING:
    from lux_nb.tools.correction.repair import Repair

MARGIN = 0.06
_SURENESS = {"spelling": 0.97, "abbreviation": 0.98, "meaning": 0.95, "experience": 1.0}


def unknown_keys(value: dict[str, Any], schema: dict[str, Any]) -> list[str]:
    """Return the keys that no property or pattern of the schema knows."""
    properties = schema.get("properties") or {}
    patterns = [re.compile(pattern) for pattern in schema.get("patternProperties") or {}]
    return [
        key for key in value if key not in properties and not any(pattern.search(key) for pattern in patterns)
    ]


def rename(repair: "Repair", value: dict[str, Any], schema: dict[str, Any], path: Path) -> dict[str, Any]:
    """Rename unknown properties where exactly one absent property is meant."""
    properties = schema.get("properties") or {}
    required = [name for name in schema.get("required") or [] if name not in value]
    unknown = unknown_keys(value, schema)
    if not unknown or not properties or (not required and schema.get("additionalProperties", True) is not False):
        return value
    absent = [name for name in properties if name not in value]
    names: dict[str, str] = {}
    for score, how, key, name in _pairs(repair, unknown, absent, properties, value):
        if key in names or name in names.values():
            continue
        risk: Risk = "low" if score >= 0.85 else "medium"
        reasoning = f"{key!r} is unknown; {name!r} is meant by {how}"
        if repair.offer(
            UNKNOWN_PROPERTIES, f"renamed_by_{how}", (*path, name), value[key], value[key],
            min(score * _SURENESS.get(how, 1.0), 0.97), risk, reasoning, (*path, key),
        ):
            names[key] = name
    left = [key for key in unknown if key not in names]
    open_names = [name for name in required if name not in names.values()]
    if len(left) == 1 and len(open_names) == 1:
        names |= _last_resort(repair, left[0], open_names[0], value, properties, path)
    return {names.get(key, key): item for key, item in value.items()}


def _pairs(
    repair: "Repair", unknown: list[str], absent: list[str], properties: dict[str, Any], value: dict[str, Any]
) -> list[tuple[float, str, str, str]]:
    """Return the pairs that are clearly meant, surest first."""
    found: list[tuple[float, str, str, str]] = []
    for key in unknown:
        scored = sorted(
            (
                (*_score(repair, key, name), key, name)
                for name in absent
                if _could_hold(repair, value[key], properties[name], name)
            ),
            reverse=True,
        )
        if scored and scored[0][0] >= 0.6 and (len(scored) == 1 or scored[0][0] - scored[1][0] >= MARGIN):
            found.append(scored[0])
    return sorted(found, reverse=True)


def _score(repair: "Repair", key: str, name: str) -> tuple[float, str]:
    if repair.patterns is not None:
        learned = repair.patterns.rename_confidence(key, name, repair.tool, repair.agent)
        if learned is not None:
            return learned, "experience"
    return similarity(key, name)


def _could_hold(repair: "Repair", value: Any, schema: Any, name: str) -> bool:
    if repair.is_valid(value, schema):
        return True
    trial = type(repair)(
        repair.validator, lambda change: change.risk != "high", repair.context, None, repair.tool, repair.agent
    )
    return repair.is_valid(trial.fix(value, schema, (name,)), schema)


def _last_resort(
    repair: "Repair", key: str, name: str, value: dict[str, Any], properties: dict[str, Any], path: Path
) -> dict[str, str]:
    if name not in properties or not repair.is_valid(value[key], properties[name]):
        return {}
    reasoning = f"{key!r} is the only unknown property and {name!r} the only missing one"
    if repair.offer(
        UNKNOWN_PROPERTIES, "renamed_by_elimination", (*path, name), value[key], value[key], 0.72, "medium", reasoning,
        (*path, key),
    ):
        return {key: name}
    return {}
