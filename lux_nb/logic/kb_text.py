"""Knowledge bases as Prolog text that keeps what Prolog itself would not.

A line is a clause and, after it, where it came from: ``cat(tom).  % english: Tom is a cat.``. A
first-order statement, which is no clause, is a comment of the same form:
``% tall(bob) ∨ short(ann)  % formula: Bob is tall or Ann is short.``
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from lux_nb.errors import InvalidRequest
from lux_nb.logic.bases import Clause
from lux_nb.logic.formulas import parse_formula
from lux_nb.logic.lexicon import canonical

_LINE = re.compile(r"^(?P<clause>.*\S)  % (?P<origin>[a-z0-9-]{1,16}): (?P<sentence>.+?)\s*$")
FORMULA = "formula"


@dataclass(frozen=True)
class PrologText:
    """What a text holds: rules for Prolog, first-order statements, and sources of clauses."""

    rules: str
    formulas: list[Clause] = field(default_factory=list)
    sources: dict[str, Clause] = field(default_factory=dict)

    def clauses(self) -> list[Clause]:
        """Return the text as one clause to be split by Prolog, and the statements."""
        rules = [Clause(self.rules)] if self.rules.strip() else []
        return [*rules, *self.formulas]


def read_prolog_text(text: str) -> PrologText:
    """Find the first-order statements and the sources of clauses in a text."""
    formulas: list[Clause] = []
    sources: dict[str, Clause] = {}
    rules: list[str] = []
    for line in text.split("\n"):
        match = _LINE.match(line)
        found = Clause(match["clause"], match["sentence"], match["origin"]) if match else None
        if found is not None and found.is_formula and _is_formula(found.clause):
            formulas.append(found)
            continue
        if found is not None and not found.is_formula:
            sources[canonical(found.clause)] = found
        rules.append(line)
    return PrologText("\n".join(rules), formulas, sources)


def write_prolog_text(clauses: Iterable[Clause]) -> str:
    """Write clauses one to a line, each with where it came from."""
    return "".join(f"{clause.line}\n" for clause in clauses)


def _is_formula(text: str) -> bool:
    if not text.startswith("%"):
        return False
    try:
        parse_formula(text.lstrip("% "))
    except InvalidRequest:
        return False
    return True
