"""A real llama.cpp server that chats, fills and embeds, and a fault proxy in front of it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.proxy import FaultProxy
from tests.models.servers import KEY, MODEL, LlamaServer, start_server, with_fim_tokens

QUICK = {
    "max_tokens": 8,
    "retry_initial_ms": 0,
    "retry_max_ms": 0,
    "request_timeout_ms": 120_000,
}


@pytest.fixture(scope="session")
def fim_model(model_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A model file with tokens for filling; large, so it does not outlive the tests."""
    path = with_fim_tokens(model_file, tmp_path_factory.mktemp("gguf") / "fim.gguf")
    yield path
    path.unlink()


@pytest.fixture(scope="session")
def full_server(fim_model: Path) -> LlamaServer:
    """A llama.cpp server with a key, embeddings, and a model with tokens for filling."""
    return start_server(fim_model, embeddings=True)


@pytest.fixture(scope="session")
def running_proxy(full_server: LlamaServer) -> Iterator[FaultProxy]:
    started = FaultProxy(full_server.address)
    yield started
    started.close()


@pytest.fixture
def proxy(running_proxy: FaultProxy) -> FaultProxy:
    """The proxy, with no fault queued."""
    running_proxy.clear()
    return running_proxy


@pytest.fixture
def remote(make_engine: Callable[..., Any], proxy: FaultProxy) -> Callable[..., Any]:
    """Make an engine whose only provider is the real server behind the proxy."""

    def make(**settings: Any) -> Any:
        given = {
            **QUICK,
            "compatible_base_url": f"{proxy.url}/v1",
            "compatible_api_key": KEY,
            "model_normal": MODEL,
            **settings,
        }
        return make_engine(**given)

    return make
