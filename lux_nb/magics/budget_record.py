"""``%lux budget``, ``record``, ``replay`` and ``cache``: money and repeatability."""

from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any

from lux_nb.errors import InvalidRequest
from lux_nb.magics.arguments import MagicParser

HELP = """\
  %lux budget                            what is spent and left
  %lux budget 2.50 [--per notebook|day]  refuse calls that could pass it; off takes it away
  %lux budget 0.50 --client NAME         the same for one assistant
  %lux record [file]                     write each model call to a file; off ends it
  %lux replay [file] [--strict]          answer model calls from a file; off ends it
  %lux cache on|off|clear                answer what was asked before from the store
"""
OFF = frozenset({"off", "none", "stop"})

BUDGET = MagicParser("%lux budget", "Dollars that model calls may cost.")
BUDGET.add_argument("dollars", nargs="?", help="the budget, or off")
BUDGET.add_argument("--per", choices=("notebook", "day"), help="what it counts for")
BUDGET.add_argument("--client", help="one assistant only")

RECORD = MagicParser("%lux record", "Write each model call of the notebook to a file.")
RECORD.add_argument("file", nargs="?", default="auto", help="beside the notebook by default")

REPLAY = MagicParser("%lux replay", "Answer model calls from a file, without network.")
REPLAY.add_argument("file", nargs="?", default="auto", help="beside the notebook by default")
REPLAY.add_argument("--strict", action="store_true", help="fail on a call not recorded")


def add_subcommands(subcommands: MutableMapping[str, Callable[[Any, str], Any]]) -> None:
    """Add these subcommands to those of ``%lux``."""
    subcommands["budget"] = budget
    subcommands["record"] = record
    subcommands["replay"] = replay
    subcommands["cache"] = cache


def budget(_shell: Any, rest: str) -> Any:
    """Show the budget, set it, or take it away."""
    from lux_nb.api import the_lux

    lux = the_lux()
    options = BUDGET.read(rest)
    if options.dollars is not None:
        dollars = None if options.dollars.lower() in OFF else _dollars(options.dollars)
        if options.client:
            _set_client_budget(lux.settings, options.client, dollars)
        else:
            lux.settings.budget = dollars
    if options.per:
        lux.settings.budget_per = options.per
    shown = lux.run_operation("models.budget", {})
    if not options.client:
        return shown
    limit = lux.settings.client_budgets.get(options.client)
    return _shown(
        f"budget of {options.client}", {"budget": "none" if limit is None else f"${limit:.2f}"}
    )


def record(shell: Any, rest: str) -> Any:
    """Begin or end recording."""
    options = RECORD.read(rest)
    if options.file.lower() in OFF:
        _settings(record=None)
        return _shown("recording", {"state": "off"})
    _settings(record=options.file)
    return _shown(
        "recording", {"file": _short(_path(shell, options.file)), "ends with": "%lux record off"}
    )


def replay(shell: Any, rest: str) -> Any:
    """Begin or end replaying."""
    options = REPLAY.read(rest)
    if options.file.lower() in OFF:
        _settings(replay=None, replay_strict=False)
        return _shown("replaying", {"state": "off"})
    path = _path(shell, options.file)
    if not path.is_file():
        message = f"There is no recording {_short(path)}."
        raise InvalidRequest(message, hint="Make one with %lux record.")
    _settings(replay=options.file, replay_strict=options.strict)
    missing = "an error" if options.strict else "asked of the model"
    return _shown("replaying", {"file": _short(path), "calls not recorded": missing})


def cache(_shell: Any, rest: str) -> Any:
    """Switch the cache of completions, empty it, or show its state."""
    from lux_nb.api import the_lux

    engine = the_lux().engine
    word = rest.strip().lower()
    if word not in {"", "on", "off", "clear"}:
        message = f"%lux cache knows on, off and clear, not {rest!r}."
        raise InvalidRequest(message, hint="%lux cache alone shows its state.")
    if word == "clear":
        engine.run(engine.models.cache.clear())
    elif word:
        engine.settings.cache_completions = word == "on"
    state = engine.run(engine.models.cache.state())
    values = {
        "state": "on" if engine.settings.cache_completions else "off",
        "answers": state.entries,
        "size": f"{state.bytes / 1024:.1f} of {engine.settings.cache_max_size / 1024:.0f} KB",
        "given again": state.hits,
        "kept for": f"{engine.settings.cache_ttl} s",
    }
    return _shown("cache of completions", values)


def _set_client_budget(settings: Any, client: str, dollars: float | None) -> None:
    others = {name: own for name, own in settings.client_budgets.items() if name != client}
    settings.client_budgets = others if dollars is None else {**others, client: dollars}


def _dollars(text: str) -> float:
    try:
        dollars = float(text.removeprefix("$"))
    except ValueError:
        dollars = -1.0
    if not 0 <= dollars < float("inf"):
        message = f"{text!r} is not an amount of dollars."
        raise InvalidRequest(message, hint="Write %lux budget 2.50, or %lux budget off.")
    return dollars


def _settings(**changes: Any) -> None:
    from lux_nb.api import the_lux

    engine = the_lux().engine
    engine.run(engine.models.change_tape(**changes))


def _short(path: Path) -> str:
    """Return a path as seen from here, so that a saved output is the same on every machine."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def _path(shell: Any, given: str) -> Path:
    from lux_nb.kernel.cells import notebook_path
    from lux_nb.models.tape import recording_path

    return recording_path(given, notebook_path(shell))


def _shown(title: str, values: dict[str, Any]) -> Any:
    from lux_nb.display.tables import KeyValues

    return KeyValues(title, values)
