"""Anthropic's own API."""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, ClassVar, Self

from lux_nb.config import Settings
from lux_nb.errors import LuxError, ProviderError
from lux_nb.models.providers.http import HttpProvider
from lux_nb.models.types import ChatRequest, FillRequest, Finished, ModelInfo, TextDelta, Usage

VERSION = "2023-06-01"
_NOT_TAKEN = frozenset({"frequency_penalty", "presence_penalty", "logprobs"})
_REASONS = {"end_turn": "stop", "stop_sequence": "stop", "tool_use": "stop", "max_tokens": "length"}
_STATUS = {
    "authentication_error": 401,
    "permission_error": 403,
    "not_found_error": 404,
    "rate_limit_error": 429,
    "invalid_request_error": 400,
    "overloaded_error": 503,
}


class AnthropicProvider(HttpProvider):
    """Claude models by the messages API."""

    name: ClassVar[str] = "anthropic"
    rank: ClassVar[int] = 20

    @classmethod
    def create(cls, settings: Settings) -> Self:
        """Make the provider from the settings."""
        return cls(settings.anthropic_base_url, settings.anthropic_api_key, settings)

    @classmethod
    def configured(cls, settings: Settings) -> bool:
        """Tell whether there is a key."""
        return settings.anthropic_api_key is not None

    @classmethod
    def serves(cls, model: str, settings: Settings) -> str | None:
        """Claude's own names; vendor/model names are OpenRouter's where that is set up."""
        if not cls.configured(settings):
            return None
        if model.startswith("anthropic/") and not settings.openrouter_api_key:
            return model.removeprefix("anthropic/")
        return model if model.startswith("claude") else None

    @classmethod
    def signature(cls, settings: Settings) -> tuple[Any, ...]:
        """Return address, key and limits."""
        limits = (settings.request_timeout_ms, settings.max_response_size)
        return (settings.anthropic_base_url, settings.anthropic_api_key, *limits)

    def headers(self) -> dict[str, str]:
        """Anthropic takes its key in a header of its own."""
        headers = {"Accept": "application/json, text/event-stream", "anthropic-version": VERSION}
        if self._api_key is not None:
            headers["x-api-key"] = self._api_key.get_secret_value()
        return headers

    def not_taken(self, request: ChatRequest | FillRequest) -> frozenset[str]:
        """Return what the messages API does not know."""
        return _NOT_TAKEN

    async def stream(self, request: ChatRequest) -> AsyncGenerator[TextDelta | Finished, None]:
        """Yield the answer as server-sent events bring it."""
        prompt_tokens = 0
        ended = False
        sent = self.events("/v1/messages", self.body(request), request.timeout_seconds)
        async with aclosing(sent) as events:
            async for event in events:
                piece = self.read_json(event) if event.data else {}
                start = piece.get("message") if piece.get("type") == "message_start" else None
                if start:
                    prompt_tokens = _prompt_tokens(start)
                for update in _updates(piece, prompt_tokens):
                    ended = ended or (isinstance(update, Finished) and bool(update.finish_reason))
                    yield update
        if not ended:
            message = f"{self.name} ended the stream before the answer was whole."
            raise ProviderError(message, code="STREAM_CUT", details={"provider": self.name})

    def body(self, request: ChatRequest) -> dict[str, Any]:
        """Return the request in Anthropic's format."""
        system = "\n\n".join(m.content for m in request.messages if m.role == "system")
        sampling = request.sampling()
        body: dict[str, Any] = {
            "model": request.model,
            "messages": [
                {"role": m.role, "content": m.content}
                for m in request.messages
                if m.role != "system"
            ],
            "max_tokens": sampling["max_tokens"],
            "stream": True,
        }
        if system:
            body["system"] = system
        for ours, theirs in (("temperature", "temperature"), ("top_p", "top_p")):
            if ours in sampling:
                body[theirs] = sampling[ours]
        if request.stop:
            body["stop_sequences"] = list(request.stop)
        if request.user:
            body["metadata"] = {"user_id": request.user}
        if request.json_schema is not None:
            # Anthropic keeps to a schema in what a tool is called with, so the answer is a call.
            body["tools"] = [{"name": "answer", "input_schema": request.json_schema}]
            body["tool_choice"] = {"type": "tool", "name": "answer"}
        return body

    async def list_models(self) -> list[ModelInfo]:
        """Return the models the service lists, newest first."""
        answer = await self.get("/v1/models?limit=1000")
        return [
            ModelInfo(str(entry["id"]), "anthropic", _moment(entry), ("chat", "stream"))
            for entry in answer.get("data", [])
        ]

    async def check(self) -> bool | None:
        """List the models, which needs the key."""
        await self.list_models()
        return True

    def failed(self, error: Any) -> LuxError:
        """Return the error an event tells; Anthropic names its kinds."""
        kind = error.get("type") if isinstance(error, dict) else None
        status = _STATUS.get(str(kind))
        if status is None:
            return super().failed(error)
        return self.error_for(status, str(error.get("message", kind)), None)


def _updates(piece: dict[str, Any], prompt_tokens: int) -> list[TextDelta | Finished]:
    """Read one event of a stream."""
    kind = piece.get("type")
    delta = piece.get("delta") or {}
    if kind == "message_start":
        return [Finished("", model=piece["message"].get("model"))]
    if kind == "content_block_delta":
        text = delta.get("text") or delta.get("partial_json")
        return [TextDelta(text)] if text else []
    if kind == "message_delta":
        written = (piece.get("usage") or {}).get("output_tokens") or 0
        reason = delta.get("stop_reason") or "stop"
        return [Finished(_REASONS.get(reason, reason), Usage(prompt_tokens, written))]
    return _whole(piece) if kind == "message" else []


def _whole(message: dict[str, Any]) -> list[TextDelta | Finished]:
    """Read an answer that came in one piece."""
    parts = message.get("content") or ()
    texts = [p.get("text") or json.dumps(p["input"]) for p in parts if "text" in p or "input" in p]
    usage = message.get("usage") or {}
    reason = message.get("stop_reason") or "stop"
    counted = Usage(_prompt_tokens(message), usage.get("output_tokens") or 0)
    end = Finished(_REASONS.get(reason, reason), counted, message.get("model"))
    return [*(TextDelta(text) for text in texts), end]


def _prompt_tokens(message: dict[str, Any]) -> int:
    """Return all tokens of the prompt; those read from or written to a cache are told apart."""
    usage = message.get("usage") or {}
    parts = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
    return sum(usage.get(part) or 0 for part in parts)


def _moment(entry: dict[str, Any]) -> int:
    from datetime import datetime

    created = entry.get("created_at") or entry.get("created")
    if isinstance(created, str):
        return int(datetime.fromisoformat(created).timestamp())
    return int(created or 0)
