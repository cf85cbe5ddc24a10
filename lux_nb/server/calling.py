"""Running an operation for a client of any surface, and telling what came of it."""

import re
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from pydantic_core import from_json, to_json

from lux_nb.engine.authors import Author
from lux_nb.engine.calls import Delta, Listener, Notice, Progress, Update
from lux_nb.engine.operations import Result
from lux_nb.engine.payloads import as_lux_error
from lux_nb.errors import InvalidRequest, LuxError
from lux_nb.models.secrets import known_secrets
from lux_nb.server.masking import masked
from lux_nb.server.peers import McpEngine

_PRODUCT = re.compile(r"([A-Za-z0-9][\w.\- ]{0,59})(?:/([\w.\-+]{1,40}))?")
_CORRELATION = re.compile(r"[\w.:\-]{1,128}", re.ASCII)


class Caller:
    """Runs operations of an engine and masks whatever an error tells."""

    def __init__(self, engine: McpEngine) -> None:
        self.engine = engine

    async def run(
        self,
        name: str,
        parameters: Mapping[str, Any],
        author: Author,
        listener: Listener | None = None,
    ) -> Result:
        """Run one operation for a client."""
        return await self.engine.call(name, parameters, author=author, listener=listener)

    def told(
        self, error: BaseException, shape: Callable[[LuxError], dict[str, Any]]
    ) -> dict[str, Any]:
        """Return an error in the shape of a surface, with every key masked."""
        payload = masked(shape(as_lux_error(error)), known_secrets(self.engine.settings))
        assert isinstance(payload, dict)
        return payload


def author_from(headers: Mapping[str, str], default: str) -> Author:
    """Name a client by the first product of its ``User-Agent``."""
    found = _PRODUCT.match(headers.get("user-agent", ""))
    if found is None:
        return Author("assistant", default)
    return Author("assistant", found.group(1).strip(), found.group(2))


def correlation_from(value: Any) -> str | None:
    """Return a correlation id a client gave, if it is one that can be echoed and logged."""
    return value if isinstance(value, str) and _CORRELATION.fullmatch(value) else None


def read_json(data: bytes | str) -> Any:
    """Parse JSON of a client; what is malformed or nested too deeply is a typed error."""
    try:
        return from_json(data, allow_inf_nan=False)
    except ValueError as error:
        message = f"The message is not JSON: {error}."
        raise InvalidRequest(message, code="INVALID_JSON") from None


def json_bytes(value: Any) -> bytes:
    """Write JSON that every parser reads: numbers without a value become null."""
    return to_json(value, inf_nan_mode="null")


def told_update(update: Update) -> tuple[str, dict[str, Any]]:
    """Return the kind of a partial result and what is told of it."""
    if isinstance(update, Delta):
        return "delta", {"text": update.text}
    if isinstance(update, Notice):
        return "notice", {"message": update.message}
    return "progress", _progress(update)


def _progress(update: Progress) -> dict[str, Any]:
    told: dict[str, Any] = {"message": update.message}
    if update.done is not None:
        told["done"] = update.done
    if update.done is not None and update.total:
        told["total"] = update.total
        told["percentage"] = round(100 * update.done / update.total, 1)
    return told


class Updates:
    """The partial results of one call, in order; text that piles up is joined."""

    def __init__(self) -> None:
        import asyncio

        self._pending: list[Update] = []
        self._wake = asyncio.Event()
        self._ended = False

    def listen(self, update: Update) -> None:
        """Take an update; this is the listener of the call."""
        last = self._pending[-1] if self._pending else None
        if isinstance(update, Delta) and isinstance(last, Delta):
            self._pending[-1] = Delta(last.text + update.text)
        else:
            self._pending.append(update)
        self._wake.set()

    def end(self, *_: Any) -> None:
        """Say that no more will come."""
        self._ended = True
        self._wake.set()

    async def __aiter__(self) -> AsyncIterator[Update]:
        while True:
            while self._pending:
                yield self._pending.pop(0)
            if self._ended:
                return
            self._wake.clear()
            await self._wake.wait()
