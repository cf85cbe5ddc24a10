"""The bridge and a real Jupyter kernel."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from anyio.to_thread import run_sync

from lux_nb.server.registry import registry_folder, running_kernels
from tests.attach.conftest import ROOT, Attach, environment

pytestmark = [pytest.mark.anyio, pytest.mark.slow]
SERVE = """
from lux_nb.engine.engine import Engine
from lux_nb.server import serve
engine = Engine()
print(serve(engine).kernel_id)
"""


class Notebook:
    """A kernel as Jupyter starts it."""

    def __init__(self, home: Path) -> None:
        from jupyter_client.manager import KernelManager

        self.manager = KernelManager(kernel_name="python3")
        self.manager.start_kernel(cwd=str(ROOT), env=environment(home))
        self.client: Any = self.manager.blocking_client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=60)

    def run(self, code: str) -> None:
        answer = self.client.execute_interactive(code, timeout=60, output_hook=lambda _: None)
        assert answer["content"]["status"] == "ok", answer["content"]

    def restart(self) -> None:
        self.manager.restart_kernel(now=True)
        self.client.wait_for_ready(timeout=60)
        self.run(SERVE)


@pytest.fixture
def notebook(tmp_path: Path) -> Iterator[Notebook]:
    made = Notebook(tmp_path)
    yield made
    made.client.stop_channels()
    made.manager.shutdown_kernel()
    assert running_kernels(registry_folder(tmp_path)) == []


async def test_an_assistant_is_answered_while_a_cell_sleeps_and_after_a_restart(
    notebook: Notebook, attach: Attach, tmp_path: Path
) -> None:
    await run_sync(notebook.run, SERVE)
    before = running_kernels(registry_folder(tmp_path))
    async with attach("--wait", "60") as client:
        notebook.client.execute("import time; time.sleep(600)")
        with anyio.fail_after(30):
            result = await client.call_tool("illumination_status", {})
        assert not result.is_error
        await run_sync(notebook.restart)
        with anyio.fail_after(60):
            result = await client.call_tool("illumination_status", {})
        assert not result.is_error
    after = running_kernels(registry_folder(tmp_path))
    assert [kernel.kernel_id for kernel in after] == [kernel.kernel_id for kernel in before]
    assert after[0].token != before[0].token
