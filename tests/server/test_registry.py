import dataclasses
import os
import platform
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lux_nb.server.registry import (
    KernelEntry,
    process_started,
    read_entry,
    remove_entry,
    running_kernels,
    write_entry,
)


@pytest.fixture
def port() -> Iterator[int]:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield listening.getsockname()[1]


@pytest.fixture
def entry(port: int) -> KernelEntry:
    return KernelEntry(
        kernel_id="abc-1",
        url=f"http://127.0.0.1:{port}/mcp",
        token="t1",
        port=port,
        pid=os.getpid(),
        pid_started=process_started(os.getpid()) or 0.0,
        host=platform.node(),
        started_at="2026-01-01T00:00:00+00:00",
        version="0",
    )


def test_what_is_written_is_read_again(tmp_path: Path, entry: KernelEntry) -> None:
    folder = tmp_path / "kernels"
    path = write_entry(folder, entry)
    assert read_entry(path) == entry
    assert [kernel.kernel_id for kernel in running_kernels(folder)] == ["abc-1"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in folder.iterdir()] == ["abc-1.json"]


def test_the_token_is_not_shown(entry: KernelEntry) -> None:
    assert "t1" not in repr(entry)


def test_a_file_that_others_can_read_is_not_believed(tmp_path: Path, entry: KernelEntry) -> None:
    path = write_entry(tmp_path, entry)
    path.chmod(0o644)
    assert read_entry(path) is None
    assert running_kernels(tmp_path) == []


def test_a_folder_that_was_open_is_closed(tmp_path: Path, entry: KernelEntry) -> None:
    folder = tmp_path / "kernels"
    folder.mkdir(mode=0o755)
    write_entry(folder, entry)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_what_a_dead_process_left_is_swept(tmp_path: Path, entry: KernelEntry) -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    path = write_entry(tmp_path, dataclasses.replace(entry, pid=process.pid))
    assert running_kernels(tmp_path) == []
    assert not path.exists()


def test_another_process_with_the_same_number_is_not_the_kernel(
    tmp_path: Path, entry: KernelEntry
) -> None:
    write_entry(tmp_path, dataclasses.replace(entry, pid_started=entry.pid_started - 60))
    assert running_kernels(tmp_path) == []


def test_a_kernel_whose_port_is_closed_is_swept(tmp_path: Path, entry: KernelEntry) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        free = closed.getsockname()[1]
    path = write_entry(tmp_path, dataclasses.replace(entry, port=free))
    assert running_kernels(tmp_path) == []
    assert not path.exists()


def test_a_kernel_of_another_machine_is_neither_listed_nor_swept(
    tmp_path: Path, entry: KernelEntry
) -> None:
    path = write_entry(tmp_path, dataclasses.replace(entry, host="elsewhere", pid=1))
    assert running_kernels(tmp_path) == []
    assert path.exists()


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "{}", '{"kernel_id": 1}'])
def test_a_broken_file_is_ignored(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    path.chmod(0o600)
    assert running_kernels(tmp_path) == []


def test_a_restarted_kernels_file_is_not_removed_by_the_old_one(
    tmp_path: Path, entry: KernelEntry
) -> None:
    path = write_entry(tmp_path, dataclasses.replace(entry, token="t2"))
    remove_entry(path, "t1")
    assert path.exists()


def test_the_latest_started_comes_first(tmp_path: Path, entry: KernelEntry) -> None:
    later = dataclasses.replace(
        entry, kernel_id="abb-2", token="t2", started_at="2026-02-01T00:00:00+00:00"
    )
    write_entry(tmp_path, entry)
    write_entry(tmp_path, later)
    assert running_kernels(tmp_path) == [later, entry]
