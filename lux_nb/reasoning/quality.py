"""How much a turn says: the score that decides which older turns are sent along again."""

import re

_WORDS = re.compile(r"[^\W\d_]{2,}|\d+(?:\.\d+)?", re.UNICODE)
_COMMON = frozenset(
    """a about after all also an and any are as at be because been but by can could did do does
    for from had has have he her his how i if in into is it its just like me more most my no not
    of on one only or other our out over she should so some such than that the their them then
    there these they this to up was we were what when where which who will with would you your
    """.split()
)
ENOUGH_WORDS = 12


def content_words(text: str) -> list[str]:
    """Return the words that carry meaning, in lower case."""
    return [word for word in _WORDS.findall(text.lower()) if word not in _COMMON]


def turn_quality(content: str, answered: str | None = None) -> float:
    """Score a turn from 0 to 1.

    The mean of: the share of its content words that are not repetitions, how near it comes to
    a dozen content words, and, for an answer, the share of the question's words it takes up.
    """
    words = content_words(content)
    if not words:
        return 0.0
    variety = len(set(words)) / len(words)
    substance = min(1.0, len(set(words)) / ENOUGH_WORDS)
    parts = [variety, substance]
    asked = set(content_words(answered)) if answered else set()
    if asked:
        parts.append(len(asked & set(words)) / len(asked))
    return round(sum(parts) / len(parts), 4)
