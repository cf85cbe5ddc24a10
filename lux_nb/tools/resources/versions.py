"""Versions of a resource: three numbers that only grow."""

import re

from lux_nb.errors import InvalidRequest

FIRST = "1.0.0"
_FORM = re.compile(r"(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})")


def numbers(version: str) -> tuple[int, int, int]:
    """Read a version, or raise an error that says how one is written."""
    found = _FORM.fullmatch(version)
    if found is None:
        message = f"version: {version!r} is not a version."
        raise InvalidRequest(message, hint="Write three numbers, as in 1.2.0.")
    return int(found[1]), int(found[2]), int(found[3])


def following(current: str, wanted: str | None, *, changes_variables: bool) -> str:
    """Return the next version: the one that is wanted, or the smallest that tells the change.

    Other variables mean that callers must change, so the middle number grows; else the last.
    """
    major, minor, patch = numbers(current)
    if wanted is None:
        return f"{major}.{minor + 1}.0" if changes_variables else f"{major}.{minor}.{patch + 1}"
    if numbers(wanted) <= (major, minor, patch):
        message = f"version: {wanted} does not come after {current}."
        raise InvalidRequest(message, hint="Leave it out to have the next one.")
    return wanted
