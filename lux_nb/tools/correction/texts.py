"""What becomes of a value where a string is wanted.

A string that is wanted as one is never read as JSON or as anything else; only its format,
its pattern or blanks around it can be mended.
"""

import json
import re
from typing import Any

from lux_nb.tools.correction import dates
from lux_nb.tools.correction.model import STRUCTURE, TYPE_CONVERSION, Offer
from lux_nb.tools.correction.names import squash, words

_MOMENTS = ("date", "date-time", "time")
_JSON_WORDS = re.compile(r"\bjson\b|serialized|serialised", re.IGNORECASE)
_TEXT_KEYS = ("value", "text", "content", "name", "string")


def to_string(value: Any, schema: dict[str, Any], name: str) -> Offer | None:
    """Return what a value becomes where a string is wanted, or None."""
    if isinstance(value, str):
        return _mended(value, schema)
    moment = dates.to_format(value, schema["format"]) if schema.get("format") in _MOMENTS else None
    if moment:
        reason = "a timestamp was given as a number"
        sure = moment.confidence
        return Offer(moment.text, TYPE_CONVERSION, "timestamp_to_text", sure, "low", reason)
    if isinstance(value, bool):
        text = str(value).lower()
        reason = "a boolean was given where text is wanted"
        return Offer(text, TYPE_CONVERSION, "boolean_to_string", 0.8, "medium", reason)
    if isinstance(value, int | float):
        reason = "a number was given where text is wanted; it is kept as written"
        return Offer(str(value), TYPE_CONVERSION, "number_to_string", 0.95, "low", reason)
    if isinstance(value, dict):
        return _from_object(value, schema, name)
    return _from_list(value)


def _from_list(value: Any) -> Offer | None:
    if not isinstance(value, list | tuple) or not value:
        return None
    if not all(isinstance(item, str | int | float) for item in value):
        return None
    text = ", ".join(str(item) for item in value)
    reason = "a list was given where one text is wanted"
    return Offer(text, STRUCTURE, "list_to_text", 0.72, "medium", reason)


def _from_object(value: dict[str, Any], schema: dict[str, Any], name: str) -> Offer | None:
    if len(value) == 1:
        key, inner = next(iter(value.items()))
        if isinstance(inner, str) and (key in _TEXT_KEYS or squash(key) == squash(name)):
            reason = "the text was wrapped in an object"
            return Offer(inner, STRUCTURE, "object_to_its_text", 0.82, "low", reason)
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return None
    reason = "an object was given where text is wanted; it is written as JSON"
    if _JSON_WORDS.search(str(schema.get("description", ""))) or "json" in words(name):
        return Offer(text, STRUCTURE, "object_to_json_text", 0.88, "low", reason)
    return Offer(text, STRUCTURE, "object_to_json_text", 0.5, "high", reason)


def _mended(value: str, schema: dict[str, Any]) -> Offer | None:
    wanted = schema.get("format")
    moment = dates.to_format(value, wanted) if wanted in _MOMENTS else None
    if moment:
        reason = f"written as a {wanted}"
        pattern = f"{wanted}_format"
        return Offer(moment.text, TYPE_CONVERSION, pattern, moment.confidence, "low", reason)
    if isinstance(schema.get("pattern"), str):
        return _to_pattern(value, schema["pattern"])
    stripped = value.strip()
    if stripped == value:
        return None
    reason = "blanks around the text were taken off"
    return Offer(stripped, TYPE_CONVERSION, "trimmed_text", 0.85, "low", reason)


def _to_pattern(value: str, pattern: str) -> Offer | None:
    """Try the few rewritings that keep what a text says: blanks, case, separators, dates."""
    stripped = value.strip()
    candidates: list[tuple[str, float]] = [
        (stripped, 0.92),
        (stripped.upper(), 0.88),
        (stripped.lower(), 0.88),
        (re.sub(r"\s+", "", stripped), 0.82),
        (re.sub(r"[\s_]+", "-", stripped.lower()), 0.8),
        (re.sub(r"[\s\-]+", "_", stripped.lower()), 0.8),
        (re.sub(r"[^\d+]", "", stripped), 0.76),
    ]
    for wanted in _MOMENTS:
        moment = dates.to_format(value, wanted)
        if moment:
            candidates.append((moment.text, moment.confidence))
            candidates.append((moment.text.removesuffix("Z"), moment.confidence))
    for candidate, confidence in candidates:
        if candidate and candidate != value and re.search(pattern, candidate):
            reason = f"written so that it matches {pattern}"
            return Offer(candidate, TYPE_CONVERSION, "text_to_pattern", confidence, "low", reason)
    return None
