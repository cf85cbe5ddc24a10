"""What the words of formulas imply by themselves: a police dog is a dog, a part of a part is one.

"Ann owns a dog" is kept as own(ann, dog), with the kind as a constant. These statements join that
to what is said of dogs one by one, a passive to its active, and a statement to the same with less
said about when, where or how.
"""

from collections.abc import Iterator, Sequence

from lux_nb.logic.align import literals, stem
from lux_nb.logic.formulas import Formula

_MOST = 60
_LONGEST = 4
# Places and parts: what is in something that is in a third is in the third.
_NESTED = frozenset({"in", "located_in", "within", "part", "part_of", "inside", "belong_to"})
_PLACED = ("in", "located_in")

Use = tuple[str, tuple[str, ...]]


def kind_statements(formulas: Sequence[Formula]) -> list[Formula]:
    """Give what holds by the words alone, for the words the formulas use."""
    unary, relations = _used(formulas)
    kinds = unary | {term for _, arguments in relations for term in arguments}
    statements = [_compound(name, part) for name in sorted(unary) for part in _heads(name, kinds)]
    for name, arguments in sorted(relations):
        for place, constant in enumerate(arguments):
            parts = _parts(constant, kinds if constant in _named(statements) else unary)
            if parts:
                statements += _instances(name, arguments, place, parts)
    arities = {(name, len(arguments)) for name, arguments in relations} | {(n, 1) for n in unary}
    named = [
        ["p", kind, name] for name in _constants(formulas) for kind in [name, *_heads(name, unary)]
    ]
    known = [fact for fact in named if fact[1] in unary]
    statements = [*known, *_nested(arities), *_active(arities), *_shorter(arities), *statements]
    unique = {str(statement): statement for statement in statements}
    return list(unique.values())[:_MOST]


def _constants(formulas: Sequence[Formula]) -> list[str]:
    """Give the things that the formulas name."""
    terms = {str(t) for formula in formulas for each in literals(formula) for t in each[2:]}
    return sorted(term for term in terms if not term.startswith("?"))


def _named(statements: Sequence[Formula]) -> set[str]:
    """Give the kinds that something is said to be by its compound name."""
    return {str(statement[2][2][1]) for statement in statements if statement[2][0] == "imp"}


def _used(formulas: Sequence[Formula]) -> tuple[set[str], set[Use]]:
    unary: set[str] = set()
    relations: set[Use] = set()
    for formula in formulas:
        for literal in literals(formula):
            name, arguments = str(literal[1]), tuple(str(term) for term in literal[2:])
            if len(arguments) == 1:
                unary.add(name)
            else:
                relations.add((name, arguments))
    return unary, relations


def _heads(name: str, kinds: set[str]) -> list[str]:
    """Find the kinds that a compound's last words name."""
    words = name.split("_")
    if len(words) > _LONGEST:
        return []
    ends = ["_".join(words[start:]) for start in range(1, len(words))]
    return [end for end in ends if end in kinds]


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
    statement = _for_all(others, ["imp", condition, ["p", name, *general]])
    member: Formula = ["p", parts[0], arguments[place]]
    for part in parts[1:]:
        member = ["and", member, ["p", part, arguments[place]]]
    return [statement, member]


def _for_all(variables: Sequence[str], statement: Formula) -> Formula:
    for variable in reversed(variables):
        statement = ["all", variable, statement]
    return statement


def _nested(arities: set[tuple[str, int]]) -> Iterator[Formula]:
    """Say that places and parts nest, and that what is located in a place is in it."""
    used = sorted(name for name, arity in arities if arity == 2 and name in _NESTED)
    for name in used:
        first, second = ["p", name, "?a", "?b"], ["p", name, "?b", "?c"]
        whole = ["imp", ["and", first, second], ["p", name, "?a", "?c"]]
        yield _for_all(["?a", "?b", "?c"], whole)
    if all(name in used for name in _PLACED):
        same = ["iff", *(["p", name, "?a", "?b"] for name in _PLACED)]
        yield _for_all(["?a", "?b"], same)


def _active(arities: set[tuple[str, int]]) -> Iterator[Formula]:
    """Say that what is made by someone is what that one makes."""
    for passive, arity in sorted(arities):
        verb, by, rest = passive.partition("_by")
        if arity < 2 or not by or (rest and not rest.startswith("_")):
            continue
        for name, other in sorted(arities):
            first, _, more = name.partition("_")
            if other == arity and stem(first) == stem(verb) and more == rest.removeprefix("_"):
                terms = [f"?{letter}" for letter in "abcdef"[:arity]]
                done = ["p", name, terms[1], terms[0], *terms[2:]]
                yield _for_all(terms, ["iff", ["p", passive, *terms], done])


def _shorter(arities: set[tuple[str, int]]) -> Iterator[Formula]:
    """Say that what is done at some time, in some place or somehow is done."""
    for name, arity in sorted(arities):
        words = name.split("_")
        for other, fewer in sorted(arities):
            kept = other.split("_")
            less = len(words) - len(kept)
            begins = less > 0 and words[: len(kept)] == kept and 1 <= fewer <= arity
            # Each preposition that is left out takes its own argument with it.
            if begins and arity - fewer <= less and (fewer > 1 or arity == fewer):
                terms = [f"?t{place}" for place in range(arity)]
                done: Formula = ["imp", ["p", name, *terms], ["p", other, *terms[:fewer]]]
                yield _for_all(terms, done)
