"""The models of an engine: route a request, stream the answer, record the call."""

import asyncio
import time
import uuid
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from lux_nb.engine.calls import Delta, Notice, current_call
from lux_nb.engine.events import Event
from lux_nb.engine.payloads import as_lux_error
from lux_nb.errors import ProviderError
from lux_nb.models.prices import cost_of
from lux_nb.models.providers.base import Provider
from lux_nb.models.providers.embedded import EMBEDDED, EmbeddedProvider
from lux_nb.models.routing import Route, route
from lux_nb.models.tokens import count_tokens
from lux_nb.models.types import ChatRequest, Completion, Finished, TextDelta, Usage
from lux_nb.store.tables import calls

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine


EMBEDDED_BY_DEFAULT = "no remote model is configured"


class Models:
    """Chat with any model; every call is timed, counted, priced and logged."""

    def __init__(self, engine: "Engine") -> None:
        self._engine = engine
        self._providers: dict[str, Provider] = {}

    def route(self, name: str | None, *, default: str = "normal") -> Route:
        """Return the provider and model a name leads to."""
        return route(name, self._engine.settings, default=default)

    async def chat(
        self, request: ChatRequest, *, default: str = "normal", show: bool = True
    ) -> Completion:
        """Answer a request, handing each piece to the call's listener as it comes."""
        chosen = await self._settled(self.route(request.model or None, default=default))
        if chosen.provider == EMBEDDED and not request.model:
            current_call().notes.append(EMBEDDED_BY_DEFAULT)
        request = self._limited(replace(request, model=chosen.model), chosen)
        recorder = _Recorder(chosen, request, self._engine)
        try:
            async for update in self.provider(chosen.provider).stream(request):
                recorder.receive(update, show=show)
        except BaseException as error:
            await asyncio.shield(recorder.failed(error))
            raise
        return await recorder.finished()

    def provider(self, name: str) -> Provider:
        """Return the provider of that name, made on first use."""
        if name not in self._providers:
            self._providers[name] = self._make(name)
        return self._providers[name]

    async def close(self) -> None:
        """Close all providers."""
        for provider in self._providers.values():
            await provider.close()

    def _make(self, name: str) -> Provider:
        settings = self._engine.settings
        if name == EMBEDDED:
            return EmbeddedProvider(settings)
        from lux_nb.models.providers import openai_compatible as remote

        timeout = settings.request_timeout_ms / 1000
        if name == "openai":
            return remote.OpenAIProvider(settings.openai_base_url, settings.openai_api_key, timeout)
        if name == "openrouter":
            return remote.OpenRouterProvider(
                settings.openrouter_base_url, settings.openrouter_api_key, timeout
            )
        if name == "mercury":
            return remote.MercuryProvider(
                settings.mercury_api_url, settings.mercury_api_key, timeout
            )
        assert settings.compatible_base_url is not None
        return remote.OpenAICompatibleProvider(
            settings.compatible_base_url, settings.compatible_api_key, timeout
        )

    async def _settled(self, chosen: Route) -> Route:
        """Fill in the model of an endpoint that was not told which to use."""
        if chosen.model:
            return chosen
        offered = await self.provider(chosen.provider).list_models()
        if not offered:
            raise ProviderError(f"{chosen.provider} lists no model to use.")
        return Route(chosen.provider, offered[0])

    def _limited(self, request: ChatRequest, chosen: Route) -> ChatRequest:
        if request.max_tokens is not None:
            return request
        settings = self._engine.settings
        embedded = chosen.provider == EMBEDDED
        limit = settings.embedded_max_tokens if embedded else settings.max_tokens
        return replace(request, max_tokens=limit)


class _Recorder:
    """Collects the pieces of one answer and writes the call's row and event."""

    def __init__(self, chosen: Route, request: ChatRequest, engine: "Engine") -> None:
        self._chosen = chosen
        self._request = request
        self._engine = engine
        self._call = current_call()
        self._id = uuid.uuid4().hex
        self._started_at = datetime.now(UTC)
        self._started = time.perf_counter()
        self._first_token: float | None = None
        self._pieces: list[str] = []
        self._logprobs: list[float] = []
        self._finish_reason = ""
        self._usage: Usage | None = None
        self._model = _shown_model(chosen, engine)

    def receive(self, update: TextDelta | Finished, *, show: bool) -> None:
        """Take one update of the provider."""
        if isinstance(update, Finished):
            self._finish_reason = update.finish_reason or self._finish_reason
            self._usage = update.usage or self._usage
            if update.model and self._chosen.provider != EMBEDDED:
                self._model = update.model
            return
        if self._first_token is None:
            self._first_token = time.perf_counter() - self._started
        self._pieces.append(update.text)
        if update.logprob is not None:
            self._logprobs.append(update.logprob)
        if show:
            self._call.emit(Delta(update.text))

    async def finished(self) -> Completion:
        """Write the call and return the whole answer."""
        usage = self._usage or self._counted()
        cost = cost_of(self._chosen.provider, self._chosen.model, usage)
        if self._finish_reason == "length":
            limit = self._request.max_tokens
            self._call.emit(Notice(f"The answer was cut at the limit of {limit} tokens."))
        await self._write("ok", usage, cost)
        return Completion(
            text="".join(self._pieces),
            model=self._model,
            provider=self._chosen.provider,
            finish_reason=self._finish_reason or "stop",
            usage=usage,
            seconds=time.perf_counter() - self._started,
            first_token_seconds=self._first_token,
            cost=cost,
            call_id=self._id,
            logprobs=tuple(self._logprobs),
        )

    async def failed(self, error: BaseException) -> None:
        """Write a call that did not end well; what was produced was still paid for."""
        known = as_lux_error(error)
        usage = self._counted() if self._pieces else None
        cost = cost_of(self._chosen.provider, self._chosen.model, usage) if usage else None
        status = "cancelled" if isinstance(error, asyncio.CancelledError) else "error"
        await self._write(status, usage, cost, known.code)

    def _counted(self) -> Usage:
        prompt = sum(count_tokens(message.content) for message in self._request.messages)
        return Usage(prompt, count_tokens("".join(self._pieces)), counted=True)

    async def _write(
        self, status: str, usage: Usage | None, cost: float | None, error_code: str | None = None
    ) -> None:
        seconds = time.perf_counter() - self._started
        prompt = usage.prompt_tokens if usage else None
        completion = usage.completion_tokens if usage else None
        if usage:
            self._call.spend(
                prompt_tokens=usage.prompt_tokens,
                completion_tokens=usage.completion_tokens,
                cost=cost,
            )
        row: dict[str, Any] = {
            "id": self._id,
            "started_at": self._started_at,
            "operation": self._call.operation,
            "provider": self._chosen.provider,
            "model": self._model,
            "status": status,
            "error_code": error_code,
            "seconds": seconds,
            "first_token_seconds": self._first_token,
            "prompt_tokens": prompt,
            "completion_tokens": completion,
            "cost": cost,
            "cached": False,
            "finish_reason": self._finish_reason or None,
            "parameters": self._request.sampling(),
            **self._call.author.columns(),
        }
        await self._engine.store.write(lambda connection: connection.execute(calls.insert(), row))
        self._engine.events.append(
            Event(
                kind="model_call",
                author=self._call.author,
                subject=self._model,
                operation=self._call.operation,
                status=status,
                error_code=error_code,
                seconds=seconds,
                prompt_tokens=prompt,
                completion_tokens=completion,
                cost=cost,
                payload={"provider": self._chosen.provider, "call_id": self._id},
            )
        )


def _shown_model(chosen: Route, engine: "Engine") -> str:
    if chosen.provider == EMBEDDED:
        return EmbeddedProvider.model_name(engine.settings.embedded_model)
    return chosen.model
