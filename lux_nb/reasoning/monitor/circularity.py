"""How the reason of a short argument compares with its claim: whether it adds anything."""

import re
from functools import cache

import numpy as np

from lux_nb.models.embedding_static import StaticEmbedder
from lux_nb.reasoning.monitor.lexicons import FUNCTION_WORDS, NEGATIONS
from lux_nb.reasoning.monitor.lexing import Floats, normalise

MEASURES = (
    "gives_reason",
    "repeated",
    "alike",
    "least_alike",
    "nothing_new",
    "new_words",
    "same_subject",
    "both_judge",
    "mutual",
    "own_word",
    "named",
    "loaded",
    "undeniable",
    "said_twice",
    "length",
    "long",
    "crowd",
    "choice",
    "sequence",
    "person",
    "figures",
    "condition",
    "dialogue",
)
_REASON = re.compile(
    r"\b(?:is|are|was|were)?\s*(?:(?:just |simply |only )?because(?: of)?|since|after all"
    r"|given that|for the (?:simple )?reason that|on the grounds that|thanks to|seeing that)\b"
)
_RESULT = re.compile(
    r"\b(?:therefore|thus|hence|so|it follows that|which (?:shows|proves|means)(?: that)?"
    r"|(?:that is|thats|which is) why|in other words)\b"
)
_WORD = re.compile(r"[a-z]{2,}")
_ENDINGS = tuple(
    """fulness ability ization ations iness ingly ation ness ment able ible tion sion ally ship
    ing est ful ity ive ies ied ous ly ed er es al or s e y""".split()
)
_SKIPPED = (FUNCTION_WORDS | NEGATIONS) - {"right", "wrong", "false", "incorrect", "impossible"}
_EMPTY = frozenset(
    """person people man woman one someone something anything everything way ever really truly
    always there those quality kind simply just much many lot very so fact case such
    world""".split()
)
_JUDGING = frozenset(
    """good bad best better worst worse great greatest right wrong true false important necessary
    valuable beautiful ugly moral immoral evil excellent wonderful terrible awful superior inferior
    popular loved valid correct trustworthy honest reliable safe dangerous harmful healthy
    unhealthy legal illegal fair unfair sinful perfect awesome amazing ideal essential vital useful
    useless should must deserve deserves ought""".split()
)
_PRONOUN = re.compile(
    r"^\W*(?:it|its|he|hes|she|shes|they|theyre|i|im|you|youre|we|were|those|such|that)\b"
)
_OWN_WORD = re.compile(
    r"\b(?:says? so|said so|told (?:me|us) so|(?:says?|tells? us|told (?:me|us)|claims?) (?:that )?"
    r"(?:it|he|she|they|i|you)(?:s| is| are| am|re|m)?\b|(?:him|her|it|them|my|your)sel(?:f|ves)"
    r"|never (?:lies?|wrong|mistaken)|word of)\b"
)
_NAMED = re.compile(
    r"\bcircular (?:reasoning|argument|logic)|begg?(?:ing|s)? the question|\bpetitio\b"
    r"|(?:conclusion|premises?)\b.{0,60}\b(?:premises?|conclusion)\b|assumes? (?:what|the very)"
    r"|\b(?:restat|repeat)\w*\b.{0,30}\b(?:claim|argument|conclusion)"
)
_LOADED = re.compile(
    r"^\W*(?:(?:the|this|that|these|those|such|all|any|our|your) )?"
    r"(?:\w+(?:y|ful|ous|ing|less|ive|ed|al|ent|ible|able)\b"
    r"(?:,? and |, | ))+(?:\w+ ){1,4}(?:should|must|ought|has to|have to|needs? to|deserves?)\b"
)
_UNDENIABLE = re.compile(
    r"\b(?:no ?(?:one|body) (?:can|could|would) (?:deny|doubt|dispute)"
    r"|(?:must|has to) be (?:acknowledged|admitted|accepted)"
    r"|it is (?:obvious|clear|evident|self evident) that"
    r"|the only (?:valid|legitimate|true|right|real|correct)"
    r"|by definition|is defined as|goes without saying)\b"
)
_CROWD = re.compile(
    r"\b(?:every ?(?:one|body)|most people|millions?|majority"
    r"|all (?:my|the|his|her|of my|of the) \w+s|nobody else|percent)\b"
)
_CHOICE = re.compile(r"\b(?:either|or else|rather than|choose|choices?|only two)\b")
_SEQUENCE = re.compile(
    r"\b(?:then|after (?!all)|later|last \w+|yesterday|ever since|every time"
    r"|whenever|the next day|soon|next|eventually|once)\b"
)
_PERSON = re.compile(
    r"\b(?:jerk|idiot|stupid|dumb|ugly|fat|liar|hypocrite|criminal"
    r"|expert|doctor|professor|celebrity|actor|star|famous|dentist|scientists?)\b"
)
_FIGURES = re.compile(
    r"\d|\b(?:two|three|four|five|six|ten|hundred|thousand|study|studies|statistics)\b"
)
_CONDITION = re.compile(r"\b(?:if|unless|suppose|would you)\b")
_DIALOGUE = re.compile(r"(?:^|\n)\s*[\w. ]{1,20}:", re.MULTILINE)


def circularity(text: str) -> Floats:
    """Return what tells a circular argument from others, in the order of ``MEASURES``."""
    plain = normalise(text)
    words = _WORD.findall(plain)
    claim, reason, gives = _claim_and_reason(plain)
    repeated, alike, least, fresh = _comparison(_content(claim), _content(reason))
    said = gives and bool(reason)
    judged = bool(_JUDGING & set(_WORD.findall(claim))) and bool(
        _JUDGING & set(_WORD.findall(reason))
    )
    length = min(len(words), 80) / 20.0
    return np.array(
        [
            float(gives),
            repeated * gives,
            alike * gives,
            least * gives,
            float(said and fresh == 0),
            min(fresh, 6) / 3.0 * gives,
            float(said and _same_subject(claim, reason)),
            float(gives and judged),
            _mutual(plain),
            float(bool(_OWN_WORD.search(plain))),
            float(bool(_NAMED.search(plain))),
            float(bool(_LOADED.search(plain)) and not gives),
            float(bool(_UNDENIABLE.search(plain))),
            0.0 if gives else max(repeated, alike if fresh == 0 else 0.0),
            length,
            float(len(words) > 35),
            float(bool(_CROWD.search(plain))),
            float(bool(_CHOICE.search(plain))),
            float(bool(_SEQUENCE.search(plain))),
            float(bool(_PERSON.search(plain))),
            float(bool(_FIGURES.search(plain))),
            float(bool(_CONDITION.search(plain))),
            float(len(_DIALOGUE.findall(plain)) > 1),
        ]
    )


def _claim_and_reason(plain: str) -> tuple[str, str, bool]:
    """Split an argument; where nothing joins its parts, its first and last sentence are taken."""
    found = _REASON.search(plain)
    if found:
        before, after = plain[: found.start()], plain[found.end() :]
        if _content(before):
            return _last_sentence(before), _first_sentence(after), True
        reason, _, claim = after.partition(",")
        return claim, reason, bool(_content(claim))
    found = _RESULT.search(plain)
    if found and _content(plain[: found.start()]):
        return _first_sentence(plain[found.end() :]), plain[: found.start()], False
    sentences = [part for part in re.split(r"[.!?;\n:]+", plain) if _content(part)]
    if len(sentences) > 1:
        return sentences[-1], sentences[0], False
    return plain, "", False


def _first_sentence(text: str) -> str:
    return re.split(r"[.!?;\n\"”]\s|\band therefore\b", text.strip(), maxsplit=1)[0]


def _last_sentence(text: str) -> str:
    parts = [part for part in re.split(r"[.!?;\n]\s", text) if _content(part)]
    return parts[-1] if parts else text


def _content(text: str) -> list[str]:
    found = [word for word in _WORD.findall(text) if word not in _SKIPPED and word not in _EMPTY]
    return list(dict.fromkeys(found))


def _comparison(claim: list[str], reason: list[str]) -> tuple[float, float, float, int]:
    """Return how much of the reason stands in the claim, by stem and by meaning."""
    if not claim or not reason:
        return 0.0, 0.0, 0.0, 0
    stems = {stem(word) for word in claim}
    same = np.array([stem(word) in stems for word in reason])
    vectors = _vectors(tuple(claim + reason))
    cosines = (vectors[len(claim) :] @ vectors[: len(claim)].T).max(axis=1)
    near = np.where(same, 1.0, cosines)
    return float(same.mean()), float(near.mean()), float(near.min()), int((near < 0.42).sum())


@cache
def _embedder() -> StaticEmbedder:
    return StaticEmbedder()


def _vectors(words: tuple[str, ...]) -> Floats:
    return _embedder().embed(words).astype(np.float64)


def _same_subject(claim: str, reason: str) -> bool:
    if _PRONOUN.search(reason):
        return True
    first, second = _content(claim)[:1], _content(reason)[:1]
    return bool(first and second) and stem(first[0]) == stem(second[0])


def _mutual(plain: str) -> float:
    """Return how far two reasons name each other: this because of that, that because of this."""
    parts = _REASON.split(plain)
    if len(parts) < 3:
        return 0.0
    first, last = ({stem(word) for word in _content(part)} for part in (parts[0], parts[-1]))
    return len(first & last) / max(min(len(first), len(last)), 1)


def stem(word: str) -> str:
    """Return a word without its ending, so that its forms meet."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)].rstrip("i")
    return word
