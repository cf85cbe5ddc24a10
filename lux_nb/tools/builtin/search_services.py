"""Search services: SearXNG, which anyone can run, and Brave."""

from collections.abc import Awaitable, Callable
from typing import Any

from lux_nb.config import Settings
from lux_nb.errors import AuthenticationFailed, NotConfigured, ProviderError, RateLimited
from lux_nb.tools.webhook import WebResponse, request

BRAVE_URL = "https://api.search.brave.com/res/v1"
_CATEGORIES = {"web": "general", "news": "news", "images": "images"}


async def searxng(settings: Settings, section: str, query: str, limit: int) -> dict[str, Any]:
    """Search with a SearXNG instance that answers JSON."""
    if settings.search_url is None:
        raise NotConfigured("search_url is not set.", hint="%lux config search_url=https://…")
    address = settings.search_url.rstrip("/")
    asked = {"q": query, "format": "json", "categories": _CATEGORIES[section]}
    key = settings.search_api_key
    headers = {"Authorization": f"Bearer {key.get_secret_value()}"} if key else {}
    body = await _ask(f"{address}/search", headers, asked)
    results = [
        _without_none(
            {
                "title": item.get("title", ""),
                "url": item.get("url", ""),
                "snippet": item.get("content", ""),
                "published": item.get("publishedDate"),
                "image": item.get("img_src"),
                "source": item.get("engine"),
            }
        )
        for item in _list(body.get("results"))
    ]
    return {"results": results[:limit], "query": query, "provider": "searxng"}


async def brave(settings: Settings, section: str, query: str, limit: int) -> dict[str, Any]:
    """Search with Brave's API."""
    if settings.search_api_key is None:
        hint = "Set its key with %lux config search_api_key=… (LUX_SEARCH_API_KEY)."
        raise NotConfigured("Brave's search needs a key.", hint=hint)
    address = (settings.search_url or BRAVE_URL).rstrip("/")
    headers = {
        "X-Subscription-Token": settings.search_api_key.get_secret_value(),
        "Accept": "application/json",
    }
    most = 20 if section == "web" else 50
    asked = {"q": query, "count": min(limit, most)}
    body = await _ask(f"{address}/{section}/search", headers, asked)
    found = body.get("web", {}).get("results") if section == "web" else body.get("results")
    results = [
        _without_none(
            {
                "title": item.get("title", ""),
                "url": item.get("url", ""),
                "snippet": item.get("description", ""),
                "published": item.get("page_age") or item.get("age"),
                "image": (item.get("properties") or {}).get("url"),
            }
        )
        for item in _list(found)
    ]
    return {"results": results[:limit], "query": query, "provider": "brave"}


Service = Callable[[Settings, str, str, int], Awaitable[dict[str, Any]]]
SERVICES: dict[str, Service] = {"searxng": searxng, "brave": brave}


async def _ask(url: str, headers: dict[str, str], query: dict[str, Any]) -> dict[str, Any]:
    # The address is the user's own setting, so it may be in the house.
    answer = await request("GET", url, headers=headers, query=query, private=True)
    check_status(answer)
    if not isinstance(answer.body, dict):
        hint = "Its settings must allow the json format." if "format" in query else None
        raise ProviderError(f"{url} did not answer JSON.", hint=hint)
    return answer.body


def check_status(answer: WebResponse) -> None:
    """Raise the error that a service's status stands for."""
    if answer.status in {401, 403}:
        message = f"{answer.url} refused the request ({answer.status})."
        raise AuthenticationFailed(message, hint="Check the key, and that JSON is allowed.")
    if answer.status == 429:
        raise RateLimited(f"{answer.url} answered 429: too many requests.")
    if answer.status >= 400:
        raise ProviderError(f"{answer.url} answered {answer.status}.")


def _list(found: Any) -> list[dict[str, Any]]:
    return [item for item in found or [] if isinstance(item, dict)]


def _without_none(item: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in item.items() if value is not None}
