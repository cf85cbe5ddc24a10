"""Read texts into words with their meanings, and keep what was read."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from lux_nb.memory.grounding import cues
from lux_nb.memory.grounding.lazy import lazy
from lux_nb.memory.grounding.lexicon import Lexicon, Meaning
from lux_nb.memory.grounding.quantities import Quantity, begins_number, quantities
from lux_nb.memory.grounding.segment import sentence_spans
from lux_nb.memory.grounding.vectors import Vector, WordVectors
from lux_nb.memory.grounding.words import STOP, word_forms, word_spans

_MOST_WORDS = 60_000
_MOST_CHARACTERS = 1_000_000
_SCOPE = 7
_CLOSING = re.compile(r"[.;:!?]|,|\bbut\b|\bhowever\b|\balthough\b", re.I)


@dataclass(eq=False)
class Word:
    """One word form and all that does not depend on where it stands."""

    form: str
    capital: bool
    lemma: str
    weight: float
    vectors: WordVectors = field(repr=False)
    lexicon: Lexicon = field(repr=False)
    content: bool
    number: bool
    negation: float
    direction: int
    numeric: bool

    @lazy
    def vector(self) -> Vector:
        """Return the unit vector, looked up when it is first needed."""
        return self.vectors(self.form.removesuffix("'s"))

    # Most words of a long text are never compared, so these are looked up when first needed.

    @lazy
    def meaning(self) -> Meaning:
        """Return the senses of the base form and what they are kinds of."""
        return self.lexicon.meaning(self.lemma)

    @lazy
    def opposites(self) -> frozenset[str]:
        """Return the base forms that mean the contrary."""
        return frozenset(self.lexicon.opposites(self.lemma))

    @lazy
    def relatives(self) -> frozenset[str]:
        """Return the base forms made from the same word."""
        return frozenset(self.lexicon.relatives(self.lemma))

    @lazy
    def turns(self) -> bool:
        """Whether the word turns round what is said: a denial, or something that takes away."""
        return self.negation > 0 or self.direction < 0 or self.form in cues.DENIALS


def look_up(words: Iterable[Word]) -> None:
    """Look up the vectors of words that are needed together."""
    new = list(dict.fromkeys(word for word in words if "vector" not in word.__dict__))
    if len(new) > 1:
        rows = new[0].vectors.many([word.form.removesuffix("'s") for word in new])
        for word, row in zip(new, rows, strict=True):
            word.__dict__["vector"] = row


@dataclass(eq=False)
class Sentence:
    """A sentence of a text: its words with their places, numbers and polarity."""

    text: str
    start: int
    end: int
    words: list[Word]

    @lazy
    def places(self) -> list[tuple[int, int]]:
        """Start and end of every word, in the whole text."""
        return word_spans(self.text, self.start)

    @lazy
    def names(self) -> list[bool]:
        """Which words are written as names are."""
        first = bool(self.words) and self.words[0].capital and self.words[0].content
        return [first, *(word.capital for word in self.words[1:])] if self.words else []

    @lazy
    def content(self) -> list[int]:
        """Positions of the words that carry content."""
        return [i for i, word in enumerate(self.words) if word.content]

    @lazy
    def content_words(self) -> list[Word]:
        """Return the words that carry content."""
        return [word for word in self.words if word.content]

    @lazy
    def lemmas(self) -> frozenset[str]:
        """Return the base forms of the content words."""
        return frozenset([word.lemma for word in self.content_words])

    @lazy
    def all_lemmas(self) -> frozenset[str]:
        """Return the base forms of all words."""
        return frozenset(word.lemma for word in self.words)

    @lazy
    def forms(self) -> frozenset[str]:
        """Lower-case forms of all words."""
        return frozenset(word.form for word in self.words)

    @lazy
    def matrix(self) -> Vector:
        """Return the unit vectors of the content words, a row each."""
        look_up(self.content_words)
        rows = [word.vector for word in self.content_words]
        return np.array(rows, np.float32) if rows else np.zeros((0, 256), np.float32)

    @lazy
    def weights(self) -> np.ndarray:
        """How much each content word tells."""
        return np.array([word.weight for word in self.content_words], np.float32)

    @lazy
    def mean(self) -> Vector:
        """Return the unit mean vector, weighted by how much each word tells."""
        total = self.weights @ self.matrix
        length = float(np.sqrt(total @ total))
        return np.asarray(total / length if length > 1e-6 else total, np.float32)

    @lazy
    def quantities(self) -> list[Quantity]:
        """Numbers and dates of the sentence."""
        hint = any(word.numeric for word in self.words)
        return quantities(self.text, self.start) if hint else []

    @lazy
    def turns(self) -> list[tuple[int, str]]:
        """Place and base form of the words that turn round what is said."""
        return [(i, word.lemma) for i, word in enumerate(self.words) if word.turns]

    @lazy
    def negated(self) -> list[float]:
        """For each word, how far a negation before it in the same clause reaches it."""
        flags = [0.0] * len(self.words)
        for i, word in enumerate(self.words):
            if not word.negation:
                continue
            for j in range(i + 1, min(len(flags), i + 1 + _SCOPE)):
                if _CLOSING.search(self._between(j - 1, j)):
                    break
                flags[j] = max(flags[j], word.negation)
            if i and self.words[i - 1].content and word.form not in ("no", "without"):
                flags[i - 1] = max(flags[i - 1], word.negation * 0.5)
        return flags

    def _between(self, first: int, second: int) -> str:
        return self.text[self.places[first][1] - self.start : self.places[second][0] - self.start]


@dataclass(eq=False)
class Document:
    """A text that was read: its sentences, and which of them hold which word."""

    text: str
    sentences: list[Sentence]
    _means: Vector | None = field(default=None, repr=False)

    @property
    def means(self) -> Vector:
        """Mean vectors of the sentences, a row each."""
        if self._means is None:
            look_up(word for sentence in self.sentences for word in sentence.content_words)
            rows = [sentence.mean for sentence in self.sentences]
            self._means = np.array(rows, np.float32) if rows else np.zeros((0, 256), np.float32)
        return self._means

    @lazy
    def places(self) -> dict[str, list[int]]:
        """For each base form the numbers of the sentences that have it."""
        table: dict[str, list[int]] = {}
        for number, sentence in enumerate(self.sentences):
            for word in sentence.words:
                if word.content:
                    numbers = table.get(word.lemma)
                    if numbers is None:
                        table[word.lemma] = [number]
                    elif numbers[-1] != number:
                        numbers.append(number)
        return table


class Reader:
    """Reads texts; words and recent texts are kept, so that repeated evidence costs little."""

    def __init__(self, lexicon: Lexicon, vectors: WordVectors) -> None:
        self._lexicon = lexicon
        self._vectors = vectors
        self._words: dict[str, Word] = {}
        self._texts: dict[str, Document] = {}
        self._kept = 0

    def read(self, text: str) -> Document:
        """Return the sentences and words of a text."""
        known = self._texts.get(text)
        if known is None:
            if self._kept + len(text) > _MOST_CHARACTERS:
                self._texts.clear()
                self._kept = 0
            known = Document(text, list(self._sentences(text)))
            self._texts[text] = known
            self._kept += len(text)
        return known

    def sentence(self, text: str, start: int, end: int) -> Sentence:
        """Return one sentence of a text, read."""
        piece = text[start:end]
        known = self._words
        words = [known.get(form) or self._word(form) for form in word_forms(piece)]
        return Sentence(piece, start, end, words)

    def _sentences(self, text: str) -> Iterable[Sentence]:
        for start, end in sentence_spans(text):
            yield self.sentence(text, start, end)

    def _word(self, form: str) -> Word:
        if len(self._words) >= _MOST_WORDS:
            self._words.clear()
        word = self._words[form] = self._new_word(form)
        return word

    def _new_word(self, form: str) -> Word:
        plain = form.lower().replace("’", "'")
        stripped = plain[:-2] if plain.endswith("'s") else plain
        lemma = self._lexicon.base(stripped)
        content = (
            plain not in STOP
            and stripped not in STOP
            and plain not in cues.NEGATIONS
            and len(stripped) > 0
        )
        negation = 1.0 if plain in cues.NEGATIONS or plain.endswith("n't") else 0.0
        if not negation and (plain in cues.IMPLICIT_NEGATIONS or lemma in cues.IMPLICIT_NEGATIONS):
            negation = 0.7
        direction = int(lemma in cues.RISING or stripped in cues.RISING) - int(
            lemma in cues.FALLING or stripped in cues.FALLING
        )
        return Word(
            form=plain,
            capital=form[0].isupper(),
            lemma=lemma,
            weight=self._lexicon.rarity(stripped) if content else 0.0,
            vectors=self._vectors,
            lexicon=self._lexicon,
            content=content,
            number=stripped[:1].isdigit(),
            negation=negation,
            direction=direction,
            numeric=begins_number(plain),
        )
