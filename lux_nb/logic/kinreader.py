"""Family relations read from running text: who is whose brother, aunt or wife."""

from dataclasses import dataclass, field

from lux_nb.logic.family import Family
from lux_nb.logic.kinship import inverse, kin_term
from lux_nb.logic.kintext import (
    BE,
    CLAUSES,
    STOPS,
    bracketed,
    likely_gender,
    sentence_at,
    story_words,
)

_PEERS = {"boys", "girls", "children", "kids", "siblings", "brothers", "sisters", "twins"}
_SMALL = {"who", ",", "is", "was", "the", "a", "an", "another", "other", "older", "younger"}
_POSSESSIVES = {"his": "m", "her": "f", "their": "", "hers": "f"}
_SUBJECTS = {"he": "m", "she": "f", "they": ""}


@dataclass
class _Reader:
    names: set[str]
    family: Family
    tokens: list[str]
    subjects: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    pending: tuple[str, str] | None = None
    possessor: str | None = None
    sentence: str = ""
    strangers: int = 0
    head: str | None = None
    consumed: int = -1
    group: list[str] = field(default_factory=list)
    latest: str = ""

    def run(self) -> None:
        for index, token in enumerate(self.tokens):
            if index == 0 or self.tokens[index - 1] in STOPS:
                self.sentence = sentence_at(self.tokens, index)
            if token in STOPS:
                self.close()
            elif token in self.names:
                self.meet(index, token)
            elif token.lower() in _SUBJECTS and not self.subjects:
                antecedent = self.antecedent(_SUBJECTS[token.lower()])
                if antecedent:
                    self.subjects.append(antecedent)
            elif kin_term(token):
                self.kin(index, token)
            elif token.lower() in {"married", "marry", "wed", "adopted", "couple"}:
                self.together(token.lower(), index)

    def at(self, index: int) -> str:
        return self.tokens[index] if 0 <= index < len(self.tokens) else "."

    def close(self) -> None:
        if self.subjects:
            self.before = [name for name in dict.fromkeys(self.subjects) if name[0] != "#"]
        if self.latest not in self.subjects:
            self.latest = ""
        self.subjects, self.possessor, self.head = [], None, None

    def meet(self, index: int, name: str) -> None:
        """Note a name; it may start a new sentence where the full stop is missing."""
        previous, following = self.at(index - 1), self.at(index + 1).lower()
        if previous in STOPS and self.latest:
            self.family.nearby[self.latest].insert(0, name)
        alone = previous in STOPS and following in STOPS
        if self.pending and (
            alone or (previous.lower() in {"is", "was"} and self.at(index - 2) == "name")
        ):
            possessor, word = self.pending
            self.family.add(possessor, word, name, self.sentence)
            self.pending = None
        newborn = previous.lower() in {"him", "her"} and self.at(index - 2).lower() == "named"
        if newborn and self.head:
            word = "son" if previous.lower() == "him" else "daughter"
            self.family.add(self.head, word, name, self.sentence)
        if (not self.subjects and following != "'s") or previous.lower() in CLAUSES:
            self.head = name
        self.subjects.append(name)

    def antecedent(self, gender: str, besides: str = "") -> str | None:
        """Find whom a pronoun means: the subject first, then whoever fits."""
        own = ([self.head] if self.head else []) + self.subjects[:1] + self.subjects[:0:-1]
        tests = [(own, fits) for fits in (self.likely_as, self.possibly)]
        tests += [(self.before, fits) for fits in (self.known_as, self.likely_as, self.possibly)]
        for people, fits in tests:
            for name in people:
                if name != besides and fits(name, gender):
                    if gender:
                        self.family.genders.setdefault(name, gender)
                    return name
        return None

    def known_as(self, name: str, gender: str) -> bool:
        return not gender or self.family.genders.get(name) == gender

    def likely_as(self, name: str, gender: str) -> bool:
        likely = self.family.genders.get(name) or likely_gender(name) or gender
        return not gender or likely == gender

    def possibly(self, name: str, gender: str) -> bool:
        return not gender or self.family.genders.get(name, gender) == gender

    def owner(self, index: int) -> tuple[str | None, int]:
        """Find whose relative is meant and where the phrase begins."""
        for back in range(index - 1, max(index - 5, -1), -1):
            found = self.owner_at(back)
            if found is not None:
                return found
            if self.at(back) in self.names or self.at(back) in STOPS | {",", "of"}:
                break
        return None, index

    def owner_at(self, back: int) -> tuple[str | None, int] | None:
        """See whether the word at a place says whose relative is meant."""
        word = self.at(back).lower()
        if word in _POSSESSIVES:
            gender = _POSSESSIVES[word]
            return self.beside(back, gender) or self.antecedent(gender), back
        if word in _PEERS and self.at(back - 1).lower() == "the" and self.group:
            return self.group[0], back
        if word == "'s":
            named = self.at(back - 1) in self.names
            return (self.at(back - 1), back - 1) if named else self.chained(back - 1)
        if word in {"has", "had", "have", "having", "birth"}:
            subject = "" if word == "birth" else self.subject_before(back + 1)
            return subject or self.head, back
        if word in {"and", "&"}:
            return (self.possessor, back) if self.at(back - 1) in self.names else (None, back)
        return None

    def beside(self, index: int, gender: str) -> str | None:
        """Read "Tom and his …": Tom's, unless Tom is someone's relative as the next one is."""
        name = self.at(index - 2)
        if self.at(index - 1).lower() not in {"and", "&"} or name not in self.names or not gender:
            return None
        introduced = self.at(index - 3) == "," and kin_term(self.at(index - 4))
        if introduced or kin_term(self.at(index - 3)):
            name = self.possessor or ""
        if not name or not self.possibly(name, gender):
            return None
        self.family.genders.setdefault(name, gender)
        return name

    def chained(self, index: int) -> tuple[str | None, int]:
        """Read "her mother's husband": someone without a name stands between."""
        if not kin_term(self.at(index)):
            return None, index
        person, start = self.owner(index)
        return (self.stranger(person, self.at(index)), start) if person else (None, index)

    def stranger(self, person: str, word: str) -> str:
        self.strangers += 1
        stranger = f"#{self.strangers}"
        self.family.add(person, word, stranger, self.sentence)
        self.family.nearby[stranger] = [name for name in self.before if name != person]
        self.latest = stranger
        return stranger

    def kin(self, index: int, word: str) -> None:
        """Read what a kinship word says, by where it stands."""
        between = self.at(index + 1) == "'s" and kin_term(self.at(index + 2))
        if index == self.consumed or between:
            return
        if self.at(index + 1) == "of":
            self.kin_of(index, word)
        elif not self.brothers(index, word) and not self.both(index, word):
            self.owned(index, word)

    def both(self, index: int, word: str) -> bool:
        """Read "Ann and Bob are mother and son": what each of two is to the other."""
        place = index + 1 + (self.at(index + 1).lower() in {"and", "-"})
        first, second = kin_term(word), kin_term(self.at(place))
        pair = [name for name in dict.fromkeys(self.subjects) if name[0] != "#"]
        if first is None or second is None or first[0] != inverse(second[0]) or len(pair) != 2:
            return False
        if self.owner(index)[0] is not None:
            return False
        elder, younger = pair
        fits = self.likely_as(elder, first[1]) and self.likely_as(younger, second[1])
        if not fits and self.likely_as(elder, second[1]) and self.likely_as(younger, first[1]):
            elder, younger = younger, elder
        self.consumed = place
        self.family.add(younger, word, elder, self.sentence)
        self.family.add(elder, self.at(place), younger, self.sentence)
        return True

    def owned(self, index: int, word: str) -> None:
        """Read "her son Tom": whose relative it is and who that is."""
        person, start = self.owner(index)
        targets = self.targets(index)
        if person is None and targets:
            # "a baby … the grandmother, Ann": the one without a name is meant.
            person = next((name for name in self.subjects if name.startswith("#")), None)
        if person is None:
            self.plural(index, word)
            return
        if not targets:
            person, targets = self.apposed(person, start)
        if person is not None:
            targets = targets or self.spoken_to(person, word, start)
            self.relate(person, word, start, targets)

    def relate(self, person: str, word: str, start: int, targets: list[str]) -> None:
        """Record the relatives found, of one person or of two that share them."""
        self.possessor = person
        theirs = self.at(start).lower() == "their"
        shared = theirs and len(self.subjects) > 1
        people = self.subjects[:2] if shared else [person]
        if theirs and not shared and self.group:
            people = self.group
        if shared and kin_term(word) in {("P", "m"), ("P", "f"), ("P", "")}:
            self.family.add(people[0], "sibling", people[1], self.sentence)
        if len(targets) > 1:
            self.group = targets
        stated = self.at(start - 1).lower() in BE
        for target in targets:
            for each in people:
                self.family.add(each, word, target, self.sentence, stated=stated)
            if person == self.at(start) and self.subjects[:1] == [person]:
                self.head = target
        if not targets:
            self.pending = (person, word)
            self.subjects.append(self.stranger(person, word))

    def spoken_to(self, person: str, word: str, start: int) -> list[str]:
        """Read "Tom called Jim and told his son": who is spoken to was named before."""
        if self.at(start - 1).lower() not in {"told", "asked"}:
            return []
        term = kin_term(word)
        others = [
            name
            for name in dict.fromkeys(self.subjects)
            if name != person and term is not None and self.likely_as(name, term[1])
        ]
        return others if len(others) == 1 else []

    def brothers(self, index: int, word: str) -> bool:
        """Read "Brothers Tom and Jim" at the beginning of a sentence."""
        first, second = self.at(index + 1), self.at(index + 3)
        mutual = kin_term(word)
        starts = index == 0 or self.at(index - 1) in STOPS
        if not (starts and mutual and mutual[0] == "S" and self.at(index + 2) == "and"):
            return False
        if first not in self.names or second not in self.names:
            return False
        self.family.add(first, word, second, self.sentence)
        self.family.add(second, word, first, self.sentence)
        self.group = [first, second]
        return True

    def apposed(self, person: str, start: int) -> tuple[str | None, list[str]]:
        """Read "Tom, her son," and "Tom is her son": the name stands before."""
        before = self.at(start - 1).lower()
        target = ""
        if before == "," and self.at(start - 2) in self.names:
            target = self.at(start - 2)
        elif before in BE:
            target = self.subject_before(start - 1)
        if not target:
            return person, []
        if target == person:
            pronoun = self.at(start).lower()
            return self.antecedent(_POSSESSIVES.get(pronoun, ""), besides=target), [target]
        return person, [target]

    def subject_before(self, index: int) -> str:
        """Find the name that a few small words before stand for: "Tom, who is the"."""
        for back in range(index - 1, max(index - 7, -1), -1):
            if self.at(back) in self.names:
                return self.at(back)
            if back < index - 3 and self.at(back).lower() not in _SMALL:
                break
        return ""

    def targets(self, index: int) -> list[str]:
        """Collect the names a kinship word introduces: "her sons, Tom and Jim"."""
        position = index + 1
        if self.at(position) == ",":
            position += 1
        if self.at(position).lower() in {"who", "whose"}:
            position += 1 + (self.at(position + 1).lower() == "name")
        called = self.at(position).lower() in {"named", "called"}
        equated = self.at(position).lower() in {"is", "was"} and self.at(position + 2) in STOPS
        if called or equated:
            position += 1
        if self.at(position) not in self.names:
            return []
        found = [self.at(position)]
        several = self.tokens[index].lower().endswith(("s", "children"))
        while several and self.at(position + 1) in {"and", ","}:
            position += 2 + (self.at(position + 2) == "and")
            if self.at(position) not in self.names:
                break
            found.append(self.at(position))
        return found

    def kin_of(self, index: int, word: str) -> None:
        """Read "X is the sister of Y" and "X is father of their father"."""
        target = self.subject_before(index) or (self.subjects[0] if self.subjects else "")
        after = self.at(index + 2)
        if not target:
            return
        if after in self.names:
            stated = not BE.isdisjoint({self.at(back).lower() for back in range(index - 3, index)})
            self.family.add(after, word, target, self.sentence, stated=stated)
        elif after.lower() in _POSSESSIVES and kin_term(self.at(index + 3)):
            self.consumed = index + 3
            people = [name for name in self.subjects + self.before if name != target]
            if people:
                between = self.stranger(people[0], self.at(index + 3))
                self.family.add(between, word, target, self.sentence)

    def plural(self, index: int, word: str) -> None:
        """Read "X and Y are brothers" and "X and Y became husband and wife"."""
        pair = self.subjects[:2]
        mutual = kin_term(word)
        together = {self.at(back).lower() for back in range(index - 4, index)} & (BE | {"becoming"})
        several = (
            mutual is not None and mutual[0] == "S" and "all" in self.tokens[index - 3 : index]
        )
        if several and together:
            pair = self.subjects
            for other in pair[2:]:
                self.family.add(pair[0], word, other, self.sentence)
            pair = pair[:2]
        if len(pair) == 2 and mutual and mutual[0] in {"S", "M", "PSC"} and together:
            self.family.add(pair[0], word, pair[1], self.sentence)
            if mutual[0] == "S":
                self.family.add(pair[1], word, pair[0], self.sentence)

    def together(self, word: str, index: int) -> None:
        following = self.at(index + 1)
        if word == "adopted" and following in self.names:
            for parent in self.subjects[:2]:
                self.family.add(parent, "child", following, self.sentence)
        elif word != "adopted":
            pair = [*self.subjects[:2]]
            if following in self.names:
                pair = [*self.subjects[:1], following]
            if len(pair) == 2:
                self.family.add(pair[0], "spouse", pair[1], self.sentence)


def read_family(text: str, names: set[str] | None = None) -> Family:
    """Read who is related to whom; names stand in brackets or are given."""
    known = {name.replace(" ", "_") for name in names} if names else bracketed(text)
    family = Family()
    tokens = story_words(text, known)
    # The first reading collects who is a man and who a woman, the second uses it.
    _Reader(known, family, tokens).run()
    genders = {
        fact.relative: family.genders[fact.relative]
        for fact in family.facts
        if fact.relative in family.genders
    }
    again = Family(genders=genders)
    _Reader(known, again, tokens).run()
    for name in known:
        guess = likely_gender(name) or ("f" if name[-1:].lower() in "aeiy" else "m")
        again.genders.setdefault(name, guess)
    return again
