"""Extract the statements of a text, each with its place and how sure it sounds."""

import re

from lux_nb.memory.grounding import cues
from lux_nb.memory.grounding.results import Claim
from lux_nb.memory.grounding.segment import is_code, sentence_spans
from lux_nb.memory.grounding.words import STOP, word_spans

_CLAUSE = re.compile(r";\s+|,?\s+(?:but|whereas)\s+")
_FEWEST = 4


def extract_claims(text: str) -> list[Claim]:
    """Return the statements of a text in order; ``text[c.start:c.end] == c.text`` for each.

    Questions, code blocks and pieces without content are left out. Where a text holds nothing
    else, its sentences are returned as they are, so that an answer which only asks is not empty.
    """
    spans = [span for span in sentence_spans(text) if _has_content(text[slice(*span)])]
    stated = [(s, e) for s, e in spans if not is_code(text[s:e]) and not _asks(text[s:e])]
    pieces = [piece for start, end in stated or spans for piece in _clauses(text, start, end)]
    return [Claim(text[s:e], s, e, certainty(text[s:e])) for s, e in pieces]


def certainty(text: str) -> float:
    """Return how sure the words of a statement are: 1 is flat assertion, 0 is pure guess."""
    kept = 1.0
    for start, end in word_spans(text):
        word = text[start:end].lower()
        if word in cues.HEDGES and not (word == "may" and text[start].isupper() and start):
            kept *= 1.0 - cues.HEDGES[word]
        elif word in cues.BOOSTERS:
            kept = min(1.0, kept * 1.1)
    return round(kept, 6)


def _asks(sentence: str) -> bool:
    return sentence.rstrip("\"'”’) ").endswith(("?", "？"))


def _has_content(piece: str) -> bool:
    return any(piece[a:b].lower() not in STOP for a, b in word_spans(piece))


def _clauses(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Cut a sentence at contrasts and semicolons, where both sides can stand alone."""
    if is_code(text[start:end]):
        return [(start, end)]
    spans: list[tuple[int, int]] = []
    at = start
    for found in _CLAUSE.finditer(text, start, end):
        inside_quote = text.count('"', start, found.start()) % 2 or text.count(
            "“", start, found.start()
        ) != text.count("”", start, found.start())
        if inside_quote or not (_long(text, at, found.start()) and _long(text, found.end(), end)):
            continue
        spans.append((at, found.start()))
        at = found.end()
    return [*spans, (at, end)]


def _long(text: str, start: int, end: int) -> bool:
    words = [text[a:b].lower() for a, b in word_spans(text[start:end], start)]
    return len(words) >= _FEWEST and sum(word not in STOP for word in words) >= 2
