import os
from pathlib import Path

import pytest

from lux_nb.engine.engine import Engine
from tests.server.conftest import Connect

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.fixture(scope="module")
def model(engine: Engine) -> Path:
    given = os.environ.get("LUX_EMBEDDED_MODEL")
    if given:
        return Path(given)
    setup = pytest.importorskip("lux_nb.setup.model")
    found = Path(setup.embedded_model_path())
    if not found.exists():
        pytest.skip("the embedded model is not set up; make setup does it")
    engine.settings.embedded_model = found
    return found


async def test_an_assistant_confers_and_hears_the_answer_while_it_is_written(
    connect: Connect, engine: Engine, model: Path
) -> None:
    pieces: list[str] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        pieces.append(message or "")

    engine.settings.embedded_max_tokens = 12
    async with connect() as client:
        first = await client.call_tool(
            "confer", {"message": "Say hello."}, progress_callback=note, read_timeout_seconds=120
        )
        assert not first.is_error, first.content
        assert first.structured_content is not None
        thread = first.structured_content["thread_id"]
        second = await client.call_tool(
            "confer", {"message": "Again.", "continuation_id": thread}, read_timeout_seconds=120
        )
        read = await client.call_tool("thread_get", {"thread_id": thread})
    assert first.structured_content["response"] in "".join(pieces)
    assert second.structured_content is not None
    assert second.structured_content["thread_id"] == thread
    assert read.structured_content is not None
    turns = read.structured_content["turns"]
    assert [turn["role"] for turn in turns] == ["user", "assistant"] * 2
    assert {turn["author"] for turn in turns} == {"test-client 9.1"}
