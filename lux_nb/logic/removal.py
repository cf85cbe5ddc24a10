"""Finding the clauses to take back: rules by their form, facts of blocks by their values."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from lux_nb.logic.bases import Removal
from lux_nb.logic.clauses import Clause, Part
from lux_nb.logic.lexicon import canonical


@dataclass(frozen=True)
class Wanted:
    """A clause that is to go; a plain fact has its predicate and values too."""

    text: str
    indicator: str = ""
    values: tuple[Any, ...] = ()

    @classmethod
    def of(cls, text: str, fact: Sequence[Any]) -> "Wanted":
        """Make it of what Prolog read: the text, and name and arguments of a plain fact."""
        name, *values = fact or [""]
        return cls(text, f"{name}/{len(values)}" if values else "", tuple(values))


@dataclass
class Found:
    """Which of them are there, and where."""

    texts: list[str] = field(default_factory=list)
    clauses: set[int] = field(default_factory=set)
    facts: set[tuple[int, int]] = field(default_factory=set)

    @property
    def removal(self) -> Removal:
        """What a change has to take out."""
        return Removal(self.clauses, self.facts)


def find_wanted(parts: Iterable[Part], wanted: Iterable[Wanted]) -> Found:
    """Look for each clause that is wanted, the first of its like for each time it is named."""
    by_form: dict[str, list[Wanted]] = {}
    for each in wanted:
        by_form.setdefault(canonical(each.text), []).append(each)
    found = Found()
    for part in parts:
        if not by_form:
            break
        if isinstance(part, Clause):
            if _take(by_form, canonical(part.clause)):
                found.texts.append(part.clause)
                found.clauses.add(part.sequence)
            continue
        for form, (each, *_) in list(by_form.items()):
            if each.indicator != part.indicator:
                continue
            passed: set[int] = set()
            while form in by_form and (place := part.find(each.values, passed)) is not None:
                passed.add(place)
                found.texts.append(each.text)
                found.facts.add((part.sequence, place))
                _take(by_form, form)
    return found


def _take(by_form: dict[str, list[Wanted]], form: str) -> bool:
    """Count one of a form as found; False where none is looked for any more."""
    waiting = by_form.get(form)
    if not waiting:
        return False
    waiting.pop()
    if not waiting:
        del by_form[form]
    return True
