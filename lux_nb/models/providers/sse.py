"""Reading server-sent events from bytes, with limits."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from lux_nb.errors import ProviderError


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """One event of a stream; ``damaged`` when its bytes were not UTF-8."""

    data: str
    event: str = ""
    damaged: bool = False


class TooLarge(ProviderError):
    """A provider sent more than is read."""

    default_code = "RESPONSE_TOO_LARGE"


def check_size(size: int, limit: int, what: str) -> None:
    """Raise when a body or an event is larger than its limit."""
    if size > limit:
        message = f"The provider sent {what} of more than {limit} bytes; reading was stopped."
        raise TooLarge(message, hint="LUX_MAX_RESPONSE_SIZE sets the limit.")


async def read_events(
    chunks: AsyncIterator[bytes], *, body_limit: int, event_limit: int
) -> AsyncIterator[ServerEvent]:
    """Yield the events of a byte stream as they become whole."""
    buffer = b""
    total = 0
    lines: list[bytes] = []
    async for chunk in chunks:
        total += len(chunk)
        check_size(total, body_limit, "an answer")
        buffer += chunk
        *whole, buffer = buffer.split(b"\n")
        check_size(len(buffer), event_limit, "one event")
        for line in whole:
            stripped = line.rstrip(b"\r")
            if stripped:
                lines.append(stripped)
            elif lines:
                yield _event(lines)
                lines = []
    if buffer.strip():
        lines.append(buffer.rstrip(b"\r"))
    if lines:
        yield _event(lines)


def _event(lines: list[bytes]) -> ServerEvent:
    data: list[bytes] = []
    name = b""
    for line in lines:
        field, _, value = line.partition(b":")
        if field == b"data":
            data.append(value.removeprefix(b" "))
        elif field == b"event":
            name = value.strip()
    raw = b"\n".join(data)
    try:
        return ServerEvent(raw.decode("utf-8"), name.decode("latin-1"))
    except UnicodeDecodeError:
        return ServerEvent(raw.decode("utf-8", "replace"), name.decode("latin-1"), damaged=True)
