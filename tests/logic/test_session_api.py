"""Sessions as objects, and %mcr in a shell."""

from collections.abc import Iterator
from typing import Any

import pandas as pd
import pytest

from lux_nb.errors import InvalidRequest, NotFound
from lux_nb.magics.mcr import McrMagics, is_prolog

pytestmark = pytest.mark.usefixtures("environment")


@pytest.fixture
def mcr(lux: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    from IPython.core.interactiveshell import InteractiveShell

    monkeypatch.setattr("lux_nb.api.the_lux", lambda: lux)
    shell = InteractiveShell()
    yield McrMagics(shell)
    shell.history_manager.end_session()


def test_a_session_is_told_and_asked_and_answers_with_a_frame(lux: Any) -> None:
    kb = lux.logic.session("family")
    kb.assert_("Ann is a parent of Bob. Bob is a parent of Eve.")  # noqa: PT009 - not unittest's
    kb.assert_rules("path(X, Y) :- parent(X, Y). path(X, Y) :- parent(X, Z), path(Z, Y).")
    assert list(kb.prolog("path(ann, X)")["X"]) == ["bob", "eve"]
    assert kb.query("Is Ann a parent of Bob?").verdict == "yes"
    assert "Ann is a parent of Bob." in kb.frame()["english"].tolist()
    assert "parent(ann, bob)" in kb._repr_html_()
    assert lux.logic.session("family").kb == kb.kb


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Does Tom purr?", "yes"),
        ("Do all cats purr?", "yes"),
        ("Is every black cat an animal?", "yes"),
        ("Do cats bark?", "no"),
        ("Does everyone purr?", "unknown"),
        ("Are all cats small?", "unknown"),
    ],
)
def test_questions_about_one_and_about_all_are_answered(
    lux: Any, question: str, verdict: str
) -> None:
    kb = lux.logic.session("cats")
    kb.assert_("Tom is a cat. Every cat purrs. Every cat is an animal. No cat barks.")  # noqa: PT009
    assert kb.query(question).verdict == verdict


def test_a_new_session_is_no_error_in_the_log(lux: Any) -> None:
    lux.logic.session("fresh")
    events = lux.frames.events()
    assert "error" not in set(events["status"].astype(str))


def test_rows_of_a_frame_come_back_typed(lux: Any) -> None:
    kb = lux.logic.session("rows")
    frame = pd.DataFrame({"name": ["a", "b"], "size": [1, 2], "share": [0.5, 0.25]})
    kb.load("item", frame)
    found = kb.prolog("item(Name, Size, Share)")
    assert found["Size"].sum() == 3
    assert found["Share"].sum() == 0.75
    assert list(found["Name"]) == ["a", "b"]


def test_the_magic_tells_asks_and_proves(mcr: Any) -> None:
    mcr.mcr("", "Every cat is an animal.\nTom is a cat.")
    assert mcr.mcr("query Is Tom an animal?").verdict == "yes"
    assert mcr.mcr("prove Is Tom an animal?").proof is not None
    mcr.mcr("rules tall(ann).")
    mcr.mcr("", "short(bob).\nshort(eve).")
    assert len(mcr.mcr("prolog short(X)")) == 2
    assert "Tom is a cat." in mcr.mcr("kb")._repr_html_()
    mcr.shell.user_ns["df"] = pd.DataFrame({"a": [1, 2]})
    mcr.mcr("load df size")
    assert mcr.mcr("prolog size(X)")["X"].sum() == 3
    assert "english" in repr(mcr.mcr("strategy"))
    mcr.shell.user_ns["who"] = "Tom"
    mcr.mcr("query -o answer Is {who} a cat?")
    assert mcr.shell.user_ns["answer"].verdict == "yes"
    with pytest.raises(InvalidRequest, match="qery"):
        mcr.mcr("qery Is Tom tall?")


def test_the_magic_goes_back_branches_and_sets_ontologies(mcr: Any) -> None:
    mcr.mcr("", "Tom is a cat.\nKit is a cat.")
    mcr.mcr("retract cat(kit).")
    assert len(mcr.mcr("prolog cat(X)")) == 1
    mcr.mcr("undo")
    assert len(mcr.mcr("prolog cat(X)")) == 2
    assert list(mcr.mcr("history")["kind"]) == ["create", "assert", "retract", "undo"]
    mcr.mcr("fork what_if")
    mcr.mcr("rules cat(rex).")
    mcr.mcr("session notebook")
    assert len(mcr.mcr("prolog cat(X)")) == 2
    mcr.mcr("ontology animals animal(X) :- cat(X).")
    assert "animals" in repr(mcr.mcr("ontology animals animal(X) :- cat(X)."))
    assert len(mcr.mcr("prolog animal(X)")) == 2
    with pytest.raises(InvalidRequest, match="version"):
        mcr.mcr("undo twice")


def test_the_magic_closes_and_opens_worlds(mcr: Any) -> None:
    mcr.mcr("", "Ann likes Bob.\nTom is happy.")
    assert mcr.mcr("closed").data.closed == []
    assert mcr.mcr("closed like/2, happy/1").data.closed == ["like/2", "happy/1"]
    assert mcr.mcr("query Does Bob like Ann?").verdict == "no"
    assert mcr.mcr("open happy/1").data.closed == ["like/2"]
    assert "like/2 is no" in repr(mcr.mcr("closed"))
    assert mcr.mcr("query Is Ann happy?").verdict == "unknown"
    with pytest.raises(InvalidRequest, match="likes/2"):
        mcr.mcr("closed like")


def test_a_frame_is_loaded_by_the_name_it_has_in_the_notebook(
    mcr: Any, lux: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lux_nb.kernel.namespace.running_shell", lambda: mcr.shell)
    mcr.shell.user_ns["people"] = pd.DataFrame({"name": ["ann", "bob"], "age": [30, 40]})
    mcr.shell.user_ns["number"] = 7
    lux.call("session.create", sessionId="s")
    loaded = lux.call("session.load_frame", sessionId="s", predicate="age", frame="people")
    assert loaded["loaded"] == 2
    assert lux.call("session.prolog", sessionId="s", goal="age(bob, X)")["rows"] == [{"X": 40}]
    for wrong in ("nobody", "number", 7, None, ["people"]):
        with pytest.raises((InvalidRequest, NotFound)):
            lux.call("session.load_frame", sessionId="s", predicate="age", frame=wrong)


@pytest.mark.parametrize(
    ("text", "prolog"),
    [
        ("cat(tom).", True),
        ("-happy(X) :- cat(X).", True),
        ("% family\nparent(a, b).", True),
        ("Tom is a cat.", False),
        ("every cat is an animal.", False),
    ],
)
def test_prolog_is_told_from_sentences(text: str, prolog: bool) -> None:
    assert is_prolog(text) is prolog
