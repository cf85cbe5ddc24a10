"""Calling addresses on the web: api_caller and webhook_trigger, with private networks closed."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from lux_nb.tools.webhook import request

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"]
Address = Annotated[str, Field(description="An http or https address on the public internet.")]


def tools(engine: "Engine") -> Iterator[tuple[Callable[..., Any], dict[str, Any]]]:
    """Yield the web tools."""

    async def api_caller(
        url: Address,
        method: Method = "GET",
        headers: dict[str, str] = {},  # noqa: B006 - it is read only
        query: dict[str, Any] = {},  # noqa: B006
        body: Any = None,
    ) -> dict[str, Any]:
        """Call a web API and return its status, headers and body."""
        answer = await request(
            method,
            url,
            headers=headers,
            query=query,
            json_body=body,
            private=engine.settings.tools_private_hosts,
        )
        return {
            "status": answer.status,
            "headers": answer.headers,
            "body": answer.body,
            "url": answer.url,
        }

    async def webhook_trigger(
        url: Address,
        payload: Annotated[Any, Field(description="What to send as JSON.")] = None,
        headers: dict[str, str] = {},  # noqa: B006
    ) -> dict[str, Any]:
        """Send a payload to a webhook and tell whether it was taken."""
        answer = await api_caller(url, "POST", headers, {}, payload)
        return {
            "delivered": answer["status"] < 400,
            "status": answer["status"],
            "body": answer["body"],
        }

    about = {"category": "integration", "tags": ("web", "network")}
    needs = {"permissions": ["internet_access"]}
    yield api_caller, {**about, "requirements": needs}
    yield webhook_trigger, {**about, "requirements": needs}
