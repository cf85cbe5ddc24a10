"""What is found by its words at once and by its meaning a moment later."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lux_nb.memory import service
from lux_nb.memory.search.queries import QueryVectors
from lux_nb.memory.service import memory_of
from lux_nb.models.encoders import StaticEncoder

Call = Callable[..., Any]


class Counted(StaticEncoder):
    """An encoder that is taken for one that needs time, and counts what it encodes."""

    name = "counted-256"

    def __init__(self) -> None:
        self.encoded: list[str] = []

    def embed(self, texts: Sequence[str]) -> Any:
        self.encoded += texts
        return super().embed(texts)


@pytest.fixture
def encoder(engine: Any) -> Counted:
    made = Counted()

    async def use() -> None:
        vars(memory_of(engine))["encoder"] = made

    engine.run(use())
    return made


@pytest.fixture
def place(call: Call, encoder: Counted, tmp_path: Path) -> dict[str, str]:
    project = call("initialize_context", project_path=str(tmp_path), mode="none").project_id
    branch = call("create_branch", project_id=project, branch_topic="Harbour").branch_id
    return {"project_id": project, "branch_id": branch}


def test_a_search_does_not_wait_for_the_encoding_of_what_was_saved(
    engine: Any,
    call: Call,
    place: dict[str, str],
    encoder: Counted,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # What goes on behind a call waits here until it is asked for.
    for name in ("QUIET_SECONDS", "ENCODED_WITHIN_SECONDS", "LONGEST_WAIT_SECONDS"):
        monkeypatch.setattr(service, name, 600.0)
    project = place["project_id"]
    call("search_context", project_id=project, query="anything")
    said = "The lighthouse keeper feeds the gulls."
    saved = call("update_memory", **place, content=said, role="user")
    query = {"project_id": project, "min_score": 0.0}
    found = call("search_context", **query, query="lighthouse").results
    assert found[0].context_id == saved.context_id
    assert encoder.encoded == ["lighthouse"]

    async def settled() -> Any:
        index = await memory_of(engine).index(project)
        return index.main.vector(saved.context_id), index.unencoded

    vector, unencoded = engine.run(settled())
    assert np.allclose(vector, StaticEncoder().embed([said])[0], atol=0.01)
    assert not unencoded
    assert encoder.encoded == ["lighthouse", said]
    again = call("search_context", **query, query="lighthouse").results
    assert encoder.encoded == ["lighthouse", said]
    assert again[0].metadata["score_parts"]["semantic"] > 0


def test_what_waits_for_its_vector_and_is_deleted_is_forgotten(
    engine: Any, call: Call, place: dict[str, str], encoder: Counted
) -> None:
    project = place["project_id"]
    saved = call("update_memory", **place, content="The tide turns at noon.", role="user")
    call("search_context", project_id=project, query="tide", min_score=0.0)
    call("delete_context", project_id=project, context_id=saved.context_id)
    call("search_context", project_id=project, query="tide", min_score=0.0)

    async def left() -> Any:
        return (await memory_of(engine).index(project)).unencoded

    assert not engine.run(left())


def test_the_oldest_query_is_forgotten_first() -> None:
    encoder = Counted()
    queries = QueryVectors(encoder)
    for number in range(64):
        queries.vector(f"query {number}")
    queries.vector("query 0")
    queries.vector("one more")
    queries.vector("query 0")
    assert encoder.encoded.count("query 0") == 1
    queries.vector("query 1")
    assert encoder.encoded.count("query 1") == 2
