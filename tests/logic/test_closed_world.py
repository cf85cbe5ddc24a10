"""Closed worlds of single predicates: what is not shown of them is no."""

from pathlib import Path
from typing import Any

import pytest

from lux_nb.errors import InvalidRequest, PermissionDenied

pytestmark = pytest.mark.usefixtures("environment")

TEXT = (
    "Ann likes Bob. Tom is a cat. Kit is a cat. Tom is happy. If a cat is not happy then it is sad."
)


@pytest.fixture
def kb(lux: Any) -> Any:
    made = lux.logic.session("s")
    made.assert_(TEXT)  # noqa: PT009 - not unittest's
    return made


def test_only_what_is_closed_is_no_where_nothing_shows_it(kb: Any) -> None:
    assert kb.query("Does Bob like Ann?").verdict == "unknown"
    told = kb.close_world("like/2")
    assert told.data.closed == kb.closed == ["like/2"]
    assert kb.query("Does Bob like Ann?").verdict == "no"
    assert kb.query("Does Ann like Bob?").verdict == "yes"
    assert kb.query("Is Ann happy?").verdict == "unknown"
    assert kb.query("Who likes Tom?").verdict == "no"
    kb.open_world("like/2")
    assert kb.query("Does Bob like Ann?").verdict == "unknown"
    assert kb.query("Who likes Tom?").verdict == "unknown"


def test_the_answer_says_that_it_rests_on_absence_and_what_would_have_shown_it(kb: Any) -> None:
    kb.assert_rules("like(X, Y) :- friend(X, Y).")
    kb.close_world("like/2")
    answer = kb.query("Does Bob like Ann?", trace=True)
    assert answer.oppositeProof.kind == "absence"
    assert answer.oppositeProof.source == "What is not shown of like/2 is not so."
    assert answer.proof is None
    assert "Bob is a friend of Ann." in answer.wouldHelp
    assert "friend" in answer.explanation
    who = kb.query("Who likes Tom?", trace=True)
    assert who.oppositeProof.kind == "absence"


def test_rules_with_a_negated_condition_apply_where_it_is_not_shown(kb: Any) -> None:
    assert kb.query("Is Kit sad?").verdict == "unknown"
    kb.close_world("happy/1")
    answer = kb.query("Is Kit sad?", trace=True)
    assert answer.verdict == "yes"
    assert [leaf.kind for leaf in answer.proof.premises] == ["fact", "absence"]
    assert kb.query("Is Tom sad?").verdict == "unknown"
    assert list(kb.prolog("-happy(X)")["X"]) == ["ann", "bob", "kit"]


def test_a_question_of_several_conditions_is_no_only_where_closed_ones_decide(kb: Any) -> None:
    rules = "tall(eve). -rich(eve). cat(eve)."
    kb.assert_rules(rules)
    kb.close_world("tall/1")
    goals = {
        "Is there a tall cat that is happy?": "tall(X), happy(X)",
        "Is there a tall cat that is rich?": "tall(X), rich(X)",
    }
    explained = {name: kb._lux.engine.run(_opposite(kb, goal)) for name, goal in goals.items()}
    assert [bool(found) for found in explained.values()] == [False, True]


async def _opposite(kb: Any, goal: str) -> list[Any]:
    async with kb._lux.engine.logic_sessions.use(kb.id) as ready:
        return list((await ready.worker.explain(goal))["opposite"])


def test_a_closed_session_applies_negated_conditions_too(lux: Any) -> None:
    kb = lux.logic.session("c", world="closed")
    kb.assert_(TEXT)  # noqa: PT009 - not unittest's
    assert kb.query("Is Kit sad?").verdict == "yes"
    assert kb.query("Is Tom sad?").verdict == "no"
    assert kb.query("Is Bob purple?").verdict == "no"
    with pytest.raises(InvalidRequest, match="as a whole"):
        kb.open_world("like/2")


def test_a_first_order_statement_is_asked_before_absence_decides(kb: Any) -> None:
    kb.assert_("Ann is tall or Ann is short. Ann is not tall.")  # noqa: PT009
    kb.close_world("short/1")
    assert kb.query("Is Ann short?").verdict == "yes"
    assert kb.query("Is Bob short?").verdict == "no"


def test_what_is_closed_goes_wherever_the_session_goes(kb: Any, lux: Any, tmp_path: Path) -> None:
    kb.close_world("like/2", "happy/1")
    assert "% closed like/2" in kb.kb
    fork = kb.fork("branch")
    fork.open_world("happy/1")
    assert (fork.closed, kb.closed) == (["like/2"], ["like/2", "happy/1"])
    file = kb.export(str(tmp_path / "kb.pl"))
    other = lux.logic.session("other")
    other.import_(file)
    assert other.closed == kb.closed
    assert other.query("Is Ann happy?").verdict == "no"
    lux.call("session.set_kb", sessionId="other", kbContent=fork.kb)
    assert other.closed == ["like/2"]
    lux.engine.run(lux.engine.logic_sessions.close())
    assert kb.query("Is Ann happy?").verdict == "no"
    kb.undo()
    assert kb.closed == []
    assert kb.query("Is Ann happy?").verdict == "unknown"
    assert list(kb.history()["kind"])[-2:] == ["closed_world", "undo"]


def test_it_is_told_when_a_session_is_made_or_in_its_rules(lux: Any) -> None:
    kb = lux.logic.session("made", closed=["like/2"])
    assert kb.query("Does Bob like Ann?").verdict == "no"
    kb.assert_rules(":- closed happy/1, 'New York'/1.\ncat(tom).\n% closed on Sundays")
    assert kb.closed == ["like/2", "happy/1", "'New York'/1"]
    assert lux.call("session.get", sessionId="made")["data"]["closed"] == kb.closed
    kb.assert_rules("% closed happy/1\ncat(kit).")
    assert kb.closed.count("happy/1") == 1
    kb.retract("% closed happy/1")
    assert "happy/1" not in kb.closed
    assert kb.query("Is Ann happy?").verdict == "unknown"


@pytest.mark.parametrize("name", ["like", "like/x", "Like/2", "", "/2", "like/2 or so"])
def test_what_is_no_predicate_is_refused(kb: Any, name: str) -> None:
    for wrong in ({"close": [name]}, {"open": [name]}):
        with pytest.raises(InvalidRequest):
            kb._lux.call("session.closed_world", sessionId="s", **wrong)
    with pytest.raises(InvalidRequest):
        kb._lux.call("session.create", sessionId="wrong", closed=[name])
    with pytest.raises(InvalidRequest, match="not closed"):
        kb.open_world("like/2")


def test_absence_that_depends_on_itself_is_a_clear_error(kb: Any) -> None:
    kb.assert_rules("odd(X) :- cat(X), -even(X). even(X) :- cat(X), -odd(X).")
    kb.close_world("odd/1", "even/1")
    with pytest.raises(InvalidRequest, match="its own absence"):
        kb.prolog("odd(tom)")


def test_a_closed_world_opens_no_way_out(lux: Any) -> None:
    kb = lux.logic.session("c", world="closed")
    for goal in ("-shell(ls)", "-halt", "-(a, halt)", "- - halt"):
        assert lux.call("session.prolog", sessionId="c", goal=goal)["rows"] == []
    for goal in ("'$closed'(shell(ls))", "X = 1, '$closed'(X)"):
        with pytest.raises(PermissionDenied):
            kb.prolog(goal)
    with pytest.raises(InvalidRequest):
        kb.assert_rules("'$closed'(X).")
