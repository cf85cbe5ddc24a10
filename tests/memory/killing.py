"""A process that starts writers of a memory and kills them with SIGKILL, again and again.

Writers are forked from a process that has imported everything and started nothing, so that a
round takes a fraction of a second. What a writer acknowledged is printed as JSON lines.
"""

import json
import os
import random
import select
import signal
import sys
from collections.abc import Callable
from typing import Any

import faiss  # noqa: F401
import zstandard  # noqa: F401

from lux_nb.config import Settings
from lux_nb.engine.authors import Author
from lux_nb.engine.engine import Engine
from lux_nb.memory import backup_operations, cloud, judging, service  # noqa: F401
from lux_nb.models.embedding_static import StaticEmbedder  # noqa: F401

AUTHOR = Author("script", "writer")


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

    def save(self) -> None:
        text = f"Writer {self.name} noted fact {self.random.random()} about the harbour."
        saved = self.call("update_memory", **self.place, content=text, role="user")
        line = json.dumps({"id": saved.context_id, "text": text}) + "\n"
        os.write(self.out, line.encode())

    def compress(self) -> None:
        self.call("compress_now")

    def snapshot(self) -> None:
        made = self.call("create_snapshot")
        self.call("restore_snapshot", snapshot_id=made.snapshot_id)

    def sync(self) -> None:
        self.call("sync_to_cloud")
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
        work(writing)
        os._exit(0)
    os.close(writing)
    return child, reading


def killed(project: str, branch: str, number: int) -> list[str]:
    """Let a writer work and kill it at a random point; returns the lines it wrote whole."""
    choice = random.Random()
    child, reading = fork(lambda out: Writer(project, branch, str(number), out).work(1000))
    received = b""
    enough = choice.randrange(1, 6)
    while received.count(b"\n") < enough and (part := os.read(reading, 65536)):
        received += part
    # Some milliseconds into whatever comes next.
    select.select([], [], [], choice.uniform(0, 0.15))
    os.kill(child, signal.SIGKILL)
    while part := os.read(reading, 65536):
        received += part
    os.close(reading)
    os.waitpid(child, 0)
    return [line.decode() for line in received.split(b"\n")[:-1]]


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
    if way == "kill":
        for round_number in range(int(times)):
            for line in killed(project_id, branch_id, round_number):
                print(line, flush=True)
    else:
        for line in side_by_side(project_id, branch_id, 4, int(times)):
            print(line, flush=True)
