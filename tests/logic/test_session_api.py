"""Sessions as objects, and %mcr in a shell."""

from collections.abc import Iterator
from typing import Any

import pandas as pd
import pytest

from lux_nb.errors import InvalidRequest
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
