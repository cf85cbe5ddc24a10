"""Dates and times as people write them, brought into the form JSON Schema formats want."""

import re
from datetime import UTC, date, datetime
from typing import NamedTuple

_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_MONTH = {name: number for number, name in enumerate(_MONTHS, 1)} | {
    name[:3]: number for number, name in enumerate(_MONTHS, 1)
}
_MONTH["sept"] = 9
_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_NUMERIC = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})")
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})")
_MONTH_FIRST = re.compile(r"([A-Za-z]{3,9})\.?\s*(\d{1,2})(?:st|nd|rd|th)?\s*,?\s*(\d{4})")
_DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?([A-Za-z]{3,9})\.?,?\s+(\d{4})")
_TIME = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*([AaPp]\.?[Mm]\.?)?")
_HOUR = re.compile(r"(\d{1,2})\s*([AaPp]\.?[Mm]\.?)")
_ZONE = re.compile(r"(Z|[+-]\d{2}:?\d{2}|\s+UTC)$", re.IGNORECASE)


class ParsedDate(NamedTuple):
    """A date in ISO form, and how sure the reading is."""

    text: str
    confidence: float


def parse_date(text: str) -> ParsedDate | None:
    """Read a day; ``03/04/2023`` is read month first, with little confidence."""
    stripped = text.strip()
    for pattern, order in ((_ISO, "ymd"), (_COMPACT, "ymd")):
        match = pattern.fullmatch(stripped)
        if match:
            return _made(match, order, 0.95)
    match = _NUMERIC.fullmatch(stripped)
    if match:
        first, second = int(match.group(1)), int(match.group(2))
        if first > 12:
            return _made(match, "dmy", 0.92)
        return _made(match, "mdy", 0.92 if second > 12 or first == second else 0.55)
    match = _MONTH_FIRST.fullmatch(stripped)
    if match:
        return _made(match, "Mdy", 0.95)
    match = _DAY_FIRST.fullmatch(stripped)
    return _made(match, "dMy", 0.95) if match else None


def _made(match: re.Match[str], order: str, confidence: float) -> ParsedDate | None:
    fields = dict(zip(order, match.groups(), strict=True))
    month = _MONTH.get(fields["M"].lower()) if "M" in fields else int(fields["m"])
    try:
        return ParsedDate(
            date(int(fields["y"]), month or 0, int(fields["d"])).isoformat(), confidence
        )
    except ValueError:
        return None


def parse_time(text: str) -> ParsedDate | None:
    """Read a time of day as ``HH:MM:SS``."""
    stripped = text.strip()
    match = _TIME.fullmatch(stripped)
    parts = (match.group(1), match.group(2), match.group(3), match.group(4)) if match else None
    if parts is None:
        hour_only = _HOUR.fullmatch(stripped)
        if hour_only is None:
            return None
        parts = (hour_only.group(1), "0", None, hour_only.group(2))
    hour, minute, second = int(parts[0]), int(parts[1]), int(parts[2] or 0)
    half = (parts[3] or "").lower()[:1]
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "p" else 0)
    if hour > 23 or minute > 59 or second > 59:
        return None
    return ParsedDate(f"{hour:02}:{minute:02}:{second:02}", 0.92)


def to_format(value: object, wanted: str) -> ParsedDate | None:
    """Bring a value into ``date``, ``time`` or ``date-time`` form, or return None."""
    if wanted == "date-time" and isinstance(value, int | float) and not isinstance(value, bool):
        return _from_epoch(value)
    if not isinstance(value, str) or len(value) > 60:
        return None
    zone = _ZONE.search(value)
    body = value[: zone.start()] if zone and ":" in value else value
    day_text, clock_text = _split(body)
    day = parse_date(day_text) if day_text else None
    clock = parse_time(clock_text) if clock_text else None
    if wanted == "date" and day and (clock or not clock_text):
        return day
    if wanted == "time" and clock:
        return (
            ParsedDate(f"{clock.text}Z", 0.6)
            if not zone
            else ParsedDate(clock.text + _zone(zone), 0.9)
        )
    if wanted == "date-time" and day and (clock or not clock_text):
        time_text = clock.text if clock else "00:00:00"
        sure = min(day.confidence, 0.9 if clock else 0.78) - (0 if zone else 0.05)
        return ParsedDate(f"{day.text}T{time_text}{_zone(zone)}", sure)
    return None


def _split(text: str) -> tuple[str, str]:
    stripped = text.strip()
    match = re.compile(r"(\d)T(?=\d)").search(stripped)
    if match:
        return stripped[: match.end() - 1], stripped[match.end() :]
    clock = re.compile(
        r"(?:^|[\s,]+(?:at\s+)?)(\d{1,2}(?::\d{2}){1,2}(?:\.\d+)?\s*(?:[AaPp]\.?[Mm]\.?)?|\d{1,2}\s*[AaPp][Mm])$"
    )
    found = clock.search(stripped)
    if found:
        return stripped[: found.start()].strip(), found.group(1)
    return stripped, ""


def _zone(match: re.Match[str] | None) -> str:
    if match is None:
        return "Z"
    text = match.group(1).strip().upper()
    if text in {"Z", "UTC"}:
        return "Z"
    return text if ":" in text else f"{text[:3]}:{text[3:]}"


def _from_epoch(value: float) -> ParsedDate | None:
    seconds = value / 1000 if value > 1e11 else value
    if not 0 < seconds < 4e9:
        return None
    moment = datetime.fromtimestamp(seconds, UTC).replace(microsecond=0)
    return ParsedDate(moment.isoformat().replace("+00:00", "Z"), 0.8)
