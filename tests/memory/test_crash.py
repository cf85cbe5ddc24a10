"""Kernels that are killed while they write, several that write at once, and what is taken up."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lux_nb.engine.authors import Author
from lux_nb.memory.pending import resume_pending
from lux_nb.memory.records import NewContext, add_contexts
from lux_nb.memory.service import memory_of

AUTHOR = Author("script", "test")


def run(engine: Any, name: str, **parameters: Any) -> Any:
    return engine.run(engine.call(name, parameters, author=AUTHOR))


@pytest.fixture
def place(make_engine: Callable[..., Any], tmp_path: Path) -> dict[str, str]:
    engine = make_engine()
    project = run(engine, "initialize_context", project_path=str(tmp_path), mode="none").project_id
    branch = run(engine, "create_branch", project_id=project, branch_topic="Harbour").branch_id
    engine.close()
    return {"project_id": project, "branch_id": branch}


def written(way: str, place: dict[str, str], times: int) -> tuple[dict[str, str], Counter[str]]:
    """Have writers write; returns each acknowledged id with its text, and where kills fell."""
    root = Path(__file__).parents[2]
    arguments = [way, place["project_id"], place["branch_id"], str(times)]
    done = subprocess.run(
        [sys.executable, "-m", "tests.memory.killing", *arguments],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    killed = Counter(line["killed"] for line in lines if "killed" in line)
    return {line["id"]: line["text"] for line in lines if "id" in line}, killed


def check_all_there(engine: Any, place: dict[str, str], acknowledged: dict[str, str]) -> None:
    """Open the store as a new kernel would, and look for everything that was acknowledged."""

    async def recover() -> int:
        return await memory_of(engine).recover()

    engine.run(recover())
    audit = run(engine, "memory_audit", project_id=place["project_id"])
    assert set(acknowledged) <= {row.context_id for row in audit.contexts}
    assert not [row for row in audit.contexts if "being verified" in row.kept_because]
    for identifier, text in acknowledged.items():
        assert run(engine, "load_context", **place, context_id=identifier).content == text
    listed = run(engine, "list_snapshots", project_id=place["project_id"]).snapshots
    for one in [one for one in listed if one.verified][:3]:
        snapshot = {"project_id": place["project_id"], "snapshot_id": one.snapshot_id}
        run(engine, "restore_snapshot", **snapshot)


@pytest.mark.parametrize("kills", [10, pytest.param(200, marks=pytest.mark.soak)])
@pytest.mark.timeout(3600)
def test_what_was_acknowledged_is_there_after_kills(
    make_engine: Callable[..., Any], place: dict[str, str], kills: int
) -> None:
    acknowledged, killed = written("kill", place, kills)
    assert killed.total() == kills
    assert len(acknowledged) >= kills / 2
    if kills > 100:
        every = {"save", "compress", "snapshot", "restore", "upload", "download"}
        assert set(killed) == every
    check_all_there(make_engine(), place, acknowledged)


def test_four_processes_write_one_store(
    make_engine: Callable[..., Any], place: dict[str, str]
) -> None:
    acknowledged, _ = written("side", place, 6)
    assert len(acknowledged) == 24
    engine = make_engine()
    check_all_there(engine, place, acknowledged)
    audit = run(engine, "memory_audit", project_id=place["project_id"])
    assert {row.context_id for row in audit.contexts} == set(acknowledged)


def leave_pending(engine: Any, place: dict[str, str]) -> str:
    """Store a context as a kernel does that is killed before the work behind a save."""
    new = NewContext("The lighthouse was lit at nine.", "user", "said", state="pending")

    def write(connection: Any) -> str:
        return str(add_contexts(connection, *place.values(), [new], "test")[0]["id"])

    return str(engine.run(engine.store.write(write)))


def test_an_engine_takes_up_what_is_pending_before_anybody_asks(
    make_engine: Callable[..., Any], place: dict[str, str]
) -> None:
    name = leave_pending(make_engine(), place)
    engine = make_engine()

    async def taken_up() -> Any:
        looked = [job for job in engine.jobs.all() if job.name == "look for pending memory"]
        await looked[0].task
        for job in [job for job in engine.jobs.all() if job.name == "finish pending memory"]:
            await job.task
        return looked[0].task.result()

    assert engine.run(taken_up())
    assert (
        run(engine, "memory_audit", project_id=place["project_id"]).contexts[0].context_id == name
    )
    assert not engine.run(resume_pending(engine))


def test_an_engine_with_nothing_pending_does_not_load_the_memory(
    make_engine: Callable[..., Any], place: dict[str, str]
) -> None:
    engine = make_engine()
    assert not engine.run(resume_pending(engine))
    assert "_memory" not in vars(engine)


def test_two_kernels_on_one_store_see_each_others_contexts_at_once(
    make_engine: Callable[..., Any], place: dict[str, str]
) -> None:
    first, second = make_engine(), make_engine()
    query = {"project_id": place["project_id"], "min_score": 0.0}
    for number, (writer, reader) in enumerate([(first, second), (second, first)] * 2):
        word = f"zebra{number}"
        saved = run(writer, "update_memory", **place, content=f"Seen: {word}.", role="user")
        found = run(reader, "search_context", **query, query=word).results
        assert found[0].context_id == saved.context_id
        run(reader, "delete_context", project_id=place["project_id"], context_id=saved.context_id)
        left = run(writer, "search_context", **query, query=word).results
        assert saved.context_id not in {one.context_id for one in left}
