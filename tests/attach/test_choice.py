import os
import platform
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lux_nb.attach import choice as choice_module
from lux_nb.attach.choice import KernelChoice
from lux_nb.server.registry import KernelEntry, process_started, remove_entry, write_entry

Run = Callable[..., Path]


@pytest.fixture
def run_kernel(tmp_path: Path) -> Iterator[Run]:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()

        def run(name: str, token: str, notebook: str | None = None) -> Path:
            entry = KernelEntry(
                kernel_id=name,
                url="http://127.0.0.1/mcp",
                token=token,
                port=listening.getsockname()[1],
                pid=os.getpid(),
                pid_started=process_started(os.getpid()) or 0.0,
                host=platform.node(),
                started_at=f"2026-01-01T00:00:00+00:00{token}",
                version="0",
                notebook=notebook,
            )
            return write_entry(tmp_path, entry)

        yield run


def test_it_stays_with_its_kernel_while_others_come(tmp_path: Path, run_kernel: Run) -> None:
    choice = KernelChoice(folder=tmp_path)
    assert choice.find() is None
    run_kernel("a", "1")
    first = choice.find()
    assert first is not None
    run_kernel("b", "2")
    assert choice.find() == first


def test_it_waits_for_its_kernel_to_restart_before_it_takes_another(
    tmp_path: Path, run_kernel: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    choice = KernelChoice(folder=tmp_path)
    mine = run_kernel("a", "1")
    choice.find()
    run_kernel("b", "2")
    remove_entry(mine, "1")
    choice.lost()
    assert choice.find() is None
    run_kernel("a", "3")
    found = choice.find()
    assert found is not None
    assert found.token == "3"
    remove_entry(mine, "3")
    choice.lost()
    monkeypatch.setattr(choice_module, "GRACE_SECONDS", 0.0)
    other = choice.find()
    assert other is not None
    assert other.kernel_id == "b"


def test_a_new_kernel_of_the_same_notebook_or_one_that_just_started_is_taken_at_once(
    tmp_path: Path, run_kernel: Run
) -> None:
    choice = KernelChoice(folder=tmp_path)
    mine = run_kernel("a", "1", "/n.ipynb")
    choice.find()
    run_kernel("b", "2")
    remove_entry(mine, "1")
    choice.lost()
    run_kernel("c", "3")
    run_kernel("d", "4", "/n.ipynb")
    found = choice.find()
    assert found is not None
    assert found.kernel_id == "d"


def test_a_kernel_that_was_named_is_the_only_one(tmp_path: Path, run_kernel: Run) -> None:
    choice = KernelChoice("zz", folder=tmp_path)
    run_kernel("a", "1")
    assert choice.find() is None
    run_kernel("zzz", "2")
    found = choice.find()
    assert found is not None
    assert found.kernel_id == "zzz"
