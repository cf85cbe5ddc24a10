"""Tab completion of the magics' options, models, threads and settings."""

from collections.abc import Callable
from typing import Any

from lux_nb.magics.arguments import MagicParser
from lux_nb.magics.bias import PARSER as BIAS
from lux_nb.magics.confer import PARSER as CONFER
from lux_nb.magics.cortex import SUBCOMMANDS as CORTEX
from lux_nb.magics.illuminate import PARSER as ILLUMINATE
from lux_nb.magics.lux import SUBCOMMANDS
from lux_nb.magics.plan import PARSER as PLAN
from lux_nb.magics.remember import PARSER as REMEMBER
from lux_nb.magics.trace import PARSER as TRACE


def install_completion(shell: Any) -> None:
    """Register a completer for each magic."""
    completers: dict[str, Callable[[Any, Any], list[str]]] = {
        "confer": complete_confer,
        "lux": complete_lux,
        "trace": _reasoning_completer(TRACE, "trace"),
        "bias": _reasoning_completer(BIAS, "bias"),
        "plan": _reasoning_completer(PLAN, "plan"),
        "illuminate": _reasoning_completer(ILLUMINATE, "trace"),
        "tools": complete_tools,
        "tool": complete_tool,
        "cortex": complete_cortex,
        "remember": complete_remember,
    }
    for name, completer in completers.items():
        for prefix in ("%", "%%", ""):
            shell.set_hook("complete_command", completer, str_key=f"{prefix}{name}")


def complete_confer(_shell: Any, event: Any) -> list[str]:
    """Complete options, and after -m and -t what there is to choose from."""
    words = event.line.split()
    previous = _previous(words, event)
    if previous in {"-m", "--model"}:
        return _models()
    if previous in {"-t", "--thread"}:
        return ["last", *_threads()]
    if event.symbol.startswith("-") or not event.symbol:
        return [name for name in CONFER._option_string_actions if name.startswith("-")]
    return []


def _reasoning_completer(parser: MagicParser, kind: str) -> Callable[[Any, Any], list[str]]:
    """Return a completer of options, and after -m, -t and -s of what there is to choose from."""

    def complete(_shell: Any, event: Any) -> list[str]:
        previous = _previous(event.line.split(), event)
        if previous in {"-m", "--model", "--verifier"}:
            return _models()
        if previous in {"-t", "--thread"}:
            return ["last", *_threads()]
        if previous in {"-s", "--session"} or previous.endswith("illuminate"):
            return ["last", *_sessions(kind)]
        if event.symbol.startswith("-") or not event.symbol:
            return [name for name in parser._option_string_actions if name.startswith("-")]
        return []

    return complete


def complete_lux(_shell: Any, event: Any) -> list[str]:
    """Complete subcommands, and options after ``config``."""
    words = event.line.split()
    if len(words) <= 1 or (len(words) == 2 and event.symbol):
        return list(SUBCOMMANDS)
    if words[1] == "config":
        from lux_nb.config import Settings

        return [f"{name}=" for name in Settings.model_fields]
    if words[1] in {"allow", "deny"}:
        return _allowable(event)
    return []


def _allowable(event: Any) -> list[str]:
    """Return scopes and open requests, or the options."""
    from lux_nb.engine.scopes import SCOPES

    if event.symbol.startswith("-"):
        return ["--for", "--client"]
    from lux_nb.api import the_lux

    return [*SCOPES, *(asked.id for asked in the_lux().engine.consent.pending())]


def complete_tools(_shell: Any, event: Any) -> list[str]:
    """Complete subcommands of ``%tools``, and tools after those that take one."""
    from lux_nb.magics.tools import SUBCOMMANDS as TOOLS

    words = event.line.split()
    if len(words) <= 1 or (len(words) == 2 and event.symbol):
        return list(TOOLS)
    takes_name = words[1] in {"run", "help", "repair"}
    return _tools() if takes_name and len(words) <= (3 if event.symbol else 2) else []


def complete_tool(_shell: Any, event: Any) -> list[str]:
    """Complete the tool of ``%%tool``, and its options."""
    from lux_nb.magics.tools import PARSER

    if event.symbol.startswith("-"):
        return [name for name in PARSER._option_string_actions if name.startswith("-")]
    return _tools() if len(event.line.split()) <= 2 else []


def complete_cortex(_shell: Any, event: Any) -> list[str]:
    """Complete subcommands, and then the options of each."""
    words = event.line.split()
    if len(words) <= 1 or (len(words) == 2 and event.symbol):
        return list(CORTEX)
    if words[1] in CORTEX and (event.symbol.startswith("-") or not event.symbol):
        return list(CORTEX[words[1]][0]._option_string_actions)
    return []


def complete_remember(_shell: Any, event: Any) -> list[str]:
    """Complete options."""
    if event.symbol.startswith("-") or not event.symbol:
        return list(REMEMBER._option_string_actions)
    return []


def _previous(words: list[str], event: Any) -> str:
    before = words[:-1] if event.symbol and words and words[-1] == event.symbol else words
    return before[-1] if before else ""


def _models() -> list[str]:
    from lux_nb.models.routing import ALIASES, NAMED

    return ["embedded", *NAMED, *ALIASES]


def _tools() -> list[str]:
    from lux_nb.api import the_lux
    from lux_nb.tools.service import tools_of

    engine = the_lux().engine
    return [tool.name for tool in engine.run(tools_of(engine)).registry.all()]


def _threads() -> list[str]:
    from lux_nb.api import the_lux

    engine = the_lux().engine
    found = engine.run(engine.threads.list_threads(active_only=False, limit=20))
    return [thread.id for thread in found]


def _sessions(kind: Any) -> list[str]:
    from lux_nb.api import the_lux

    engine = the_lux().engine
    found = engine.run(engine.traces.sessions.list_sessions(kind, limit=20))
    return [session.id for session in found]
