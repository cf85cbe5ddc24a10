"""Find values in what was said: the conversation around a call.

Only what can hardly be meant otherwise is found: a number or a code that follows the
parameter's name, the one list, the one date. A mere likelihood stays below the threshold.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from lux_nb.tools.correction.dates import parse_date
from lux_nb.tools.correction.literals import read_literal
from lux_nb.tools.correction.names import words
from lux_nb.tools.correction.numbers import parse_number, words_to_number

MAX_CHARACTERS = 8000
EXPLICIT = 0.84
"""The confidence of a value that the conversation gives by the parameter's name."""

_WORD_NUMBER = (
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|"
    r"forty|fifty|hundred|thousand)\b"
)
_DIGITS = r"[-+]?\d+(?:,\d{3})*(?:\.\d+)?(?:[eE][-+]?\d+)?"
# With what may follow it directly: 4%, 213 million, 5 ft 10 in.
_SAID = (
    rf"{_DIGITS}(?:\s?%|\s(?:thousand|million|billion|trillion)\b|\s?(?:ft|feet)\s?\d+\s?in\w*)?"
    rf"(?![\w.]*\d)|{_WORD_NUMBER}"
)
_NUMBER = re.compile(rf"(?<![\w.])(?:{_SAID})", re.IGNORECASE)
_QUOTED = re.compile(r"[\"“]([^\"“”\n]{1,200})[\"”]|(?<!\w)['‘]([^'‘’\n]{1,200})['’](?!\w)")
_LIST = re.compile(r"\[[^\[\]]{1,400}\]|\((?:\s*[-+]?\d[\d.]*\s*,){1,50}\s*[-+]?\d[\d.]*\s*\)")
_OBJECT = re.compile(r"\{[^{}]{1,800}\}")
_KEYED_LIST = re.compile(r"[\"']?([\w.\-]{1,60})[\"']?\s*:\s*(\[[^\[\]]{1,400}\])")
_PROPER = r"[A-Z][\w.'&-]*(?:\s+(?:of|the|and)?\s?[A-Z][\w.'&-]*)*"
_PLACE_NAME = rf"{_PROPER}(?:,\s+[A-Z][\w.]*(?:\s[A-Z][\w.]*)*)?"
_PLACE = re.compile(rf"\b(?:in|at|near|around|for|from|to|of)\s+({_PLACE_NAME})")
_FROM = re.compile(rf"\bfrom\s+({_PLACE_NAME})")
_TO = re.compile(rf"\bto\s+({_PLACE_NAME})")
_CODE = r"[A-Z0-9][\w.#/-]*\d[\w.#/-]*"
_DATE = re.compile(
    r"\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}/\d{1,2}/\d{4}\b|"
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+"
    r"\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}\b",
    re.IGNORECASE,
)
_INNER_PLACES = frozenset({"city", "town"})
_OUTER_PLACES = frozenset({"country", "state", "province"})
_PLACES = frozenset({"location", "place", "region", "address", "area", "destination"})
_STARTS = frozenset({"start", "origin", "from", "departure", "source"})
_ENDS = frozenset({"end", "destination", "to", "arrival"})
_DATES = frozenset({"date", "day"})

Found = tuple[Any, float, str]


class Context:
    """What was said before the call, and the values that can be read from it."""

    def __init__(self, text: str = "") -> None:
        self.text = text[-MAX_CHARACTERS:]

    @classmethod
    def of(cls, context: Any) -> "Context":
        """Take a text, a message, or a list of messages."""
        return cls(_flatten(context))

    def candidates(
        self, name: str, schema: dict[str, Any], used: set[str], open_count: int
    ) -> list[Found]:
        """Return values for a parameter that the conversation names, surest first."""
        if not self.text:
            return []
        found = list(self._choices(name, schema))
        wanted = _wanted_type(schema)
        if wanted in {"integer", "number"}:
            found += self._numbers(name, used, open_count)
        elif wanted == "string":
            found += self._texts(name, schema, used, open_count)
        elif wanted == "array":
            found += self._lists(name, used)
        elif wanted == "object":
            found += self._objects(name)
        return sorted(found, key=lambda item: -item[1])

    def _choices(self, name: str, schema: dict[str, Any]) -> Iterator[Found]:
        choices = [choice for choice in schema.get("enum") or [] if isinstance(choice, str)]
        said = set(words(self.text)) if choices else set()
        named = {choice: set(words(choice)) for choice in choices if words(choice)}
        found = [choice for choice, parts in named.items() if parts <= said]
        longest = [c for c in found if not any(named[c] < named[other] for other in found)]
        if len(longest) == 1:
            reason = f"{longest[0]!r} is the only choice for {name!r} the conversation names"
            yield longest[0], 0.8, reason

    def _numbers(self, name: str, used: set[str], open_count: int) -> Iterator[Found]:
        beside = _only(self._beside(name), used)
        if beside is not None:
            yield beside, EXPLICIT, f"the conversation gives this number for {name!r}"
            return
        said = (_number(match.group()) for match in _NUMBER.finditer(self.text))
        left = _only(said, used)
        if left is not None and open_count == 1:
            yield left, 0.74, "it is the only number that was said and is not used yet"

    def _beside(self, name: str) -> list[Any]:
        """Return the numbers that directly follow, or else precede, a parameter's name."""
        spoken = _spoken(words(name))
        if not spoken:
            return []
        link = r"\s*(?:is|are|of|=|:|to|as|being|number|with|at)?\s*[\"'($€£]?\s?"
        after = re.compile(rf"\b{spoken}{link}({_SAID})", re.IGNORECASE)
        before = re.compile(rf"(?<![\w.])({_SAID})\s+{spoken}\b", re.IGNORECASE)
        found = after.findall(self.text) or before.findall(self.text)
        return [_number(text) for text in found]

    def _texts(
        self, name: str, schema: dict[str, Any], used: set[str], open_count: int
    ) -> Iterator[Found]:
        spoken = set(words(name))
        if _DATES & spoken or schema.get("format") == "date":
            day = _only((match.group() for match in _DATE.finditer(self.text)), used)
            iso = parse_date(day) if day else None
            if day:
                value = iso.text if iso and schema.get("format") else day
                yield value, 0.8, "it is the only date in the conversation"
            return
        yield from self._places(spoken, used)
        labelled = _only(self._labelled(name), used)
        if labelled is not None:
            yield labelled, EXPLICIT, f"the conversation gives this for {name!r}"
        quote = _only((first or second for first, second in _QUOTED.findall(self.text)), used)
        if quote is not None and open_count == 1:
            yield quote, 0.74, "it is the only quotation that was said and is not used yet"

    def _labelled(self, name: str) -> list[str]:
        """Return quotations and codes that follow the parameter's name."""
        parts = words(name)
        stem = parts[:-1] if len(parts) > 1 and parts[-1] in {"name", "title"} else parts
        value = rf"\"([^\"\n]{{1,100}})\"|'([^'\n]{{1,100}})'|({_CODE})"
        link = r"\s*(?:is|of|=|:|named|called|titled|number|no\.?|id|with id)?[\s,]*"
        pattern = re.compile(rf"\b(?i:{_spoken(stem)}{link})(?:{value})")
        found = pattern.findall(self.text) if stem else []
        return [next(filter(None, texts)).rstrip(".,;") for texts in found]

    def _places(self, spoken: set[str], used: set[str]) -> Iterator[Found]:
        inner, outer = _INNER_PLACES & spoken, _OUTER_PLACES & spoken
        ways = [(_FROM, _STARTS), (_TO, _ENDS)]
        pattern = next((way for way, names in ways if names & spoken), _PLACE)
        if not (inner or outer or _PLACES & spoken):
            return
        places = (match.group(1).rstrip(".,?!") for match in pattern.finditer(self.text))
        parts = (_part(place, inner=bool(inner), outer=bool(outer)) for place in places)
        place = _only((part for part in parts if parse_date(part) is None), used)
        if place is not None:
            yield place, 0.76, "it is the only such place in the conversation"

    def _lists(self, name: str, used: set[str]) -> Iterator[Found]:
        found = (read_literal(match.group()) for match in _LIST.finditer(self.text))
        lists = [items for items in found if isinstance(items, list) and items]
        left = [items for items in lists if not all(str(item).lower() in used for item in items)]
        if len(left) == 1:
            yield left[0], 0.82, f"it is the only list that was said and {name!r} wants one"

    def _objects(self, name: str) -> Iterator[Found]:
        found = [read_literal(match.group()) for match in _OBJECT.finditer(self.text)]
        objects = [item for item in found if isinstance(item, dict) and item]
        if len(objects) == 1:
            yield objects[0], 0.8, f"it is the only object that was said and {name!r} wants one"
        pairs = {key: read_literal(items) for key, items in _KEYED_LIST.findall(self.text)}
        if not objects and len(pairs) > 1 and None not in pairs.values():
            yield pairs, 0.76, f"the conversation writes out the pairs that {name!r} wants"


def _wanted_type(schema: dict[str, Any]) -> str:
    """Return the type a value should have; of several, the first that is not null."""
    types = schema.get("type")
    if types is None and isinstance(schema.get("anyOf"), list):
        types = [part.get("type") for part in schema["anyOf"] if isinstance(part, dict)]
    several = types if isinstance(types, list) else [types]
    names = (item for item in several if isinstance(item, str) and item != "null")
    return next(names, "")


def _only(values: Iterable[Any], used: set[str]) -> Any:
    """Return the one value that is not used in the call yet, or None."""
    free = {value for value in values if value is not None and str(value).lower() not in used}
    return free.pop() if len(free) == 1 else None


def _spoken(parts: Iterable[str]) -> str:
    """Return a pattern for a name as it is spoken, in the singular or the plural."""
    return r"[\s_\-]+".join(re.escape(part.rstrip("s") or part) + "s?" for part in parts)


def _part(place: str, *, inner: bool, outer: bool) -> str:
    """Take the city or the country out of ``Tokyo, Japan`` where one of them is wanted."""
    pieces = place.split(", ")
    return pieces[0] if inner else pieces[-1] if outer else place


def _number(text: str) -> Any:
    """Return the number, or the text itself where a percentage or a unit says more."""
    stripped = text.strip()
    parsed = parse_number(stripped)
    if parsed:
        return parsed.value
    digits, _, scale = stripped.partition(" ")
    factor, base = words_to_number(scale), parse_number(digits)
    if factor and base:
        product = base.value * factor
        return int(product) if float(product).is_integer() else product
    spelled = words_to_number(stripped)
    return stripped if spelled is None else spelled


def _flatten(context: Any, depth: int = 0) -> str:
    if isinstance(context, str):
        return context
    if depth > 6 or context is None:
        return ""
    if isinstance(context, dict):
        if context.get("role") in {"tool", "function"}:
            return ""
        return _flatten(context.get("content", context.get("text")), depth + 1)
    if isinstance(context, list | tuple):
        return "\n".join(filter(None, (_flatten(item, depth + 1) for item in context)))
    return ""
