"""Taking in one answer: its pieces, its figures, and the row that is written of it."""

import asyncio
import time
import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from lux_nb.engine.calls import Call, Delta, Notice, current_call
from lux_nb.engine.events import Event
from lux_nb.engine.payloads import as_lux_error
from lux_nb.models.answers import ModelRequest, StoredAnswer
from lux_nb.models.call_log import CallRow
from lux_nb.models.prices import cost_of
from lux_nb.models.tokens import count_tokens
from lux_nb.models.types import Completion, FillRequest, Finished, TextDelta, Usage

if TYPE_CHECKING:
    from lux_nb.models.service import Models


@dataclass(slots=True)
class Recorder:
    """Collects the pieces of one answer and writes the call's row and event."""

    models: "Models"
    provider: str
    model: str
    request: ModelRequest
    show: bool = True
    notes_before: int = 0
    free: bool = False
    priced_as: str = ""
    dropped: tuple[str, ...] = ()
    notebook: str | None = None
    reserved: bool = False
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    call: Call = field(default_factory=current_call)
    started_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    started: float = field(default_factory=time.perf_counter)
    first_token: float | None = None
    pieces: list[TextDelta] = field(default_factory=list)
    finish_reason: str = ""
    usage: Usage | None = None

    def receive(self, update: TextDelta | Finished) -> None:
        """Take one update of the provider."""
        if isinstance(update, Finished):
            self.finish_reason = update.finish_reason or self.finish_reason
            self.usage = update.usage or self.usage
            self.model = update.model or self.model
            return
        if self.first_token is None:
            self.first_token = time.perf_counter() - self.started
        self.pieces.append(update)
        if self.show:
            self.call.emit(Delta(update.text))

    async def finished(self) -> StoredAnswer:
        """Write the call and return the whole answer."""
        usage = await asyncio.to_thread(self._counted) if self.usage is None else self.usage
        cost = self._cost(usage)
        if self.finish_reason == "length":
            limit = self.request.max_tokens
            self.call.emit(Notice(f"The answer was cut at the limit of {limit} tokens."))
        answer = StoredAnswer(
            provider=self.provider,
            model=self.model,
            pieces=tuple(self.pieces),
            finish_reason=self.finish_reason or "stop",
            usage=usage,
            # Rounded here, so that a recording shows the very figures of the first run.
            seconds=round(time.perf_counter() - self.started, 3),
            first_token_seconds=round(self.first_token, 3) if self.first_token else None,
            cost=cost,
            notes=tuple(self.call.notes[self.notes_before :]),
        )
        await self._write("ok", usage, cost)
        return answer

    async def failed(self, error: BaseException) -> None:
        """Write a call that did not end well; what was produced was still paid for."""
        known = as_lux_error(error)
        usage = await asyncio.to_thread(self._counted) if self.pieces else None
        status = "cancelled" if isinstance(error, asyncio.CancelledError) else "error"
        await self._write(status, usage, self._cost(usage) if usage else None, known.code)

    async def repeated(self, answer: StoredAnswer, origin: str) -> None:
        """Hand out an answer that is known already, and write that it cost nothing."""
        self.model = answer.model
        for update in answer.updates():
            self.receive(update)
        self.call.notes.extend(answer.notes)
        await self._write("ok", answer.usage, 0.0, origin=origin)

    def completion(self, answer: StoredAnswer, *, cached: bool = False) -> Completion:
        """Return an answer as the caller gets it."""
        return Completion(
            text=answer.text,
            model=answer.model,
            provider=answer.provider,
            finish_reason=answer.finish_reason,
            usage=answer.usage,
            seconds=time.perf_counter() - self.started if cached else answer.seconds,
            first_token_seconds=answer.first_token_seconds,
            cost=0.0 if cached else answer.cost,
            call_id=self.id,
            cached=cached,
            logprobs=tuple(p.logprob for p in answer.pieces if p.logprob is not None),
            notes=answer.notes,
        )

    def _cost(self, usage: Usage) -> float | None:
        own = self.models.settings.prices
        return cost_of(self.priced_as or self.model, usage, free=self.free, own=own)

    def _counted(self) -> Usage:
        if isinstance(self.request, FillRequest):
            texts = [self.request.prompt, self.request.suffix]
        else:
            texts = [message.content for message in self.request.messages]
        written = count_tokens("".join(piece.text for piece in self.pieces))
        return Usage(sum(count_tokens(text) for text in texts), written, counted=True)

    async def _write(
        self,
        status: str,
        usage: Usage | None,
        cost: float | None,
        error_code: str | None = None,
        origin: str | None = None,
    ) -> None:
        if usage and origin is None:
            self.call.spend(
                prompt_tokens=usage.prompt_tokens,
                completion_tokens=usage.completion_tokens,
                cost=cost,
            )
        row = self._row(status, usage, cost, error_code, origin)
        await self.models.log.write(CallRow(row, self.notebook, self.reserved))
        self.models.engine.events.append(self._event(row))

    def _row(
        self,
        status: str,
        usage: Usage | None,
        cost: float | None,
        error_code: str | None,
        origin: str | None,
    ) -> dict[str, Any]:
        parameters = self.request.sampling()
        if self.dropped:
            parameters["dropped"] = list(self.dropped)
        if origin:
            parameters["answered_from"] = origin
        return {
            "id": self.id,
            "started_at": self.started_at,
            "operation": self.call.operation,
            "provider": self.provider,
            "model": self.model,
            "status": status,
            "error_code": error_code,
            "seconds": time.perf_counter() - self.started,
            "first_token_seconds": self.first_token,
            "prompt_tokens": usage.prompt_tokens if usage else None,
            "completion_tokens": usage.completion_tokens if usage else None,
            "cost": cost,
            "cached": origin is not None,
            "finish_reason": self.finish_reason or None,
            "parameters": parameters,
            **self.call.author.columns(),
        }

    def _event(self, row: dict[str, Any]) -> Event:
        payload = {"provider": self.provider, "call_id": self.id, "cached": row["cached"]}
        return Event(
            kind="model_call",
            author=self.call.author,
            subject=self.model,
            operation=self.call.operation,
            status=row["status"],
            error_code=row["error_code"],
            seconds=row["seconds"],
            prompt_tokens=row["prompt_tokens"],
            completion_tokens=row["completion_tokens"],
            cost=row["cost"],
            payload=payload,
        )
