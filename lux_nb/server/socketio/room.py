"""The Socket.IO server: clients come in, their events run operations, the log is pushed to them."""

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import socketio  # type: ignore[import-untyped]
from starlette.types import ASGIApp

from lux_nb.engine.authors import Author
from lux_nb.engine.events import Event
from lux_nb.engine.payloads import as_lux_error, mxf, plain
from lux_nb.errors import InvalidRequest, NotFound
from lux_nb.server.calling import Caller, author_from, json_bytes, read_json
from lux_nb.server.limits import RequestLimiter
from lux_nb.server.masking import masked
from lux_nb.server.metrics import Metrics
from lux_nb.server.rest.reading import as_object
from lux_nb.server.socketio import events
from lux_nb.server.socketio.clients import Client
from lux_nb.server.socketio.events import Incoming
from lux_nb.server.socketio.executing import execute
from lux_nb.server.socketio.hosting import hosted

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

SURFACE = "socketio"
MOST_WAITING = 5000
logger = logging.getLogger(__name__)


class _Json:
    """JSON for the library, with the limits that hold on every surface."""

    @staticmethod
    def dumps(value: Any, **_: Any) -> str:
        return json_bytes(value).decode()

    @staticmethod
    def loads(text: str, **_: Any) -> Any:
        try:
            return read_json(text)
        except InvalidRequest as error:
            raise ValueError(error.message) from None


class Room:
    """All Socket.IO clients of a kernel."""

    def __init__(self, engine: "Engine", metrics: Metrics, limiter: RequestLimiter) -> None:
        self.engine = engine
        self.caller = Caller(engine)
        self.clients: dict[str, Client] = {}
        self._metrics = metrics
        self._limiter = limiter
        self._pushing: asyncio.Task[None] | None = None
        self._stop_listening: Any = None
        self._waiting: asyncio.Queue[Event] = asyncio.Queue(MOST_WAITING)
        self.server = socketio.AsyncServer(
            async_mode="asgi",
            # The guard has checked the Origin of every request before this is reached.
            cors_allowed_origins=[],
            max_http_buffer_size=engine.settings.max_request_size,
            monitor_clients=False,
            json=_Json,
            logger=False,
            engineio_logger=False,
        )
        self.server.on("connect", self._connected)
        self.server.on("disconnect", self._disconnected)
        self.server.on("*", self._received)
        self.app: ASGIApp = socketio.ASGIApp(self.server, socketio_path=None)

    async def tell(self, event: str, payload: Any, client: Client) -> None:
        """Send an event to one client."""
        await self.server.emit(event, payload, to=client.sid)

    # Coming and going

    async def _connected(self, sid: str, environ: dict[str, Any], auth: Any = None) -> None:
        headers = {"user-agent": str(environ.get("HTTP_USER_AGENT", ""))}
        self.clients[sid] = Client(sid, _author(auth, headers))
        self._metrics.sockets.add(SURFACE)
        if self._pushing is None:
            self._stop_listening = self.engine.events.subscribe(self._heard)
            self._pushing = asyncio.get_running_loop().create_task(self._push_all())

    async def _disconnected(self, sid: str, *_: Any) -> None:
        client = self.clients.pop(sid, None)
        if client is None:
            return
        self._metrics.sockets.add(SURFACE, amount=-1)
        if not self.clients and self._pushing is not None:
            self._stop_listening()
            self._pushing.cancel()
            self._pushing = None
        await client.close()

    # Events of clients

    async def _received(self, event: str, sid: str, *data: Any) -> Any:
        client = self.clients.get(sid)
        if client is None:
            return None
        self._metrics.messages.add(SURFACE)
        try:
            self._limiter.check(client.author.label)
            row = self._row(event)
            parameters = _parameters(data)
            return {"success": True, "data": await self._run(row, parameters, client)}
        except Exception as error:
            return await self._failed(event, error, client)

    async def _run(self, row: Incoming, parameters: dict[str, Any], client: Client) -> Any:
        if row.event == events.EXECUTE:
            return await execute(self, parameters, client)
        if row.event == events.SUBSCRIBE:
            return await self._subscribe(parameters, client)
        wire = await hosted(self, row, parameters, client)
        if wire is None:
            wire = (await self.caller.run(row.operation, parameters, client.author)).wire()
        if row.event == "mcp:tools:pipeline" and wire["status"] != "complete":
            await self.tell(events.ERROR, {**(wire.get("error") or {}), "event": row.event}, client)
            return wire
        if row.event == "auto_correction:test:run":
            overall = wire["overallResults"]
            wire = {**wire, "passed": overall["passed"], "total": overall["totalTests"]}
        await self.tell(row.reply, row.told(wire), client)
        return wire

    async def _subscribe(self, parameters: dict[str, Any], client: Client) -> Any:
        """Narrow what a client hears of corrections to one agent, and tell where things stand."""
        agent = parameters.get("agentId")
        if agent is not None and not isinstance(agent, str):
            raise InvalidRequest("agentId: it must be a text.", details=[{"field": "agentId"}])
        client.agent = agent
        wire: dict[str, Any] = {"agentId": agent}
        if parameters.get("includeMetrics"):
            status = await self.caller.run("auto_correction_status", {}, client.author)
            wire["metrics"] = status.wire().get("metrics")
        await self.tell(events.SUBSCRIBED, wire, client)
        return wire

    async def _failed(self, event: str, error: Exception, client: Client) -> Any:
        known = as_lux_error(error)
        told = self.caller.told(known, plain)
        await self.tell(events.ERROR, {**told, "event": event}, client)
        return self.caller.told(known, mxf)

    def _row(self, event: str) -> Incoming:
        known = events.incoming(self.engine.operations)
        if event not in known:
            message = f"There is no event {event[:100]!r}."
            raise NotFound(message, code="UNKNOWN_EVENT", hint=f"There are: {', '.join(known)}.")
        return known[event]

    # Events of the log

    def _heard(self, event: Event) -> None:
        if event.kind in events.PUSHED:
            try:
                self._waiting.put_nowait(event)
            except asyncio.QueueFull:
                logger.warning("clients do not keep up; an event was not pushed to them")

    async def _push_all(self) -> None:
        while True:
            event = await self._waiting.get()
            payload = masked(event.payload)
            for client in list(self.clients.values()):
                if client.wants(event.kind, event.payload):
                    await self.tell(event.kind, payload, client)


def _author(auth: Any, headers: dict[str, str]) -> Author:
    """Name a client as it asks to be named, or by its program."""
    named = auth.get("agentId") if isinstance(auth, dict) else None
    if isinstance(named, str) and named.strip():
        return author_from({"user-agent": named}, "socket.io client")
    return author_from(headers, "socket.io client")


def _parameters(data: tuple[Any, ...]) -> dict[str, Any]:
    if not data or data[0] is None:
        return {}
    given = as_object(data[0], "The event's data")
    if _has_bytes(given):
        raise InvalidRequest("The event's data must be JSON, without binary parts.")
    return given


def _has_bytes(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_bytes, value.values()))
    if isinstance(value, list):
        return any(map(_has_bytes, value))
    return isinstance(value, bytes | bytearray)
