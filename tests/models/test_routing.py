"""From a model's name to its provider."""

import pytest
from pydantic import SecretStr

from lux_nb.config import Settings
from lux_nb.errors import NotConfigured
from lux_nb.models.routing import resolve_alias, route

KEY = SecretStr("sk-test")


def settings(**given: object) -> Settings:
    return Settings(**given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("alias", "model"),
    [
        ("gpt4", "gpt-4"),
        ("gpt4.1", "gpt-4-turbo-preview"),
        ("claude", "anthropic/claude-3-opus"),
        ("gemini", "google/gemini-2.5-pro"),
        ("llama3", "meta-llama/llama-3-70b"),
        ("o3", "o3-2025-01-17"),
        ("o3-pro", "o3-pro-2025-06-10"),
        ("o4-mini", "o4-mini-2025-04-16"),
        ("opus", "anthropic/claude-4.1-opus"),
        ("sonnet", "anthropic/claude-4-sonnet"),
        ("grok", "x-ai/grok-beta"),
        ("Opus", "anthropic/claude-4.1-opus"),
        ("something-else", "something-else"),
    ],
)
def test_aliases_are_those_of_the_reference(alias: str, model: str) -> None:
    assert resolve_alias(alias, settings()) == model


def test_without_any_provider_the_default_is_the_embedded_model() -> None:
    assert route(None, settings()).provider == "embedded"
    assert route("", settings()).provider == "embedded"


def test_without_any_provider_a_named_model_is_an_error() -> None:
    for name in ("gpt-5", "opus", "mercury-coder-small"):
        with pytest.raises(NotConfigured):
            route(name, settings())


def test_a_default_model_set_on_purpose_is_never_replaced() -> None:
    with pytest.raises(NotConfigured):
        route(None, settings(model_normal="gpt-5"))


@pytest.mark.parametrize(
    ("keys", "name", "provider", "model"),
    [
        ({"openai_api_key": KEY}, None, "openai", "gpt-5"),
        ({"openai_api_key": KEY}, "o3", "openai", "o3-2025-01-17"),
        ({"openai_api_key": KEY}, "openai/gpt-4o", "openai", "gpt-4o"),
        ({"openrouter_api_key": KEY}, None, "openrouter", "openai/gpt-5"),
        ({"openrouter_api_key": KEY}, "opus", "openrouter", "anthropic/claude-4.1-opus"),
        (
            {"openai_api_key": KEY, "openrouter_api_key": KEY},
            "sonnet",
            "openrouter",
            "anthropic/claude-4-sonnet",
        ),
        ({"openai_api_key": KEY, "openrouter_api_key": KEY}, "gpt-4o", "openai", "gpt-4o"),
        ({"mercury_api_key": KEY}, "mercury-coder-small", "mercury", "mercury-coder-small"),
        ({"compatible_base_url": "http://127.0.0.1:1/v1"}, "qwen", "compatible", "qwen"),
        ({"openai_api_key": KEY}, "embedded", "embedded", "embedded"),
    ],
)
def test_the_provider_is_chosen_by_key_and_model_name(
    keys: dict[str, object], name: str | None, provider: str, model: str
) -> None:
    chosen = route(name, settings(**keys))
    assert (chosen.provider, chosen.model) == (provider, model)
