"""Line magics that end with a question mark.

IPython takes ``%confer What is a mean?`` for a request for help on ``mean``. A line that begins
with one of our magics and has words after it is therefore turned into the call it means, before
IPython looks at its end. ``%confer?`` alone still shows help.
"""

import re
from collections.abc import Iterable
from typing import Any

_QUOTES = re.compile(r"\"\"\"|'''")


class QuestionLines:
    """An input transformer for the given magics."""

    def __init__(self, names: Iterable[str]) -> None:
        choices = "|".join(sorted(map(re.escape, names)))
        self._question = re.compile(rf"^(\s*)%({choices})[ \t]+(\S.*\?)\s*$")

    def __call__(self, lines: list[str]) -> list[str]:
        """Return the lines of a cell with questions as calls; the body of a cell magic stays."""
        if not lines or lines[0].lstrip().startswith("%%"):
            return lines
        changed, inside_text = [], False
        for line in lines:
            found = None if inside_text else self._question.match(line)
            changed.append(_call(*found.groups()) if found else line)
            if len(_QUOTES.findall(line)) % 2:
                inside_text = not inside_text
        return changed


def _call(margin: str, name: str, words: str) -> str:
    return f"{margin}get_ipython().run_line_magic({name!r}, {words!r})\n"


def install_questions(shell: Any, names: Iterable[str]) -> None:
    """Add the transformer to a shell, once."""
    remove_questions(shell)
    shell.input_transformers_cleanup.append(QuestionLines(names))


def remove_questions(shell: Any) -> None:
    """Take the transformer away."""
    kept = [t for t in shell.input_transformers_cleanup if not isinstance(t, QuestionLines)]
    shell.input_transformers_cleanup[:] = kept
