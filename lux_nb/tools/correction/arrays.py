"""Mend lists: JSON in a string, one value for a list, a list in a list, wrong items."""

import re
from typing import TYPE_CHECKING, Any

from lux_nb.tools.correction.literals import read_literal
from lux_nb.tools.correction.model import (
    ABSENT,
    STRUCTURE,
    TYPE_CONVERSION,
    UNKNOWN_PROPERTIES,
    Offer,
    Risk,
)
from lux_nb.tools.correction.names import words
from lux_nb.tools.validation import Path

if TYPE_CHECKING:
    from lux_nb.tools.correction.repair import Repair

MAX_ITEMS = 1000
_SEPARATORS = re.compile(r"[;\n|,]|\band\b|&")
_STRONG_SEPARATORS = re.compile(r"[;\n|]")
_BULLETS = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+", re.MULTILINE)
_PLACES = frozenset(
    {"location", "locations", "city", "cities", "place", "places", "address", "addresses"}
    | {"destination", "destinations"}
)


def fix_array(repair: "Repair", value: Any, schema: dict[str, Any], path: Path) -> Any:
    """Return the value as a list that fits the schema, as far as it can be made one."""
    if not isinstance(value, list):
        made = _as_list(repair, value, schema, path)
        if made is None or repair.is_valid(made, schema):
            return value if made is None else made
        value = made
    value = _flattened(repair, value, schema, path)
    value = _fix_items(repair, value, schema, path)
    return _without_repeats(repair, value, schema, path)


def _as_list(repair: "Repair", value: Any, schema: dict[str, Any], path: Path) -> list[Any] | None:
    """Take the first reading that leads to a valid list."""
    for offer in _readings(value, path):
        if _fits(repair, offer.value, schema, path):
            return list(offer.value) if repair.offer(offer, path, value) else None
    return None


def _readings(value: Any, path: Path) -> list[Offer]:
    if isinstance(value, tuple | set | frozenset):
        reason = "a tuple was given for a list"
        return [Offer(list(value), TYPE_CONVERSION, "tuple_to_list", 0.97, "low", reason)]
    if isinstance(value, str):
        return _text_readings(value, path)
    if isinstance(value, dict):
        return [*_object_readings(value), _single(value, 0.9)]
    return [] if value is None else [_single(value, 0.92)]


def _single(value: Any, confidence: float) -> Offer:
    reason = "one value was given for a list"
    return Offer([value], STRUCTURE, "single_value_to_list", confidence, "low", reason)


def _fits(repair: "Repair", items: list[Any], schema: dict[str, Any], path: Path) -> bool:
    if repair.is_valid(items, schema):
        return True
    return repair.is_valid(_fix_items(repair.trial(), items, schema, path), schema)


def _text_readings(text: str, path: Path) -> list[Offer]:
    literal = read_literal(text)
    if literal is not None:
        items = literal if isinstance(literal, list) else [literal]
        reason = "the list was given as text"
        return [Offer(items, STRUCTURE, "json_text_to_list", 0.96, "low", reason)]
    stripped = text.strip()
    if not stripped:
        return []
    whole = _single(text, 0.9)
    pieces = (part.strip() for part in _SEPARATORS.split(_BULLETS.sub("", stripped)))
    parts = [part for part in pieces if part]
    if len(parts) < 2 or _is_place(path) or max(len(part.split()) for part in parts) > 5:
        return [whole]
    clear = len(parts) > 2 or _STRONG_SEPARATORS.search(stripped) is not None
    reason = "a list was written out as text"
    sure = 0.86 if clear else 0.76
    risk: Risk = "low" if clear else "medium"
    return [Offer(parts, STRUCTURE, "text_to_list", sure, risk, reason), whole]


def _is_place(path: Path) -> bool:
    """Say whether it names places: ``"Paris, France"`` is one place, not two."""
    name = next((step for step in reversed(path) if isinstance(step, str)), "")
    return bool(_PLACES & {*words(name)})


def _object_readings(value: dict[str, Any]) -> list[Offer]:
    if value and all(key.isdecimal() for key in value):
        ordered = [value[key] for key in sorted(value, key=int)]
        reason = "the list was given as a numbered object"
        return [Offer(ordered, STRUCTURE, "numbered_object_to_list", 0.9, "low", reason)]
    inner = next(iter(value.values())) if len(value) == 1 else None
    if isinstance(inner, list):
        reason = "the list was wrapped in an object"
        return [Offer(inner, STRUCTURE, "object_to_its_list", 0.88, "low", reason)]
    return []


def _flattened(repair: "Repair", value: list[Any], schema: dict[str, Any], path: Path) -> list[Any]:
    """Take ``[1, 2]`` out of ``[[1, 2]]``."""
    inner = value[0] if len(value) == 1 else None
    if isinstance(inner, list) and _fits(repair, inner, schema, path):
        reason = "the list was wrapped in another list"
        if repair.offer(Offer(inner, STRUCTURE, "list_in_list", 0.9, "low", reason), path, value):
            return list(inner)
    return value


def _fix_items(repair: "Repair", value: list[Any], schema: dict[str, Any], path: Path) -> list[Any]:
    first = schema.get("prefixItems") or []
    rest = schema.get("items", True)
    drop = Offer(
        ABSENT, UNKNOWN_PROPERTIES, "empty_item_dropped", 0.85, "low", "an empty item is no value"
    )
    result: list[Any] = []
    for position, item in enumerate(value[:MAX_ITEMS]):
        wanted = first[position] if position < len(first) else rest
        place = (*path, position)
        fixed = item if wanted is True else repair.fix(item, wanted, place)
        empty = fixed is None or fixed == ""
        if empty and not repair.is_valid(fixed, wanted) and repair.offer(drop, place, item):
            continue
        result.append(fixed)
    return result + value[MAX_ITEMS:]


def _without_repeats(
    repair: "Repair", value: list[Any], schema: dict[str, Any], path: Path
) -> list[Any]:
    if not schema.get("uniqueItems") or repair.is_valid(value, schema) or len(value) > MAX_ITEMS:
        return value
    unique = [item for position, item in enumerate(value) if item not in value[:position]]
    reason = "items must differ from one another"
    offer = Offer(unique, STRUCTURE, "repeats_dropped", 0.88, "low", reason)
    return unique if len(unique) < len(value) and repair.offer(offer, path, value) else value
