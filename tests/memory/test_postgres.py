"""The memory on a real PostgreSQL: what differs from SQLite is the SQL, so all of it runs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lux_nb.engine.authors import Author
from lux_nb.memory import indexing
from tests.store.conftest import postgres, store_url  # noqa: F401

AUTHOR = Author("script", "test")
pytestmark = pytest.mark.parametrize("store_url", ["postgresql"], indirect=True)


@pytest.fixture
def wires(
    make_engine: Callable[..., Any],
    store_url: str,  # noqa: F811
    tmp_path: Path,
) -> list[Callable[..., Any]]:
    """Two kernels on one database."""
    folder = str(tmp_path / "cloud")
    settings = {"lux_store": store_url, "sync_passphrase": "correct horse", "sync_url": folder}

    def wire_of(engine: Any) -> Callable[..., Any]:
        def run(name: str, **parameters: Any) -> Any:
            return engine.run(engine.call(name, parameters, author=AUTHOR)).wire()

        return run

    return [wire_of(make_engine(**settings)) for _ in range(2)]


@pytest.fixture
def place(wires: list[Callable[..., Any]], tmp_path: Path) -> dict[str, str]:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "README.md").write_text("# Harbour\n\nThe harbour has nine piers.\n")
    project = wires[0]("initialize_context", project_path=str(folder), mode="full")["project_id"]
    branch = wires[0]("create_branch", project_id=project, branch_topic="Piers")["branch_id"]
    return {"project_id": project, "branch_id": branch}


def found(wire: Callable[..., Any], project: str, query: str) -> list[str]:
    answer = wire("search_context", project_id=project, query=query, min_score=0.0)
    return [one["content"] for one in answer["results"]]


def test_saving_searching_and_compressing(
    wires: list[Callable[..., Any]], place: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = wires
    # Small steps, so that an index is read in several.
    monkeypatch.setattr(indexing, "_AT_ONCE", 3)
    project = place["project_id"]
    notes = [{"content": f"Boat {n} is moored at pier {n}."} for n in range(8)]
    made = first("import_contexts", **place, contexts=notes)["context_ids"]
    saved = first("update_memory", **place, content="A storm is coming.", role="user", wait=True)
    assert found(second, project, "storm")[0] == "A storm is coming."
    assert "Boat 7 is moored at pier 7." in found(second, project, "Boat 7")
    assert first("compress_now", project_id=project)["compressed"] >= 9
    loaded = second("load_context", **place, context_id=made[0])
    assert loaded["content"] == notes[0]["content"]
    again = second("update_memory", **place, content="A storm is coming.", role="user", wait=True)
    assert again["duplicate_of"] == saved["context_id"]
    second("delete_context", project_id=project, context_id=made[7])
    assert "Boat 7 is moored at pier 7." not in found(first, project, "Boat 7")


def test_snapshots_and_sync(wires: list[Callable[..., Any]], place: dict[str, str]) -> None:
    first, second = wires
    project = place["project_id"]
    first("import_contexts", **place, contexts=[{"content": f"Crate {n}."} for n in range(4)])
    count = len(first("memory_audit", project_id=project)["contexts"])
    snapshot = first("create_snapshot", project_id=project)["snapshot_id"]
    version = first("sync_to_cloud", project_id=project)["version"]
    for bring_back in (
        lambda: second("restore_snapshot", project_id=project, snapshot_id=snapshot),
        lambda: second("sync_from_cloud", project_id=project, version=version),
    ):
        first("update_memory", **place, content="Later on.", role="user", wait=True)
        assert bring_back()["restored_contexts"] == count
        assert "Later on." not in found(first, project, "Later on")


def test_suggestions_graph_and_verification(
    wires: list[Callable[..., Any]], place: dict[str, str]
) -> None:
    first, second = wires
    project = place["project_id"]
    first("import_contexts", **place, contexts=[{"content": "Pier nine has a crane."}])
    task = {"project_id": project, "current_context": "the crane at pier nine"}
    session = first("suggest_contexts", **task)
    chosen = [one["context_id"] for one in session["suggestions"]]
    accept = {"session_id": session["session_id"], "context_ids": chosen}
    assert second("accept_suggestions", project_id=project, **accept)["accepted_count"]
    assert second("get_automation_status", project_id=project)["current_plan"] == "A"
    assert first("get_context_graph_info", project_id=project)["total_nodes"] >= 3
    response = {"project_id": project, "response_text": "The harbour has nine piers."}
    assert second("verify_response", **response)["status"] == "ACCEPT"
