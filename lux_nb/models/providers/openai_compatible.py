"""Any service with OpenAI's chat API, such as OpenRouter, Mercury, vLLM or llama.cpp."""

import json
from collections.abc import AsyncIterator
from typing import Any, ClassVar

import httpx
from pydantic import SecretStr

from lux_nb.errors import (
    AuthenticationFailed,
    InvalidRequest,
    LuxError,
    NotFound,
    ProviderError,
    RateLimited,
    TimedOut,
)
from lux_nb.models.providers.base import Provider
from lux_nb.models.secrets import mask_secrets
from lux_nb.models.types import ChatRequest, Finished, TextDelta, Usage


class OpenAICompatibleProvider(Provider):
    """Chat and streaming over HTTP in OpenAI's format."""

    name: ClassVar[str] = "compatible"

    def __init__(self, base_url: str, api_key: SecretStr | None, timeout_seconds: float) -> None:
        self.base_url = base_url.rstrip("/")
        self._api_key = api_key
        headers = {"Accept": "application/json, text/event-stream"}
        if api_key is not None:
            headers["Authorization"] = f"Bearer {api_key.get_secret_value()}"
        self._client = httpx.AsyncClient(
            headers=headers,
            http2=True,
            timeout=httpx.Timeout(timeout_seconds, connect=min(10.0, timeout_seconds)),
        )

    async def stream(self, request: ChatRequest) -> AsyncIterator[TextDelta | Finished]:
        """Yield the answer as server-sent events bring it."""
        url = f"{self.base_url}/chat/completions"
        try:
            async with self._client.stream("POST", url, json=self.body(request)) as response:
                if response.status_code >= 400:
                    await response.aread()
                    raise self._refused(response)
                async for line in response.aiter_lines():
                    for update in self._read_line(line):
                        yield update
        except httpx.HTTPError as error:
            raise self._unreachable(error) from error

    async def list_models(self) -> list[str]:
        """Return the names the service lists."""
        try:
            response = await self._client.get(f"{self.base_url}/models")
        except httpx.HTTPError as error:
            raise self._unreachable(error) from error
        if response.status_code >= 400:
            raise self._refused(response)
        return [str(model["id"]) for model in response.json().get("data", [])]

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    def body(self, request: ChatRequest) -> dict[str, Any]:
        """Return the request in the service's format."""
        body: dict[str, Any] = {
            "model": request.model,
            "messages": [{"role": m.role, "content": m.content} for m in request.messages],
            "stream": True,
            "stream_options": {"include_usage": True},
            **request.sampling(),
        }
        if request.logprobs:
            body["logprobs"] = True
        if request.json_schema is not None:
            body["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": "answer", "strict": True, "schema": request.json_schema},
            }
        return body

    def _read_line(self, line: str) -> list[TextDelta | Finished]:
        if not line.startswith("data:"):
            return []
        data = line.removeprefix("data:").strip()
        if not data or data == "[DONE]":
            return []
        try:
            piece = json.loads(data)
        except ValueError as error:
            message = f"{self.name} sent a chunk that is not JSON: {self._clean(data)[:200]}"
            raise ProviderError(message) from error
        if "error" in piece:
            raise ProviderError(f"{self.name} failed: {self._clean(_error_text(piece))}")
        return _updates(piece)

    def _refused(self, response: httpx.Response) -> LuxError:
        text = self._clean(_body_text(response))
        status = response.status_code
        said = f"{self.name} answered {status}: {text}"
        details = {"provider": self.name, "status": status}
        if status in {401, 403}:
            hint = f"Check the API key of {self.name}; %lux config shows which keys are set."
            return AuthenticationFailed(said, hint=hint, details=details)
        if status == 404:
            return NotFound(said, code="MODEL_NOT_FOUND", details=details)
        if status == 429:
            return RateLimited(said, details=details, retry_after=_seconds_to_wait(response))
        if status < 500:
            return InvalidRequest(said, details=details)
        return ProviderError(said, details=details)

    def _unreachable(self, error: httpx.HTTPError) -> LuxError:
        reason = self._clean(str(error)) or type(error).__name__
        details = {"provider": self.name}
        if isinstance(error, httpx.TimeoutException):
            message = f"{self.name} did not answer in time ({type(error).__name__})."
            return TimedOut(message, hint="Raise REQUEST_TIMEOUT or try again.", details=details)
        message = f"{self.name} at {self.base_url} can't be reached: {reason}."
        hint = "Check the network and the base URL, or use model='embedded'."
        return ProviderError(message, hint=hint, details=details)

    def _clean(self, text: str) -> str:
        return mask_secrets(text, [self._api_key.get_secret_value()] if self._api_key else [])


class OpenAIProvider(OpenAICompatibleProvider):
    """OpenAI's own API."""

    name: ClassVar[str] = "openai"

    def body(self, request: ChatRequest) -> dict[str, Any]:
        """Reasoning models take another name for the token limit and no temperature."""
        body = super().body(request)
        if request.model.startswith(("o1", "o3", "o4", "gpt-5")):
            if "max_tokens" in body:
                body["max_completion_tokens"] = body.pop("max_tokens")
            body.pop("temperature", None)
        return body


class OpenRouterProvider(OpenAICompatibleProvider):
    """OpenRouter: many vendors' models under ``vendor/model`` names."""

    name: ClassVar[str] = "openrouter"


class MercuryProvider(OpenAICompatibleProvider):
    """Inception's Mercury."""

    name: ClassVar[str] = "mercury"


def _updates(piece: dict[str, Any]) -> list[TextDelta | Finished]:
    updates: list[TextDelta | Finished] = []
    for choice in piece.get("choices") or ():
        text = (choice.get("delta") or {}).get("content")
        if text:
            content = (choice.get("logprobs") or {}).get("content")
            updates.append(TextDelta(text, content[0]["logprob"] if content else None))
        if choice.get("finish_reason"):
            updates.append(Finished(choice["finish_reason"], model=piece.get("model")))
    usage = piece.get("usage")
    if usage:
        counted = Usage(usage.get("prompt_tokens", 0), usage.get("completion_tokens", 0))
        updates.append(Finished("", counted, piece.get("model")))
    return updates


def _body_text(response: httpx.Response) -> str:
    try:
        return _error_text(response.json())
    except ValueError:
        return response.text[:500]


def _error_text(body: Any) -> str:
    error = body.get("error", body) if isinstance(body, dict) else body
    if isinstance(error, dict) and "message" in error:
        return str(error["message"])
    return json.dumps(error)[:500]


def _seconds_to_wait(response: httpx.Response) -> float | None:
    try:
        return float(response.headers.get("retry-after", ""))
    except ValueError:
        return None
