"""The evaluator and its leaderboard."""

from collections.abc import Callable
from typing import Any

import pytest

from lux_nb.engine.authors import Author
from lux_nb.engine.calls import Progress
from lux_nb.errors import NotFound

pytestmark = pytest.mark.usefixtures("environment")

EXAMPLES = [
    {"text": "Tom is a cat. Kit is a cat.", "question": "Who is a cat?", "answer": ["Kit", "Tom"]},
    {"text": "No cat is blue. Tom is a cat.", "question": "Is Tom blue?", "answer": "no"},
    {"text": "Tom is a cat.", "question": "Is Tom blue?", "answer": "yes"},
    {"text": "Tom or the and.", "question": "Is Tom blue?", "answer": "unknown"},
]


def test_the_leaderboard_is_empty_until_there_was_a_run(lux: Any) -> None:
    assert lux.call("analysis.get_strategy_leaderboard") == {"success": True, "data": []}


def test_a_run_measures_and_the_leaderboard_adds_up(lux: Any) -> None:
    run = lux.call("analysis.run_evaluation", examples=EXAMPLES)
    assert (run["status"], run["done"], run["total"]) == ("done", 4, 4)
    [figures] = run["data"]
    assert (figures["strategyId"], figures["accuracy"], figures["translated"]) == (
        "english",
        0.5,
        0.75,
    )
    assert [one["correct"] for one in run["outcomes"]] == [True, True, False, False]
    assert run["outcomes"][3]["given"].startswith("UNREADABLE_SENTENCE")
    lux.call("analysis.run_evaluation", examples=EXAMPLES[:2], strategyIds=["english"])
    [row] = lux.call("analysis.get_strategy_leaderboard")["data"]
    assert (row["runs"], row["examples"], row["accuracy"]) == (2, 6, 0.6667)
    assert row["strategyName"] == "Controlled English"
    assert row["dollars"] == 0
    again = lux.call("analysis.get_evaluation", runId=run["runId"])
    assert again["data"] == run["data"]


def test_a_run_goes_on_behind_the_call_and_can_be_looked_at(
    engine: Any, call: Callable[..., Any]
) -> None:
    begun = call("analysis.run_evaluation", examples=EXAMPLES, wait=False)
    [job] = [job for job in engine.jobs.all() if begun.runId in job.name]

    async def ended() -> None:
        await job.task

    engine.run(ended())
    assert call("analysis.get_evaluation", runId=begun.runId).status == "done"
    with pytest.raises(NotFound):
        call("analysis.get_evaluation", runId="none")


def test_a_run_tells_how_far_it_is(engine: Any) -> None:
    heard: list[Any] = []
    request = {"examples": EXAMPLES[:2]}
    author = Author("script", "test")
    work = engine.call("analysis.run_evaluation", request, author=author, listener=heard.append)
    engine.run(work)
    progress = [update for update in heard if isinstance(update, Progress)]
    assert [(update.done, update.total) for update in progress] == [(0, 2), (1, 2)]


def test_the_grammar_answers_most_of_the_shipped_examples(lux: Any) -> None:
    [figures] = lux.call("analysis.run_evaluation")["data"]
    assert figures["accuracy"] >= 0.8
