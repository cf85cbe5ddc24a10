"""Each provider class against a real llama.cpp server: chat, stream, fill, embed, list, key."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lux_nb.config import Settings
from lux_nb.errors import AuthenticationFailed, InvalidRequest
from lux_nb.models.providers.anthropic import AnthropicProvider
from lux_nb.models.providers.hosted import OpenAIProvider
from lux_nb.models.types import ChatRequest, Message
from tests.faults.proxy import FaultProxy, answers, passes_with
from tests.models.calling import HELLO, Heard, calls, run
from tests.models.conftest import QUICK
from tests.models.servers import KEY, MODEL

GAP = {"prompt": "def add(a, b):\n    return ", "suffix": "\n\nprint(add(1, 2))\n"}
PROVIDERS: dict[str, dict[str, str]] = {
    "compatible": {"compatible_base_url": "{url}/v1", "compatible_api_key": KEY},
    "openai": {"openai_base_url": "{url}/v1", "openai_api_key": KEY},
    "openrouter": {"openrouter_base_url": "{url}/v1", "openrouter_api_key": KEY},
    "mercury": {"mercury_api_url": "{url}/v1", "mercury_api_key": KEY},
    "anthropic": {"anthropic_base_url": "{url}", "anthropic_api_key": KEY},
    "llama": {"llama_server_url": "{url}", "llama_server_api_key": KEY},
    "vllm": {"vllm_base_url": "{url}/v1", "vllm_api_key": KEY},
}


@pytest.fixture
def engine_of(make_engine: Callable[..., Any], proxy: FaultProxy) -> Callable[..., Any]:
    def make(provider: str, **more: Any) -> Any:
        given = {name: text.format(url=proxy.url) for name, text in PROVIDERS[provider].items()}
        return make_engine(**{**QUICK, **given, **more})

    return make


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_provider_streams_lists_its_models_and_is_healthy(
    provider: str, engine_of: Callable[..., Any], proxy: FaultProxy
) -> None:
    engine = engine_of(provider)
    heard = Heard()
    answer = run(
        engine,
        "mercury_chat_stream",
        messages=[{"role": "system", "content": "Be brief."}, *HELLO],
        model=f"{provider}:{MODEL}",
        max_tokens=4,
        stop=["\n\n\n"],
        listener=heard,
    )
    assert answer.text
    assert heard.text == answer.text
    assert answer.metadata.model == MODEL
    assert answer.metadata.finish_reason in {"stop", "length"}
    assert answer.metadata.usage.prompt_tokens > 10
    assert 0 < answer.metadata.usage.completion_tokens <= 4
    [call] = calls(engine)
    assert (call.provider, call.status, call.cached) == (provider, "ok", False)
    listed = engine.run(engine.models.provider(provider).list_models())
    assert [model.id for model in listed] == [MODEL]
    if provider == "openrouter":
        proxy.next(answers(200, '{"data": {"label": "test"}}'))
    [health] = run(engine, "models.health", provider=provider).providers
    assert (health.reachable, health.key_accepted) == (True, True)
    assert health.latency_ms is not None


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_wrong_key_is_an_authentication_error(
    provider: str, engine_of: Callable[..., Any]
) -> None:
    key_name = next(name for name in PROVIDERS[provider] if name.endswith("key"))
    engine = engine_of(provider, **{key_name: "sk-wrong-0123456789abcdef"})
    with pytest.raises(AuthenticationFailed) as caught:
        run(engine, "mercury_chat_completion", messages=HELLO, model=f"{provider}:{MODEL}")
    assert "sk-wrong" not in f"{caught.value} {caught.value.details}"
    [health] = run(engine, "models.health", provider=provider).providers
    assert health.reachable
    assert health.key_accepted is not True
    assert health.last_errors[-1].code == "AUTHENTICATION_FAILED"


def test_a_key_that_is_changed_is_used_by_the_next_call(engine_of: Callable[..., Any]) -> None:
    engine = engine_of("compatible", compatible_api_key="sk-wrong-0123456789abcdef")
    with pytest.raises(AuthenticationFailed):
        run(engine, "mercury_chat_completion", messages=HELLO, model=MODEL)
    engine.settings.change("compatible_api_key", KEY)
    assert run(engine, "mercury_chat_completion", messages=HELLO, model=MODEL).text


def test_ollama_is_asked_without_a_key(make_engine: Callable[..., Any], proxy: FaultProxy) -> None:
    engine = make_engine(**QUICK, ollama_host=proxy.url.removeprefix("http://"))
    proxy.always = passes_with(f"Authorization: Bearer {KEY}")
    answer = run(
        engine, "mercury_chat_completion", messages=HELLO, model="ollama:qwen:0.5b", user="me"
    )
    assert answer.text
    assert any("user left out" in note for note in answer.notes)
    [health] = run(engine, "models.health", provider="ollama").providers
    assert (health.reachable, health.key_accepted) == (True, None)
    proxy.seen.pop()
    assert b"uthorization" not in proxy.seen[-1]
    assert json.loads(proxy.seen[-1].split(b"\r\n\r\n", 1)[1])["model"] == "qwen:0.5b"
    assert calls(engine)[-1].cost == 0.0


@pytest.mark.parametrize("provider", ["llama", "compatible"])
def test_a_llama_server_fills_by_its_own_endpoint(
    provider: str, engine_of: Callable[..., Any], proxy: FaultProxy
) -> None:
    engine = engine_of(provider)
    answer = run(engine, "mercury_fim_completion", **GAP, max_tokens=4)
    assert b"POST /infill" in proxy.seen[-1]
    assert answer.text
    assert answer.metadata.usage.completion_tokens <= 4
    assert answer.metadata.finish_reason in {"stop", "length"}


def test_mercury_fills_by_its_own_endpoint(
    engine_of: Callable[..., Any], proxy: FaultProxy
) -> None:
    engine = engine_of("mercury")
    body = {
        "model": "mercury-coder-small",
        "choices": [{"text": "a + b", "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 9, "completion_tokens": 3},
    }
    proxy.next(answers(200, json.dumps(body)))
    answer = run(engine, "mercury_fim_completion", **GAP, stop=["\n"])
    assert answer.wire() == {
        "content": [{"type": "text", "text": "a + b"}],
        "metadata": {
            "model": "mercury-coder-small",
            "usage": {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12},
            "finish_reason": "stop",
        },
    }
    head, _, sent = proxy.seen[-1].partition(b"\r\n\r\n")
    assert head.startswith(b"POST /v1/fim/completions")
    assert json.loads(sent) == {
        "model": "mercury-coder-small",
        **GAP,
        "max_tokens": 8,
        "stop": ["\n"],
    }


@pytest.mark.parametrize("provider", ["anthropic", "openrouter", "vllm", "embedded"])
def test_a_model_that_can_not_fill_is_an_error_that_names_models_that_can(
    provider: str, engine_of: Callable[..., Any], make_engine: Callable[..., Any]
) -> None:
    engine = make_engine() if provider == "embedded" else engine_of(provider)
    with pytest.raises(InvalidRequest, match="fill in the middle") as caught:
        run(engine, "mercury_fim_completion", **GAP, model=f"{provider}:embedded")
    assert caught.value.code == "FIM_NOT_SUPPORTED"
    assert "mercury-coder-small" in str(caught.value)


def test_a_gguf_file_with_the_tokens_for_it_fills_in_the_kernel(
    make_engine: Callable[..., Any], fim_model: Path
) -> None:
    engine = make_engine(embedded_context=512)
    answer = run(engine, "mercury_fim_completion", **GAP, model=str(fim_model), max_tokens=3)
    assert answer.text
    assert answer.metadata.model == "embedded/fim"


def test_texts_are_embedded_by_the_provider(engine_of: Callable[..., Any]) -> None:
    engine = engine_of("llama")
    found = run(engine, "embed", texts=["a cat", "a kitten", "tax law"], model=f"llama:{MODEL}")
    assert found.dimensions == 576
    assert [len(vector) for vector in found.vectors] == [576] * 3
    assert found.prompt_tokens
    [call] = calls(engine)
    assert (call.operation, call.provider, call.status) == ("embed", "llama", "ok")


def test_a_provider_without_embeddings_says_so(engine_of: Callable[..., Any]) -> None:
    with pytest.raises(InvalidRequest, match="no endpoint for embeddings"):
        run(engine_of("anthropic"), "embed", texts=["a"], model="anthropic:claude")


def test_texts_are_embedded_without_key_or_network(make_engine: Callable[..., Any]) -> None:
    pytest.importorskip("lux_nb.models.embedding_static")
    found = run(make_engine(), "embed", texts=["a cat", "a kitten", "tax law"])
    cat, kitten, law = found.vectors
    near = sum(a * b for a, b in zip(cat, kitten, strict=True))
    far = sum(a * b for a, b in zip(cat, law, strict=True))
    assert near > far
    assert found.model == "static"


def test_a_parameter_that_is_not_taken_is_left_out_and_told(
    engine_of: Callable[..., Any], proxy: FaultProxy
) -> None:
    engine = engine_of("anthropic")
    answer = run(
        engine,
        "mercury_chat_completion",
        messages=HELLO,
        model=f"anthropic:{MODEL}",
        frequency_penalty=0.5,
        temperature=0.1,
    )
    sent = json.loads(proxy.seen[-1].split(b"\r\n\r\n", 1)[1])
    assert "frequency_penalty" not in sent
    assert sent["temperature"] == 0.1
    assert any("frequency_penalty left out" in note for note in answer.notes)
    assert calls(engine)[-1].parameters["dropped"] == ["frequency_penalty"]


def test_all_parameters_go_through_to_a_provider_that_takes_them(
    engine_of: Callable[..., Any], proxy: FaultProxy
) -> None:
    given = {
        "temperature": 0.2,
        "max_tokens": 3,
        "top_p": 0.9,
        "frequency_penalty": 0.1,
        "presence_penalty": -0.1,
        "stop": ["END"],
        "user": "someone",
    }
    run(engine_of("compatible"), "mercury_chat_completion", messages=HELLO, model=MODEL, **given)
    sent = json.loads(proxy.seen[-1].split(b"\r\n\r\n", 1)[1])
    assert {name: sent[name] for name in given} == given


def test_a_reasoning_model_gets_its_tokens_its_time_and_no_temperature(
    engine_of: Callable[..., Any], proxy: FaultProxy
) -> None:
    engine = engine_of("openai")
    body = '{"choices": [{"message": {"content": "hi"}, "finish_reason": "stop"}]}'
    proxy.always = answers(200, body)
    answer = run(
        engine,
        "mercury_chat_completion",
        messages=HELLO,
        model="o4-mini",
        max_tokens=100,
        temperature=1,
    )
    sent = json.loads(proxy.seen[-1].split(b"\r\n\r\n", 1)[1])
    assert sent["model"] == "o4-mini-2025-04-16"
    assert sent["max_completion_tokens"] == 10_000
    assert "temperature" not in sent
    assert any("max_tokens 100 became 10000" in note for note in answer.notes)
    run(engine, "mercury_chat_completion", messages=HELLO, model="o3", max_tokens=50_000)
    sent = json.loads(proxy.seen[-1].split(b"\r\n\r\n", 1)[1])
    assert sent["max_completion_tokens"] == 32_768


def test_anthropic_gets_its_own_format() -> None:
    settings = Settings(anthropic_api_key=KEY)
    provider = AnthropicProvider.create(settings)
    messages = (Message("system", "a"), Message("user", "b"), Message("assistant", "c"))
    request = ChatRequest(
        messages,
        "claude",
        max_tokens=5,
        stop=("x",),
        user="u",
        json_schema={"type": "object"},
    )
    assert provider.body(request) == {
        "model": "claude",
        "system": "a",
        "messages": [{"role": "user", "content": "b"}, {"role": "assistant", "content": "c"}],
        "max_tokens": 5,
        "stream": True,
        "stop_sequences": ["x"],
        "metadata": {"user_id": "u"},
        "tools": [{"name": "answer", "input_schema": {"type": "object"}}],
        "tool_choice": {"type": "tool", "name": "answer"},
    }
    assert provider.headers()["x-api-key"] == KEY


def test_the_schema_of_an_answer_is_kept_by_a_real_server(engine_of: Callable[..., Any]) -> None:
    from lux_nb.engine.calls import Call, enter_call
    from tests.models.calling import SCRIPT

    engine = engine_of("compatible", max_tokens=40)
    schema = {
        "type": "object",
        "properties": {"n": {"type": "integer"}},
        "required": ["n"],
        "additionalProperties": False,
    }

    async def ask() -> Any:
        enter_call(Call("test", SCRIPT))
        return await engine.models.chat(
            ChatRequest((Message("user", "A number?"),), MODEL, json_schema=schema, logprobs=True)
        )

    completion = engine.run(ask())
    assert isinstance(json.loads(completion.text)["n"], int)
    assert completion.logprobs
    assert max(completion.logprobs) <= 0


def test_the_list_names_each_model_so_that_the_name_leads_to_it(
    engine_of: Callable[..., Any],
) -> None:
    engine = engine_of("llama", openai_api_key=KEY, openai_base_url="http://127.0.0.1:9/v1")
    listed = run(engine, "mercury_list_models")
    ids = [model["id"] for model in listed.models]
    assert ids[0] == MODEL
    assert ids[1].startswith("embedded/")
    assert engine.models.route(ids[0]).provider == "llama"
    assert set(listed.models[0]) == {"id", "owned_by", "created", "capabilities"}


def test_the_list_of_models_is_asked_for_once_an_hour(
    engine_of: Callable[..., Any], proxy: FaultProxy
) -> None:
    engine = engine_of("compatible")
    for _ in range(3):
        run(engine, "mercury_list_models")
    assert len(proxy.seen) == 1
    engine.settings.change("model_list_ttl", "0")
    run(engine, "mercury_list_models")
    assert len(proxy.seen) == 2


def test_when_no_provider_can_be_listed_its_error_is_raised(
    engine_of: Callable[..., Any],
) -> None:
    engine = engine_of("compatible", compatible_api_key="sk-wrong-0123456789abcdef")
    with pytest.raises(AuthenticationFailed):
        run(engine, "mercury_list_models")


def test_an_openai_name_with_a_local_endpoint_goes_to_openai() -> None:
    both = Settings(openai_api_key=KEY, compatible_base_url="http://127.0.0.1:1/v1")
    assert OpenAIProvider.serves("gpt-4o", both) == "gpt-4o"
    assert OpenAIProvider.serves("qwen2.5", both) is None
