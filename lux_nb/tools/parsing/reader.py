"""One tolerant reader for JSON, Python literals and call syntax, in any mixture.

It reads what a model meant by ``[f(a=1, b='x')]``, ``{'a': True, b: None,}``, ``{"a": [1, 2``
and the like. It executes nothing, never raises on bad text, and its depth and its work are
bounded, so that no text can make it slow.
"""

import re
from typing import Any

from lux_nb.tools.parsing import strings
from lux_nb.tools.parsing.arithmetic import evaluate
from lux_nb.tools.parsing.nodes import (
    WORDS,
    Bare,
    CallNode,
    TooDeepError,
    constructed,
    joined,
    number_of,
)

MAX_DEPTH = 40
_BLANK = re.compile(r"(?:\s+|#(?![0-9A-Fa-f]{3})[^\n]*|//[^\n]*|/\*[^*]*\*/)*")
_NUMBER = re.compile(r"[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
NAME = re.compile(r"[A-Za-z_$][\w$]*(?:[.\-/:][A-Za-z_][\w$]*)*")
_OPEN_CALL = re.compile(r"\s{0,3}\(")
_KEYWORD = re.compile(
    r"""\s*(?:\*\*)?(?:["'`]?)([A-Za-z_$][\w$\-]*)(?:["'`]?)\s*(?::\s*[A-Za-z_][\w.\[\]]*\s*)?(?:=(?![=])|:(?![:=]))\s*"""
)
_CALL_IN_QUOTES = re.compile(r"""["'`“‘][A-Za-z_$][\w$.\-]{0,100}\((?=[^)\n]{0,300}["'])""")
_PLUS = re.compile(r"\s*\+")
_STARS = re.compile(r"\*{1,2}")
_PREFIX = re.compile(r"""[rRbBfFuU]{1,2}(?=["'])""")
_AFTER_VALUE = re.compile(r"\s*(?:[,;\]})]|$|#|//|```|</)|[ \t]*(?:[\n\r]|:\s)")
_GOES_ON = re.compile(r"\s{0,3}(?:[.\[*\-/%]|\+(?!\s*[A-Za-z_][\w.]*\())")
_WORD_NEXT = re.compile(r"\s*[A-Za-z_][\w \-]*[,)]")
_CLOSER = {"[": "]", "{": "}", "(": ")"}


class Reader:
    """Reads values out of ``text``; ``position`` is where it stands."""

    def __init__(self, text: str, position: int = 0) -> None:
        self.text = text
        self.position = position
        self.truncated = False
        self.repaired = False
        self._closers: list[str] = []

    def read(self) -> Any:
        """Read one value at the position. Raises TooDeepError."""
        return self._value("top", strings.ANYTHING)

    def read_call(self) -> CallNode | None:
        """Read ``name(…)`` at the position, or return None where there is none."""
        match = NAME.match(self.text, self.position)
        opening = _OPEN_CALL.match(self.text, match.end()) if match else None
        if match is None or opening is None:
            return None
        start = self.position
        self.position = opening.end()
        node = CallNode(match.group().replace("\\", ""))
        self._enter(")")
        self._arguments(node)
        self._closers.pop()
        node.source = self.text[start : self.position]
        return node

    # -- values --------------------------------------------------------------------------

    def _value(self, place: str, follows: re.Pattern[str]) -> Any:
        self._skip_blank()
        if self.position >= len(self.text):
            self.truncated = True
            return None
        start = self.position
        value = self._simple_value(place, follows)
        if place == "top":
            return value
        if not _AFTER_VALUE.match(self.text, self.position):
            return self._expression(start, value, place)
        if place == "call" and isinstance(value, Bare) and self._goes_on_after_comma():
            return self._expression(start, value, place)
        return value

    def _goes_on_after_comma(self) -> bool:
        """In ``features=timings, exhibitions, unit=km`` the second word belongs to the first."""
        return (
            self.text.startswith(", ", self.position)
            and not _KEYWORD.match(self.text, self.position + 1)
            and bool(_WORD_NEXT.match(self.text, self.position + 1))
        )

    def _simple_value(self, place: str, follows: re.Pattern[str]) -> Any:
        character = self.text[self.position]
        if character in "{[(":
            return self._mapping() if character == "{" else self._sequence()
        if character in strings.CLOSING:
            return self._quoted_call(place) or self._string(follows)
        prefix = _PREFIX.match(self.text, self.position)
        if prefix:
            self.position = prefix.end()
            return self._string(follows, raw="r" in prefix.group().lower())
        number = _NUMBER.match(self.text, self.position)
        if number:
            self.position = number.end()
            return number_of(number.group())
        return self._word(place)

    def _word(self, place: str) -> Any:
        """Read a constant, a call or bare text."""
        word = NAME.match(self.text, self.position)
        if word is None:
            return self._bare(place)
        if _OPEN_CALL.match(self.text, word.end()):
            return constructed(self.read_call())
        self.position = word.end()
        lowered = word.group().lower()
        if lowered in WORDS:
            return WORDS[lowered]
        return Bare(word.group())

    def _quoted_call(self, place: str) -> CallNode | None:
        """``['f(a='x')']``: a quoted call whose inner quotes would end the string too early."""
        if place != "list" or not _CALL_IN_QUOTES.match(self.text, self.position):
            return None
        start, flags = self.position, (self.truncated, self.repaired)
        closing = strings.CLOSING[self.text[start]]
        self.position += 1
        node = self.read_call()
        if node is not None and self.text.startswith(closing, self.position):
            self.position += 1
            return node
        if node is not None and self.text.startswith(("}", "]"), self.position):
            return node  # the closing quote is missing
        self.position = start
        self.truncated, self.repaired = flags
        return None

    def _expression(self, start: int, value: Any, place: str) -> Any:
        """Take a whole stretch where what was read goes on (``2*pi``, ``New York``)."""
        quoted = isinstance(value, str) and not isinstance(value, Bare)
        if quoted and place in {"list", "map"} and not _PLUS.match(self.text, self.position):
            self.repaired = True
            return value  # a missing comma
        if isinstance(value, dict | list) and place in {"list", "map"}:
            return value
        if isinstance(value, CallNode) and not _GOES_ON.match(self.text, self.position):
            return value  # calls joined by "|", "and" or nothing at all
        end = self.position
        self.position = start
        text = self._bare(place)
        if len(text) <= end - start:
            self.position = end
            return value
        self.repaired = True
        number = evaluate(text)
        if number is not None:
            return number
        return joined(text) if quoted else text

    def _bare(self, place: str) -> Bare:
        """Take text up to the next delimiter of this place, stepping over brackets and quotes."""
        text, start, depth = self.text, self.position, 0
        position = start
        while position < len(text):
            character = text[position]
            if character in "([{":
                depth += 1
            elif character in ")]}":
                if depth == 0:
                    break
                depth -= 1
            elif depth == 0 and self._ends_bare(position, place):
                break
            position += 1
        if position >= len(text):
            self.truncated = True
        self.position = position if position > start else min(start + 1, len(text))
        return Bare(text[start:position].strip())

    def _ends_bare(self, position: int, place: str) -> bool:
        character = self.text[position]
        if character == "\n":
            return place != "call" or position + 1 >= len(self.text)
        if character not in ",;":
            return False
        if place == "call":
            # "city=New York, NY, unit=km": a comma only ends it before the next keyword.
            return (
                bool(_KEYWORD.match(self.text, position + 1))
                or not self.text[position + 1 : position + 2].isspace()
            )
        return True

    def _string(self, follows: re.Pattern[str], *, raw: bool = False) -> str:
        result = strings.read_string(self.text, self.position, follows, raw=raw)
        self.position = result.end
        self.truncated |= not result.closed
        return result.value

    # -- containers ----------------------------------------------------------------------

    def _enter(self, closer: str) -> None:
        if len(self._closers) >= MAX_DEPTH:
            raise TooDeepError
        self._closers.append(closer)

    def _skip_blank(self) -> None:
        match = _BLANK.match(self.text, self.position)
        assert match is not None
        self.position = match.end()

    def _at_end(self, closer: str) -> bool:
        """Step over separators; say whether the container ends here, and leave it if so."""
        while True:
            self._skip_blank()
            if self.position >= len(self.text):
                self.truncated = True
                return True
            character = self.text[self.position]
            if character == closer:
                self.position += 1
                return True
            if character in ",;|&+":
                self.position += 1
            elif character in ")]}":
                self.repaired = True
                if character in self._closers[:-1]:
                    return True  # closes something around this one, which was never closed
                self.position += 1
            elif self.text.startswith(("```", "</"), self.position):
                self.truncated = True
                return True
            else:
                return False

    def _sequence(self) -> list[Any]:
        closer = _CLOSER[self.text[self.position]]
        self.position += 1
        self._enter(closer)
        items: list[Any] = []
        while not self._at_end(closer):
            items.append(self._value("list", strings.FOLLOWS_LIST))
            self._take_pair(items)
        self._closers.pop()
        return items

    def _take_pair(self, items: list[Any]) -> None:
        """Read ``["a": 1, "b": 2]``, a mapping in the wrong brackets."""
        self._skip_blank()
        if self.text[self.position : self.position + 1] != ":" or not isinstance(items[-1], str):
            return
        self.position += 1
        self.repaired = True
        key = str(items.pop())
        pair = {key: self._value("map", strings.FOLLOWS_MAP)}
        if items and isinstance(items[-1], dict):
            items[-1].update(pair)
        else:
            items.append(pair)

    def _mapping(self) -> Any:
        self.position += 1
        self._enter("}")
        result: dict[str, Any] = {}
        loose: list[Any] = []
        while not self._at_end("}"):
            key = self._key()
            self._skip_blank()
            if self.text[self.position : self.position + 1] in {":", "="}:
                self.position += 1
                if self.text[self.position : self.position + 1] == ">":
                    self.position += 1
                result[str(key)] = self._value("map", strings.FOLLOWS_MAP)
            else:
                loose.append(key)
        self._closers.pop()
        return loose if loose and not result else result

    def _key(self) -> Any:
        character = self.text[self.position]
        if character in strings.CLOSING:
            return self._quoted_call("list") or self._string(strings.FOLLOWS_KEY)
        word = NAME.match(self.text, self.position) or _NUMBER.match(self.text, self.position)
        if word and word.group():
            text = word.group().rstrip(":")
            end = self.position + len(text)
            if not _OPEN_CALL.match(self.text, end):
                self.position = end
                return Bare(text)
        return self._value("list", strings.FOLLOWS_LIST)

    def _arguments(self, node: CallNode) -> None:
        while not self._at_end(")"):
            keyword = _KEYWORD.match(self.text, self.position)
            if keyword:
                self.position = keyword.end()
                node.keywords[keyword.group(1)] = self._value("call", strings.FOLLOWS_CALL)
                continue
            stars = _STARS.match(self.text, self.position)
            if stars:
                self.position = stars.end()
            value = self._value("call" if node.keywords else "list", strings.FOLLOWS_CALL)
            if stars and isinstance(value, dict):
                node.keywords.update(value)
            elif stars and isinstance(value, list):
                node.positional.extend(value)
            else:
                node.positional.append(value)
