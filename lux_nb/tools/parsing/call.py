"""What a parsed call is, and what is known of the tools that may be called."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

_SEPARATORS = re.compile(r"[^a-z0-9]+")
_WRAPPERS = ("functions.", "function.", "tools.", "tool.")
# No tool is ever registered under these; chat templates put them in front of any name.
_ALWAYS_WRAPPERS = ("default_api.", "multi_tool_use.")


@dataclass(frozen=True, slots=True)
class ParsedCall:
    """One call read from text: the tool's name, its arguments and how it was written."""

    name: str
    arguments: dict[str, Any]
    positional: tuple[Any, ...] = ()
    """Arguments without a name that no schema could name."""
    form: str = "json"
    """How it was written: ``json``, ``python``, ``xml``, ``react`` or ``yaml``."""
    truncated: bool = False
    """The text ended before the call did."""

    def to_dict(self) -> dict[str, Any]:
        """Return the call as OpenAI-style ``{"name": …, "arguments": …}``."""
        return {"name": self.name, "arguments": self.arguments}


def squash(name: str) -> str:
    """Reduce a name to what tells it apart: ``Math.hypot`` and ``math_hypot`` are the same."""
    return _SEPARATORS.sub("", name.lower())


def without_namespace(name: str, *, sure: bool = False) -> str:
    """Strip the prefixes that chat templates add (``functions.f`` → ``f``).

    With ``sure``, only those that can't be part of a tool's own name.
    """
    for prefix in _ALWAYS_WRAPPERS if sure else (*_ALWAYS_WRAPPERS, *_WRAPPERS):
        if name.startswith(prefix) and len(name) > len(prefix):
            return name[len(prefix) :]
    return name


@dataclass(slots=True)
class KnownTools:
    """The tools a text may call: names, and the parameters of each in their order."""

    parameters: dict[str, list[str]] = field(default_factory=dict)
    _squashed: dict[str, str | None] = field(default_factory=dict)

    @classmethod
    def of(cls, tools: Iterable[Any] | None) -> "KnownTools":
        """Collect names from strings, MCP tools, OpenAI functions or ``{name: schema}``."""
        known = cls()
        items = tools.items() if isinstance(tools, Mapping) else tools or ()
        for item in items:
            name, schema = describe(item)
            if not name:
                continue
            properties = schema.get("properties") if isinstance(schema, Mapping) else None
            known.parameters[name] = list(properties) if isinstance(properties, Mapping) else []
            for key in {squash(name), squash(name.rsplit(".", 1)[-1])}:
                taken = key in known._squashed and known._squashed[key] != name
                known._squashed[key] = None if taken else name
        return known

    def __bool__(self) -> bool:
        return bool(self.parameters)

    def resolve(self, name: str) -> str | None:
        """Return the known name that is written like ``name``, if exactly one is."""
        if name in self.parameters or not self.parameters:
            return name if self.parameters else None
        plain = without_namespace(name)
        if plain in self.parameters:
            return plain
        for candidate in (squash(name), squash(plain), squash(name.rsplit(".", 1)[-1])):
            found = self._squashed.get(candidate)
            if found:
                return found
        return None

    def by_parameters(self, arguments: Mapping[str, Any]) -> str | None:
        """Return the one tool that takes all of these arguments, if exactly one does."""
        if not arguments:
            return None
        fitting = [name for name, order in self.parameters.items() if set(arguments) <= set(order)]
        return fitting[0] if len(fitting) == 1 else None

    def is_name(self, name: str) -> bool:
        """Say whether this is the name of a known tool."""
        return self.resolve(name) is not None


def describe(tool: Any) -> tuple[str, Any]:
    """Return the name and the input schema of a tool in any of the usual forms."""
    if isinstance(tool, str):
        return tool, None
    if isinstance(tool, tuple) and len(tool) == 2:
        return str(tool[0]), tool[1]
    if not isinstance(tool, Mapping):
        return str(getattr(tool, "name", "")), (
            getattr(tool, "inputSchema", None) or getattr(tool, "input_schema", None)
        )
    inner = tool.get("function")
    if isinstance(inner, Mapping):
        return describe(inner)
    for key in ("parameters", "inputSchema", "input_schema", "schema"):
        if isinstance(tool.get(key), Mapping):
            return str(tool.get("name", "")), tool[key]
    return str(tool.get("name", "")), None
