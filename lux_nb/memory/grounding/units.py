"""Tables by which numbers, units and dates are read."""

from lux_nb import number_words

SMALL = number_words.SMALL_NUMBERS
TENS = number_words.TENS
SCALES = {word: float(value) for word, value in number_words.SCALES.items()} | {"dozen": 12.0}
SHORT_SCALES = {"k": 1e3, "mn": 1e6, "bn": 1e9, "b": 1e9, "tn": 1e12}
ORDINALS = number_words.ORDINALS
MONTHS = {
    name: number
    for number, names in enumerate(
        [
            "january/jan",
            "february/feb",
            "march/mar",
            "april/apr",
            "may",
            "june/jun",
            "july/jul",
            "august/aug",
            "september/sep/sept",
            "october/oct",
            "november/nov",
            "december/dec",
        ],
        start=1,
    )
    for name in names.split("/")
}
_UNIT_TABLE = """
length 1 m metre metres meter meters
length 1000 km kilometre kilometres kilometer kilometers
length 0.01 cm centimetre centimetres centimeter centimeters
length 0.001 mm millimetre millimetres millimeter millimeters
length 1609.344 mi mile miles
length 0.3048 ft foot feet
length 0.0254 inch inches
length 0.9144 yard yards
mass 1 kg kilogram kilograms kilo kilos
mass 0.001 g gram grams
mass 0.000001 mg milligram milligrams
mass 0.45359237 lb lbs pound pounds
mass 1000 tonne tonnes
mass 0.0283495 oz ounce ounces
time 1 s sec secs second seconds
time 0.001 ms millisecond milliseconds
time 60 min mins minute minutes
time 3600 h hr hrs hour hours
time 86400 day days
time 604800 week weeks
time 2629800 month months
time 31557600 year years yr yrs
time 315576000 decade decades
data 1 byte bytes
data 1e3 kb
data 1e6 mb
data 1e9 gb
data 1e12 tb
share 1 % percent pct
celsius 1 °c celsius centigrade
fahrenheit 1 °f fahrenheit
volume 1 litre litres liter liters
volume 0.001 ml millilitre millilitres milliliter milliliters
area 1 hectare hectares
area 0.40468564 acre acres
"""
UNITS: dict[str, tuple[str, float]] = {
    alias: (kind, float(factor))
    for kind, factor, *aliases in (line.split() for line in _UNIT_TABLE.strip().splitlines())
    for alias in aliases
}
"""What a unit measures, and how many base units it is."""
MONEY = {
    alias: code
    for code, aliases in (
        ("usd", "$ dollar dollars usd"),
        ("eur", "€ euro euros eur"),
        ("gbp", "£ gbp"),
        ("jpy", "¥ yen jpy"),
    )
    for alias in aliases.split()
}
AT_LEAST, AT_MOST, ABOUT = 1, -1, 2
BOUNDS = {
    word: bound
    for bound, words in (
        (AT_LEAST, "more over above least exceeding exceeds minimum greater beyond after since"),
        (AT_MOST, "less under below most fewer maximum before until"),
        (ABOUT, "about around approximately roughly nearly almost circa some ~"),
    )
    for word in words.split()
}
"""What a word in front of a number makes of it."""
