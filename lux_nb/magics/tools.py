"""``%tools`` and ``%%tool``: list, run, explain, recommend and repair tools from cells."""

import json
from collections.abc import Callable
from typing import Any

from IPython.core.magic import Magics, cell_magic, line_magic, magics_class, no_var_expand

from lux_nb.errors import InvalidRequest
from lux_nb.magics.arguments import MagicParser, with_help

HELP = """Tools: what there is, how it is called, and what was learned.

  %tools list [word]              all tools, or those with a word in name or description
  %tools run name a=1 b="x y"     run a tool; JSON works too: %tools run name {"a": 1}
  %tools help name                its parameters, and arguments that worked here
  %tools recommend what to do     the tools that fit
  %tools repair name {"a": "1"}   what auto-correction would change; nothing is run
  %tools insights [7d]            corrections in a time range
  %tools history [name]           the latest calls
  %tools providers                where tools come from, and whether they are connected
  %tools connect name url         the tools of another MCP server; a program instead of the
                                  url is started: %tools connect files npx -y some-server
  %tools disconnect name          forget it, with its tools
"""

CELL_EXAMPLES = """\
examples:
  %%tool calculator
  expression: 2 * (3 + 4)

  %%tool write_file -o written
  {"path": "report.txt", "content": "{title}"}

The cell holds the arguments as JSON or YAML. {name} is filled from your variables. What does
not fit the tool's schema is repaired where that is safe, and the repair is shown as a diff.
"""
PARSER = MagicParser("%%tool", "Run a tool with the arguments in the cell.", CELL_EXAMPLES)
PARSER.add_argument("name", help="the tool")
PARSER.add_argument("-o", "--output", metavar="VAR", help="variable for the result")
PARSER.add_argument("--timeout", type=int, help="milliseconds")
PARSER.add_argument("--skip-cache", action="store_true", help="run it even if it is cached")
PARSER.add_argument("--no-repair", action="store_true", help="refuse arguments that do not fit")


@magics_class
class ToolsMagics(Magics):
    """Tools from cells."""

    @no_var_expand
    @line_magic
    def tools(self, line: str) -> Any:  # noqa: D102 - it is HELP
        name, _, rest = line.strip().partition(" ")
        command = SUBCOMMANDS.get(name or "list")
        if command is None:
            raise _unknown(name)
        return command(self.shell, rest.strip())

    @no_var_expand
    @cell_magic
    @with_help(PARSER)
    def tool(self, line: str, cell: str) -> Any:  # noqa: D102 - with_help
        from lux_nb.magics.interpolation import interpolate

        assert self.shell is not None
        options = PARSER.read(line)
        arguments = read_arguments(interpolate(cell, self.shell.user_ns))
        asked: dict[str, Any] = {"tool_name": options.name, "arguments": arguments}
        asked["options"] = {
            "timeout": options.timeout,
            "skip_cache": options.skip_cache,
            "auto_correct": not options.no_repair,
        }
        result = _call("tool_execute", asked)
        if options.output:
            self.shell.push({options.output: result})
        return result


ToolsMagics.tools.__doc__ = HELP


def show_list(_shell: Any, rest: str) -> Any:
    """Return the tools as a table."""
    return _call("tools_list", {"search": rest or None})


def run_tool(_shell: Any, rest: str) -> Any:
    """Run a tool with arguments given on the line."""
    name, _, given = rest.partition(" ")
    _need(name, "%tools run name a=1")
    asked = {"tool_name": name, "arguments": read_line(given)}
    return _call("tool_execute", asked)


def show_help(_shell: Any, rest: str) -> Any:
    """Return how a tool is called."""
    _need(rest, "%tools help name")
    return _call("tool_help", {"tool_name": rest})


def recommend(_shell: Any, rest: str) -> Any:
    """Return the tools that fit a wish."""
    from lux_nb.display.tables import Rows

    _need(rest, "%tools recommend what to do")
    found = _call("tools_recommend", {"intent": rest}).recommended_tools
    columns = {"name": "name", "relevanceScore": "fit", "reasoning": "why", "usageHint": "how"}
    rows = [{title: item[key] for key, title in columns.items()} for item in found]
    return Rows(rows, list(columns.values()))


def repair(_shell: Any, rest: str) -> Any:
    """Return what auto-correction would change about arguments; nothing is run."""
    from lux_nb.api import the_lux
    from lux_nb.display.tools import repair_view
    from lux_nb.tools.service import tools_of

    name, _, given = rest.partition(" ")
    _need(name, '%tools repair name {"a": "1"}')
    arguments = read_line(given)
    engine = the_lux().engine

    async def attempt() -> Any:
        tools = await tools_of(engine)
        return tools.correction.attempt(tools.registry.get(name), arguments)

    return repair_view(engine.run(attempt()))


def insights(_shell: Any, rest: str) -> Any:
    """Return what corrections did in a time range."""
    from lux_nb.display.tools import insights_view

    return insights_view(_call("auto_correction_insights", {"time_range": rest or "7d"}))


def history(_shell: Any, rest: str) -> Any:
    """Return the latest calls of all tools, or of one."""
    from lux_nb.display.tools import history_view

    return history_view(_call("tool_executions", {"tool_id": rest or None}))


def providers(_shell: Any, _rest: str) -> Any:
    """Return where tools come from."""
    from lux_nb.display.tools import provider_view

    return provider_view(_call("tools_provider_list", {}))


def connect(_shell: Any, rest: str) -> Any:
    """Connect to an MCP server: an address, or a program with its arguments."""
    import shlex

    name, _, where = rest.partition(" ")
    _need(where, "%tools connect name https://… or %tools connect name program argument …")
    words = shlex.split(where)
    given = {"command": words[0], "args": words[1:]}
    if words[0].startswith(("http://", "https://")):
        given = {"url": words[0]}
    asked = {"name": name, "connection": {"type": "mcp", **given}, "replace": True}
    made = _call("tools_provider_register", asked)
    return _call("tools_list", {"provider": made.name})


def disconnect(shell: Any, rest: str) -> Any:
    """Forget a provider, with its tools."""
    _need(rest, "%tools disconnect name")
    _call("tools_provider_unregister", {"provider": rest})
    return providers(shell, "")


SUBCOMMANDS: dict[str, Callable[[Any, str], Any]] = {
    "list": show_list,
    "run": run_tool,
    "help": show_help,
    "recommend": recommend,
    "repair": repair,
    "insights": insights,
    "history": history,
    "providers": providers,
    "connect": connect,
    "disconnect": disconnect,
}


def read_arguments(text: str) -> Any:
    """Read arguments written as JSON or YAML."""
    import yaml  # type: ignore[import-untyped]

    stripped = text.strip()
    if not stripped:
        return {}
    try:
        return json.loads(stripped)
    except ValueError:
        pass
    try:
        made = yaml.safe_load(stripped)
    except yaml.YAMLError as error:
        place = getattr(error, "problem_mark", None)
        where = f" in line {place.line + 1}" if place else ""
        message = f"The arguments are neither JSON nor YAML{where}."
        raise InvalidRequest(message, hint='Write {"name": "value"} or name: value.') from None
    # YAML reads dates as such; JSON and schemas know them as texts.
    return json.loads(json.dumps(made, default=str))


def read_line(text: str) -> Any:
    """Read arguments on a line: JSON, or ``a=1 b="x y"`` with JSON values."""
    from lux_nb.magics.arguments import split_line

    stripped = text.strip()
    if stripped.startswith("{"):
        return read_arguments(stripped)
    made: dict[str, Any] = {}
    for word in split_line(stripped):
        name, given, value = word.partition("=")
        if not given:
            message = f"{word!r} is not of the form name=value."
            raise InvalidRequest(message, hint="Quote values that hold spaces: a='x y'.")
        try:
            made[name] = json.loads(value)
        except ValueError:
            made[name] = value
    return made


def _call(name: str, parameters: dict[str, Any]) -> Any:
    from lux_nb.magics.running import run_in_cell

    return run_in_cell(name, parameters, lambda _update: None)


def _need(given: str, usage: str) -> None:
    if not given.strip():
        raise InvalidRequest("Something is missing.", hint=f"Usage: {usage}")


def _unknown(name: str) -> InvalidRequest:
    import difflib

    near = difflib.get_close_matches(name, SUBCOMMANDS, n=1)
    known = ", ".join(SUBCOMMANDS)
    hint = f"Did you mean %tools {near[0]}?" if near else f"There are: {known}."
    return InvalidRequest(f"%tools has no subcommand {name!r}.", hint=hint)
