"""Speed of logic: round trips, bulk load and closure, beside Tau Prolog on Node in the same run."""

import asyncio
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.logic import _row, prolog_environment
from lux_nb.logic.worker import PrologWorker

FACTS = 1_000_000
TAU = """
const pl = require('tau-prolog');
const s = pl.create(1e9);
const now = () => Number(process.hrtime.bigint()) / 1e6;
const consult = t => new Promise((ok, no) =>
  s.consult(t, {success: ok, error: e => no(String(e))}));
const all = q => new Promise((ok, no) => s.query(q, {success: () => {
  let n = 0; const next = () => s.answer({success: () => { n++; next(); }, fail: () => ok(n),
    error: e => no(String(e)), limit: () => no('limit')}); next(); }, error: e => no(String(e))}));
(async () => {
  let t = now(); let facts = ''; for (let i = 0; i < 5000; i++) facts += `f(a${i},b${i}).\\n`;
  await consult(facts); const load = 5000 / ((now() - t) / 1000);
  let edges = ''; for (let i = 0; i < 200; i++) edges += `edge(n${i},n${i + 1}).\\n`;
  await consult(edges + 'path(X,Y) :- edge(X,Y).\\npath(X,Y) :- edge(X,Z), path(Z,Y).\\n');
  const times = [];
  for (let i = 0; i < 50; i++) { t = now(); await all('edge(n1,X).'); times.push(now() - t); }
  const chains = [];
  for (let i = 0; i < 5; i++) { t = now(); await all('path(n0,X).'); chains.push(now() - t); }
  const middle = list => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
  console.log(JSON.stringify({load, trip: middle(times), chain: middle(chains)}));
})();
"""


@dataclass
class Took:
    """What something took: seconds on the clock, and of processors in all processes."""

    wall: float = 0.0
    kernel: float = 0.0
    worker: float = 0.0

    def note(self, count: int) -> str:
        used = self.kernel + self.worker
        return (
            f"wall clock; {count / used:,.0f} per second of processor time, which was "
            f"{self.kernel / count * 1e6:.2f} µs in the kernel and "
            f"{self.worker / count * 1e6:.2f} µs in the worker each"
        )


@contextmanager
def timed(process_id: int | None) -> Iterator[Took]:
    """Measure a block, with the processor time of this process and of a worker."""
    took = Took()
    started = (time.perf_counter(), _own_seconds(), _seconds_of(process_id))
    yield took
    took.wall = time.perf_counter() - started[0]
    took.kernel = _own_seconds() - started[1]
    took.worker = _seconds_of(process_id) - started[2]


def _own_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _seconds_of(process_id: int | None) -> float:
    fields = Path(f"/proc/{process_id}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def worker_speed(worker: PrologWorker) -> dict[str, float]:
    """Measure the worker alone: what it takes to ask it, and a closure each time anew."""
    await worker.load_rows("edge", [(f"n{index}", f"n{index + 1}") for index in range(200)])
    await worker.load("path(X, Y) :- edge(X, Y). path(X, Y) :- edge(X, Z), path(Z, Y).")
    trips = []
    with timed(worker.process_id) as took:
        for _ in range(2000):
            started = time.perf_counter()
            await worker.query("edge(n1, X)")
            trips.append((time.perf_counter() - started) * 1000)
    chains = []
    for index in range(9):
        await worker.load(f"edge(z{index}, z{index}).")
        started = time.perf_counter()
        found = await worker.query("path(n0, X)")
        chains.append((time.perf_counter() - started) * 1000)
        assert len({row["X"] for row in found.rows}) == 200
    return {
        "trip": statistics.median(trips),
        "processor": (took.kernel + took.worker) / len(trips) * 1000,
        "chain": statistics.median(chains),
    }


def session_rows(tau: dict[str, float]) -> list[dict[str, Any]]:
    """Measure sessions from end to end: a DataFrame to facts that are kept, and a call."""
    import pandas as pd

    from lux_nb.api import Lux
    from lux_nb.config import Settings

    texts = {"a": [f"a{n}" for n in range(FACTS)], "b": [f"b{n}" for n in range(FACTS)]}
    with tempfile.TemporaryDirectory() as folder:
        lux = Lux(Settings(lux_home=Path(folder) / "lux", lux_store=None))
        try:
            kb = lux.logic.session("bulk")
            kb.prolog("true")
            process = lux.engine.logic_sessions.worker_process("bulk")
            with timed(process) as took:
                kb.load("f", pd.DataFrame(texts))
            assert kb.prolog(f"f(X, b{FACTS - 1})")["X"].tolist() == [f"a{FACTS - 1}"]
            calls = []
            for _ in range(500):
                started = time.perf_counter()
                lux.call("session.prolog", sessionId="bulk", goal="f(a7, X)")
                calls.append((time.perf_counter() - started) * 1000)
        finally:
            lux.close()
    name = "Tau Prolog" if tau else ""
    note = f"{FACTS:,} rows of a DataFrame of text, loaded and kept; {took.note(FACTS)}"
    return [
        _row("bulk load, facts/s", FACTS / took.wall, tau.get("load"), name, 200_000, note),
        _row(
            "session.prolog through lux.call p50, ms",
            statistics.median(calls),
            None,
            "",
            0,
            f"a fact of {FACTS:,}, with the check that nobody changed the session; no goal",
        ),
    ]


def tau_speed() -> dict[str, float] | None:
    """Measure Tau Prolog on Node, both installed for this run only; None where there is neither."""
    modules = os.environ.get("LUX_TAU")
    with tempfile.TemporaryDirectory() as folder:
        try:
            if not modules:
                subprocess.run(
                    ["npm", "i", "--silent", "tau-prolog"], cwd=folder, check=True, timeout=240
                )
                modules = f"{folder}/node_modules"
            result = subprocess.run(
                ["node", "-e", TAU],
                env={**os.environ, "NODE_PATH": modules},
                capture_output=True,
                text=True,
                check=True,
                timeout=300,
            )
        except (OSError, subprocess.SubprocessError) as error:
            print(f"logic: Tau Prolog is not measured beside it: {error}", file=sys.stderr)
            return None
    figures: dict[str, float] = json.loads(result.stdout)
    return figures


def speed_rows(ours: dict[str, float], tau: dict[str, float]) -> list[dict[str, Any]]:
    """Return the rows of speed, beside Tau Prolog where it was measured in the same run."""
    name = "Tau Prolog" if tau else ""
    chain = "all 200 answers of path(n0, X), each time after a change; the median"
    trip = f"wall clock; {ours['processor']:.3f} ms of processor time in both processes"
    rows = [
        _row("query round trip p50, ms", ours["trip"], tau.get("trip"), name, 0.5, trip),
        _row("closure of a 200-edge chain, ms", ours["chain"], tau.get("chain"), name, 0, chain),
    ]
    if tau:
        times = tau["chain"] / ours["chain"]
        rows.append(_row("closure: times as fast", times, 1.0, name, 50, "same run, same chain"))
    return rows


def run() -> list[dict[str, Any]]:
    """Measure everything; empty with a message where Prolog is not set up."""
    environment = prolog_environment()
    if environment is None:
        print("logic: SWI-Prolog is not set up, nothing measured", file=sys.stderr)
        return []
    tau = tau_speed() or {}

    async def ours() -> dict[str, float]:
        async with PrologWorker(environment) as worker:
            await worker.query("true")
            return await worker_speed(worker)

    return [*speed_rows(asyncio.run(ours()), tau), *session_rows(tau)]


if __name__ == "__main__":
    from benchmarks.__main__ import table

    print(table(run()))
