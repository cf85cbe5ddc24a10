"""Family relations: composed from steps to a parent, child, sibling or spouse.

A relation is a word over P (parent), C (child), S (sibling) and M (married to): an uncle is PS,
a parent's sibling. Relations along a chain of people are joined and shortened by a few laws.
"""

from collections import deque
from dataclasses import dataclass, field

_TERMS = {
    "father": ("P", "m"), "mother": ("P", "f"), "parent": ("P", ""),
    "son": ("C", "m"), "daughter": ("C", "f"), "child": ("C", ""),
    "brother": ("S", "m"), "sister": ("S", "f"), "sibling": ("S", ""),
    "husband": ("M", "m"), "wife": ("M", "f"), "spouse": ("M", ""),
    "grandfather": ("PP", "m"), "grandmother": ("PP", "f"), "grandparent": ("PP", ""),
    "grandson": ("CC", "m"), "granddaughter": ("CC", "f"), "grandchild": ("CC", ""),
    "uncle": ("PS", "m"), "aunt": ("PS", "f"),
    "nephew": ("SC", "m"), "niece": ("SC", "f"),
    "cousin": ("PSC", ""),
    "father-in-law": ("MP", "m"), "mother-in-law": ("MP", "f"),
    "son-in-law": ("CM", "m"), "daughter-in-law": ("CM", "f"),
    "brother-in-law": ("MS", "m"), "sister-in-law": ("MS", "f"),
    "great-grandfather": ("PPP", "m"), "great-grandmother": ("PPP", "f"),
    "great-grandson": ("CCC", "m"), "great-granddaughter": ("CCC", "f"),
    "great-uncle": ("PPS", "m"), "great-aunt": ("PPS", "f"),
    "grandnephew": ("SCC", "m"), "grandniece": ("SCC", "f"),
}  # fmt: skip
_SYNONYMS = {
    "dad": "father", "daddy": "father", "papa": "father", "mom": "mother", "mum": "mother",
    "mommy": "mother", "mama": "mother", "grandpa": "grandfather", "granddad": "grandfather",
    "grandma": "grandmother", "granny": "grandmother", "grandaughter": "granddaughter",
    "kid": "child", "baby": "child",
    "stepfather": "father", "stepmother": "mother", "stepson": "son", "stepdaughter": "daughter",
    "twin": "sibling", "wives": "wife", "children": "child", "grandchildren": "grandchild",
    "fiance": "husband", "fiancee": "wife", "bride": "wife", "groom": "husband",
}  # fmt: skip
_LAWS = [
    ("CPP", "P"), ("CPS", "S"), ("SCP", "S"), ("CCP", "C"), ("PSM", "PS"), ("MSC", "SC"),
    ("PC", "S"), ("SS", "S"), ("SP", "P"), ("CS", "C"), ("MC", "C"), ("PM", "P"), ("MM", ""),
    ("CP", "M"), ("SM", "MS"),
]  # fmt: skip
_REVERSED = {"P": "C", "C": "P", "S": "S", "M": "M"}
_MAXIMUM_CHAIN = 14
# Words tried first: stories seldom span four generations.
_COMMON = frozenset(term for term, (steps, _) in _TERMS.items() if len(steps) < 3 and steps != "MS")


def kin_term(word: str) -> tuple[str, str] | None:
    """Give the steps and the gender that a word such as "aunt" or "sons" stands for."""
    word = word.lower()
    for form in (word, word.removesuffix("s")):
        term = _SYNONYMS.get(form, form)
        if term in _TERMS:
            return _TERMS[term]
    return None


def compose(*relations: str) -> str:
    """Join relations along a chain of people and shorten the result."""
    word = "".join(relations)
    changed = True
    while changed:
        changed = False
        for left, right in _LAWS:
            if left in word and left != right:
                word, changed = word.replace(left, right, 1), True
                break
    return word


def inverse(relation: str) -> str:
    """Give the relation seen from the other end."""
    return "".join(_REVERSED[step] for step in reversed(relation))


def name_relation(relation: str, gender: str) -> str | None:
    """Give the English word for a relation, for a man ("m"), a woman ("f") or either."""
    words = [term for term, (steps, _) in _TERMS.items() if steps == relation]
    for term in words:
        if _TERMS[term][1] in {gender, ""} and (gender or not _TERMS[term][1]):
            return term
    return words[0] if words else None


@dataclass(frozen=True)
class KinFact:
    """That ``relative`` stands in ``relation`` to ``person``, said by ``source``.

    ``turned`` marks a fact that is taken the other way round than it was told.
    """

    person: str
    relation: str
    relative: str
    source: str = ""
    turned: bool = False

    def to_text(self, gender: str = "") -> str:
        """Say the fact in English."""
        term = name_relation(self.relation, gender) or "relative"
        return f"{self.relative} is the {term} of {self.person}."


@dataclass
class Family:
    """People, their genders and how they are related."""

    facts: list[KinFact] = field(default_factory=list)
    genders: dict[str, str] = field(default_factory=dict)

    def add(self, person: str, word: str, relative: str, source: str = "") -> None:
        """Record that ``relative`` is the ``word`` (aunt, son …) of ``person``."""
        term = kin_term(word)
        if term is None or person == relative:
            return
        steps, gender = term
        self.facts.append(KinFact(person, steps, relative, source))
        if gender:
            self.genders.setdefault(relative, gender)
        if steps == "M" and gender:
            self.genders.setdefault(person, "f" if gender == "m" else "m")

    def relation(self, person: str, relative: str) -> tuple[str, list[KinFact]] | None:
        """Find what ``relative`` is to ``person``, with the facts that show it.

        Where no word of English names the relation, one statement about a parent or a child is
        taken to be told the wrong way round, if that alone makes sense of the rest.
        """
        for words in (_COMMON, frozenset(_TERMS)):
            found = self._chain(person, relative, self.facts, words)
            found = found or self._repaired(person, relative, words)
            if found is not None:
                return found
        return None

    def _repaired(
        self, person: str, relative: str, words: frozenset[str]
    ) -> tuple[str, list[KinFact]] | None:
        votes: dict[str, list[list[KinFact]]] = {}
        for index, fact in enumerate(self.facts):
            if fact.relation in {"P", "C"}:
                turned = KinFact(
                    fact.person, inverse(fact.relation), fact.relative, fact.source, True
                )
                facts = [*self.facts[:index], turned, *self.facts[index + 1 :]]
                repaired = self._chain(person, relative, facts, words)
                if repaired is not None:
                    votes.setdefault(repaired[0], []).append(repaired[1])
        if not votes:
            return None
        term = max(votes, key=lambda each: len(votes[each]))
        return term, min(votes[term], key=len)

    def _chain(
        self, person: str, relative: str, facts: list[KinFact], words: frozenset[str]
    ) -> tuple[str, list[KinFact]] | None:
        neighbours: dict[str, list[tuple[str, str, KinFact]]] = {}
        for fact in facts:
            edge = (fact.relative, fact.relation, fact)
            neighbours.setdefault(fact.person, []).append(edge)
            back = (fact.person, inverse(fact.relation), fact)
            neighbours.setdefault(fact.relative, []).append(back)
        queue: deque[tuple[str, str, list[KinFact]]] = deque([(person, "", [])])
        seen = {(person, "")}
        while queue:
            here, word, chain = queue.popleft()
            if here == relative:
                term = name_relation(word, self.genders.get(relative, ""))
                if term is not None and term in words:
                    return term, chain
            if len(chain) >= _MAXIMUM_CHAIN:
                continue
            for other, step, fact in neighbours.get(here, []):
                longer = compose(word, step)
                if (other, longer) not in seen and len(longer) < 5:
                    seen.add((other, longer))
                    queue.append((other, longer, [*chain, fact]))
        return None
