"""A process that starts writers of a memory and kills them with SIGKILL, again and again.

Writers are forked from a process that has imported everything and started nothing, so that a
round takes a fraction of a second. What a writer acknowledged is printed as JSON lines, and after
each kill what the writer was doing.
"""

import json
import os
import random
import select
import signal
import sys
import traceback
from collections.abc import Callable
from typing import Any

import faiss  # noqa: F401
import Stemmer  # noqa: F401
import zstandard  # noqa: F401
from sqlalchemy.dialects import sqlite  # noqa: F401

from lux_nb.config import Settings
from lux_nb.engine.authors import Author
from lux_nb.engine.engine import Engine
from lux_nb.engine.operations import load_operations
from lux_nb.engine.resources import load_resources
from lux_nb.memory import backup_operations, cloud, cloud_signs, judging, service  # noqa: F401
from lux_nb.models import service as models_service  # noqa: F401
from lux_nb.models.embedding_static import StaticEmbedder

AUTHOR = Author("script", "writer")
# How long after a sign of life a writer is killed, in seconds: at once, soon, or in long work.
DELAYS = (0.01, 0.1, 0.5)


def load_all() -> None:
    """Load what every writer needs before the first is forked; no thread is started by it."""
    # More is done here than a day allows, and the signs of the killed stand for a moment only.
    backup_operations.DAILY_LIMITS.update(up=10**6, down=10**6)
    cloud_signs._LASTS_SECONDS.update(sending=2.0, tidying=2.0)
    load_operations()
    load_resources()
    StaticEmbedder().embed(["The harbour is quiet."])


class Writer:
    """Does random work on one branch and tells what was acknowledged."""

    def __init__(self, project: str, branch: str, name: str, out: int) -> None:
        self.place = {"project_id": project, "branch_id": branch}
        self.name = name
        self.out = out
        self.random = random.Random(name)
        self.engine = Engine(Settings(sync_passphrase="correct horse", memory_encoder="static"))

    def call(self, name: str, **parameters: Any) -> Any:
        request = {"project_id": self.place["project_id"], **parameters}
        return self.engine.run(self.engine.call(name, request, author=AUTHOR))

    def tell(self, **facts: str) -> None:
        os.write(self.out, f"{json.dumps(facts)}\n".encode())

    def save(self) -> None:
        self.tell(doing="save")
        text = f"Writer {self.name} noted fact {self.random.random()} about the harbour."
        saved = self.call("update_memory", **self.place, content=text, role="user")
        self.tell(id=saved.context_id, text=text)

    def compress(self) -> None:
        self.tell(doing="compress")
        self.call("compress_now")

    def snapshot(self) -> None:
        self.tell(doing="snapshot")
        made = self.call("create_snapshot")
        self.tell(doing="restore")
        self.call("restore_snapshot", snapshot_id=made.snapshot_id)

    def sync(self) -> None:
        self.tell(doing="upload")
        self.call("sync_to_cloud", keep_versions=3)
        self.tell(doing="download")
        self.call("sync_from_cloud")

    def work(self, steps: int) -> None:
        kinds: list[Callable[[], None]] = [self.save, self.compress, self.snapshot, self.sync]
        for _ in range(steps):
            self.save()
            self.random.choice(kinds)()


def fork(work: Callable[[int], None]) -> tuple[int, int]:
    """Run work in a child; returns its process id and where its lines can be read."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            work(writing)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    os.close(writing)
    return child, reading


def killed(project: str, branch: str, number: int) -> list[str]:
    """Let a writer work and kill it at a random point; returns the lines it wrote whole."""
    choice = random.Random()
    child, reading = fork(lambda out: Writer(project, branch, str(number), out).work(1000))
    received = b""
    enough = choice.randrange(1, 12)
    while received.count(b"\n") < enough and (part := os.read(reading, 65536)):
        received += part
    select.select([], [], [], choice.uniform(0, choice.choice(DELAYS)))
    os.kill(child, signal.SIGKILL)
    while part := os.read(reading, 65536):
        received += part
    os.close(reading)
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status):
        sys.exit(f"a writer ended by itself with status {status}")
    lines = [line.decode() for line in received.split(b"\n")[:-1]]
    doing = [name for line in lines if (name := json.loads(line).get("doing"))]
    return [*lines, json.dumps({"killed": doing[-1]})]


def side_by_side(project: str, branch: str, count: int, saves: int) -> list[str]:
    """Let several writers save at once, to their end."""

    def write(name: str, out: int) -> None:
        writer = Writer(project, branch, name, out)
        for _ in range(saves):
            writer.save()
        writer.compress()
        writer.engine.close()

    started = [fork(lambda out, n=n: write(f"side {n}", out)) for n in range(count)]
    lines: list[str] = []
    for child, reading in started:
        with os.fdopen(reading) as file:
            lines += file.read().splitlines()
        _, status = os.waitpid(child, 0)
        if status != 0:
            sys.exit(f"a writer ended with status {status}")
    return lines


if __name__ == "__main__":
    way, project_id, branch_id, times = sys.argv[1:]
    load_all()
    if way == "kill":
        for round_number in range(int(times)):
            for line in killed(project_id, branch_id, round_number):
                print(line, flush=True)
    else:
        for line in side_by_side(project_id, branch_id, 4, int(times)):
            print(line, flush=True)
