"""Quoted strings as models write them: unescaped inner quotes, smart quotes, markdown escapes.

A quote only closes a string when what follows it could follow a string at that place. That is
how ``text='It's here', language='en'`` is read as two arguments.
"""

import re
from typing import NamedTuple

# How far behind the first candidate a better closing quote is looked for.
WINDOW = 4000

CLOSING = {'"': '"', "'": "'", "`": "`", "“": "”", "‘": "’", "«": "»", "„": "“"}

_KEY_AFTER = r"""(?:["'“‘`][^"'“”‘’`\n]{1,80}["'”’`]|[A-Za-z_$][\w$.\-]{0,80})\s{0,20}[:=]"""
_END = r"""\s*(?:[}\])]|$|```|</|\+\s{0,20}["'])"""

FOLLOWS_KEY = re.compile(r"\s{0,20}(?:[:=]|,\s|$)")
FOLLOWS_MAP = re.compile(
    rf"{_END}|\s{{0,20}},\s{{0,200}}(?:{_KEY_AFTER}|[}}\])]|\*\*|\#|//|\.\.\.|$)|\s{{1,200}}{_KEY_AFTER}"
)
FOLLOWS_LIST = re.compile(
    rf"""{_END}|\s{{0,20}}[,;]\s{{0,200}}(?:["'“‘`\[{{(\-\d\]#]|//|[A-Za-z_.]|$)"""
    r"""|\s{1,200}["'“‘\[{]|\s{0,3}:\s"""
)
FOLLOWS_CALL = re.compile(
    rf"""{_END}|\s{{0,20}},\s{{0,200}}(?:{_KEY_AFTER}|["'“‘\[{{(*\-\d)\#]|$)"""
    rf"""|\s{{1,200}}(?:{_KEY_AFTER})"""
)
ANYTHING = re.compile("")

_ESCAPE = re.compile(
    r"\\(u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|\r?\n|.)", re.DOTALL
)
_SURROGATES = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\n": "", "\r\n": ""}
# Markdown escapes these; no string escape of JSON or Python does, so the backslash goes.
_PLAIN = frozenset("\\\"'`/_*#~$&[](){}<>!|+-.=:,;“”‘’ ")


class ReadString(NamedTuple):
    """A string that was read, where it ends and whether a closing quote was there."""

    value: str
    end: int
    closed: bool


def unescape(text: str) -> str:
    r"""Resolve the escapes of JSON, Python and Markdown; unknown ones (``\d``) stay."""
    if "\\" not in text:
        return text

    def replace(match: re.Match[str]) -> str:
        escape = match.group(1)
        if escape in _SIMPLE:
            return _SIMPLE[escape]
        if len(escape) > 1:
            code = int(escape.strip("uUx{}"), 16)
            return chr(code) if code <= 0x10FFFF else match.group(0)
        return escape if escape in _PLAIN else match.group(0)

    result = _ESCAPE.sub(replace, text)
    return _SURROGATES.sub(
        lambda pair: pair.group(0).encode("utf-16", "surrogatepass").decode("utf-16"), result
    )


def read_string(
    text: str, start: int, follows: re.Pattern[str], *, raw: bool = False
) -> ReadString:
    """Read the string whose opening quote is at ``start``."""
    quote = text[start]
    if quote in "\"'" and text.startswith(quote * 3, start):
        return _read_block(text, start, quote * 3, raw=raw)
    closing = CLOSING[quote]
    stop = re.compile(rf"\\|{re.escape(closing)}")
    first = -1
    position = start + 1
    while True:
        match = stop.search(text, position)
        if match is None:
            break
        position = match.start()
        if match.group() == "\\":
            position += 2
            continue
        if first < 0:
            first = position
        elif position - first > WINDOW:
            break
        if follows.match(text, position + 1):
            return _finish(text, start + 1, position, closed=True, raw=raw)
        position += 1
    if first >= 0:
        return _finish(text, start + 1, first, closed=True, raw=raw)
    return _finish(text, start + 1, len(text), closed=False, raw=raw)


def _read_block(text: str, start: int, quotes: str, *, raw: bool) -> ReadString:
    end = text.find(quotes, start + 3)
    closed = end >= 0
    body = text[start + 3 : end if closed else len(text)]
    return ReadString(body if raw else unescape(body), end + 3 if closed else len(text), closed)


def _finish(text: str, start: int, end: int, *, closed: bool, raw: bool) -> ReadString:
    body = text[start:end]
    return ReadString(body if raw else unescape(body), end + 1 if closed else end, closed)
