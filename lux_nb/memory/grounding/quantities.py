"""Read numbers, units and dates as values, and compare them as such."""

import math
import re
from dataclasses import dataclass

_SMALL = {
    word: value
    for value, word in enumerate(
        """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
        fifteen sixteen seventeen eighteen nineteen""".split()
    )
}
_TENS = dict(
    zip(
        "twenty thirty forty fifty sixty seventy eighty ninety".split(),
        range(20, 100, 10),
        strict=True,
    )
)
_SCALES = {
    "hundred": 1e2,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "trillion": 1e12,
    "dozen": 12.0,
}
_SHORT = {"k": 1e3, "m": 1e6, "mn": 1e6, "bn": 1e9, "b": 1e9, "tn": 1e12}
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12,
}  # fmt: skip
_MONTHS = {
    name: i + 1
    for i, names in enumerate(
        """january/jan february/feb march/mar april/apr may june/jun july/jul august/aug
        september/sep/sept october/oct november/nov december/dec""".split()
    )
    for name in names.split("/")
}
_UNITS: dict[str, tuple[str, float]] = {
    alias: (kind, factor)
    for kind, factor, aliases in (
        ("length", 1.0, "m metre metres meter meters"), ("length", 1000.0, "km kilometre kilometres kilometer kilometers"),
        ("length", 0.01, "cm centimetre centimetres centimeter centimeters"), ("length", 0.001, "mm millimetre millimetres millimeter millimeters"),
        ("length", 1609.344, "mi mile miles"), ("length", 0.3048, "ft foot feet"), ("length", 0.0254, "inch inches"), ("length", 0.9144, "yard yards"),
        ("mass", 1.0, "kg kilogram kilograms kilo kilos"), ("mass", 0.001, "g gram grams"), ("mass", 1e-6, "mg milligram milligrams"),
        ("mass", 0.45359237, "lb lbs pound pounds"), ("mass", 1000.0, "tonne tonnes"), ("mass", 0.0283495, "oz ounce ounces"),
        ("time", 1.0, "s sec secs second seconds"), ("time", 60.0, "min mins minute minutes"), ("time", 3600.0, "h hr hrs hour hours"),
        ("time", 86400.0, "day days"), ("time", 604800.0, "week weeks"), ("time", 2629800.0, "month months"),
        ("time", 31557600.0, "year years yr yrs"), ("time", 315576000.0, "decade decades"), ("time", 0.001, "ms millisecond milliseconds"),
        ("data", 1.0, "byte bytes"), ("data", 1e3, "kb"), ("data", 1e6, "mb"), ("data", 1e9, "gb"), ("data", 1e12, "tb"),
        ("share", 1.0, "% percent per-cent pct"), ("celsius", 1.0, "°c celsius centigrade"), ("fahrenheit", 1.0, "°f fahrenheit"),
        ("volume", 1.0, "litre litres liter liters"), ("volume", 0.001, "ml millilitre millilitres milliliter milliliters"),
        ("area", 1.0, "hectare hectares"), ("area", 0.40468564, "acre acres"),
    )
    for alias in aliases.split()
}  # fmt: skip
_MONEY = {"$": "usd", "€": "eur", "£": "gbp", "¥": "jpy", "dollar": "usd", "dollars": "usd", "euro": "eur", "euros": "eur",
          "usd": "usd", "eur": "eur", "gbp": "gbp"}  # fmt: skip
_BOUNDS = {
    "more": 1, "over": 1, "above": 1, "least": 1, "exceeding": 1, "exceeds": 1, "minimum": 1, "greater": 1, "beyond": 1, "after": 1, "since": 1,
    "less": -1, "under": -1, "below": -1, "most": -1, "fewer": -1, "maximum": -1, "before": -1, "until": -1, "by": 0,
    "about": 2, "around": 2, "approximately": 2, "roughly": 2, "nearly": 2, "almost": 2, "circa": 2, "some": 2, "~": 2,
}  # fmt: skip
_TOKEN = re.compile(
    r"[$€£¥~]|\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|°[cf]\b|[^\W\d_]+(?:['’][^\W\d_]+)?|%|[-–—./]",
    re.I,
)
_HINT = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|hundred|thousand|dozen|"
    r"million|billion|half|zero|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|january|february|march|april|"
    r"may|june|july|august|september|october|november|december)\b",
    re.I,
)


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


def quantities(text: str, offset: int = 0) -> list[Quantity]:
    """Return the numbers and dates of a sentence, with spans shifted by ``offset``."""
    if not _HINT.search(text):
        return []
    tokens = [
        (m.group().lower(), m.start() + offset, m.end() + offset) for m in _TOKEN.finditer(text)
    ]
    found: list[Quantity] = []
    at = 0
    while at < len(tokens):
        read = None
        if not _is_part_of_name(text, tokens[at][1] - offset):
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
    if not text[at].isdigit() or not at:
        return False
    before = text[at - 1]
    return (
        before.isalpha() or before == "_" or (before == "-" and at > 1 and text[at - 2].isalpha())
    )


def _read_month(
    tokens: list[_Token], at: int, text: str, offset: int
) -> tuple[list[Quantity], int] | None:
    word, start, end = tokens[at]
    month = _MONTHS.get(word)
    if month is None or not text[start - offset].isupper():
        return None
    if word in ("may", "march", "mar") and not _beside_number(tokens, at):
        return None
    items = [Quantity(month, "month", 0, start, end)]
    after = at + 1
    if after < len(tokens) and tokens[after][0].isdigit() and 1 <= int(tokens[after][0]) <= 31:
        items.append(Quantity(float(tokens[after][0]), "day", 0, *tokens[after][1:]))
        after += 1
        if after < len(tokens) and tokens[after][0] in ("st", "nd", "rd", "th"):
            after += 1
    return items, after


def _beside_number(tokens: list[_Token], at: int) -> bool:
    near = [tokens[i][0] for i in (at - 1, at + 1) if 0 <= i < len(tokens)]
    return any(word.isdigit() for word in near)


def _read_number(tokens: list[_Token], at: int) -> tuple[list[Quantity], int] | None:
    word, start, _ = tokens[at]
    value, after = _value(tokens, at)
    if value is None:
        return None
    bound, money = _before(tokens, at)
    end = tokens[after - 1][2]
    following = tokens[after][0] if after < len(tokens) else ""
    if following in ("-", "–") and after + 1 < len(tokens) and tokens[after + 1][0] in _UNITS:
        after += 1
        following = tokens[after][0]
    kind, factor = ("money " + money, 1.0) if money else _UNITS.get(following, ("", 1.0))
    if kind and not money:
        end, after = tokens[after][2], after + 1
    if following in _MONEY and not kind:
        kind, end, after = "money " + _MONEY[following], tokens[after][2], after + 1
    if following in ("st", "nd", "rd", "th") and not kind:
        kind, after = "rank", after + 1
        after_word = tokens[after][0] if after < len(tokens) else ""
        if after_word == "century":
            kind = "century"
        elif after_word in _MONTHS:
            kind = "day"
    if following in _MONTHS and value <= 31 and value == int(value):
        kind = "day"
    if word in _ORDINALS:
        kind = "rank"
    if not kind and word.isdigit() and len(word) == 4 and 1000 <= value <= 2199 and not money:
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
        money = _MONEY[tokens[back][0]]
        back -= 1
    elif back >= 0 and tokens[back][0] in ("usd", "eur", "gbp"):
        money = tokens[back][0]
        back -= 1
    for _ in range(2):
        if back >= 0 and tokens[back][0] in _BOUNDS:
            return _BOUNDS[tokens[back][0]], money
        if back < 0 or tokens[back][0] not in ("than", "to", "the", "at"):
            break
        back -= 1
    return 0, money


def _value(tokens: list[_Token], at: int) -> tuple[float | None, int]:
    """Read digits or number words from ``at``; return the value and the next position."""
    word = tokens[at][0]
    if word[0].isdigit():
        try:
            value = float(word.replace(",", ""))
        except ValueError:
            return None, at + 1
        after = at + 1
        if after < len(tokens):
            scale = tokens[after][0]
            glued = tokens[after][1] == tokens[at][2]
            if scale in _SCALES:
                return value * _SCALES[scale], after + 1
            if glued and scale in _SHORT and scale not in ("m",):
                return value * _SHORT[scale], after + 1
            if glued and scale == "m" and at and tokens[at - 1][0] in "$€£¥":
                return value * 1e6, after + 1
        return value, after
    if word in _ORDINALS:
        return float(_ORDINALS[word]), at + 1
    return _spelled(tokens, at)


def _spelled(tokens: list[_Token], at: int) -> tuple[float | None, int]:
    total, current, after, seen = 0.0, 0.0, at, False
    while after < len(tokens):
        word = tokens[after][0]
        if word in _SMALL:
            if (
                seen
                and current % 10 == 0
                and current % 100 != 10
                and current
                and _SMALL[word] < 10
                or not seen
                or current >= 100
            ):
                current += _SMALL[word]
            else:
                break
        elif word in _TENS:
            current += _TENS[word]
        elif word in _SCALES and seen:
            scale = _SCALES[word]
            if scale >= 1e3:
                total, current = total + current * scale, 0.0
            else:
                current *= scale
        elif (
            word in ("-", "and")
            and seen
            and after + 1 < len(tokens)
            and tokens[after + 1][0] in (_SMALL | _TENS)
            and (current >= 20 or total)
        ):
            after += 1
            continue
        else:
            break
        seen = True
        after += 1
    if not seen or (after == at + 1 and tokens[at][0] == "one"):
        return None, at + 1  # a lone "one" is a pronoun far more often than a number
    return total + current, after


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
        return not (claim.bound * evidence.bound == -1)
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
