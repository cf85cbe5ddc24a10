"""Which earlier turns are sent with a message."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from lux_nb.engine.authors import Author
from lux_nb.models.tokens import count_tokens
from lux_nb.reasoning.context import ContextReconstructor
from lux_nb.reasoning.turns import Turn

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
AUTHOR = Author("script", "test")


def turn(position: int, content: str, minutes_ago: float, quality: float = 0.0) -> Turn:
    return Turn(
        id=str(position),
        thread_id="t",
        position=position,
        role="assistant" if position % 2 else "user",
        content=content,
        created_at=NOW - timedelta(minutes=minutes_ago),
        tokens=count_tokens(content),
        author=AUTHOR,
        quality=quality,
    )


def contents(turns: list[Turn], limit: int) -> list[str]:
    messages = ContextReconstructor(max_tokens=limit).reconstruct(turns, NOW)
    return [message.content for message in messages]


def test_all_turns_of_the_last_five_minutes_are_sent_in_order() -> None:
    turns = [turn(0, "first", 4), turn(1, "second", 3), turn(2, "third", 1)]
    assert contents(turns, 1000) == ["first", "second", "third"]


def test_older_turns_of_high_quality_are_sent_before_poor_ones() -> None:
    long = "word " * 60
    turns = [turn(0, long + "poor", 60, 0.1), turn(1, long + "good", 50, 0.9), turn(2, "now", 1)]
    sent = contents(turns, 90)
    assert sent == [long + "good", "now"]


def test_recent_turns_come_before_better_older_ones_when_space_is_short() -> None:
    turns = [turn(0, "old " * 50, 60, 1.0), turn(1, "new " * 50, 1, 0.0)]
    assert contents(turns, 70) == ["new " * 50]


def test_what_is_left_over_is_summarized_by_its_first_sentences() -> None:
    turns = [
        turn(0, "Mercury is a planet. It is hot.", 60, 0.0),
        turn(1, "So it is. And small.", 59, 0.0),
        turn(2, "What next?", 1),
    ]
    summary, last = contents(turns, 300)
    assert summary.startswith("Earlier in this conversation")
    assert "Mercury is a planet." in summary
    assert "It is hot." not in summary
    assert summary.index("Mercury") < summary.index("So it is.")
    assert last == "What next?"


def test_a_turn_longer_than_the_limit_is_cut_to_it() -> None:
    [only] = contents([turn(0, "word " * 500, 1)], 50)
    assert only != "word " * 500
    assert 40 <= count_tokens(only) <= 50


def test_an_empty_thread_sends_nothing() -> None:
    assert contents([], 100) == []


def test_the_names_of_files_stay_with_the_turn() -> None:
    with_file = Turn("1", "t", 0, "user", "Look.", NOW, 3, AUTHOR, files=["a.py"])
    assert contents([with_file], 100) == ["Look.\n\n[files read with this message: a.py]"]


@given(
    st.lists(st.tuples(st.text(max_size=200), st.floats(0, 600), st.floats(0, 1)), max_size=12),
    st.integers(60, 400),
)
def test_the_limit_holds_for_every_conversation(
    said: list[tuple[str, float, float]], limit: int
) -> None:
    ages = sorted((age for _, age, _ in said), reverse=True)
    turns = [
        turn(position, text, age, quality)
        for position, ((text, _, quality), age) in enumerate(zip(said, ages, strict=True))
    ]
    assert sum(count_tokens(text) for text in contents(turns, limit)) <= limit


def test_turns_that_are_not_in_the_order_of_their_times_are_each_sent_once() -> None:
    copied = "A copied turn that says a good deal."
    turns = [turn(0, "said just now", 1), turn(1, copied, 600, 0.9), turn(2, "last", 700, 0.9)]
    assert contents(turns, sum(t.tokens for t in turns)) == ["said just now", copied, "last"]
