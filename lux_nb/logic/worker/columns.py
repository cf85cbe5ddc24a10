"""Columns of values as bytes, for the wire and for the store: written once, read by Prolog.

A column of text is one string with a value to a line, which Prolog splits far faster than it takes
a list; any other column is a list.
"""

import json
import math
from collections.abc import Sequence
from typing import Any

from lux_nb.errors import InvalidRequest

Value = str | int | float
_INTEGERS, _FLOATS = {int}, {float}


def encode_columns(columns: Sequence[Sequence[Any]]) -> bytes:
    """Write columns of the same length; what is neither text nor a number becomes text."""
    packed = [_pack(column) for column in columns]
    text = json.dumps(packed, ensure_ascii=False, separators=(",", ":"))
    try:
        body = text.encode()
    except UnicodeEncodeError:
        body = b""
    if not body or ("\\u0000" in text and _has_nul(packed)):
        message = "A value holds a NUL or half of a character, which no atom may."
        raise InvalidRequest(message, code="INVALID_INPUT")
    return body


def decode_columns(body: bytes) -> list[list[Value]]:
    """Read the columns again."""
    columns: list[str | list[Value]] = json.loads(body)
    return [[*column.split("\n")] if isinstance(column, str) else column for column in columns]


def _pack(values: Sequence[Any]) -> str | list[Value]:
    try:
        text = "\n".join(values)
    except TypeError:
        return _plain_list(values)
    # A value with a line end in it would be taken for two.
    return text if text.count("\n") == len(values) - 1 else list(values)


def _plain_list(values: Sequence[Any]) -> str | list[Value]:
    kinds = set(map(type, values))
    if kinds == _INTEGERS or (kinds == _FLOATS and all(map(math.isfinite, values))):
        return list(values)
    plain = [value if type(value) is str else _plain(value) for value in values]
    return _pack(plain) if set(map(type, plain)) == {str} else plain


def _plain(value: Any) -> Value:
    item = value.item() if hasattr(value, "item") else value
    if isinstance(item, bool) or not isinstance(item, int | float) or not math.isfinite(item):
        return str(item)
    return item


def _has_nul(packed: Sequence[str | list[Value]]) -> bool:
    flat = (part for column in packed for part in ([column] if isinstance(column, str) else column))
    return any(isinstance(part, str) and "\0" in part for part in flat)
