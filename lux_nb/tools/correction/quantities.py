"""What becomes of a value where a number is wanted: formats, words, units, percentages."""

import math
import re
from typing import Any

from lux_nb.tools.correction import dates
from lux_nb.tools.correction.model import STRUCTURE, TYPE_CONVERSION, Offer
from lux_nb.tools.correction.names import words
from lux_nb.tools.correction.numbers import parse_number
from lux_nb.tools.correction.units import parse_amount

_SHARE_WORDS = re.compile(r"\b(?:decimal|fraction|between 0 and 1|0\.\d+|0 to 1)\b", re.IGNORECASE)
_PERCENT_WORDS = re.compile(r"percent|%", re.IGNORECASE)


def to_number(value: Any, schema: dict[str, Any], name: str) -> Offer | None:
    """Return what a value becomes where a number is wanted, or None."""
    if isinstance(value, bool):
        reason = "a boolean was given where a number is wanted"
        return Offer(int(value), TYPE_CONVERSION, "boolean_to_number", 0.55, "medium", reason)
    if isinstance(value, int | float):
        return _into_range(value, schema)
    if isinstance(value, dict) and len(value) == 1:
        inner = next(iter(value.values()))
        if isinstance(inner, int | float) and not isinstance(inner, bool):
            reason = "the number was wrapped in an object"
            return Offer(inner, STRUCTURE, "object_to_its_number", 0.8, "low", reason)
    return _from_text(value, schema, name) if isinstance(value, str) else None


def to_integer(value: Any, schema: dict[str, Any], name: str) -> Offer | None:
    """Return what a value becomes where a whole number is wanted, or None."""
    day = dates.to_format(value, "date") if isinstance(value, str) else None
    if day and words(name)[-1:] == ("year",):
        year = int(day.text[:4])
        reason = "the year of the date is wanted"
        return Offer(year, TYPE_CONVERSION, "year_of_date", 0.85, "low", reason)
    if isinstance(value, float) and not value.is_integer():
        return _rounded(value)
    offer = to_number(value, schema, name)
    if offer is None or not isinstance(offer.value, float):
        return offer
    return (
        offer._replace(value=int(offer.value))
        if offer.value.is_integer()
        else _rounded(offer.value)
    )


def _rounded(value: float) -> Offer | None:
    if not math.isfinite(value):
        return None
    reason = "a whole number is wanted; rounding loses the rest"
    return Offer(round(value), TYPE_CONVERSION, "rounded_number", 0.45, "high", reason)


def _from_text(value: str, schema: dict[str, Any], name: str) -> Offer | None:
    description = str(schema.get("description", ""))
    if value.strip().endswith("%"):
        return _percentage(value, schema, description)
    parsed = parse_number(value)
    if parsed:
        reason = f"the number was given as {parsed.how}"
        sure = parsed.confidence
        return Offer(parsed.value, TYPE_CONVERSION, "string_to_number", sure, "low", reason)
    amount = parse_amount(value, name, description)
    if amount is None:
        return None
    if amount.converted:
        reason = f"{value!r} is converted into {amount.wanted}"
        return Offer(amount.value, TYPE_CONVERSION, "unit_conversion", 0.86, "medium", reason)
    reason = f"the unit {amount.unit!r} is taken off the number"
    if amount.wanted or amount.unit.lower() in {*words(name), *words(description)}:
        return Offer(amount.value, TYPE_CONVERSION, "unit_removed", 0.88, "low", reason)
    return Offer(amount.value, TYPE_CONVERSION, "unit_removed", 0.76, "medium", reason)


def _percentage(value: str, schema: dict[str, Any], description: str) -> Offer | None:
    parsed = parse_number(value.strip()[:-1])
    if parsed is None:
        return None
    share = round(parsed.value / 100, 12)
    as_share = schema.get("maximum") == 1 or bool(_SHARE_WORDS.search(description))
    unsaid = schema.get("type") == "number" and not _PERCENT_WORDS.search(description)
    if as_share or unsaid:
        sure = 0.88 if as_share else 0.6
        reason = f"{value!r} as a share of one"
        return Offer(share, TYPE_CONVERSION, "percentage_to_share", sure, "medium", reason)
    reason = f"{value!r} as a percentage"
    return Offer(parsed.value, TYPE_CONVERSION, "percentage_to_number", 0.85, "low", reason)


def _into_range(value: float, schema: dict[str, Any]) -> Offer | None:
    if schema.get("maximum") == 1 and 1 < value <= 100:
        share = round(value / 100, 12)
        reason = "a percentage was given where a share of one is wanted"
        return Offer(share, TYPE_CONVERSION, "percentage_to_share", 0.72, "medium", reason)
    for keyword, nearer in (("minimum", max), ("maximum", min)):
        bound = schema.get(keyword)
        if isinstance(bound, int | float) and nearer(value, bound) != value:
            reason = f"the nearest number that {keyword} {bound} allows"
            return Offer(bound, TYPE_CONVERSION, "nearest_allowed_number", 0.4, "high", reason)
    return None
