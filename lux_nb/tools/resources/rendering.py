"""Filling ``{{variable}}`` places in a text: once, and never with a value that is not there."""

import difflib
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from lux_nb.errors import InvalidRequest

_PLACE = re.compile(r"\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}")


def variables_in(text: str) -> list[str]:
    """Return the variables of a text, in the order they first appear."""
    return list(dict.fromkeys(_PLACE.findall(text)))


def checked_variables(content: Any, declared: Iterable[str] | None) -> list[str]:
    """Return the variables of a content; those declared must be those it uses."""
    used = variables_in(content) if isinstance(content, str) else []
    if declared is None:
        return used
    named = list(dict.fromkeys(declared))
    missing = [name for name in used if name not in named]
    unused = [name for name in named if name not in used]
    if missing:
        message = f"variables: the content uses {{{{{missing[0]}}}}}, which is not declared."
        raise _invalid(message, "variables", "Declare it, or leave variables out.")
    if unused:
        message = f"variables: {unused[0]!r} is declared, but the content does not use it."
        raise _invalid(message, "variables", "Use it, or leave it out.")
    return named


def render(text: str, values: Mapping[str, Any]) -> str:
    """Fill every place of a text; a missing or unknown variable is an error that names it."""
    known = variables_in(text)
    missing = [name for name in known if name not in values]
    if missing:
        message = f"No value is given for {', '.join(missing)}."
        raise InvalidRequest(
            message,
            code="MISSING_VARIABLE",
            hint=f"The variables are: {', '.join(known)}.",
            details=[{"field": f"variables.{name}", "problem": "required"} for name in missing],
        )
    unknown = [name for name in values if name not in known]
    if unknown:
        near = difflib.get_close_matches(unknown[0], known, n=1)
        hint = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(known) or 'none'}."
        raise _invalid(f"There is no variable {unknown[0]!r} here.", "variables", hint)
    # One pass: what a value brings along is text, never a place to fill.
    return _PLACE.sub(lambda found: as_text(values[found[1]]), text)


def as_text(value: Any) -> str:
    """Return a value as it stands in a text: a string as it is, the rest as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _invalid(message: str, field: str, hint: str) -> InvalidRequest:
    return InvalidRequest(message, hint=hint, details=[{"field": field, "problem": message}])
