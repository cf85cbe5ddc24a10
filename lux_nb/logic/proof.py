"""Proofs and why-nots as plain trees that can be said in English."""

from dataclasses import dataclass, field
from typing import Any

FIRST_ORDER = "first-order logic"


@dataclass(frozen=True)
class ProofNode:
    """One step: what holds, by which sentence, from which other steps."""

    statement: str
    source: str = ""
    kind: str = "fact"
    bindings: dict[str, str] = field(default_factory=dict)
    premises: tuple["ProofNode", ...] = ()

    def leaves(self) -> list["ProofNode"]:
        """Give the steps that rest on nothing else."""
        if not self.premises:
            return [self]
        return [leaf for premise in self.premises for leaf in premise.leaves()]

    def to_text(self, indent: int = 0) -> str:
        """Write the tree with one line for each step."""
        reason = f"   [{self.kind}: {self.source}]" if self.source else f"   [{self.kind}]"
        lines = [f"{'  ' * indent}{self.statement}{reason}"]
        lines += [premise.to_text(indent + 1) for premise in self.premises]
        return "\n".join(lines)

    def explain(self) -> str:
        """Say the proof in sentences, from the facts to what follows."""
        said: list[str] = []
        self._explain(said)
        return " ".join(dict.fromkeys(said))

    def _explain(self, said: list[str]) -> None:
        for premise in self.premises:
            premise._explain(said)
        statement = self.statement.rstrip(".")
        if self.kind == "fact":
            said.append(f"{self.source or statement}".rstrip(".") + ".")
        elif self.kind == "absence":
            said.append(f"Nothing says otherwise than that {lower_first(statement)}.")
        elif self.source == FIRST_ORDER:
            said.append(f"So {lower_first(statement)}.")
        else:
            said.append(f"So {lower_first(statement)}, because {_reason(self.source)}.")


@dataclass(frozen=True)
class WhyNot:
    """A rule that could have shown it, and what it lacked."""

    rule: str
    missing: str

    def to_text(self) -> str:
        """Say what was missing."""
        if not self.missing:
            return f"The rule “{self.rule}” does not apply."
        return f"“{self.rule}” would show it if {lower_first(self.missing.rstrip('.'))}."


@dataclass(frozen=True)
class Lack:
    """Something that could not be shown, with the rules that would have shown it."""

    statement: str
    attempts: tuple["Attempt", ...] = ()

    def helpful(self) -> list[str]:
        """Give the statements that would have helped, were they known."""
        if not self.attempts:
            return [self.statement]
        found = [each for attempt in self.attempts for each in attempt.lack.helpful()]
        return list(dict.fromkeys(found))

    def to_text(self, indent: int = 0) -> str:
        """Write the tree with one line for each step."""
        margin = "  " * indent
        lines = [f"{margin}✗ {self.statement}"]
        if not self.attempts:
            lines[0] += "   [nothing shows it]"
        for attempt in self.attempts:
            lines.append(f"{margin}  by “{attempt.rule}”")
            lines += [f"{margin}    ✓ {held}" for held in attempt.held]
            lines.append(attempt.lack.to_text(indent + 2))
        return "\n".join(lines)


@dataclass(frozen=True)
class Attempt:
    """A rule that was tried: which of its conditions hold, and the one that does not."""

    rule: str
    held: tuple[str, ...]
    lack: Lack


def lower_first(text: str) -> str:
    """Write a sentence as part of another one, leaving names alone."""
    first = text.split(" ", 1)[0]
    starts_name = len(first) > 1 and first.lower() not in _STARTERS
    return text if starts_name else text[:1].lower() + text[1:]


_STARTERS = {"the", "a", "an", "all", "every", "each", "no", "some", "if", "it", "they", "someone"}


def _reason(source: str) -> str:
    if not source:
        return "the rules say so"
    text = source.rstrip(".")
    first = text.split(" ", 1)[0].lower()
    # Whether another first word is a name can't be told from here, so it is quoted as it stands.
    return lower_first(text) if first in _STARTERS else f"“{text}”"


def literal_text(literal: list[Any]) -> str:
    """Write a literal such as ``["+", "cold", "bob"]`` in logical notation."""
    sign, name, *arguments = literal
    inside = ", ".join(str(argument) for argument in arguments)
    return f"{'' if sign == '+' else 'not '}{name}({inside})"


def proof_tree(data: list[Any], sentences: list[str], phrase: dict[str, str]) -> ProofNode:
    """Build the tree from what the rules recorded: literal, sentence number, premises."""
    literal, number, premises = data
    text = literal_text(literal)
    statement = phrase.get(text, text)
    if number < 0:
        return ProofNode(statement, kind="absence")
    children = tuple(proof_tree(premise, sentences, phrase) for premise in premises)
    source = sentences[number] if number < len(sentences) else ""
    return ProofNode(statement, source, "rule" if children else "fact", {}, children)


def literals_in(data: list[Any]) -> list[list[Any]]:
    """Collect the literals of a recorded proof."""
    literal, _, premises = data
    return [literal] + [inner for premise in premises for inner in literals_in(premise)]
