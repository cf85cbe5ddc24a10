"""Values that a model gave a name before it used them: ``height = 6`` … ``f(height=height)``."""

import re
from itertools import islice
from typing import Any

from lux_nb.tools.parsing.nodes import Bare, CallNode, TooDeepError
from lux_nb.tools.parsing.reader import Reader

MAX_VARIABLES = 100
_ASSIGNMENT = re.compile(
    r"^[ \t]*([A-Za-z_]\w{0,80})[ \t]*=(?!=)[ \t]*(?=[\"'\d\[{(\-TFN])", re.MULTILINE
)


class Variable(str):
    """The name of a variable that stood as a positional argument; ``value`` is what it held."""

    value: Any = None


def bindings(text: str) -> dict[str, Any]:
    """Return what is assigned to a plain name on a line of its own."""
    found: dict[str, Any] = {}
    for match in islice(_ASSIGNMENT.finditer(text), MAX_VARIABLES):
        reader = Reader(text, match.end())
        try:
            value = reader.read()
        except TooDeepError:
            continue
        if not isinstance(value, CallNode | Bare) and not reader.truncated and _is_plain(value):
            found[match.group(1)] = value
    return found


def substitute(value: Any, names: dict[str, Any], depth: int = 0) -> Any:
    """Put the values of variables in the place of their names."""
    if depth > 20:
        return value
    if isinstance(value, Bare):
        return names.get(value, value)
    if isinstance(value, list):
        return [substitute(item, names, depth + 1) for item in value]
    if isinstance(value, dict):
        return {key: substitute(item, names, depth + 1) for key, item in value.items()}
    if isinstance(value, CallNode):
        value.keywords = {k: substitute(v, names, depth + 1) for k, v in value.keywords.items()}
        value.positional = [_positional(item, names, depth) for item in value.positional]
    return value


def _positional(item: Any, names: dict[str, Any], depth: int) -> Any:
    if isinstance(item, Bare) and item in names and not isinstance(names[item], dict):
        variable = Variable(item)
        variable.value = names[item]
        return variable
    return substitute(item, names, depth + 1)


def _is_plain(value: Any, depth: int = 0) -> bool:
    if isinstance(value, list):
        return depth < 20 and all(_is_plain(item, depth + 1) for item in value)
    if isinstance(value, dict):
        return depth < 20 and all(_is_plain(item, depth + 1) for item in value.values())
    return not isinstance(value, CallNode | Bare)
