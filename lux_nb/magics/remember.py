"""``%%remember``: save a cell's text to the memory."""

from typing import Any

from IPython.core.magic import Magics, cell_magic, magics_class, no_var_expand

from lux_nb.magics.arguments import MagicParser, with_help
from lux_nb.magics.cortex import remember, run_command

EXAMPLES = """\
examples:
  %%remember
  We decided to keep the {threshold} threshold, because recall drops above it.

  %%remember --role assistant -o saved
  The importer skips rows without a date.

An assistant's words are held against the project's files, its git history and what you said;
what is not borne out is kept, but left out of search.
"""

PARSER = MagicParser("%%remember", "Save a text on the active branch of the memory.", EXAMPLES)
PARSER.add_argument("--role", choices=["user", "assistant"], default="user", help="who said it")
PARSER.add_argument("-o", "--output", metavar="VAR", help="variable for the result")


@magics_class
class RememberMagics(Magics):
    """Saving to the memory from cells."""

    @no_var_expand
    @cell_magic("remember")
    @with_help(PARSER)
    def remember(self, line: str, cell: str) -> Any:  # noqa: D102 - with_help
        return run_command(self.shell, remember, PARSER.read(line), cell.strip("\n"))
