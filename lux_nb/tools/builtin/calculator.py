"""The calculator: arithmetic read as a syntax tree, with bounds so that it always ends."""

import ast
import math
import operator
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from lux_nb.errors import InvalidRequest

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

LONGEST = 1000
MOST_BITS = 20_000
_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    name: getattr(math, name)
    for name in (
        "sqrt exp log log2 log10 sin cos tan asin acos atan atan2 sinh cosh tanh floor ceil "
        "fabs hypot degrees radians gcd lcm cbrt erf gamma"
    ).split()
} | {"abs": abs, "round": round, "min": min, "max": max, "sum": lambda *items: math.fsum(items)}
_CONSTANTS = {"pi": math.pi, "e": math.e, "tau": math.tau}


def tools(_engine: "Engine") -> Iterator[tuple[Callable[..., Any], dict[str, Any]]]:
    """Yield the calculator."""
    examples = ({"input": {"expression": "2 * (3 + 4)"}, "output": {"result": 14}},)
    yield calculator, {"category": "utility", "tags": ("math",), "examples": examples}


def calculator(
    expression: Annotated[
        str, Field(max_length=LONGEST, description="Such as 2 * (3 + 4) ** 2 or sqrt(2) + pi.")
    ],
) -> dict[str, Any]:
    """Compute an arithmetic expression with the functions of a pocket calculator."""
    return {"expression": expression, "result": evaluate(expression)}


def evaluate(expression: str) -> int | float:
    """Return the value of an arithmetic expression."""
    try:
        tree = ast.parse(expression.strip().replace("^", "**"), mode="eval")
        value: int | float = _value(tree.body)
    except SyntaxError:
        raise _invalid(expression, "it is not an arithmetic expression") from None
    except RecursionError:
        raise _invalid(expression, "it is nested too deep") from None
    except ZeroDivisionError:
        raise _invalid(expression, "it divides by zero") from None
    except (ValueError, OverflowError, TypeError) as error:
        raise _invalid(expression, str(error)) from None
    if isinstance(value, complex) or not math.isfinite(value):
        raise _invalid(expression, "the result is not a finite real number")
    return value


def _value(node: ast.AST) -> Any:
    if isinstance(node, ast.Constant) and type(node.value) in {int, float}:
        return node.value
    if isinstance(node, ast.Name) and node.id in _CONSTANTS:
        return _CONSTANTS[node.id]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        inner = _value(node.operand)
        return -inner if isinstance(node.op, ast.USub) else inner
    if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
        left, right = _value(node.left), _value(node.right)
        _bound(node.op, left, right)
        return _BINARY[type(node.op)](left, right)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        function = _FUNCTIONS.get(node.func.id)
        if function is not None:
            return function(*(_value(item) for item in node.args))
        message = f"there is no function {node.func.id!r}"
        raise ValueError(message)
    message = f"{ast.unparse(node)!r} is not arithmetic"
    raise ValueError(message)


def _bound(kind: ast.operator, left: Any, right: Any) -> None:
    """Refuse whole numbers that would grow without end, before they do."""
    if not (isinstance(left, int) and isinstance(right, int)):
        return
    bits = left.bit_length() + right.bit_length()
    if isinstance(kind, ast.Pow):
        bits = left.bit_length() * max(right, 1)
    if bits > MOST_BITS:
        message = "the numbers get too large"
        raise ValueError(message)


def _invalid(expression: str, reason: str) -> InvalidRequest:
    message = f"{expression!r} can't be computed: {reason}."
    return InvalidRequest(message, details=[{"field": "expression", "problem": reason}])
