"""Bring what should be an object into the form of one: text, lists, comparisons, nesting."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lux_nb.tools.correction.literals import read_literal
from lux_nb.tools.correction.model import ABSENT, STRUCTURE, Offer
from lux_nb.tools.correction.names import words
from lux_nb.tools.correction.scalars import NULL_WORDS
from lux_nb.tools.correction.wrapping import inner_call
from lux_nb.tools.validation import Path

if TYPE_CHECKING:
    from lux_nb.tools.correction.repair import Repair

NOTHING_WORDS = NULL_WORDS | {"default", "unknown", "any", "all", "optional", "auto", "tbd"}
"""Words that models put where they have no value."""
_OPERATORS = frozenset({"operator", "operation", "op", "comparison", "comparator", "relation"})
_COMPARISON = re.compile(
    r"\s*([^<>=!~]{1,80}?)\s*(<=|>=|==|!=|<>|=|<|>|~|\bcontains\b|\blike\b|\bin\b)\s*(.{1,200}?)\s*"
)
_PAIRS = re.compile(r"[\"']?([A-Za-z_][\w ]{0,40}?)[\"']?\s*[:=]\s*([^,;\n]{1,200})\s*(?:[,;\n]|$)")


def as_object(value: Any, schema: dict[str, Any]) -> Offer | None:
    """Return the object that a value of another type stands for, or None."""
    if isinstance(value, str):
        return _from_text(value, schema)
    if isinstance(value, list):
        return _from_list(value, schema)
    if isinstance(value, int | float):
        return _as_only_property(value, schema)
    return None


def _from_list(value: list[Any], schema: dict[str, Any]) -> Offer | None:
    properties = schema.get("properties") or {}
    if len(value) == 1 and isinstance(value[0], dict) and not _is_pair(value[0], properties):
        reason = "the object was wrapped in a list"
        return Offer(value[0], STRUCTURE, "single_item_list_to_value", 0.92, "low", reason)
    merged = _merged(value)
    if merged is not None:
        reason = "the object was given as a list of its parts"
        return Offer(merged, STRUCTURE, "pairs_to_object", 0.85, "low", reason)
    names = list(properties)
    if value and len(value) == len(names) and not any(isinstance(v, dict | list) for v in value):
        reason = "the values were given in the order of the properties"
        made = dict(zip(names, value, strict=True))
        return Offer(made, STRUCTURE, "list_to_object", 0.76, "medium", reason)
    return None


def _from_text(value: str, schema: dict[str, Any]) -> Offer | None:
    properties = schema.get("properties") or {}
    literal = read_literal(value)
    if isinstance(literal, dict):
        reason = "the object was given as text"
        return Offer(literal, STRUCTURE, "json_text_to_object", 0.96, "low", reason)
    if isinstance(literal, list):
        return _from_list(literal, schema)
    comparison = _comparison(value, properties)
    if comparison:
        reason = "the comparison is taken apart"
        return Offer(comparison, STRUCTURE, "comparison_to_object", 0.84, "medium", reason)
    pairs = {key.strip(): text.strip().strip("\"'") for key, text in _PAIRS.findall(value[:2000])}
    if pairs and set(pairs) <= set(properties):
        reason = "the object was written out as text"
        return Offer(pairs, STRUCTURE, "pairs_to_object", 0.84, "low", reason)
    return None if value.strip().lower() in NOTHING_WORDS else _as_only_property(value, schema)


def _as_only_property(value: Any, schema: dict[str, Any]) -> Offer | None:
    required = schema.get("required") or []
    if len(required) != 1:
        return None
    reason = f"{required[0]!r} is the only property that is required"
    return Offer({required[0]: value}, STRUCTURE, "value_to_object", 0.8, "medium", reason)


def _comparison(value: str, properties: Mapping[str, Any]) -> dict[str, Any] | None:
    """Take ``"age > 25"`` apart where a field, an operator and a value are wanted."""
    names = list(properties)
    operators = [name for name in names if _OPERATORS & set(words(name))]
    match = _COMPARISON.fullmatch(value)
    if len(names) != 3 or len(operators) != 1 or match is None:
        return None
    subject, compared = (name for name in names if name != operators[0])
    return {
        subject: match.group(1).strip("\"' "),
        operators[0]: match.group(2),
        compared: match.group(3).strip("\"'"),
    }


def _is_pair(item: Mapping[str, Any], properties: Mapping[str, Any]) -> bool:
    """Tell whether an object names a property and gives its value, rather than being it."""
    name = item.get("name", item.get("key"))
    wanted = isinstance(name, str) and name in properties
    return wanted and len(item) == 2 and "value" in item and "value" not in properties


def _merged(items: list[Any]) -> dict[str, Any] | None:
    """Join ``[{"name": k, "value": v}]``, ``[[k, v]]`` or ``[{k: v}, {k2: v2}]``."""
    if not items:
        return None
    if all(isinstance(item, list) and len(item) == 2 for item in items):
        return {item[0]: item[1] for item in items} if _all_texts(i[0] for i in items) else None
    if not all(isinstance(item, dict) for item in items):
        return None
    names = [item.get("name", item.get("key")) for item in items]
    if _all_texts(names) and all("value" in item for item in items):
        return {name: item["value"] for name, item in zip(names, items, strict=True)}
    keys = [key for item in items for key in item]
    return (
        {k: v for item in items for k, v in item.items()} if len(keys) == len(set(keys)) else None
    )


def _all_texts(items: Any) -> bool:
    return all(isinstance(item, str) for item in items)


def unwrapped(
    repair: "Repair", value: dict[str, Any], schema: dict[str, Any], path: Path
) -> dict[str, Any]:
    """Lift arguments out of a wrapper such as ``{"params": {…}}``."""
    properties = schema.get("properties") or {}
    called = inner_call(repair, value, schema, path)
    if called is not None:
        return called
    for key, inner in value.items():
        content = read_literal(inner) if isinstance(inner, str) and key not in properties else inner
        if not isinstance(content, dict) or not content:
            continue
        if key in properties and (key not in content or repair.is_valid(content, properties[key])):
            continue
        fitting = [name for name in content if name in properties]
        rest = {name: item for name, item in value.items() if name != key}
        clash = any(name in rest and rest[name] != item for name, item in content.items())
        if len(fitting) * 2 < len(content) or not fitting or clash:
            continue
        sure = 0.94 if len(fitting) == len(content) else 0.82
        reason = f"the arguments stood one level too deep, in {key!r}"
        offer = Offer(ABSENT, STRUCTURE, "arguments_unwrapped", sure, "low", reason)
        return {**rest, **content} if repair.offer(offer, (*path, key), inner) else value
    return value


def moved_inwards(
    repair: "Repair", value: dict[str, Any], schema: dict[str, Any], path: Path
) -> dict[str, Any]:
    """Move properties into the one object property they belong to."""
    properties = schema.get("properties") or {}
    for key in [name for name in value if name not in properties and value[name] is not None]:
        homes = [
            name
            for name, part in properties.items()
            if key in (repair.resolve(part).get("properties") or {})
            and isinstance(value.get(name, {}), dict)
            and key not in value.get(name, {})
        ]
        if len(homes) != 1:
            continue
        home, item = homes[0], value[key]
        reason = f"{key!r} is a property of {home!r}"
        offer = Offer(item, STRUCTURE, "property_moved_inwards", 0.88, "low", reason)
        if repair.offer(offer, (*path, home, key), item, (*path, key)):
            rest = {name: other for name, other in value.items() if name != key}
            value = {**rest, home: {**value.get(home, {}), key: item}}
    return value
