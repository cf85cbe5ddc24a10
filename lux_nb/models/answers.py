"""Answers as plain JSON: what the cache and the recordings keep of a completion."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lux_nb.models.types import ChatRequest, FillRequest, Finished, TextDelta, Usage

ModelRequest = ChatRequest | FillRequest


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """A finished answer with its pieces, so that it can be streamed again."""

    provider: str
    model: str
    pieces: tuple[TextDelta, ...]
    finish_reason: str
    usage: Usage
    seconds: float
    first_token_seconds: float | None
    cost: float | None
    notes: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The whole answer."""
        return "".join(piece.text for piece in self.pieces)

    def updates(self) -> Iterator[TextDelta | Finished]:
        """Yield the answer as the provider did."""
        yield from self.pieces
        yield Finished(self.finish_reason, self.usage, self.model)

    def as_json(self) -> dict[str, Any]:
        """Return the answer as JSON; text in one piece, so that a change of it reads well."""
        stored: dict[str, Any] = {
            "provider": self.provider,
            "model": self.model,
            "text": self.text,
            "pieces": [len(piece.text) for piece in self.pieces],
            "finish_reason": self.finish_reason,
            "usage": [self.usage.prompt_tokens, self.usage.completion_tokens],
            "counted": self.usage.counted,
            "seconds": self.seconds,
            "first_token_seconds": self.first_token_seconds,
            "cost": self.cost,
            "notes": list(self.notes),
        }
        if any(piece.logprob is not None for piece in self.pieces):
            stored["logprobs"] = [piece.logprob for piece in self.pieces]
        return stored

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "StoredAnswer":
        """Read what :meth:`as_json` wrote."""
        text: str = stored["text"]
        logprobs = stored.get("logprobs") or [None] * len(stored["pieces"])
        prompt, written = stored["usage"]
        pieces = []
        start = 0
        for length, logprob in zip(stored["pieces"], logprobs, strict=True):
            pieces.append(TextDelta(text[start : start + length], logprob))
            start += length
        return cls(
            provider=stored["provider"],
            model=stored["model"],
            pieces=tuple(pieces),
            finish_reason=stored["finish_reason"],
            usage=Usage(prompt, written, counted=bool(stored.get("counted"))),
            seconds=stored["seconds"],
            first_token_seconds=stored["first_token_seconds"],
            cost=stored["cost"],
            notes=tuple(stored.get("notes", ())),
        )


def request_json(request: ModelRequest) -> dict[str, Any]:
    """Return a request as JSON: what was asked, and nothing of how it is sent."""
    asked: dict[str, Any] = {"model": request.model, **request.sampling()}
    if isinstance(request, FillRequest):
        return {"kind": "fim", "prompt": request.prompt, "suffix": request.suffix, **asked}
    asked["messages"] = [{"role": m.role, "content": m.content} for m in request.messages]
    if request.json_schema is not None:
        asked["json_schema"] = request.json_schema
    if request.logprobs:
        asked["logprobs"] = True
    return {"kind": "chat", **asked}


def hash_of(asked: Any) -> str:
    """Return the hash of a JSON value, whatever the order of its keys."""
    text = json.dumps(asked, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
