"""The session monitor: increments, states, hard input, long sessions."""

import json
import random

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lux_nb.errors import InvalidRequest
from lux_nb.reasoning.monitor import MetacognitiveMonitor, score, score_frame

WORDS = [
    "the",
    "a",
    "is",
    "not",
    "so",
    "because",
    "index",
    "query",
    "table",
    "order",
    "cache",
    "user",
    "load",
    "time",
    "fast",
    "slow",
    "never",
    "always",
    "assume",
    "verify",
    "therefore",
    "again",
    "3",
    "42",
    "7.5",
    "x",
    "=",
    "+",
    "?",
    "bread",
    "flour",
    "car",
    "red",
    "answer",
    "confirm",
    "wrong",
]
thought_texts = st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join)
wild_texts = st.one_of(thought_texts, st.text(max_size=60))
traces = st.lists(wild_texts, min_size=1, max_size=12)


def watched(thoughts, query=None, profile="tuned"):
    monitor = MetacognitiveMonitor(query, profile)
    return monitor, [monitor.process_thought(thought) for thought in thoughts]


def assert_same(frame, signals):
    for place, signal in enumerate(signals):
        for name, value in signal.row().items():
            expected = frame[name].iloc[place]
            if isinstance(value, float):
                assert value == pytest.approx(expected, abs=2e-3), name
            else:
                assert value == expected, name


@settings(max_examples=60, deadline=None)
@given(traces, st.one_of(st.none(), thought_texts), st.sampled_from(["tuned", "classic"]))
def test_batch_and_increments_agree(thoughts, query, profile):
    frame = score(thoughts, query, profile)
    monitor, signals = watched(thoughts, query, profile)
    assert_same(frame, signals)
    assert monitor.trace_scores() == pytest.approx(frame.attrs["trace"], abs=2e-3)


def test_batch_and_increments_agree_beyond_the_window():
    chance = random.Random(4)
    thoughts = [" ".join(chance.choices(WORDS, k=12)) for _ in range(80)]
    thoughts[70] = thoughts[3]
    frame = score(thoughts, "how slow is the query?")
    _, signals = watched(thoughts, "how slow is the query?")
    assert_same(frame, signals)


def test_a_frame_of_many_traces_equals_each_trace_alone():
    chance = random.Random(5)
    rows = [
        (f"t{number % 3}", " ".join(chance.choices(WORDS, k=9)), f"question {number % 3}")
        for number in range(40)
    ]
    frame = pd.DataFrame(rows, columns=["trace_id", "thought", "asked"])
    frame.index = range(100, 140)
    scored = score_frame(frame, query="asked")
    assert list(scored.index) == list(frame.index)
    for name, group in frame.groupby("trace_id"):
        alone = score(group["thought"], group["asked"].iloc[0])
        part = scored[scored["trace_id"] == name].drop(columns="trace_id")
        pd.testing.assert_frame_equal(
            part.reset_index(drop=True), alone, check_exact=False, atol=2e-3
        )
        assert scored.attrs["trace"][name] == pytest.approx(alone.attrs["trace"], abs=2e-3)


@pytest.mark.parametrize("profile", ["tuned", "classic"])
def test_traces_of_all_lengths_side_by_side_equal_the_monitor_thought_by_thought(profile):
    chance = random.Random(8)
    calls = [f'search({{"page": {number}}})' for number in range(3)]
    rows = []
    for number, size in enumerate([1, 40, 7, 0, 3, 12, 2, 25]):
        said = [" ".join(chance.choices(WORDS, k=chance.randint(0, 12))) for _ in range(size)]
        said = [chance.choice([thought, *said[:2], chance.choice(calls)]) for thought in said]
        rows += [(number, thought, "how slow is it?" if number % 2 else None) for thought in said]
    chance.shuffle(rows)
    frame = pd.DataFrame(rows, columns=["trace_id", "thought", "asked"])
    scored = score_frame(frame, query="asked", profile=profile)
    assert any(scored["alert_kinds"])
    for name, group in frame.groupby("trace_id"):
        query = "how slow is it?" if name % 2 else None
        monitor, signals = watched(group["thought"], query, profile)
        part = scored[scored["trace_id"] == name]
        for place, signal in enumerate(signals):
            for column, value in signal.row().items():
                expected = part[column].iloc[place]
                if isinstance(value, float):
                    assert value == pytest.approx(expected, abs=1.01e-4), column
                else:
                    assert value == expected, column
        assert monitor.trace_scores() == pytest.approx(scored.attrs["trace"][name], abs=1.01e-4)


@settings(max_examples=30, deadline=None)
@given(traces, traces, st.sampled_from(["tuned", "classic"]))
def test_a_stored_session_goes_on_where_it_stopped(before, after, profile):
    monitor, _ = watched(before, None, profile)
    restored = MetacognitiveMonitor.from_state(json.loads(json.dumps(monitor.to_state())))
    assert restored.last_signals == monitor.last_signals
    assert restored.intervention_history == monitor.intervention_history
    for thought in after:
        assert restored.process_thought(thought) == monitor.process_thought(thought)
    assert restored.trace_scores() == monitor.trace_scores()


def test_a_state_of_another_version_is_refused():
    state = MetacognitiveMonitor().to_state() | {"version": 99}
    with pytest.raises(InvalidRequest, match="version"):
        MetacognitiveMonitor.from_state(state)


def test_a_loop_leads_to_an_intervention_and_a_reset_forgets_it():
    monitor, _ = watched(["Add an index to the orders table now."] * 3, "Why is it slow?")
    assert monitor.should_intervene()
    assert "repeat" in monitor.get_intervention_message()
    assert monitor.intervention_history[0].intervention_type == "loop"
    status = monitor.status()
    assert status["intervention_history"][0]["thought_number"] == 3
    assert 0.0 < status["cognitive_load"] <= 1.0
    monitor.reset_session()
    assert not monitor.should_intervene()
    assert monitor.thoughts == 0
    assert monitor.status()["intervention_history"] == []


@pytest.mark.parametrize(
    "thoughts",
    [
        ["", "", ""],
        [" \n\t ", "...", "???"],
        ["\x00\x00", "\ud800", "a\x00b"],
        ["日本語のテキスト", "日本語のテキスト", "عربى نص", "Ünïcödé tëxt"],
        ["😀😀😀", "🧪 + 🧪 = 🧪🧪", "e\u0301"],
        ["x" * 100_000, "1" * 5_000, "(" * 3_000 + "=1"],
        ["1/0=3", "2^9999=5", "9" * 400 + "*9=1"],
    ],
)
def test_empty_garbled_and_foreign_thoughts_are_taken_in(thoughts):
    frame = score(thoughts)
    _, signals = watched(thoughts)
    assert_same(frame, signals)
    numbers = frame.select_dtypes("number")
    assert numbers.notna().all().all()


def test_missing_texts_in_a_column_are_empty_thoughts():
    frame = score(pd.Series(["a thought about bread", None, float("nan"), 12]))
    assert len(frame) == 4
    assert frame["quality"][1] == 0.0


def test_no_thoughts_give_an_empty_frame():
    frame = score([])
    assert len(frame) == 0
    assert set(frame.attrs["trace"].values()) == {0.0}


def test_the_same_thought_forever_stays_a_loop():
    monitor, signals = watched(["I will now look at the file again."] * 200)
    assert all("loop" in signal.alert_kinds for signal in signals[4:])
    assert len(monitor.intervention_history) < 100


def test_a_long_session_recalls_a_thought_from_its_beginning():
    chance = random.Random(6)
    vocabulary = [f"word{number}" for number in range(4000)]
    thoughts = [" ".join(chance.choices(vocabulary, k=12)) for _ in range(2000)]
    monitor = MetacognitiveMonitor("a long session")
    for thought in thoughts:
        monitor.process_thought(thought)
    assert monitor.thoughts == 2000
    again = monitor.process_thought(thoughts[10])
    assert again.circular_score > 0.3
    assert len(json.dumps(monitor.to_state())) < 2000 * 1200


@pytest.mark.slow
def test_ten_thousand_thoughts_keep_a_bounded_window():
    chance = random.Random(7)
    vocabulary = [f"word{number}" for number in range(4000)]
    monitor = MetacognitiveMonitor("a long session")
    for _ in range(10_000):
        monitor.process_thought(" ".join(chance.choices(vocabulary, k=20)))
    state = monitor.to_state()
    assert len(state["memory"]["window"]) == 32
    assert len(json.dumps(state)) < 10_000 * 1200
