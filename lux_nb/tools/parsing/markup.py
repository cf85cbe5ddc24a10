"""Calls written as markup or as labelled lines: XML parameters, ReAct, YAML."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from lux_nb.tools.parsing.call import KnownTools
from lux_nb.tools.parsing.nodes import Bare, CallNode, TooDeepError
from lux_nb.tools.parsing.reader import Reader
from lux_nb.tools.parsing.shapes import ARGUMENT_KEYS, Found, plain

_NAME = r"[A-Za-z_$][\w$.\-]{0,120}"
_FUNCTION = re.compile(
    rf"<(?:function|invoke|tool|tool_call|call)\s*(?:=|\s+(?:name|function|tool)\s*=)\s*[\"']?({_NAME})[\"']?\s*/?>"
)
_PARAMETER = re.compile(
    rf"<(?:parameter|param|arg|argument)\s*(?:=|\s+name\s*=)\s*[\"']?({_NAME})[\"']?\s*>"
)
_ANY_CLOSING = re.compile(
    r"</(?:parameter|param|arg|argument)>|<(?:parameter|param|arg|argument)\b|</(?:function|invoke|tool)\b|$"
)
_NAMED_PAIRS = re.compile(rf"<tool_call>\s*({_NAME})\s*(?=<arg_key>)")
_PAIR = re.compile(r"<arg_key>([^<]{1,200})</arg_key>\s*<arg_value>([^<]*)</arg_value>")
_NAME_ELEMENT = re.compile(rf"<(?:name|tool_name|function_name)>\s*({_NAME})\s*</\w+>")
_ARGUMENTS_ELEMENT = re.compile(r"\s*<(?:arguments|parameters|params|input|args)>\s*")
_ELEMENT = re.compile(rf"<({_NAME})>")
_ACTION = re.compile(
    rf"^[ \t]*(?:Action|Tool|Function(?: call)?|Tool call)[ \t]*:"
    rf"[ \t]*[`\"']?({_NAME})[`\"']?[ \t]*(?:$|\n)",
    re.MULTILINE | re.IGNORECASE,
)
_ACTION_INPUT = re.compile(
    r"[ \t\n]{0,20}(?:Action Input|Tool Input|Input|Arguments|Parameters|Args)[ \t]*:[ \t]*\n?",
    re.IGNORECASE,
)
_YAML_NAME = re.compile(
    rf"^([ \t]*)(?:-[ \t]+)?(?:name|function|tool|tool_name|function_name)[ \t]*:"
    rf"[ \t]*[\"'`]?({_NAME})[\"'`]?[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_YAML_PAIR = re.compile(
    r"^([ \t]*)(?:-[ \t]+)?[\"']?([A-Za-z_][\w.\-]{0,80})[\"']?[ \t]*:[ \t]*(.*)$"
)
MAX_CALLS = 100
MAX_VALUE = 20_000


def markup_calls(text: str, known: KnownTools) -> Iterator[Found]:
    """Yield calls whose parameters are XML elements."""
    matches = list(_FUNCTION.finditer(text))[:MAX_CALLS]
    for number, match in enumerate(matches):
        end = matches[number + 1].start() if number + 1 < len(matches) else len(text)
        body = text[match.end() : end]
        closing = re.compile(r"</(?:function|invoke|tool|tool_call|call)\b").search(body)
        body = body[: closing.start()] if closing else body
        arguments = _parameters(body)
        if not arguments:
            value = _literal(body)
            arguments = value if isinstance(value, dict) else _elements(body, known)
        yield match.group(1), arguments, [], "xml"
    if not matches:
        yield from _paired(text)
        if known:
            yield from _tool_elements(text, known)


def _paired(text: str) -> Iterator[Found]:
    """Read ``<arg_key>``/``<arg_value>`` pairs, and ``<name>`` beside ``<arguments>``."""
    for match in islice(_NAMED_PAIRS.finditer(text), MAX_CALLS):
        end = text.find("</tool_call", match.end(), match.end() + MAX_VALUE)
        body = text[match.end(1) : end if end >= 0 else match.end() + MAX_VALUE]
        pairs = _PAIR.findall(body)[:MAX_CALLS]
        yield match.group(1), {key.strip(): _text_value(value) for key, value in pairs}, [], "xml"
    for match in islice(_NAME_ELEMENT.finditer(text), MAX_CALLS):
        start = _ARGUMENTS_ELEMENT.match(text, match.end())
        if start:
            end = text.find("</", start.end())
            value = _literal(text[start.end() : end if end >= 0 else len(text)])
            if isinstance(value, dict):
                yield match.group(1), value, [], "xml"


def _tool_elements(text: str, known: KnownTools) -> Iterator[Found]:
    """``<get_weather><city>Paris</city></get_weather>``."""
    for match in islice(_ELEMENT.finditer(text), MAX_CALLS):
        if known.is_name(match.group(1)):
            end = text.find(f"</{match.group(1)}", match.end())
            body = text[match.end() : end if end >= 0 else len(text)]
            value = _literal(body)
            yield (
                match.group(1),
                value if isinstance(value, dict) else _elements(body, known),
                [],
                "xml",
            )


def _parameters(body: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for match in islice(_PARAMETER.finditer(body), MAX_CALLS):
        end = _ANY_CLOSING.search(body, match.end())
        found[match.group(1)] = _text_value(body[match.end() : end.start() if end else len(body)])
    return found


def _elements(body: str, known: KnownTools) -> dict[str, Any]:
    found: dict[str, Any] = {}
    position = 0
    while len(found) < MAX_CALLS and (match := _ELEMENT.search(body, position)) is not None:
        end = body.find(f"</{match.group(1)}>", match.end())
        if end < 0:
            break
        found[match.group(1)] = _text_value(body[match.end() : end])
        position = end + 1
    if len(found) == 1 and next(iter(found)).lower() in ARGUMENT_KEYS:
        key = next(iter(found))
        start = body.find(f"<{key}>") + len(key) + 2
        return _elements(body[start : body.rfind(f"</{key}>")], known) or found
    return found


def labelled_calls(text: str, known: KnownTools) -> Iterator[Found]:
    """Yield calls written as labelled lines: ``Action: f`` with its input, or YAML."""
    found = False
    for match in islice(_ACTION.finditer(text), MAX_CALLS):
        label = _ACTION_INPUT.match(text, match.end())
        if label is None or (known and not known.is_name(match.group(1))):
            continue
        found = True
        value = _literal(text[label.end() : label.end() + MAX_VALUE])
        if isinstance(value, dict):
            yield match.group(1), value, [], "react"
        else:
            rest = text[label.end() : label.end() + MAX_VALUE]
            line = rest.split("\n", 1)[0].strip()
            pairs = _yaml(rest)
            if pairs:
                yield match.group(1), pairs, [], "react"
            elif line:
                yield match.group(1), {}, [_text_value(line)], "react"
    if not found:
        yield from _yaml_calls(text, known)


def _yaml_calls(text: str, known: KnownTools) -> Iterator[Found]:
    for match in islice(_YAML_NAME.finditer(text), MAX_CALLS):
        name = match.group(2)
        if known and not known.is_name(name):
            continue
        arguments = _yaml(text[match.end() + 1 : match.end() + MAX_VALUE])
        if arguments:
            yield name, arguments, [], "yaml"


def _yaml(text: str) -> dict[str, Any]:
    """Read the plain ``key: value`` lines that stand at the head of ``text``."""
    result: dict[str, Any] = {}
    current: str | None = None
    for line in text.split("\n"):
        if not line.strip():
            if result:
                break
            continue
        item = re.compile(r"^[ \t]+-[ \t]+([^:\n]*)$").match(line)
        if item and current is not None and isinstance(result.get(current), list):
            result[current].append(_text_value(item.group(1)))
            continue
        pair = _YAML_PAIR.match(line)
        if pair is None or pair.group(2).lower() in {"name", "function", "tool"}:
            break
        key, value = pair.group(2), pair.group(3).strip()
        if not result and not value and key.lower() in ARGUMENT_KEYS:
            continue
        current = key
        result[key] = _text_value(value) if value else []
    return result


def _literal(text: str) -> Any:
    stripped = text.strip()
    if not stripped.startswith(("{", "[")):
        return None
    reader = Reader(stripped)
    try:
        return plain(reader.read())
    except TooDeepError:
        return None


def _text_value(text: str) -> Any:
    """Text between tags is a literal where all of it reads as one, and else text."""
    stripped = text.strip()
    if not stripped or len(stripped) > MAX_VALUE:
        return stripped
    reader = Reader(stripped)
    try:
        value = reader.read()
    except TooDeepError:
        return stripped
    if reader.position < len(stripped) or isinstance(value, Bare | CallNode):
        return stripped
    return plain(value)
