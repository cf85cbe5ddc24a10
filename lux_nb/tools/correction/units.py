"""Amounts with units: ``"5 km"`` where metres are wanted, ``"5 ft 10 in"`` where inches are."""

import re
from typing import NamedTuple

from lux_nb.tools.correction.numbers import ParsedNumber, parse_number

# unit: (dimension, factor to the dimension's base unit)
_TABLE = """
length 1 m meter metre meters metres
length 1000 km kilometer kilometre kilometers kilometres
length 0.01 cm centimeter centimetre centimeters centimetres
length 0.001 mm millimeter millimetre millimeters millimetres
length 1609.344 mi mile miles
length 0.9144 yd yard yards
length 0.3048 ft foot feet '
length 0.0254 in inch inches "
mass 1 kg kilogram kilograms kilo kilos
mass 0.001 g gram grams
mass 0.000001 mg milligram milligrams
mass 0.45359237 lb lbs pound pounds
mass 0.028349523125 oz ounce ounces
time 1 s sec secs second seconds
time 0.001 ms millisecond milliseconds
time 60 min mins minute minutes
time 3600 h hr hrs hour hours
time 86400 d day days
time 604800 wk week weeks
time 2629746 month months
time 31556952 yr year years
volume 1 l liter litre liters litres
volume 0.001 ml milliliter millilitre milliliters millilitres
volume 3.785411784 gal gallon gallons
data 1 byte bytes
data 1000 kb kilobyte kilobytes
data 1000000 mb megabyte megabytes
data 1000000000 gb gigabyte gigabytes
"""
UNITS: dict[str, tuple[str, float]] = {}
for _line in _TABLE.strip().splitlines():
    _dimension, _factor, *_names = _line.split()
    for _name in _names:
        UNITS[_name] = (_dimension, float(_factor))

_AMOUNT = re.compile(
    r"([-+]?[\d][\d.,]*(?:[eE][-+]?\d+)?)\s*([A-Za-z'\"°²³/%µ][A-Za-z'\"°²³/µ ]{0,24})?"
)
# Short names are too common as words ("in", "m", "min") to be units in a description,
# unless they are introduced as such.
_WANTED = re.compile(
    r"\b(?:in|as|of|unit[s]?|measured in)\s+(?:the\s+)?([A-Za-z]{1,12})\b", re.IGNORECASE
)


class Amount(NamedTuple):
    """A number with the unit it came with and, if known, what it is in the wanted unit."""

    value: int | float
    unit: str
    wanted: str | None
    converted: bool


def wanted_unit(name: str, description: str) -> str | None:
    """Return the unit a parameter is measured in, from its name or its description."""
    tail = re.split(r"[_\W]+", name.lower())[-1]
    if tail in UNITS and tail != name.lower() and len(tail) > 1:
        return tail
    for match in _WANTED.finditer(description):
        word = match.group(1).lower()
        if word in UNITS and not description[match.end() :].lstrip().startswith(("which", "the")):
            return word
    return None


def parse_amount(text: str, name: str, description: str) -> Amount | None:
    """Read an amount with units and convert it into the unit the parameter wants."""
    if len(text) > 60:
        return None
    stripped = text.strip()
    parts = list(_AMOUNT.finditer(stripped))
    whole = "".join(part.group() for part in parts).replace(" ", "") == stripped.replace(" ", "")
    readings = [(parse_number(part.group(1)), (part.group(2) or "").strip()) for part in parts]
    if not parts or not whole or any(number is None or not unit for number, unit in readings):
        return None
    wanted = wanted_unit(name, description)
    if len(readings) > 1:
        return _compound(readings, wanted)
    number, unit = readings[0]
    assert number is not None
    source = UNITS.get(unit) or UNITS.get(unit.lower())
    target = UNITS.get(wanted) if wanted else None
    if source is None or target is None or source == target:
        return Amount(number.value, unit, wanted, converted=False)
    if source[0] != target[0]:
        return None
    return Amount(_tidy(number.value * source[1] / target[1]), unit, wanted, converted=True)


def _compound(readings: list[tuple[ParsedNumber | None, str]], wanted: str | None) -> Amount | None:
    """``5 ft 10 in``: parts of one dimension, largest first, in the wanted unit."""
    units = [UNITS.get(unit) or UNITS.get(unit.lower()) for _, unit in readings]
    if wanted is None or any(unit is None for unit in units):
        return None
    known = [unit for unit in units if unit is not None]
    target = UNITS[wanted]
    if {unit[0] for unit in known} != {target[0]}:
        return None
    numbers = [number.value for number, _ in readings if number is not None]
    total = sum(value * unit[1] for value, unit in zip(numbers, known, strict=True))
    return Amount(_tidy(total / target[1]), readings[0][1], wanted, converted=True)


def _tidy(value: float) -> int | float:
    rounded = round(value, 9)
    return int(rounded) if float(rounded).is_integer() else rounded
