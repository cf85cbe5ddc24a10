"""What a panel's front end asks, run as operations; it gets results, errors and pieces back.

The front end sends ``{"id", "call", "params", "want", "watch"}`` and is answered with messages
that carry the same id: ``delta``, ``progress`` and ``notice`` while it runs, then ``result`` or
``error``. ``{"cancel": id}`` stops a call. All run on the engine thread, so a panel never blocks
a cell.
"""

import asyncio
import concurrent.futures
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lux_nb.engine.calls import Call, Delta, Notice, Progress, Update, enter_call
from lux_nb.engine.payloads import as_lux_error, plain
from lux_nb.errors import LuxError
from lux_nb.widgets.outbox import Outbox

if TYPE_CHECKING:
    from lux_nb.api import Lux
    from lux_nb.engine.authors import Author
    from lux_nb.engine.engine import Engine
    from lux_nb.engine.operations import Result

Message = dict[str, Any]


class Channel:
    """Runs what one panel asks, and tells it what happens in the kernel."""

    def __init__(self, lux: "Lux", author: "Author", send: Callable[[Message], None]) -> None:
        self._lux = lux
        self._author = author
        self._outbox = Outbox(send)
        self._running: dict[str, concurrent.futures.Future[None]] = {}
        self._stop_watching: Callable[[], None] = lambda: None
        self._watched: Engine | None = None

    def receive(self, message: Message) -> None:
        """Take a message of the front end, on any thread; the answer comes later."""
        if not isinstance(message, dict):
            return
        if "hello" in message:
            self.watch()
            self._start("hello", self._greet(str(message["hello"])))
        elif "cancel" in message:
            future = self._running.get(str(message["cancel"]))
            if future is not None:
                future.cancel()
        elif "call" in message:
            call_id = str(message.get("id", ""))
            self._start(call_id, self._answer(call_id, message))

    def watch(self) -> None:
        """Pass on the events of the engine from now on; again after it was started anew."""
        engine = self._lux.engine
        if engine is self._watched:
            return
        self._stop_watching()
        self._watched = engine
        self._stop_watching = engine.events.subscribe(self._outbox.event)

    def close(self) -> None:
        """Stop telling; calls that run are cancelled."""
        self._stop_watching()
        self._watched = None
        for future in tuple(self._running.values()):
            future.cancel()

    def _start(self, call_id: str, work: Any) -> None:
        try:
            future = self._lux.engine.submit(work)
        except LuxError as error:
            self._outbox.now({"id": call_id, "error": plain(error)})
            return
        self._running[call_id] = future
        future.add_done_callback(lambda _: self._running.pop(call_id, None))

    async def _greet(self, way: str) -> None:
        from lux_nb.widgets.feed import latest_events

        engine = self._lux.engine
        operations = [
            {
                "name": one.name,
                "toolset": one.toolset,
                "spends": one.spends,
                "writes": one.writes,
                "runsCode": one.runs_code,
            }
            for one in engine.operations.values()
        ]
        events = await latest_events(engine)
        folder = str(Path.cwd())
        # The front end learns which of its comms is heard.
        hello = {"operations": operations, "events": events, "folder": folder, "to": way}
        self._outbox.now({"hello": hello})

    async def _answer(self, call_id: str, message: Message) -> None:
        name, parameters = str(message["call"]), dict(message.get("params") or {})
        wanted = message.get("want") or ["wire"]
        listener = self._listener(call_id)
        try:
            if message.get("watch"):
                result = await self._look(name, parameters)
            else:
                result = await self._lux.engine.call(
                    name, parameters, author=self._author, listener=listener
                )
            self._outbox.now(
                {"id": call_id, "result": await asyncio.to_thread(_told, result, wanted)}
            )
        except asyncio.CancelledError as error:
            self._outbox.now({"id": call_id, "error": plain(as_lux_error(error))})
            raise
        except Exception as error:
            self._outbox.now({"id": call_id, "error": plain(as_lux_error(error))})

    async def _look(self, name: str, parameters: Message) -> "Result":
        """Read for a view that keeps itself up to date; nobody asked, so nothing is logged."""
        engine = self._lux.engine
        declared = engine.operations[name]
        if not declared.reads_only:
            return await engine.call(name, parameters, author=self._author)
        enter_call(Call(name, self._author))
        return await declared.function(engine, declared.parse(parameters))

    def _listener(self, call_id: str) -> Callable[[Update], None]:
        def listen(update: Update) -> None:
            if isinstance(update, Delta):
                self._outbox.piece(call_id, update.text)
            elif isinstance(update, Progress):
                progress = {"message": update.message, "done": update.done, "total": update.total}
                self._outbox.later({"id": call_id, "progress": progress})
            elif isinstance(update, Notice):
                self._outbox.later({"id": call_id, "notice": update.message})

        return listen


def _told(result: "Result", wanted: list[str]) -> Message:
    """Return what the front end asked for: the wire, the display, the graph."""
    told: Message = {}
    if "wire" in wanted:
        told["wire"] = result.wire()
    if "html" in wanted:
        from lux_nb.display.results import html_of

        told["html"] = html_of(result)
    if "graph" in wanted:
        from lux_nb.widgets.graphs import find_graph

        found = find_graph(result)
        told["graph"] = found.wire() if found else None
    return told
