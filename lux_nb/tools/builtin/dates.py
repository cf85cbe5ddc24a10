"""Dates and times: now, parse, format, add, difference, zones."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING, Annotated, Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field

from lux_nb.errors import InvalidRequest

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

Action = Literal["now", "format", "add", "difference", "convert"]
Unit = Literal["seconds", "minutes", "hours", "days", "weeks"]
_SECONDS = {"seconds": 1, "minutes": 60, "hours": 3600, "days": 86_400, "weeks": 604_800}


def tools(_engine: "Engine") -> Iterator[tuple[Callable[..., Any], dict[str, Any]]]:
    """Yield the date tool."""
    yield date_time, {"category": "utility", "tags": ("date", "time", "calendar")}


def date_time(
    *,
    action: Annotated[Action, Field(description="What to do.")] = "now",
    date: Annotated[str | None, Field(description="ISO date or moment; now by default.")] = None,
    other: Annotated[str | None, Field(description="Second date, for difference.")] = None,
    amount: Annotated[float, Field(description="How much to add; may be negative.")] = 0.0,
    unit: Annotated[Unit, Field(description="Unit of amount and difference.")] = "days",
    timezone: Annotated[str, Field(description="IANA name such as Europe/Paris.")] = "UTC",
    format: Annotated[  # noqa: A002 - the name on the wire
        str | None, Field(description="strftime pattern such as %d %B %Y.")
    ] = None,
) -> dict[str, Any]:
    """Tell the time, format dates, add to them, take differences or change the zone."""
    zone = _zone(timezone)
    moment = _moment("date", date, zone)
    if action == "difference":
        if other is None:
            raise InvalidRequest("other: required for a difference.")
        seconds = (_moment("other", other, zone) - moment).total_seconds()
        return {"difference": seconds / _SECONDS[unit], "unit": unit}
    if action == "add":
        try:
            moment += timedelta(seconds=amount * _SECONDS[unit])
        except OverflowError:
            raise InvalidRequest("amount: the result is outside the calendar.") from None
    moment = moment.astimezone(zone)
    return {
        "iso": moment.isoformat(),
        "formatted": moment.strftime(format) if format else moment.isoformat(" ", "seconds"),
        "timezone": timezone,
        "weekday": moment.strftime("%A"),
        "unix": moment.timestamp(),
    }


def _zone(name: str) -> tzinfo:
    try:
        return ZoneInfo(name) if name != "UTC" else UTC
    except (ZoneInfoNotFoundError, ValueError, OSError):
        message = f"timezone: {name!r} is not known."
        raise InvalidRequest(message, hint="Use an IANA name such as Europe/Paris.") from None


def _moment(label: str, text: str | None, zone: tzinfo) -> datetime:
    if text is None:
        return datetime.now(UTC)
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        message = f"{label}: {text!r} is not an ISO date such as 2024-01-31 or 2024-01-31T10:00."
        raise InvalidRequest(message) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)
