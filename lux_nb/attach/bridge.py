"""The pump between an assistant's standard streams and a kernel's server.

A request goes to the kernel of the moment. When that is gone before the request was sent, the
request waits for the kernel to come back; when it goes while the request is with it, the
request, and nothing else, fails. What the client agreed with the old kernel (the handshake of
older protocols, its subscriptions) is agreed again with the new one.
"""

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Any

from lux_nb.attach.attacher import Attacher
from lux_nb.attach.choice import KernelChoice
from lux_nb.attach.frames import (
    INTERNAL_ERROR,
    INVALID_REQUEST,
    KERNEL_GONE,
    LISTEN,
    LISTEN_ACKNOWLEDGED,
    PARSE_ERROR,
    SUBSCRIPTION_META,
    Frame,
    encode,
    error_frame,
    has_usable_id,
    is_answer,
    is_request,
    notification,
    parameters,
)
from lux_nb.attach.link import Link, Lost, NotDelivered, SessionGone

AT_ONCE = {"initialize", "server/discover", "ping"}
LISTS = {"tools/list", "resources/list", "resources/templates/list", "prompts/list"}
LEAVING_SECONDS = 2.0
RELISTEN_SECONDS = 0.5


class Bridge:
    """Passes frames both ways and outlives the kernel."""

    def __init__(
        self,
        choice: KernelChoice,
        write: Callable[[bytes], None],
        say: Callable[[str], None],
        *,
        wait_seconds: float,
        toolsets: str = "",
    ) -> None:
        self._write = write
        self._say = say
        self._wait_seconds = wait_seconds
        self._toolsets = toolsets
        self._attacher = Attacher(choice, self._emit, say, toolsets)
        self._requests: dict[str, asyncio.Task[None]] = {}
        self._sent: set[str] = set()
        self._cancelled: set[str] = set()
        self._offline: Any = None

    async def accept(self, line: bytes) -> None:
        """Take one line from the assistant."""
        try:
            frame = json.loads(line)
        except ValueError:
            self._emit(error_frame(None, PARSE_ERROR, "This line is not JSON."))
            return
        for one in frame if isinstance(frame, list) else [frame]:
            if not isinstance(one, dict):
                self._emit(error_frame(None, INVALID_REQUEST, "A message is a JSON object."))
            elif is_request(one) and not has_usable_id(one):
                told = "The id of a request is a string or a whole number, never null."
                self._emit(error_frame(None, INVALID_REQUEST, told))
            else:
                await self._accept(one)

    async def close(self) -> None:
        """Give what is under way a moment to end, then leave the kernel."""
        running = [task for task in self._requests.values() if not task.done()]
        if running:
            await asyncio.wait(running, timeout=LEAVING_SECONDS)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await self._attacher.close()
        if self._offline is not None:
            await self._offline.close()

    async def _accept(self, frame: Frame) -> None:
        if is_request(frame):
            key = repr(frame["id"])
            work = self._listen(frame) if frame["method"] == LISTEN else self._relay(frame)
            task = asyncio.get_running_loop().create_task(work)
            self._requests[key] = task
            task.add_done_callback(lambda _: self._forget(frame["id"], task))
        elif frame.get("method") == "notifications/cancelled":
            await self._cancel(frame)
        else:
            await self._pass(frame)

    # Requests

    async def _relay(self, frame: Frame) -> None:
        key = repr(frame["id"])
        deadline = asyncio.get_running_loop().time() + self._patience(frame)
        while True:
            left = deadline - asyncio.get_running_loop().time()
            link = await self._attacher.link(max(0.0, left))
            if link is None:
                await self._without_kernel(frame)
                return
            self._sent.add(key)
            if await self._exchange(link, frame):
                return
            self._sent.discard(key)

    async def _exchange(self, link: Link, frame: Frame) -> bool:
        """Send a request; False when the kernel never got it and it should be sent again."""
        answered = False

        def forward(reply: Frame) -> None:
            nonlocal answered
            if is_answer(reply):
                answered = True
                self._attacher.note_answer(frame, reply)
            self._emit(reply)

        try:
            await link.post(frame, forward)
        except (NotDelivered, SessionGone):
            self._attacher.lost(link)
            return False
        except Lost:
            self._attacher.lost(link)
        if not answered and repr(frame["id"]) not in self._cancelled:
            self._emit(error_frame(frame["id"], KERNEL_GONE, _GONE))
        return True

    def _patience(self, frame: Frame) -> float:
        """How long a request waits for a kernel before it is answered without one."""
        method = frame["method"]
        if method in AT_ONCE or (method in LISTS and not self._attacher.was_attached):
            return 0.0
        return self._wait_seconds

    async def _without_kernel(self, frame: Frame) -> None:
        if self._offline is None:
            from lux_nb.attach.offline import OfflinePeer

            self._offline = OfflinePeer(self._attacher.handshake, self._toolsets)

        def forward(reply: Frame) -> None:
            self._attacher.note_answer(frame, reply)
            self._emit(reply)

        await self._offline.post(frame, forward)

    # Listen streams of newer clients: they last, so they move from kernel to kernel

    async def _listen(self, frame: Frame) -> None:
        wanted = parameters(frame).get("notifications") or {}
        acknowledged = missed = failed = False

        def forward(reply: Frame) -> None:
            nonlocal acknowledged, failed
            if reply.get("method") == LISTEN_ACKNOWLEDGED:
                if not acknowledged:
                    self._emit(reply)
                acknowledged = True
            elif "error" in reply:
                failed = True
                self._emit(reply)
            elif not is_answer(reply):
                self._emit(reply)

        while not failed:
            link = await self._attacher.link(0.0)
            if link is None:
                if not acknowledged:
                    forward(_acknowledgement(frame, wanted))
                link = await self._attacher.link(None)
                missed = True
            if missed and link is not None:
                self._tell_missed(frame["id"], wanted)
            missed = True
            try:
                await _post(link, frame, forward)
            except (NotDelivered, SessionGone, Lost):
                self._attacher.lost(link)
            else:
                await asyncio.sleep(RELISTEN_SECONDS)

    def _tell_missed(self, identity: Any, wanted: dict[str, Any]) -> None:
        """Say that all may have changed, because nobody heard what did in between."""
        meta = {SUBSCRIPTION_META: identity}
        for uri in wanted.get("resourceSubscriptions") or []:
            self._emit(notification("notifications/resources/updated", uri=uri, _meta=meta))
        for kind in ("tools", "resources", "prompts"):
            if wanted.get(f"{kind}ListChanged"):
                self._emit(notification(f"notifications/{kind}/list_changed", _meta=meta))

    # Notifications and answers of the client

    async def _pass(self, frame: Frame) -> None:
        self._attacher.note_notification(frame)
        link = self._attacher.current
        if link is None or self._attacher.handshake is None:
            return
        with contextlib.suppress(NotDelivered, SessionGone, Lost):
            await link.post(frame, lambda _: None)
        self._attacher.hear(link)

    async def _cancel(self, frame: Frame) -> None:
        key = repr(parameters(frame).get("requestId"))
        task = self._requests.get(key)
        if task is None:
            return
        self._cancelled.add(key)
        if self._attacher.handshake is None or key not in self._sent:
            # Newer kernels take a closed connection as the wish to stop.
            task.cancel()
        else:
            await self._pass(frame)

    def _forget(self, identity: Any, task: asyncio.Task[None]) -> None:
        key = repr(identity)
        if self._requests.get(key) is task:
            del self._requests[key]
        self._sent.discard(key)
        self._cancelled.discard(key)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            told = f"unexpected {type(error).__name__}: {error}"
            self._say(told)
            self._emit(error_frame(identity, INTERNAL_ERROR, f"The bridge failed: {told}"))

    def _emit(self, frame: Frame) -> None:
        self._write(encode(frame))


async def _post(link: Link | None, frame: Frame, forward: Callable[[Frame], None]) -> None:
    if link is None:
        raise NotDelivered
    await link.post(frame, forward)


def _acknowledgement(frame: Frame, wanted: dict[str, Any]) -> Frame:
    meta = {SUBSCRIPTION_META: frame["id"]}
    honoured = {name: value for name, value in wanted.items() if value}
    return notification(LISTEN_ACKNOWLEDGED, notifications=honoured, _meta=meta)


_GONE = (
    "The notebook kernel stopped while it worked on this call, so whether it was done is not "
    "known. The next call goes to the restarted kernel."
)
