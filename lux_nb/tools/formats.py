"""The formats that constrain a text: dates, times and moments of RFC 3339."""

import calendar
import re
from collections.abc import Callable

_DATE = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])-([0-9]{2})")
_TIME = re.compile(
    r"([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9]|60)(?:\.[0-9]+)?"
    r"(?:[zZ]|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))"
)
_DAY_MINUTES = 24 * 60


def is_date(text: str) -> bool:
    """Tell whether a text is a day that was or will be, such as 2024-02-29."""
    found = _DATE.fullmatch(text)
    if found is None:
        return False
    year, month, day = (int(part) for part in found.groups())
    # The calendar has no year 0, which RFC 3339 allows; it would have been a leap year.
    return 1 <= day <= calendar.monthrange(year or 4, month)[1]


def is_time(text: str) -> bool:
    """Tell whether a text is a time with a zone; a leap second ends a day of UTC only."""
    found = _TIME.fullmatch(text)
    if found is None:
        return False
    hour, minute, second, sign, off_hours, off_minutes = found.groups()
    if second != "60":
        return True
    shift = int(off_hours) * 60 + int(off_minutes) if sign else 0
    minutes = int(hour) * 60 + int(minute) - (shift if sign == "+" else -shift)
    return minutes % _DAY_MINUTES == _DAY_MINUTES - 1


def is_moment(text: str) -> bool:
    """Tell whether a text is a date and a time, such as 2024-02-29T12:00:00Z."""
    return text[10:11] in {"t", "T"} and is_date(text[:10]) and is_time(text[11:])


FORMATS: dict[str, Callable[[str], bool]] = {
    "date": is_date,
    "time": is_time,
    "date-time": is_moment,
}
