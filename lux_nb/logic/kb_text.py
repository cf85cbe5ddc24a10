"""Knowledge bases as Prolog text that keeps what Prolog itself would not.

A line is a clause and, after it, where it came from: ``cat(tom).  % english: Tom is a cat.``. A
first-order statement, which is no clause, is a comment of the same form:
``% tall(bob) ∨ short(ann)  % formula: Bob is tall or Ann is short.``, and so is the note that the
world of a predicate is closed: ``% closed likes/2``, which may also be told as a directive,
``:- closed likes/2.``
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from lux_nb.errors import InvalidRequest
from lux_nb.logic.clauses import Clause
from lux_nb.logic.formulas import parse_formula
from lux_nb.logic.lexicon import canonical

_LINE = re.compile(r"^(?P<clause>.*\S)  % (?P<origin>[a-z0-9-]{1,16}): (?P<sentence>.+?)\s*$")
_CLOSED = re.compile(r"^\s*(?P<mark>%|:-)\s*closed\b\s*\(?(?P<names>[^%)]*?)\)?\s*\.?\s*(?:%.*)?$")
_INDICATOR = re.compile(r"([a-z]\w*|'(?:[^'\\]|\\.)+')/(\d{1,4})\Z")


@dataclass(frozen=True)
class PrologText:
    """What a text holds: rules for Prolog, first-order statements, and sources of clauses."""

    rules: str
    formulas: list[Clause] = field(default_factory=list)
    closed: list[Clause] = field(default_factory=list)
    sources: dict[str, Clause] = field(default_factory=dict)

    def clauses(self) -> list[Clause]:
        """Return the text as one clause to be split by Prolog, the statements and the notes."""
        rules = [Clause(self.rules)] if self.rules.strip() else []
        return [*rules, *self.formulas, *self.closed]


def read_prolog_text(text: str) -> PrologText:
    """Find the first-order statements, closed worlds and sources of clauses in a text."""
    formulas: list[Clause] = []
    closed: list[Clause] = []
    sources: dict[str, Clause] = {}
    rules: list[str] = []
    for line in text.split("\n"):
        if notes := _closed_notes(line):
            closed += notes
            continue
        match = _LINE.match(line)
        found = Clause(match["clause"], match["sentence"], match["origin"]) if match else None
        if found is not None and found.is_formula and _is_formula(found.clause):
            formulas.append(found)
            continue
        if found is not None and not found.is_formula:
            sources[canonical(found.clause)] = found
        rules.append(line)
    return PrologText("\n".join(rules), formulas, closed, sources)


def write_prolog_text(clauses: Iterable[Clause]) -> str:
    """Write clauses one to a line, each with where it came from."""
    return "".join(f"{clause.line}\n" for clause in clauses)


def predicate_indicator(text: str) -> tuple[str, int]:
    """Read ``likes/2``; anything else is an error."""
    match = _INDICATOR.match(text.strip())
    if match is None:
        message = f"{text!r} is not a predicate with its number of arguments."
        raise InvalidRequest(message, code="INVALID_INPUT", hint="Write it as likes/2.")
    name = match[1]
    plain = re.sub(r"\\(.)", r"\1", name[1:-1]) if name.startswith("'") else name
    return plain, int(match[2])


def _closed_notes(line: str) -> list[Clause]:
    """Read the predicates a line closes; a remark that only begins so closes none."""
    match = _CLOSED.match(line)
    if match is None:
        return []
    names = [name.strip() for name in match["names"].split(",")]
    if match["mark"] == "%" and not all(map(_INDICATOR.match, names)):
        return []
    for name in names:
        predicate_indicator(name)
    return [Clause.closed(name) for name in names]


def _is_formula(text: str) -> bool:
    if not text.startswith("%"):
        return False
    try:
        parse_formula(text.lstrip("% "))
    except InvalidRequest:
        return False
    return True
