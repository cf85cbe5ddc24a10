"""Find values in what was said: the conversation around a call."""

import re
from collections.abc import Iterator
from typing import Any

from lux_nb.tools.correction.dates import parse_date
from lux_nb.tools.correction.literals import read_literal
from lux_nb.tools.correction.names import words
from lux_nb.tools.correction.numbers import parse_number, words_to_number

MAX_CHARACTERS = 8000
_NUMBER_WORD = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|"
    r"hundred|thousand)"
)
_NUMBER = re.compile(
    rf"(?<![\w.])[-+]?\d[\d,]*(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.]*\d)|\b{_NUMBER_WORD}\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“]([^\"“”\n]{1,200})[\"”]|(?<!\w)['‘]([^'‘’\n]{1,200})['’](?!\w)")
_LIST = re.compile(r"\[[^\[\]]{1,400}\]|\((?:\s*[-+]?\d[\d.]*\s*,){1,50}\s*[-+]?\d[\d.]*\s*\)")
_OBJECT = re.compile(r"\{[^{}]{1,800}\}")
_KEYED_LIST = re.compile(r"[\"']?([\w.\-]{1,60})[\"']?\s*:\s*(\[[^\[\]]{1,400}\])")
_PROPER = (
    r"[A-Z][\w.'&-]*(?:\s+(?:of|the|and)?\s?[A-Z][\w.'&-]*)*(?:,\s+[A-Z][\w.]*(?:\s[A-Z][\w.]*)*)?"
)
_PLACE = re.compile(rf"\b(?:in|at|near|around|for|from|to|of)\s+({_PROPER})")
_DATE = re.compile(
    r"\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}/\d{1,2}/\d{4}\b|"
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}\b",
    re.IGNORECASE,
)
_PLACE_WORDS = frozenset(
    ["location", "city", "place", "region", "country", "address", "area", "destination", "state"]
)
_DATE_WORDS = frozenset(["date", "day", "when"])

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
    ) -> Iterator[Found]:
        """Yield values for a parameter that the conversation names without ambiguity."""
        if not self.text:
            return
        yield from self._choices(name, schema)
        wanted = schema.get("type")
        if wanted in {"integer", "number"}:
            yield from self._numbers(name, schema, used, open_count)
        elif wanted == "string":
            yield from self._texts(name, schema, used, open_count)
        elif wanted == "array":
            yield from self._lists(name)
        elif wanted == "object":
            yield from self._objects(name)

    def _choices(self, name: str, schema: dict[str, Any]) -> Iterator[Found]:
        choices = [choice for choice in schema.get("enum") or [] if isinstance(choice, str)]
        said = set(words(self.text))
        found = [choice for choice in choices if words(choice) and set(words(choice)) <= said]
        longest = [
            c
            for c in found
            if not any(c != other and set(words(c)) < set(words(other)) for other in found)
        ]
        if len(longest) == 1:
            yield (
                longest[0],
                0.8,
                f"{longest[0]!r} is the only choice for {name!r} the conversation names",
            )

    def _numbers(
        self, name: str, schema: dict[str, Any], used: set[str], open_count: int
    ) -> Iterator[Found]:
        beside = list(self._beside(name, _NUMBER))
        if len(beside) == 1:
            yield beside[0], 0.84, f"the conversation gives this number for {name!r}"
            return
        numbers = {text: value for text, value in self._all_numbers() if str(value) not in used}
        unique = set(numbers.values())
        if len(unique) == 1 and open_count == 1:
            yield (
                unique.pop(),
                0.74,
                "it is the only number in the conversation that the call does not use yet",
            )

    def _all_numbers(self) -> Iterator[tuple[str, int | float]]:
        for match in _NUMBER.finditer(self.text):
            value = _number(match.group())
            if value is not None:
                yield match.group(), value

    def _beside(self, name: str, pattern: re.Pattern[str]) -> Iterator[Any]:
        """Yield values that directly follow (or precede) the words of a parameter's name."""
        spoken = r"[\s_\-]+".join(re.escape(word) for word in words(name))
        if not spoken:
            return
        after = re.compile(
            rf"\b{spoken}\b\s*(?:is|are|of|=|:|to|as|being|number|with|at)?\s*[\"'(]?({pattern.pattern})",
            re.IGNORECASE,
        )
        before = re.compile(rf"({pattern.pattern})\s+{spoken}s?\b", re.IGNORECASE)
        found = [match.group(1) for match in after.finditer(self.text)]
        found = found or [match.group(1) for match in before.finditer(self.text)]
        yield from {value for value in map(_number, found) if value is not None}

    def _texts(
        self, name: str, schema: dict[str, Any], used: set[str], open_count: int
    ) -> Iterator[Found]:
        spoken = words(name)
        if _DATE_WORDS & set(spoken) or schema.get("format") == "date":
            days = {match.group() for match in _DATE.finditer(self.text)}
            if len(days) == 1:
                day = days.pop()
                iso = parse_date(day)
                yield (
                    iso.text if iso and schema.get("format") else day,
                    0.8,
                    "it is the only date in the conversation",
                )
            return
        if _PLACE_WORDS & set(spoken):
            places = {match.group(1).rstrip(".,?!") for match in _PLACE.finditer(self.text)}
            free = {
                place for place in places if place.lower() not in used and parse_date(place) is None
            }
            if len(free) == 1:
                yield free.pop(), 0.76, "it is the only place in the conversation"
            return
        quotes = {first or second for first, second in _QUOTED.findall(self.text)}
        free = {quote for quote in quotes if quote.lower() not in used}
        if len(free) == 1 and open_count == 1:
            yield (
                free.pop(),
                0.74,
                "it is the only quotation in the conversation that the call does not use yet",
            )

    def _lists(self, name: str) -> Iterator[Found]:
        found = [read_literal(match.group()) for match in _LIST.finditer(self.text)]
        lists = [item for item in found if isinstance(item, list) and item]
        if len(lists) == 1:
            yield lists[0], 0.82, f"it is the only list in the conversation, and {name!r} wants one"

    def _objects(self, name: str) -> Iterator[Found]:
        found = [read_literal(match.group()) for match in _OBJECT.finditer(self.text)]
        objects = [item for item in found if isinstance(item, dict) and item]
        pairs = {key: read_literal(items) for key, items in _KEYED_LIST.findall(self.text)}
        if not objects and len(pairs) > 1 and None not in pairs.values():
            yield pairs, 0.76, f"the conversation writes out the pairs that {name!r} wants"
        if len(objects) == 1:
            yield (
                objects[0],
                0.8,
                f"it is the only object in the conversation, and {name!r} wants one",
            )


def _number(text: str) -> int | float | None:
    parsed = parse_number(text.strip(" ,"))
    return parsed.value if parsed else words_to_number(text)


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
