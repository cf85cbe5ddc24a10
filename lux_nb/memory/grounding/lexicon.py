"""Word knowledge: rarity, synonyms, kinds, opposites, from a small table made from WordNet."""

from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import numpy as np

from lux_nb.memory.grounding.cues import OPPOSITES
from lux_nb.memory.grounding.words import base_form

NOUN, VERB, ADJECTIVE, ADVERB = range(4)
_DEPTH = 6
_SHALLOW = 7


@dataclass(frozen=True, slots=True)
class Meaning:
    """What is known of one base form: its senses, what they are kinds of, and their siblings."""

    senses: frozenset[int]
    above: frozenset[int]
    parents: frozenset[int]
    part: int


_NOTHING = Meaning(frozenset(), frozenset(), frozenset(), -1)


class Lexicon:
    """Synonyms, kinds, relatives and opposites of English words, and how rare they are."""

    def __init__(self, tables: dict[str, np.ndarray]) -> None:
        lemmas = tables["lemmas"].tobytes().decode().split("\n")
        self.index = {lemma: i for i, lemma in enumerate(lemmas)}
        ends = np.cumsum(tables["counts"], dtype=np.int64)
        self._bounds = np.concatenate([[0], ends]).tolist()
        self._senses: list[int] = tables["senses"].tolist()
        self._parents: list[int] = tables["parents"].tolist()
        self._chains: dict[int, list[int]] = {}
        self._part: list[int] = tables["dominant"].tolist()
        self._opposite = _neighbours(lemmas, tables["opposite"])
        self._related = _neighbours(lemmas, tables["related"])
        for first, second in OPPOSITES:
            self._opposite.setdefault(first, set()).add(second)
            self._opposite.setdefault(second, set()).add(first)
        common = tables["common"].tobytes().decode().split("\n")
        self._rarity = dict(zip(common, (tables["rarity"] / 16.0).tolist(), strict=True))
        self._rarest = float(np.log(float(tables["sentences"][0])))

    def base(self, word: str) -> str:
        """Return the dictionary form of a lower-case word."""
        return base_form(word, self.index)

    def rarity(self, word: str) -> float:
        """Return how much a word tells: the logarithm of how seldom sentences have it."""
        found = self._rarity.get(word)
        return self._rarest - 0.7 if found is None else found

    def meaning(self, lemma: str) -> Meaning:
        """Return the senses of a base form and what they are kinds of."""
        at = self.index.get(lemma)
        if at is None:
            return _NOTHING
        senses = self._senses[self._bounds[at] : self._bounds[at + 1]]
        above: set[int] = set()
        parents: set[int] = set()
        for sense in senses:
            chain = self._chain(sense)
            # What stands near the root (thing, act, state) is a kind of everything: no evidence.
            above.update(chain[: max(0, min(_DEPTH, len(chain) - _SHALLOW + 4))])
            if chain and (len(chain) >= 4 or self._part[at] == ADJECTIVE):
                parents.add(chain[0])
        return Meaning(frozenset(senses), frozenset(above), frozenset(parents), self._part[at])

    def opposites(self, lemma: str) -> set[str]:
        """Return the base forms that mean the contrary."""
        return self._opposite.get(lemma, set())

    def relatives(self, lemma: str) -> set[str]:
        """Return base forms made from the same word: produce, production, producer."""
        return self._related.get(lemma, set())

    def _chain(self, sense: int) -> list[int]:
        known = self._chains.get(sense)
        if known is None:
            known = []
            at = self._parents[sense]
            while at >= 0 and len(known) < 16 and at not in known:
                known.append(at)
                at = self._parents[at]
            self._chains[sense] = known
        return known


def _neighbours(lemmas: list[str], pairs: np.ndarray) -> dict[str, set[str]]:
    table: dict[str, set[str]] = {}
    for first, second in pairs.tolist():
        table.setdefault(lemmas[first], set()).add(lemmas[second])
        table.setdefault(lemmas[second], set()).add(lemmas[first])
    return table


@lru_cache(maxsize=1)
def default_lexicon() -> Lexicon:
    """Return the lexicon that ships with the package, read once."""
    source = resources.files(__package__).joinpath("data/lexicon.npz")
    with resources.as_file(source) as path, np.load(path, allow_pickle=False) as tables:
        return Lexicon({name: tables[name] for name in tables.files})
