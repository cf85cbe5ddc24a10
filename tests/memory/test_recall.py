"""Verification, suggestions, editions, and the whole of the reference through the engine."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lux_nb.engine.operations import load_operations
from lux_nb.engine.payloads import cortex
from lux_nb.errors import LuxError

Call = Callable[..., Any]

# Every tool of the reference with its parameters; a star marks the optional ones.
REFERENCE = {
    "initialize_context": "project_path mode*",
    "create_branch": "project_id branch_topic parent_branch*",
    "update_memory": "project_id branch_id content role",
    "get_active_summary": "project_id branch_id",
    "search_context": "project_id query top_k* filter_category* min_score*",
    "load_context": "project_id branch_id context_id",
    "suggest_contexts": "project_id current_context top_k*",
    "accept_suggestions": "project_id session_id context_ids",
    "reject_suggestions": "project_id session_id reason",
    "verify_response": "project_id response_text evidence_sources*",
    "get_context_graph_info": "project_id branch_id*",
    "create_snapshot": "project_id description*",
    "restore_snapshot": "project_id snapshot_id",
    "list_snapshots": "project_id",
    "sync_to_cloud": "project_id",
    "sync_from_cloud": "project_id",
    "link_git_branch": "project_id cortex_branch_id git_branch_name",
    "get_automation_status": "project_id",
}
BESIDE = {
    "list_projects", "list_branches", "delete_context", "merge_branch", "memory_audit",
    "compress_now", "rescan", "import_contexts",
}  # fmt: skip
CODES = {
    "PROJECT_NOT_FOUND",
    "BRANCH_NOT_FOUND",
    "LICENSE_REQUIRED",
    "INVALID_PARAMS",
    "STORAGE_ERROR",
    "NETWORK_ERROR",
}


@pytest.fixture
def wire(call: Call) -> Call:
    return lambda name, **parameters: call(name, **parameters).wire()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "project"
    made.mkdir()
    (made / "auth.py").write_text(
        '"""Login."""\n\n\ndef login(user):\n    """Login issues JWT tokens."""\n'
        "    # Refresh tokens last 30 days.\n    return issue(user)\n"
    )
    for arguments in (
        ["init", "-b", "main"],
        ["add", "."],
        ["commit", "-m", "Move the billing service to PostgreSQL"],
    ):
        identity = ["-c", "user.name=t", "-c", "user.email=t@t"]
        subprocess.run(["git", "-C", str(made), *identity, *arguments], check=True)
    return made


@pytest.fixture
def project(wire: Call, folder: Path) -> str:
    return str(wire("initialize_context", project_path=str(folder), mode="full")["project_id"])


def code_of(call: Call, name: str, **parameters: Any) -> str:
    with pytest.raises(LuxError) as caught:
        call(name, **parameters)
    assert set(cortex(caught.value)) == {"success", "error", "error_code", "details"}
    return caught.value.code


@pytest.mark.parametrize("name", REFERENCE)
def test_every_tool_of_the_reference_is_there_with_its_parameters(name: str) -> None:
    declared = load_operations()[name]
    assert declared.toolset == "memory"
    for word in REFERENCE[name].split():
        field = declared.request.model_fields[word.removesuffix("*")]
        assert field.is_required() is not word.endswith("*")
    names = {word.removesuffix("*") for word in REFERENCE[name].split()}
    more = set(declared.request.model_fields) - names
    assert not [one for one in more if declared.request.model_fields[one].is_required()]


def test_no_tool_is_there_that_nobody_names() -> None:
    declared = load_operations().values()
    assert {one.name for one in declared if one.toolset == "memory"} == {*REFERENCE, *BESIDE}


def test_every_code_of_the_reference_is_tested() -> None:
    tests = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    assert {code for code in CODES if f'== "{code}"' in tests or f'"{code}")' in tests} == CODES


def test_claims_are_matched_to_lines_of_files_and_to_commits(wire: Call, project: str) -> None:
    text = "Refresh tokens last 30 days. The billing service was moved to PostgreSQL."
    sources = ["auth.py", "git log"]
    found = wire(
        "verify_response", project_id=project, response_text=text, evidence_sources=sources
    )
    assert found["claims_extracted"] == 2
    first, second = found["evidence_items"]
    assert (first["evidence"], first["verified"]) == ("File: auth.py line 6", True)
    assert second["evidence"].startswith("Git commit: ")
    assert found["status"] in {"ACCEPT", "WARN"}
    assert 0 <= found["fuzzy_confidence"] <= 1


def test_a_contradicted_claim_is_told(wire: Call, project: str) -> None:
    text = "Refresh tokens last 90 days."
    found = wire("verify_response", project_id=project, response_text=text)
    assert found["claims_verified"] == 0
    assert found["status"] != "ACCEPT"
    assert found["contradictions"]


def test_given_texts_and_contexts_are_evidence(wire: Call, project: str) -> None:
    text = "The ferry to Hven leaves at nine."
    given = ["The ferry to Hven leaves at nine every morning."]
    found = wire("verify_response", project_id=project, response_text=text, evidence_sources=given)
    assert (found["status"], found["evidence_items"][0]["evidence"]) == (
        "ACCEPT",
        "Given source: 1",
    )


def test_the_verdict_colours_the_claims(call: Call, project: str) -> None:
    text = "Refresh tokens last 30 days <b>. Refresh tokens last 90 days."
    shown = call("verify_response", project_id=project, response_text=text)._repr_html_()
    assert "&lt;b&gt;" in shown
    assert "File: auth.py line 6" in shown
    graph = call("get_context_graph_info", project_id=project)
    assert "data:image/svg+xml" in graph._repr_html_()
    found = call("search_context", project_id=project, query="refresh tokens", min_score=0)
    assert "auth.py" in found._repr_html_()


@pytest.fixture
def notes(wire: Call, project: str) -> list[str]:
    branch = wire("create_branch", project_id=project, branch_topic="Notes")["branch_id"]
    texts = [
        "Role-based access control needs a table of permissions.",
        "Invoices are written as PDF by the billing service.",
        "Permissions for access control are checked in the middleware.",
    ]
    contexts = [{"content": text} for text in texts]
    done = wire("import_contexts", project_id=project, branch_id=branch, contexts=contexts)
    return list(done["context_ids"])


def test_suggestions_learn_from_what_is_accepted(
    wire: Call, make_engine: Call, project: str, notes: list[str]
) -> None:
    task = "role-based access control permissions"
    first = wire("suggest_contexts", project_id=project, current_context=task)
    offered = [one["context_id"] for one in first["suggestions"]]
    assert notes[0] in offered
    assert {one["source"] for one in first["suggestions"]} == {"ai_analysis"}
    assert wire("get_automation_status", project_id=project)["open_sessions"] == [
        first["session_id"]
    ]
    done = wire(
        "accept_suggestions",
        project_id=project,
        session_id=first["session_id"],
        context_ids=[notes[0]],
    )
    assert done["accepted_count"] == 1
    # Another kernel on the same store has learned it too.
    from lux_nb.engine.authors import Author

    other = make_engine()
    request = {"project_id": project, "current_context": task}
    again = other.run(other.call("suggest_contexts", request, author=Author("script", "x"))).wire()
    best = again["suggestions"][0]
    assert (best["context_id"], best["source"], best["confidence"]) == (
        notes[0],
        "user_selected",
        1.0,
    )


def test_a_deleted_context_is_not_suggested_any_more(
    wire: Call, project: str, notes: list[str]
) -> None:
    task = {"project_id": project, "current_context": "role-based access control permissions"}
    session = wire("suggest_contexts", **task)["session_id"]
    answer = {"project_id": project, "session_id": session, "context_ids": [notes[0]]}
    wire("accept_suggestions", **answer)
    wire("delete_context", project_id=project, context_id=notes[0])
    again = wire("suggest_contexts", **task)["suggestions"]
    assert notes[0] not in {one["context_id"] for one in again}


def test_rejections_lead_to_plan_b(wire: Call, project: str, notes: list[str]) -> None:
    assert wire("get_automation_status", project_id=project)["current_plan"] == "A"
    task = "role-based access control permissions"
    session = wire("suggest_contexts", project_id=project, current_context=task)["session_id"]
    answer = {"project_id": project, "session_id": session, "reason": "another phase"}
    assert wire("reject_suggestions", **answer)["success"]
    status = wire("get_automation_status", project_id=project)
    assert (status["current_plan"], status["rejection_rate"]) == ("B", 1.0)
    assert status["feedback_count"] > 0
    assert code_of(wire, "reject_suggestions", **answer) == "INVALID_PARAMS"


def test_answers_to_nothing_have_a_code(wire: Call, project: str) -> None:
    place = {"project_id": project, "session_id": "nope"}
    assert code_of(wire, "accept_suggestions", **place, context_ids=[]) == "INVALID_PARAMS"
    assert code_of(wire, "reject_suggestions", **place, reason="x") == "INVALID_PARAMS"


@pytest.mark.parametrize(
    ("edition", "name", "parameters"),
    [
        ("free", "verify_response", {"response_text": "x"}),
        ("free", "suggest_contexts", {"current_context": "x"}),
        ("free", "accept_suggestions", {"session_id": "x", "context_ids": []}),
        ("free", "reject_suggestions", {"session_id": "x", "reason": "x"}),
        ("free", "search_context", {"query": "x", "filter_category": "data"}),
        ("pro", "sync_to_cloud", {}),
        ("pro", "sync_from_cloud", {}),
        ("pro", "get_context_graph_info", {}),
    ],
)
def test_an_edition_without_a_tool_says_so(
    make_engine: Call, edition: str, name: str, parameters: dict[str, Any]
) -> None:
    from lux_nb.engine.authors import Author

    engine = make_engine(edition=edition)

    def call(name: str, **values: Any) -> Any:
        return engine.run(engine.call(name, values, author=Author("script", "test")))

    assert code_of(call, name, project_id="p", **parameters) == "LICENSE_REQUIRED"
