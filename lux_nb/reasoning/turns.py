"""A turn of a conversation, as the store keeps it."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from lux_nb.engine.authors import Author


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing that was said on a thread, with who had it said."""

    id: str
    thread_id: str
    position: int
    role: str
    content: str
    created_at: datetime
    tokens: int
    author: Author
    quality: float | None = None
    model: str | None = None
    call_id: str | None = None
    tool: str | None = None
    files: list[str] = field(default_factory=list)

    def shown_to_model(self) -> str:
        """Return the content with the names of the files that went with it."""
        if not self.files:
            return self.content
        return f"{self.content}\n\n[files read with this message: {', '.join(self.files)}]"

    @classmethod
    def from_row(cls, row: Any) -> "Turn":
        """Make a turn from a row of the turns table."""
        return cls(
            id=row.id,
            thread_id=row.thread_id,
            position=row.position,
            role=row.role,
            content=row.content,
            created_at=row.created_at,
            tokens=row.tokens,
            author=Author.from_row(row),
            quality=row.quality,
            model=row.model,
            call_id=row.call_id,
            tool=row.tool,
            files=row.files,
        )


@dataclass(frozen=True, slots=True)
class NewTurn:
    """A turn that is about to be written."""

    role: str
    content: str
    tokens: int
    quality: float | None = None
    model: str | None = None
    call_id: str | None = None
    files: list[str] = field(default_factory=list)
