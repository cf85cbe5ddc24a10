"""Orderings: what a literal says about places in a row, on any scale."""

import re
from dataclasses import dataclass, field
from typing import Any

from lux_nb.logic.formulas import Formula
from lux_nb.number_words import ORDINALS, SMALL_NUMBERS

_COUNTS = {word: number for word, number in SMALL_NUMBERS.items() if number > 1}
# Each pair names the two ends of a scale: what has place one, and what has the last place.
_SCALES = (
    "left right|old new|old young|cheap expensive|inexpensive expensive|first last|above below"
    "|before after|ahead behind|top bottom|early late|earlier later|fast slow|quick slow|high low"
    "|short tall|short long|light heavy|small big|small large|weak strong|poor rich|cold hot"
    "|cold warm|narrow wide|shallow deep|quiet loud|dim bright|thin thick|near far|close far"
    "|easy hard|easy difficult|few many|front back|north south|west east|worse better|bad good"
)
_FIRST_END = {pair.split()[0] for pair in _SCALES.split("|")}
_LAST_END = {pair.split()[1] for pair in _SCALES.split("|")}
_VERBS = {"finish", "come", "place", "rank", "arrive", "end", "stand", "sit", "be", "in"}
_IRREGULAR = {"best": "good", "worst": "bad", "better": "good", "worse": "bad", "less": "few"}


@dataclass
class Ordering:
    """Things in a row and what is known of their places."""

    size: int = 0
    things: dict[str, int] = field(default_factory=dict)
    constraints: list[list[Any]] = field(default_factory=list)

    def number(self, thing: str) -> int:
        """Give a thing its number, a new one where it has none yet."""
        return self.things.setdefault(thing, len(self.things) + 1)

    def read(self, formula: Formula) -> list[list[Any]] | None:
        """Turn a formula into constraints, or None where it says nothing about places."""
        match formula:
            case ["and", left, right]:
                first, second = self.read(left), self.read(right)
                return None if first is None or second is None else first + second
            case ["not", inner]:
                read = self.read(inner)
                return [["not", *read[0]]] if read is not None and len(read) == 1 else None
            case ["p", name, thing]:
                place = _place(str(name).split("_"), self.size)
                return None if place is None else [["at", self.number(thing), place]]
            case ["p", name, left, right] if not str(right).isdigit():
                relation = _relation(str(name).split("_"))
                if relation is None:
                    return None
                kind, forward = relation
                pair = (left, right) if forward else (right, left)
                return [[kind, self.number(pair[0]), self.number(pair[1])]]
        return None


def listed_things(sentence: str) -> int:
    """Count the things a sentence lists after a colon, or names by number; 0 for none."""
    head, colon, tail = sentence.partition(":")
    if colon:
        items = re.split(r",\s*(?:and\s+)?|\s+and\s+", tail.strip(" ."))
        return len([item for item in items if item])
    words = re.findall(r"[a-z]+|\d+", head.lower())
    counts = [_COUNTS.get(word, int(word) if word.isdigit() else 0) for word in words]
    return max(counts, default=0)


def _stem(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for ending in ("most", "est", "er"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 1:
            options = [stem, stem + "e", stem[:-1], re.sub("i$", "y", stem)]
            known = [option for option in options if option in _FIRST_END | _LAST_END]
            return known[0] if known else stem
    return word


def _at_first_end(word: str) -> bool | None:
    stem = _stem(word)
    if stem in _FIRST_END:
        return True
    return False if stem in _LAST_END else None


def _place(words: list[str], size: int) -> int | None:
    if words[0] in _VERBS and len(words) > 1:
        words = words[1:]
    rank = 1
    if words[0] in ORDINALS:
        rank = ORDINALS[words[0]]
        words = words[1:]
    match words:
        case []:
            return rank
        case ["last"] | ["to", "last"]:
            return size - rank + 1
        case ["from", side]:
            first: bool | None = _at_first_end(side)
        case ["most" | "least" as much, adjective]:
            first = bool(_at_first_end(adjective)) is (much == "most")
        case [superlative] if superlative.endswith(("est", "most")) or superlative in _IRREGULAR:
            first = _at_first_end(superlative) or False
        case _:
            return None
    if first is None or not size:
        return None
    return rank if first else size - rank + 1


def _relation(words: list[str]) -> tuple[str, bool] | None:
    """Read a relation as its kind and whether the subject is nearer the first end."""
    kind = "before"
    words = [word for word in words if word not in _VERBS]
    for adverb in ("immediately", "directly", "just"):
        if adverb in words:
            kind, words = "next", [word for word in words if word != adverb]
    match words:
        case ["more" | "less" as much, adjective, "than"]:
            return kind, bool(_at_first_end(adjective)) is (much == "more")
        case [comparative, "than"] if comparative.endswith("er") or _at_first_end(comparative):
            return kind, bool(_at_first_end(comparative))
        case ["next", "to"] | ["beside"] | ["adjacent", "to"]:
            return "beside", True
        case [preposition] if _at_first_end(preposition) is not None:
            return kind, bool(_at_first_end(preposition))
        case [preposition, "of"] if _at_first_end(preposition) is not None:
            return kind, bool(_at_first_end(preposition))
    return None
