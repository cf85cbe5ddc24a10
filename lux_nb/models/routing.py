"""From a model's name to the provider that serves it."""

from dataclasses import dataclass
from pathlib import Path

from lux_nb.config import Settings
from lux_nb.errors import NotConfigured
from lux_nb.models.providers.embedded import EMBEDDED

ALIASES = {
    "gpt4": "gpt-4",
    "gpt4.1": "gpt-4-turbo-preview",
    "claude": "anthropic/claude-3-opus",
    "gemini": "google/gemini-2.5-pro",
    "llama3": "meta-llama/llama-3-70b",
    "o3": "o3-2025-01-17",
    "o3-pro": "o3-pro-2025-06-10",
    "o4-mini": "o4-mini-2025-04-16",
}
NAMED = ("reasoning", "normal", "mini", "opus", "sonnet", "grok")


@dataclass(frozen=True, slots=True)
class Route:
    """The provider that answers and the name it knows the model by."""

    provider: str
    model: str


def resolve_alias(name: str, settings: Settings) -> str:
    """Return the model an alias stands for, or the name itself."""
    wanted = name.strip()
    if wanted.lower() in NAMED:
        configured: str = getattr(settings, f"model_{wanted.lower()}")
        return configured
    return ALIASES.get(wanted.lower(), wanted)


def route(name: str | None, settings: Settings, *, default: str = "normal") -> Route:
    """Choose the provider for a model name, or for the default model when none is given.

    A model that is named but whose provider is not configured is an error; only when no
    remote provider is configured at all does the default fall to the embedded model.
    """
    if name is None or not name.strip():
        return _default_route(settings, default)
    model = resolve_alias(name, settings)
    if model == EMBEDDED or model.startswith(f"{EMBEDDED}/") or model.endswith(".gguf"):
        return Route(EMBEDDED, model)
    return _remote_route(model, settings)


def _default_route(settings: Settings, default: str) -> Route:
    field = f"model_{default}"
    chosen = field in settings.model_fields_set
    if not chosen and not has_remote(settings):
        return Route(EMBEDDED, EMBEDDED)
    if not chosen and not (settings.openai_api_key or settings.openrouter_api_key):
        if settings.mercury_api_key:
            return Route("mercury", "mercury-coder-small")
        # An endpoint of one's own has its own models; the service takes the first it lists.
        return Route("compatible", "")
    return route(getattr(settings, field), settings)


def _remote_route(model: str, settings: Settings) -> Route:
    if settings.mercury_api_key and model.startswith("mercury"):
        return Route("mercury", model)
    if settings.openai_api_key and "/" not in model:
        return Route("openai", model)
    if settings.openrouter_api_key:
        return Route("openrouter", model if "/" in model else f"openai/{model}")
    if settings.compatible_base_url:
        return Route("compatible", model)
    if settings.openai_api_key and model.startswith("openai/"):
        return Route("openai", model.removeprefix("openai/"))
    raise _not_configured(model)


def has_remote(settings: Settings) -> bool:
    """Tell whether any remote provider is configured."""
    return bool(
        settings.openai_api_key
        or settings.openrouter_api_key
        or settings.mercury_api_key
        or settings.compatible_base_url
    )


def _not_configured(model: str) -> NotConfigured:
    if model.startswith("mercury"):
        key = "MERCURY_API_KEY"
    elif "/" in model:
        key = "OPENROUTER_API_KEY"
    else:
        key = "OPENAI_API_KEY or OPENROUTER_API_KEY"
    return NotConfigured(
        f"No provider is configured for the model {model!r}.",
        hint=f"Set {key}, or LUX_BASE_URL to an OpenAI-compatible endpoint, "
        "or use model='embedded', which needs neither key nor network.",
        details={"model": model},
    )


def embedded_file(model: str, settings: Settings) -> Path | None:
    """Return the GGUF file a model name points to, when it names one."""
    return Path(model).expanduser() if model.endswith(".gguf") else settings.embedded_model
