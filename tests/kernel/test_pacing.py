"""What happens fast is sent in batches of bounded size."""

import asyncio
from typing import Any

from lux_nb.engine.authors import Author
from lux_nb.engine.calls import Delta, Notice, Progress
from lux_nb.engine.events import Event
from lux_nb.kernel.pacing import MOST_CHARACTERS, MOST_EVENTS, EventPacer, UpdatePacer, clipped

AUTHOR = Author("cell", "cell", execution_count=3)


def test_a_burst_of_events_is_one_batch_and_says_what_was_left_out() -> None:
    sent: list[dict[str, Any]] = []

    async def burst() -> None:
        pacer = EventPacer(asyncio.get_running_loop(), sent.append)
        for number in range(MOST_EVENTS + 50):
            pacer.add(Event("thought_added", AUTHOR, payload={"number": number}))
        pacer.flush()

    asyncio.run(burst())
    assert len(sent) == 1
    assert len(sent[0]["events"]) == MOST_EVENTS
    assert sent[0]["left_out"] == 50
    assert sent[0]["events"][-1]["payload"] == {"number": MOST_EVENTS + 49}
    assert sent[0]["events"][-1]["author"] == "cell [3]"


def test_pieces_of_text_are_joined_and_only_the_latest_progress_counts() -> None:
    sent: list[dict[str, Any]] = []

    async def stream() -> None:
        pacer = UpdatePacer(asyncio.get_running_loop(), sent.append)
        for update in (Delta("a"), Progress("one", 1, 2), Delta("b"), Progress("two", 2, 2)):
            pacer.add(update)
        pacer.add(Notice("careful"))
        pacer.flush()
        pacer.flush()

    asyncio.run(stream())
    progress = {"message": "two", "done": 2, "total": 2}
    assert sent == [{"text": "ab", "progress": progress, "notices": ["careful"]}]


def test_long_texts_and_lists_of_a_payload_are_cut() -> None:
    cut = clipped({"text": "x" * 5000, "many": list(range(500)), "deep": [{"text": "y" * 5000}]})
    assert len(cut["text"]) == MOST_CHARACTERS
    assert len(cut["many"]) == 20
    assert len(cut["deep"][0]["text"]) == MOST_CHARACTERS
