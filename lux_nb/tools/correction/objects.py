"""Mend objects: wrappers, misplaced, misnamed and unknown properties, empty and missing ones."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lux_nb.tools.correction import missing, renaming
from lux_nb.tools.correction.literals import read_literal
from lux_nb.tools.correction.model import ABSENT, STRUCTURE, UNKNOWN_PROPERTIES, Risk
from lux_nb.tools.correction.names import squash, words
from lux_nb.tools.correction.scalars import NULL_WORDS
from lux_nb.tools.validation import Path

if TYPE_CHECKING:
    from lux_nb.tools.correction.repair import Repair

_NOTHING_WORDS = NULL_WORDS | {"default", "unknown", "any", "all", "optional", "auto", "tbd"}
# What limits or guards an action must not vanish unseen.
_GUARDS = frozenset("dry confirm force simulate preview limit only exclude readonly safe test".split())
_CHATTER = frozenset(
    "thought thoughts reasoning explanation comment comments note notes rationale id type description".split()
)
_OPERATOR_NAMES = frozenset({"operator", "operation", "op", "comparison", "comparator", "relation"})
_COMPARISON = re.compile(r"\s*([^<>=!~]{1,80}?)\s*(<=|>=|==|!=|<>|=|<|>|~|\bcontains\b|\blike\b|\bin\b)\s*(.{1,200}?)\s*")
_PAIRS = re.compile(r"[\"']?([A-Za-z_][\w ]{0,40}?)[\"']?\s*[:=]\s*([^,;\n]{1,200})\s*(?:[,;\n]|$)")


def fix_object(repair: "Repair", value: Any, schema: dict[str, Any], path: Path) -> Any:
    """Return the value as an object that fits the schema, as far as it can be made one."""
    if not isinstance(value, dict):
        made = _as_object(repair, value, schema, path)
        if made is None:
            return value
        value = made
    if repair.is_valid(value, schema):
        return value
    result = dict(value)
    result = _unwrapped(repair, result, schema, path)
    result = renaming.rename(repair, result, schema, path)
    result = _moved_inwards(repair, result, schema, path)
    result = _fix_properties(repair, result, schema, path)
    result = missing.fill(repair, result, schema, path)
    return _without_unknown(repair, result, schema, path)


# -- becoming an object ------------------------------------------------------------------


def _as_object(repair: "Repair", value: Any, schema: dict[str, Any], path: Path) -> dict[str, Any] | None:
    for made, pattern, confidence, risk, reasoning in _readings(value, schema):
        if repair.offer(STRUCTURE, pattern, path, value, made, confidence, risk, reasoning):
            return made
        return None
    return None


def _readings(value: Any, schema: dict[str, Any]) -> list[tuple[dict[str, Any], str, float, Risk, str]]:
    properties = schema.get("properties") or {}
    if isinstance(value, str):
        return _text_readings(value, schema, properties)
    if isinstance(value, list):
        if len(value) == 1 and isinstance(value[0], dict):
            return [(value[0], "single_item_list_to_value", 0.92, "low", "the object was wrapped in a list")]
        merged = _merged(value)
        if merged is not None:
            return [(merged, "pairs_to_object", 0.85, "low", "the object was given as a list of its parts")]
        names = list(properties)
        if value and len(value) == len(names) and not any(isinstance(v, dict | list) for v in value):
            return [(dict(zip(names, value, strict=True)), "list_to_object", 0.76, "medium",
                     "the values were given in the order of the properties")]
    required = schema.get("required") or []
    if len(required) == 1 and isinstance(value, str | int | float):
        only = required[0]
        return [({only: value}, "value_to_object", 0.8, "medium", f"{only!r} is the only property that is required")]
    return []


def _text_readings(
    value: str, schema: dict[str, Any], properties: Mapping[str, Any]
) -> list[tuple[dict[str, Any], str, float, Risk, str]]:
    literal = read_literal(value)
    if isinstance(literal, dict):
        return [(literal, "json_text_to_object", 0.96, "low", "the object was given as text")]
    if isinstance(literal, list):
        return [reading for reading in _readings(literal, schema) if reading[1] != "list_to_object"]
    comparison = _comparison(value, properties)
    if comparison:
        return [(comparison, "comparison_to_object", 0.84, "medium", "the comparison is taken apart")]
    pairs = {key.strip(): text.strip().strip("\"'") for key, text in _PAIRS.findall(value[:2000])}
    if pairs and set(pairs) <= set(properties):
        return [(dict(pairs), "pairs_to_object", 0.84, "low", "the object was written out as text")]
    required = schema.get("required") or []
    if len(required) == 1 and value.strip().lower() not in _NOTHING_WORDS:
        return [({required[0]: value}, "value_to_object", 0.8, "medium",
                 f"{required[0]!r} is the only property that is required")]
    return []


def _comparison(value: str, properties: Mapping[str, Any]) -> dict[str, Any] | None:
    """``"age > 25"`` where a field, an operator and a value are wanted."""
    names = list(properties)
    operators = [name for name in names if _OPERATOR_NAMES & set(words(name))]
    match = _COMPARISON.fullmatch(value)
    if len(names) != 3 or len(operators) != 1 or match is None:
        return None
    subject, compared = (name for name in names if name != operators[0])
    return {subject: match.group(1).strip("\"' "), operators[0]: match.group(2), compared: match.group(3).strip("\"'")}


def _merged(items: list[Any]) -> dict[str, Any] | None:
    """``[{"name": k, "value": v}, …]``, ``[[k, v], …]`` and ``[{k: v}, {k2: v2}]``."""
    if not items:
        return None
    if all(isinstance(item, dict) and "value" in item and ("name" in item or "key" in item) for item in items):
        return {str(item.get("name", item.get("key"))): item["value"] for item in items}
    if all(isinstance(item, list) and len(item) == 2 and isinstance(item[0], str) for item in items):
        return {item[0]: item[1] for item in items}
    if all(isinstance(item, dict) for item in items):
        keys = [key for item in items for key in item]
        if len(keys) == len(set(keys)):
            return {key: inner for item in items for key, inner in item.items()}
    return None


# -- nesting -----------------------------------------------------------------------------


def _unwrapped(repair: "Repair", value: dict[str, Any], schema: dict[str, Any], path: Path) -> dict[str, Any]:
    """Lift arguments out of a wrapper such as ``{"params": {…}}``."""
    properties = schema.get("properties") or {}
    for key, inner in value.items():
        content = read_literal(inner) if isinstance(inner, str) and key not in properties else inner
        if not isinstance(content, dict) or not content:
            continue
        if key in properties and (key not in content or repair.is_valid(content, properties[key])):
            continue
        fitting = [name for name in content if name in properties]
        if len(fitting) * 2 < len(content) or not fitting:
            continue
        rest = {name: item for name, item in value.items() if name != key}
        if any(name in rest and rest[name] != item for name, item in content.items()):
            continue
        sure = 0.94 if len(fitting) == len(content) else 0.82
        reasoning = f"the arguments stood one level too deep, in {key!r}"
        if repair.offer(STRUCTURE, "arguments_unwrapped", (*path, key), inner, ABSENT, sure, "low", reasoning):
            return {**rest, **content}
        return value
    return value


def _moved_inwards(repair: "Repair", value: dict[str, Any], schema: dict[str, Any], path: Path) -> dict[str, Any]:
    """Move properties into the one object property they belong to."""
    properties = schema.get("properties") or {}
    for key in [name for name in value if name not in properties]:
        homes = [
            name
            for name, part in properties.items()
            if key in (repair.resolve(part).get("properties") or {})
            and isinstance(value.get(name, {}), dict)
            and key not in value.get(name, {})
        ]
        if len(homes) != 1:
            continue
        home = homes[0]
        reasoning = f"{key!r} is a property of {home!r}"
        if repair.offer(
            STRUCTURE, "property_moved_inwards", (*path, home, key), value[key], value[key], 0.88, "low", reasoning,
            (*path, key),
        ):
            value = {name: item for name, item in value.items() if name != key} | {
                home: {**value.get(home, {}), key: value[key]}
            }
    return value


# -- properties --------------------------------------------------------------------------


def _fix_properties(repair: "Repair", value: dict[str, Any], schema: dict[str, Any], path: Path) -> dict[str, Any]:
    properties = schema.get("properties") or {}
    required = schema.get("required") or []
    others = schema.get("additionalProperties", True)
    result: dict[str, Any] = {}
    for key, item in value.items():
        wanted = properties.get(key, others if isinstance(others, dict) else True)
        if wanted is True or wanted is False or repair.is_valid(item, wanted):
            result[key] = item
            continue
        fixed = repair.fix(item, wanted, (*path, key))
        if not repair.is_valid(fixed, wanted) and key not in required and _drop(repair, item, wanted, (*path, key)):
            continue
        result[key] = fixed
    return result


def _drop(repair: "Repair", value: Any, schema: Any, path: Path) -> bool:
    """Leave out an optional property that says nothing."""
    name = str(path[-1])
    description = str(repair.resolve(schema).get("description", ""))
    if value is None:
        return repair.offer(UNKNOWN_PROPERTIES, "null_dropped", path, value, ABSENT, 0.95, "low",
                            f"{name!r} is optional and may not be null")
    if value in ("", [], {}):
        return repair.offer(UNKNOWN_PROPERTIES, "empty_dropped", path, value, ABSENT, 0.9, "low",
                            f"{name!r} is optional and was left empty")
    if isinstance(value, str):
        word = value.strip().lower()
        default = missing.default_clause(description)
        says_default = default and set(words(word)) <= set(words(default))
        if word in _NOTHING_WORDS or squash(word) == squash(name) or says_default:
            sure = 0.88 if word in NULL_WORDS else 0.82
            return repair.offer(UNKNOWN_PROPERTIES, "placeholder_dropped", path, value, ABSENT, sure, "low",
                                f"{value!r} only says that {name!r} keeps its default")
    return repair.offer(UNKNOWN_PROPERTIES, "unusable_dropped", path, value, ABSENT, 0.4, "high",
                        f"{name!r} is optional and its value can't be used")


def _without_unknown(repair: "Repair", value: dict[str, Any], schema: dict[str, Any], path: Path) -> dict[str, Any]:
    """Drop what a closed object does not take."""
    if schema.get("additionalProperties") is not False and schema.get("unevaluatedProperties") is not False:
        return value
    result = dict(value)
    for key in renaming.unknown_keys(value, schema):
        item = value[key]
        said_nothing = item in (None, "", [], {}) or key.lower() in _CHATTER
        risk: Risk = "low" if said_nothing else "medium"
        confidence = 0.92 if said_nothing else 0.75
        if _GUARDS & set(words(key)) and not said_nothing:
            risk, confidence = "high", 0.5
        if repair.offer(UNKNOWN_PROPERTIES, "unknown_property_dropped", (*path, key), item, ABSENT, confidence,
                        risk, f"the tool takes no {key!r}"):
            del result[key]
    return result
