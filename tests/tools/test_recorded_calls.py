"""What real models wrote, where that data is at hand (see ``benchmarks/correction.py``)."""

import pytest

from benchmarks import correction as benchmark
from lux_nb.tools.correction import correct_call
from lux_nb.tools.parsing import parse_call

pytestmark = pytest.mark.skipif(
    benchmark.data_directory() is None, reason="LUX_BENCH is not set and no shared/bench was found"
)


def test_no_recorded_valid_call_is_changed():
    for row in benchmark.load("gold_calls"):
        for name, arguments in benchmark._gold_calls(row):
            result = correct_call([row["function"]], {name: arguments}, context=row["question"])
            assert (result.name, result.arguments) == (name, arguments)
            assert result.valid


def test_most_recorded_structural_errors_are_repaired_and_none_is_made_worse():
    rows = benchmark.load("failed_calls")
    figures = {row["measure"]: row["ours"] for row in benchmark.structural(rows)}
    assert next(figures[key] for key in figures if "(unseen" in key) >= 0.65
    assert next(benchmark.made_worse(rows))["ours"] < 0.01


def test_most_recorded_malformed_outputs_are_read():
    rows = [row for row in benchmark.load("malformed") if benchmark.is_unseen(row["prompt_id"])]
    good = 0
    for row in rows:
        calls = parse_call(row["output"])
        named = [(call.name, call.arguments) for call in calls]
        good += benchmark.accepted_calls(named, row["accepted"])
    assert good / len(rows) >= 0.6
