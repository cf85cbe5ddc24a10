"""Rows as facts, and facts as rows again."""

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lux_nb.errors import InvalidRequest
from lux_nb.logic.blocks import FactBlock
from lux_nb.logic.clauses import Clause, ClauseList
from lux_nb.logic.kb_text import read_prolog_text, write_prolog_text
from lux_nb.logic.rows import frame_columns
from lux_nb.logic.worker.columns import decode_columns, encode_columns
from lux_nb.logic.worker.facts import plain_facts

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
VALUES = st.one_of(TEXT, st.integers(-(10**15), 10**15), st.floats(allow_nan=False))
ROWS = st.lists(st.tuples(VALUES, VALUES), min_size=1, max_size=5)


@given(ROWS)
def test_columns_are_read_back_as_they_were(rows: list[tuple[str | int | float, ...]]) -> None:
    columns = [list(column) for column in zip(*rows, strict=True)]
    finite = [
        [str(v) if isinstance(v, float) and v in {float("inf"), -float("inf")} else v for v in c]
        for c in columns
    ]
    assert decode_columns(encode_columns(columns)) == finite


@given(ROWS)
def test_what_a_row_holds_is_read_back_from_its_fact(
    rows: list[tuple[str | int | float, ...]],
) -> None:
    block = FactBlock.of("item", list(zip(*rows, strict=True)))
    kept = list(zip(*block.columns(), strict=True))
    tables, rest = plain_facts("\n".join(block.clauses()))
    found = tables.get(("item", 2), [])
    # Numbers with an exponent and rare characters are left to Prolog's own reader.
    assert len(found) + len(rest) == len(rows)
    assert all(row in kept for row in found)


@pytest.mark.parametrize("value", ["a\0b", "half \ud800"])
def test_text_that_no_atom_can_hold_is_refused(value: str) -> None:
    for column in ([value, "x"], [value, 1], ["two\nlines", value]):
        with pytest.raises(InvalidRequest, match="NUL"):
            encode_columns([column])


def test_a_frame_gives_plain_values_whatever_its_columns() -> None:
    frame = pd.DataFrame(
        {
            "text": ["a", None],
            "count": pd.array([1, None], dtype="Int64"),
            "share": [0.5, float("nan")],
            "flag": [True, False],
            "day": pd.to_datetime(["2024-01-01", "2024-01-02"]),
        }
    )
    columns = decode_columns(encode_columns(frame_columns(frame)))
    first, second = zip(*columns, strict=True)
    assert first == ("a", 1, 0.5, "True", "2024-01-01 00:00:00")
    assert second[2:4] == ("nan", "False")
    assert all(type(value) in {str, int, float} for value in (*first, *second))
    with pytest.raises(InvalidRequest, match="no rows"):
        frame_columns(frame[:0])


def test_facts_of_blocks_are_clauses_among_others() -> None:
    block = FactBlock.of("size", [["a", "it's", "b"], [1, 2, 3]])
    clauses = ClauseList([Clause("first(1)."), block, Clause("last(1).")])
    texts = ["first(1).", "size(a, 1).", "size('it\\'s', 2).", "size(b, 3).", "last(1)."]
    assert [clause.clause for clause in clauses] == texts
    assert [clause.clause for clause in clauses[2:4]] == texts[2:4]
    assert [clause.clause for clause in clauses[::-2]] == texts[::-2]
    assert clauses[-1].clause == "last(1)."
    assert (len(clauses), clauses[9:]) == (5, [])
    left = block.without([1])
    assert left.clauses() == ["size(a, 1).", "size(b, 3)."]
    assert left.renewed().clauses() == left.clauses()
    assert (block.find(["b", 3]), block.find(["b", 3.0]), left.find(["it's", 2])) == (2, None, None)


def test_a_file_keeps_sentences_and_statements() -> None:
    clauses = [
        Clause("cat(X) :- purr(X).", "Whatever purrs is a cat.", "sir-r1"),
        Clause("% tall(bob) ∨ short(ann)", "Bob is tall or Ann is short.", "formula"),
        Clause("tall(eve)."),
    ]
    read = read_prolog_text(write_prolog_text(clauses))
    assert read.formulas == [clauses[1]]
    assert list(read.sources.values()) == [clauses[0]]
    assert "tall(eve)." in read.rules
    plain = read_prolog_text("% a remark  % formula: not one → → (\ncat(tom).")
    assert plain.formulas == []


def test_facts_stay_in_the_order_of_a_predicate_that_has_rules_too() -> None:
    tables, rest = plain_facts("p(1).\nq(1).\np(X) :- q(X).\np(2).")
    assert rest == ["p(1).", "p(X) :- q(X).", "p(2)."]
    assert tables == {("q", 1): [(1,)]}
