"""A service that lists its tools at ``{url}/tools`` and runs them at ``{url}/execute``."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from lux_nb.errors import LuxError, ProviderError
from lux_nb.tools.sources.base import Session, Source, refuse_plain_secrets, text_mapping
from lux_nb.tools.webhook import WebResponse, check_url, fill_variables, request


class HttpSource(Source):
    """An HTTP service; its answers are those of the spec, or plain lists and values."""

    kind = "http"
    polls = True

    def __init__(self, connection: Mapping[str, Any], *, private: bool) -> None:
        self._url = str(connection.get("url", "")).rstrip("/")
        check_url(self._url)
        self._headers = text_mapping("connection.headers", connection.get("headers"))
        refuse_plain_secrets("connection.headers", self._headers)
        self._private = private

    @asynccontextmanager
    async def session(self) -> AsyncIterator[Session]:
        """Nothing is kept open between calls."""
        yield HttpSession(self._url, self._headers, private=self._private)


class HttpSession(Session):
    """Calls of an HTTP service."""

    def __init__(self, url: str, headers: dict[str, str], *, private: bool) -> None:
        super().__init__()
        self._url = url
        self._headers = headers
        self._private = private

    async def list_tools(self) -> list[dict[str, Any]]:
        """Return the tools the service lists."""
        body = _data(await self._send("GET", "tools"))
        tools = body.get("tools") if isinstance(body, dict) else body
        if not isinstance(tools, list):
            raise ProviderError(f"{self._url}/tools answered no list of tools.")
        return tools

    async def execute(self, tool: str, arguments: dict[str, Any]) -> Any:
        """Let the service run a tool."""
        answer = await self._send("POST", "execute", {"toolName": tool, "arguments": arguments})
        body = _data(answer)
        if isinstance(body, dict) and body.get("success") is False:
            raise LuxError(str(body.get("error") or "the service failed"), code="EXECUTION_ERROR")
        return body["result"] if isinstance(body, dict) and "result" in body else body

    async def _send(self, method: str, path: str, body: Any = None) -> WebResponse:
        answer = await request(
            method,
            f"{self._url}/{path}",
            headers=fill_variables(self._headers),
            json_body=body,
            private=self._private,
        )
        if answer.status >= 400:
            raise ProviderError(f"{self._url}/{path} answered {answer.status}.")
        return answer


def _data(answer: WebResponse) -> Any:
    body = answer.body
    return body["data"] if isinstance(body, dict) and "data" in body else body
