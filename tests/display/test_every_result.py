"""Every result of every operation shows itself, and never makes a notebook large."""

import types
import typing
from datetime import UTC, datetime
from typing import Any

import pytest
from IPython.core.formatters import DisplayFormatter
from pydantic import BaseModel

from lux_nb.display.caps import MOST_HTML, MOST_TEXT
from lux_nb.display.results import html_of, markdown_of
from lux_nb.engine.operations import Result, load_operations
from lux_nb.models.results import TextContent

ROOM_FOR_A_NOTE = 200
MANY = 600
NEEDS_A_STEP = {"TracedThought", "BiasStepResult", "PlanStepResult"}
"""These show the step they were made from, which is not among their fields."""


def every_result() -> list[type[Result]]:
    kinds = {operation.response for operation in load_operations().values()}
    return sorted(kinds - {Result}, key=lambda kind: f"{kind.__module__}.{kind.__name__}")


def example(kind: Any, count: int, depth: int = 0) -> Any:
    """Return a value of a type, with lists as long as is asked for."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        return example(inner[0], count, depth)
    if origin is typing.Literal:
        return inner[0]
    if origin in (typing.Union, types.UnionType):
        return example(next(one for one in inner if one is not type(None)), count, depth)
    if origin is list or kind is list:
        below = 2 if depth else count
        item = inner[0] if inner else str
        return [] if depth > 3 else [example(item, count, depth + 1) for _ in range(below)]
    if origin is dict and isinstance(inner[1], type) and issubclass(inner[1], BaseModel):
        return {"name": example_of(inner[1], count, depth + 1)}
    if origin is dict or kind is dict:
        return {"name": "<b>value & more</b>", "description": "x" * 300, "category": "c"}
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return example_of(kind, count, depth + 1)
    plain = {str: "a <b>text</b> | of words " * 8, int: 3, float: 0.5, bool: True}
    return datetime(2026, 1, 1, tzinfo=UTC) if kind is datetime else plain.get(kind, "any")


def example_of(kind: type[BaseModel], count: int, depth: int = 0) -> Any:
    fields = {
        name: example(field.annotation, count, depth) for name, field in kind.model_fields.items()
    }
    return kind.model_construct(**fields)


def adapted(kind: type[Result], result: Any) -> Any:
    """Fill what is not told by types: rows that are plain dictionaries have names."""
    name = kind.__name__
    if name == "ModelList":
        row = '{"id": "m", "owned_by": "o", "created": 1, "capabilities": []}'
        rows = ",".join([row] * len(result.content))
        result.content[:] = [TextContent(text=f'{{"models": [{rows}]}}')]
    if name == "ToolList":
        tool = {"name": "t", "category": "c", "status": "active", "description": "d" * 200}
        result.tools[:] = [tool for _ in result.tools]
    if name == "ExecutionResult":
        result.metadata = {"duration": 1.0, "cached": False, "attempts": 1, "provider": "p"}
        result.correction = None
    if name == "ToolHelp":
        result.parameters[:] = [
            {"name": "p", "schema": {"type": "string"}, "required": True} for _ in result.parameters
        ]
        result.examples[:] = [{"example": {"p": "x"}} for _ in result.examples]
    if name == "Verification":
        result.contradictions[:] = [
            {"claim": "a", "against": "b", "source": "s"} for _ in result.contradictions
        ]
    if name == "SearchResult":
        for found in result.results:
            found.metadata = {"score_parts": {"words": 0.4}}
    return result


@pytest.mark.parametrize("count", [0, MANY])
@pytest.mark.parametrize("kind", every_result(), ids=lambda kind: kind.__name__)
def test_a_result_shows_itself_and_stays_small(kind: type[Result], count: int) -> None:
    if kind.__name__ in NEEDS_A_STEP:
        pytest.skip("shown with its step in the tests of the reasoning displays")
    result = adapted(kind, example_of(kind, count))
    data, _ = DisplayFormatter().format(result)
    assert data.keys() & {"text/html", "text/markdown"}
    assert len(data["text/plain"]) <= MOST_TEXT + ROOM_FOR_A_NOTE
    assert len(data.get("text/html", "")) <= MOST_HTML + ROOM_FOR_A_NOTE
    assert len(data.get("text/markdown", "")) <= MOST_TEXT + ROOM_FOR_A_NOTE
    assert html_of(result)
    assert markdown_of(result)
    assert "<script" not in html_of(result)


def test_what_a_model_wrote_is_shown_and_not_run() -> None:
    from lux_nb.reasoning.results import Reply

    reply = Reply(response="<img src=x onerror=alert(1)> **bold**", model_used="m", thread_id="t")
    assert "<img" not in html_of(reply)
    assert "<strong>bold</strong>" in html_of(reply)
    assert reply._repr_html_() is None, "Markdown is what front ends show of an answer"


def test_a_proof_is_a_tree_with_its_verdict() -> None:
    from lux_nb.logic.results import ProofView
    from lux_nb.logic.session_results import Answered, Cost

    leaf = ProofView(statement="Pingu is a penguin.", kind="fact", source="Pingu is a penguin.")
    proof = ProofView(statement="Pingu is a bird.", kind="rule", source="r", premises=[leaf])
    answer = Answered(answer="Yes.", verdict="yes", proof=proof, strategyId="offline", cost=Cost())
    html = html_of(answer)
    assert html.index("Pingu is a bird.") < html.index("Pingu is a penguin.")
    assert "<img" in html, "the proof is drawn"
    assert "<details" in html, "and can be read as text"


def test_a_long_table_says_how_many_rows_are_left_out() -> None:
    from lux_nb.display.tables import Rows

    table = Rows([{"a": number} for number in range(1000)], ["a"])
    assert "… 800 rows more" in repr(table)
    assert "… 800 rows more" in table._repr_html_()
