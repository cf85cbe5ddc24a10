"""Which calls a value stands for: every shape in which models wrap a name and arguments."""

import re
from collections.abc import Iterator
from typing import Any

from lux_nb.tools.parsing.call import KnownTools
from lux_nb.tools.parsing.nodes import Bare, CallNode, TooDeepError
from lux_nb.tools.parsing.reader import Reader
from lux_nb.tools.parsing.variables import Variable

NAME_KEYS = (
    "name",
    "function_name",
    "tool_name",
    "function",
    "tool",
    "action",
    "func",
    "recipient_name",
    "api_name",
    "method",
    "api",
    "call",
)
ARGUMENT_KEYS = (
    "arguments",
    "parameters",
    "params",
    "args",
    "kwargs",
    "input",
    "inputs",
    "tool_input",
    "action_input",
    "tool_args",
    "function_args",
    "tool_arguments",
    "function_arguments",
    "parameter",
    "argument",
)
_CONTAINER_KEYS = frozenset(
    {"tool_calls", "function_calls", "tool_call", "function_call", "calls", "functions", "tools"}
    | {"tool_uses", "actions", "choices", "message", "messages", "content", "output", "result"}
)
_NEVER_FLAT = frozenset({"method", "api", "call", "action"})
_IGNORED = frozenset({"id", "type", "description", "call_id", "tool_call_id", "index", "thought"})
_SCHEMA_TYPES = frozenset({"dict", "object"})
_NAME = re.compile(r"[A-Za-z_$][\w$.\-/:]{0,120}")
_WRAPPING_CALLS = frozenset(
    {
        "print",
        "await",
        "return",
        "list",
        "tuple",
        "str",
        "repr",
        "display",
        "json.dumps",
        "asyncio.run",
    }
)
_PAIR = re.compile(r"\s*[A-Za-z_]\w{0,80}\s*=(?!=)")
# Wrapping a call in more than this many lists or dicts is no shape that models write.
MAX_NESTING = 8
MAX_PAIRS = 50

Found = tuple[str, dict[str, Any], list[Any], str]
"""Name, arguments, positional arguments and form."""


def calls_in(value: Any, known: KnownTools, depth: int = 0) -> Iterator[Found]:
    """Yield each call that ``value`` stands for, in order."""
    if depth > MAX_NESTING:
        return
    if isinstance(value, CallNode):
        yield from _node(value, known, depth)
    elif isinstance(value, dict):
        yield from _mapping(value, known, depth)
    elif isinstance(value, list):
        yield from _sequence(value, known, depth)
    elif isinstance(value, str) and "(" in value:
        yield from _quoted(value, known, depth)


def _node(node: CallNode, known: KnownTools, depth: int) -> Iterator[Found]:
    inner = [
        item
        for item in (*node.positional, *node.keywords.values())
        if isinstance(item, CallNode) and not known.is_name(node.name)
    ]
    if node.name in _WRAPPING_CALLS or (inner and node.positional and not node.keywords):
        for item in node.positional:
            yield from calls_in(item, known, depth + 1)
        return
    for item in node.keywords.values():
        if isinstance(item, CallNode) and item.keywords:
            yield from _node(item, known, depth + 1)
    arguments = {key: plain(item) for key, item in node.keywords.items()}
    positional = [plain(item) for item in node.positional]
    order = known.parameters.get(known.resolve(node.name) or "", [])
    if positional and not order and all(isinstance(item, Variable) for item in node.positional):
        # "base = 3; height = 4; area(base, height)": people name variables as parameters.
        arguments = {**{str(item): item.value for item in node.positional}, **arguments}
        positional = []
    only = positional[0] if len(positional) == 1 else None
    if isinstance(only, dict) and (not order or set(only) & set(order)):
        arguments = {**only, **arguments}
        positional = []
    yield node.name, arguments, positional, "python"


def _sequence(items: list[Any], known: KnownTools, depth: int) -> Iterator[Found]:
    position = 0
    while position < len(items):
        item = items[position]
        position += 1
        if isinstance(item, str) and _is_name(item) and (known.is_name(item) or not known):
            pairs = _written_pairs(items[1:MAX_PAIRS]) if position == 1 else None
            if pairs:
                yield item, pairs, [], "python"
                return
            while position < len(items) and isinstance(items[position], dict):
                yield item, _without_wrapper(plain(items[position])), [], "json"
                position += 1
        else:
            yield from calls_in(item, known, depth + 1)


def _written_pairs(items: list[Any]) -> dict[str, Any] | None:
    """Read ``["city=Paris", "days=3"]``, the arguments of a call as strings."""
    if not items or not all(isinstance(item, str) and _PAIR.match(item) for item in items):
        return None
    node = Reader(f"f({', '.join(items)})").read_call()
    return {key: plain(item) for key, item in node.keywords.items()} if node else None


def _without_wrapper(arguments: dict[str, Any]) -> dict[str, Any]:
    """``{"arguments": {…}}`` holds the arguments, it is not one of them."""
    if len(arguments) == 1:
        key, value = next(iter(arguments.items()))
        if key.lower() in ARGUMENT_KEYS and isinstance(value, dict):
            return value
    return arguments


def _mapping(value: dict[str, Any], known: KnownTools, depth: int) -> Iterator[Found]:
    if _is_schema(value):
        return
    named = list(_named(value, known, depth))
    if named:
        yield from named
        return
    unpacked = {key: _unpacked(item) for key, item in value.items()}
    keyed = [(key, item) for key, item in unpacked.items() if _is_keyed_call(key, item, known)]
    if keyed and (known or len(keyed) == len(value)):
        for key, item in keyed:
            for arguments in item if isinstance(item, list) else [item]:
                yield key, plain(arguments), [], "json"
        return
    for item in value.values():
        if isinstance(item, dict | list | CallNode):
            yield from calls_in(item, known, depth + 1)


def _named(value: dict[str, Any], known: KnownTools, depth: int) -> Iterator[Found]:
    """``{"name": …, "arguments": …}`` under any of the usual keys."""
    lowered = {key.lower().strip(): key for key in value}
    for name_key in NAME_KEYS:
        key = lowered.get(name_key)
        if key is None:
            continue
        name = value[key]
        if isinstance(name, dict):
            yield from _mapping(name, known, depth + 1)
            return
        if isinstance(name, CallNode):
            yield from _node(name, known, depth + 1)
            return
        if not isinstance(name, str) or not name:
            continue
        argument_key = next((lowered[k] for k in ARGUMENT_KEYS if k in lowered), None)
        if argument_key is None or argument_key == key:
            if "(" in name:
                yield from _quoted(name, known, depth)
                return
            if not known.is_name(name) and (known or name_key in _NEVER_FLAT):
                continue
            if not _is_name(name):
                continue
            rest = {k: v for k, v in value.items() if k != key and k not in _IGNORED}
            yield name, plain(rest), [], "json"
            return
        if not _is_name(name):
            continue
        for arguments in _argument_sets(value[argument_key]):
            yield name, arguments, [], "json"
        return


def _argument_sets(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, str):
        value = read_text(value)
    if isinstance(value, dict):
        if not _is_schema(value):
            yield plain(value)
    elif isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        pairs = [(item.get("name", item.get("key")), item.get("value")) for item in value]
        if all(
            isinstance(name, str) and "value" in item
            for (name, _), item in zip(pairs, value, strict=True)
        ):
            yield {str(name): plain(item) for name, item in pairs}
        elif len(value) > 1 and not (set(value[0]) & set(value[1])):
            yield {key: plain(item) for part in value for key, item in part.items()}
        else:
            for item in value:
                yield plain(item)
    elif value is None or value == []:
        yield {}


def _quoted(text: str, known: KnownTools, depth: int) -> Iterator[Found]:
    """Read calls inside a string: ``["f(a=1)", "g(b=2)"]``."""
    stripped = text.strip()
    if '\\"' in stripped or "\\'" in stripped:
        stripped = stripped.replace('\\"', '"').replace("\\'", "'")
    position = 0
    while depth <= MAX_NESTING and position < len(stripped):
        reader = Reader(stripped, position)
        try:
            node = reader.read_call()
        except TooDeepError:
            return
        if node is None:
            return
        yield from _node(node, known, depth + 1)
        rest = re.compile(r"[\s,;]*").match(stripped, reader.position)
        position = rest.end() if rest else len(stripped)


def read_text(text: str) -> Any:
    """Read a value that was itself written as a string, such as JSON in a JSON string."""
    reader = Reader(text)
    try:
        value = reader.read()
    except TooDeepError:
        return None
    return value if isinstance(value, dict | list) else None


def plain(value: Any, depth: int = 0) -> Any:
    """Turn what the reader gives into plain JSON values."""
    if isinstance(value, dict) and depth < 60:
        return {str(key): plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list) and depth < 60:
        return [plain(item, depth + 1) for item in value]
    if isinstance(value, CallNode):
        return value.source
    if isinstance(value, Variable):
        return value.value
    if isinstance(value, Bare):
        return str(value)
    return value


def _unpacked(value: Any) -> Any:
    """Arguments may come as JSON in a string."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        return read_text(value.strip())
    return value


def _is_name(text: str) -> bool:
    return _NAME.fullmatch(text.strip()) is not None


def _is_keyed_call(key: str, value: Any, known: KnownTools) -> bool:
    if not _is_name(key) or key.lower() in ARGUMENT_KEYS or key.lower() in _CONTAINER_KEYS:
        return False
    is_arguments = isinstance(value, dict) and not _is_schema(value)
    if isinstance(value, list) and value:
        is_arguments = all(isinstance(item, dict) and not _is_schema(item) for item in value)
    if not is_arguments:
        return False
    if known:
        return known.is_name(key)
    # Without a list of tools, a list under a plain word is more likely data than calls.
    return key.lower() not in NAME_KEYS and (isinstance(value, dict) or "_" in key or "." in key)


def _is_schema(value: dict[str, Any]) -> bool:
    """Tell an echoed tool definition from a call."""
    if "properties" in value and str(value.get("type", "object")).lower() in _SCHEMA_TYPES:
        return True
    parameters = value.get("parameters")
    return isinstance(parameters, dict) and isinstance(parameters.get("properties"), dict)
