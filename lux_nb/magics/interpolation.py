r"""``{name}`` in a magic's text, filled from the notebook's variables.

Only a simple expression is filled: a name, attributes and indexes (``{df.shape[0]}``,
``{row["id"]}``), and only when its first name is a variable. All other braces stay as they
are: JSON, sets, ``{{doubled}}`` ones, code in fences, and LaTeX, where a brace follows a
command, a closing bracket or ``^ _ $ # \``.
"""

import ast
import re
from collections.abc import Mapping
from typing import Any

from lux_nb.errors import InvalidRequest

_FENCE = re.compile(r"(^[ \t]*(?:```|~~~).*?(?:^[ \t]*(?:```|~~~)[ \t]*$|\Z))", re.M | re.S)
_FIELD = re.compile(r"(?<![{\\^_$#}\]])\{([^{}\n]{1,200})\}(?!\})")
_AFTER_COMMAND = re.compile(r"\\[A-Za-z]+\*?$")
LONGEST_FRAME_ROWS = 60


def interpolate(text: str, namespace: Mapping[str, Any]) -> str:
    """Fill in variables; whatever is not a simple expression on one stays untouched."""
    parts = _FENCE.split(text)
    return "".join(
        part if index % 2 else _fill(part, namespace) for index, part in enumerate(parts)
    )


def _fill(text: str, namespace: Mapping[str, Any]) -> str:
    def replacement(found: re.Match[str]) -> str:
        if _AFTER_COMMAND.search(text, max(0, found.start() - 40), found.start()):
            return found.group(0)
        expression = _simple(found.group(1))
        if expression is None or _root(expression) not in namespace:
            return found.group(0)
        return _shown(_value(expression, namespace, found.group(1)))

    return _FIELD.sub(replacement, text)


def _simple(source: str) -> ast.expr | None:
    """Parse an expression and return it if it is a name with attributes and indexes only."""
    if source != source.strip():
        return None
    try:
        node = ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    inner: ast.expr = node
    while not isinstance(inner, ast.Name):
        indexed = isinstance(inner, ast.Subscript) and _is_index(inner.slice)
        if not (indexed or isinstance(inner, ast.Attribute)):
            return None
        inner = inner.value  # type: ignore[attr-defined]
    return node


def _is_index(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
        return isinstance(node, ast.Constant) and isinstance(node.value, int)
    return isinstance(node, ast.Name) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str | int)
    )


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    assert isinstance(node, ast.Name)
    return node.id


def _value(node: ast.expr, namespace: Mapping[str, Any], source: str) -> Any:
    try:
        return _evaluate(node, namespace)
    except Exception as error:
        message = f"{{{source}}} can't be filled in: {type(error).__name__}: {error}."
        hint = f"Define it, or write {{{{{source}}}}} to keep the braces."
        raise InvalidRequest(message, hint=hint) from None


def _evaluate(node: ast.expr, namespace: Mapping[str, Any]) -> Any:
    if isinstance(node, ast.Name):
        return namespace[node.id]
    if isinstance(node, ast.Attribute):
        return getattr(_evaluate(node.value, namespace), node.attr)
    assert isinstance(node, ast.Subscript)
    owner = _evaluate(node.value, namespace)
    index = node.slice
    key = namespace[index.id] if isinstance(index, ast.Name) else ast.literal_eval(index)
    return owner[key]


def _shown(value: Any) -> str:
    """Return a value as text; a long table is shortened in its middle."""
    if isinstance(value, str):
        return value
    if hasattr(value, "to_string") and hasattr(value, "columns"):
        return str(value.to_string(max_rows=LONGEST_FRAME_ROWS))
    return str(value)
