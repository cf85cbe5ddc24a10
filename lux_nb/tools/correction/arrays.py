"""Mend lists: JSON in a string, one value for a list, a list in a list, wrong items."""

import re
from typing import TYPE_CHECKING, Any

from lux_nb.tools.correction.literals import read_literal
from lux_nb.tools.correction.model import ABSENT, STRUCTURE, TYPE_CONVERSION, UNKNOWN_PROPERTIES, Risk
from lux_nb.tools.correction.names import words
from lux_nb.tools.validation import Path

if TYPE_CHECKING:
    from lux_nb.tools.correction.repair import Repair

MAX_ITEMS = 1000
_SEPARATORS = re.compile(r"\s*(?:[;\n|]|,|\band\b|&)\s*")
_STRONG_SEPARATORS = re.compile(r"[;\n|]")
_LIST_LETTERS = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+", re.MULTILINE)
_PLACE_WORDS = frozenset("location locations city cities place places address addresses destination".split())


def fix_array(repair: "Repair", value: Any, schema: dict[str, Any], path: Path) -> Any:
    """Return the value as a list that fits the schema, as far as it can be made one."""
    if not isinstance(value, list):
        made = _as_list(repair, value, schema, path)
        if made is None:
            return value
        value = made
        if repair.is_valid(value, schema):
            return value
    value = _flattened(repair, value, schema, path)
    value = _fix_items(repair, value, schema, path)
    return _without_repeats(repair, value, schema, path)


def _as_list(repair: "Repair", value: Any, schema: dict[str, Any], path: Path) -> list[Any] | None:
    """Offer the readings of a value that is no list; the surest that leads to a valid one wins."""
    offers: list[tuple[list[Any], str, str, float, Risk, str]] = []
    if isinstance(value, tuple | set | frozenset):
        offers.append((list(value), TYPE_CONVERSION, "tuple_to_list", 0.97, "low", "a tuple was given for a list"))
    elif isinstance(value, str):
        offers.extend(_from_text(value, schema, path))
    elif isinstance(value, dict):
        offers.extend(_from_object(repair, value))
        offers.append(([value], STRUCTURE, "single_value_to_list", 0.9, "low", "one object was given for a list"))
    elif value is not None:
        offers.append(([value], STRUCTURE, "single_value_to_list", 0.92, "low", "one value was given for a list"))
    for made, strategy, pattern, confidence, risk, reasoning in offers:
        if not _fits(repair, made, schema, path):
            continue
        if repair.offer(strategy, pattern, path, value, made, confidence, risk, reasoning):
            return made
        return None
    return None


def _fits(repair: "Repair", items: list[Any], schema: dict[str, Any], path: Path) -> bool:
    if repair.is_valid(items, schema):
        return True
    trial = type(repair)(
        repair.validator, repair.gate, repair.context, repair.patterns, repair.tool, repair.agent, repair.root
    )
    return repair.is_valid(_fix_items(trial, items, schema, path), schema)


def _from_text(text: str, schema: dict[str, Any], path: Path) -> list[tuple[list[Any], str, str, float, Risk, str]]:
    literal = read_literal(text)
    if isinstance(literal, list):
        return [(literal, STRUCTURE, "json_text_to_list", 0.96, "low", "the list was given as text")]
    if isinstance(literal, dict):
        return [([literal], STRUCTURE, "json_text_to_list", 0.85, "low", "one object was given as text for a list")]
    stripped = text.strip()
    if not stripped:
        return []
    whole: tuple[list[Any], str, str, float, Risk, str] = (
        [text], STRUCTURE, "single_value_to_list", 0.9, "low", "one value was given for a list"
    )
    parts = [part for part in _SEPARATORS.split(_LIST_LETTERS.sub("", stripped)) if part]
    if len(parts) < 2 or _is_place(schema, path):
        return [whole]
    sure = 0.86 if len(parts) > 2 or _STRONG_SEPARATORS.search(stripped) else 0.76
    short = max(len(part.split()) for part in parts) <= 5
    split: tuple[list[Any], str, str, float, Risk, str] = (
        list(parts), STRUCTURE, "text_to_list", sure if short else 0.6, "low" if sure > 0.8 else "medium",
        "a list was written out as text",
    )
    return [split, whole] if short else [whole]


def _is_place(schema: dict[str, Any], path: Path) -> bool:
    """``"Paris, France"`` is one place, not two."""
    name = next((step for step in reversed(path) if isinstance(step, str)), "")
    return bool(_PLACE_WORDS & {*words(name)})


def _from_object(repair: "Repair", value: dict[str, Any]) -> list[tuple[list[Any], str, str, float, Risk, str]]:
    if value and all(key.isdigit() for key in value):
        ordered = [value[key] for key in sorted(value, key=int)]
        return [(ordered, STRUCTURE, "numbered_object_to_list", 0.9, "low", "the list was given as a numbered object")]
    if len(value) == 1:
        inner = next(iter(value.values()))
        if isinstance(inner, list):
            return [(inner, STRUCTURE, "object_to_its_list", 0.88, "low", "the list was wrapped in an object")]
    return []


def _flattened(repair: "Repair", value: list[Any], schema: dict[str, Any], path: Path) -> list[Any]:
    """``[[1, 2]]`` where ``[1, 2]`` is wanted."""
    if len(value) == 1 and isinstance(value[0], list):
        inner = value[0]
        if _fits(repair, inner, schema, path) and repair.offer(
            STRUCTURE, "list_in_list", path, value, inner, 0.9, "low", "the list was wrapped in another list"
        ):
            return list(inner)
    return value


def _fix_items(repair: "Repair", value: list[Any], schema: dict[str, Any], path: Path) -> list[Any]:
    first = schema.get("prefixItems") or []
    rest = schema.get("items", True)
    result: list[Any] = []
    for position, item in enumerate(value[:MAX_ITEMS]):
        wanted = first[position] if position < len(first) else rest
        fixed = repair.fix(item, wanted, (*path, position)) if wanted is not True else item
        empty = fixed is None or fixed == ""
        if empty and not repair.is_valid(fixed, wanted) and repair.offer(
            UNKNOWN_PROPERTIES, "empty_item_dropped", (*path, position), item, ABSENT, 0.85, "low",
            "an empty item is no value",
        ):
            continue
        result.append(fixed)
    return result + value[MAX_ITEMS:]


def _without_repeats(repair: "Repair", value: list[Any], schema: dict[str, Any], path: Path) -> list[Any]:
    if not schema.get("uniqueItems") or repair.is_valid(value, schema):
        return value
    unique = [item for position, item in enumerate(value) if item not in value[:position]]
    if len(unique) < len(value) and repair.offer(
        STRUCTURE, "repeats_dropped", path, value, unique, 0.88, "low", "items must differ from one another"
    ):
        return unique
    return value
