"""Constant arithmetic such as ``2*pi`` or ``1/12``, computed without running anything."""

import ast
import math
import operator
import re
from collections.abc import Callable

MAX_CHARACTERS = 120
MAX_EXPONENT = 64
MAX_BASE = 1e6

Number = int | float

_CONSTANTS: dict[str, float] = {
    "pi": math.pi,
    "math.pi": math.pi,
    "np.pi": math.pi,
    "numpy.pi": math.pi,
    "math.e": math.e,
    "np.e": math.e,
}
_OPERATORS: dict[type[ast.operator], Callable[[Number, Number], Number]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
# 2023-10-15, 10/15/2023 and 555-123-4567 look like sums but are dates and numbers of things.
_NOT_A_SUM = re.compile(r"\s*\d+(?:\s*-\s*\d+){2,}\s*|\s*\d+(?:\s*/\s*\d+){2,}\s*")


def evaluate(text: str) -> Number | None:
    """Return the number that a constant arithmetic expression stands for, or None."""
    if len(text) > MAX_CHARACTERS or _NOT_A_SUM.fullmatch(text):
        return None
    try:
        tree = ast.parse(text.strip(), mode="eval")
        result = _value(tree.body)
    except (SyntaxError, ValueError, ArithmeticError, RecursionError, MemoryError, TypeError):
        return None
    return result if math.isfinite(result) else None


def _value(node: ast.expr) -> Number:
    if isinstance(node, ast.Constant):
        if isinstance(node.value, int | float) and not isinstance(node.value, bool):
            return node.value
        raise ValueError(type(node.value).__name__)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        operand = _value(node.operand)
        return -operand if isinstance(node.op, ast.USub) else operand
    if isinstance(node, ast.BinOp):
        left, right = _value(node.left), _value(node.right)
        if isinstance(node.op, ast.Pow):
            if abs(right) > MAX_EXPONENT or abs(left) > MAX_BASE:
                raise ValueError(right)
            power = left**right
            if isinstance(power, complex):
                raise ValueError(right)
            return power
        compute = _OPERATORS.get(type(node.op))
        if compute is not None:
            return compute(left, right)
    if isinstance(node, ast.Name | ast.Attribute):
        constant = _CONSTANTS.get(ast.unparse(node))
        if constant is not None:
            return constant
    raise ValueError(type(node).__name__)
