"""Find and read the calls in a stretch of text, whatever stands around them."""

import builtins
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lux_nb.tools.parsing.call import KnownTools, without_namespace
from lux_nb.tools.parsing.nodes import Bare, CallNode, TooDeepError
from lux_nb.tools.parsing.reader import NAME, Reader
from lux_nb.tools.parsing.shapes import Found, calls_in, plain
from lux_nb.tools.parsing.variables import bindings, substitute

WORK = 500_000
"""Characters that may be read in one text, counted again when a start is tried again."""
MAX_HITS = 300
_COST_OF_A_START = 20
_COST_OF_DEPTH = 5_000

# Bounded, so that a long chain of words is not tried again from each of its parts.
_START = re.compile(
    r"[\[{]|(?<![\w$.])[A-Za-z_$][\w$]{0,80}(?:[.\-/:][A-Za-z_][\w$]{0,80}){0,6}\s{0,2}\("
)
_RUN = re.compile(r"[\[{(\s]+")
_DEFINITION = re.compile(r"\b(?:def|class|function|fn|func)\s{1,4}$")
_NAME_BEFORE = re.compile(
    r"([A-Za-z_$][\w$]*(?:[.\-][A-Za-z_][\w$]*)*)"
    r"[`'\"*]{0,3}[ \t]{0,4}(?:\[ARGS\]|:\d{1,3}|:|\n|->)?\s{0,8}$"
)
_RECIPIENT = re.compile(r"\bto=([A-Za-z_][\w.\-]*)[\s\w]{0,60}$")
_SENTENCE_BEFORE = re.compile(r"[A-Za-z]+ [A-Za-z]+\.([A-Za-z_]\w*_\w*)$")
_JSON = json.JSONDecoder()
_KEYWORDS = frozenset(
    {
        "if",
        "for",
        "while",
        "in",
        "and",
        "or",
        "not",
        "return",
        "elif",
        "with",
        "e.g",
        "i.e",
        "except",
    }
)
# What surrounds calls in program text and is none itself.
_PLUMBING = frozenset(name for name in dir(builtins) if name.islower())
_PLUMBING_METHODS = frozenset(
    [
        "get",
        "append",
        "extend",
        "format",
        "join",
        "items",
        "keys",
        "values",
        "split",
        "strip",
        "loads",
        "dumps",
        "load",
        "dump",
        "update",
        "lower",
        "upper",
        "replace",
        "read",
        "write",
        "close",
        "add",
        "pop",
        "sort",
        "count",
        "run",
        "main",
        "exit",
        "parse_args",
    ]
)


@dataclass(frozen=True, slots=True)
class Hit:
    """Calls that were read from one start to one end of the text."""

    start: int
    end: int
    calls: list[Found]
    strong: bool
    """False for a mere mention, such as ``f()`` or ``f(a, b)`` in a sentence."""
    container: bool
    """They stood in one list or object."""
    truncated: bool


@dataclass(slots=True)
class Budget:
    """What may still be spent on a text, however often it is looked at."""

    work: int = WORK
    hits: int = MAX_HITS

    @property
    def is_left(self) -> bool:
        """Whether anything is left."""
        return self.work > 0 and self.hits > 0


def scan(text: str, known: KnownTools, budget: Budget) -> Iterator[Hit]:
    """Yield what was read from each place where a call may begin."""
    position = 0
    names = bindings(text)
    while budget.is_left and (match := _START.search(text, position)) is not None:
        reader = Reader(text, match.start())
        try:
            value = _strictly(reader) or reader.read()
        except TooDeepError:
            run = _RUN.match(text, match.end() - 1)
            position = run.end() if run else match.end()
            budget.work -= position - match.start() + _COST_OF_DEPTH
            continue
        budget.work -= reader.position - match.start() + _COST_OF_A_START
        hit = _hit(text, match, reader, substitute(value, names) if names else value, known)
        if hit is not None:
            budget.hits -= 1
            yield hit
            position = max(hit.end, match.end())
        elif reader.truncated or isinstance(value, CallNode):
            position = match.end()
        else:
            position = max(reader.position, match.end())


def _strictly(reader: Reader) -> Any:
    """Read proper JSON as such; the tolerant reader is for everything else."""
    if reader.text[reader.position] not in "[{":
        return None
    try:
        value, reader.position = _JSON.raw_decode(reader.text, reader.position)
    except (ValueError, RecursionError):
        return None
    return value


def _hit(
    text: str, match: re.Match[str], reader: Reader, value: Any, known: KnownTools
) -> Hit | None:
    start, end = match.start(), reader.position
    is_call = match.group().endswith("(")
    if is_call and not _may_be_call(text, match, value):
        return None
    found = [call for call in calls_in(value, known) if not _is_plumbing(call, known)]
    if not found and isinstance(value, dict) and value:
        name = _name_before(text, start, known)
        name = name or known.by_parameters(value)
        if name:
            found = [(name, plain(value), [], "json")]
    if not found:
        return None
    strong = _says_something(value) and any(call[1] or call[2] for call in found)
    return Hit(start, end, found, strong, not is_call, reader.truncated)


def _may_be_call(text: str, match: re.Match[str], value: Any) -> bool:
    if not isinstance(value, CallNode) or value.name in _KEYWORDS:
        return False
    if _DEFINITION.search(text, max(0, match.start() - 12), match.start()):
        return False
    # "the area (in metres)" is prose; a call has no blank before its bracket.
    return bool(value.keywords) or not match.group()[-2].isspace()


def _is_plumbing(call: Found, known: KnownTools) -> bool:
    name, arguments, positional, form = call
    if known.is_name(name) or form != "python" or (arguments and not positional):
        return False
    if name.startswith("self.") or name.endswith(("Error", "Exception")):
        return True
    return name in _PLUMBING or ("." in name and name.rsplit(".", 1)[1] in _PLUMBING_METHODS)


def _says_something(value: Any, depth: int = 0) -> bool:
    """Tell a call from a template: ``f()`` and ``f(a=value)`` only show how to call."""
    if isinstance(value, CallNode):
        given = (*value.positional, *value.keywords.values())
        return any(not isinstance(item, Bare) and item not in ("", None) for item in given)
    if isinstance(value, list) and depth < 4:
        return any(_says_something(item, depth + 1) for item in value)
    return value is not None


def _name_before(text: str, start: int, known: KnownTools) -> str | None:
    window = text[max(0, start - 160) : start]
    recipient = _RECIPIENT.search(window)
    if recipient:
        return known.resolve(recipient.group(1)) or without_namespace(recipient.group(1))
    match = _NAME_BEFORE.search(window)
    if match is None:
        return None
    name = match.group(1)
    if known:
        return known.resolve(name)
    # "Let me make the call.get_weather": the name follows a full stop without a blank.
    glued = _SENTENCE_BEFORE.search(window, 0, match.end(1))
    if glued:
        name = glued.group(1)
    return name if ("_" in name or "." in name) and NAME.fullmatch(name) else None
