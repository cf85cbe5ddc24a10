"""Hosted services with OpenAI's API: OpenAI itself, OpenRouter and Inception's Mercury."""

from typing import Any, ClassVar

from pydantic import SecretStr

from lux_nb.config import Settings
from lux_nb.models.providers.base import fill_not_supported
from lux_nb.models.providers.openai_compatible import OpenAICompatibleProvider
from lux_nb.models.thinking import is_reasoning_model
from lux_nb.models.types import ChatRequest, FillRequest

_OPENAI_NAMES = ("gpt-", "o1", "o3", "o4", "chatgpt", "codex", "text-embedding-", "ft:")
_NOT_FOR_REASONING = frozenset(
    {"temperature", "top_p", "frequency_penalty", "presence_penalty", "stop", "logprobs"}
)


class HostedProvider(OpenAICompatibleProvider):
    """A service that is set up by its key."""

    fills_by_server: ClassVar[bool] = False

    @classmethod
    def configured(cls, settings: Settings) -> bool:
        """Tell whether there is a key."""
        return cls.address(settings)[1] is not None

    async def fill_call(self, request: FillRequest) -> tuple[str, dict[str, Any]]:
        """Ask only models that are known to take a suffix: others would ignore it."""
        if request.model not in self.fills:
            raise fill_not_supported(self.name, request.model, self.fills)
        body = {"model": request.model, "prompt": request.prompt, "suffix": request.suffix}
        return "/completions", {**body, **request.sampling()}


class OpenAIProvider(HostedProvider):
    """OpenAI's own API."""

    name: ClassVar[str] = "openai"
    rank: ClassVar[int] = 30
    fills: ClassVar[tuple[str, ...]] = ("gpt-3.5-turbo-instruct",)

    @classmethod
    def address(cls, settings: Settings) -> tuple[str | None, SecretStr | None]:
        """Return the base URL and the key from the settings."""
        return settings.openai_base_url, settings.openai_api_key

    @classmethod
    def serves(cls, model: str, settings: Settings) -> str | None:
        """OpenAI's own names, and plain names that no endpoint of the user's could mean."""
        if not cls.configured(settings):
            return None
        if model.startswith("openai/") and not settings.openrouter_api_key:
            return model.removeprefix("openai/")
        if "/" in model:
            return None
        own_endpoint = settings.compatible_base_url or settings.ollama_host
        own_endpoint = own_endpoint or settings.llama_server_url or settings.vllm_base_url
        return model if model.startswith(_OPENAI_NAMES) or not own_endpoint else None

    def body(self, request: ChatRequest) -> dict[str, Any]:
        """Reasoning models take another name for the token limit."""
        body = super().body(request)
        if is_reasoning_model(request.model) and "max_tokens" in body:
            body["max_completion_tokens"] = body.pop("max_tokens")
        return body

    def not_taken(self, request: ChatRequest | FillRequest) -> frozenset[str]:
        """Reasoning models choose their sampling themselves."""
        return _NOT_FOR_REASONING if is_reasoning_model(request.model) else frozenset()


class OpenRouterProvider(HostedProvider):
    """OpenRouter: many vendors' models under ``vendor/model`` names."""

    name: ClassVar[str] = "openrouter"
    rank: ClassVar[int] = 40

    @classmethod
    def address(cls, settings: Settings) -> tuple[str | None, SecretStr | None]:
        """Return the base URL and the key from the settings."""
        return settings.openrouter_base_url, settings.openrouter_api_key

    @classmethod
    def serves(cls, model: str, settings: Settings) -> str | None:
        """Any ``vendor/model``; a plain name is taken for one of OpenAI's."""
        if not cls.configured(settings):
            return None
        return model if "/" in model else f"openai/{model}"

    async def check(self) -> bool | None:
        """Ask about the key: the list of models is public."""
        await self.get("/key")
        return True


class MercuryProvider(HostedProvider):
    """Inception's Mercury."""

    name: ClassVar[str] = "mercury"
    rank: ClassVar[int] = 10
    fills: ClassVar[tuple[str, ...]] = ("mercury-coder-small", "mercury-coder")

    @classmethod
    def address(cls, settings: Settings) -> tuple[str | None, SecretStr | None]:
        """Return the base URL and the key from the settings."""
        return settings.mercury_api_url, settings.mercury_api_key

    @classmethod
    def serves(cls, model: str, settings: Settings) -> str | None:
        """All models whose name begins with mercury."""
        return model if cls.configured(settings) and model.startswith("mercury") else None

    @classmethod
    def default_model(cls, settings: Settings) -> str:
        """Return the model of the Mercury reference."""
        return "mercury-coder-small"

    async def fill_call(self, request: FillRequest) -> tuple[str, dict[str, Any]]:
        """Mercury has an endpoint of its own for filling."""
        body = {"model": request.model, "prompt": request.prompt, "suffix": request.suffix}
        return "/fim/completions", {**body, **request.sampling()}
