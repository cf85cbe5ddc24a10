"""An HTTP client for the MCP SDK that keeps out of private networks unless it may."""

from typing import Any
from urllib.parse import urlsplit

import httpx2

from lux_nb.tools.webhook import checked_address

CONNECT_SECONDS = 10.0


class GuardedTransport(httpx2.AsyncBaseTransport):
    """Judges the address of each request, and connects to the one that was judged."""

    def __init__(self, *, private: bool) -> None:
        self._private = private
        self._inner = httpx2.AsyncHTTPTransport()

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request to the address its host name has now."""
        url = str(request.url)
        address = await checked_address(url, private=self._private)
        host = urlsplit(url).hostname
        request.url = request.url.copy_with(host=address)
        request.extensions = {**request.extensions, "sni_hostname": host}
        return await self._inner.handle_async_request(request)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._inner.aclose()


def guarded_client(headers: dict[str, str], *, private: bool) -> Any:
    """Return a client that follows no redirects and takes no proxies from the environment."""
    return httpx2.AsyncClient(
        transport=GuardedTransport(private=private),
        headers=headers,
        timeout=httpx2.Timeout(CONNECT_SECONDS, read=None),
        trust_env=False,
    )
