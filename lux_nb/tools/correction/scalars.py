"""Conversions of single values: strings, numbers, booleans, null and choices from a list."""

import json
import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, NamedTuple

from lux_nb.tools.correction import dates
from lux_nb.tools.correction.model import STRUCTURE, TYPE_CONVERSION, Risk
from lux_nb.tools.correction.names import squash, words
from lux_nb.tools.correction.numbers import parse_number
from lux_nb.tools.correction.units import parse_amount
from lux_nb.tools.validation import Path

if TYPE_CHECKING:
    from lux_nb.tools.correction.context import Context

TRUE_WORDS = frozenset("true yes y on 1 enabled enable t".split())
FALSE_WORDS = frozenset("false no n off 0 disabled disable f".split())
NULL_WORDS = frozenset({"", "null", "none", "nil", "n/a", "na", "undefined", "not specified", "unspecified"})
_DECIMAL_WORDS = re.compile(r"\b(?:decimal|fraction|between 0 and 1|0\.\d+|0 to 1)\b", re.IGNORECASE)
_PERCENT_WORDS = re.compile(r"percent|%", re.IGNORECASE)
_JSON_WORDS = re.compile(r"\bjson\b|serialized|serialised", re.IGNORECASE)
_TEXT_KEYS = ("value", "text", "content", "name", "string")


class Offer(NamedTuple):
    """A converted value with its strategy, confidence, risk and reason."""

    value: Any
    strategy: str
    pattern: str
    confidence: float
    risk: Risk
    reasoning: str


def convert(value: Any, schema: dict[str, Any], wanted: Any, path: Path, context: "Context") -> Offer | None:
    """Return what a value becomes when another scalar type is wanted, or None."""
    if isinstance(value, list | tuple) and len(value) == 1 and not isinstance(value[0], list | dict):
        return _unwrapped(value[0], schema, wanted, path, context)
    converters: dict[str, Callable[[Any, dict[str, Any], str], Offer | None]] = {
        "string": _to_string,
        "number": _to_number,
        "integer": _to_integer,
        "boolean": _to_boolean,
        "null": _to_null,
    }
    converter = converters.get(wanted) if isinstance(wanted, str) else None
    name = next((step for step in reversed(path) if isinstance(step, str)), "")
    return converter(value, schema, name) if converter else None


def _unwrapped(value: Any, schema: dict[str, Any], wanted: Any, path: Path, context: "Context") -> Offer | None:
    inner = convert(value, schema, wanted, path, context)
    confidence = inner.confidence * 0.95 if inner else 0.88
    result = inner.value if inner else value
    reasoning = "a list with one value was given where the value itself is wanted"
    return Offer(result, STRUCTURE, "single_item_list_to_value", confidence, "low", reasoning)


def _plain_offer(value: Any, pattern: str, confidence: float, reasoning: str, risk: Risk = "low") -> Offer:
    return Offer(value, TYPE_CONVERSION, pattern, confidence, risk, reasoning)


# -- to string ---------------------------------------------------------------------------


def _to_string(value: Any, schema: dict[str, Any], name: str) -> Offer | None:
    if isinstance(value, str):
        return _string_to_string(value, schema)
    if schema.get("format") in {"date", "time", "date-time"}:
        moment = dates.to_format(value, schema["format"])
        if moment:
            return _plain_offer(moment.text, "timestamp_to_text", moment.confidence, "a timestamp was given as a number")
    if isinstance(value, bool):
        return _plain_offer(
            str(value).lower(), "boolean_to_string", 0.8, "a boolean was given where text is wanted", "medium"
        )
    if isinstance(value, int | float):
        return _plain_offer(
            str(value), "number_to_string", 0.95, "a number was given where text is wanted; it is kept as written"
        )
    if isinstance(value, list | tuple) and value and all(isinstance(item, str | int | float) for item in value):
        text = ", ".join(str(item) for item in value)
        return Offer(text, STRUCTURE, "list_to_text", 0.72, "medium", "a list was given where one text is wanted")
    if isinstance(value, dict):
        return _object_to_string(value, schema, name)
    return None


def _object_to_string(value: dict[str, Any], schema: dict[str, Any], name: str) -> Offer | None:
    if len(value) == 1:
        key, inner = next(iter(value.items()))
        if isinstance(inner, str) and (key in _TEXT_KEYS or squash(key) == squash(name)):
            return Offer(inner, STRUCTURE, "object_to_its_text", 0.82, "low", "the text was wrapped in an object")
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        return None
    wants_json = bool(_JSON_WORDS.search(str(schema.get("description", "")))) or "json" in words(name)
    return Offer(
        text, STRUCTURE, "object_to_json_text", 0.88 if wants_json else 0.5, "low" if wants_json else "high",
        "an object was given where text is wanted; it is written as JSON",
    )


def _string_to_string(value: str, schema: dict[str, Any]) -> Offer | None:
    """Text that is wanted as text is only touched for its format, pattern or length."""
    wanted = schema.get("format")
    if wanted in {"date", "time", "date-time"}:
        moment = dates.to_format(value, wanted)
        if moment:
            return _plain_offer(moment.text, f"{wanted}_format", moment.confidence, f"written as a {wanted}")
    pattern = schema.get("pattern")
    if isinstance(pattern, str):
        return _to_pattern(value, pattern)
    stripped = value.strip()
    if stripped != value:
        return _plain_offer(stripped, "trimmed_text", 0.85, "blanks around the text were taken off")
    return None


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
    for wanted in ("date", "date-time", "time"):
        moment = dates.to_format(value, wanted)
        if moment:
            candidates.append((moment.text, moment.confidence))
            candidates.append((moment.text.removesuffix("Z"), moment.confidence))
    for candidate, confidence in candidates:
        if candidate and candidate != value and re.search(pattern, candidate):
            return _plain_offer(candidate, "text_to_pattern", confidence, f"written so that it matches {pattern}")
    return None


# -- to number ---------------------------------------------------------------------------


def _to_number(value: Any, schema: dict[str, Any], name: str) -> Offer | None:
    if isinstance(value, bool):
        return _plain_offer(int(value), "boolean_to_number", 0.55, "a boolean was given where a number is wanted", "medium")
    if isinstance(value, int | float):
        return _into_range(value, schema)
    if isinstance(value, dict) and len(value) == 1:
        inner = next(iter(value.values()))
        if isinstance(inner, int | float) and not isinstance(inner, bool):
            return Offer(inner, STRUCTURE, "object_to_its_number", 0.8, "low", "the number was wrapped in an object")
    if not isinstance(value, str):
        return None
    description = str(schema.get("description", ""))
    if value.strip().endswith("%"):
        return _percentage(value, schema, description)
    parsed = parse_number(value)
    if parsed:
        return _plain_offer(parsed.value, "string_to_number", parsed.confidence, f"the number was given as {parsed.how}")
    amount = parse_amount(value, name, description)
    if amount is None:
        return None
    if amount.converted:
        return _plain_offer(
            amount.value, "unit_conversion", 0.86, f"{value!r} is converted into {amount.wanted}", "medium"
        )
    known = amount.wanted is not None or amount.unit.lower() in {*words(name), *words(description)}
    return _plain_offer(
        amount.value, "unit_removed", 0.88 if known else 0.76, f"the unit {amount.unit!r} is taken off the number",
        "low" if known else "medium",
    )


def _percentage(value: str, schema: dict[str, Any], description: str) -> Offer | None:
    parsed = parse_number(value.strip()[:-1])
    if parsed is None:
        return None
    share = parsed.value / 100
    as_share = schema.get("maximum") == 1 or bool(_DECIMAL_WORDS.search(description))
    if as_share or (schema.get("type") == "number" and not _PERCENT_WORDS.search(description)):
        sure = 0.88 if as_share else 0.6
        return _plain_offer(round(share, 12), "percentage_to_share", sure, f"{value!r} as a share of one", "medium")
    return _plain_offer(parsed.value, "percentage_to_number", 0.85, f"{value!r} as a percentage", "low")


def _into_range(value: float, schema: dict[str, Any]) -> Offer | None:
    if schema.get("maximum") == 1 and 1 < value <= 100:
        return _plain_offer(
            round(value / 100, 12), "percentage_to_share", 0.72, "a percentage was given where a share of one is wanted",
            "medium",
        )
    for keyword, nearer in (("minimum", max), ("maximum", min)):
        bound = schema.get(keyword)
        if isinstance(bound, int | float) and nearer(value, bound) != value:
            return _plain_offer(
                bound, "nearest_allowed_number", 0.4, f"the nearest number that {keyword} {bound} allows", "high"
            )
    return None


def _to_integer(value: Any, schema: dict[str, Any], name: str) -> Offer | None:
    if isinstance(value, float) and not isinstance(value, bool):
        return _plain_offer(round(value), "rounded_number", 0.45, "a whole number is wanted; rounding loses the rest", "high")
    if isinstance(value, str):
        day = dates.to_format(value, "date")
        if day and words(name)[-1:] == ("year",):
            return _plain_offer(int(day.text[:4]), "year_of_date", 0.85, "the year of the date is wanted")
    offer = _to_number(value, schema, name)
    if offer is None or not isinstance(offer.value, float):
        return offer
    if offer.value.is_integer():
        return offer._replace(value=int(offer.value))
    return offer._replace(
        value=round(offer.value), confidence=0.45, risk="high", reasoning="a whole number is wanted; rounding loses the rest"
    )


# -- to boolean and null -----------------------------------------------------------------


def _to_boolean(value: Any, schema: dict[str, Any], name: str) -> Offer | None:
    if isinstance(value, int | float) and value in (0, 1):
        return _plain_offer(bool(value), "number_to_boolean", 0.88, "0 and 1 stand for false and true")
    if not isinstance(value, str):
        return None
    word = value.strip().lower().strip(".!")
    if word in TRUE_WORDS or word in FALSE_WORDS:
        sure = 0.97 if word in {"true", "false"} else 0.9
        return _plain_offer(word in TRUE_WORDS, "word_to_boolean", sure, f"the word {value!r} stands for a boolean")
    if word and squash(word) == squash(name):
        return _plain_offer(True, "own_name_to_boolean", 0.72, "the flag was named instead of set", "medium")
    return None


def _to_null(value: Any, schema: dict[str, Any], name: str) -> Offer | None:
    if isinstance(value, str) and value.strip().lower() in NULL_WORDS:
        return _plain_offer(None, "word_to_null", 0.92, f"the word {value!r} stands for nothing")
    return None


# -- choices -----------------------------------------------------------------------------


def match_choice(value: Any, choices: Sequence[Any], path: Path) -> tuple[Any, float, str] | None:
    """Return the one choice a value comes near, with the confidence and in which way."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
        if value in choices:
            return value, 0.9, "unwrapping"
    if isinstance(value, dict | list) or value is None:
        return None
    text = str(value).strip()
    flat = squash(text)
    if not flat:
        return None
    by_text = [choice for choice in choices if squash(str(choice)) == flat]
    if len(by_text) == 1:
        return by_text[0], 0.96, "spelling"
    named = [choice for choice in choices if isinstance(choice, str)]
    return _unique(_by_stem(flat, named), 0.9, "word form") or _unique(
        _by_beginning(text, flat, named), 0.86, "abbreviation"
    ) or _unique(_by_word(text, named), 0.8, "wording") or _by_ratio(flat, named)


def _unique(found: list[str], confidence: float, how: str) -> tuple[Any, float, str] | None:
    return (found[0], confidence, how) if len(found) == 1 else None


def _by_stem(flat: str, choices: list[str]) -> list[str]:
    return [choice for choice in choices if _stem(squash(choice)) == _stem(flat)]


def _stem(word: str) -> str:
    for ending in ("ing", "ly", "ed", "es", "s", "y", "e"):
        if len(word) > len(ending) + 2 and word.endswith(ending):
            return word[: -len(ending)]
    return word


def _by_beginning(text: str, flat: str, choices: list[str]) -> list[str]:
    if len(flat) >= 3:
        found = [c for c in choices if squash(c).startswith(flat) or (len(squash(c)) >= 3 and flat.startswith(squash(c)))]
        if found:
            return found
    initials = [c for c in choices if "".join(word[0] for word in words(c)) == flat and len(flat) > 1]
    if initials or len(flat) != 1:
        return initials
    return [c for c in choices if squash(c).startswith(flat)]


def _by_word(text: str, choices: list[str]) -> list[str]:
    given = set(words(text))
    return [choice for choice in choices if words(choice) and set(words(choice)) <= given]


def _by_ratio(flat: str, choices: list[str]) -> tuple[Any, float, str] | None:
    scored = sorted(
        ((SequenceMatcher(None, flat, squash(choice), autojunk=False).ratio(), choice) for choice in choices[:200]),
        reverse=True,
    )
    if not scored or scored[0][0] < 0.76:
        return None
    if len(scored) > 1 and scored[0][0] - scored[1][0] < 0.08:
        return scored[0][1], 0.5, "similarity"
    return scored[0][1], min(0.9, scored[0][0]), "similarity"
