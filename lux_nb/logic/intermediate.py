"""The structured intermediate representation: statements as data, from which Prolog is written."""

import re
from typing import Annotated, Literal

from pydantic import BaseModel, Field

_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?\Z")
_PLAIN = re.compile(r"[a-z][a-zA-Z0-9_]*\Z")

Text = Annotated[str, Field(min_length=1, max_length=80)]


class SirLiteral(BaseModel):
    """Something that is said to be so, or not to be so."""

    predicate: Text
    arguments: Annotated[list[Text], Field(max_length=5)]
    negated: bool

    def prolog(self) -> str:
        """Write the literal in Prolog."""
        name = _atom(self.predicate)
        inside = ", ".join(map(_term, self.arguments))
        return f"{'-' if self.negated else ''}{name}{f'({inside})' if inside else ''}"

    @property
    def variables(self) -> set[str]:
        """The variables it speaks of."""
        return {term for term in map(_term, self.arguments) if term[0].isupper()}


class SirStatement(BaseModel):
    """A fact, or a conclusion with the conditions it holds under."""

    sentence: Annotated[int, Field(ge=1, le=500)]
    conclusion: SirLiteral
    conditions: Annotated[list[SirLiteral], Field(max_length=8)]

    def prolog(self) -> str:
        """Write the statement as a clause; a conclusion about anything at all is a ValueError."""
        bound = {name for literal in self.conditions for name in literal.variables}
        loose = sorted(self.conclusion.variables - bound)
        head = self.conclusion.prolog()
        if loose:
            message = f"the conclusion {head} has variables no condition speaks of: {loose}."
            raise ValueError(message)
        if not self.conditions:
            return f"{head}."
        return f"{head} :- {', '.join(literal.prolog() for literal in self.conditions)}."


class SirText(BaseModel):
    """What sentences say."""

    statements: Annotated[list[SirStatement], Field(min_length=1, max_length=40)]


class SirQuestion(BaseModel):
    """What a question asks for."""

    kind: Literal["yes_no", "wh", "where", "count", "why"]
    goals: Annotated[list[SirLiteral], Field(min_length=1, max_length=6)]

    def prolog(self) -> str:
        """Write the question as a goal; one that asks for nothing is a ValueError."""
        names = {name for literal in self.goals for name in literal.variables}
        if self.kind in {"wh", "where", "count"} and "Answer" not in names:
            message = f"a question of kind {self.kind} has to have the variable ?answer."
            raise ValueError(message)
        return ", ".join(literal.prolog() for literal in self.goals)


def _atom(text: str) -> str:
    joined = re.sub(r"\W+", "_", text.strip().lower()).strip("_")
    if not joined:
        message = f"{text!r} has no letter or digit in it."
        raise ValueError(message)
    return joined if _PLAIN.match(joined) else f"'{joined}'"


def _term(text: str) -> str:
    stripped = text.strip()
    if stripped.startswith("?"):
        name = re.sub(r"\W+", "_", stripped[1:]).strip("_") or "X"
        return name[0].upper() + name[1:] if name[0].isalpha() else f"V{name}"
    return stripped if _NUMBER.match(stripped) else _atom(stripped)
