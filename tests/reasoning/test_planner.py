"""Planning, step by step, with a scripted model behind real HTTP."""

from collections.abc import Callable
from typing import Any

import pytest

from lux_nb.engine.authors import Author
from lux_nb.errors import Conflict, InvalidRequest, NotFound, ProviderError
from tests.reasoning import shapes
from tests.reasoning.conftest import THOUGHTS, in_turn

TASK = "Make the shop fast."
Make = Callable[..., Any]


def step(call: Any, number: int, text: str = "Next.", **more: Any) -> Any:
    given = {"total_steps": 4, "next_step_required": True, **more}
    return call("planner", step=text, step_number=number, **given)


def test_a_step_has_exactly_the_fields_of_the_reference(scripted: Make) -> None:
    call, server, _ = scripted(in_turn(THOUGHTS))
    first = step(call, 1, TASK)
    shapes.check(first.wire(), shapes.PLANNED)
    second = step(call, 2, "Define the roles.")
    assert second.session_id == first.session_id
    assert second.metadata.planning_depth == 2
    for part in (TASK, THOUGHTS[0], "Define the roles."):
        assert part in server.prompts[-1]


def test_branches_and_revisions_have_their_place_and_depth(scripted: Make) -> None:
    call, server, _ = scripted(in_turn(THOUGHTS))
    step(call, 1, TASK)
    step(call, 2, is_branch_point=True)
    step(call, 3)
    aside = step(call, 2, branch_from_step=1, branch_id="cloud")
    assert (aside.metadata.branch_id, aside.metadata.planning_depth) == ("cloud", 2)
    assert THOUGHTS[1] not in server.prompts[-1]
    better = step(call, 4, is_step_revision=True, revises_step_number=2)
    assert better.metadata.is_revision
    assert (better.metadata.branch_id, better.metadata.planning_depth) == ("main", 3)
    last = step(call, 5, next_step_required=False)
    assert (last.total_steps, last.next_step_required) == (5, False)


def test_more_steps_extend_the_plan(scripted: Make) -> None:
    call, _, _ = scripted(in_turn(THOUGHTS))
    first = step(call, 1, TASK, total_steps=1, next_step_required=False, more_steps_needed=True)
    assert (first.total_steps, first.next_step_required) == (2, True)


def test_a_model_that_writes_nothing_is_an_error_and_the_step_can_be_taken_again(
    scripted: Make,
) -> None:
    call, server, _ = scripted(lambda _: "  ")
    with pytest.raises(ProviderError):
        step(call, 1, TASK)
    server.script = in_turn(THOUGHTS)
    assert step(call, 1, TASK).step_number == 1


def test_a_plan_goes_on_in_another_kernel(scripted: Make, make_engine: Make) -> None:
    call, server, engine = scripted(in_turn(THOUGHTS))
    session = call("plan", task=TASK, steps=2).session_id
    engine.close()
    again = make_engine(compatible_base_url=server.url)
    work = again.call("plan", {"session_id": session, "steps": 2}, author=Author("script", "x"))
    plan = again.run(work)
    assert [view.step_number for view in plan.steps] == [1, 2, 3, 4]
    assert plan.plan.status == "complete"


def test_a_plan_is_exported_as_markdown(scripted: Make) -> None:
    call, _, _ = scripted(in_turn(THOUGHTS))
    session = call("plan", task=TASK, steps=2).session_id
    step(call, 3, branch_from_step=1, branch_id="cloud", session_id=session)
    markdown = call("plan_get", session_id=session).markdown
    assert markdown.startswith(f"# Plan: {TASK}\n")
    for part in ("## Step 1", THOUGHTS[0], "### Branch cloud (from step 1)", "#### Step 3"):
        assert part in markdown


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"step_number": 1}, Conflict, "already has a step 1"),
        ({"is_step_revision": True}, InvalidRequest, "revises_step_number"),
        ({"branch_from_step": 9}, InvalidRequest, "no step 9"),
        ({"branch_id": "nowhere"}, InvalidRequest, "branch_from_step"),
        ({"session_id": "nope"}, NotFound, "nope"),
        ({"step": ""}, InvalidRequest, "step"),
    ],
)
def test_bad_input_is_a_typed_error(
    scripted: Make, given: dict[str, Any], error: type[Exception], words: str
) -> None:
    call, _, _ = scripted(in_turn(THOUGHTS))
    session = step(call, 1, TASK).session_id
    parameters = {"step": "Next.", "step_number": 2, "total_steps": 3, "next_step_required": True}
    with pytest.raises(error, match=words):
        call("planner", **{**parameters, "session_id": session, **given})
    assert len(call("plan_get", session_id=session).steps) == 1
