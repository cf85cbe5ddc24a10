"""The contexts an index knows: what is kept of each, and who stands beside whom."""

import math
from dataclasses import dataclass, field
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from lux_nb.memory.search.text import (
    implied_terms,
    is_question,
    mentions_time,
    speaks_of_self,
    speaks_to_other,
    split_speaker,
)

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Document:
    """One context as the index takes it.

    ``conversation`` names the run of turns it belongs to (a session of a branch); turns stand
    in the order of ``position`` and, where that is equal, in the order they were added. A
    document without a conversation has no neighbours. In a conversation, where no ``speaker`` is
    given, a leading ``"Name: "`` in the text is taken for one.
    """

    id: str
    text: str
    created_at: datetime | None = None
    branch: str = ""
    category: str = ""
    speaker: str = ""
    conversation: str = ""
    position: float | None = None

    def timestamp(self) -> float:
        """Return the creation time in seconds, or NaN when it is not known."""
        if self.created_at is None:
            return float("nan")
        moment = self.created_at
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return moment.timestamp()

    def place(self) -> float:
        """Return where it stands in its conversation: its position, else its time."""
        if self.position is not None:
            return self.position
        return 0.0 if self.created_at is None else self.timestamp()

    def readable(self) -> str:
        """Return the text as an encoder should read it: with who says it."""
        _, words = self.spoken()
        return f"{self.speaker}: {words}" if self.speaker else self.text

    def digest(self) -> int:
        """Return a number that changes with the words; it means nothing in another process."""
        return hash((self.text, self.speaker, bool(self.conversation)))

    def spoken(self) -> tuple[str, str]:
        """Return the lower-case speaker, or an empty string, and the words said."""
        if not self.speaker and not self.conversation:
            # "Conclusion: …" at the head of a single text is a heading, not a person.
            return "", self.text
        name, words = split_speaker(self.text)
        if self.speaker and name.lower() != self.speaker.lower():
            return self.speaker.lower(), self.text
        return name.lower(), words


class Names:
    """Short numbers for strings that many documents share."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {"": 0}
        self.strings: list[str] = [""]

    def number(self, name: str) -> int:
        """Return the number of a name, giving it one if it is new."""
        number = self._numbers.setdefault(name, len(self.strings))
        if number == len(self.strings):
            self.strings.append(name)
        return number

    def known(self, name: str) -> int:
        """Return the number of a name, or -1 if no document has it."""
        return self._numbers.get(name, NOBODY)


_ROW = np.dtype(
    [
        ("created", "f8"),
        ("position", "f8"),
        ("before", "i4"),
        ("after", "i4"),
        ("conversation", "i4"),
        ("branch", "i4"),
        ("speaker", "i4"),
        ("digest", "i8"),
        ("category", "i2"),
        ("alive", "?"),
        ("asks", "?"),
        ("tells_time", "?"),
        ("code", "?"),
        ("of_self", "?"),
        ("to_other", "?"),
    ]
)


@dataclass(slots=True)
class DocumentTable:
    """Columns by slot; emptied slots are used again. Turns are linked to their neighbours."""

    rows: NDArray[np.void] = field(default_factory=lambda: np.zeros(64, _ROW))
    identifiers: list[str | None] = field(default_factory=list)
    slot_of: dict[str, int] = field(default_factory=dict)
    branches: Names = field(default_factory=Names)
    categories: Names = field(default_factory=Names)
    speakers: Names = field(default_factory=Names)
    conversations: Names = field(default_factory=Names)
    _newest: float | None = None
    _free: list[int] = field(default_factory=list)
    _tails: dict[int, int] = field(default_factory=dict)
    _speaking: dict[int, int] = field(default_factory=dict)

    @property
    def slots(self) -> int:
        """Return how many slots exist, empty ones included."""
        return len(self.identifiers)

    def holds(self, document: Document) -> bool:
        """Say whether a document is known with the same words, whatever else changed."""
        slot = self.slot_of.get(document.id)
        return slot is not None and bool(self.rows["digest"][slot] == document.digest())

    def newest(self) -> float:
        """Return when the newest document was made, in seconds."""
        if self._newest is None:
            created = self.rows["created"][: self.slots]
            self._newest = float(np.fmax.reduce(created, initial=-np.inf))
        return self._newest

    def insert(self, document: Document) -> int:
        """Give a document a slot, fill its row and link it to its neighbours."""
        slot = self._new_slot()
        self.identifiers[slot] = document.id
        self.slot_of[document.id] = slot
        self._fill(slot, document)
        self._link(slot)
        return slot

    def replace(self, document: Document) -> int:
        """Fill a document's row anew; it keeps its place among its neighbours if it can."""
        slot = self.slot_of[document.id]
        row = self.rows[slot]
        place = row["conversation"], row["position"]
        self._newest = None
        self._forget_speaker(slot)
        links = int(row["before"]), int(row["after"])
        same = (self.conversations.known(document.conversation), document.place()) == place
        if not same:
            self._unlink(slot)
        self._fill(slot, document)
        if same:
            row["before"], row["after"] = links
        else:
            self._link(slot)
        return slot

    def delete(self, identifier: str) -> int:
        """Empty the slot of a document and close the gap between its neighbours."""
        slot = self.slot_of.pop(identifier)
        self._newest = None
        self.identifiers[slot] = None
        self._unlink(slot)
        self._forget_speaker(slot)
        self.rows[slot] = np.zeros(1, _ROW)[0]
        self.rows["before"][slot] = self.rows["after"][slot] = NOBODY
        self.rows["created"][slot] = np.nan
        self._free.append(slot)
        return slot

    def speaker_names(self) -> list[str]:
        """Return the lower-case names of all who speak in the documents there are now."""
        return [self.speakers.strings[number] for number, count in self._speaking.items() if count]

    def _new_slot(self) -> int:
        if self._free:
            return self._free.pop()
        slot = len(self.identifiers)
        self.identifiers.append(None)
        if slot >= len(self.rows):
            self.rows = np.concatenate([self.rows, np.zeros(len(self.rows) // 2 + 64, _ROW)])
        return slot

    def _fill(self, slot: int, document: Document) -> None:
        speaker, words = document.spoken()
        number = self.speakers.number(speaker)
        created = document.timestamp()
        # One tuple: filling the fields of a row one by one takes ten times as long.
        self.rows[slot] = (
            created,
            document.place(),
            NOBODY,
            NOBODY,
            self.conversations.number(document.conversation),
            self.branches.number(document.branch),
            number,
            document.digest(),
            self.categories.number(document.category),
            True,
            is_question(words),
            mentions_time(words),
            bool(implied_terms(words)),
            speaks_of_self(words),
            speaks_to_other(words),
        )
        if self._newest is not None and not math.isnan(created):
            self._newest = max(self._newest, created)
        if speaker:
            self._speaking[number] = self._speaking.get(number, 0) + 1

    def _forget_speaker(self, slot: int) -> None:
        speaker = int(self.rows["speaker"][slot])
        if speaker:
            self._speaking[speaker] -= 1

    def _link(self, slot: int) -> None:
        """Put a turn behind the last one whose position is not greater."""
        conversation = int(self.rows["conversation"][slot])
        if not conversation:
            return
        position = self.rows["position"][slot]
        after, before = NOBODY, self._tails.get(conversation, NOBODY)
        while before != NOBODY and self.rows["position"][before] > position:
            after, before = before, int(self.rows["before"][before])
        self.rows["before"][slot] = before
        self.rows["after"][slot] = after
        if before != NOBODY:
            self.rows["after"][before] = slot
        if after != NOBODY:
            self.rows["before"][after] = slot
        else:
            self._tails[conversation] = slot

    def _unlink(self, slot: int) -> None:
        row = self.rows[slot]
        before, after, conversation = (int(row[key]) for key in ("before", "after", "conversation"))
        if before != NOBODY:
            self.rows["after"][before] = after
        if after != NOBODY:
            self.rows["before"][after] = before
        if self._tails.get(conversation) == slot:
            if before == NOBODY:
                del self._tails[conversation]
            else:
                self._tails[conversation] = before

    def memory_bytes(self) -> int:
        """Return about how many bytes the table keeps."""
        identifiers = sum(57 + len(name) for name in self.slot_of)
        return int(self.rows.nbytes) + identifiers + 112 * len(self.slot_of)
