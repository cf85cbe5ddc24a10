"""The providers that are installed: built in, and added by other packages."""

import importlib
import logging
from collections.abc import Iterator, Mapping
from importlib.metadata import entry_points

from lux_nb.errors import NotFound
from lux_nb.models.providers.base import Provider

GROUP = "lux_nb.providers"
# The same as the entry points of lux_nb itself, for a checkout that was not installed.
BUILT_IN = {
    "embedded": "lux_nb.models.providers.embedded:EmbeddedProvider",
    "mercury": "lux_nb.models.providers.hosted:MercuryProvider",
    "anthropic": "lux_nb.models.providers.anthropic:AnthropicProvider",
    "openai": "lux_nb.models.providers.hosted:OpenAIProvider",
    "openrouter": "lux_nb.models.providers.hosted:OpenRouterProvider",
    "ollama": "lux_nb.models.providers.local_servers:OllamaProvider",
    "llama": "lux_nb.models.providers.local_servers:LlamaServerProvider",
    "vllm": "lux_nb.models.providers.local_servers:VllmProvider",
    "compatible": "lux_nb.models.providers.openai_compatible:OpenAICompatibleProvider",
}
logger = logging.getLogger(__name__)


class Registry(Mapping[str, type[Provider]]):
    """Provider classes by name, in the order in which they are asked."""

    def __init__(self, classes: Mapping[str, type[Provider]]) -> None:
        ordered = sorted(classes.items(), key=lambda item: item[1].rank)
        self._classes = dict(ordered)

    def __getitem__(self, name: str) -> type[Provider]:
        try:
            return self._classes[name]
        except KeyError:
            message = f"There is no provider {name!r}."
            hint = f"There are {', '.join(self._classes)}."
            raise NotFound(message, code="PROVIDER_NOT_FOUND", hint=hint) from None

    def __contains__(self, name: object) -> bool:
        return name in self._classes

    def __iter__(self) -> Iterator[str]:
        return iter(self._classes)

    def __len__(self) -> int:
        return len(self._classes)


def load_providers() -> Registry:
    """Return the built-in providers and those of other packages.

    A package that can't be loaded is logged and left out: one broken plug-in must not take the
    others with it.
    """
    targets = dict(BUILT_IN)
    for entry in entry_points(group=GROUP):
        targets[entry.name] = entry.value
    found: dict[str, type[Provider]] = {}
    for name, target in targets.items():
        try:
            found[name] = _load(target)
        except Exception:
            logger.exception("the provider %s (%s) can't be loaded", name, target)
    return Registry(found)


def _load(target: str) -> type[Provider]:
    module, _, attribute = target.partition(":")
    loaded = getattr(importlib.import_module(module), attribute)
    if not (isinstance(loaded, type) and issubclass(loaded, Provider)):
        message = f"{target} is not a Provider"
        raise TypeError(message)
    return loaded
