"""Comms: how JupyterLab asks this kernel, and how it hears what happens here.

Two channels, because a kernel handles what arrives on a comm in the shell that last sent on it:

- ``lux-nb:request``: the front end asks, the kernel answers. Every answer is sent in the context
  of its question, so questions stay on the front end's subshell and are answered while a cell
  runs.
- ``lux-nb:events``: the kernel alone sends. It is opened by ``%load_ext lux_nb``, so a front end
  that finds it open knows that the extension is loaded.

Any operation can be asked for by its wire name; nothing here knows what an operation does.
"""

import contextlib
import contextvars
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from lux_nb import __version__
from lux_nb.engine.authors import Author
from lux_nb.kernel.cells import in_notebook, notebook_path, running_shell
from lux_nb.kernel.pacing import EventPacer, UpdatePacer

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

REQUESTS = "lux-nb:request"
EVENTS = "lux-nb:events"
PROTOCOL = 1
_ATTRIBUTE = "_lux_nb_comms"
Data = dict[str, Any]
Reply = Callable[[Data], None]
logger = logging.getLogger(__name__)


def open_comms(shell: Any) -> None:
    """Open the channels of a notebook's kernel; elsewhere, and a second time, nothing happens."""
    if in_notebook(shell) and not hasattr(shell, _ATTRIBUTE):
        setattr(shell, _ATTRIBUTE, Comms(shell))


def close_comms(shell: Any) -> None:
    """Close the channels, so that front ends see the extension as not loaded."""
    opened = getattr(shell, _ATTRIBUTE, None)
    if opened is not None:
        delattr(shell, _ATTRIBUTE)
        opened.close()


def engine_started(engine: "Engine") -> None:
    """Let the front ends hear the events of an engine that has just started."""
    opened = getattr(running_shell(), _ATTRIBUTE, None)
    if opened is not None:
        opened.follow(engine)


class Comms:
    """The channels of one kernel."""

    def __init__(self, shell: Any) -> None:
        from comm import create_comm

        self._shell = shell
        self._engine: Engine | None = None
        self._stop_following: Callable[[], None] = lambda: None
        self._running: dict[str, Future[None]] = {}
        self._lock = threading.Lock()
        shell.kernel.comm_manager.register_target(REQUESTS, self._opened)
        self._events = create_comm(target_name=EVENTS, data=self._hello())

    def follow(self, engine: "Engine") -> None:
        """Send the events of an engine from now on."""
        self._stop_following()
        self._engine = engine
        pacer = EventPacer(engine.loop, self._tell)
        self._stop_following = engine.events.subscribe(pacer.add)
        self._tell({"type": "engine", **self._hello()})

    def close(self) -> None:
        """Stop sending, and tell the front ends that the extension is gone."""
        self._stop_following()
        manager = self._shell.kernel.comm_manager
        manager.unregister_target(REQUESTS, self._opened)
        for opened in list(manager.comms.values()):
            if opened.target_name == REQUESTS:
                opened.close()
        self._events.close()

    def _tell(self, data: Data) -> None:
        # A kernel that is going down has no socket left, and nobody to tell.
        with contextlib.suppress(Exception):
            self._events.send(data)

    def _hello(self) -> Data:
        engine = self._engine
        return {
            "protocol": PROTOCOL,
            "version": __version__,
            "running": engine is not None,
            "notebook": notebook_path(self._shell),
            "operations": list(engine.operations) if engine is not None else [],
        }

    # Questions

    def _opened(self, comm: Any, _message: Data) -> None:
        comm.on_msg(lambda message: self._asked(comm, message))

    def _asked(self, comm: Any, message: Data) -> None:
        data = message["content"].get("data") or {}
        question = str(data.get("id", ""))
        # In a copy of this context the answer has this question as its parent, on any thread.
        context = contextvars.copy_context()

        def reply(answer: Data) -> None:
            with contextlib.suppress(Exception):
                context.run(comm.send, {"id": question, **answer})

        try:
            self._handle(data, question, reply)
        except Exception as error:
            reply({"error": _told(error)})

    def _handle(self, data: Data, question: str, reply: Reply) -> None:
        if data.get("hello"):
            reply({"result": self._hello()})
        elif data.get("cancel"):
            with self._lock:
                future = self._running.get(question)
            if future is not None:
                future.cancel()
        else:
            self._call(data, question, reply)

    def _call(self, data: Data, question: str, reply: Reply) -> None:
        from lux_nb.api import the_lux

        engine = the_lux().engine
        author = Author("script", "sidebar", notebook=notebook_path(self._shell))
        future = engine.submit(_answer(engine, data, author, reply))
        with self._lock:
            self._running[question] = future
        future.add_done_callback(lambda _: self._forget(question))

    def _forget(self, question: str) -> None:
        with self._lock:
            self._running.pop(question, None)


async def _answer(engine: "Engine", data: Data, author: Author, reply: Reply) -> None:
    import asyncio

    pacer = UpdatePacer(asyncio.get_running_loop(), lambda update: reply({"update": update}))
    name, parameters = str(data.get("call", "")), data.get("params") or {}
    quiet = bool(data.get("quiet"))
    try:
        result = await engine.call(name, parameters, author=author, listener=pacer.add, quiet=quiet)
        answer: Data = {"result": result.wire()}
    except asyncio.CancelledError as error:
        answer = {"error": _told(error)}
    except Exception as error:
        answer = {"error": _told(error)}
    pacer.flush()
    reply(answer)


def _told(error: BaseException) -> Data:
    from lux_nb.engine.payloads import as_lux_error, plain

    return plain(as_lux_error(error))
