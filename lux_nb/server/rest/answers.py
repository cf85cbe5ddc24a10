"""HTTP answers: JSON, the status of each error, and server-sent chunks of a streamed call."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from starlette.requests import Request as HttpRequest
from starlette.responses import Response, StreamingResponse

from lux_nb.engine.calls import Listener
from lux_nb.engine.operations import Result
from lux_nb.engine.payloads import as_lux_error, plain
from lux_nb.errors import LuxError
from lux_nb.server.calling import Caller, Updates, correlation_from, json_bytes, told_update

CORRELATION_HEADER = "x-correlation-id"
EVENT_STREAM = "text/event-stream"
STATUS_BY_CODE = {"UNSUPPORTED_MEDIA_TYPE": 415, "REQUEST_TOO_LARGE": 413}
UNPROCESSABLE = 422

Running = Callable[[Listener], Awaitable[Result]]


def json_answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Answer with JSON."""
    return Response(json_bytes(value), status, headers, media_type="application/json")


def status_of(error: LuxError) -> int:
    """Return the HTTP status of an error.

    One that was foreseen but has no class of its own, such as a tool that failed, is about the
    request, and no fault of the server.
    """
    if type(error) is LuxError and error.code != LuxError.default_code:
        return UNPROCESSABLE
    return STATUS_BY_CODE.get(error.code, error.http_status)


def error_answer(caller: Caller, error: BaseException, shape: Any) -> Response:
    """Answer with an error in the shape of the surface, and the status that goes with it."""
    known = as_lux_error(error)
    headers = {}
    if known.retry_after is not None:
        headers["retry-after"] = str(max(1, round(known.retry_after)))
    return json_answer(caller.told(known, shape), status_of(known), headers)


def wrapped_error(error: LuxError) -> dict[str, Any]:
    """Return the error as routes of no reference of their own tell it."""
    return {"error": plain(error)}


def echo_correlation(request: HttpRequest, response: Response) -> Response:
    """Send a client's correlation id back to it."""
    given = correlation_from(request.headers.get(CORRELATION_HEADER))
    if given is not None:
        response.headers[CORRELATION_HEADER] = given
    return response


def wants_events(request: HttpRequest) -> bool:
    """Tell whether the client asks for server-sent chunks."""
    return EVENT_STREAM in request.headers.get("accept", "").lower()


def event_answer(caller: Caller, running: Running) -> Response:
    """Answer with partial results as they come, then the result or the error."""
    headers = {"cache-control": "no-store"}
    return StreamingResponse(_events(caller, running), headers=headers, media_type=EVENT_STREAM)


async def _events(caller: Caller, running: Running) -> AsyncIterator[bytes]:
    updates = Updates()
    work = asyncio.ensure_future(running(updates.listen))
    work.add_done_callback(updates.end)
    try:
        async for update in updates:
            yield _event(*told_update(update))
        try:
            yield _event("result", (await work).wire())
        except Exception as error:
            yield _event("error", caller.told(error, wrapped_error))
    finally:
        # A client that has gone away has no use for the rest.
        work.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await work


def _event(kind: str, payload: Any) -> bytes:
    return b"event: " + kind.encode() + b"\ndata: " + json_bytes(payload) + b"\n\n"
