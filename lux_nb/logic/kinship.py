"""Family relations: composed from steps to a parent, child, sibling or spouse.

A relation is a word over P (parent), C (child), S (sibling) and M (married to): an uncle is PS,
a parent's sibling. Relations along a chain of people are joined and shortened by a few laws.
"""

from dataclasses import dataclass, replace

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
_REVERSED = {"P": "C", "C": "P", "S": "S", "M": "M"}
# Two steps that are one, whoever is meant.
_SHORTER = {"SP": "P", "CS": "C", "MC": "C", "PM": "P"}
# Two steps that lead back to the first person or to someone else, the likelier first.
_AROUND = {"CP": ("", "M"), "PC": ("S",), "SS": ("S",), "MM": ("",)}
_ELSEWHERE = {"CP": ("M",), "PC": ("S",), "SS": ("S",), "MM": ()}
# By marriage: a parent's sibling's spouse, a spouse's sibling's child, a sibling's spouse.
_BY_MARRIAGE = {"PSM": "PS", "MSC": "SC", "SM": "MS"}
_LONGEST = 4
_GENERATIONS = 3


def kin_term(word: str) -> tuple[str, str] | None:
    """Give the steps and the gender that a word such as "aunt" or "sons" stands for."""
    word = word.lower()
    for form in (word, word.removesuffix("s")):
        term = _SYNONYMS.get(form, form)
        if term in _TERMS:
            return _TERMS[term]
    return None


@dataclass(frozen=True)
class Link:
    """A relation along a chain: its steps, and which people on the way are known by name.

    ``named`` has one mark more than there are steps. Two people with names are never the same,
    someone without a name may be anyone met before. ``guesses`` counts where that was open and
    the less likely way was taken; ``inferred`` tells that a marriage is not told, but follows
    from a child.
    """

    steps: str = ""
    named: tuple[bool, ...] = (True,)
    guesses: int = 0
    inferred: bool = False

    def then(self, step: str, named: bool) -> list["Link"]:
        """Go one step on, in all ways that this can be meant."""
        last = self.steps[-1:]
        if last + step in _SHORTER:
            return self._before().then(_SHORTER[last + step], named)
        if last + step in _AROUND:
            certain = self.named[-2] and named
            ways = (_ELSEWHERE if certain else _AROUND)[last + step]
            return [
                link for place, way in enumerate(ways) for link in self._around(way, named, place)
            ]
        return [replace(self, steps=self.steps + step, named=(*self.named, named))]

    def _before(self) -> "Link":
        return replace(self, steps=self.steps[:-1], named=self.named[:-1])

    def _around(self, way: str, named: bool, guesses: int) -> list["Link"]:
        before = replace(self._before(), guesses=self.guesses + guesses)
        if way:
            return replace(before, inferred=self.inferred or way == "M").then(way, named)
        return [replace(before, named=(*before.named[:-1], before.named[-1] or named))]

    def follow(self, relation: str, named: bool = True, guesses: int = 0) -> list["Link"]:
        """Go on along a relation whose people in between have no names."""
        links = [replace(self, guesses=self.guesses + guesses)]
        for place, step in enumerate(relation, 1):
            last = place == len(relation)
            links = [longer for link in links for longer in link.then(step, named and last)]
        return [link for link in links if len(link.steps) <= _LONGEST]

    def without_marriage(self) -> "Link":
        """Take a spouse's siblings for one's own."""
        steps = self.steps.replace("MS", "S", 1)
        return Link(steps, (False,) * (len(steps) + 1), self.guesses + 1)

    def is_common(self) -> bool:
        """Tell whether stories have a word for this; few span four generations.

        Nor do they speak of in-laws where nobody is said to be married.
        """
        steps = _by_marriage(self.steps)
        return len(steps) < _GENERATIONS and not (steps == "MS" and self.inferred)


def compose(*relations: str) -> str:
    """Join relations along a chain of people and shorten the result."""
    links = [Link()]
    for relation in relations:
        links = [longer for link in links for longer in link.follow(relation)]
    best = min(links, key=lambda link: link.guesses, default=None)
    return _by_marriage(best.steps) if best else "".join(relations)


def _by_marriage(steps: str) -> str:
    for longer, short in _BY_MARRIAGE.items():
        if longer == "SM" and steps != "SM":
            continue
        steps = steps.replace(longer, short)
    return steps


def inverse(relation: str) -> str:
    """Give the relation seen from the other end."""
    return "".join(_REVERSED[step] for step in reversed(relation))


def name_relation(relation: str, gender: str) -> str | None:
    """Give the English word for a relation, for a man ("m"), a woman ("f") or either."""
    relation = _by_marriage(relation)
    words = [term for term, (steps, _) in _TERMS.items() if steps == relation]
    for term in words:
        if _TERMS[term][1] in {gender, ""} and (gender or not _TERMS[term][1]):
            return term
    return words[0] if words else None
