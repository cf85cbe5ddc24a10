"""``%%fim``: fill the gap that is marked in a cell of code."""

from typing import Any

from IPython.core.magic import Magics, cell_magic, magics_class, no_var_expand

from lux_nb.errors import InvalidRequest
from lux_nb.magics.arguments import MagicParser, with_help

CARET = "<FILL>"
EXAMPLES = """\
examples:
  %%fim
  def median(values):
      <FILL>
      return result

  %%fim --caret ▮ -m llama:qwen2.5-coder --below
  total = sum(▮ for row in rows)

The cell is not run. The code is shown with what was filled in; --below also writes it into a
new cell, -o keeps the result, and _ has it too.
"""

PARSER = MagicParser("%%fim", "Fill the gap in a cell of code with a model.", EXAMPLES)
PARSER.add_argument("-m", "--model", help="model that can fill in the middle")
PARSER.add_argument("--caret", default=CARET, help=f"text that marks the gap, default {CARET}")
PARSER.add_argument("--max-tokens", type=int, help="most tokens to write")
PARSER.add_argument("--temperature", type=float, help="0 to 2")
PARSER.add_argument("--stop", action="append", help="where to stop; may be given again")
PARSER.add_argument("--cache", action="store_true", default=None, help="keep the answer")
PARSER.add_argument("--below", action="store_true", help="write the filled cell below this one")
PARSER.add_argument("-o", "--output", metavar="VAR", help="variable for the filled code")


class FilledCode(str):
    """Code with its gap filled: a plain text that shows the filling when it is displayed."""

    __slots__ = ("filling", "footer", "prefix", "suffix")
    prefix: str
    filling: str
    suffix: str
    footer: str

    @classmethod
    def of(cls, prefix: str, filling: str, suffix: str, footer: str = "") -> "FilledCode":
        """Put the parts together."""
        made = cls(prefix + filling + suffix)
        made.prefix, made.filling, made.suffix, made.footer = prefix, filling, suffix, footer
        return made

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        from html import escape

        mark = "background:rgba(46,160,67,.25);text-decoration:none"
        code = f"{escape(self.prefix)}<ins style='{mark}'>{escape(self.filling)}</ins>"
        html = f"<pre>{code}{escape(self.suffix)}</pre><sub>{escape(self.footer)}</sub>"
        return {"text/plain": f"{self}\n\n{self.footer}", "text/html": html}


@magics_class
class FimMagics(Magics):
    """Filling code from cells."""

    @no_var_expand
    @cell_magic
    @with_help(PARSER)
    def fim(self, line: str, cell: str) -> None:  # noqa: D102 - with_help
        options = PARSER.read(line)
        prompt, suffix = split_at_caret(cell, options.caret)
        fill(self.shell, options, prompt, suffix)


def split_at_caret(code: str, caret: str) -> tuple[str, str]:
    """Return the code before and after the one gap."""
    found = code.count(caret) if caret else 0
    if found != 1:
        message = f"The cell must have one gap marked {caret!r}; it has {found}."
        raise InvalidRequest(message, hint="--caret names another mark.")
    prompt, _, suffix = code.partition(caret)
    return prompt, suffix


def fill(shell: Any, options: Any, prompt: str, suffix: str) -> None:
    """Ask for the filling, show the code, and write it below if that is wanted."""
    from IPython.display import display

    from lux_nb.magics.running import keep_result, run_in_cell
    from lux_nb.models.results import ChatCompletion

    names = ("model", "max_tokens", "temperature", "stop", "cache")
    given = {name: getattr(options, name) for name in names}
    parameters: dict[str, Any] = {name: v for name, v in given.items() if v is not None}
    parameters |= {"prompt": prompt, "suffix": suffix}
    result = run_in_cell("mercury_fim_completion", parameters, lambda update: None)
    assert isinstance(result, ChatCompletion)
    code = FilledCode.of(prompt, result.text, suffix, result.footer)
    display(code)
    keep_result(shell, code, options.output)
    if options.below:
        shell.set_next_input(str(code).strip("\n"), replace=False)
