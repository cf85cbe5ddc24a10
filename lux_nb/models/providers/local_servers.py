"""Model servers that users run themselves: Ollama, llama.cpp and vLLM."""

from typing import Any, ClassVar

from pydantic import SecretStr

from lux_nb.config import Settings
from lux_nb.models.providers.base import fill_not_supported
from lux_nb.models.providers.openai_compatible import OpenAICompatibleProvider, infill_body
from lux_nb.models.types import ChatRequest, FillRequest

OLLAMA_ADDRESS = "http://localhost:11434"
LLAMA_ADDRESS = "http://localhost:8080"
VLLM_ADDRESS = "http://localhost:8000/v1"


class OllamaProvider(OpenAICompatibleProvider):
    """Ollama, by its OpenAI-compatible endpoints."""

    name: ClassVar[str] = "ollama"
    rank: ClassVar[int] = 60
    fills_by_server: ClassVar[bool] = True
    free: ClassVar[bool] = True

    @classmethod
    def address(cls, settings: Settings) -> tuple[str | None, SecretStr | None]:
        """Return the address that Ollama itself reads from OLLAMA_HOST."""
        return f"{_address(settings.ollama_host, OLLAMA_ADDRESS)}/v1", None

    @classmethod
    def configured(cls, settings: Settings) -> bool:
        """Tell whether its address is set."""
        return settings.ollama_host is not None

    def not_taken(self, request: ChatRequest | FillRequest) -> frozenset[str]:
        """Ollama keeps no users."""
        return frozenset({"user", "logprobs"})

    async def fill_call(self, request: FillRequest) -> tuple[str, dict[str, Any]]:
        """Ollama's completions take a suffix for models whose template has one."""
        body = {"model": request.model, "prompt": request.prompt, "suffix": request.suffix}
        return "/completions", {**body, **request.sampling()}


class LlamaServerProvider(OpenAICompatibleProvider):
    """A llama.cpp server."""

    name: ClassVar[str] = "llama"
    rank: ClassVar[int] = 61
    fills_by_server: ClassVar[bool] = True
    free: ClassVar[bool] = True

    @classmethod
    def address(cls, settings: Settings) -> tuple[str | None, SecretStr | None]:
        """Return the server's address with the version part."""
        root = _address(settings.llama_server_url, LLAMA_ADDRESS).removesuffix("/v1")
        return f"{root}/v1", settings.llama_server_api_key

    @classmethod
    def configured(cls, settings: Settings) -> bool:
        """Tell whether its address is set."""
        return settings.llama_server_url is not None

    def not_taken(self, request: ChatRequest | FillRequest) -> frozenset[str]:
        """Return what means nothing to it: it keeps no users."""
        return frozenset({"user"})

    async def fill_call(self, request: FillRequest) -> tuple[str, dict[str, Any]]:
        """Ask its own endpoint for filling."""
        return self.server_root() + "/infill", infill_body(request)


class VllmProvider(OpenAICompatibleProvider):
    """A vLLM server."""

    name: ClassVar[str] = "vllm"
    rank: ClassVar[int] = 62
    fills_by_server: ClassVar[bool] = False
    free: ClassVar[bool] = True

    @classmethod
    def address(cls, settings: Settings) -> tuple[str | None, SecretStr | None]:
        """Return the base URL and the key from the settings."""
        return _address(settings.vllm_base_url, VLLM_ADDRESS), settings.vllm_api_key

    @classmethod
    def configured(cls, settings: Settings) -> bool:
        """Tell whether its address is set."""
        return settings.vllm_base_url is not None

    async def fill_call(self, request: FillRequest) -> tuple[str, dict[str, Any]]:
        """VLLM refuses a suffix, so it is not even asked."""
        raise fill_not_supported(self.name, request.model, reason="vLLM takes no suffix")


def _address(given: str | None, otherwise: str) -> str:
    """Complete an address as Ollama does: a scheme, and no address that only servers bind."""
    if not given:
        return otherwise
    address = given if "://" in given else f"http://{given}"
    return address.replace("://0.0.0.0", "://127.0.0.1").rstrip("/")
