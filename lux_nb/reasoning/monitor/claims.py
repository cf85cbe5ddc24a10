"""What a thought asserts in numbers: equations that can be checked, and values given to names."""

import re
from dataclasses import dataclass

from lux_nb.reasoning.monitor.lexicons import ASSUMPTIONS

_FRACTION = re.compile(r"\\d?frac\s*\{([^{}]{1,20})\}\s*\{([^{}]{1,20})\}")
_MIXED_NUMBER = re.compile(r"\d\s*\\d?frac")
_TIMES_SIGN = re.compile(r"(?<=\d)\s*x\s*(?=\d)")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_LOOSE = re.compile(r"\s+(?=[-+*/^=()])|(?<=[-+*/^=()])\s+")
_REPLACED = (
    ("\\times", "*"),
    ("\\cdot", "*"),
    ("×", "*"),
    ("·", "*"),
    ("\\div", "/"),
    ("÷", "/"),
    ("\\left", ""),
    ("\\right", ""),
    ("\\,", ""),
    ("$", ""),
)
_REACH = 60
_LEFT = re.compile(r"(?:^|(?<=[\s:,;]))[-(]{0,3}\d[\d.+\-*/^()]{0,60}$")
_RIGHT = re.compile(r"^[-(]{0,3}\d[\d.+\-*/^()]{0,60}")
_OPERATION = re.compile(r"[\d)][-+*/^(]")
_MAY_COMPUTE = re.compile(r"[-+*/^(×÷·\\]|\dx|\d +x")
_NUMBER = re.compile(r"\d+(?:\.\d+)?|\.\d+")
_VALUE = re.compile(
    r"(?<![\w\\{^])([a-z](?:_\{?\w{1,3}\}?)?)\s*=\s*\$?(-?\d+(?:\.\d+)?)(?![\w^*/+({\\-]|\.\d|\s*[-+*/^=])"
)
_GIVEN_NUMBER = re.compile(r"=\s*\$?-?\d")  # begins with what is rare: quick to find nowhere
_TENTATIVE = re.compile(
    r"\b(?:if|when|try|trying|case|cases|let|say|or|either|could|example|test|"
    + "|".join(sorted(ASSUMPTIONS))
    + r")\b"
)
# Where "=" means something else, or numbers do: nothing is checked then.
_OTHER_ARITHMETIC = re.compile(
    r"\bp?mod(?:ulo)?\b|\bbase[- ]?(?:\d+|two|eight|ten|sixteen|[a-z])\b|_\d|\\equiv|≡"
    r"|\bremainder|[\d)]!"
)
_OTHER_HINTS = ("mod", "base", "_", "\\equiv", "≡", "remainder", "!")
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
    values: tuple[tuple[str, float], ...] = ()
    if _GIVEN_NUMBER.search(text):
        values = tuple((name, float(value)) for name, value in _VALUE.findall(text)[:8])
    if not values and not wrong and not right:
        return NO_CLAIMS
    return Claims(wrong, right, values, bool(values) and bool(_TENTATIVE.search(text)))


def _check_equations(text: str) -> tuple[int, int]:
    wrong = right = 0
    place = text.find("=")
    while place >= 0:
        before, after = text[max(0, place - _REACH) : place], text[place + 1 : place + 1 + _REACH]
        place = text.find("=", place + 1)
        if before.rstrip(" $")[-1:] not in _CLOSES or after.lstrip(" $")[:1] not in _OPENS:
            continue
        if not _MAY_COMPUTE.search(before, before.rfind("=") + 1):
            continue
        verdict = _holds(_plain(before), _plain(after))
        wrong, right = wrong + (verdict is False), right + (verdict is True)
    if (wrong or right) and _other_arithmetic(text):
        return 0, 0
    return wrong, right


def _other_arithmetic(text: str) -> bool:
    return any(hint in text for hint in _OTHER_HINTS) and bool(_OTHER_ARITHMETIC.search(text))


_CLOSES = frozenset("0123456789)}")
_OPENS = frozenset("0123456789(-\\.")
_CONTINUED = frozenset("abcdefghijklmnopqrstuvwxyz\\_{%^°")


def _plain(side: str) -> str:
    """Return one side of an equation with LaTeX and spacing taken out."""
    if "frac" in side:
        if _MIXED_NUMBER.search(side):
            return "?"
        side = _FRACTION.sub(r"((\1)/(\2))", side)
    for written, plain in _REPLACED:
        if written in side:
            side = side.replace(written, plain)
    if "," in side:
        side = _THOUSANDS.sub("", side)
    if "x" in side:
        side = _TIMES_SIGN.sub("*", side)
    return _LOOSE.sub("", side.strip()) if " " in side else side


def _holds(before: str, after: str) -> bool | None:
    """Say whether the equation around an equals sign is true, or nothing where it can't be told."""
    before, after = before.rsplit("=", 1)[-1], after.split("=", 1)[0]
    left_match, right_match = _LEFT.search(before), _RIGHT.search(after)
    if not left_match or not right_match:
        return None
    if after[right_match.end() :].lstrip()[:1] in _CONTINUED:
        return None
    left_side, right_side = left_match.group(), right_match.group().rstrip(".")
    if not _OPERATION.search(left_side):
        return None
    left, right = evaluate(left_side), evaluate(right_side)
    if left is None or right is None:
        return None
    # A result written with decimals may be rounded; whole numbers have to be exact.
    rounded = "." in left_side or "." in right_side or "/" in left_side
    slack = 0.02 * max(abs(left), abs(right)) + 0.01 if rounded else 1e-9
    return abs(left - right) <= slack


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
