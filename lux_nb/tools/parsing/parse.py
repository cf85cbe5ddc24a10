"""``parse_call``: the calls in what a model wrote, even where it wrote no proper call."""

import json
from collections.abc import Iterable
from typing import Any

from lux_nb.tools.parsing import regions
from lux_nb.tools.parsing.call import KnownTools, ParsedCall, without_namespace
from lux_nb.tools.parsing.markup import labelled_calls, markup_calls
from lux_nb.tools.parsing.scan import Budget, Hit, scan
from lux_nb.tools.parsing.shapes import Found, calls_in

MAX_JSON = 1_000_000


def parse_call(text: Any, tools: Iterable[Any] | None = None) -> list[ParsedCall]:
    """Read the tool calls out of a model's output.

    Fences, prose, tags, Python syntax, broken quotes, half JSON and most shapes of
    ``{"name": …, "arguments": …}`` are understood. Nothing is executed and nothing is raised;
    text without a call gives an empty list. A call that is repeated word for word is given once.

    Args:
        text: What the model wrote; a list of content parts is read part by part.
        tools: The tools it may call: names, MCP tools, OpenAI functions or ``{name: schema}``.
            With schemas, arguments without a name are given theirs.

    """
    known = KnownTools.of(tools)
    if isinstance(text, dict | list):
        return _from_parts(text, known)
    return _from_text(str(text or ""), known)


def _from_text(text: str, known: KnownTools) -> list[ParsedCall]:
    proper = _proper_json(text)
    if proper is not None:
        calls = _from_parts(proper, known)
        if calls:
            return calls
    cleaned = regions.clean(text)
    if "<" in cleaned:
        calls = _finish([Hit(0, 0, list(markup_calls(cleaned, known)), True, False, False)], known)
        if calls:
            return calls
    budget = Budget()
    mentioned: list[Hit] = []
    for stretch in _stretches(cleaned, known):
        hits = [hit for region in stretch for hit in scan(region.text, known, budget)]
        calls = _finish([hit for hit in hits if hit.strong], known)
        if calls:
            return calls
        mentioned = mentioned or hits
    if mentioned:
        return _finish(mentioned, known)
    return _finish([Hit(0, 0, list(labelled_calls(cleaned, known)), True, False, False)], known)


def _proper_json(text: str) -> Any:
    """Return what the text is as JSON, so that nothing in its strings is ever misread."""
    if len(text) > MAX_JSON or not text.lstrip().startswith(("{", "[")):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _from_parts(parts: Any, known: KnownTools) -> list[ParsedCall]:
    """Structured parts that are calls win over prose around them."""
    found = list(calls_in(_without_prose(parts), known))
    if any(arguments for _, arguments, _, _ in found) or (found and not _texts(parts)):
        return _finish([Hit(0, 0, found, True, True, False)], known)
    texts = _texts(parts)
    return _from_text("\n".join(texts), known) if texts else []


def _texts(parts: Any) -> list[str]:
    """Return the prose among the parts of a message."""
    items = parts if isinstance(parts, list) else parts.values() if isinstance(parts, dict) else []
    inner = [part.get("text") if isinstance(part, dict) else part for part in items]
    return [text for text in inner if isinstance(text, str) and text.strip()]


def _without_prose(parts: Any) -> Any:
    """Leave out sentences, in which a call is only mentioned."""
    if isinstance(parts, list) and len(parts) != 2:
        return [part for part in parts if not isinstance(part, str) or not _is_prose(part)]
    return parts


def _is_prose(text: str) -> bool:
    return len(text.split("(", 1)[0].split()) > 2


def _stretches(text: str, known: KnownTools) -> Iterable[list[regions.Region]]:
    """Yield sets of regions, most trustworthy first."""
    yield regions.tagged(text)
    text = regions.without_tokens(text)
    turn = regions.first_turn(text)
    if regions.holds_program(turn):
        first = next((hit for hit in scan(turn, known, Budget()) if hit.strong), None)
        turn = regions.before_program(turn, first.end) if first else turn
    yield regions.fenced(turn)
    yield [regions.Region(turn, "prose")]
    if len(turn) < len(text):
        yield regions.fenced(text)
        yield [regions.Region(text, "prose")]


def _finish(hits: list[Hit], known: KnownTools) -> list[ParsedCall]:
    calls: dict[str, ParsedCall] = {}
    for hit in hits:
        for found in hit.calls:
            call = _named(found, known, truncated=hit.truncated)
            key = json.dumps(
                [call.name, call.arguments, call.positional], sort_keys=True, default=str
            )
            calls.setdefault(key, call)
    told = _without_retellings(list(calls.values()))
    if known and any(call.name in known.parameters for call in told):
        return [call for call in told if call.name in known.parameters]
    return told


def _without_retellings(calls: list[ParsedCall]) -> list[ParsedCall]:
    """Drop ``f(1, 2)`` beside ``f(a=1, b=2)``: it tells the same call again."""
    named = {call.name for call in calls if call.arguments and not call.positional}
    return [call for call in calls if call.arguments or call.name not in named]


def _named(found: Found, known: KnownTools, *, truncated: bool) -> ParsedCall:
    """Give a call its known name, and arguments without a name theirs."""
    name, arguments, positional, form = found
    resolved = known.resolve(name) or without_namespace(name.strip(), sure=True)
    order = [item for item in known.parameters.get(resolved, []) if item not in arguments]
    if positional and len(order) >= len(positional):
        arguments = {**dict(zip(order, positional, strict=False)), **arguments}
        positional = []
    return ParsedCall(resolved, arguments, tuple(positional), form, truncated)
