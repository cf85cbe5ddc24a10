import sys
from collections.abc import Iterator

import pytest

from lux_nb.server.fairness import TURN_SECONDS, USUAL_SECONDS, ShortTurns


@pytest.fixture(autouse=True)
def usual_turns() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(USUAL_SECONDS)
    yield
    sys.setswitchinterval(before)


def test_turns_are_short_while_a_kernel_is_served_and_as_before_afterwards() -> None:
    turns = ShortTurns()
    turns.begin()
    assert sys.getswitchinterval() == pytest.approx(TURN_SECONDS)
    turns.end()
    assert sys.getswitchinterval() == pytest.approx(USUAL_SECONDS)


def test_what_the_user_set_stays() -> None:
    turns = ShortTurns()
    sys.setswitchinterval(0.002)
    turns.begin()
    assert sys.getswitchinterval() == pytest.approx(0.002)
    turns.end()
    sys.setswitchinterval(USUAL_SECONDS)
    turns.begin()
    sys.setswitchinterval(0.01)
    turns.end()
    assert sys.getswitchinterval() == pytest.approx(0.01)
