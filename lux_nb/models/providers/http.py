"""What all providers over HTTP share: one pooled client, limits, and errors in the error tree."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx
from pydantic import SecretStr

from lux_nb.config import Settings
from lux_nb.engine.calls import Notice, current_call
from lux_nb.errors import (
    AuthenticationFailed,
    InvalidRequest,
    LuxError,
    NotFound,
    ProviderError,
    RateLimited,
    TimedOut,
)
from lux_nb.models.providers.base import Provider
from lux_nb.models.providers.pace import Pace
from lux_nb.models.providers.sse import ServerEvent, check_size, read_events
from lux_nb.models.secrets import mask_secrets

CONNECT_SECONDS = 10.0
# More than anyone streams at once: a call must never wait for another one's connection.
CONNECTIONS = httpx.Limits(max_connections=1000, max_keepalive_connections=32)


class HttpProvider(Provider):
    """A provider behind a base URL, with a key or without."""

    def __init__(self, base_url: str, api_key: SecretStr | None, settings: Settings) -> None:
        self.base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._timeout = settings.request_timeout_ms / 1000
        self._body_limit = settings.max_response_size
        self._event_limit = settings.max_request_size
        self._pace = Pace()
        self._client: httpx.AsyncClient | None = None
        self._opening = asyncio.Lock()

    def headers(self) -> dict[str, str]:
        """Return the headers of every request, the key among them."""
        headers = {"Accept": "application/json, text/event-stream"}
        if self._api_key is not None:
            headers["Authorization"] = f"Bearer {self._api_key.get_secret_value()}"
        return headers

    async def close(self) -> None:
        """Close the connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    # Sending

    async def get(self, path: str) -> Any:
        """Return the JSON that a path of the service holds."""
        return await self.ask("GET", path)

    async def post(self, path: str, body: dict[str, Any], seconds: float | None = None) -> Any:
        """Send a body and return the JSON answer."""
        return await self.ask("POST", path, body, seconds)

    async def ask(
        self,
        method: str,
        path: str,
        body: dict[str, Any] | None = None,
        seconds: float | None = None,
    ) -> Any:
        """Send a request and return its JSON answer, or raise what the service said."""
        async with self._sent(method, path, body, seconds) as response:
            text = await self._body(response)
        if response.status_code >= 400:
            raise self.refused(response, text)
        return self._json(text)

    async def events(
        self, path: str, body: dict[str, Any], seconds: float | None = None
    ) -> AsyncGenerator[ServerEvent, None]:
        """Send a body and yield the events of the answer; a plain JSON answer is one event."""
        warned = False
        async with self._sent("POST", path, body, seconds) as response:
            if response.status_code >= 400:
                raise self.refused(response, await self._body(response))
            if "json" in response.headers.get("content-type", ""):
                yield ServerEvent(await self._body(response), "json")
                return
            async for event in read_events(
                self._pace.read(response.aiter_raw()),
                body_limit=self._body_limit,
                event_limit=self._event_limit,
            ):
                if event.damaged and not warned:
                    warned = True
                    current_call().emit(Notice(f"{self.name} sent bytes that are not UTF-8"))
                yield event

    @asynccontextmanager
    async def _sent(
        self, method: str, path: str, body: dict[str, Any] | None, seconds: float | None
    ) -> AsyncIterator[httpx.Response]:
        client = await self._opened()
        most = seconds or self._timeout
        limits = httpx.Timeout(most, connect=min(CONNECT_SECONDS, most))
        url = path if path.startswith("http") else f"{self.base_url}{path}"
        try:
            # Uncompressed, so that each piece is there as soon as its bytes are.
            async with client.stream(
                method, url, json=body, timeout=limits, headers={"Accept-Encoding": "identity"}
            ) as response:
                yield response
        except httpx.HTTPError as error:
            raise self.unreachable(error) from error
        except httpx.InvalidURL as error:
            message = f"The address of {self.name} is not a URL: {error}."
            raise InvalidRequest(message, details={"provider": self.name}) from error

    async def _opened(self) -> httpx.AsyncClient:
        async with self._opening:
            if self._client is None:
                # Reading the certificates takes tens of milliseconds, too long for the loop.
                self._client = await asyncio.to_thread(self._make_client)
            return self._client

    def _make_client(self) -> httpx.AsyncClient:
        secure = self.base_url.startswith("https")
        if secure:
            import h2.connection  # noqa: F401 - imported here, or else at the first connection
        verify = httpx.create_ssl_context() if secure else False
        return httpx.AsyncClient(
            headers=self.headers(), http2=secure, limits=CONNECTIONS, verify=verify
        )

    async def _body(self, response: httpx.Response) -> str:
        parts: list[bytes] = []
        size = 0
        async for chunk in response.aiter_bytes():
            size += len(chunk)
            check_size(size, self._body_limit, "a body")
            parts.append(chunk)
        return b"".join(parts).decode("utf-8", "replace")

    def _json(self, text: str) -> Any:
        try:
            answer = json.loads(text)
        except ValueError as error:
            message = f"{self.name} sent something that is not JSON: {self.clean(text)[:200]}"
            raise ProviderError(message, code="MALFORMED_RESPONSE") from error
        if isinstance(answer, dict) and answer.get("error"):
            raise self.failed(answer["error"])
        return answer

    # Errors

    def read_json(self, event: ServerEvent) -> dict[str, Any]:
        """Return the object of one event, or raise what is wrong with it."""
        answer = self._json(event.data)
        if not isinstance(answer, dict):
            message = f"{self.name} sent a chunk that is not an object: {event.data[:200]}"
            raise ProviderError(self.clean(message), code="MALFORMED_RESPONSE")
        return answer

    def failed(self, error: Any) -> LuxError:
        """Return the error that the body of an answer tells, whatever its HTTP status."""
        code = error.get("code") if isinstance(error, dict) else None
        status = code if isinstance(code, int) and 400 <= code < 600 else 500
        return self.error_for(status, _error_text(error), None)

    def refused(self, response: httpx.Response, body: str) -> LuxError:
        """Return the error for an HTTP status of 400 or more."""
        try:
            answer = json.loads(body)
            text = _error_text(answer.get("error", answer) if isinstance(answer, dict) else answer)
        except ValueError:
            text = " ".join(body.split())[:500]
        return self.error_for(response.status_code, text, seconds_to_wait(response.headers))

    def error_for(self, status: int, text: str, retry_after: float | None) -> LuxError:
        """Return the error that a status stands for."""
        said = f"{self.name} answered {status}: {self.clean(text) or 'nothing more'}"
        details = {"provider": self.name, "status": status}
        if status in {401, 403}:
            hint = f"Check the API key of {self.name}; %lux config shows which keys are set."
            return AuthenticationFailed(said, hint=hint, details=details)
        if status == 404:
            return NotFound(said, code="MODEL_NOT_FOUND", details=details)
        if status in {402, 429}:
            return RateLimited(said, details=details, retry_after=retry_after)
        if status in {408, 504}:
            return TimedOut(said, details=details, retry_after=retry_after)
        if status < 500:
            return InvalidRequest(said, details=details)
        return ProviderError(said, details=details, retry_after=retry_after)

    def unreachable(self, error: httpx.HTTPError) -> LuxError:
        """Return the error for a connection that could not be made or broke."""
        reason = self.clean(str(error)).strip().rstrip(".") or type(error).__name__
        details: dict[str, Any] = {"provider": self.name, "failure": type(error).__name__}
        if isinstance(error, httpx.TimeoutException):
            message = f"{self.name} did not answer in time ({type(error).__name__})."
            return TimedOut(message, hint="Raise REQUEST_TIMEOUT or try again.", details=details)
        if isinstance(error, httpx.ConnectError | httpx.UnsupportedProtocol):
            message = f"{self.name} at {self.base_url} can't be reached: {reason}."
            hint = "Check the network and the base URL, or use model='embedded'."
            return ProviderError(message, hint=hint, details=details)
        message = f"The connection to {self.name} broke: {reason}."
        return ProviderError(message, code="CONNECTION_LOST", details=details)

    def clean(self, text: str) -> str:
        """Return a text without the key or anything that looks like one."""
        return mask_secrets(text, self.secrets())

    def secrets(self) -> Sequence[str]:
        """Return what must never be shown."""
        return [self._api_key.get_secret_value()] if self._api_key else []


def seconds_to_wait(headers: httpx.Headers) -> float | None:
    """Return what Retry-After asks for, in seconds, from either of its two forms."""
    text = headers.get("retry-after", "").strip()
    if not text:
        return None
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())


def _error_text(error: Any) -> str:
    if isinstance(error, dict) and "message" in error:
        return str(error["message"])[:500]
    return error[:500] if isinstance(error, str) else json.dumps(error)[:500]
