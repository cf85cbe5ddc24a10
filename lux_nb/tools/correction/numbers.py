"""Numbers as people and models write them: ``"1,234"``, ``"$5k"``, ``"twenty-one"``, ``"3rd"``."""

import math
import re
from typing import NamedTuple

from lux_nb.number_words import SCALES, SMALL_NUMBERS, TENS

WORDS = SMALL_NUMBERS | TENS
_SUFFIXES = {"k": 10**3, "m": 10**6, "b": 10**9, "bn": 10**9, "mn": 10**6}
_ORDINAL = re.compile(r"(\d{1,6})(?:st|nd|rd|th)", re.IGNORECASE)
_CURRENCY = re.compile(
    r"^(?:US|A|C)?[$€£¥₹]\s*|\s*[$€£¥₹]$|^(?:USD|EUR|GBP)\s+|\s+(?:USD|EUR|GBP|dollars|euros)$"
)
_PLAIN = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_THOUSANDS = re.compile(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_EUROPEAN = re.compile(r"[-+]?\d{1,3}(?:\.\d{3})*,\d{1,2}|[-+]?\d+,\d{1,2}")
_SPACED = re.compile(r"[-+]?\d{1,3}(?:[ '\u2009\u202f_]\d{3})+(?:\.\d+)?")
_FRACTION = re.compile(r"([-+]?\d{1,9})\s*/\s*(\d{1,9})")
_POWER = re.compile(r"([-+]?\d+(?:\.\d+)?)\s*[x×*]\s*10\s*(?:\^|\*\*)\s*([-+]?\d{1,3})")
_SUFFIXED = re.compile(r"([-+]?\d+(?:[.,]\d+)?)\s?(k|m|b|bn|mn)", re.IGNORECASE)
MAX_CHARACTERS = 60


class ParsedNumber(NamedTuple):
    """A number read from text, and how it was written."""

    value: int | float
    how: str
    confidence: float


def parse_number(text: str) -> ParsedNumber | None:
    """Read a whole text as one number, or return None."""
    stripped = text.strip()
    if not stripped or len(stripped) > MAX_CHARACTERS:
        return None
    if _PLAIN.fullmatch(stripped):
        return ParsedNumber(number(stripped), "digits in a string", 0.97)
    bare = _CURRENCY.sub("", stripped).strip()
    currency = bare != stripped
    if currency and _PLAIN.fullmatch(bare):
        return ParsedNumber(number(bare), "an amount with a currency sign", 0.92)
    return _grouped(bare) or _composed(bare) or _spelled(bare)


def _grouped(text: str) -> ParsedNumber | None:
    if _THOUSANDS.fullmatch(text):
        return ParsedNumber(number(text.replace(",", "")), "thousands separators", 0.94)
    if _SPACED.fullmatch(text):
        return ParsedNumber(number(re.sub(r"[^\d.+\-]", "", text)), "thousands separators", 0.9)
    if _EUROPEAN.fullmatch(text):
        plain = text.replace(".", "").replace(",", ".")
        return ParsedNumber(number(plain), "a decimal comma", 0.85)
    return None


def _composed(text: str) -> ParsedNumber | None:
    fraction = _FRACTION.fullmatch(text)
    if fraction and int(fraction.group(2)):
        value = int(fraction.group(1)) / int(fraction.group(2))
        return ParsedNumber(_tidy(value), "a fraction", 0.9)
    power = _POWER.fullmatch(text)
    if power:
        return ParsedNumber(
            _tidy(float(f"{power.group(1)}e{power.group(2)}")), "a power of ten", 0.92
        )
    suffixed = _SUFFIXED.fullmatch(text)
    if suffixed:
        factor = _SUFFIXES[suffixed.group(2).lower()]
        return ParsedNumber(
            _tidy(float(suffixed.group(1).replace(",", ".")) * factor), "a suffix", 0.8
        )
    ordinal = _ORDINAL.fullmatch(text)
    if ordinal:
        return ParsedNumber(int(ordinal.group(1)), "an ordinal", 0.9)
    return None


def _spelled(text: str) -> ParsedNumber | None:
    value = words_to_number(text)
    return None if value is None else ParsedNumber(value, "a number in words", 0.9)


def words_to_number(text: str) -> int | None:
    """Read ``twenty-one`` or ``three hundred and five``."""
    parts = [part for part in re.split(r"[\s\-]+", text.lower().strip()) if part and part != "and"]
    if not parts or len(parts) > 12:
        return None
    total, current = 0, 0
    for part in parts:
        if part in WORDS:
            current += WORDS[part]
        elif part == "dozen":
            current = max(current, 1) * 12
        elif part == "hundred":
            current = max(current, 1) * 100
        elif part in SCALES:
            total += max(current, 1) * SCALES[part]
            current = 0
        else:
            return None
    return total + current


def number(text: str) -> int | float:
    """Return the number that plain digits stand for; integers stay integers."""
    try:
        return int(text)
    except ValueError:
        value = float(text)
        return value if math.isfinite(value) else 0.0


def _tidy(value: float) -> int | float:
    """Make a whole number an integer, and take off the rounding noise of the last digits."""
    rounded = round(value, 12)
    return int(rounded) if rounded.is_integer() and abs(rounded) < 2**53 else rounded
