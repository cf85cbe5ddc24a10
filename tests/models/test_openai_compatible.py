"""The HTTP client, against a real llama.cpp server on loopback."""

from collections.abc import Callable
from typing import Any

import pytest

from lux_nb.engine.authors import Author
from lux_nb.engine.calls import Delta
from lux_nb.errors import AuthenticationFailed, InvalidRequest, LuxError, ProviderError

AUTHOR = Author("script", "test")
KEY = "sk-test-key-0123456789"


@pytest.fixture
def remote(make_engine: Callable[..., Any], llama_server: Any) -> Any:
    return make_engine(
        compatible_base_url=f"{llama_server.listening_address}/v1",
        compatible_api_key=KEY,
        max_tokens=16,
        request_timeout_ms=120_000,
    )


def test_a_remote_answer_is_streamed_and_its_figures_are_recorded(remote: Any) -> None:
    pieces: list[str] = []

    def listen(update: object) -> None:
        if isinstance(update, Delta):
            pieces.append(update.text)

    work = remote.call("confer", {"message": "Count to five."}, author=AUTHOR, listener=listen)
    reply = remote.run(work)
    assert "".join(pieces) == reply.response
    assert len(pieces) > 1
    completion = reply.completion
    assert completion.provider == "compatible"
    assert completion.usage.counted is False
    assert completion.usage.prompt_tokens > 10
    assert 0 < completion.usage.completion_tokens <= 16
    assert completion.cost is None
    assert "cost unknown" in reply.footer


def test_the_models_of_the_server_are_listed(remote: Any) -> None:
    names = remote.run(remote.models.provider("compatible").list_models())
    assert len(names) == 1


def test_a_wrong_key_is_an_authentication_error_that_does_not_show_the_key(
    make_engine: Callable[..., Any], llama_server: Any
) -> None:
    engine = make_engine(
        compatible_base_url=f"{llama_server.listening_address}/v1",
        compatible_api_key="sk-wrong-key-9876543210",
        model_normal="any",
    )
    with pytest.raises(AuthenticationFailed) as caught:
        engine.run(engine.call("confer", {"message": "hi"}, author=AUTHOR))
    assert "sk-wrong" not in f"{caught.value} {caught.value.details}"
    assert "sk-wrong" not in engine.log_file.read_text(encoding="utf-8")


def test_an_unreachable_server_is_an_error_and_not_the_embedded_model(
    make_engine: Callable[..., Any],
) -> None:
    engine = make_engine(compatible_base_url="http://127.0.0.1:9/v1", model_normal="any")
    with pytest.raises(ProviderError, match="can't be reached"):
        engine.run(engine.call("confer", {"message": "hi"}, author=AUTHOR))
    assert engine.run(engine.call("thread_list", {}, author=AUTHOR)).threads == []


def test_a_request_the_server_refuses_is_the_callers_error(remote: Any) -> None:
    with pytest.raises((InvalidRequest, LuxError)) as caught:
        remote.run(remote.call("confer", {"message": "word " * 5000}, author=AUTHOR))
    assert caught.value.details["status"] == 400


def test_a_failed_call_is_a_row_of_the_calls_table(make_engine: Callable[..., Any]) -> None:
    from sqlalchemy import select

    from lux_nb.store.tables import calls

    engine = make_engine(compatible_base_url="http://127.0.0.1:9/v1", model_normal="any")
    with pytest.raises(LuxError):
        engine.run(engine.call("confer", {"message": "hi"}, author=AUTHOR))
    [row] = engine.store.read_now(lambda c: c.execute(select(calls)).all())
    assert (row.status, row.error_code, row.operation) == ("error", "PROVIDER_ERROR", "confer")
