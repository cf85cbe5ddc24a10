"""``%%confer``: talk to a model from a cell."""

import argparse
from typing import Any

from IPython.core.magic import Magics, line_cell_magic, magics_class, no_var_expand

from lux_nb.magics.arguments import MagicParser, variable_name, with_help

EXAMPLES = """\
examples:
  %%confer
  What is a confounder? Explain it on {df.columns}.

  %%confer -m gpt-5 -f analysis.py results.csv --temperature 0.2 -o review
  Review this analysis.

  %confer and in one sentence?

The notebook keeps one thread, so a cell goes on where the last one stopped; --new begins
another, -t continues any (an id, its first characters, or "last": the thread this notebook
used before the kernel was restarted). {name} is filled from your variables; all other braces
stay as they are. The answer is kept in _ and, with -o, in a variable.
"""

PARSER = MagicParser("%%confer", "Talk to a model on a thread of the notebook.", EXAMPLES)
PARSER.add_argument("-m", "--model", help="model name or alias")
PARSER.add_argument("-t", "--thread", help="thread to continue: id, its beginning, or 'last'")
PARSER.add_argument(
    "-f", "--file", nargs="+", action="extend", default=[], help="files the model reads"
)
PARSER.add_argument("--temperature", type=float, help="0 to 1, default 0.7")
PARSER.add_argument("--new", action="store_true", help="begin a new thread")
PARSER.add_argument(
    "-o", "--output", metavar="VAR", type=variable_name, help="variable for the result"
)


@magics_class
class ConferMagics(Magics):
    """Conversation from cells."""

    @no_var_expand
    @line_cell_magic
    @with_help(PARSER)
    def confer(self, line: str, cell: str | None = None) -> None:  # noqa: D102 - with_help
        if cell is None:
            options, message = PARSER.read_before_text(line)
        else:
            options, message = PARSER.read(line), cell.strip("\n")
        from lux_nb.magics.interpolation import interpolate

        assert self.shell is not None
        converse(self.shell, options, interpolate(message, self.shell.user_ns))


def converse(shell: Any, options: argparse.Namespace, message: str) -> None:
    """Send a message on the notebook's thread and show the answer as it comes."""
    from lux_nb.api import the_lux
    from lux_nb.display.live import LiveAnswer
    from lux_nb.errors import Cancelled, LuxError
    from lux_nb.magics.running import keep_result, run_in_cell
    from lux_nb.reasoning.results import Reply

    lux = the_lux()
    live = LiveAnswer(shell, at_once=bool(lux.settings.replay))
    parameters: dict[str, Any] = {"message": message, "model": options.model}
    parameters["file_paths"] = options.file
    parameters["continuation_id"] = _thread(lux, options)
    if options.temperature is not None:
        parameters["temperature"] = options.temperature
    try:
        reply = run_in_cell("confer", parameters, live.receive)
    except LuxError as error:
        # Without this the notebook would be saved with an answer that seems to go on.
        live.stop("interrupted" if isinstance(error, Cancelled) else "failed")
        raise
    assert isinstance(reply, Reply)
    lux.engine.threads.current = reply.thread_id
    live.finish(reply.response, reply.footer)
    keep_result(shell, reply, options.output)


def _thread(lux: Any, options: argparse.Namespace) -> str | None:
    """Return the id of the thread to continue, or None for a new one."""
    from lux_nb.errors import NotFound
    from lux_nb.kernel.cells import notebook_path, running_shell

    threads = lux.engine.threads
    if options.new:
        return None
    if options.thread is None:
        current: str | None = threads.current
        return current
    if options.thread == "last":
        latest = threads.latest_of(notebook_path(running_shell()))
        found: str | None = lux.engine.run(latest)
        if found is None:
            message = "This notebook has no earlier thread."
            raise NotFound(message, code="THREAD_NOT_FOUND", hint="Leave -t out to begin one.")
        return found
    return str(lux.engine.run(threads.find(options.thread)))
