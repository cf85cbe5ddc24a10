"""The memory's own thread: one piece of work at a time, what somebody waits for first."""

import itertools
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

Answer = TypeVar("Answer")
_Piece = tuple[int, int, "Future[Any] | None", Callable[[], Any]]

_LAST = 2


class Worker:
    """Runs pieces of work one after the other; urgent ones pass those that are not.

    A search so waits for one small piece of what goes on behind it, never for all of it.
    """

    def __init__(self, name: str) -> None:
        self._queue: queue.PriorityQueue[_Piece] = queue.PriorityQueue()
        self._order = itertools.count()
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def submit(
        self, work: Callable[..., Answer], *arguments: Any, urgent: bool = False
    ) -> "Future[Answer]":
        """Have work done and return its future."""
        future: Future[Answer] = Future()
        if self._closed.is_set():
            future.cancel()
            return future
        rank = 0 if urgent else 1
        self._queue.put((rank, next(self._order), future, lambda: work(*arguments)))
        return future

    def close(self) -> None:
        """End after the piece under way; what waits is cancelled."""
        self._closed.set()
        self._queue.put((_LAST, next(self._order), None, lambda: None))

    def _run(self) -> None:
        while True:
            _, _, future, work = self._queue.get()
            if future is None:
                return
            if self._closed.is_set():
                future.cancel()
            elif future.set_running_or_notify_cancel():
                _settle(future, work)


def _settle(future: "Future[Any]", work: Callable[[], Any]) -> None:
    try:
        result = work()
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(result)
