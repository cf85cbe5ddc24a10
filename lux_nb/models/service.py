"""The models of an engine: route a request, keep its limits, stream the answer, log the call.

The way of a request: recording (if replayed) → route → parameters made to fit → cache →
rate limit → budget → provider, with retries → log, cache and recording.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from lux_nb.engine.calls import Notice, current_call
from lux_nb.errors import ProviderError, TimedOut
from lux_nb.models.answers import ModelRequest, StoredAnswer, hash_of, request_json
from lux_nb.models.budget import Budget, may_cost, worst_case
from lux_nb.models.cache import CompletionCache
from lux_nb.models.call_log import CallLog
from lux_nb.models.defaults import unnamed_model
from lux_nb.models.limits import RateLimiter
from lux_nb.models.preparation import prepare
from lux_nb.models.providers.base import Provider
from lux_nb.models.recorder import Recorder
from lux_nb.models.retry import Attempts, RetryPolicy, Sleep
from lux_nb.models.routing import EMBEDDED, Route, route
from lux_nb.models.tape import Tape
from lux_nb.models.turnstile import Turnstile
from lux_nb.models.types import ChatRequest, Completion, Embedded, FillRequest, TextDelta

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
    from lux_nb.models.catalogue import ModelCatalogue
    from lux_nb.models.registry import Registry


# About the CPU time one request takes to open, so that the loop is free half of a burst.
REST_BETWEEN_REQUESTS = 0.004
EMBEDDED_BY_DEFAULT = "no remote model is configured"


@dataclass(frozen=True, slots=True)
class _Manner:
    """How a request is to be answered."""

    default: str
    show: bool
    named: bool
    cache: bool | None


class Models:
    """Chat with any model; every call is timed, counted, priced and logged."""

    def __init__(self, engine: "Engine") -> None:
        self.engine = engine
        self.settings = engine.settings
        self.log = CallLog(engine.store)
        self.cache = CompletionCache(engine.store, self.settings)
        self.budget = Budget(engine.store, self.settings)
        self.limiter = RateLimiter(self.settings)
        self.tape = Tape(self.settings)
        self.sleep: Sleep = asyncio.sleep
        self._turnstile = Turnstile(REST_BETWEEN_REQUESTS)
        self._loading = asyncio.Lock()
        self._providers: dict[str, tuple[tuple[Any, ...], Provider]] = {}
        self._notebook: str | None = None

    @cached_property
    def registry(self) -> "Registry":
        """The provider classes that are installed."""
        from lux_nb.models.registry import load_providers

        return load_providers()

    @cached_property
    def catalogue(self) -> "ModelCatalogue":
        """Which models there are, and how their providers are doing."""
        from lux_nb.models.catalogue import ModelCatalogue

        return ModelCatalogue(self)

    def route(self, name: str | None, *, default: str = "normal") -> Route:
        """Return the provider and model a name leads to."""
        return route(name, self.settings, self.registry, default=default)

    async def ready(self) -> None:
        """Import the providers, which takes too long to be done on the loop."""
        async with self._loading:
            if "registry" not in self.__dict__:
                from lux_nb.models.registry import load_providers

                self.registry = await asyncio.to_thread(load_providers)

    async def chat(
        self,
        request: ChatRequest,
        *,
        default: str = "normal",
        show: bool = True,
        named: bool = True,
        cache: bool | None = None,
    ) -> Completion:
        """Answer a request, handing each piece to the call's listener as it comes.

        ``named=False`` says that nobody chose the request's model, so that another one may
        answer where it is not to be had.
        """
        return await self._answer(request, _Manner(default, show, named, cache))

    async def fill(
        self, request: FillRequest, *, named: bool = True, cache: bool | None = None
    ) -> Completion:
        """Fill the gap between a prompt and a suffix."""
        return await self._answer(request, _Manner("normal", False, named, cache))

    async def embed(self, texts: Sequence[str], model: str | None = None) -> Embedded:
        """Return one vector per text, by the static model when none is named."""
        from lux_nb.models.embedding import embed

        return await embed(self, texts, model)

    def provider(self, name: str) -> Provider:
        """Return the provider of that name, made on first use and anew when its key changes."""
        kind = self.registry[name]
        signature = kind.signature(self.settings)
        known = self._providers.get(name)
        if known is not None and known[0] == signature:
            return known[1]
        if known is not None:
            self.engine.jobs.start(f"close {name}", known[1].close())
        made = kind.create(self.settings)
        self._providers[name] = (signature, made)
        return made

    async def close(self) -> None:
        """Close all providers."""
        for _, provider in self._providers.values():
            await provider.close()
        self._providers.clear()

    async def change_tape(self, **changes: Any) -> None:
        """Begin or end recording or replaying; on the loop, where the tape is used."""
        for name, value in changes.items():
            setattr(self.settings, name, value)
        self.tape.rewind()

    def notebook(self) -> str | None:
        """Return the notebook of the call, or of the kernel where an assistant calls."""
        self._notebook = current_call().author.notebook or self._notebook
        return self._notebook

    async def retried(self, work: Callable[[], Any], attempts: Attempts | None = None) -> Any:
        """Do the work with the retries that the settings ask for."""
        policy = RetryPolicy.of(self.settings)
        return await policy.run(work, attempts or Attempts(), self.sleep)

    # One answer

    async def _answer(self, asked: ModelRequest, manner: "_Manner") -> Completion:
        if not self.tape.active:
            return (await self._ask(asked, manner))[0]
        notebook = self.notebook()
        as_json = request_json(asked) | ({} if asked.model else {"default": manner.default})
        known = self.tape.find(as_json, notebook)
        if known is not None:
            return await self._repeat(asked, StoredAnswer.from_json(known), manner.show)
        slot = self.tape.begin(as_json, notebook)
        try:
            # A recording holds what the provider said, not what the cache remembers.
            caching = False if slot else manner.cache
            completion, answer = await self._ask(asked, replace(manner, cache=caching))
        except BaseException as error:
            self.tape.fail(slot, error)
            raise
        self.tape.finish(slot, answer.as_json())
        return completion

    async def _repeat(self, asked: ModelRequest, answer: StoredAnswer, show: bool) -> Completion:
        """Give a recorded answer again, with the figures it had."""
        recorder = Recorder(self, answer.provider, answer.model, asked, show)
        await recorder.repeated(answer, "recording")
        return recorder.completion(answer)

    async def _ask(self, asked: ModelRequest, manner: "_Manner") -> tuple[Completion, StoredAnswer]:
        await self._turnstile.through()
        await self.ready()
        notes_before = len(current_call().notes)
        if not manner.named:
            asked = replace(asked, model=await unnamed_model(self, asked))
        chosen = await self._settled(self.route(asked.model or None, default=manner.default))
        if chosen.provider == EMBEDDED and not asked.model:
            current_call().notes.append(EMBEDDED_BY_DEFAULT)
        provider = self.provider(chosen.provider)
        request, dropped = prepare(replace(asked, model=chosen.model), provider, self.settings)
        recorder = Recorder(
            self,
            chosen.provider,
            provider.shown_model(chosen.model, self.settings),
            request,
            manner.show,
            notes_before,
            free=provider.free,
            priced_as=chosen.model,
            dropped=dropped,
            notebook=self.notebook(),
        )
        wanted = self.settings.cache_completions if manner.cache is None else manner.cache
        key = hash_of({"provider": chosen.provider, **request_json(request)}) if wanted else ""
        kept = await self.cache.get(key) if wanted else None
        if kept is not None:
            await recorder.repeated(kept, "cache")
            return recorder.completion(kept, cached=True), kept
        answer = await self._from_provider(provider, request, recorder)
        if wanted:
            await self.cache.put(key, answer)
        return recorder.completion(answer), answer

    async def _from_provider(
        self, provider: Provider, request: ModelRequest, recorder: Recorder
    ) -> StoredAnswer:
        self.limiter.enter(current_call().author)
        await self.agreed(provider, request.model)
        await self._reserve(provider, request, recorder)
        attempts = Attempts()

        async def attempt() -> None:
            sending = (
                provider.fill(request)
                if isinstance(request, FillRequest)
                else provider.stream(request)
            )
            async with aclosing(sending) as updates:
                async for update in updates:
                    attempts.begun = attempts.begun or isinstance(update, TextDelta)
                    recorder.receive(update)

        try:
            await self._in_time(self.retried(attempt, attempts), recorder)
        except BaseException as error:
            self.catalogue.note_failure(recorder.provider, error)
            await asyncio.shield(recorder.failed(error))
            raise
        if attempts.failures:
            current_call().emit(Notice(f"after {len(attempts.failures)} failed attempts"))
        return await recorder.finished()

    async def agreed(self, provider: Provider, model: str) -> None:
        """Ask the human before an assistant spends money."""
        call = current_call()
        if call.author.kind == "assistant" and may_cost(provider, model, self.settings):
            what = f"{provider.name}:{model}"
            await self.engine.consent.require(call, "spend", what)

    async def _reserve(self, provider: Provider, request: ModelRequest, recorder: Recorder) -> None:
        author = current_call().author
        if not self.budget.holds_for(author):
            return
        dollars = await asyncio.to_thread(
            worst_case, request, request.model, self.settings, free=provider.free
        )
        try:
            recorder.reserved = await self.budget.reserve(
                recorder.id, dollars, recorder.notebook, author
            )
        except asyncio.CancelledError:
            # The write was under way and is finished all the same.
            await asyncio.shield(self.budget.release(recorder.id))
            raise

    async def _in_time(self, work: Any, recorder: Recorder) -> None:
        limit = self.settings.answer_timeout_ms / 1000
        try:
            async with asyncio.timeout(limit) as deadline:
                await work
        except TimeoutError:
            if not deadline.expired():
                raise
            message = f"{recorder.provider} did not finish its answer within {limit:g} s."
            details = {"provider": recorder.provider}
            hint = "Raise LUX_ANSWER_TIMEOUT, or lower max_tokens."
            raise TimedOut(message, hint=hint, details=details) from None

    async def _settled(self, chosen: Route) -> Route:
        """Fill in the model of an endpoint that was not told which to use."""
        if chosen.model:
            return chosen
        offered = await self.catalogue.of(chosen.provider)
        able = [model.id for model in offered if "chat" in model.capabilities]
        if not able:
            raise ProviderError(f"{chosen.provider} lists no model to use.")
        return Route(chosen.provider, able[0])
