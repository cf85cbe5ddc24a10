"""How near two names are: by spelling, by abbreviation and by meaning."""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")

# Words that tool authors use for one another. The first of each line stands for all.
_SYNONYMS = """
location place position address area region where city town
number count quantity amount num total qty no nr size limit
query search question term keyword phrase q prompt
start begin from initial origin source departure since
end finish to stop final destination target until arrival
file path filename filepath document
url link uri href website site endpoint
identifier id key code reference ref uuid
name title label
description summary detail details info information
unit units measure measurement
date day when
text message body content string
email mail
user username account
language lang locale
price cost fee charge rate
weight mass
maximum max highest upper top
minimum min lowest lower bottom
average mean
format type kind category style mode
order sort sorting
year years yr
duration length period
person people guest guests
recipient receiver
function method operation action
list items array elements values data
enable include with show enabled
speed velocity
temperature temp
picture image photo
movie film
command cmd
argument parameter param arg
currency money
company firm organization organisation
phone telephone tel mobile
state province
first one a x
second two b y
third three c z
"""
_CANONICAL = {
    word: line.split()[0] for line in _SYNONYMS.strip().splitlines() for word in line.split()
}


class Match(NamedTuple):
    """How near a candidate is, from 0 to 1, and in which way."""

    name: str
    score: float
    how: str


@lru_cache(maxsize=4096)
def words(name: str) -> tuple[str, ...]:
    """Split a name into its lower-case words: ``maxItemCount`` → max, item, count."""
    return tuple(part.lower() for part in _PARTS.findall(name))


def squash(name: str) -> str:
    """Reduce a name to its letters and digits."""
    return "".join(words(name))


def _meaning(word: str) -> str:
    singular = (
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
    )
    return _CANONICAL.get(word) or _CANONICAL.get(singular) or singular


@lru_cache(maxsize=4096)
def similarity(first: str, second: str) -> tuple[float, str]:
    """Return how near two names are and why: spelling, abbreviation or meaning."""
    flat_first, flat_second = squash(first), squash(second)
    if not flat_first or not flat_second:
        return 0.0, "nothing"
    if flat_first == flat_second:
        return 1.0, "spelling"
    if flat_first.rstrip("s") == flat_second.rstrip("s"):
        return 0.96, "spelling"
    ratio = SequenceMatcher(None, flat_first, flat_second, autojunk=False).ratio()
    best = (
        (ratio, "spelling") if ratio >= 0.78 and _same_numbers(first, second) else (0.0, "nothing")
    )
    return max(best, _abbreviation(first, second), _same_meaning(first, second))


def _same_numbers(first: str, second: str) -> bool:
    """``color1`` and ``color2`` are spelled alike but are different things."""
    digits = [[word for word in words(name) if word.isdecimal()] for name in (first, second)]
    return digits[0] == digits[1]


def _abbreviation(first: str, second: str) -> tuple[float, str]:
    short, long = sorted((words(first), words(second)), key=lambda item: len("".join(item)))
    flat_short, flat_long = "".join(short), "".join(long)
    if len(flat_short) >= 3 and flat_long.startswith(flat_short) and len(long) == len(short):
        return 0.86, "abbreviation"
    if len(long) >= 2 and flat_short == "".join(word[0] for word in long):
        return 0.8, "abbreviation"
    if len(short) == len(long) and all(
        b.startswith(a) or a.startswith(b) for a, b in zip(short, long, strict=True)
    ):
        return 0.85, "abbreviation"
    if len(flat_short) >= 3 and len(short) == 1 and _is_skeleton(flat_short, flat_long):
        return 0.74, "abbreviation"
    return 0.0, "nothing"


def _is_skeleton(short: str, long: str) -> bool:
    """``msg`` keeps letters of ``message`` in their order, beginning with the first."""
    if short[0] != long[0] or any(vowel in short for vowel in "aeiou"):
        return False
    rest = iter(long)
    return all(letter in rest for letter in short)


def _same_meaning(first: str, second: str) -> tuple[float, str]:
    left, right = ({_meaning(word) for word in words(name)} for name in (first, second))
    if left == right:
        return 0.88, "meaning"
    shared = left & right
    if not shared or not _same_numbers(first, second):
        return 0.0, "nothing"
    if left < right or right < left:
        return 0.72 + 0.1 * len(shared) / max(len(left), len(right)), "meaning"
    return 0.7 * len(shared) / len(left | right), "meaning"


def best_matches(name: str, candidates: Iterable[str], floor: float = 0.5) -> list[Match]:
    """Return the candidates that come near ``name``, nearest first."""
    found = [Match(candidate, *similarity(name, candidate)) for candidate in candidates]
    return sorted((item for item in found if item.score >= floor), key=lambda item: -item.score)
