"""From a model's name to the provider that serves it."""

from dataclasses import dataclass

from lux_nb.config import Settings
from lux_nb.errors import NotConfigured
from lux_nb.models.registry import Registry, load_providers

EMBEDDED = "embedded"
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


def route(
    name: str | None,
    settings: Settings,
    registry: Registry | None = None,
    *,
    default: str = "normal",
) -> Route:
    """Choose the provider for a model name, or for the default model when none is given.

    ``provider:model`` names both. A model that is named but whose provider is not configured is
    an error; only when no remote provider is configured at all does the default fall to the
    embedded model.
    """
    registry = registry or load_providers()
    if name is None or not name.strip():
        return _default_route(settings, registry, default)
    chosen, _, model = name.strip().partition(":")
    if model and chosen in registry:
        return Route(chosen, model)
    model = resolve_alias(name, settings)
    for provider, kind in registry.items():
        known_as = kind.serves(model, settings)
        if known_as is not None:
            return Route(provider, known_as)
    raise _not_configured(model)


def _default_route(settings: Settings, registry: Registry, default: str) -> Route:
    field = f"model_{default}"
    chosen: str = getattr(settings, field)
    if field in settings.model_fields_set or _is_set(settings, registry, "openai", "openrouter"):
        return route(chosen, settings, registry)
    for name in remote_providers(settings, registry):
        # An endpoint of one's own has its own models; empty takes the first it lists.
        return Route(name, registry[name].default_model(settings))
    return Route(EMBEDDED, EMBEDDED)


def remote_providers(settings: Settings, registry: Registry) -> list[str]:
    """Return the providers that the user set up, in the order in which they are asked."""
    return [
        name for name, kind in registry.items() if name != EMBEDDED and kind.configured(settings)
    ]


def _is_set(settings: Settings, registry: Registry, *names: str) -> bool:
    return any(name in registry and registry[name].configured(settings) for name in names)


def _not_configured(model: str) -> NotConfigured:
    if model.startswith("mercury"):
        key = "MERCURY_API_KEY"
    elif model.startswith(("claude", "anthropic/")):
        key = "ANTHROPIC_API_KEY or OPENROUTER_API_KEY"
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
