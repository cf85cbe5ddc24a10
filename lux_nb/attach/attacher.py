"""Getting a link to a kernel, and getting it again."""

import asyncio
import contextlib
from collections.abc import Callable

from lux_nb.attach.choice import KernelChoice
from lux_nb.attach.frames import Frame, notification, parameters
from lux_nb.attach.link import Link, Lost, NotDelivered, SessionGone

POLL_SECONDS = 0.2
SLOW_POLL_SECONDS = 1.0
SLOW_AFTER_POLLS = 150
REPLAY_ID = "lux-nb-attach"
BROKEN = (NotDelivered, Lost, SessionGone)


class Attacher:
    """Keeps the link, and what a new kernel has to be told of the client."""

    def __init__(
        self,
        choice: KernelChoice,
        emit: Callable[[Frame], None],
        say: Callable[[str], None],
        toolsets: str = "",
    ) -> None:
        self._toolsets = toolsets
        self._choice = choice
        self._emit = emit
        self._say = say
        self.current: Link | None = None
        self.handshake: Frame | None = None
        self.was_attached = False
        self._initialized = False
        self._missed = False
        self._watched: dict[str, Frame] = {}
        self._looking: asyncio.Task[Link] | None = None
        self._looked = asyncio.Event()
        self._hearing: set[asyncio.Task[None]] = set()

    async def link(self, wait_seconds: float | None) -> Link | None:
        """Return the link; None when no kernel came in time. At least one look is taken."""
        if self.current is not None:
            return self.current
        looking = self._look()
        if wait_seconds is None:
            return await asyncio.shield(looking)
        first = asyncio.ensure_future(self._looked.wait())
        await asyncio.wait({looking, first}, return_when=asyncio.FIRST_COMPLETED)
        first.cancel()
        if not looking.done():
            await asyncio.wait({looking}, timeout=wait_seconds)
        return looking.result() if looking.done() else None

    def lost(self, link: Link | None) -> None:
        """Note that a link broke; an older client's session is taken up again at once."""
        if link is None or self.current is not link:
            return
        self.current = None
        self._missed = True
        self._choice.lost()
        link.close()
        if self.handshake is not None:
            self._look()

    def note_answer(self, request: Frame, answer: Frame) -> None:
        """Remember what was agreed, so that it can be agreed again."""
        if "error" in answer:
            return
        method = request.get("method")
        if method == "initialize":
            self.handshake = request
            if self.current is None:
                self._missed = True
                self._look()
        elif method == "resources/subscribe":
            self._watched[str(parameters(request).get("uri"))] = request
        elif method == "resources/unsubscribe":
            self._watched.pop(str(parameters(request).get("uri")), None)

    def note_notification(self, frame: Frame) -> None:
        """Remember that the client completed the handshake."""
        if frame.get("method") == "notifications/initialized":
            self._initialized = True

    def hear(self, link: Link) -> None:
        """Listen to what the kernel says of itself, once the handshake is complete."""
        if self._initialized and not link.is_listening and self.current is link:
            link.is_listening = True
            task = asyncio.get_running_loop().create_task(self._hear(link))
            self._hearing.add(task)
            task.add_done_callback(self._hearing.discard)

    async def close(self) -> None:
        """Leave the kernel."""
        tasks = [task for task in (self._looking, *self._hearing) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self.current is not None:
            with contextlib.suppress(*BROKEN, TimeoutError):
                await asyncio.wait_for(self.current.end(), 1.0)
            self.current.close()

    def _look(self) -> asyncio.Task[Link]:
        if self._looking is None or self._looking.done():
            self._looked.clear()
            self._looking = asyncio.get_running_loop().create_task(self._find())
        return self._looking

    async def _find(self) -> Link:
        polls = 0
        while True:
            entry = self._choice.find()
            if entry is not None:
                link = Link(entry, self._toolsets)
                try:
                    await self._greet(link)
                except BROKEN:
                    link.close()
                else:
                    self._attached(link)
                    return link
            elif polls == 0:
                self._say(
                    "no kernel is running yet; waiting for one (%load_ext lux_nb, %lux serve)"
                )
            self._looked.set()
            polls += 1
            await asyncio.sleep(POLL_SECONDS if polls < SLOW_AFTER_POLLS else SLOW_POLL_SECONDS)

    def _attached(self, link: Link) -> None:
        self.current = link
        self.was_attached = True
        notebook = f" of {link.entry.notebook}" if link.entry.notebook else ""
        self._say(f"attached to kernel {link.entry.kernel_id}{notebook}")
        if self.handshake is not None:
            self.hear(link)
            if self._missed:
                self._tell_missed()
        self._missed = False

    async def _greet(self, link: Link) -> None:
        """Agree with a new kernel on what the client agreed on with the old one."""
        if self.handshake is None:
            return
        await link.post({**self.handshake, "id": REPLAY_ID}, _ignore)
        await link.post(notification("notifications/initialized"), _ignore)
        for number, frame in enumerate(self._watched.values()):
            await link.post({**frame, "id": f"{REPLAY_ID}-{number}"}, _ignore)

    def _tell_missed(self) -> None:
        """Say that all may have changed, because nobody heard what did in between."""
        if not self._initialized:
            return
        self._emit(notification("notifications/tools/list_changed"))
        self._emit(notification("notifications/resources/list_changed"))
        self._emit(notification("notifications/prompts/list_changed"))
        for uri in self._watched:
            self._emit(notification("notifications/resources/updated", uri=uri))

    async def _hear(self, link: Link) -> None:
        with contextlib.suppress(*BROKEN):
            await link.listen(self._emit)
        self.lost(link)


def _ignore(frame: Frame) -> None:
    """Drop an answer that the client did not ask for."""
