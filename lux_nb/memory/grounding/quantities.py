"""Read numbers, units and dates as values, and compare them as such."""

import math
import re
from dataclasses import dataclass

from lux_nb.memory.grounding.units import (
    BOUNDS,
    MONEY,
    MONTHS,
    ORDINALS,
    SCALES,
    SHORT_SCALES,
    SMALL,
    TENS,
    UNITS,
)

_TOKEN = re.compile(
    r"[$€£¥~]|\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|°[cf]\b"
    r"|[^\W\d_]+(?:['’][^\W\d_]+)?|%|[-–—./]",
    re.I,
)
_BEGINNINGS = frozenset((*SMALL, *TENS, *ORDINALS, *MONTHS))


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in a text: its value in a base unit, what it measures, and how it is bounded."""

    value: float
    kind: str
    bound: int
    start: int
    end: int

    @property
    def is_date(self) -> bool:
        """Say whether it is a year, a month or a day rather than an amount."""
        return self.kind in ("year", "month", "day")


def begins_number(word: str) -> bool:
    """Say whether a lower-case word may be a number or part of one."""
    return word in _BEGINNINGS or any(map(str.isdecimal, word))


def quantities(text: str, offset: int = 0) -> list[Quantity]:
    """Return the numbers and dates of a sentence, with spans shifted by ``offset``."""
    tokens = [
        (m.group().lower(), m.start() + offset, m.end() + offset) for m in _TOKEN.finditer(text)
    ]
    found: list[Quantity] = []
    at = 0
    while at < len(tokens):
        word = tokens[at][0]
        read = None
        # Most words begin no number, and this is asked of each of them.
        begins = word[0].isdecimal() or word in _BEGINNINGS
        if begins and not _is_part_of_name(text, tokens[at][1] - offset):
            read = _read_month(tokens, at, text, offset) or _read_number(tokens, at)
        if read is None:
            at += 1
            continue
        items, at = read
        found += items
    return found


_Token = tuple[str, int, int]


def _is_part_of_name(text: str, at: int) -> bool:
    """Say whether digits at ``at`` belong to a name, as in COVID-19, B12 or IL-10."""
    if not text[at].isdecimal() or not at:
        return False
    before = text[at - 1]
    return (
        before.isalpha() or before == "_" or (before == "-" and at > 1 and text[at - 2].isalpha())
    )


def _read_month(
    tokens: list[_Token], at: int, text: str, offset: int
) -> tuple[list[Quantity], int] | None:
    word, start, end = tokens[at]
    month = MONTHS.get(word)
    if month is None or not text[start - offset].isupper():
        return None
    if word in ("may", "march", "mar") and not _beside_number(tokens, at):
        return None
    items = [Quantity(month, "month", 0, start, end)]
    after = at + 1
    if after < len(tokens) and tokens[after][0].isdecimal() and 1 <= int(tokens[after][0]) <= 31:
        items.append(Quantity(float(tokens[after][0]), "day", 0, *tokens[after][1:]))
        after += 1
        if after < len(tokens) and tokens[after][0] in ("st", "nd", "rd", "th"):
            after += 1
    return items, after


def _beside_number(tokens: list[_Token], at: int) -> bool:
    near = [tokens[i][0] for i in (at - 1, at + 1) if 0 <= i < len(tokens)]
    return any(word.isdecimal() for word in near)


def _read_number(tokens: list[_Token], at: int) -> tuple[list[Quantity], int] | None:
    word, start, _ = tokens[at]
    value, after = _value(tokens, at)
    if value is None:
        return None
    bound, money = _before(tokens, at)
    end = tokens[after - 1][2]
    following = tokens[after][0] if after < len(tokens) else ""
    if following in ("-", "–") and after + 1 < len(tokens) and tokens[after + 1][0] in UNITS:
        after += 1
        following = tokens[after][0]
    kind, factor = ("money " + money, 1.0) if money else UNITS.get(following, ("", 1.0))
    if kind and not money:
        end, after = tokens[after][2], after + 1
    if following in MONEY and not kind:
        kind, end, after = "money " + MONEY[following], tokens[after][2], after + 1
    if following in ("st", "nd", "rd", "th") and not kind:
        kind, after = "rank", after + 1
        after_word = tokens[after][0] if after < len(tokens) else ""
        if after_word == "century":
            kind = "century"
        elif after_word in MONTHS:
            kind = "day"
    if following in MONTHS and value <= 31 and value == int(value):
        kind = "day"
    if word in ORDINALS:
        kind = "rank"
    if not kind and word.isdecimal() and len(word) == 4 and 1000 <= value <= 2199 and not money:
        kind = "year"
    return [Quantity(_scaled(value, kind, factor), _merged(kind), bound, start, end)], after


def _scaled(value: float, kind: str, factor: float) -> float:
    if kind == "fahrenheit":
        return (value - 32.0) * 5.0 / 9.0
    return value * factor


def _merged(kind: str) -> str:
    return "celsius" if kind == "fahrenheit" else kind or "count"


def _before(tokens: list[_Token], at: int) -> tuple[int, str]:
    """Return the bound and the currency written in front of a number."""
    money = ""
    back = at - 1
    if back >= 0 and tokens[back][0] in "$€£¥":
        money = MONEY[tokens[back][0]]
        back -= 1
    elif back >= 0 and tokens[back][0] in ("usd", "eur", "gbp"):
        money = tokens[back][0]
        back -= 1
    for _ in range(2):
        if back >= 0 and tokens[back][0] in BOUNDS:
            return BOUNDS[tokens[back][0]], money
        if back < 0 or tokens[back][0] not in ("than", "to", "the", "at"):
            break
        back -= 1
    return 0, money


def _value(tokens: list[_Token], at: int) -> tuple[float | None, int]:
    """Read digits or number words from ``at``; return the value and the next position."""
    word = tokens[at][0]
    if word in ORDINALS:
        return float(ORDINALS[word]), at + 1
    if not word[0].isdecimal():
        return _spelled(tokens, at)
    scale = _scale(tokens, at)
    return float(word.replace(",", "")) * (scale or 1.0), at + (2 if scale else 1)


def _scale(tokens: list[_Token], at: int) -> float | None:
    """Return what the word after the digits at ``at`` multiplies them by."""
    if at + 1 >= len(tokens):
        return None
    word, start, _ = tokens[at + 1]
    if word in SCALES:
        return SCALES[word]
    if start != tokens[at][2]:
        return None
    if word == "m":  # metres, unless it is money
        return 1e6 if at and tokens[at - 1][0] in "$€£¥" else None
    return SHORT_SCALES.get(word)


def _spelled(tokens: list[_Token], at: int) -> tuple[float | None, int]:
    """Read number words: twenty-five, two hundred and five, three million."""
    total, current, after = 0.0, 0.0, at
    while after < len(tokens):
        word = tokens[after][0]
        begun = after > at
        if word in SMALL and (not begun or _takes_units(current, SMALL[word])):
            current += SMALL[word]
        elif word in TENS and (not begun or current % 100 == 0):
            current += TENS[word]
        elif word in SCALES and begun and SCALES[word] < 1e3:
            current *= SCALES[word]
        elif word in SCALES and begun:
            total, current = total + current * SCALES[word], 0.0
        elif not (word in ("-", "and") and begun and _continues(tokens, after, total + current)):
            break
        after += 1
    if after == at or (after == at + 1 and tokens[at][0] == "one"):
        return None, at + 1  # a lone "one" is a pronoun far more often than a number
    return total + current, after


def _takes_units(current: float, units: int) -> bool:
    return current % 100 == 0 or (current % 10 == 0 and current % 100 >= 20 and units < 10)


def _continues(tokens: list[_Token], after: int, value: float) -> bool:
    following = tokens[after + 1][0] if after + 1 < len(tokens) else ""
    return value >= 20 and (following in SMALL or following in TENS)


def agrees(claim: Quantity, evidence: Quantity) -> bool:
    """Say whether the evidence's number makes the claim's number true."""
    if not comparable(claim, evidence):
        return False
    said, found = claim.value, evidence.value
    tolerance = 0.006 if claim.kind not in ("year", "month", "day", "rank", "century") else 1e-9
    if claim.bound == 2 or evidence.bound == 2:
        tolerance = max(tolerance, 0.1 if not claim.is_date else 0.003)
    close = math.isclose(said, found, rel_tol=tolerance, abs_tol=1e-9)
    if close:
        return claim.bound * evidence.bound != -1
    if claim.bound == 1:
        return found > said and evidence.bound != -1
    if claim.bound == -1:
        return found < said and evidence.bound != 1
    # "30 million" may be said of 29.7 million: as exact as the claim's own digits.
    return (
        not claim.is_date and claim.kind != "rank" and abs(said) >= 10 and _rounds_to(found, said)
    )


def _rounds_to(exact: float, rounded: float) -> bool:
    step = 10.0 ** math.floor(math.log10(abs(rounded)))
    while step > 1e-6 and not math.isclose(rounded / step, round(rounded / step), rel_tol=1e-9):
        step /= 10.0
    near = abs(exact - rounded) <= 0.03 * abs(rounded)
    return near and math.isclose(round(exact / step) * step, rounded, rel_tol=1e-9)


def comparable(first: Quantity, second: Quantity) -> bool:
    """Say whether two numbers measure the same kind of thing."""
    if first.kind == second.kind:
        return True
    return (
        {first.kind, second.kind} <= {"count", "rank", "year"}
        and not first.kind == second.kind == "year"
        and first.value == second.value
    )
