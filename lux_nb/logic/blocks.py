"""Facts in bulk: kept by column in one piece, written as clauses only where they are looked at."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lux_nb.logic.worker.columns import Value, decode_columns, encode_columns

FACTS_IN_BLOCK = 20_000
_NONE: frozenset[int] = frozenset()
_ATOM = re.compile(r"[a-z][a-zA-Z0-9_]*\Z")
_SPECIAL = re.compile(r"[\\'\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]")


@dataclass(frozen=True, slots=True)
class FactBlock:
    """Many facts of one predicate; ``gone`` are the places of those that were taken back."""

    predicate: str
    arity: int
    size: int
    data: bytes
    sequence: int = 0
    gone: frozenset[int] = _NONE

    @classmethod
    def of(cls, predicate: str, columns: Sequence[Sequence[Value]]) -> "FactBlock":
        """Make the block of the facts with these arguments."""
        body = encode_columns(columns)
        return cls.packed(predicate, len(columns), len(columns[0]), body)

    @classmethod
    def packed(cls, predicate: str, arity: int, size: int, body: bytes) -> "FactBlock":
        """Make the block of columns that are encoded already."""
        import zstandard

        return cls(predicate, arity, size, zstandard.ZstdCompressor(level=1).compress(body))

    @classmethod
    def kept(
        cls, indicator: str, size: int, data: bytes, sequence: int, gone: Iterable[int]
    ) -> "FactBlock":
        """Make the block that is kept under a name such as ``parent/2``."""
        predicate, _, arity = indicator.rpartition("/")
        return cls(predicate, int(arity), size, data, sequence, frozenset(gone))

    @property
    def indicator(self) -> str:
        """The predicate with its arity."""
        return f"{self.predicate}/{self.arity}"

    def __len__(self) -> int:
        return self.size - len(self.gone)

    def encoded(self) -> bytes:
        """Return the columns as the worker loads them, without those taken back."""
        return encode_columns(self.columns()) if self.gone else self._decompressed()

    def without(self, places: Iterable[int]) -> "FactBlock":
        """Return the block with more of its facts taken back."""
        return replace(self, gone=self.gone.union(places))

    def renewed(self) -> "FactBlock":
        """Return a block of just the facts that are left."""
        return FactBlock.of(self.predicate, self.columns()) if self.gone else self

    def columns(self) -> list[list[Value]]:
        """Return the values by argument, without those taken back."""
        columns = decode_columns(self._decompressed())
        if not self.gone:
            return columns
        kept = [place for place in range(self.size) if place not in self.gone]
        return [[column[place] for place in kept] for column in columns]

    def clauses(self, most: int | None = None) -> list[str]:
        """Write the facts as clauses, all or the first ones."""
        columns = [column[:most] for column in self.columns()]
        written = [[write_value(value) for value in column] for column in columns]
        name = self.predicate
        return [f"{name}({', '.join(row)})." for row in zip(*written, strict=True)]

    def find(self, values: Sequence[Value], passed: Collection[int] = _NONE) -> int | None:
        """Return the place of the first fact with these values that is neither gone nor passed."""
        columns, wanted = decode_columns(self._decompressed()), tuple(values)
        for place, row in enumerate(zip(*columns, strict=True)):
            # 1 and 1.0 are equal to Python, but two numbers to Prolog.
            same = row == wanted and list(map(type, row)) == list(map(type, wanted))
            if same and place not in self.gone and place not in passed:
                return place
        return None

    def _decompressed(self) -> bytes:
        import zstandard

        return zstandard.ZstdDecompressor().decompress(self.data)


def encode_blocks(
    predicate: str, columns: Sequence[Sequence[Any]]
) -> Iterator[tuple[FactBlock, bytes]]:
    """Make the blocks of long columns, each with what the worker is to load."""
    for start in range(0, len(columns[0]), FACTS_IN_BLOCK):
        piece = [column[start : start + FACTS_IN_BLOCK] for column in columns]
        body = encode_columns(piece)
        yield FactBlock.packed(predicate, len(piece), len(piece[0]), body), body


def write_value(value: Value) -> str:
    """Write text as an atom and a number as itself."""
    if not isinstance(value, str):
        return repr(value)
    if _ATOM.match(value):
        return value
    return f"'{_SPECIAL.sub(_escape, value)}'"


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    if character in "\\'":
        return f"\\{character}"
    return "\\n" if character == "\n" else f"\\x{ord(character):x}\\"
