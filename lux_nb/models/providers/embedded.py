"""The embedded model: llama.cpp in the kernel, on a thread of its own."""

import asyncio
import os
import secrets
import threading
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Self

from pydantic import SecretStr

from lux_nb.config import Settings
from lux_nb.engine.calls import Progress, current_call
from lux_nb.errors import InvalidRequest, LuxError, NotConfigured, NotFound, ProviderError
from lux_nb.models.providers.base import FILL_NOT_SUPPORTED, Provider, fill_not_supported
from lux_nb.models.types import (
    ChatRequest,
    FillRequest,
    Finished,
    ModelInfo,
    TextDelta,
    Usage,
)

EMBEDDED = "embedded"


class EmbeddedProvider(Provider):
    """A GGUF model inside this process: loaded once, on first use, streamed, interruptible."""

    name: ClassVar[str] = EMBEDDED
    rank: ClassVar[int] = 0
    free: ClassVar[bool] = True

    @classmethod
    def create(cls, settings: Settings) -> Self:
        """Make the provider from the settings."""
        return cls(settings)

    @classmethod
    def configured(cls, settings: Settings) -> bool:
        """Tell that it is always there."""
        return True

    @classmethod
    def serves(cls, model: str, settings: Settings) -> str | None:
        """Its own name, and every GGUF file by its path."""
        is_own = model == EMBEDDED or model.startswith(f"{EMBEDDED}/")
        return model if is_own or model.endswith(".gguf") else None

    @classmethod
    def default_model(cls, settings: Settings) -> str:
        """Return the name that means the configured file."""
        return EMBEDDED

    @classmethod
    def signature(cls, settings: Settings) -> tuple[Any, ...]:
        """Return what the loaded models depend on."""
        return (settings.embedded_threads, settings.embedded_context)

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._servers: dict[Path, Any] = {}
        self._key = secrets.token_urlsafe(32)
        # One thread: llama.cpp uses all cores for one answer, so a second one waits its turn.
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="lux-llama")

    async def stream(self, request: ChatRequest) -> AsyncGenerator[TextDelta | Finished, None]:
        """Yield tokens as llama.cpp writes them; leaving the iteration stops the model."""
        loop = asyncio.get_running_loop()
        pieces: asyncio.Queue[dict[str, Any] | BaseException | None] = asyncio.Queue()
        stop = threading.Event()
        emit = current_call().emit

        def tell(piece: dict[str, Any] | BaseException | None) -> None:
            loop.call_soon_threadsafe(pieces.put_nowait, piece)

        def progress(message: str, done: float | None = None, total: float | None = None) -> None:
            loop.call_soon_threadsafe(emit, Progress(message, done, total))

        self._executor.submit(self._generate, request, tell, stop, progress)
        try:
            while (piece := await pieces.get()) is not None:
                if isinstance(piece, BaseException):
                    raise piece
                for update in _read(piece):
                    yield update
        finally:
            stop.set()

    async def list_models(self) -> list[ModelInfo]:
        """Return the model file that would be used."""
        name = self.model_name(self._settings.embedded_model)
        return [ModelInfo(name, EMBEDDED, 0, ("chat", "stream"))]

    async def fill(self, request: FillRequest) -> AsyncGenerator[TextDelta | Finished, None]:
        """Fill by llama.cpp's own endpoint; the small default model has no tokens for it."""
        from lux_nb.models.providers.local_servers import LlamaServerProvider

        progress = current_call().emit
        loop = asyncio.get_running_loop()

        def tell(message: str, done: float | None = None, total: float | None = None) -> None:
            loop.call_soon_threadsafe(progress, Progress(message, done, total))

        server = await loop.run_in_executor(self._executor, self._load, request.model, tell)
        inner = LlamaServerProvider(
            f"{server.listening_address}/v1", SecretStr(self._key), self._settings
        )
        name = self.shown_model(request.model, self._settings)
        try:
            async with aclosing(inner.fill(replace(request, model=name))) as updates:
                async for update in updates:
                    yield replace(update, model=name) if isinstance(update, Finished) else update
        except InvalidRequest as error:
            if error.code != FILL_NOT_SUPPORTED:
                raise
            reason = "its vocabulary has no tokens for it"
            raise fill_not_supported(EMBEDDED, name, reason=reason) from error
        finally:
            await inner.close()

    @classmethod
    def default_max_tokens(cls, settings: Settings) -> int:
        """Return less: a small model has not much to say."""
        return settings.embedded_max_tokens

    @classmethod
    def shown_model(cls, model: str, settings: Settings) -> str:
        """Return the name of the model file."""
        path = Path(model) if model.endswith(".gguf") else settings.embedded_model
        return cls.model_name(path)

    @staticmethod
    def model_name(path: Path | None) -> str:
        """Return the name a model file is shown under."""
        return f"{EMBEDDED}/{path.stem}" if path else f"{EMBEDDED}/SmolLM2-135M-Instruct"

    async def close(self) -> None:
        """Let the model's memory go."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._servers.clear()

    def _generate(
        self,
        request: ChatRequest,
        tell: Callable[[dict[str, Any] | BaseException | None], None],
        stop: threading.Event,
        progress: Callable[..., None],
    ) -> None:
        """Run on the model's thread: load if needed, generate, stop when told."""
        try:
            if stop.is_set():
                return
            server = self._load(request.model, progress)

            def receive(piece: dict[str, Any]) -> bool:
                tell(piece)
                return stop.is_set()

            server.handle_chat_completions(request.streamed_body(), receive)
            tell(None)
        except BaseException as error:  # it is raised again on the engine loop
            tell(_understood(error))

    def _load(self, model: str, progress: Callable[..., None]) -> Any:
        path = self._model_file(model, progress)
        if path not in self._servers:
            progress(f"loading {path.name}")
            self._servers[path] = self._start(path)
        return self._servers[path]

    def _model_file(self, model: str, progress: Callable[..., None]) -> Path:
        named = Path(model).expanduser() if model.endswith(".gguf") else None
        known = self.shown_model(EMBEDDED, self._settings)
        if named is None and model not in {EMBEDDED, known}:
            message = f"There is no embedded model {model!r}; {known!r} is."
            hint = "Name a GGUF file by its path, or use model='embedded'."
            raise NotFound(message, code="MODEL_NOT_FOUND", hint=hint)
        given = named or self._settings.embedded_model
        if given is None:
            from lux_nb.setup.model import embedded_model_path

            return embedded_model_path(
                lambda done, total: progress("fetching the embedded model", done, total)
            )
        if not given.is_file():
            message = f"The embedded model {given} is not a file."
            raise NotConfigured(message, hint="Set LUX_EMBEDDED_MODEL to a GGUF file.")
        return given

    def _start(self, path: Path) -> Any:
        try:
            import xllamacpp
        except ImportError as error:
            message = "The embedded model needs the package xllamacpp."
            raise NotConfigured(message, hint="pip install 'lux-nb[local]'") from error
        parameters = xllamacpp.CommonParams()
        parameters.model.path = str(path)
        parameters.n_ctx = self._settings.embedded_context
        parameters.n_parallel = 1
        parameters.cpuparams.n_threads = model_threads(self._settings)
        parameters.verbosity = -1
        # Both only make loading longer here, and loading holds Python's lock.
        parameters.warmup = False
        parameters.fit_params = False
        # llama.cpp opens a loopback port of its own; without this key anyone local could use it.
        parameters.api_keys = [self._key]
        try:
            return xllamacpp.Server(parameters)
        except Exception as error:
            message = f"The model file {path.name} can't be loaded: {error}"
            raise ProviderError(message, hint="Check that it is a whole GGUF file.") from error


def model_threads(settings: Settings) -> int:
    """Return how many threads llama.cpp gets: as configured, or all cores but one.

    Its threads wait for each other by spinning, so a core shared with the notebook slows all
    of them down: on two busy cores one thread was many times as fast as two.
    """
    return settings.embedded_threads or max(1, (os.cpu_count() or 1) - 1)


def _read(piece: dict[str, Any]) -> list[TextDelta | Finished]:
    """Turn one chunk of llama.cpp into updates."""
    if "error" in piece:
        raise _error_of(piece["error"])
    updates: list[TextDelta | Finished] = []
    usage = piece.get("usage")
    for choice in piece.get("choices", ()):
        text = choice.get("delta", {}).get("content")
        if text:
            updates.append(TextDelta(text, _logprob(choice)))
        if choice.get("finish_reason"):
            updates.append(Finished(choice["finish_reason"]))
    if usage:
        counted = Usage(usage["prompt_tokens"], usage["completion_tokens"])
        updates.append(Finished("", counted))
    return updates


def _logprob(choice: dict[str, Any]) -> float | None:
    content = (choice.get("logprobs") or {}).get("content")
    return content[0]["logprob"] if content else None


def _error_of(error: dict[str, Any]) -> Exception:
    message = str(error.get("message", error))
    if error.get("code") == 400 or "exceed" in message:
        return InvalidRequest(
            f"The embedded model refused the request: {message}",
            hint="Shorten the message or the files, or raise LUX_EMBEDDED_CONTEXT.",
        )
    return ProviderError(f"The embedded model failed: {message}")


def _understood(error: BaseException) -> BaseException:
    if isinstance(error, LuxError):
        return error
    return ProviderError(f"The embedded model failed: {error}")
