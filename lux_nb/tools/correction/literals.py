"""Read a literal that was given as a string: JSON first, else the tolerant reader."""

import json
from typing import Any

from lux_nb.tools.parsing.nodes import CallNode, TooDeepError
from lux_nb.tools.parsing.reader import Reader
from lux_nb.tools.parsing.shapes import plain

MAX_CHARACTERS = 200_000


def read_literal(text: str) -> Any:
    """Return the object or list a text stands for, or None where it is just text."""
    stripped = text.strip()
    if len(stripped) > MAX_CHARACTERS:
        return None
    if stripped.startswith("```"):
        stripped = stripped.strip("`").removeprefix("json").strip()
    if not stripped.startswith(("{", "[", "(")):
        return None
    try:
        value = json.loads(stripped)
    except (ValueError, RecursionError):
        value = _read_tolerantly(stripped)
    return value if isinstance(value, dict | list) else None


def _read_tolerantly(text: str) -> Any:
    reader = Reader(text)
    try:
        value = reader.read()
    except TooDeepError:
        return None
    # Half a list that goes on in prose is no literal.
    if text[reader.position :].strip(" \n\t,;.]})") or _holds_call(value):
        return None
    return plain(value)


def _holds_call(value: Any) -> bool:
    if isinstance(value, list):
        return any(_holds_call(item) for item in value)
    if isinstance(value, dict):
        return any(_holds_call(item) for item in value.values())
    return isinstance(value, CallNode)
