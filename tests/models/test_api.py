"""``lux.models`` from Python."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lux_nb.errors import BudgetExceeded, NotFound
from tests.models.conftest import QUICK
from tests.models.servers import KEY, MODEL, LlamaServer


@pytest.fixture
def models(full_server: LlamaServer) -> Iterator[Any]:
    from lux_nb.api import Lux
    from lux_nb.config import Settings

    given: dict[str, Any] = {**QUICK, "llama_server_url": full_server.root}
    made = Lux(Settings(**given, llama_server_api_key=KEY, prices={MODEL: (0.0, 1000.0)}))
    yield made.models
    made.close()


def test_texts_go_in_and_come_out(models: Any) -> None:
    answer = models.chat("Say hello.", temperature=0, max_tokens=4)
    assert "".join(models.stream("Say hello.", temperature=0, max_tokens=4)) == answer.text
    assert models.fill("def f(", "return x", max_tokens=3)
    assert models.vectors(["a", "b"], f"llama:{MODEL}").shape == (2, 576)
    assert MODEL in list(models.list().id)
    assert [p.provider for p in models.health().providers] == ["llama", "embedded"]
    assert float(models.costs().cost.sum()) > 0
    assert models.mercury_chat_completion(messages=[{"role": "user", "content": "Hi"}]).text


def test_a_stream_that_is_left_stops(models: Any) -> None:
    pieces = models.stream("Count to a hundred.", max_tokens=400)
    assert next(pieces)
    pieces.close()
    assert models.chat("Hi", max_tokens=2).text


def test_a_failing_stream_raises(models: Any) -> None:
    models.replay("nothing.lux.jsonl", strict=True)
    with pytest.raises(NotFound, match="can't be read"):
        list(models.stream("Hi"))


def test_budget_and_tape_are_set_from_python(models: Any, tmp_path: Path) -> None:
    assert models.set_budget(0.001, per="day").left == pytest.approx(0.001)
    with pytest.raises(BudgetExceeded):
        models.chat("Hi", max_tokens=8)
    models.set_budget(None)
    tape = str(tmp_path / "calls.jsonl")
    models.record(tape)
    first = models.chat("Hi", temperature=1.5)
    models.record(None)
    models.replay(tape, strict=True)
    assert models.chat("Hi", temperature=1.5).wire() == first.wire()
    with pytest.raises(NotFound):
        models.chat("Something else")
    models.replay(None)
