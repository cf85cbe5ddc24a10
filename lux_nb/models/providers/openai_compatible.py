"""Any service with OpenAI's API, such as OpenRouter, Mercury, vLLM or llama.cpp."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any, ClassVar, Self

from pydantic import SecretStr

from lux_nb.config import Settings
from lux_nb.errors import InvalidRequest, LuxError, NotFound, ProviderError
from lux_nb.models.providers.base import fill_not_supported
from lux_nb.models.providers.http import HttpProvider
from lux_nb.models.types import (
    ChatRequest,
    Embedded,
    FillRequest,
    Finished,
    ModelInfo,
    TextDelta,
    Usage,
)


class OpenAICompatibleProvider(HttpProvider):
    """Chat, streaming, filling and embeddings over HTTP in OpenAI's format."""

    name: ClassVar[str] = "compatible"
    rank: ClassVar[int] = 70
    fills_by_server: ClassVar[bool] = True

    @classmethod
    def address(cls, settings: Settings) -> tuple[str | None, SecretStr | None]:
        """Return the base URL and the key from the settings."""
        return settings.compatible_base_url, settings.compatible_api_key

    @classmethod
    def create(cls, settings: Settings) -> Self:
        """Make the provider from the settings."""
        base_url, api_key = cls.address(settings)
        if base_url is None:
            message = f"{cls.name} has no address."
            raise InvalidRequest(message, hint="Set LUX_BASE_URL to an OpenAI-compatible endpoint.")
        return cls(base_url, api_key, settings)

    @classmethod
    def configured(cls, settings: Settings) -> bool:
        """Tell whether it has an address."""
        return bool(cls.address(settings)[0])

    @classmethod
    def serves(cls, model: str, settings: Settings) -> str | None:
        """Take whatever nobody else serves: it is an endpoint of the user's own."""
        return model if cls.configured(settings) else None

    @classmethod
    def signature(cls, settings: Settings) -> tuple[Any, ...]:
        """Return address, key and limits."""
        limits = (settings.request_timeout_ms, settings.max_response_size)
        return (*cls.address(settings), *limits, settings.max_request_size)

    # Chat

    async def stream(self, request: ChatRequest) -> AsyncGenerator[TextDelta | Finished, None]:
        """Yield the answer as server-sent events bring it."""
        sent = self.events("/chat/completions", self.body(request), request.timeout_seconds)
        ended = False
        async with aclosing(sent) as events:
            async for event in events:
                if event.data == "[DONE]" or not event.data:
                    ended = ended or event.data == "[DONE]"
                    continue
                for update in _updates(self.read_json(event)):
                    ended = ended or isinstance(update, Finished)
                    yield update
        if not ended:
            message = f"{self.name} ended the stream before the answer was whole."
            raise ProviderError(message, code="STREAM_CUT", details={"provider": self.name})

    def body(self, request: ChatRequest) -> dict[str, Any]:
        """Return the request in the service's format."""
        return {"model": request.model, **request.streamed_body(strict=True)}

    # Filling in the middle

    async def fill(self, request: FillRequest) -> AsyncGenerator[TextDelta | Finished, None]:
        """Fill by llama.cpp's endpoint where the server is one, else by ``suffix``."""
        path, body = await self.fill_call(request)
        try:
            answer = await self.post(path, body, request.timeout_seconds)
        except (InvalidRequest, NotFound) as error:
            raise fill_not_supported(self.name, request.model, self.fills, error.message) from error
        except ProviderError as error:
            if _status(error) != 501:
                raise
            raise fill_not_supported(self.name, request.model, self.fills, error.message) from error
        for update in filled(answer):
            yield update

    async def fill_call(self, request: FillRequest) -> tuple[str, dict[str, Any]]:
        """Return the path and the body that ask for a filling."""
        offered = await self.list_models()
        if any(model.owned_by == "llamacpp" for model in offered):
            # Its OpenAI endpoint takes a suffix and ignores it, so the answer would be wrong.
            return self.server_root() + "/infill", infill_body(request)
        body = {"model": request.model, "prompt": request.prompt, "suffix": request.suffix}
        return "/completions", {**body, **request.sampling()}

    def server_root(self) -> str:
        """Return the address without the version part."""
        return self.base_url.removesuffix("/v1")

    # Models and embeddings

    async def list_models(self) -> list[ModelInfo]:
        """Return the models the service lists."""
        answer = await self.get("/models")
        listed = answer.get("data", []) if isinstance(answer, dict) else []
        return [self.model_info(entry) for entry in listed if "id" in entry]

    def model_info(self, entry: dict[str, Any]) -> ModelInfo:
        """Read one entry of the list."""
        identifier = str(entry["id"])
        return ModelInfo(
            id=identifier,
            owned_by=str(entry.get("owned_by") or self.name),
            created=int(entry.get("created") or 0),
            capabilities=self.capabilities(identifier),
        )

    def capabilities(self, model: str) -> tuple[str, ...]:
        """Return what a model can be asked for."""
        if "embed" in model:
            return ("embeddings",)
        can_fill = ("fim",) if model in self.fills else ()
        return ("chat", "stream", *can_fill)

    async def embed(self, texts: Sequence[str], model: str) -> Embedded:
        """Return the vectors the service computes."""
        answer = await self.post("/embeddings", {"input": list(texts), "model": model})
        rows = sorted(answer.get("data", []), key=lambda row: row.get("index", 0))
        if len(rows) != len(texts):
            message = f"{self.name} sent {len(rows)} vectors for {len(texts)} texts."
            raise ProviderError(message, code="MALFORMED_RESPONSE")
        used = (answer.get("usage") or {}).get("prompt_tokens")
        vectors = [[float(x) for x in row["embedding"]] for row in rows]
        return Embedded(vectors, str(answer.get("model") or model), used)

    async def check(self) -> bool | None:
        """List the models, which needs the key at most services."""
        await self.list_models()
        return True if self._api_key else None


def infill_body(request: FillRequest) -> dict[str, Any]:
    """Return a request in the format of llama.cpp's ``/infill``."""
    body: dict[str, Any] = {"input_prefix": request.prompt, "input_suffix": request.suffix}
    names = {"max_tokens": "n_predict"}
    body.update({names.get(name, name): value for name, value in request.sampling().items()})
    return body


def filled(answer: dict[str, Any]) -> list[TextDelta | Finished]:
    """Read the answer of ``/infill`` or of a completions endpoint."""
    model = answer.get("model")
    if "choices" in answer:
        choice = (answer["choices"] or [{}])[0]
        text = choice.get("text") or (choice.get("message") or {}).get("content") or ""
        reason = choice.get("finish_reason") or "stop"
        return [TextDelta(text), Finished(reason, _usage(answer.get("usage")), model)]
    usage = Usage(answer.get("tokens_evaluated", 0), answer.get("tokens_predicted", 0))
    reason = "length" if answer.get("stop_type") == "limit" else "stop"
    return [TextDelta(str(answer.get("content", ""))), Finished(reason, usage, model)]


def _updates(piece: dict[str, Any]) -> list[TextDelta | Finished]:
    updates: list[TextDelta | Finished] = []
    model = piece.get("model")
    for choice in piece.get("choices") or ():
        # A service that ignores "stream" sends the whole message at once.
        text = (choice.get("delta") or choice.get("message") or {}).get("content")
        if text:
            updates.append(TextDelta(text, _logprob(choice)))
        if choice.get("finish_reason"):
            updates.append(Finished(choice["finish_reason"], model=model))
    usage = _usage(piece.get("usage"))
    if usage:
        updates.append(Finished("", usage, model))
    return updates


def _logprob(choice: dict[str, Any]) -> float | None:
    content = (choice.get("logprobs") or {}).get("content")
    return float(content[0]["logprob"]) if content else None


def _usage(usage: Any) -> Usage | None:
    if not usage:
        return None
    return Usage(usage.get("prompt_tokens") or 0, usage.get("completion_tokens") or 0)


def _status(error: LuxError) -> int | None:
    return error.details.get("status") if isinstance(error.details, dict) else None
