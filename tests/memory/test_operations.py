"""Projects, branches and contexts through the engine."""

import base64
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from lux_nb.engine.authors import Author
from lux_nb.errors import LuxError

Call = Callable[..., Any]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small project on disk."""
    made = tmp_path / "project"
    (made / "src").mkdir(parents=True)
    (made / "README.md").write_text("# Demo\n\nLogin uses JWT tokens that expire after an hour.\n")
    (made / "src" / "auth.py").write_text("def login():\n    return issue_token()\n")
    (made / "notes.txt").write_text("private notes\n")
    (made / ".gitignore").write_text("notes.txt\n")
    return made


@pytest.fixture
def wire(call: Call) -> Call:
    """Call an operation and return what goes over the wire."""
    return lambda name, **parameters: call(name, **parameters).wire()


@pytest.fixture
def project(wire: Call, folder: Path) -> str:
    return str(wire("initialize_context", project_path=str(folder), mode="full")["project_id"])


@pytest.fixture
def branch(wire: Call, project: str) -> str:
    made = wire("create_branch", project_id=project, branch_topic="User Authentication")
    return str(made["branch_id"])


@pytest.fixture
def say(wire: Call, project: str, branch: str) -> Call:
    """Save a context and wait for what goes on behind it."""

    def save(content: str, role: str = "user") -> Any:
        place = {"project_id": project, "branch_id": branch}
        return wire("update_memory", **place, content=content, role=role, wait=True)

    return save


def code_of(call: Call, name: str, **parameters: Any) -> str:
    with pytest.raises(LuxError) as caught:
        call(name, **parameters)
    return caught.value.code


def test_a_project_is_read_without_what_gitignore_leaves_out(wire: Call, folder: Path) -> None:
    made = wire("initialize_context", project_path=str(folder), mode="full")
    assert (made["success"], made["mode"], made["files_scanned"]) == (True, "full", 3)
    rows = wire("memory_audit", project_id=made["project_id"])["contexts"]
    assert {row["origin"] for row in rows} == {"README.md", "src/auth.py", ".gitignore"}
    light = wire("initialize_context", project_path=str(folder))
    assert (light["mode"], light["files_scanned"]) == ("light", 1)
    none = wire("initialize_context", project_path=str(folder), mode="none")
    assert none["files_scanned"] == 0


def test_a_rescan_reads_only_what_changed(wire: Call, project: str, folder: Path) -> None:
    assert wire("rescan", project_id=project)["files_changed"] == 0
    (folder / "README.md").write_text("# Demo\n\nLogin uses passkeys now.\n")
    (folder / "src" / "auth.py").unlink()
    again = wire("rescan", project_id=project)
    assert (again["files_changed"], again["contexts_created"]) == (2, 1)
    found = wire("search_context", project_id=project, query="passkeys login", min_score=0)
    assert "passkeys" in found["results"][0]["content"]
    assert not any("issue_token" in one["content"] for one in found["results"])


def test_a_branch_has_a_verified_file_with_front_matter(wire: Call, project: str) -> None:
    from lux_nb.memory.mirror import read_front_matter

    parent = wire("create_branch", project_id=project, branch_topic="Billing: v2 “beta”")
    child = wire(
        "create_branch",
        project_id=project,
        branch_topic="Invoices",
        parent_branch=parent["branch_id"],
    )
    assert parent["verified"]
    assert child["branch_id"].startswith("invoices_")
    head = read_front_matter(Path(child["branch_path"]).read_text(encoding="utf-8"))
    assert head["parent_branch"] == parent["branch_id"]
    listed = wire("list_branches", project_id=project)["branches"]
    active = [one["branch_id"] for one in listed if one["active"]]
    assert active == [child["branch_id"]]


def test_a_branch_whose_file_cannot_be_written_is_not_there(
    wire: Call, project: str, home: Path
) -> None:
    target = home / "memory" / project
    for file in target.iterdir():
        file.unlink()
    target.rmdir()
    target.write_text("in the way")
    assert code_of(wire, "create_branch", project_id=project, branch_topic="x") == "STORAGE_ERROR"
    listed = wire("list_branches", project_id=project)["branches"]
    assert [one["branch_id"] for one in listed] == ["project_files"]


def test_a_saved_context_is_found_at_once(wire: Call, project: str, branch: str) -> None:
    place = {"project_id": project, "branch_id": branch}
    content = "The billing service stores invoices in PostgreSQL."
    saved = wire("update_memory", **place, content=content, role="user")
    assert saved["success"]
    assert saved["task_id"].startswith("task_")
    assert saved["grounding_score"] is None
    found = wire("search_context", project_id=project, query="invoices PostgreSQL", min_score=0)
    assert found["results"][0]["context_id"] == saved["context_id"]
    assert found["results"][0]["branch_topic"] == "User Authentication"
    assert found["results"][0]["metadata"]["score_parts"]["keyword"] > 0


def test_the_work_behind_a_save_ends_in_an_event(engine: Any, say: Call) -> None:
    heard: list[Any] = []
    stop = engine.events.subscribe(heard.append)
    saved = say("We decided to use PostgreSQL instead of MySQL.")
    stop()
    ended = [event for event in heard if event.kind == "context_processed"]
    assert [event.subject for event in ended] == [saved["context_id"]]
    assert saved["ontology_category"] == "decision"
    assert saved["indexed"]


def test_an_assistants_words_are_graded_and_kept_out_when_not_borne_out(
    wire: Call, project: str, say: Call
) -> None:
    good = say("Login uses JWT tokens that expire after an hour.", "assistant")
    bad = say("Login uses JWT tokens that expire after 45 days.", "assistant")
    assert (good["hallucination_status"], good["risk_level"]) == ("ACCEPT", "low")
    assert bad["hallucination_status"] in {"WARN", "REJECT"}
    query = {"project_id": project, "query": "when do JWT tokens expire", "min_score": 0}
    found = wire("search_context", **query)
    assert bad["context_id"] not in {one["context_id"] for one in found["results"]}
    assert found["left_out"] == 1
    everything = wire("search_context", **query, include_unverified=True)
    assert bad["context_id"] in {one["context_id"] for one in everything["results"]}
    rows = {r["context_id"]: r for r in wire("memory_audit", project_id=project)["contexts"]}
    assert not rows[bad["context_id"]]["searchable"]
    assert "borne out" in rows[good["context_id"]]["kept_because"]


def test_a_repetition_is_merged_and_shown(wire: Call, project: str, say: Call) -> None:
    first = say("The nightly export runs at two in the morning on the staging server.")
    second = say("The nightly export runs at two in the morning on the staging server!")
    assert second["duplicate_of"] == first["context_id"]
    found = wire("search_context", project_id=project, query="nightly export", min_score=0)
    assert found["results"][0]["metadata"]["merged"] == [second["context_id"]]
    wire("delete_context", project_id=project, context_id=first["context_id"])
    found = wire("search_context", project_id=project, query="nightly export", min_score=0)
    assert found["results"][0]["context_id"] == second["context_id"]


def test_a_save_left_pending_by_a_crash_is_finished_at_the_next_start(
    engine: Any, make_engine: Call, project: str, branch: str
) -> None:
    from lux_nb.memory.records import NewContext, add_contexts
    from lux_nb.memory.service import memory_of

    new = NewContext("Fix the crash in the parser.", "user", "said", state="pending")
    engine.run(engine.store.write(lambda c: add_contexts(c, project, branch, [new], "test")))
    later = make_engine()

    async def recover() -> int:
        return await memory_of(later).recover()

    assert later.run(recover()) >= 1
    author = Author("script", "test")
    audit = later.run(later.call("memory_audit", {"project_id": project}, author=author))
    row = next(one for one in audit.contexts if "parser" in one.summary)
    assert (row.category, row.kept_because) == ("bug_fix", "was said by the user")


def test_imported_contexts_come_in_one_transaction_with_ids_in_order(
    wire: Call, project: str, branch: str
) -> None:
    start = datetime(2026, 1, 2, tzinfo=UTC)
    contexts = [
        {
            "content": f"Note {number} about harbour {number}",
            "role": "user",
            "created_at": (start + timedelta(minutes=number)).isoformat(),
            "metadata": {"number": number},
        }
        for number in range(30)
    ]
    place = {"project_id": project, "branch_id": branch}
    done = wire("import_contexts", **place, contexts=contexts)
    assert done["imported"] == 30
    for number in (0, 17, 29):
        loaded = wire("load_context", **place, context_id=done["context_ids"][number])
        assert loaded["content"] == contexts[number]["content"]
        assert loaded["metadata"]["number"] == number
    bad = [*contexts, {"content": "x", "role": "nobody"}]
    assert code_of(wire, "import_contexts", **place, contexts=bad) == "INVALID_PARAMS"
    summary = wire("get_active_summary", **place)
    assert (summary["message_count"], summary["status"]) == (30, "active")
    assert "harbour 29" in summary["summary"]


def test_compressed_contexts_come_back_byte_for_byte(
    wire: Call, project: str, branch: str, say: Call
) -> None:
    text = "Ünïcode — “quotes”\r\n\ttabs \U0001f600\n" * 40
    saved = say(text)
    done = wire("compress_now", project_id=project)
    assert done["saved_bytes"] > 0
    found = wire("search_context", project_id=project, query="quotes tabs", min_score=0)
    assert found["results"][0]["metadata"]["compressed"]
    place = {"project_id": project, "branch_id": branch}
    loaded = wire("load_context", **place, context_id=saved["context_id"])
    assert loaded["content"] == text
    assert loaded["metadata"]["was_compressed"]


def test_idle_contexts_are_compressed_by_the_clock(engine: Any, project: str, say: Call) -> None:
    from lux_nb.memory.service import memory_of

    say("Something to be compressed later.")

    async def idle(minutes: float | None) -> int:
        return (await memory_of(engine).compress_idle(project, minutes))[0]

    assert engine.run(idle(None)) == 0
    assert engine.run(idle(0.0)) > 0


def test_two_engines_on_one_store_see_each_others_contexts(
    make_engine: Call, wire: Call, project: str, branch: str
) -> None:
    query = {"project_id": project, "query": "the lighthouse keeper", "min_score": 0}
    other = make_engine()
    author = Author("script", "other")
    other.run(other.call("search_context", query, author=author))
    place = {"project_id": project, "branch_id": branch}
    saved = wire("update_memory", **place, content="The lighthouse keeper is Ada.", role="user")
    found = other.run(other.call("search_context", query, author=author))
    assert found.results[0].context_id == saved["context_id"]
    wire("delete_context", project_id=project, context_id=saved["context_id"])
    found = other.run(other.call("search_context", query, author=author))
    assert saved["context_id"] not in {one.context_id for one in found.results}


def test_merging_moves_contexts_and_marks_the_empty_branch(
    wire: Call, project: str, branch: str, say: Call
) -> None:
    saved = say("The harbour crane was painted green.")
    target = wire("create_branch", project_id=project, branch_topic="Harbour")["branch_id"]
    done = wire("merge_branch", project_id=project, source_branch=branch, target_branch=target)
    assert done["count"] == 1
    wire("load_context", project_id=project, branch_id=target, context_id=saved["context_id"])
    listed = {b["branch_id"]: b for b in wire("list_branches", project_id=project)["branches"]}
    assert listed[branch]["status"] == "merged"
    assert listed[target]["message_count"] == 1


def test_projects_are_listed(wire: Call, project: str, folder: Path) -> None:
    listed = wire("list_projects")
    assert [one["path"] for one in listed["projects"]] == [str(folder)]


def test_a_category_limits_the_search(wire: Call, project: str, say: Call) -> None:
    say("We decided to use PostgreSQL for orders.")
    bug = say("Fix the crash when PostgreSQL closes the connection: traceback attached.")
    query = {"project_id": project, "query": "PostgreSQL", "min_score": 0}
    found = wire("search_context", **query, filter_category="bug_fix")
    assert [one["context_id"] for one in found["results"]] == [bug["context_id"]]


def test_the_graph_relates_branches_and_contexts(
    wire: Call, project: str, branch: str, say: Call
) -> None:
    first, second = say("The crane is green."), say("The boat is late.")
    graph = wire("get_context_graph_info", project_id=project, branch_id=branch)
    assert graph["total_nodes"] == 3
    pairs = {(edge["from"], edge["to"]): edge["type"] for edge in graph["edges"]}
    assert pairs[first["context_id"], second["context_id"]] == "followed_by"
    assert pairs[first["context_id"], branch] == "belongs_to"


def test_the_graph_is_plain_data_and_a_picture(lux: Any, folder: Path) -> None:
    project = lux.memory.initialize_context(project_path=str(folder), mode="none").project_id
    for topic in ("Piers & <cranes>", "Boats"):
        made = lux.memory.create_branch(project_id=project, branch_topic=topic)
        place = {"project_id": project, "branch_id": made.branch_id}
        notes = [{"content": f"{topic} note {n}"} for n in range(200)]
        lux.memory.import_contexts(**place, contexts=notes)
    graph = lux.memory.graph(project)
    plain = graph.plain()
    assert {"id", "type", "label", "branch_id"} <= set(plain["nodes"][0])
    assert {"from", "to", "type", "weight"} == set(plain["edges"][0])
    shown = graph._repr_html_()
    picture = base64.b64decode(shown.partition("base64,")[2].partition("'")[0]).decode()
    root = ElementTree.fromstring(picture)
    dots = [one for one in root.iter() if one.tag.endswith("circle")]
    assert len(dots) == 3 + 160
    assert "the newest 163 are drawn" in shown
    width, height = float(root.get("width") or 0), float(root.get("height") or 0)
    assert all(0 < float(dot.get("cx") or 0) < width for dot in dots)
    assert all(0 < float(dot.get("cy") or 0) < height for dot in dots)
    assert lux.memory.graph(project, place["branch_id"]).total_nodes == 201


@pytest.mark.parametrize(
    ("name", "parameters", "code"),
    [
        ("initialize_context", {"project_path": "relative/path"}, "INVALID_PARAMS"),
        ("initialize_context", {"project_path": "/", "mode": "deep"}, "INVALID_PARAMS"),
        ("create_branch", {"project_id": "nope", "branch_topic": "x"}, "PROJECT_NOT_FOUND"),
        ("create_branch", {"project_id": "nope", "branch_topic": " "}, "INVALID_PARAMS"),
        ("list_branches", {"project_id": "nope"}, "PROJECT_NOT_FOUND"),
        ("rescan", {"project_id": "nope"}, "PROJECT_NOT_FOUND"),
        ("compress_now", {"project_id": "nope"}, "PROJECT_NOT_FOUND"),
        ("memory_audit", {"project_id": "nope"}, "PROJECT_NOT_FOUND"),
        ("search_context", {"project_id": "nope", "query": "x"}, "PROJECT_NOT_FOUND"),
        ("search_context", {"project_id": "nope", "query": " "}, "INVALID_PARAMS"),
        ("search_context", {"project_id": "p", "query": "x", "min_score": 2}, "INVALID_PARAMS"),
        ("get_automation_status", {"project_id": "nope"}, "PROJECT_NOT_FOUND"),
        ("get_context_graph_info", {"project_id": "nope"}, "PROJECT_NOT_FOUND"),
        ("verify_response", {"project_id": "nope", "response_text": "x"}, "PROJECT_NOT_FOUND"),
        ("suggest_contexts", {"project_id": "nope", "current_context": "x"}, "PROJECT_NOT_FOUND"),
        ("update_memory", {"project_id": "nope"}, "INVALID_PARAMS"),
    ],
)
def test_what_is_missing_or_wrong_has_the_code_of_the_reference(
    call: Call, name: str, parameters: dict[str, Any], code: str
) -> None:
    assert code_of(call, name, **parameters) == code


def test_a_branch_or_context_that_is_not_there_has_its_code(
    call: Call, project: str, branch: str
) -> None:
    place = {"project_id": project, "branch_id": "nope"}
    assert code_of(call, "update_memory", **place, content="x", role="user") == "BRANCH_NOT_FOUND"
    assert code_of(call, "get_active_summary", **place) == "BRANCH_NOT_FOUND"
    assert code_of(call, "import_contexts", **place, contexts=[]) == "BRANCH_NOT_FOUND"
    assert code_of(call, "load_context", **place, context_id="x") == "BRANCH_NOT_FOUND"
    assert code_of(call, "get_context_graph_info", **place) == "BRANCH_NOT_FOUND"
    place["branch_id"] = branch
    assert code_of(call, "load_context", **place, context_id="x") == "INVALID_PARAMS"
    assert code_of(call, "delete_context", project_id=project, context_id="x") == "INVALID_PARAMS"
    merge = {"project_id": project, "source_branch": branch, "target_branch": "nope"}
    assert code_of(call, "merge_branch", **merge) == "BRANCH_NOT_FOUND"
