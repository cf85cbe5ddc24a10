"""One thought measured with plain numbers comes out as in a column."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lux_nb.reasoning.monitor.arithmetic import COLUMNS, PLAIN
from lux_nb.reasoning.monitor.models import confidence

numbers = st.floats(-50.0, 50.0, allow_nan=False)


@given(numbers, st.integers(0, 6))
def test_a_number_is_rounded_alone_as_in_a_column(value: float, digits: int) -> None:
    assert PLAIN.rounded(value, digits) == COLUMNS.rounded(np.array([value]), digits)[0]


@given(numbers, numbers)
def test_numbers_are_compared_and_chosen_alone_as_in_a_column(first: float, second: float) -> None:
    column = np.array([first])
    for name in ("maximum", "minimum"):
        assert getattr(PLAIN, name)(first, second) == getattr(COLUMNS, name)(column, second)[0]
    chosen = COLUMNS.where(column > second, column, second)[0]
    assert PLAIN.where(first > second, first, second) == chosen


@given(numbers, numbers)
def test_confidence_is_the_same_alone_and_in_a_column(evidence: float, threshold: float) -> None:
    alone = confidence(evidence, threshold, PLAIN)
    assert alone == pytest.approx(float(confidence(np.array([evidence]), threshold)[0]))
    assert 0.0 <= alone <= 1.0
