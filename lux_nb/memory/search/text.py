"""How texts become search terms, and what a question reveals about its answer."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

_WORD = re.compile(r"\w+")
_PIECE = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_a-zA-Z]+")
# Scripts written without spaces: every two neighbouring characters are a term.
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]{2,}")
_SPEAKER = re.compile(r"^([A-Z][\w.'-]{0,30}(?: [A-Z][\w.'-]{0,30})?): \S")
_TIME = re.compile(
    r"\b(yesterday|today|tomorrow|tonight|last|next|ago|weeks?|weekend|months?|years?|days?"
    r"|morning|evening|night|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march"
    r"|april|may|june|july|august|september|october|november|december|since|recently|soon"
    r"|just|\d{4}|spring|summer|autumn|fall|winter)\b",
    re.IGNORECASE,
)
_ASKS_TIME = re.compile(r"\b(when|date|day|month|year|how long|since)\b", re.IGNORECASE)
_ASKS_NEWEST = re.compile(
    r"\b(latest|newest|most recent(?:ly)?|recent(?:ly)?|current(?:ly)?|nowadays|last time)\b",
    re.IGNORECASE,
)
# What only code is called: snake_case, camelCase, or a name before a bracket.
_IDENTIFIER = re.compile(r"\b(?:\w+_\w+|[a-z]+[A-Z]\w*|[A-Za-z]\w+(?=\(\)))")
_OWN = re.compile(r"\b(?:i|me|my|mine|myself|we|us|our|ours)\b", re.IGNORECASE)
_YOURS = re.compile(r"\b(?:you|your|yours|yourself|yourselves|u|ur)\b", re.IGNORECASE)
_LANGUAGES = {
    "python": re.compile(
        r"^\s*(?:async\s+)?def\s+\w+\s*\(|^\s*class\s+\w+\s*[(:]|^import \w+|^from \w", re.M
    ),
    "javascript": re.compile(r"\bfunction\s*\w*\s*\(|=>\s*\{|^\s*(?:const|let) \w+ =", re.M),
    "sql": re.compile(r"^\s*(?:select\b.+\bfrom|create table|insert into)\b", re.M | re.I),
}

# Words that carry the form of a question, not its subject. They are left out of queries
# only: stored texts keep them, so an all-function-word query still finds something.
_FUNCTION_WORDS = """
a about am an and are as at be been being but by can could d did do does doing done for from had
has have having he her here hers him his how i if in into is it its ll m may me might mine must
my no not of on or our ours re s shall she should so t than that the their theirs them then there
these they this those to us ve was we were what when where which who whom whose why will with
would you your yours
"""
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())


@dataclass(frozen=True, slots=True)
class Question:
    """A query, read: its terms by kind, and what kind of answer it wants."""

    text: str
    terms: tuple[str, ...]
    identifiers: tuple[str, ...]
    speakers: frozenset[str]
    wants_time: bool
    wants_newest: bool


class Analyser:
    """Splits texts into stemmed terms; identifiers yield their parts and themselves."""

    def __init__(self, language: str = "english") -> None:
        import Stemmer  # type: ignore[import-not-found]

        self._stemmer = Stemmer.Stemmer(language)
        self._function_words = FUNCTION_WORDS | set(self._stemmer.stemWords(list(FUNCTION_WORDS)))

    def terms(self, text: str) -> list[str]:
        """Return the stemmed terms of a text, in order, with repetitions."""
        words: list[str] = []
        for word in _WORD.findall(text):
            # Nearly all words are plain ones, which have no parts to look for.
            if word.isascii() and word.isalpha() and word[1:].islower():
                words.append(word.lower())
                continue
            if not word.isascii() and _UNSPACED.search(word):
                words.extend(_pairs(word))
                continue
            pieces = _PIECE.findall(word)
            if len(pieces) > 1:
                words.extend(piece.lower() for piece in pieces)
            words.append(word.lower())
        stemmed: list[str] = self._stemmer.stemWords(words)
        return stemmed

    def _stems(self, words: list[str]) -> list[str]:
        stems: list[str] = self._stemmer.stemWords([word.lower() for word in words])
        return stems

    def question(self, text: str, speakers: Iterable[str] = ()) -> Question:
        """Read a query, given the lower-case names of those who speak in the memory."""
        everything = list(dict.fromkeys(self.terms(text)))
        words = {word.lower() for word in _WORD.findall(text)}
        named = frozenset(name for name in speakers if name and set(name.split()) <= words)
        name_terms = {term for name in named for term in self.terms(name)}
        unnamed = [term for term in everything if term not in name_terms]
        content = [term for term in unnamed if term not in self._function_words]
        return Question(
            text=text,
            terms=tuple(content or unnamed or everything),
            identifiers=tuple(dict.fromkeys(self._stems(_IDENTIFIER.findall(text)))),
            speakers=named,
            wants_time=bool(_ASKS_TIME.search(text)),
            wants_newest=bool(_ASKS_NEWEST.search(text)),
        )


def _pairs(word: str) -> list[str]:
    pairs = [word[start : start + 2] for start in range(len(word) - 1)]
    return pairs or [word]


def split_speaker(text: str) -> tuple[str, str]:
    """Split ``"Name: words"`` into the name and the words; no name gives an empty one."""
    found = _SPEAKER.match(text)
    if found is None:
        return "", text
    return found.group(1), text[found.end(1) + 2 :]


def is_question(text: str) -> bool:
    """Say whether a text ends by asking, so that it rarely holds an answer."""
    return text.rstrip().rstrip("\"')]").endswith("?")


def mentions_time(text: str) -> bool:
    """Say whether a text speaks of a day, a season, a year or a span of time."""
    return bool(_TIME.search(text))


def speaks_of_self(text: str) -> bool:
    """Say whether the one who speaks tells of themselves."""
    return bool(_OWN.search(text))


def speaks_to_other(text: str) -> bool:
    """Say whether the one who speaks tells of the one spoken to."""
    return bool(_YOURS.search(text))


def implied_terms(text: str) -> list[str]:
    """Return the terms a text means without saying them: code does not name its language."""
    start = text[:2000]
    return [language for language, form in _LANGUAGES.items() if form.search(start)]
