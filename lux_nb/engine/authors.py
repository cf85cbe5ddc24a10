"""Who did something: a cell of the notebook, an attached assistant, or a script."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Literal

AuthorKind = Literal["cell", "assistant", "script"]


@dataclass(frozen=True, slots=True)
class Author:
    """The one who asked for an operation; part of every event and turn."""

    kind: AuthorKind
    name: str
    version: str | None = None
    cell_id: str | None = None
    execution_count: int | None = None
    notebook: str | None = None

    @property
    def label(self) -> str:
        """A short text to show: ``cell [3]``, ``panel [3]`` or ``claude-desktop 1.2``."""
        if self.kind == "cell":
            return f"{self.name} [{self.execution_count}]" if self.execution_count else self.name
        return f"{self.name} {self.version}" if self.version else self.name

    def columns(self) -> dict[str, Any]:
        """Return the author as the columns every log table has."""
        return {
            "author_kind": self.kind,
            "author_name": self.name,
            "author_version": self.version,
            "cell_id": self.cell_id,
            "execution_count": self.execution_count,
            "notebook": self.notebook,
        }

    @classmethod
    def from_row(cls, row: Any) -> "Author":
        """Make an author from a row of a table with those columns."""
        return cls(
            row.author_kind,
            row.author_name,
            row.author_version,
            row.cell_id,
            row.execution_count,
            row.notebook,
        )


_acting: ContextVar[Author | None] = ContextVar("lux_nb_acting", default=None)


def acting_author() -> Author | None:
    """Return the assistant whose code runs in the kernel here, if it is an assistant's."""
    return _acting.get()


@contextmanager
def acting_as(author: Author) -> Iterator[None]:
    """Let what is done in this context be done in the name of an author."""
    token = _acting.set(author)
    try:
        yield
    finally:
        _acting.reset(token)


def script_author() -> Author:
    """Return the author of calls made from plain Python."""
    import sys
    from pathlib import Path

    name = Path(sys.argv[0]).name if sys.argv and sys.argv[0] not in {"", "-c", "-m"} else "python"
    return Author("script", name or "python")
