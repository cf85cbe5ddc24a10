"""The parts of a short argument: what it claims, and the reason it gives for that."""

import re
from typing import NamedTuple

from lux_nb.reasoning.monitor.lexicons import FUNCTION_WORDS, NEGATIONS

_REASON = re.compile(
    r"\b(?:is|are|was|were)?\s*(?:(?:just |simply |only )?because(?: of)?|since|after all"
    r"|given that|for the (?:simple )?reason that|on the grounds that|thanks to|due to"
    r"|seeing that)\b"
)
_WHEN = re.compile(
    r"\bsince (?:then|when|\d|(?:i|we|you|he|she|they|the \w+) (?:got|came|started|took|began"
    r"|arrived|bought|moved|changed|left|was passed|was born|were born))\b|\bever since\b"
)
_REASON_IS = re.compile(
    r"\b(?:the|a) (?:only |main |real )?reason (?:why |that )?(?=.{3,80}\bis\b)"
)
_IS_THAT = re.compile(r"\bis (?:that|because)\b")
_RESULT = re.compile(
    r"\b(?:therefore|thus|hence|so|it follows that|which (?:shows|proves|means)(?: that)?"
    r"|(?:that is|thats|which is) why|in other words)\b"
)
# What a quiz asks about an argument is no part of it.
_QUIZ = re.compile(
    r"(?:^|(?<=[.!?\"”)\]\n,]))\s*[^.!?\"”\n]*\b(?:fallac(?:y|ies)|example of|technique|identify"
    r"|type of (?:argument|reasoning|appeal))\b[^.!?\n]*[.?!…)]*"
)
_SAID_BY = re.compile(
    r"^[^\"“.!?]{1,60}\b(?:says?|said|states?|stated|claims?|argues?|writes?|tells? (?:\w+ ){1,3})"
    r"[,:]?\s*[\"“]"
)
_ASIDE = re.compile(r"[\[\](){}\"“”]")
_SENTENCE = re.compile(r"[.!?;\n:]+")
_END = re.compile(r"[.!?;\n]\s|\band therefore\b|, and \w+ (?:is|are)\b")
_WORD = re.compile(r"[a-z]{2,}")
_SKIPPED = (FUNCTION_WORDS | NEGATIONS) - {"right", "wrong", "false", "incorrect", "impossible"}
_EMPTY = frozenset(
    """person people man woman one someone something anything everything way ever really truly
    always there those quality kind simply just much many lot lots very so fact case such world
    reason often other others another else every everyone everybody""".split()
)


class Argument(NamedTuple):
    """An argument taken apart; ``joint`` says by what: "reason", "result", or nothing."""

    plain: str
    claim: str
    reason: str
    joint: str


def take_apart(text: str) -> Argument:
    """Split a normalised text; where nothing joins its parts, first and last sentence are taken."""
    plain = _unframed(text)
    found = _joint(plain)
    if found:
        before, after = plain[: found.start()], plain[found.end() :]
        if content(before):
            return Argument(plain, _last_sentence(before), _first_sentence(after), "reason")
        reason, _, claim = after.partition(",")
        if content(claim):
            return Argument(plain, _first_sentence(claim), reason, "reason")
        return Argument(plain, reason, "", "")
    found = _RESULT.search(plain)
    if found and content(plain[: found.start()]):
        before, after = plain[: found.start()], _first_sentence(plain[found.end() :])
        if content(after):
            return Argument(plain, after, _last_sentence(before), "result")
    sentences = [part for part in _SENTENCE.split(plain) if content(part)]
    if len(sentences) > 1:
        return Argument(plain, sentences[-1], sentences[0], "")
    return Argument(plain, plain, "", "")


def reasons(plain: str) -> list[str]:
    """Return the parts of a text between the words that give a reason."""
    return _REASON.split(plain)


def content(text: str) -> list[str]:
    """Return the different words of a text that say something, in order."""
    found = [word for word in _WORD.findall(text) if word not in _SKIPPED and word not in _EMPTY]
    return list(dict.fromkeys(found))


def _unframed(plain: str) -> str:
    bare = _QUIZ.sub(" ", plain)
    bare = _SAID_BY.sub("", bare)
    bare = _ASIDE.sub(" ", bare).strip()
    return bare if len(content(bare)) > 1 else _ASIDE.sub(" ", plain).strip()


def _joint(plain: str) -> re.Match[str] | None:
    opening = _REASON_IS.search(plain)
    if opening:
        found = _IS_THAT.search(plain, opening.end())
        if found:
            return found
    times = [match.span() for match in _WHEN.finditer(plain)]
    for found in _REASON.finditer(plain):
        if not any(found.start() < end and start < found.end() for start, end in times):
            return found
    return None


def _first_sentence(text: str) -> str:
    return _END.split(text.strip(), maxsplit=1)[0]


def _last_sentence(text: str) -> str:
    parts = [part for part in re.split(r"[.!?;\n]\s", text) if content(part)]
    return parts[-1] if parts else text
