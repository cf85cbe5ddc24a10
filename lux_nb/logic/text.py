"""Text to sentences and words, with each word marked as a name, a number or neither."""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

_TYPOGRAPHY = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\xa0": " "}
)
_ABBREVIATION = re.compile(r"\b(?:[A-T]|Mr|Mrs|Ms|Dr|St|Jr|Sr|vs|etc|e\.g|i\.e|No)\.$")
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]?[A-Z0-9\[])")
_TOKEN = re.compile(
    r"[A-Za-z]\.(?:[A-Za-z]\.)+|\d+(?:[-/]\d+)+(?![A-Za-z-])|\d+(?:[.,]\d+)*(?:st|nd|rd|th|%)?(?![A-Za-z-])"
    r"|n't\b|\w+(?:[-.&][^\W_]+)*|'s\b|'[a-z]+\b|[,;:?!.()'/]"
)
_CONTRACTIONS = {
    "n't": "not",
    "'re": "are",
    "'ll": "will",
    "'ve": "have",
    "'d": "would",
    "'m": "am",
}
_IRREGULAR = {"ca": "can", "wo": "will", "sha": "shall"}
_PHRASES = {
    "if and only if": "IFF",
    "only if": "ONLYIF",
    "as long as": "ASLONGAS",
    "provided that": "PROVIDEDTHAT",
    "at least one": "ATLEASTONE",
    "the case that": "THECASE that",
    "as well as": "and",
    "a few": "AFEW",
    "cannot": "can not",
}
_PHRASE = re.compile(rf"\b(?:{'|'.join(_PHRASES)})\b", re.IGNORECASE)
# Letters, spaces and ends of sentences only: nothing to write out but phrases.
_SIMPLE = re.compile(r"[A-Za-z ,.]*")
_PHRASE_WORDS = {
    "IFF": "if and only if",
    "ONLYIF": "only if",
    "ASLONGAS": "as long as",
    "PROVIDEDTHAT": "provided that",
    "ATLEASTONE": "at least one",
    "THECASE": "the case",
    "AFEW": "a few",
}
_MONTHS = "January February March April May June July August September October November December"
_DATE = re.compile(rf"\b(?:{_MONTHS.replace(' ', '|')}) \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}\b,?")
_ASIDE = re.compile(
    r", (?:however|therefore|moreover|of course|for example|for instance|in fact|indeed), "
)
_NOT = re.compile(r"(?<=[a-z])n't\b")
_DROPPED = frozenset(".()!")
_PARENTHESIS = re.compile(r"\s*\((?:[A-Z0-9][^()]*|or both|but not both)\)")
_ORDINAL = re.compile(
    r"\b(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)-(?:to-last\b|(?=most|[a-z]+est\b))"
)
_QUOTED = re.compile(r'"([^"]{1,60})"')
WORD, NAME, NUMBER, FIRST = 0, 1, 2, 3


@dataclass(frozen=True)
class Sentence:
    """One sentence with its words and their kinds, ready for the grammar."""

    text: str
    words: list[str]
    kinds: list[int]


def split_sentences(text: str) -> list[str]:
    """Split a text where a sentence ends."""
    text = text.translate(_TYPOGRAPHY)
    sentences: list[str] = []
    for paragraph in re.split(r"\n+", text):
        pending = ""
        for part in _SENTENCE_END.split(paragraph.strip()):
            pending = f"{pending} {part}".strip()
            if pending and not _ABBREVIATION.search(pending):
                sentences.append(pending)
                pending = ""
        if pending:
            sentences.append(pending)
    return sentences


def split_words(sentence: str) -> list[str]:
    """Split a sentence into words and punctuation, contractions written out."""
    return list(_split_words(sentence))


@lru_cache(maxsize=4096)
def _split_words(sentence: str) -> tuple[str, ...]:
    simple = _SIMPLE.fullmatch(sentence) is not None
    if not simple:
        sentence = _PARENTHESIS.sub(" ", sentence.translate(_TYPOGRAPHY))
        sentence = _QUOTED.sub(_one_name, sentence)
        sentence = _ORDINAL.sub(lambda match: match[0].replace("-", " "), sentence)
        sentence = _DATE.sub(lambda match: "_".join(re.findall(r"\w+", match[0])), sentence)
    sentence = _ASIDE.sub(" ", sentence)
    sentence = _PHRASE.sub(lambda match: _PHRASES[match[0].lower()], sentence)
    if simple:
        words = _TOKEN.findall(sentence)
    else:
        sentence = _NOT.sub(" n't", sentence)
        words = [_CONTRACTIONS.get(word, word) for word in _TOKEN.findall(sentence)]
        words = [
            _IRREGULAR[word.lower()] if word.lower() in _IRREGULAR and following == "not" else word
            for word, following in zip_longest(words, words[1:])
        ]
    return tuple(word for word in words if word not in _DROPPED)


def _one_name(match: re.Match[str]) -> str:
    # A title in quotes is one name, whatever words it is made of.
    words = re.findall(r"\w+", match[1])
    return f" {'_'.join(word.capitalize() for word in words)} " if words else " "


def read_text(text: str, known: frozenset[str]) -> list[Sentence]:
    """Split a text and mark its names, using the whole text to tell names from first words.

    ``known`` holds lower-case words that are ordinary ones.
    """
    return mark_sentences(split_sentences(text), known)


def mark_sentences(texts: list[str], known: frozenset[str]) -> list[Sentence]:
    """Mark the names in sentences that belong together."""
    split = [split_words(text) for text in texts]
    inner = {word for words in split for word in words[1:] if word[:1].isupper()}
    lower = {word for words in split for word in words if word[:1].islower()}
    return [
        _mark(text, words, inner, lower, known) for text, words in zip(texts, split, strict=True)
    ]


def _mark(
    text: str, words: list[str], inner: set[str], lower: set[str], known: frozenset[str]
) -> Sentence:
    marked: list[tuple[str, int]] = []
    for position, word in enumerate(words):
        if word.islower():
            marked.append((word, NUMBER if word[0].isdigit() else WORD))
        elif word in _PHRASE_WORDS:
            marked.append((_PHRASE_WORDS[word], WORD))
        elif word[0].isdigit():
            marked.append((word, NUMBER))
        elif word == "The" and position and words[position + 1 : position + 2]:
            marked.append(("the", WORD))
        elif word[0].islower() and any(letter.isupper() for letter in word):
            marked.append((word, NAME))
        elif not word[0].isupper() or word == "I":
            marked.append((word.lower(), WORD))
        elif position and words[position - 1] not in {":", '"'}:
            marked.append((word, NAME))
        else:
            following = words[1] if len(words) > position + 1 else ""
            kind = _kind_of_first(word, following, inner, lower, known)
            marked.append((word.lower() if kind == WORD else word, kind))
    joined = _join_names(marked)
    return Sentence(text, [word for word, _ in joined], [kind for _, kind in joined])


def _kind_of_first(
    word: str, following: str, inner: set[str], lower: set[str], known: frozenset[str]
) -> int:
    if word.lower() in lower or word.lower() in _STARTERS:
        return WORD
    if word in inner:
        return NAME
    if word.lower() not in known and not word.endswith("s"):
        return NAME
    return NAME if following[:1].isupper() or following[:1].isdigit() else FIRST


_STARTER_WORDS = (
    "the a an all every each any some no if when whenever in on at for to only either neither "
    "both most many few several there it he she they this that these those and but or so not "
    "unless everything everyone everybody nobody nothing none someone somebody something anyone "
    "anybody anything whoever whatever another other less more with without among during since "
    "of by from into over under after before as because while although though once until about "
    "people one is are "
    "was were does do did can could will would has have had who whom whose what which where "
    "how why "
)
_STARTERS = frozenset(_STARTER_WORDS.split())


def _numbered(marked: list[tuple[str, int]], position: int) -> bool:
    """Tell whether a number belongs to the name before it: "Apollo 11 is", no list, no time."""
    following = marked[position + 1][0] if position + 1 < len(marked) else ""
    return marked[position][1] == NUMBER and following in _AFTER_NAME


_AFTER_NAME = frozenset(
    {"is", "was", "are", "were", "has", "had", "does", "did", "can", "will", ""}
)


def _join_names(marked: list[tuple[str, int]]) -> list[tuple[str, int]]:
    joined: list[tuple[str, int]] = []
    position = 0
    while position < len(marked):
        word, kind = marked[position]
        position += 1
        if kind == NAME:
            parts = [word]
            while position < len(marked):
                if marked[position][1] == NAME or _numbered(marked, position):
                    parts.append(marked[position][0])
                    position += 1
                elif (
                    marked[position][0] in {"of", "de", "van", "von", "'s"}
                    and position + 1 < len(marked)
                    and marked[position + 1][1] == NAME
                ):
                    parts += [marked[position][0], marked[position + 1][0]]
                    position += 2
                else:
                    break
            word = " ".join(parts)
        joined.append((word, kind))
    return joined
