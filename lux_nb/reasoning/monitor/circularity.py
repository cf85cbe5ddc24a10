"""What tells a circular argument from others, above all whether its reason adds anything."""

import re

from lux_nb.reasoning.monitor import circular_phrases as phrases
from lux_nb.reasoning.monitor.argument import Argument, content, reasons, take_apart
from lux_nb.reasoning.monitor.lexing import normalise
from lux_nb.reasoning.monitor.restatement import compare
from lux_nb.reasoning.monitor.senses import stem

_LONGEST = 2000
_SENTENCE = re.compile(r"[.!?;\n:]+")
_MOST_SENTENCES = 16


def circularity(text: str) -> dict[str, float]:
    """Return the measures of a short argument by name, most of them 0 to 1."""
    whole = normalise(text[:_LONGEST])
    parts = take_apart(whole)
    measured = _relation(parts) | _wording(parts.plain, whole, parts.joint == "reason")
    return {name: float(value) for name, value in measured.items()}


def _relation(parts: Argument) -> dict[str, float]:
    """Return how the reason stands to the claim; what follows "so" is compared more loosely."""
    compared = compare(content(parts.claim), content(parts.reason), _predicate(parts.claim))
    given = parts.joint == "reason"
    judged = [phrases.JUDGING & set(phrases.WORD.findall(part)) for part in parts[1:3]]
    loosely = max(compared.repeated, compared.alike if compared.fresh == 0 else 0.0)
    measured = {
        "repeated": compared.repeated,
        "alike": compared.alike,
        "least_alike": compared.least_alike,
        "nothing_new": compared.fresh == 0 and bool(parts.reason),
        "new_words": min(compared.fresh, 6) / 3.0,
        "news": compared.news,
        "restated": compared.restated,
        "same_sense": compared.same_sense,
        "sentence_alike": compared.whole,
        "same_subject": bool(parts.reason) and _same_subject(parts),
        "both_judge": all(judged),
    }
    return {name: value * given for name, value in measured.items()} | {
        "gives_reason": given,
        "gives_result": parts.joint == "result",
        "said_twice": 0.0 if given else loosely,
        "of_itself": 0.0 if given or parts.reason else _of_itself(parts.plain),
        "mutual": _mutual(parts.plain),
    }


def _wording(plain: str, whole: str, given: bool) -> dict[str, float]:
    """Return which turns of phrase are met, with and without the question asked about it."""
    words = phrases.WORD.findall(plain)
    named = bool(phrases.NAMED.search(whole))
    measured: dict[str, float] = {
        name: bool(pattern.search(plain)) for name, pattern in phrases.TURNS.items()
    }
    return measured | {
        "named": named,
        "loaded": bool(phrases.LOADED.search(plain)) and not given,
        "describes": bool(phrases.DESCRIBES.search(plain)) and not named,
        "dialogue": len(phrases.DIALOGUE.findall(whole)) > 1,
        "echo": _echo(whole),
        "length": min(len(words), 80) / 20.0,
        "long": len(words) > 35,
    }


def _predicate(claim: str) -> list[str]:
    """Return what a claim says of its subject."""
    found = phrases.COPULA.search(claim)
    words = content(claim)
    return (content(claim[found.end() :]) if found else words[1:]) or words


def _same_subject(parts: Argument) -> bool:
    if phrases.PRONOUN.search(parts.reason):
        return True
    first, second = content(parts.claim)[:1], content(parts.reason)[:1]
    return bool(first and second) and stem(first[0]) == stem(second[0])


def _stems(text: str) -> set[str]:
    return {stem(word) for word in content(text)}


def _mutual(plain: str) -> float:
    """Return how far two reasons name each other: this because of that, that because of this."""
    found = reasons(plain)
    if len(found) < 3:
        return 0.0
    first, last = _stems(found[0]), _stems(found[-1])
    return len(first & last) / max(min(len(first), len(last)), 1)


def _echo(plain: str) -> float:
    """Return how far one sentence says again what another one said."""
    sentences = [_stems(part) for part in _SENTENCE.split(plain)[:_MOST_SENTENCES]]
    sentences = [part for part in sentences if len(part) > 1]
    shares = [
        len(first & second) / min(len(first), len(second))
        for place, first in enumerate(sentences)
        for second in sentences[place + 1 :]
    ]
    return max(shares, default=0.0)


def _of_itself(plain: str) -> float:
    """Return how far a sentence says of its subject what the subject is called already."""
    found = phrases.COPULA.search(plain)
    if not found:
        return 0.0
    before, after = _stems(plain[: found.start()]), _stems(plain[found.end() :])
    return len(before & after) / max(len(after), 1)
