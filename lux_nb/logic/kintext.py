"""The text of a story about relatives: its words, its sentences, who is likely a man or a woman."""

import re
from functools import cache
from pathlib import Path

from lux_nb.logic.kinship import kin_term

STOPS = frozenset(".!?;")
BE = frozenset({"is", "was", "are", "were", "be", "being"})
CLAUSES = frozenset({"that", "if", "when", "because", "since", "while", "but", "so", "whether"})
_TOKEN = re.compile(r"\[[^\]]+\]|'s\b|[\w-]+(?:'(?!s\b)\w+)?|[.,;!?]")
_AUXILIARIES = BE | {"has", "have", "had", "does", "do", "did", "can", "could", "will", "would"}
_PRESENT = {"loves", "likes", "loved", "goes", "wants", "enjoys", "says", "asks", "takes", "run"}
_FUNCTION = frozenset(
    (
        "of to with for and by at from in on a an the or who whom whose which as than "
        "asked told called invited visited took met saw about named"
    ).split()
)
_GOVERNING = frozenset({"with", "to", "for", "from", "of", "at", "about", "by"})
_BOUNDARIES = CLAUSES | {"and", "or", "who", "which", "whose", ",", "where", "after"}


@cache
def _irregular_pasts() -> frozenset[str]:
    text = (Path(__file__).parent / "prolog" / "irregular.pl").read_text(encoding="utf-8")
    return frozenset(re.findall(r"^irregular_verb\(\w+, (\w+),", text, re.MULTILINE))


def finite(word: str) -> bool:
    """Tell whether a word is likely the verb of a clause."""
    word = word.lower()
    known = word in _AUXILIARIES or word in _PRESENT or word in _irregular_pasts()
    return known or (word.endswith("ed") and len(word) > 3)


def story_words(text: str, names: set[str]) -> list[str]:
    """Split a story into words, names in brackets as one, with missing full stops put in."""
    plain = re.sub(r"\[([^\]]+)\]", lambda match: match[1].replace(" ", "_"), _normal(text))
    tokens = _TOKEN.findall(plain)
    mended: list[str] = []
    for index, token in enumerate(tokens):
        if index and token in names and _begins(tokens, index, mended, names):
            mended.append(".")
        mended.append(token)
    return mended


def _begins(tokens: list[str], index: int, before: list[str], names: set[str]) -> bool:
    """Tell whether a name begins a sentence though no full stop stands before it."""
    previous = tokens[index - 1]
    following = tokens[index + 1] if index + 1 < len(tokens) else "."
    if previous in names:
        return True
    if not previous.isalnum() or previous.lower() in _FUNCTION | BE | CLAUSES:
        return False
    if kin_term(previous):
        # "… with his aunt Tom played …": the aunt goes with the words before.
        governed = len(before) > 2 and before[-3].lower() in _GOVERNING
        return governed and finite(following) and _has_verb(before, names)
    return following in {"and", "who", "'s"} or finite(following)


def _has_verb(before: list[str], names: set[str]) -> bool:
    for word in reversed(before):
        if word in STOPS or word.lower() in _BOUNDARIES:
            return False
        if word not in names and finite(word):
            return True
    return False


def sentence_at(tokens: list[str], start: int) -> str:
    """Write the sentence that starts at a token."""
    end = next((at for at in range(start, len(tokens)) if tokens[at] in STOPS), len(tokens))
    text = " ".join(tokens[start:end])
    return re.sub(r" (?=[,;]|'s\b)", "", text) + "."


def kin_sentences(text: str, names: set[str] | None = None) -> list[str]:
    """Give the sentences of a text that speak of relatives."""
    tokens = story_words(text, names or bracketed(text))
    starts = [at for at in range(len(tokens)) if at == 0 or tokens[at - 1] in STOPS]
    sentences = [sentence_at(tokens, start) for start in starts]
    return [
        each for each in sentences if any(kin_term(word) for word in re.findall(r"[\w-]+", each))
    ]


def _normal(text: str) -> str:
    plain = text.replace("’", "'").replace("´", "'").replace(" n't", " not")
    return re.sub(r"([\w\]])\s+'(?=[a-z]{2})", r"\1's ", plain)


def likely_gender(name: str) -> str:
    """Guess from the ending of a first name whether it is a woman's; "" where that says nothing."""
    ending = name.lower()
    female = ("a", "elle", "ette", "ine", "lyn", "lynn", "anne", "een", "ie", "ly", "ry kay")
    male = ("o", "rt", "rd", "ld", "ck", "ck", "on", "er", "us", "as", "rk", "ent", "ven", "rge")
    if ending.endswith(female):
        return "f"
    return "m" if ending.endswith(male) else ""


def bracketed(text: str) -> set[str]:
    """Give the names that stand in brackets, each as one word."""
    return {name.replace(" ", "_") for name in re.findall(r"\[([^\]]+)\]", text)}
