"""``lux.tools`` and ``@lux.tool``: register, run, repair and read tool calls from Python."""

import inspect
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from lux_nb.api import Namespace
from lux_nb.errors import InvalidRequest

if TYPE_CHECKING:
    from lux_nb.engine.operations import Result
    from lux_nb.tools.correction import CallCorrection, Correction
    from lux_nb.tools.definitions import Tool
    from lux_nb.tools.parsing import ParsedCall
    from lux_nb.tools.results import ExecutionResult, Registered

_NAMED = {"timeout", "retries", "cache", "rate_limit"}


class ToolsApi(Namespace):
    """Tools: register, run, repair, parse."""

    toolset = "tools"

    def register(self, what: Any = None, **options: Any) -> "Registered":
        """Register a tool from a function, a class, OpenAI-function JSON or a webhook.

        Options: ``name``, ``description``, ``category``, ``tags``, ``version``, ``examples``,
        ``input_schema``, ``output_schema``, ``permissions``, ``pricing``, ``timeout`` (ms),
        ``retries``, ``cache`` and ``rate_limit`` (calls a minute). OpenAI JSON needs a
        ``function`` or a webhook ``handler`` that runs it.
        """
        if what is None or (isinstance(what, dict) and "handler" in {*what, *options}):
            return self._register_data({**(what or {}), **options})
        return self._lux.engine.run(self._register(what, options))

    def run(self, name: str, arguments: Any = None, /, **parameters: Any) -> "ExecutionResult":
        """Run a tool with arguments given by name: ``lux.tools.run("calculator", …)``."""
        given = {**(arguments or {}), **parameters} if parameters else arguments or {}
        asked = {"tool_name": name, "arguments": given}
        return self._lux.run_operation("tool_execute", asked)  # type: ignore[return-value]

    def connect(
        self,
        name: str,
        url: str | None = None,
        *,
        command: str | None = None,
        args: Sequence[str] = (),
        replace: bool = True,
        **connection: Any,
    ) -> "Result":
        """Connect to another MCP server, whose tools appear here under their names.

        ``connect("files", command="npx", args=["-y", "some-server"])`` starts a program;
        ``connect("team", "https://…/mcp", headers={"Authorization": "Bearer ${TOKEN}"})`` calls an
        address. It is connected to again after a restart of the kernel.
        """
        where = {"url": url} if url is not None else {"command": command, "args": [*args]}
        given = {"type": "mcp", **where, **connection}
        asked = {"name": name, "connection": given, "replace": replace}
        return self._lux.run_operation("tools_provider_register", asked)

    def disconnect(self, name: str) -> "Result":
        """Forget a provider of tools, with its tools."""
        return self._lux.run_operation("tools_provider_unregister", {"provider": name})

    def register_provider(self, provider: Any, config: Any = None) -> "Result":
        """Register a plug-in, an object that lists tools and executes them.

        It has ``list_tools()`` and ``execute_tool(name, arguments)``, maybe also
        ``name``, ``description``, ``initialize(config)`` and ``close()``.
        """
        return self._lux.engine.run(self._register_provider(provider, config))

    async def _register_provider(self, provider: Any, config: Any) -> "Result":
        from lux_nb.tools.service import tools_of
        from lux_nb.tools.sources.operations import ProviderView
        from lux_nb.tools.sources.service import register_provider

        engine = self._lux.engine
        made = await register_provider(engine, provider, config=config, replaces=True)
        return ProviderView.of(await tools_of(engine), made)

    def update(self, name: str, **changes: Any) -> "Result":
        """Change a tool: its description, status, configuration, tags and so on."""
        return self._lux.run_operation("tool_update", {"tool_id": name, "changes": changes})

    def reset_circuit(self, name: str, reason: str = "reset by hand") -> "Result":
        """Close the circuit breaker of a tool, so that it is called again."""
        asked = {"tool_name": name, "reason": reason}
        return self._lux.run_operation("tools_circuit_reset", asked)

    def correct(self, schema: Any, arguments: Any, **options: Any) -> "Correction":
        """Repair the arguments of a call so that they fit the tool's schema.

        A valid call is never changed. Each change has its type, confidence, risk, reasoning and
        diff; what is too risky to apply is in ``proposed``.
        """
        from lux_nb.tools.correction import correct

        return correct(schema, arguments, **options)

    def correct_call(self, tools: Any, call: Any, **options: Any) -> "CallCorrection":
        """Repair a call whose tool name may be wrong too."""
        from lux_nb.tools.correction import correct_call

        return correct_call(tools, call, **options)

    def parse_call(self, text: Any, tools: Any = None) -> "list[ParsedCall]":
        """Read the calls in what a model wrote: fences, prose, tags, Python or half JSON."""
        from lux_nb.tools.parsing import parse_call

        return parse_call(text, tools)

    def _register_data(self, given: dict[str, Any]) -> "Registered":
        if given.get("type") == "function" and isinstance(given.get("function"), dict):
            given = {name: value for name, value in given.items() if name != "type"}
        named = {name: given.pop(name) for name in [*given] if name in _NAMED}
        if named:
            renamed = {("rateLimit" if n == "rate_limit" else n): v for n, v in named.items()}
            given["configuration"] = {**given.get("configuration", {}), **renamed}
        return self._lux.run_operation("tool_register", given)  # type: ignore[return-value]

    async def _register(self, what: Any, options: dict[str, Any]) -> "Registered":
        from lux_nb.tools.results import Registered
        from lux_nb.tools.service import tools_of

        tools = await tools_of(self._lux.engine)
        tool, warnings = await tools.register(make_tool(what, options), replaces=True)
        return Registered.of(tool, warnings)

    def list(self, **filters: Any) -> "Result":
        """List the tools: by category, provider, capabilities (tags), search or status."""
        return self._lux.run_operation("tools_list", filters)


class ToolDecorator(Namespace):
    """``@lux.tool``: make a function or class of the notebook a tool.

    Schema and description come from its type hints and docstring; running the cell again
    replaces the tool.
    """

    def __call__(self, what: Any = None, **options: Any) -> Any:
        """Register a function or class; it is returned as it is."""
        if what is None:
            return lambda function: self(function, **options)
        self._lux.tools.register(what, **options)
        return what

    def __repr__(self) -> str:
        return "<@lux.tool makes a function or class a tool>"


def make_tool(what: Any, options: dict[str, Any]) -> "Tool":
    """Make a tool of a function, a class, or OpenAI JSON with a function."""
    from lux_nb.tools.definitions import Configuration, Tool
    from lux_nb.tools.functions import describe_class, describe_function

    given = dict(options)
    function: Callable[..., Any] | None = given.pop("function", None)
    kind = "function"
    if isinstance(what, dict):
        inner = what.get("function") if isinstance(what.get("function"), dict) else what
        assert isinstance(inner, dict)
        described = {
            "name": inner.get("name", ""),
            "description": inner.get("description", ""),
            "input_schema": inner.get("parameters") or {"type": "object", "properties": {}},
        }
    elif inspect.isclass(what):
        described, function = describe_class(what)
        kind = "class"
    elif callable(what):
        described, function = describe_function(what), what
    else:
        message = f"A {type(what).__name__} can't be made a tool."
        raise InvalidRequest(message, hint="Pass a function, a class or a dictionary.")
    if function is None:
        message = f"Nothing runs the tool {described['name']!r}."
        raise InvalidRequest(message, hint="Pass function=… or handler={'type': 'webhook', …}.")
    configuration = Configuration(**{n: given.pop(n) for n in [*given] if n in _NAMED})
    merged = {**described, **given}
    unknown = [name for name in merged if name not in Tool.__dataclass_fields__]
    if unknown:
        raise InvalidRequest(f"A tool has no option {unknown[0]!r}.")
    for name in ("tags", "examples"):
        merged[name] = tuple(merged.get(name) or ())
    return Tool(**merged, configuration=configuration, handler={"type": kind}, function=function)
