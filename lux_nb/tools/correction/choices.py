"""Find the allowed value that a near-miss means: spelling, word form, abbreviation, wording."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any

from lux_nb.tools.correction.names import squash, words

MAX_CHOICES = 200
MIN_RATIO = 0.76
MARGIN = 0.08
_ENDINGS = ("ing", "ly", "ed", "es", "s", "y", "e")

Choice = tuple[Any, float, str]
"""The allowed value, the confidence, and in which way it comes near."""


def match_choice(value: Any, choices: Sequence[Any]) -> Choice | None:
    """Return the one choice a value comes near, with the confidence and in which way."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
        if value in choices:
            return value, 0.9, "unwrapping"
    if isinstance(value, dict | list | bool) or value is None:
        return None
    bare = str(value).strip().strip("\"'`").strip()
    if bare in choices:
        return bare, 0.96, "spelling"
    flat = squash(bare)
    same = [choice for choice in choices if squash(str(choice)) == flat]
    if not flat or len(same) == 1:
        return (same[0], 0.96, "spelling") if flat else None
    texts = [choice for choice in choices[:MAX_CHOICES] if isinstance(choice, str)]
    for found, confidence, how in (
        (_by_stem(flat, texts), 0.9, "word form"),
        (_by_beginning(flat, texts), 0.86, "abbreviation"),
        (_by_word(str(value), texts), 0.8, "wording"),
    ):
        if len(found) == 1:
            return found[0], confidence, how
    return _by_ratio(flat, texts)


def _by_stem(flat: str, choices: list[str]) -> list[str]:
    return [choice for choice in choices if _stem(squash(choice)) == _stem(flat)]


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if len(word) > len(ending) + 2 and word.endswith(ending):
            return word[: -len(ending)]
    return word


def _by_beginning(flat: str, choices: list[str]) -> list[str]:
    if len(flat) >= 3:
        found = [choice for choice in choices if _begins(squash(choice), flat)]
        if found:
            return found
    if len(flat) == 1:
        return [choice for choice in choices if squash(choice).startswith(flat)]
    return [choice for choice in choices if "".join(word[0] for word in words(choice)) == flat]


def _begins(choice: str, flat: str) -> bool:
    return choice.startswith(flat) or (len(choice) >= 3 and flat.startswith(choice))


def _by_word(text: str, choices: list[str]) -> list[str]:
    given = set(words(text))
    return [choice for choice in choices if words(choice) and set(words(choice)) <= given]


def _by_ratio(flat: str, choices: list[str]) -> Choice | None:
    scored = sorted(
        (
            (SequenceMatcher(None, flat, squash(choice), autojunk=False).ratio(), choice)
            for choice in choices
        ),
        reverse=True,
    )
    if not scored or scored[0][0] < MIN_RATIO:
        return None
    ratio, best = scored[0]
    if len(scored) > 1 and ratio - scored[1][0] < MARGIN:
        return best, 0.5, "similarity"
    return best, min(0.9, ratio), "similarity"
