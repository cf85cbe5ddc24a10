"""The searches: web, news and images through a configured service, papers through arXiv."""

from collections.abc import Awaitable, Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from lux_nb.errors import NotConfigured
from lux_nb.tools.builtin.arxiv import search_papers
from lux_nb.tools.builtin.search_services import SERVICES
from lux_nb.tools.definitions import Tool
from lux_nb.tools.sources.listing import HANDLER as OF_PROVIDER

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

Query = Annotated[str, Field(min_length=1, max_length=1000, description="What to look for.")]
Limit = Annotated[int, Field(ge=1, le=100, description="Most results.")]
Search = Callable[[str, int], Awaitable[dict[str, Any]]]

_SEARCHES = {
    "web_search": ("web", "Search the web for information."),
    "news_search": ("news", "Search news articles."),
    "image_search": ("images", "Search images."),
}


def tools(engine: "Engine") -> Iterator[tuple[Callable[..., Any], dict[str, Any]]]:
    """Yield the four searches."""
    about = {
        "category": "search",
        "requirements": {"permissions": ["internet_access"]},
    }
    for name, (section, description) in _SEARCHES.items():
        options = {"name": name, "description": description, "tags": ("search", section)}
        yield _search(engine, name, section), {**about, **options}

    async def academic_search(
        query: Annotated[
            str, Field(min_length=1, max_length=1000, description="Words, or arXiv fields (ti:…).")
        ],
        limit: Limit = 10,
    ) -> dict[str, Any]:
        """Search academic papers on arXiv."""
        return await search_papers(engine.settings, query, limit)

    yield academic_search, {**about, "tags": ("search", "papers", "research")}


def _search(engine: "Engine", name: str, section: str) -> Callable[..., Any]:
    async def search(query: Query, limit: Limit = 10) -> dict[str, Any]:
        settings = engine.settings
        if settings.search_url is not None or settings.search_service != "searxng":
            service = SERVICES[settings.search_service]
            return await service(settings, section, query, limit)
        other = await _of_provider(engine, name)
        if other is None:
            raise not_configured(name)
        return await _delegated(engine, other, {"query": query, "limit": limit})

    return search


def not_configured(name: str) -> NotConfigured:
    """Return the error that says how a search is configured."""
    hint = (
        "Set a SearXNG address with %lux config search_url=… (LUX_SEARCH_URL), or "
        "search_service=brave and search_api_key=…; or register a provider that has a tool "
        f"named {name}: lux.tools.connect(name, url)."
    )
    return NotConfigured(f"No provider is configured for {name!r}.", hint=hint)


async def _of_provider(engine: "Engine", name: str) -> Tool | None:
    """Return the tool of that name which a registered provider brought."""
    from lux_nb.tools.service import tools_of

    for tool in (await tools_of(engine)).registry.find(status="active"):
        if tool.handler.get("type") == OF_PROVIDER and tool.handler.get("tool") == name:
            return tool
    return None


async def _delegated(engine: "Engine", tool: Tool, arguments: dict[str, Any]) -> dict[str, Any]:
    from lux_nb.tools.service import tools_of

    executor = (await tools_of(engine)).executor
    execution = await executor.execute(tool, arguments)
    result = execution.result
    return result if isinstance(result, dict) else {"results": result}
