"""Statements that mean the same in slightly other words, brought to one predicate.

A literal about one thing is known by its words: those of the predicate and of the constants it
names. Literals of the same words are one; a literal said only once gives way to the likest other.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from lux_nb.logic.formulas import Formula

_SMALL_WORDS = "of to in on at by with from for about into as be that the a an and or have"
_SMALL = frozenset(_SMALL_WORDS.split())
_ENOUGH = 0.5

Key = tuple[str, ...]


def align(formulas: Sequence[Formula]) -> list[Formula]:
    """Rename literals to the likest other literal, where one is like enough."""
    keys: Counter[Key] = Counter()
    for formula in formulas:
        for literal in _literals(formula):
            keys[_key(literal)] += 1
    words = {key: _words(key) for key in keys}
    renamed: dict[Key, Key] = {}
    for key, count in keys.items():
        scored = [
            (_likeness(words[key], words[other]), keys[other], other)
            for other in keys
            if other != key and other not in renamed
        ]
        likeness, _, best = max(scored, default=(0.0, 0, key))
        if likeness == 1.0 or (count == 1 and likeness >= _ENOUGH):
            renamed[key] = best
    return [_rename(formula, renamed) for formula in formulas] if renamed else list(formulas)


def _literals(formula: Formula) -> list[Formula]:
    if formula[0] == "p":
        return [formula] if _about_one(formula) else []
    return [each for part in formula[1:] if isinstance(part, list) for each in _literals(part)]


def _about_one(literal: Formula) -> bool:
    return len(literal) > 2 and not any(str(term).startswith("?") for term in literal[3:])


def _key(literal: Formula) -> Key:
    return (str(literal[1]), *(str(term) for term in literal[3:]))


def _words(key: Key) -> frozenset[str]:
    parts = [word for part in key for word in part.replace("-", "_").split("_")]
    return frozenset(_stem(word) for word in parts if word and word not in _SMALL)


def _stem(word: str) -> str:
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
