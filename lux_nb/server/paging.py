"""Lists in pages: a cursor says where the next one begins, and means nothing else."""

import base64
from collections.abc import Sequence
from typing import TypeVar

from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, PaginatedRequestParams

PAGE_SIZE = 200
Item = TypeVar("Item")
_PREFIX = "lux:"


def page(
    items: Sequence[Item], params: PaginatedRequestParams | None, size: int = PAGE_SIZE
) -> tuple[list[Item], str | None]:
    """Return the page that a request asks for, and the cursor of the one after it."""
    start = _place(params.cursor) if params is not None and params.cursor is not None else 0
    if start > len(items):
        # The list got shorter meanwhile: there is nothing after its end.
        return [], None
    end = start + size
    return list(items[start:end]), _cursor(end) if end < len(items) else None


def _cursor(place: int) -> str:
    return base64.urlsafe_b64encode(f"{_PREFIX}{place}".encode()).decode().rstrip("=")


def _place(cursor: str) -> int:
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        told = base64.b64decode(padded, altchars=b"-_", validate=True).decode("ascii")
    except ValueError:
        told = ""
    number = told.removeprefix(_PREFIX)
    if not told.startswith(_PREFIX) or not number.isdecimal() or len(number) > 9:
        raise MCPError(INVALID_PARAMS, f"The cursor {cursor!r} is not one of this server's.")
    return int(number)
