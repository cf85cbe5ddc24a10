"""Settings: typed, from the environment, with secrets masked."""

from pathlib import Path

import pytest

from lux_nb.config import MASK, Settings, read_settings
from lux_nb.errors import InvalidRequest, NotFound
from lux_nb.options.kinds import parse_size

ENVIRONMENT = {
    "OPENAI_API_KEY": "sk-secret-1",
    "OPENROUTER_API_KEY": "sk-secret-2",
    "MERCURY_API_KEY": "sk-secret-3",
    "MERCURY_API_URL": "http://127.0.0.1:9/v1",
    "LUX_MODEL_REASONING": "r",
    "LUX_MODEL_NORMAL": "n",
    "LUX_MODEL_MINI": "m",
    "LUX_MODEL_OPUS": "o",
    "LUX_MODEL_SONNET": "s",
    "LUX_MODEL_GROK": "g",
    "LOG_LEVEL": "DEBUG",
    "CACHE_TTL": "60",
    "REQUEST_TIMEOUT": "5000",
    "RATE_LIMIT_MAX": "7",
    "RATE_LIMIT_WINDOW": "1000",
    "MAX_REQUEST_SIZE": "2mb",
    "MCP_SERVER_PORT": "0",
    "LUX_STORE": "postgresql+psycopg://user:hunter2@db/lux",
    "LUX_ALLOWED_ROOTS": "/data:/more",
}


def test_defaults_are_those_of_the_references() -> None:
    settings = Settings()
    assert settings.model_reasoning == settings.model_normal == "gpt-5"
    assert settings.model_mini == "gpt-5-mini"
    assert settings.model_opus == "anthropic/claude-4.1-opus"
    assert settings.model_sonnet == "anthropic/claude-4-sonnet"
    assert settings.model_grok == "x-ai/grok-beta"
    assert settings.mercury_api_url == "https://api.inceptionlabs.ai/v1"
    assert settings.cache_ttl == 300
    assert settings.request_timeout_ms == 30_000
    assert (settings.rate_limit_max, settings.rate_limit_window_ms) == (100, 60_000)
    assert settings.thread_ttl_minutes == 180
    assert settings.context_max_tokens == 4000
    assert settings.max_tokens == 10_000
    assert settings.max_request_size == 1024 * 1024


def test_every_documented_variable_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    settings = Settings()
    unset = [row["environment"] for row in settings.described() if not row["default"]]
    assert set(ENVIRONMENT) <= set(unset)
    assert settings.max_request_size == 2 * 1024 * 1024
    assert settings.allowed_roots == [Path("/data"), Path("/more")]
    assert settings.log_level == "debug"


def test_no_secret_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    settings = Settings()
    shown = repr(settings) + str(settings.described()) + str(settings)
    assert "sk-secret" not in shown
    assert "hunter2" not in shown
    assert MASK in str(settings.described())


def test_an_option_is_changed_by_its_name_or_its_variable() -> None:
    settings = Settings()
    settings.change("context_max_tokens", "1234")
    assert settings.context_max_tokens == 1234
    settings.change("LUX_MODEL_MINI", "'tiny'")
    assert settings.model_mini == "tiny"
    settings.change("max_request_size", "5kb")
    assert settings.max_request_size == 5120
    settings.change("allowed_roots", '["/a", "/b"]')
    assert settings.allowed_roots == [Path("/a"), Path("/b")]
    assert settings.change("openai_api_key", "sk-new") == MASK
    settings.change("openai_api_key", "none")
    assert settings.openai_api_key is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("context_max_tokens", "many"),
        ("server_port", "70000"),
        ("log_level", "loud"),
        ("server_host", "0.0.0.0"),
        ("max_request_size", "big"),
        ("max_request_size", "inf"),
        ("thread_ttl_minutes", "inf"),
        ("allowed_roots", '["/a"'),
        ("lux_home", "/elsewhere"),
        ("lux_store", "sqlite:////elsewhere/lux.db"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_and_changes_nothing(name: str, value: str) -> None:
    settings = Settings()
    before = settings.described()
    with pytest.raises(InvalidRequest, match=name):
        settings.change(name, value)
    assert settings.described() == before


def test_a_wrong_variable_is_named_without_its_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUX_EMBEDDED_THREADS", "sk-pasted-into-the-wrong-place")
    with pytest.raises(InvalidRequest, match="LUX_EMBEDDED_THREADS") as caught:
        read_settings()
    assert "sk-pasted" not in str(caught.value)


def test_an_unknown_option_gets_a_suggestion() -> None:
    with pytest.raises(NotFound) as caught:
        Settings().change("context_max_token", "1")
    assert "context_max_tokens" in str(caught.value.hint)


@pytest.mark.parametrize(
    ("text", "size"), [("1mb", 1048576), ("1 KB", 1024), ("512", 512), (7, 7), ("1.5k", 1536)]
)
def test_sizes_are_read(text: str | int, size: int) -> None:
    assert parse_size(text) == size
