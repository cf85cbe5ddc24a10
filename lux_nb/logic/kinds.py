"""What the words of formulas imply about kinds: a police dog is a dog, a dog's doing is a dog's.

"Ann owns a dog" is kept as own(ann, dog), with the kind as a constant. These statements join that
to what is said of dogs one by one.
"""

from collections.abc import Sequence

from lux_nb.logic.align import literals
from lux_nb.logic.formulas import Formula

_MOST = 40


def kind_statements(formulas: Sequence[Formula]) -> list[Formula]:
    """Give what holds of kinds by the words alone, for the words the formulas use."""
    unary, relations = _used(formulas)
    statements = [_compound(name, part) for name in sorted(unary) for part in _heads(name, unary)]
    for name, arguments in sorted(relations):
        for place, constant in enumerate(arguments):
            parts = _parts(constant, unary)
            if parts:
                statements += _instances(name, arguments, place, parts)
    unique = {str(statement): statement for statement in statements}
    return list(unique.values())[:_MOST]


def _used(formulas: Sequence[Formula]) -> tuple[set[str], set[tuple[str, tuple[str, ...]]]]:
    unary: set[str] = set()
    relations: set[tuple[str, tuple[str, ...]]] = set()
    for formula in formulas:
        for literal in literals(formula):
            name, arguments = str(literal[1]), tuple(str(term) for term in literal[2:])
            if len(arguments) == 1:
                unary.add(name)
            else:
                relations.add((name, arguments))
    return unary, relations


def _heads(name: str, unary: set[str]) -> list[str]:
    """Find the kinds that a compound's last words name."""
    words = name.split("_")
    ends = ["_".join(words[start:]) for start in range(1, len(words))]
    return [end for end in ends if end in unary]


def _parts(constant: str, unary: set[str]) -> list[str]:
    """Split the name of a kind into what is said of its members; empty where it is no kind."""
    if constant.startswith("?"):
        return []
    if constant in unary:
        return [constant]
    words = constant.split("_")
    return words if len(words) > 1 and all(word in unary for word in words) else []


def _compound(name: str, head: str) -> Formula:
    return ["all", "?k", ["imp", ["p", name, "?k"], ["p", head, "?k"]]]


def _instances(
    name: str, arguments: tuple[str, ...], place: int, parts: list[str]
) -> list[Formula]:
    """Say that what one of a kind does or undergoes is done or undergone by the kind."""
    others = [f"?o{at}" if at != place else "?k" for at in range(len(arguments))]
    general = [f"?o{at}" if at != place else arguments[place] for at in range(len(arguments))]
    condition: Formula = ["p", name, *others]
    for part in parts:
        condition = ["and", ["p", part, "?k"], condition]
    statement: Formula = ["imp", condition, ["p", name, *general]]
    for variable in others:
        statement = ["all", variable, statement]
    member: Formula = ["p", parts[0], arguments[place]]
    for part in parts[1:]:
        member = ["and", member, ["p", part, arguments[place]]]
    return [statement, member]
