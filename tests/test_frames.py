"""DataFrames of what happened."""

from typing import Any

import pandas as pd
import pytest


@pytest.mark.parametrize("name", ["threads", "turns", "calls", "events"])
def test_an_empty_frame_has_the_columns_and_types_of_a_full_one(lux: Any, name: str) -> None:
    empty = getattr(lux.frames, name)()
    assert len(empty) == 0
    lux.confer("Say hello.")
    full = getattr(lux.frames, name)()
    assert len(full) > 0
    assert list(empty.columns) == list(full.columns)
    kinds = [str(kind) for kind in full.dtypes]
    assert [str(kind) for kind in empty.dtypes] == kinds


def test_columns_are_typed(lux: Any) -> None:
    lux.confer("Say hello.")
    turns = lux.frames.turns()
    assert isinstance(turns["created_at"].dtype, pd.DatetimeTZDtype)
    assert isinstance(turns["role"].dtype, pd.CategoricalDtype)
    assert list(turns["role"]) == ["user", "assistant"]
    assert list(turns["author_kind"]) == ["script", "script"]
    calls = lux.frames.calls()
    assert calls["seconds"].iloc[0] > 0
    assert calls["cost"].iloc[0] == 0
    assert not calls["cached"].any()


def test_turns_of_one_thread_and_counts_of_all(lux: Any) -> None:
    first = lux.confer("Say hello.")
    lux.confer("Say goodbye.")
    assert len(lux.frames.turns()) == 4
    assert len(lux.frames.turns(first.thread_id)) == 2
    assert list(lux.frames.threads()["turns"]) == [2, 2]


def test_events_are_there_as_soon_as_they_are_asked_for(lux: Any) -> None:
    lux.call("thread_list")
    events = lux.frames.events()
    assert list(events["operation"]) == ["thread_list"]
    lux.call("illumination_status")
    assert list(lux.frames.events()["operation"])[-1] == "illumination_status"


@pytest.mark.parametrize("by", ["model", "notebook", "day", "thread"])
def test_costs_are_summed_by_what_is_asked(lux: Any, by: str) -> None:
    empty = lux.frames.costs(by)
    assert len(empty) == 0
    lux.confer("Say hello.")
    full = lux.frames.costs(by)
    assert list(full["calls"]) == [1]
    assert list(full["cost"]) == [0]
    assert [str(kind) for kind in empty.dtypes] == [str(kind) for kind in full.dtypes]


def test_the_reasoning_frames_have_their_columns_also_when_empty(lux: Any) -> None:
    thoughts = lux.frames.thoughts()
    assert thoughts.empty
    assert {"circular_score", "perplexity_source", "intervention", "branch_id"} <= set(thoughts)
    assert str(thoughts.dtypes["circular_score"]) == "Float64"
    assert list(lux.frames.interventions())[:3] == ["id", "session_id", "position"]
    assert {"span", "kind", "severity", "suggestion"} <= set(lux.frames.bias_findings())
    assert {"planning_depth", "branch_id", "content"} <= set(lux.frames.plans("nothing"))


def test_the_monitor_alone_scores_any_texts(lux: Any) -> None:
    texts = ["The rain comes from the west.", "The wind turns north at night."] * 2
    frame = lux.monitor.score(texts, query="Where does the rain come from?")
    assert len(frame) == 4
    assert set(frame.attrs["trace"]) >= {"loop", "circular", "drift"}
