"""What the reader gives: plain values, bare words and calls."""

import math
import re
from dataclasses import dataclass, field
from typing import Any

from lux_nb.tools.parsing import strings

WORDS: dict[str, Any] = {
    "true": True,
    "false": False,
    "none": None,
    "null": None,
    "undefined": None,
    "nil": None,
    "nan": None,
    "...": None,
}


class Bare(str):
    """Text that stood without quotes where a value was expected."""

    __slots__ = ()


@dataclass(slots=True)
class CallNode:
    """``name(positional, …, keyword=value)`` as it was read, with its source text."""

    name: str
    positional: list[Any] = field(default_factory=list)
    keywords: dict[str, Any] = field(default_factory=dict)
    source: str = ""


class TooDeepError(Exception):
    """The text nests deeper than any call does."""


def number_of(text: str) -> int | float:
    """Return the number that digits stand for."""
    plain = text.replace("_", "")
    try:
        return int(plain)
    except ValueError:
        number = float(plain)
        return number if math.isfinite(number) else 0.0


def joined(text: str) -> Any:
    """Join ``"a" + "b"``; anything else that goes on is kept as it was written."""
    parts = re.split(r"""["']\s*\+\s*["']""", text)
    if len(parts) > 1:
        return strings.unescape("".join(parts)[1:-1])
    return Bare(text)


def constructed(node: CallNode | None) -> Any:
    """Turn ``dict(a=1)``, ``list([…])`` and the like into the value they would make."""
    if node is None:
        return None
    name = node.name.rsplit(".", 1)[-1]
    if name == "dict" and node.keywords and not node.positional:
        return node.keywords
    if name in {"list", "tuple", "set", "array", "str", "int", "float", "dict"}:
        only = node.positional[0] if len(node.positional) == 1 and not node.keywords else node
        if isinstance(only, dict | list | str | int | float):
            return only
    return node
