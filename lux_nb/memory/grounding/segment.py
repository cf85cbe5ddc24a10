"""Cut a text into sentences, keeping where each of them stands.

Abbreviations, initials, decimals, versions, file names and URLs do not end a sentence; list
items, headings and blank lines do. Fenced code is one piece, since its dots and line ends mean
something else.
"""

import re

from lux_nb.memory.grounding.cues import listed

ABBREVIATIONS = frozenset(
    listed(
        """
        mr mrs ms dr prof sr jr st mt gen col sgt capt lt rev hon gov sen rep pres inc ltd co
        corp dept univ assn bros fig figs eq eqs ref refs vol vols pp no nos ed eds ch sec art
        approx est vs etc al cf eg ie viz ca resp incl excl min max avg temp jan feb mar apr jun
        jul aug sep sept oct nov dec mon tue wed thu fri sat sun u.s u.k u.n e.u e.g i.e a.m p.m
        ph.d b.a m.a b.sc m.sc d.c l.a
        """
    )
)
_FENCE = re.compile(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1[^\n]*$|\Z)", re.M | re.S)
_BREAK = re.compile(
    # One set of characters comes first, since the search can skip to them.
    r"[\n.!?…。！？](?:"
    r"(?<=\n)[ \t]*(?:\n[ \t]*)+"  # a blank line
    r"|(?<=\n)(?=[ \t]*(?:[-*+•–]|\d{1,3}[.)]|#{1,6})[ \t])"  # a list item or heading begins
    r"|(?<=[.!?:;]\n)|(?<=[.!?:;][ \t]\n)|(?<=[.!?:;][ \t][ \t]\n)"  # a line that ended
    r"|(?<=\n)(?=[A-Z\"“'(])"  # a line that begins anew
    r"|(?<=[.!?…。！？])[.!?…。！？]*[\"'”’)\]]*(?=\s|$)|(?<=[。！？]))"
)
_MARKER = re.compile(r"[ \t]*(?:(?:[-*+•–]|\d{1,3}[.)]|#{1,6}|>)[ \t]+)*")
_LETTER = re.compile(r"[^\W_]")
_LAST_WORD = re.compile(r"([\w.]+)$")


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return the (start, end) of every sentence, in order, without surrounding blanks."""
    spans: list[tuple[int, int]] = []
    at = 0
    for fence in _FENCE.finditer(text) if "```" in text or "~~~" in text else ():
        spans += _prose_spans(text, at, fence.start())
        spans += _trimmed(text, fence.start(), fence.end(), marker=False)
        at = fence.end()
    return spans + _prose_spans(text, at, len(text))


def is_code(sentence: str) -> bool:
    """Say whether a sentence span is a fenced block of code."""
    return sentence.startswith(("```", "~~~"))


def _prose_spans(text: str, start: int, end: int) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    at = start
    for found in _BREAK.finditer(text, start, end):
        piece = found.group()
        if piece[0] in ".!?…" and not _ends_sentence(text, at, found):
            continue
        cut = found.start() if piece[0] == "\n" else found.end()
        spans += _trimmed(text, at, cut)
        at = cut
    return spans + _trimmed(text, at, end)


def _ends_sentence(text: str, start: int, found: re.Match[str]) -> bool:
    """Decide whether a full stop ends the sentence that began at ``start``."""
    following = text[found.end() : found.end() + 3].lstrip()
    if found.group()[0] != ".":
        return not following[:1].islower()
    if found.group().startswith("..") and following[:1].islower():
        return False
    word = _LAST_WORD.search(text, max(start, found.start() - 24), found.start())
    if word:
        last = word.group(1)
        if last.isdigit() and not text[start : word.start()].strip(" \t\n-*•#>"):
            return False
        if last.lower() in ABBREVIATIONS:
            return not following or (
                last.lower() in ("etc", "al", "inc") and following[0].isupper()
            )
        if len(last) == 1 and last.isupper() and last != "I":
            return not following
    return not following or not following[0].islower()


def _trimmed(text: str, start: int, end: int, *, marker: bool = True) -> list[tuple[int, int]]:
    if marker:
        while start < end and text[start].isspace():
            start += 1
        found = _MARKER.match(text, start, end)
        start = found.end() if found else start
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return [(start, end)] if _LETTER.search(text, start, end) else []
