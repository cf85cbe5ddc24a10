"""Which models there are, and how their providers are doing."""

import asyncio
import time
from collections import defaultdict, deque
from dataclasses import astuple, dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from lux_nb.engine.calls import Notice, current_call
from lux_nb.errors import AuthenticationFailed, Cancelled, LuxError
from lux_nb.models.routing import EMBEDDED, remote_providers
from lux_nb.models.secrets import known_secrets, mask_secrets
from lux_nb.models.types import ModelInfo

if TYPE_CHECKING:
    from lux_nb.models.service import Models

CHECK_SECONDS = 10.0
ERRORS_KEPT = 5
ASKED = {"kind": "models"}


@dataclass(frozen=True, slots=True)
class Failure:
    """One call that a provider failed."""

    at: datetime
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Health:
    """How a provider is doing."""

    provider: str
    reachable: bool
    key_accepted: bool | None
    latency_ms: float | None
    last_errors: tuple[Failure, ...] = ()
    problem: str | None = None


@dataclass(slots=True)
class _Listing:
    models: list[ModelInfo]
    signature: tuple[Any, ...]
    at: float = field(default_factory=time.monotonic)


class ModelCatalogue:
    """Lists models, keeps the lists for an hour, and remembers what failed."""

    def __init__(self, models: "Models") -> None:
        self._models = models
        self._listings: dict[str, _Listing] = {}
        self._failures: dict[str, deque[Failure]] = defaultdict(lambda: deque(maxlen=ERRORS_KEPT))

    async def of(self, provider: str) -> list[ModelInfo]:
        """Return the models of one provider, asked at most once an hour."""
        await self._models.ready()
        signature = self._models.registry[provider].signature(self._models.settings)
        known = self._listings.get(provider)
        if known is not None and known.signature == signature:
            ttl = self._models.settings.model_list_ttl
            if time.monotonic() - known.at < ttl:
                return known.models
        listed: list[ModelInfo] = await self._models.retried(
            self._models.provider(provider).list_models
        )
        self._listings[provider] = _Listing(listed, signature)
        return listed

    async def all(self) -> list[ModelInfo]:
        """Return the models of all configured providers, recorded and replayed like a call."""
        tape, notebook = self._models.tape, self._models.notebook()
        known = tape.find(ASKED, notebook)
        if known is not None:
            return [
                ModelInfo(i, owner, made, tuple(can)) for i, owner, made, can in known["models"]
            ]
        slot = tape.begin(ASKED, notebook)
        try:
            found = await self._listed()
        except BaseException as error:
            tape.fail(slot, error)
            raise
        tape.finish(slot, {"models": [list(astuple(model)) for model in found]})
        return found

    async def _listed(self) -> list[ModelInfo]:
        """Ask all configured providers and give each model a name that leads to it.

        A provider that can't be listed is named in a notice; when none can, its error is raised.
        """
        await self._models.ready()
        names = [*remote_providers(self._models.settings, self._models.registry), EMBEDDED]
        found = await asyncio.gather(*(self.of(name) for name in names), return_exceptions=True)
        errors = [(n, f) for n, f in zip(names, found, strict=True) if isinstance(f, BaseException)]
        if errors and len(errors) == len(names) - 1:
            raise errors[0][1]
        for name, error in errors:
            current_call().emit(Notice(f"{name} can't be listed: {error}"))
        return [
            self._reachable_name(name, model)
            for name, models in zip(names, found, strict=True)
            if not isinstance(models, BaseException)
            for model in models
        ]

    async def health(self, only: str | None = None) -> list[Health]:
        """Ask each configured provider something small and tell how it went."""
        await self._models.ready()
        remote = remote_providers(self._models.settings, self._models.registry)
        names = [only] if only else [*remote, EMBEDDED]
        return list(await asyncio.gather(*(self._check(name) for name in names)))

    def note_failure(self, provider: str, error: BaseException) -> None:
        """Remember a failed call for the health of its provider."""
        if isinstance(error, LuxError) and not isinstance(error, Cancelled):
            secrets = known_secrets(self._models.settings)
            message = mask_secrets(error.message, secrets)
            self._failures[provider].append(Failure(datetime.now(UTC), error.code, message))

    async def _check(self, name: str) -> Health:
        started = time.perf_counter()
        accepted: bool | None = None
        problem: LuxError | None = None
        try:
            async with asyncio.timeout(CHECK_SECONDS):
                accepted = await self._models.provider(name).check()
        except LuxError as error:
            problem = error
        except TimeoutError:
            problem = LuxError(f"{name} did not answer within {CHECK_SECONDS:g} s.")
        latency = (time.perf_counter() - started) * 1000
        refused = isinstance(problem, AuthenticationFailed)
        answered = problem is None or _has_status(problem)
        return Health(
            provider=name,
            reachable=answered,
            key_accepted=False if refused else accepted,
            latency_ms=round(latency, 1) if answered else None,
            last_errors=tuple(self._failures[name]),
            problem=str(problem) if problem else None,
        )

    def _reachable_name(self, provider: str, model: ModelInfo) -> ModelInfo:
        """Return the model under a plain name, or ``provider:model`` where that leads elsewhere."""
        try:
            leads_here = self._models.route(model.id).provider == provider
        except LuxError:
            leads_here = False
        if leads_here:
            return model
        name = f"{provider}:{model.id}"
        return ModelInfo(name, model.owned_by, model.created, model.capabilities)


def _has_status(error: LuxError) -> bool:
    return isinstance(error.details, dict) and "status" in error.details
