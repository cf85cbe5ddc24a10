"""Snapshots, encrypted sync and linked git branches through the engine."""

import gzip
import hashlib
import io
import json
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lux_nb.engine.authors import Author
from lux_nb.errors import LuxError, StorageError
from lux_nb.memory.bundles import read_archive

Call = Callable[..., Any]
AUTHOR = Author("script", "test")


@pytest.fixture
def engine(make_engine: Call, tmp_path: Path) -> Any:
    return make_engine(sync_passphrase="correct horse", sync_url=str(tmp_path / "cloud"))


@pytest.fixture
def wire(engine: Any) -> Call:
    def run(name: str, **parameters: Any) -> Any:
        return engine.run(engine.call(name, parameters, author=AUTHOR)).wire()

    return run


@pytest.fixture
def project(wire: Call, tmp_path: Path) -> str:
    folder = tmp_path / "project"
    folder.mkdir()
    made = wire("initialize_context", project_path=str(folder), mode="none")
    return str(made["project_id"])


@pytest.fixture
def branch(wire: Call, project: str) -> str:
    made = wire("create_branch", project_id=project, branch_topic="Harbour")["branch_id"]
    notes = [{"content": f"Boat {n} is moored at pier {n}."} for n in range(5)]
    wire("import_contexts", project_id=project, branch_id=made, contexts=notes)
    return str(made)


def texts(wire: Call, project: str) -> list[str]:
    return [row["summary"] for row in wire("memory_audit", project_id=project)["contexts"]]


def code_of(wire: Call, name: str, **parameters: Any) -> str:
    with pytest.raises(LuxError) as caught:
        wire(name, **parameters)
    return caught.value.code


def test_a_snapshot_brings_everything_back_and_backs_up_first(
    wire: Call, project: str, branch: str
) -> None:
    before = texts(wire, project)
    made = wire("create_snapshot", project_id=project, description="Before the storm")
    assert made["verified"]
    assert Path(made["snapshot_path"]).stat().st_size == made["size_bytes"]
    row = wire("memory_audit", project_id=project)["contexts"][0]
    wire("delete_context", project_id=project, context_id=row["context_id"])
    other = wire("create_branch", project_id=project, branch_topic="Later")
    done = wire("restore_snapshot", project_id=project, snapshot_id=made["snapshot_id"])
    assert (done["restored_contexts"], done["restored_branches"]) == (5, 2)
    assert texts(wire, project) == before
    assert not Path(other["branch_path"]).exists()
    found = wire("search_context", project_id=project, query="Boat 0 pier", min_score=0)
    assert row["context_id"] in {one["context_id"] for one in found["results"]}
    listed = wire("list_snapshots", project_id=project)
    assert listed["total_snapshots"] == 2
    assert {one["description"] for one in listed["snapshots"]} == {
        "Before the storm",
        f"Before restoring {made['snapshot_id']}",
    }


@pytest.mark.parametrize("damage", ["truncated", "flipped", "missing", "appended"])
def test_a_damaged_snapshot_is_refused_and_changes_nothing(
    wire: Call, project: str, branch: str, damage: str
) -> None:
    made = wire("create_snapshot", project_id=project)
    path = Path(made["snapshot_path"])
    content = path.read_bytes()
    if damage == "missing":
        path.unlink()
    elif damage == "truncated":
        path.write_bytes(content[: len(content) // 2])
    elif damage == "appended":
        path.write_bytes(content + b"x")
    else:
        middle = len(content) // 2
        path.write_bytes(content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :])
    assert not wire("list_snapshots", project_id=project)["snapshots"][0]["verified"]
    wire("create_branch", project_id=project, branch_topic="Stays")
    place = {"project_id": project, "snapshot_id": made["snapshot_id"]}
    assert code_of(wire, "restore_snapshot", **place) == "STORAGE_ERROR"
    assert wire("list_branches", project_id=project)["total_branches"] == 3


def archive_of(members: dict[str, bytes], manifest: dict[str, Any] | None = None) -> bytes:
    """Make an archive with any members at all."""
    files = {name: hashlib.sha256(body).hexdigest() for name, body in members.items()}
    manifest = manifest or {"format": 1, "project_id": "p", "files": files}
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w:gz") as archive:
        for name, body in {"manifest.json": json.dumps(manifest).encode(), **members}.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(body)
            archive.addfile(entry, io.BytesIO(body))
    return target.getvalue()


@pytest.mark.parametrize("name", ["../evil", "/etc/passwd", "branches/../../x", "extra.json"])
def test_an_archive_with_foreign_members_is_refused(name: str) -> None:
    with pytest.raises(StorageError, match="does not belong"):
        read_archive(archive_of({name: b"x"}), "p")


def test_an_archive_with_links_is_refused() -> None:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w:gz") as archive:
        entry = tarfile.TarInfo("contexts.json")
        entry.type, entry.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(entry)
    with pytest.raises(StorageError):
        read_archive(target.getvalue(), "p")


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.binary(max_size=400), st.booleans())
def test_any_bytes_are_refused_with_a_typed_error(content: bytes, packed: bool) -> None:
    with pytest.raises(StorageError):
        read_archive(gzip.compress(content) if packed else content, "p")


def test_a_snapshot_of_odd_texts_comes_back_the_same(wire: Call, project: str, branch: str) -> None:
    odd = [
        "---\nnot: front matter\n---\n",
        "é\r\n\t\u2028",
        " " * 50 + "x",
    ]
    place = {"project_id": project, "branch_id": branch}
    saved = wire("import_contexts", **place, contexts=[{"content": one} for one in odd])
    wire("compress_now", project_id=project)
    made = wire("create_snapshot", project_id=project)
    wire("restore_snapshot", project_id=project, snapshot_id=made["snapshot_id"])
    for identifier, text in zip(saved["context_ids"], odd, strict=True):
        assert wire("load_context", **place, context_id=identifier)["content"] == text


def test_a_snapshot_that_is_not_there_has_its_code(wire: Call, project: str) -> None:
    place = {"project_id": project, "snapshot_id": "nope"}
    assert code_of(wire, "restore_snapshot", **place) == "INVALID_PARAMS"
    for name in ("create_snapshot", "list_snapshots", "sync_to_cloud", "sync_from_cloud"):
        assert code_of(wire, name, project_id="nope") == "PROJECT_NOT_FOUND"


def git(folder: Path, *arguments: str) -> None:
    command = ["git", "-C", str(folder), "-c", "user.name=t", "-c", "user.email=t@t", *arguments]
    subprocess.run(command, check=True, capture_output=True)


def active(wire: Call, project: str) -> str | None:
    listed = wire("list_branches", project_id=project)["branches"]
    return next((one["branch_id"] for one in listed if one["active"]), None)


def test_a_linked_branch_becomes_active_on_checkout_in_a_worktree_too(
    wire: Call, tmp_path: Path
) -> None:
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "-b", "main")
    git(folder, "commit", "--allow-empty", "-m", "Use JWT tokens for login")
    git(folder, "branch", "feature/login")
    for place in (folder, tmp_path / "worktree"):
        if place != folder:
            git(folder, "worktree", "add", "-b", "other", str(place))
        project = wire("initialize_context", project_path=str(place), mode="none")["project_id"]
        here = "main" if place == folder else "other"
        first = wire("create_branch", project_id=project, branch_topic="Main")["branch_id"]
        second = wire("create_branch", project_id=project, branch_topic="Login")["branch_id"]
        place_of = {"project_id": project}
        wire("link_git_branch", **place_of, cortex_branch_id=first, git_branch_name=here)
        wire(
            "link_git_branch", **place_of, cortex_branch_id=second, git_branch_name="feature/login"
        )
        assert active(wire, project) == first
        git(place, "checkout", "feature/login")
        assert active(wire, project) == second
        git(place, "checkout", "--detach")
        assert active(wire, project) == second
        git(place, "checkout", here)
        assert active(wire, project) == first


def test_linking_what_is_not_there_has_its_code(wire: Call, project: str, branch: str) -> None:
    link = {"project_id": project, "cortex_branch_id": "nope", "git_branch_name": "main"}
    assert code_of(wire, "link_git_branch", **link) == "BRANCH_NOT_FOUND"
    link["cortex_branch_id"] = branch
    assert code_of(wire, "link_git_branch", **link) == "INVALID_PARAMS"
