"""Tools that need a provider: until one is registered, they say how to get one."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from lux_nb.errors import NotConfigured

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

SEARCHES = {
    "web_search": "Search the web.",
    "academic_search": "Search academic papers.",
    "news_search": "Search news articles.",
    "image_search": "Search images.",
}


def tools(_engine: "Engine") -> Iterator[tuple[Callable[..., Any], dict[str, Any]]]:
    """Yield the tools that wait for a provider."""
    for name, description in SEARCHES.items():
        yield _search(name), {"name": name, "description": description, "category": "search"}

    def image_generation(
        prompt: Annotated[str, Field(description="What to draw.")],
    ) -> dict[str, Any]:
        """Generate an image."""
        raise _missing("image_generation")

    def email_sender(to: str, subject: str, body: str) -> dict[str, Any]:
        """Send an e-mail."""
        raise _missing("email_sender")

    yield image_generation, {"category": "generation"}
    yield email_sender, {"category": "integration"}


def _search(name: str) -> Callable[..., Any]:
    def search(
        query: Annotated[str, Field(description="What to look for.")],
        limit: Annotated[int, Field(ge=1, le=100, description="Most results.")] = 10,
    ) -> dict[str, Any]:
        raise _missing(name)

    return search


def _missing(name: str) -> NotConfigured:
    hint = (
        f"Register a provider's webhook as a tool of your own, such as my_{name}: "
        "lux.tools.register(name=…, input_schema=…, handler={'type': 'webhook', 'url': …})."
    )
    return NotConfigured(f"No provider is configured for {name!r}.", hint=hint)
