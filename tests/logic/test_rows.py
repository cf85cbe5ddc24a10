"""Rows as facts, and facts as rows again."""

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from lux_nb.logic.bases import Clause
from lux_nb.logic.kb_text import read_prolog_text, write_prolog_text
from lux_nb.logic.rows import frame_rows, row_clauses
from lux_nb.logic.worker.facts import plain_facts

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
VALUES = st.one_of(TEXT, st.integers(-(10**15), 10**15))


@given(st.lists(st.tuples(VALUES, VALUES), min_size=1, max_size=5))
def test_what_a_row_holds_is_read_back_from_its_fact(rows: list[tuple[str | int, ...]]) -> None:
    text = "\n".join(clause.clause for clause in row_clauses("item", rows))
    tables, rest = plain_facts(text)
    found = tables.get(("item", 2), [])
    # Names with other letters than those of ASCII are left to Prolog's own reader.
    assert len(found) + len(rest) == len(rows)
    assert all(row in rows for row in found)
    assert all(not line.isascii() for line in rest)


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
    first, second = frame_rows(frame)
    assert first == ("a", 1, 0.5, "True", "2024-01-01 00:00:00")
    assert second[2:4] == ("nan", "False")
    assert all(type(value) in {str, int, float} for value in (*first, *second))


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
