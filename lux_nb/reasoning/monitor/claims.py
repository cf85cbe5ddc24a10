"""What a thought asserts in numbers: equations that can be checked, and values given to names."""

import re
from dataclasses import dataclass

from lux_nb.reasoning.monitor.lexicons import ASSUMPTIONS

_LATEX = (
    (re.compile(r"(?<=\d)\s*\\d?frac"), "?"),  # a mixed number
    (re.compile(r"(?<=\d)\s*x\s*(?=\d)"), "*"),
    (re.compile(r"\\d?frac\s*\{([^{}]{1,20})\}\s*\{([^{}]{1,20})\}"), r"((\1)/(\2))"),
    (re.compile(r"\\times|\\cdot|×|·|∙"), "*"),
    (re.compile(r"\\div|÷"), "/"),
    (re.compile(r"\\left|\\right|\\,|\\!|[$]"), ""),
    (re.compile(r"\s*([-+*/^=()])\s*"), r"\1"),
    (re.compile(r"(?<=\d),(?=\d{3}(?!\d))"), ""),
)
_LEFT = re.compile(r"(?:^|(?<=[\s:,;]))[-(]{0,3}\d[\d.+\-*/^()]{0,60}$")
_RIGHT = re.compile(r"^[-(]{0,3}\d[\d.+\-*/^()]{0,60}")
_NUMERIC = re.compile(r"[\d)}]\s*\$?\s*=\s*\$?\s*[-(]{0,2}(?:\d|\\d?frac)")
_OPERATION = re.compile(r"[\d)][-+*/^(]")
_NUMBER = re.compile(r"\d+(?:\.\d+)?|\.\d+")
_VALUE = re.compile(
    r"(?<![\w\\{^])([a-z](?:_\{?\w{1,3}\}?)?)\s*=\s*\$?(-?\d+(?:\.\d+)?)(?![\w.^*/+({\\-]|\s*[-+*/^=])"
)
_TENTATIVE = re.compile(
    r"\b(?:if|when|try|trying|case|cases|let|say|or|either|could|example|test|"
    + "|".join(sorted(ASSUMPTIONS))
    + r")\b"
)
_OTHER_ARITHMETIC = re.compile(r"mod|base|_\d|\\equiv|≡|remainder|!")
_LONGEST = 600


@dataclass(frozen=True, slots=True)
class Claims:
    """The checkable claims of one thought."""

    wrong: int = 0
    right: int = 0
    values: tuple[tuple[str, float], ...] = ()
    tentative: bool = False


NO_CLAIMS = Claims()


def read_claims(text: str) -> Claims:
    """Read the arithmetic and the values that a normalised text states."""
    if "=" not in text:
        return NO_CLAIMS
    text = text[:_LONGEST]
    wrong, right = _check_equations(text)
    values = tuple((name, float(value)) for name, value in _VALUE.findall(text)[:8])
    if not values and not wrong and not right:
        return NO_CLAIMS
    return Claims(wrong, right, values, bool(values) and bool(_TENTATIVE.search(text)))


def _check_equations(text: str) -> tuple[int, int]:
    if not _NUMERIC.search(text) or _OTHER_ARITHMETIC.search(text):
        return 0, 0
    for pattern, replacement in _LATEX:
        text = pattern.sub(replacement, text)
    wrong = right = 0
    sides = text.split("=")
    for left_text, right_text in zip(sides[:-1], sides[1:], strict=True):
        left_match, right_match = _LEFT.search(left_text), _RIGHT.search(right_text)
        if not left_match or not right_match:
            continue
        left_side, right_side = left_match.group(), right_match.group().rstrip(".")
        if right_text[right_match.end() :].lstrip()[:1] in _CONTINUED:
            continue
        left, result = evaluate(left_side), evaluate(right_side)
        if left is None or result is None or not _OPERATION.search(left_side):
            continue
        # A result written with decimals may be rounded; whole numbers have to be exact.
        rounded = "." in left_side or "." in right_side or "/" in left_side
        slack = 0.02 * max(abs(left), abs(result)) + 0.01 if rounded else 1e-9
        if abs(left - result) <= slack:
            right += 1
        else:
            wrong += 1
    return wrong, right


_CONTINUED = frozenset("abcdefghijklmnopqrstuvwxyz\\_{%^°")


def evaluate(expression: str) -> float | None:
    """Return the value of an arithmetic expression, or nothing where it is none."""
    try:
        value, rest = _sum(expression, 0, 0)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    return value if rest == len(expression) else None


def _sum(text: str, at: int, depth: int) -> tuple[float, int]:
    value, at = _product(text, at, depth)
    while at < len(text) and text[at] in "+-":
        sign = 1.0 if text[at] == "+" else -1.0
        term, at = _product(text, at + 1, depth)
        value += sign * term
    return value, at


def _product(text: str, at: int, depth: int) -> tuple[float, int]:
    value, at = _power(text, at, depth)
    while at < len(text) and text[at] in "*/(":
        if text[at] == "(":  # two factors side by side
            factor, at = _power(text, at, depth)
            value *= factor
            continue
        operator = text[at]
        factor, at = _power(text, at + 1, depth)
        value = value * factor if operator == "*" else value / factor
    return value, at


def _power(text: str, at: int, depth: int) -> tuple[float, int]:
    if at < len(text) and text[at] == "-":
        value, at = _power(text, at + 1, depth)
        return -value, at
    value, at = _atom(text, at, depth)
    if at < len(text) and text[at] == "^":
        exponent, at = _atom(text, at + 1, depth)
        if abs(exponent) > 64 or (value < 0 and exponent != int(exponent)):
            raise ValueError
        value = float(value**exponent)
    return value, at


def _atom(text: str, at: int, depth: int) -> tuple[float, int]:
    if depth > 12:
        raise ValueError
    if at < len(text) and text[at] == "(":
        value, at = _sum(text, at + 1, depth + 1)
        if at >= len(text) or text[at] != ")":
            raise ValueError
        return value, at + 1
    match = _NUMBER.match(text, at)
    if not match:
        raise ValueError
    return float(match.group()), match.end()
