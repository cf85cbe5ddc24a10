"""Catching what code writes and shows while it runs on the kernel's main thread."""

import contextlib
import io
import re
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

from lux_nb.engine.authors import acting_author

MOST_TEXT = 1_000_000
_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


class Outputs:
    """The outputs of one run, in order, in the form a notebook keeps them."""

    def __init__(self, heard: Callable[[str], None]) -> None:
        self.items: list[dict[str, Any]] = []
        self.error: dict[str, str] | None = None
        self._heard = heard
        self._written = 0
        self._lock = threading.Lock()

    def write(self, name: str, text: str) -> None:
        """Take what was written to stdout or stderr; beyond a megabyte it is dropped."""
        with self._lock:
            text = text[: max(0, MOST_TEXT - self._written)]
            self._written += len(text)
            last = self.items[-1] if self.items else {}
            if last.get("name") == name:
                last["text"] += text
            elif text:
                self.items.append({"output_type": "stream", "name": name, "text": text})
        if text:
            self._heard(text)

    def show(self, kind: str, data: dict[str, Any], display_id: str | None = None) -> None:
        """Take what was displayed; an update takes the place of what it updates."""
        with self._lock:
            made = {"output_type": kind, "data": data, "display_id": display_id}
            for index, item in enumerate(self.items):
                if display_id and item.get("display_id") == display_id:
                    self.items[index] = made
                    return
            self.items.append(made)

    def fail(self, kind: Any, value: Any, lines: list[str]) -> None:
        """Take the error that ended the run."""
        traceback = _ANSI.sub("", "\n".join(lines))
        self.error = {"name": kind.__name__, "message": str(value), "traceback": traceback}


class _Writer(io.TextIOBase):
    """A stream for the code that runs; what other threads write goes where it went before."""

    encoding = "utf-8"

    def __init__(self, name: str, outputs: Outputs, original: Any) -> None:
        self._name = name
        self._outputs = outputs
        self._original = original

    def write(self, text: str) -> int:
        if acting_author() is None:
            return int(self._original.write(text) or 0)
        self._outputs.write(self._name, text)
        return len(text)

    def flush(self) -> None:
        if acting_author() is None:
            self._original.flush()

    def writable(self) -> bool:
        return True


@contextlib.contextmanager
def captured(shell: Any, outputs: Outputs) -> Iterator[None]:
    """Send what code writes, shows, returns and raises to ``outputs``, and to no cell."""
    from IPython.core.displayhook import CapturingDisplayHook
    from IPython.core.displaypub import CapturingDisplayPublisher

    streams, publisher, hook = (sys.stdout, sys.stderr), shell.display_pub, shell.display_trap.hook
    sys.stdout = _Writer("stdout", outputs, streams[0])
    sys.stderr = _Writer("stderr", outputs, streams[1])
    shell.display_pub = CapturingDisplayPublisher()  # type: ignore[no-untyped-call]
    shell.display_pub.outputs = _Sink("display_data", outputs)
    shell.display_trap.hook = CapturingDisplayHook(  # type: ignore[no-untyped-call]
        shell=shell, outputs=_Sink("execute_result", outputs)
    )
    # The kernel's own would send the error to the cell that ran last.
    shell.__dict__["_showtraceback"] = outputs.fail
    try:
        yield
    finally:
        del shell.__dict__["_showtraceback"]
        shell.display_trap.hook = hook
        shell.display_pub = publisher
        sys.stdout, sys.stderr = streams
        shell.payload_manager.clear_payload()


class _Sink(list[Any]):
    """The list that IPython's capturing classes append to."""

    def __init__(self, kind: str, outputs: Outputs) -> None:
        super().__init__()
        self._kind = kind
        self._outputs = outputs

    def append(self, item: dict[str, Any]) -> None:
        display_id = (item.get("transient") or {}).get("display_id")
        self._outputs.show(self._kind, item["data"], display_id)
