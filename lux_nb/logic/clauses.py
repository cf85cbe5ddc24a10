"""What a knowledge base holds: clauses with their sentences, and blocks of facts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import overload

from lux_nb.logic.blocks import FactBlock

ROWS = "rows"
"""The origin of facts that came from rows of data."""

FORMULA = "formula"
"""The origin of first-order statements."""

CLOSED = "closed"
"""The origin of notes that a predicate's world is closed."""

_CLOSED_NOTE = "% closed "


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause, the sentence it came from, and how it got here."""

    clause: str
    sentence: str = ""
    origin: str = "prolog"
    sequence: int = 0

    def __len__(self) -> int:
        return 1

    @property
    def is_formula(self) -> bool:
        """Whether it is a first-order statement that rules can't express."""
        return self.origin == FORMULA

    @property
    def is_note(self) -> bool:
        """Whether it is a comment to Prolog: a first-order statement, or that a world is closed."""
        return self.origin in {FORMULA, CLOSED}

    @classmethod
    def closed(cls, indicator: str) -> "Clause":
        """Make the note that what is not shown of a predicate such as ``likes/2`` is not so."""
        return cls(f"{_CLOSED_NOTE}{indicator}", closed_sentence(indicator), CLOSED)

    @property
    def line(self) -> str:
        """The clause as a line of a file, with where it came from."""
        sentence = " ".join(self.sentence.split())
        return f"{self.clause}  % {self.origin}: {sentence}" if sentence else self.clause


def closed_sentence(indicator: str) -> str:
    """Say that the world of a predicate is closed."""
    return f"What is not shown of {indicator} is not so."


Part = Clause | FactBlock


@dataclass(frozen=True, slots=True)
class Head:
    """A knowledge base without its clauses."""

    id: str
    world: str
    version: int
    forked_from: str | None
    created_at: datetime
    updated_at: datetime


class ClauseList(Sequence[Clause]):
    """The clauses of a knowledge base, those of blocks written as they are come to."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts
        self._size = sum(map(len, parts))

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Clause]:
        return self._from(0)

    @overload
    def __getitem__(self, index: int) -> Clause: ...
    @overload
    def __getitem__(self, index: slice) -> list[Clause]: ...

    def __getitem__(self, index: int | slice) -> Clause | list[Clause]:
        places = range(self._size)[index]
        if isinstance(places, int):
            return next(self._from(places))
        if not places:
            return []
        first, last = min(places[0], places[-1]), max(places[0], places[-1])
        found = list(islice(self._from(first), last - first + 1))
        return [found[place - first] for place in places]

    def _from(self, place: int) -> Iterator[Clause]:
        for part in self._parts:
            size = len(part)
            if place >= size:
                place -= size
                continue
            if isinstance(part, Clause):
                yield part
            else:
                for text in part.clauses()[place:]:
                    yield Clause(text, "", ROWS, part.sequence)
            place = 0


@dataclass(frozen=True, slots=True)
class KnowledgeBase:
    """A knowledge base at one version."""

    head: Head
    parts: tuple[Part, ...]

    @property
    def clauses(self) -> ClauseList:
        """All clauses, each fact of a block among them."""
        return ClauseList(self.parts)

    @property
    def told(self) -> list[Clause]:
        """The clauses that came one by one, without the facts of blocks."""
        return [part for part in self.parts if isinstance(part, Clause)]

    @property
    def closed(self) -> list[str]:
        """The predicates whose world is closed, such as ``likes/2``."""
        notes = (clause.clause for clause in self.told if clause.origin == CLOSED)
        return [note.removeprefix(_CLOSED_NOTE) for note in notes]

    @property
    def samples(self) -> Iterator[Clause]:
        """The clauses that came one by one, and one fact of each predicate of blocks."""
        seen: set[str] = set()
        for part in self.parts:
            if isinstance(part, Clause):
                yield part
            elif len(part) and part.indicator not in seen:
                seen.add(part.indicator)
                yield Clause(part.clauses(1)[0], "", ROWS, part.sequence)

    @property
    def text(self) -> str:
        """The whole of it as Prolog; a first-order statement is a comment with its sentence."""
        return "\n".join(_text(part) for part in self.parts if len(part))


def _text(part: Part) -> str:
    if isinstance(part, FactBlock):
        return "\n".join(part.clauses())
    # The sentence goes along because such a statement is decided from it.
    return part.line if part.is_formula else part.clause
