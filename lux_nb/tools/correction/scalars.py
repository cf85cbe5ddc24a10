"""Conversions of single values where a string, a number, a boolean or null is wanted."""

from collections.abc import Callable
from typing import Any

from lux_nb.tools.correction import quantities, texts
from lux_nb.tools.correction.model import STRUCTURE, TYPE_CONVERSION, Offer
from lux_nb.tools.correction.names import squash
from lux_nb.tools.validation import Path

TRUE_WORDS = frozenset({"true", "yes", "y", "on", "1", "enabled", "enable", "t"})
FALSE_WORDS = frozenset({"false", "no", "n", "off", "0", "disabled", "disable", "f"})
NULL_WORDS = frozenset(
    {"", "null", "none", "nil", "n/a", "na", "undefined", "not specified", "unspecified"}
)

Converter = Callable[[Any, dict[str, Any], str], Offer | None]


def convert(value: Any, schema: dict[str, Any], wanted: Any, path: Path) -> Offer | None:
    """Return what a value becomes when another scalar type is wanted, or None."""
    name = next((step for step in reversed(path) if isinstance(step, str)), "")
    converter = _CONVERTERS.get(wanted) if isinstance(wanted, str) else None
    if converter is None:
        return None
    alone = isinstance(value, list | tuple) and len(value) == 1
    if not alone or isinstance(value[0], list | dict):
        return converter(value, schema, name)
    inner = converter(value[0], schema, name)
    return Offer(
        inner.value if inner else value[0],
        STRUCTURE,
        "single_item_list_to_value",
        inner.confidence * 0.95 if inner else 0.88,
        inner.risk if inner else "low",
        "a list with one value was given where the value itself is wanted",
    )


def _to_boolean(value: Any, schema: dict[str, Any], name: str) -> Offer | None:
    if isinstance(value, int | float) and value in (0, 1):
        reason = "0 and 1 stand for false and true"
        return Offer(bool(value), TYPE_CONVERSION, "number_to_boolean", 0.88, "low", reason)
    if not isinstance(value, str):
        return None
    word = value.strip().lower().strip(".!")
    if word in TRUE_WORDS or word in FALSE_WORDS:
        sure = 0.97 if word in {"true", "false"} else 0.9
        reason = f"the word {value!r} stands for a boolean"
        truth = word in TRUE_WORDS
        return Offer(truth, TYPE_CONVERSION, "word_to_boolean", sure, "low", reason)
    if word and squash(word) == squash(name):
        reason = "the flag was named instead of set"
        return Offer(True, TYPE_CONVERSION, "own_name_to_boolean", 0.72, "medium", reason)
    return None


def _to_null(value: Any, schema: dict[str, Any], name: str) -> Offer | None:
    if isinstance(value, str) and value.strip().lower() in NULL_WORDS:
        reason = f"the word {value!r} stands for nothing"
        return Offer(None, TYPE_CONVERSION, "word_to_null", 0.92, "low", reason)
    return None


_CONVERTERS: dict[str, Converter] = {
    "string": texts.to_string,
    "number": quantities.to_number,
    "integer": quantities.to_integer,
    "boolean": _to_boolean,
    "null": _to_null,
}
