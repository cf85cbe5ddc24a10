"""Taking back, branching, going back, files, ontologies, translation and strategies."""

from pathlib import Path
from typing import Any

import pytest

from lux_nb.errors import Conflict, InvalidRequest, LuxError, NotFound

pytestmark = pytest.mark.usefixtures("environment")


@pytest.fixture
def told(lux: Any) -> Any:
    lux.call("session.create", sessionId="s1")
    rules = ["parent(ann, bob).", "parent(bob, eve).", "child(X, Y) :- parent(Y, X)."]
    lux.call("session.assert_rules", sessionId="s1", rules=rules)
    return lux


def facts(lux: Any, session: str = "s1") -> list[str]:
    return lux.call("session.get", sessionId=session)["data"]["facts"].splitlines()


def test_clauses_are_taken_back_and_any_state_can_be_had_again(told: Any) -> None:
    rule = "child(A, B) :- parent(B, A)."
    gone = told.call("session.retract", sessionId="s1", rules=rule)
    assert gone["removedFacts"] == ["child(X, Y) :- parent(Y, X)."]
    assert len(facts(told)) == 2
    with pytest.raises(InvalidRequest):
        told.call("session.retract", sessionId="s1", rules="parent(ann, bob). never(there).")
    assert len(facts(told)) == 2
    seen = told.call("session.history", sessionId="s1", version=1)
    assert [change["kind"] for change in seen["data"]] == ["create", "assert_rules", "retract"]
    assert len(seen["fullKnowledgeBase"].splitlines()) == 3
    told.call("session.history", sessionId="s1", version=1, restore=True)
    assert len(facts(told)) == 3
    rows = told.call("session.prolog", sessionId="s1", goal="child(X, ann)")["rows"]
    assert rows == [{"X": "bob"}]


def test_a_branch_changes_apart_from_its_origin(told: Any) -> None:
    told.call("session.fork", sessionId="s1", newSessionId="s2")
    told.call("session.assert_rules", sessionId="s2", rules="tall(ann).")
    assert len(facts(told)) == 3
    assert facts(told, "s2")[-1] == "tall(ann)."
    with pytest.raises(Conflict):
        told.call("session.fork", sessionId="s1", newSessionId="s2")


def test_a_knowledge_base_goes_to_a_file_and_comes_back(told: Any, tmp_path: Path) -> None:
    path = tmp_path / "family.pl"
    told.call("session.export", sessionId="s1", path=str(path))
    told.call("session.create", sessionId="s2")
    told.call("session.import", sessionId="s2", path=str(path))
    assert facts(told, "s2") == facts(told)
    with pytest.raises(InvalidRequest):
        told.call("session.export", sessionId="s1", path=str(path))
    with pytest.raises(NotFound):
        told.call("session.import", sessionId="s1", path=str(tmp_path / "none.pl"))


EITHER = "Bob is tall or Ann is short. Ann is not short."


def decided(lux: Any, session: str) -> str:
    question = {"sessionId": session, "naturalLanguageQuestion": "Is Bob tall?"}
    return lux.call("session.query", **question)["verdict"]


def test_a_first_order_statement_is_kept_wherever_its_session_goes(
    lux: Any, tmp_path: Path
) -> None:
    lux.call("session.create", sessionId="s1")
    told = lux.call("session.assert", sessionId="s1", naturalLanguageText=EITHER)
    assert told["addedFacts"] == ["% tall(bob) ∨ short(ann)", "-short(ann)."]
    path = str(tmp_path / "either.pl")
    lux.call("session.export", sessionId="s1", path=path)
    for session in ("imported", "pasted", "asserted"):
        lux.call("session.create", sessionId=session)
    lux.call("session.import", sessionId="imported", path=path)
    lux.call("session.set_kb", sessionId="pasted", kbContent=told["fullKnowledgeBase"])
    rules = told["fullKnowledgeBase"].splitlines()
    lux.call("session.assert_rules", sessionId="asserted", rules=rules)
    lux.call("session.fork", sessionId="s1", newSessionId="forked")
    sessions = ("s1", "imported", "pasted", "asserted", "forked")
    assert [decided(lux, session) for session in sessions] == ["yes"] * 5
    lux.call("session.retract", sessionId="s1", rules="% tall(bob) ∨ short(ann)")
    assert decided(lux, "s1") == "unknown"
    lux.call("session.history", sessionId="s1", version=1, restore=True)
    assert decided(lux, "s1") == "yes"


def test_the_sentences_go_to_the_file_and_come_back(lux: Any, tmp_path: Path) -> None:
    kb = lux.logic.session("s1")
    kb.assert_(f"Every cat is an animal. {EITHER}")  # noqa: PT009 - not unittest's
    path = str(tmp_path / "kb.pl")
    lux.call("session.export", sessionId="s1", path=path)
    other = lux.logic.session("s2")
    lux.call("session.import", sessionId="s2", path=path)
    shown = ["clause", "english", "origin"]
    before, after = (each.frame()[shown].sort_values("clause") for each in (kb, other))
    assert before.to_numpy().tolist() == after.to_numpy().tolist()


def test_each_change_is_told_with_what_is_new_and_the_whole(told: Any) -> None:
    heard: list[Any] = []
    told.engine.events.subscribe(heard.append)
    told.call("session.assert", sessionId="s1", naturalLanguageText=EITHER)
    told.call("session.retract", sessionId="s1", rules="parent(ann, bob).")
    told.call("session.set_kb", sessionId="s1", kbContent="tall(ann).")
    events = [event.payload for event in heard if event.kind == "kb_updated"]
    assert [event["newFacts"] for event in events] == [
        ["% tall(bob) ∨ short(ann)", "-short(ann)."],
        [],
        ["tall(ann)."],
    ]
    counts = [len(event["fullKnowledgeBase"].splitlines()) for event in events]
    assert counts == [5, 4, 1]


def test_rows_become_facts_whatever_their_text(told: Any) -> None:
    rows = [["it's", 1], ["New York", 2.5], ["back\\slash", 3]]
    told.call("session.load_rows", sessionId="s1", predicate="item", rows=rows)
    found = told.call("session.prolog", sessionId="s1", goal="item(Name, Size)")["rows"]
    assert [[row["Name"], row["Size"]] for row in found] == rows


def test_an_ontology_holds_in_every_session_until_it_is_deleted(told: Any) -> None:
    made = told.call("ontology.create", name="family", rules="kin(X, Y) :- parent(X, Y).")
    assert made["data"]["name"] == "family"
    goal = {"sessionId": "s1", "goal": "kin(ann, X)"}
    assert told.call("session.prolog", **goal)["rows"] == [{"X": "bob"}]
    assert "rules" not in told.call("ontology.list")["data"][0]
    assert told.call("ontology.list", includeRules=True)["data"][0]["rules"]
    told.call("ontology.update", name="family", rules="kin(X, Y) :- parent(Y, X).")
    assert told.call("session.prolog", **goal)["rows"] == []
    assert told.call("ontology.get", name="family")["data"]["rules"].endswith("parent(Y, X).")
    with pytest.raises(InvalidRequest):
        told.call("ontology.update", name="family", rules="kin(")
    assert told.call("ontology.delete", name="family")["message"] == "Ontology deleted."
    with pytest.raises(NotFound) as caught:
        told.call("ontology.get", name="family")
    assert caught.value.code == "ONTOLOGY_NOT_FOUND"


def test_translation_goes_both_ways_without_a_session(lux: Any) -> None:
    made = lux.call("translate.nlToRules", naturalLanguageText="No student is lazy.")
    assert made["rules"] == ["-lazy(X) :- student(X)."]
    assert made["strategyId"] == "english"
    said = lux.call("translate.rulesToNl", rules="\n".join(made["rules"]))
    again = lux.call("translate.nlToRules", naturalLanguageText=said["explanation"])
    assert again["rules"] == made["rules"]


def test_the_strategy_is_named_and_an_unknown_one_refused(lux: Any) -> None:
    listed = [one["id"] for one in lux.call("strategy.list")["data"]]
    assert listed == ["english", "auto", "direct-s1", "sir-r1", "sir-r2-few-shot"]
    active = {"success": True, "data": {"activeStrategyId": "english"}}
    assert lux.call("strategy.getActive") == active
    set_to = lux.call("strategy.setActive", strategyId="english")
    assert set_to == {**active, "message": "Strategy set."}
    with pytest.raises(NotFound) as caught:
        lux.call("strategy.setActive", strategyId="magic")
    assert caught.value.code == "STRATEGY_NOT_FOUND"


def test_on_mcp_the_names_have_a_prefix(lux: Any) -> None:
    assert lux.engine.operations["session.assert"].mcp_name == "mcr_session_assert"
    assert lux.engine.operations["translate.nlToRules"].mcp_name == "mcr_translate_nlToRules"


def test_facts_of_a_frame_are_taken_back_branched_and_had_again(lux: Any, tmp_path: Path) -> None:
    import pandas as pd

    kb = lux.logic.session("rows")
    kb.assert_rules("item(first, 0).")
    names = [f"item{n}" for n in range(30_000)] + ["it's", "New York", "é", "two\nlines", "[]"]
    loaded = kb.load("item", pd.DataFrame({"name": names, "size": range(len(names))}))
    assert (loaded.loaded, loaded.clauses) == (30_005, 30_006)
    kb.assert_rules("item(last, 1).")
    gone = kb.retract(["item('it\\'s', 30000).", "item('[]', 30004).", "item(item7, 7)."])
    assert len(gone.removedFacts) == 3
    assert len(lux.call("session.get", sessionId="rows")["data"]["facts"].splitlines()) == 30_004
    for again in (kb, kb.fork("branch")):
        assert kb.prolog("item(item7, N)").empty
        found = again.prolog("item(X, N)", limit=40_000)
        assert len(found) == 30_004
        assert found["X"].iloc[[0, 8, -1]].tolist() == ["first", "item8", "last"]
        lux.engine.run(lux.engine.logic_sessions.close())
    assert kb.prolog("item(X, 30003)")["X"].tolist() == ["two\nlines"]
    with pytest.raises(InvalidRequest, match="not in the knowledge base"):
        kb.retract("item(item7, 7).")
    with pytest.raises(InvalidRequest, match="not in the knowledge base"):
        kb.retract("item(item8, 8.0).")
    sizes = {one["id"]: one["clauses"] for one in lux.call("session.list")["data"]}
    assert sizes == {"rows": 30_004, "branch": 30_004}
    kb.undo(2)
    assert len(kb.prolog("item(X, N)", limit=40_000)) == 30_006
    other = lux.logic.session("other")
    other.import_(kb.export(str(tmp_path / "rows.pl")))
    assert other.prolog("item(X, 30002)")["X"].tolist() == ["é"]
    assert [c.tolist() for _, c in kb.history()[["added", "removed"]].items()] == [
        [0, 1, 30_005, 1, 0, 30_006],
        [0, 0, 0, 0, 3, 30_004],
    ]


def test_what_can_not_be_loaded_leaves_nothing_behind(lux: Any) -> None:
    import pandas as pd

    kb = lux.logic.session("rows")
    kb.assert_rules("item(a).")
    many = pd.DataFrame({"x": ["a"] * 50_000})
    for predicate, frame in (
        ("length", pd.DataFrame({"x": many["x"], "y": 1})),
        ("item", pd.DataFrame({"x": [*many["x"], "nul\0"]})),
        ("item", pd.DataFrame({"x": []})),
        ("Item", many),
        ("item", "nothing of the kind"),
    ):
        with pytest.raises(LuxError):
            kb.load(predicate, frame)
        assert kb.prolog("item(X)")["X"].tolist() == ["a"]
        assert kb.kb == "item(a)."
