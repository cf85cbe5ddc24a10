"""``parse_call``: the calls in what a model wrote, even where it wrote no proper call."""

import json
from collections.abc import Iterable
from typing import Any

from lux_nb.tools.parsing import regions
from lux_nb.tools.parsing.call import KnownTools, ParsedCall, without_namespace
from lux_nb.tools.parsing.markup import labelled_calls, markup_calls
from lux_nb.tools.parsing.scan import Hit, scan
from lux_nb.tools.parsing.shapes import Found, calls_in

MAX_PARTS = 200_000


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
    parts = _as_parts(text)
    if parts is not None:
        return _from_parts(parts, known)
    cleaned = regions.clean(text)
    if "<" in cleaned:
        calls = _finish([Hit(0, 0, list(markup_calls(cleaned, known)), True, False, False)], known)
        if calls:
            return calls
    for stretch in _stretches(cleaned, known):
        hits = [hit for region in stretch for hit in scan(region.text, known)]
        calls = _finish(_chosen(hits, known), known)
        if calls:
            return calls
    return _finish([Hit(0, 0, list(labelled_calls(cleaned, known)), True, False, False)], known)


def _as_parts(text: str) -> list[Any] | None:
    """Message content that was itself dumped as JSON: ``["Some prose", {"f": "{…}"}]``."""
    if not text.startswith("[") or not text.rstrip().endswith("]") or len(text) > MAX_PARTS:
        return None
    try:
        parts = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if any(isinstance(part, str) and len(part.split()) > 3 for part in parts):
        return list(parts)
    return None


def _from_parts(parts: Any, known: KnownTools) -> list[ParsedCall]:
    """Structured parts that are calls win over prose around them."""
    found = [call for call in calls_in(_without_prose(parts), known) if call[1]]
    if found:
        return _finish([Hit(0, 0, found, True, True, False)], known)
    items = parts if isinstance(parts, list) else parts.values()
    texts = [part for part in items if isinstance(part, str)]
    texts += [
        part["text"]
        for part in items
        if isinstance(part, dict) and isinstance(part.get("text"), str)
    ]
    return _from_text("\n".join(texts), known) if texts else []


def _without_prose(parts: Any) -> Any:
    if isinstance(parts, list):
        return [part for part in parts if not isinstance(part, str) or len(parts) == 2]
    return parts


def _stretches(text: str, known: KnownTools) -> Iterable[list[regions.Region]]:
    """Yield sets of regions, most trustworthy first."""
    yield regions.tagged(text)
    text = regions.without_tokens(text)
    turn = regions.first_turn(text)
    if regions.holds_program(turn):
        first = next((hit for hit in scan(turn, known) if hit.strong), None)
        turn = regions.before_program(turn, first.end) if first else turn
    yield regions.fenced(turn)
    yield [regions.Region(turn, "prose")]
    if len(turn) < len(text):
        yield regions.fenced(text)
        yield [regions.Region(text, "prose")]


def _chosen(hits: list[Hit], known: KnownTools) -> list[Hit]:
    strong = [hit for hit in hits if hit.strong]
    return strong or hits


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
