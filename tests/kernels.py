"""A real Jupyter kernel, driven as a front end drives it."""

import os
import sys
import time
from dataclasses import dataclass, field
from typing import Any

from jupyter_client.manager import KernelManager

PATIENCE = 120


@dataclass
class Output:
    """What running a cell gave."""

    status: str
    execution_count: int
    text: str = ""
    error: str = ""
    error_name: str = ""
    displays: list[dict[str, Any]] = field(default_factory=list)

    @property
    def last(self) -> dict[str, Any]:
        """The data of the display as it was left."""
        return self.displays[-1]


class Kernel:
    """A kernel process and the client connected to it."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.manager = KernelManager()
        # The interpreter of the tests, whatever kernel specs the machine has.
        self.manager.kernel_cmd = [
            sys.executable,
            "-m",
            "ipykernel_launcher",
            "-f",
            "{connection_file}",
        ]
        self.manager.start_kernel(env={**os.environ, **environment})
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=PATIENCE)

    @property
    def process_id(self) -> int:
        return self.manager.provisioner.pid

    def run(self, code: str, *, check: bool = True) -> Output:
        """Run a cell to its end and return its output."""
        output, reply = self._collect(self.client.execute(code))
        output.status = reply["content"]["status"]
        output.execution_count = reply["content"]["execution_count"]
        if check:
            assert output.status == "ok", output.error
        return output

    def start(self, code: str) -> str:
        """Send a cell without waiting for it."""
        return self.client.execute(code)

    def finish(self, message_id: str) -> Output:
        """Wait for a cell that was sent."""
        output, reply = self._collect(message_id)
        output.status = reply["content"]["status"]
        output.execution_count = reply["content"]["execution_count"]
        return output

    def wait_for_display(self, message_id: str) -> None:
        """Wait until a cell has shown something."""
        self._next(message_id, {"display_data", "update_display_data", "stream"})

    def interrupt(self) -> None:
        self.manager.interrupt_kernel()

    def restart(self) -> None:
        """Restart the kernel, as the user does from the menu."""
        self.manager.restart_kernel(now=False)
        self.client.wait_for_ready(timeout=PATIENCE)

    def kill(self) -> None:
        """End the kernel as kill -9 does."""
        import signal

        os.kill(self.process_id, signal.SIGKILL)

    def close(self) -> None:
        self.client.stop_channels()
        if self.manager.has_kernel:
            self.manager.shutdown_kernel(now=False)

    def _next(self, message_id: str, kinds: set[str]) -> dict[str, Any]:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            message = self.client.get_iopub_msg(timeout=PATIENCE)
            ours = message["parent_header"].get("msg_id") == message_id
            if ours and message["msg_type"] in kinds:
                return message
        raise TimeoutError(kinds)

    def _collect(self, message_id: str) -> tuple[Output, dict[str, Any]]:
        output = Output("", 0)
        kinds = {
            "stream",
            "display_data",
            "update_display_data",
            "execute_result",
            "error",
            "status",
        }
        while True:
            message = self._next(message_id, kinds)
            content, kind = message["content"], message["msg_type"]
            if kind == "stream":
                output.text += content["text"]
            elif kind == "error":
                output.error = "\n".join(content["traceback"])
                output.error_name = content["ename"]
            elif kind == "status":
                if content["execution_state"] == "idle":
                    break
            else:
                output.displays.append(content["data"])
                if kind == "execute_result":
                    output.text += content["data"].get("text/plain", "")
        while True:
            reply = self.client.get_shell_msg(timeout=PATIENCE)
            if reply["parent_header"].get("msg_id") == message_id:
                return output, reply
