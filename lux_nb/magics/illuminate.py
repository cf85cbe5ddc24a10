"""``%illuminate``: how the monitored reasoning is going."""

from typing import Any

from IPython.core.magic import Magics, line_magic, magics_class, no_var_expand

from lux_nb.magics.arguments import MagicParser, with_help

EXAMPLES = """\
examples:
  %illuminate
  %illuminate 1a2b3c4d
  %illuminate last

Without a session it tells of the trace last used in this notebook, while that is no older than
30 minutes, and of the active threads.
"""

PARSER = MagicParser("%illuminate", "Show how the monitored reasoning is going.", EXAMPLES)
PARSER.add_argument("session", nargs="?", help="a trace: id, its beginning, or 'last'")
PARSER.add_argument("-o", "--output", metavar="VAR", help="variable for the status")


@magics_class
class IlluminateMagics(Magics):
    """The state of monitoring."""

    @no_var_expand
    @line_magic
    @with_help(PARSER)
    def illuminate(self, line: str) -> Any:  # noqa: D102 - with_help
        from lux_nb.api import the_lux

        assert self.shell is not None
        options = PARSER.read(line)
        lux = the_lux()
        parameters: dict[str, Any] = {}
        if options.session:
            from lux_nb.magics.running import named_session

            parameters["session_id"] = named_session("trace", options.session)
        status = lux.run_operation("illumination_status", parameters)
        if options.output:
            self.shell.push({options.output: status})
        return status
