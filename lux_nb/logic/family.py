"""A family as it is told: facts about relatives, and what follows from a chain of them."""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from lux_nb.logic.kinship import Link, inverse, kin_term, name_relation

_MOST_PATHS = 60
_MOST_STEPS = 14
_MOST_TURNED = 14
# A chain this short is taken as it is told, even if the word for it is rare.
_SHORT = 3
# What a reading has to assume counts against it: a fact told the wrong way round, two facts that
# contradict each other, relatives by marriage taken for one's own, a word that stories seldom use.
_COST_TURNED, _COST_CLASH, _COST_LOOSE, _COST_RARE = 2, 3, 1, 5
_TURNED = "Taken the other way round than told, as the story makes no sense otherwise: “{}”"
_GENERATION = {"P": 1, "C": -1, "S": 0, "M": 0}


@dataclass(frozen=True)
class KinFact:
    """That ``relative`` stands in ``relation`` to ``person``, said by ``source``.

    ``stated`` marks what a sentence says outright, rather than in passing; ``turned`` a fact that
    is taken the other way round than it was told.
    """

    person: str
    relation: str
    relative: str
    source: str = ""
    turned: bool = False
    stated: bool = False

    def to_text(self, gender: str = "") -> str:
        """Say the fact in English."""
        term = name_relation(self.relation, gender) or "relative"
        return f"{self.relative} is the {term} of {self.person}."


@dataclass(frozen=True)
class Kinship:
    """What someone is to someone: the word for it, the facts that show it, what was assumed."""

    term: str
    facts: list[KinFact]
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Reading:
    """One way to understand a story, and how much has to be assumed for it."""

    term: str
    facts: list[KinFact]
    cost: int
    loose: bool


@dataclass
class Family:
    """People, their genders and how they are related."""

    facts: list[KinFact] = field(default_factory=list)
    genders: dict[str, str] = field(default_factory=dict)
    nearby: dict[str, list[str]] = field(default_factory=dict)

    def add(
        self, person: str, word: str, relative: str, source: str = "", *, stated: bool = False
    ) -> None:
        """Record that ``relative`` is the ``word`` (aunt, son …) of ``person``."""
        term = kin_term(word)
        if term is None or person == relative:
            return
        steps, gender = term
        self.facts.append(KinFact(person, steps, relative, source, stated=stated))
        if gender:
            self.genders.setdefault(relative, gender)
        if steps == "M" and gender:
            self.genders.setdefault(person, "f" if gender == "m" else "m")

    def relation(self, person: str, relative: str) -> Kinship | None:
        """Find what ``relative`` is to ``person``, with the facts that show it.

        Of all ways to understand the story, the one that assumes least is taken: facts as they
        are told if they make sense, otherwise with one or two of those told in passing about a
        parent or a child the other way round.
        """
        notes: list[str] = []
        readings = self._readings(person, relative)
        if not readings:
            readings, notes = self._identified(person, relative)
        if not readings:
            return None
        least = min(reading.cost for reading in readings)
        best = [reading for reading in readings if reading.cost == least]
        votes = Counter(reading.term for reading in best)
        term = votes.most_common(1)[0][0]
        chosen = min(
            (reading for reading in best if reading.term == term), key=lambda each: len(each.facts)
        )
        notes += [_TURNED.format(fact.source) for fact in chosen.facts if fact.turned]
        if chosen.loose:
            notes.append("Relatives of a spouse are counted as one's own.")
        return Kinship(chosen.term, chosen.facts, notes)

    def _readings(self, person: str, relative: str) -> list[_Reading]:
        told = self._world(person, relative, self.facts)
        if any(reading.cost == 0 for reading in told):
            return told
        passing = [
            place
            for place, fact in enumerate(self.facts)
            if fact.relation in {"P", "C"} and not fact.stated
        ]
        readings = list(told)
        for many in (1, 2) if len(passing) <= _MOST_TURNED else (1,):
            for places in combinations(passing, many):
                facts = list(self.facts)
                for place in places:
                    fact = facts[place]
                    facts[place] = replace(fact, relation=inverse(fact.relation), turned=True)
                readings += self._world(person, relative, facts)
        return readings

    def _world(self, person: str, relative: str, facts: list[KinFact]) -> list[_Reading]:
        """Give what the chains between two people say, and what each has to assume."""
        gender = self.genders.get(relative, "")
        turned = sum(fact.turned for fact in facts)
        assumed = _COST_TURNED * turned + _COST_CLASH * self._clashes(facts)
        best: dict[str, _Reading] = {}
        for loose in (False, True) if not all(fact.stated for fact in facts) else (False,):
            for chain, links in _chains(person, relative, facts, loose):
                if sum(fact.turned for fact in chain) < turned:
                    continue
                for link in links:
                    term = name_relation(link.steps, gender)
                    if term is None:
                        continue
                    cost = assumed + link.guesses + _COST_LOOSE * loose
                    plain = link.is_common() or (not turned and len(chain) <= _SHORT)
                    cost += 0 if plain else _COST_RARE
                    if term not in best or cost < best[term].cost:
                        best[term] = _Reading(term, chain, cost, loose)
        return list(best.values())

    def _identified(self, person: str, relative: str) -> tuple[list[_Reading], list[str]]:
        """Take someone told of without a name for someone named in the sentence next to it."""
        for stranger, names in self.nearby.items():
            for name in names:
                told = self.genders.get(stranger, "")
                if told and self.genders.get(name, told) != told:
                    continue
                known = replace(self, facts=[_renamed(fact, stranger, name) for fact in self.facts])
                readings = known._readings(person, relative)
                if readings:
                    fact = next(each for each in self.facts if stranger in _people(each))
                    return readings, [f"{name} is taken to be meant in “{fact.source}”"]
        return [], []

    def _clashes(self, facts: Sequence[KinFact]) -> int:
        """Count what can't be: two fathers or mothers, someone of two generations."""
        return _generations(facts) + self._parents(facts)

    def _parents(self, facts: Sequence[KinFact]) -> int:
        parents: dict[tuple[str, str], set[str]] = {}
        for fact in facts:
            child, parent = fact.person, fact.relative
            if fact.relation == "C":
                child, parent = parent, child
            elif fact.relation != "P":
                continue
            gender = self.genders.get(parent, "")
            if gender and not parent.startswith("#") and not child.startswith("#"):
                parents.setdefault((child, gender), set()).add(parent)
        return sum(len(names) - 1 for names in parents.values())


def _ways(steps: str) -> tuple[tuple[str, int], ...]:
    """Give the ways a relation can be meant: an aunt may be an uncle's wife."""
    if steps == "PS":
        return ("PS", 0), ("PSM", 1)
    return (("SC", 0), ("MSC", 1)) if steps == "SC" else ((steps, 0),)


def _people(fact: KinFact) -> tuple[str, str]:
    return fact.person, fact.relative


def _renamed(fact: KinFact, name: str, other: str) -> KinFact:
    person, relative = (other if each == name else each for each in _people(fact))
    return replace(fact, person=person, relative=relative)


def _chains(
    person: str, relative: str, facts: Sequence[KinFact], loose: bool
) -> Iterator[tuple[list[KinFact], list[Link]]]:
    """Give the chains of facts between two people, the short ones first; nobody is met twice."""
    neighbours: dict[str, list[tuple[str, str, KinFact]]] = {}
    for fact in facts:
        there = (fact.relative, fact.relation, fact)
        back = (fact.person, inverse(fact.relation), fact)
        neighbours.setdefault(fact.person, []).append(there)
        neighbours.setdefault(fact.relative, []).append(back)
    queue: deque[tuple[list[str], list[KinFact], list[Link]]] = deque([([person], [], [Link()])])
    found = 0
    while queue and found < _MOST_PATHS:
        people, chain, links = queue.popleft()
        if people[-1] == relative:
            found += 1
            yield chain, links
            continue
        if len(chain) >= _MOST_STEPS:
            continue
        for other, steps, fact in neighbours.get(people[-1], []):
            if other in people:
                continue
            named = not (loose or other.startswith("#"))
            longer = [
                further
                for link in links
                for way, guess in _ways(steps)
                for further in link.follow(way, named, guess)
            ]
            if loose:
                longer += [link.without_marriage() for link in longer if "MS" in link.steps]
            if longer:
                queue.append(([*people, other], [*chain, fact], longer))


def _generations(facts: Sequence[KinFact]) -> int:
    """Count the facts that put someone into another generation than those before."""
    heights: dict[str, tuple[str, int]] = {}

    def root(name: str) -> tuple[str, int]:
        above, height = heights.get(name, (name, 0))
        if above == name:
            return name, 0
        top, more = root(above)
        return top, height + more

    clashes = 0
    for fact in facts:
        rise = sum(_GENERATION[step] for step in fact.relation)
        (first, low), (second, high) = root(fact.person), root(fact.relative)
        if first == second:
            clashes += high - low != rise
        else:
            heights[second] = (first, low + rise - high)
    return clashes
