"""Statements that mean the same in slightly other words, brought to one predicate.

A literal about one thing is known by its words: those of the predicate and of the constants it
names. Literals of the same words are one; a literal that only one statement holds gives way to
the likest other. Each such step is told in a note, so that a proof can show it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from lux_nb.logic.formulas import Formula

_SMALL_WORDS = (
    "of to in on at by with from for about into as be that the a an and or have do many some "
    "person people own ever once"
)
_SMALL = frozenset(_SMALL_WORDS.split())
_ENOUGH = 0.5
_PAIR = 4
_BY = "~"

Key = tuple[str, ...]


@dataclass(frozen=True)
class Aligned:
    """Formulas in which like statements are one, and what was taken for what.

    ``implied`` says that a statement holds where the same with more words does.
    """

    formulas: list[Formula]
    notes: list[str] = field(default_factory=list)
    implied: list[Formula] = field(default_factory=list)


def align(formulas: Sequence[Formula], *, freely: bool = False) -> Aligned:
    """Rename literals to the likest other literal, where one is like enough.

    The last formula is what is asked. A literal that it alone holds is no other, but it follows
    from one that says the same with more words, and implies one that does with less. ``freely``
    takes like literals as one also where each has a word that the other has not.
    """
    named, notes = _one_name_each(_subject_first(_as_kinds(formulas)))
    keys: Counter[Key] = Counter()
    for formula in named:
        keys.update({_key(literal) for literal in literals(formula) if _about_one(literal)})
    words = {key: _words(key) for key in keys}
    asked = {_key(each) for each in literals(named[-1]) if _about_one(each)} if named else set()
    only_asked = {key for key in asked if keys[key] == 1}
    renamed: dict[Key, Key] = {}
    for key, count in keys.items():
        scored = [
            (_likeness(words[key], words[other]), keys[other], other)
            for other in keys
            if other != key
            and other not in renamed
            and (freely or _comparable(words[key], words[other], bool({key, other} & only_asked)))
        ]
        likeness, _, best = max(scored, default=(0.0, 0, key))
        if likeness == 1.0 or (count == 1 and likeness >= _ENOUGH):
            renamed[key] = best
    notes += [f"“{_said(key)}” is taken as “{_said(best)}”" for key, best in renamed.items()]
    implied = [
        ["all", "?k", ["imp", _as_told(_literal(longer)), _as_told(_literal(shorter))]]
        for key in only_asked - set(renamed)
        for other in set(keys) - set(renamed) - {key}
        for longer, shorter in ((key, other), (other, key))
        if words[shorter] < words[longer] and _likeness(words[shorter], words[longer]) >= _ENOUGH
    ]
    told = [_as_told(_rename(formula, renamed)) for formula in named]
    return Aligned(told, notes, sorted(implied, key=str))


def _comparable(first: frozenset[str], second: frozenset[str], asked: bool) -> bool:
    return first == second if asked else first <= second or second <= first


def _literal(key: Key) -> Formula:
    return ["p", key[0], "?k", *key[1:]]


def _subject_first(formulas: Sequence[Formula]) -> list[Formula]:
    """Write "written by Ann" of any book as said of the book, as other statements are."""
    known = {
        (literal[1], literal[2])
        for formula in formulas
        for literal in literals(formula)
        if len(literal) == _PAIR and _is_variable(literal[3]) and not _is_variable(literal[2])
    }
    return [_turned(formula, known) for formula in formulas] if known else list(formulas)


def _turned(formula: Formula, known: set[tuple[Any, Any]]) -> Formula:
    if formula[0] == "p":
        if len(formula) == _PAIR and (formula[1], formula[2]) in known:
            return ["p", f"{_BY}{formula[1]}", formula[3], formula[2]]
        return formula
    return [_turned(part, known) if isinstance(part, list) else part for part in formula]


def _as_told(formula: Formula) -> Formula:
    if formula[0] == "p":
        name = str(formula[1])
        return ["p", name[1:], formula[3], formula[2]] if name.startswith(_BY) else formula
    return [_as_told(part) if isinstance(part, list) else part for part in formula]


def _as_kinds(formulas: Sequence[Formula]) -> list[Formula]:
    """Read "is Leukemia" as being of that kind, where it is spoken of as a kind."""
    kinds = {
        str(literal[1])
        for formula in formulas
        for literal in literals(formula)
        if len(literal) == 3
    }
    return [_in_kinds(formula, kinds) for formula in formulas]


def _in_kinds(formula: Formula, kinds: set[str]) -> Formula:
    match formula:
        case ["p", "be", subject, kind] if kind in kinds:
            return ["p", kind, subject]
        case ["p", *_]:
            return formula
    return [_in_kinds(part, kinds) if isinstance(part, list) else part for part in formula]


def literals(formula: Formula) -> Iterator[Formula]:
    """Give the literals of a formula, one after the other."""
    if formula[0] == "p":
        yield formula
        return
    for part in formula[1:]:
        if isinstance(part, list):
            yield from literals(part)


def replaced(formula: Formula, terms: dict[str, str]) -> Formula:
    """Write a formula with other constants."""
    if formula[0] == "p":
        return [*formula[:2], *(terms.get(str(term), term) for term in formula[2:])]
    parts = [replaced(part, terms) if isinstance(part, list) else part for part in formula[1:]]
    return [formula[0], *parts]


def _one_name_each(formulas: list[Formula]) -> tuple[list[Formula], list[str]]:
    """Take a last name for the whole name that ends in it, where there is one such."""
    subjects: set[str] = set()
    predicates: set[str] = set()
    for formula in formulas:
        for literal in literals(formula):
            predicates.add(str(literal[1]))
            subjects.update(str(term) for term in literal[2:3] if not _is_variable(term))
    terms: dict[str, str] = {}
    for name in sorted(subjects - predicates):
        if "_" in name:
            continue
        whole = [other for other in subjects if other.endswith(f"_{name}") and "_of_" not in other]
        if len(whole) == 1:
            terms[name] = whole[0]
    notes = [f"“{_said((name,))}” is taken as “{_said((whole,))}”" for name, whole in terms.items()]
    return ([replaced(formula, terms) for formula in formulas] if terms else formulas), notes


def _is_variable(term: object) -> bool:
    return str(term).startswith("?")


def _about_one(literal: Formula) -> bool:
    return len(literal) > 2 and not any(_is_variable(term) for term in literal[3:])


def _key(literal: Formula) -> Key:
    return (str(literal[1]), *(str(term) for term in literal[3:]))


def _said(key: Key) -> str:
    return " ".join(key).replace("_", " ").replace(_BY, "")


def _words(key: Key) -> frozenset[str]:
    parts = [word for part in key for word in part.replace("-", "_").replace(_BY, "").split("_")]
    return frozenset(stem(word) for word in parts if word and word not in _SMALL)


def stem(word: str) -> str:
    """Cut the ending off a word, so that its forms are alike."""
    for ending in ("ing", "ied", "ies", "ed", "es", "ly", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) > 2:
            return word.removesuffix(ending)
    return word


def _likeness(first: frozenset[str], second: frozenset[str]) -> float:
    return len(first & second) / len(first | second) if first and second else 0.0


def _rename(formula: Formula, renamed: dict[Key, Key]) -> Formula:
    if formula[0] == "p":
        best = renamed.get(_key(formula)) if _about_one(formula) else None
        return ["p", best[0], formula[2], *best[1:]] if best else formula
    parts: list[Any] = [
        _rename(part, renamed) if isinstance(part, list) else part for part in formula[1:]
    ]
    return [formula[0], *parts]
