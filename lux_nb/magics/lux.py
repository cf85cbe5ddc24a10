"""``%lux``: status, options, threads and the server of this kernel."""

from collections.abc import Callable
from typing import Any

from IPython.core.magic import Magics, line_magic, magics_class, no_var_expand

from lux_nb.errors import InvalidRequest
from lux_nb.magics import assistants, budget_record

HELP = (
    """The room itself: status, options, threads and the server.

  %lux                     status: store, model, server, threads, log file
  %lux config              all options, secrets masked
  %lux config name         one option
  %lux config name=value   change it for this kernel (name=none clears it)
  %lux serve               let assistants attach; prints how
  %lux stop                stop serving
  %lux threads             the conversation threads
  %lux new                 begin a new thread with the next %%confer

Money and repeatability:

"""
    + budget_record.HELP
    + "\nAssistants:\n\n"
    + assistants.HELP
)


@magics_class
class LuxMagics(Magics):
    """The room itself."""

    @no_var_expand
    @line_magic
    def lux(self, line: str) -> Any:  # noqa: D102 - it is HELP
        name, _, rest = line.strip().partition(" ")
        command = SUBCOMMANDS.get(name or "status")
        if command is None:
            raise _unknown(name)
        return command(self.shell, rest.strip())


LuxMagics.lux.__doc__ = HELP


def show_status(_shell: Any, _rest: str) -> Any:
    """Return the status of the room."""
    from lux_nb.display.tables import KeyValues
    from lux_nb.status import room_status

    return KeyValues("lux_nb", room_status())


def configure(_shell: Any, rest: str) -> Any:
    """Show all options, one of them, or change one."""
    from lux_nb.api import the_lux
    from lux_nb.display.tables import KeyValues, Rows

    settings = the_lux().settings
    if not rest:
        return Rows(settings.described(), ["option", "value", "environment", "help"])
    name, changes, value = rest.partition("=")
    if changes:
        name = name.strip()
        return KeyValues("changed for this kernel", {name: settings.change(name, value)})
    row = settings.option(rest)
    return KeyValues(row["option"], row)


def serve(_shell: Any, _rest: str) -> Any:
    """Start the server that assistants attach to."""
    from lux_nb.api import the_lux
    from lux_nb.display.tables import KeyValues
    from lux_nb.server.running import serve as start

    information = start(the_lux().engine)
    return KeyValues(
        "assistants can attach",
        {
            "command": "lux-nb attach",
            "client set-up": "lux-nb install claude-desktop|cursor|vscode|claude-code",
            "address": information.url,
            "registry file": str(information.registry_file),
        },
    )


def stop_serving(_shell: Any, _rest: str) -> Any:
    """Stop the server; attached assistants are told at their next call."""
    from lux_nb.api import the_lux
    from lux_nb.display.tables import KeyValues
    from lux_nb.server.running import stop

    engine = the_lux().engine
    state = "was not running" if engine.server is None else "stopped"
    stop(engine)
    return KeyValues("server", {"state": state})


def show_threads(_shell: Any, _rest: str) -> Any:
    """Return the threads as a DataFrame."""
    from lux_nb.api import the_lux

    frame = the_lux().frames.threads()
    return frame[["id", "title", "turns", "last_accessed", "expired", "notebook"]]


def new_thread(_shell: Any, _rest: str) -> None:
    """Forget the notebook's thread, so that the next message begins another."""
    from lux_nb.api import the_lux

    the_lux().engine.threads.current = None


SUBCOMMANDS: dict[str, Callable[[Any, str], Any]] = {
    "status": show_status,
    "config": configure,
    "serve": serve,
    "stop": stop_serving,
    "threads": show_threads,
    "new": new_thread,
}
budget_record.add_subcommands(SUBCOMMANDS)
assistants.add_subcommands(SUBCOMMANDS)


def _unknown(name: str) -> InvalidRequest:
    import difflib

    near = difflib.get_close_matches(name, SUBCOMMANDS, n=1)
    known = ", ".join(SUBCOMMANDS)
    hint = f"Did you mean %lux {near[0]}?" if near else f"There are: {known}. %lux? explains them."
    return InvalidRequest(f"%lux has no subcommand {name!r}.", hint=hint)
