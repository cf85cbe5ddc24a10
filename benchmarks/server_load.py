"""Fifty attached clients call while a cell computes: how long they wait, and what it costs."""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

CLIENTS = 50
SECONDS = float(os.environ.get("LUX_BENCH_LOAD_SECONDS", "60"))
PAUSE_SECONDS = 0.5
ROOT = Path(__file__).parents[1]

_KERNEL = """
import sys, threading
from lux_nb.engine.engine import Engine
from lux_nb.server import serve
engine = Engine()
info = serve(engine)
print(info.kernel_id, flush=True)
ended = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
total = 0
while not ended.is_set():          # the cell: pure Python, which holds the interpreter's lock
    total += sum(number * number for number in range(20_000))
engine.close()
"""


class AttachedClient:
    """One assistant on a bridge of its own: everything of ``lux-nb attach`` but the pipes."""

    def __init__(self, home: Path) -> None:
        from lux_nb.attach.bridge import Bridge
        from lux_nb.attach.choice import KernelChoice
        from lux_nb.server.registry import registry_folder

        choice = KernelChoice(folder=registry_folder(home))
        self.bridge = Bridge(choice, self._written, lambda _: None, wait_seconds=30)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._number = 0
        self.times: list[float] = []
        self.failed = 0

    def _written(self, line: bytes) -> None:
        frame = json.loads(line)
        waiting = self._waiting.pop(frame.get("id", -1), None)
        if waiting is not None and not waiting.done():
            waiting.set_result(frame)

    async def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self._number += 1
        answer = self._waiting[self._number] = asyncio.get_running_loop().create_future()
        frame = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        await self.bridge.accept(json.dumps(frame).encode())
        return await asyncio.wait_for(answer, 60)

    async def work(self, name: str, until: float) -> None:
        info = {"name": name, "version": "1"}
        hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info}
        await self.ask("initialize", hello)
        await self.bridge.accept(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}')
        while time.monotonic() < until:
            began = time.perf_counter()
            try:
                answer = await self.ask("tools/call", {"name": "thread_list", "arguments": {}})
                good = not answer.get("error") and not answer["result"].get("isError")
            except (TimeoutError, KeyError):
                good = False
            self.times.append(time.perf_counter() - began)
            self.failed += not good
            await asyncio.sleep(PAUSE_SECONDS)
        await self.bridge.close()


def measure_load() -> list[dict[str, Any]]:
    """Run the clients against a kernel in another process, whose main thread never rests."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "LUX_HOME": folder, "PYTHONPATH": str(ROOT)}
        with subprocess.Popen(
            [sys.executable, "-c", _KERNEL],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as kernel:
            assert kernel.stdout is not None
            assert kernel.stdin is not None
            kernel.stdout.readline()
            clients, early, late = asyncio.run(_together(Path(folder), kernel.pid))
            kernel.stdin.close()
    return _rows(clients, early, late)


async def _together(home: Path, pid: int) -> tuple[list[AttachedClient], float, float]:
    import psutil  # type: ignore[import-untyped]

    process = psutil.Process(pid)
    until = time.monotonic() + SECONDS
    clients = [AttachedClient(home) for _ in range(CLIENTS)]
    working = [
        asyncio.ensure_future(client.work(f"client-{number}", until))
        for number, client in enumerate(clients)
    ]
    # By a third of the time every client is connected and every cache is filled.
    await asyncio.sleep(SECONDS / 3)
    early = process.memory_info().rss / 2**20
    await asyncio.gather(*working)
    return clients, early, process.memory_info().rss / 2**20


def _rows(clients: list[AttachedClient], early: float, late: float) -> list[dict[str, Any]]:
    times = sorted(second for client in clients for second in client.times)
    failed = sum(client.failed for client in clients)
    about = f"{CLIENTS} attached clients, {SECONDS:g} s, a pause of {PAUSE_SECONDS} s between calls"
    shared = {"area": "server", "beside": None, "beside_name": ""}

    def at(share: float) -> float:
        return round(times[min(len(times) - 1, int(len(times) * share))] * 1000, 1)

    return [
        {
            **shared,
            "measure": "50 clients while a cell computes: failed calls",
            "ours": failed,
            "goal": "0",
            "note": f"{len(times)} calls; {about}",
        },
        {
            **shared,
            "measure": "50 clients while a cell computes: p50 ms",
            "ours": at(0.5),
            "goal": "",
            "note": "the cell is a loop in Python that never gives way",
        },
        {
            **shared,
            "measure": "50 clients while a cell computes: p99 ms",
            "ours": at(0.99),
            "goal": "reported",
            "note": f"longest {round(times[-1] * 1000, 1)} ms",
        },
        {
            **shared,
            "measure": "50 clients while a cell computes: memory growth, MiB",
            "ours": round(late - early, 1),
            "goal": "flat",
            "note": f"the kernel: {early:.0f} MiB at a third of the time, {late:.0f} at the end",
        },
    ]


if __name__ == "__main__":
    for row in measure_load():
        print(f"{row['measure']:55} {row['ours']!s:>8}  goal {row['goal']} {row['note']}")
