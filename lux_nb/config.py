"""Settings: every option once, typed, from the environment or ``%lux config``."""

import json
from pathlib import Path
from typing import Annotated, Any, Literal, get_origin

from pydantic import AliasChoices, Field, SecretStr, ValidationError, field_validator
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from lux_nb.errors import InvalidRequest, NotFound
from lux_nb.paths import lux_home

MASK = "••••••••"
READ_AT_START = frozenset({"lux_home", "lux_store", "log_level", "otel"})


def _variable(*names: str) -> AliasChoices:
    """Name the environment variables an option is read from."""
    return AliasChoices(*names)


def parse_size(text: str | int) -> int:
    """Read a size such as ``1mb``, ``512 KB`` or a plain number of bytes."""
    if isinstance(text, int):
        return text
    cleaned = text.strip().lower().replace(" ", "").removesuffix("b")
    units = {"k": 1024, "m": 1024**2, "g": 1024**3}
    unit = units.get(cleaned[-1:], 1)
    number = cleaned[:-1] if unit > 1 else cleaned
    try:
        return int(float(number) * unit)
    except (ValueError, OverflowError):
        message = f"{text!r} is not a size; write it as 500kb, 1mb or a number of bytes"
        raise ValueError(message) from None


class Settings(BaseSettings):
    """All options of lux_nb, with the environment names the five systems give them."""

    model_config = SettingsConfigDict(
        extra="ignore", populate_by_name=True, validate_assignment=True, env_ignore_empty=True
    )

    # Where things are
    lux_home: Annotated[Path, Field(description="Folder of the store, models and logs.")] = Field(
        default_factory=lux_home, validation_alias=_variable("LUX_HOME")
    )
    lux_store: str | None = Field(
        None,
        repr=False,  # it may hold a password
        validation_alias=_variable("LUX_STORE"),
        description="SQLAlchemy URL of the store; SQLite under lux_home when not set.",
    )
    allowed_roots: Annotated[list[Path], NoDecode] = Field(
        default_factory=list,
        validation_alias=_variable("LUX_ALLOWED_ROOTS"),
        description="Folders whose files models may read; the notebook's folder when empty.",
    )
    max_file_size: int = Field(
        1_000_000,
        gt=0,
        validation_alias=_variable("LUX_MAX_FILE_SIZE"),
        description="Largest file, in bytes, that is read for a model.",
    )

    # Providers
    openai_api_key: SecretStr | None = Field(None, validation_alias=_variable("OPENAI_API_KEY"))
    openai_base_url: str = Field(
        "https://api.openai.com/v1", validation_alias=_variable("OPENAI_BASE_URL")
    )
    openrouter_api_key: SecretStr | None = Field(
        None, validation_alias=_variable("OPENROUTER_API_KEY")
    )
    openrouter_base_url: str = Field(
        "https://openrouter.ai/api/v1", validation_alias=_variable("OPENROUTER_BASE_URL")
    )
    mercury_api_key: SecretStr | None = Field(None, validation_alias=_variable("MERCURY_API_KEY"))
    mercury_api_url: str = Field(
        "https://api.inceptionlabs.ai/v1", validation_alias=_variable("MERCURY_API_URL")
    )
    compatible_base_url: str | None = Field(
        None,
        validation_alias=_variable("LUX_BASE_URL"),
        description="Any OpenAI-compatible endpoint (vLLM, llama.cpp server, Ollama /v1, …).",
    )
    compatible_api_key: SecretStr | None = Field(None, validation_alias=_variable("LUX_API_KEY"))

    # Models
    model_reasoning: str = Field("gpt-5", validation_alias=_variable("LUX_MODEL_REASONING"))
    model_normal: str = Field("gpt-5", validation_alias=_variable("LUX_MODEL_NORMAL"))
    model_mini: str = Field("gpt-5-mini", validation_alias=_variable("LUX_MODEL_MINI"))
    model_opus: str = Field(
        "anthropic/claude-4.1-opus", validation_alias=_variable("LUX_MODEL_OPUS")
    )
    model_sonnet: str = Field(
        "anthropic/claude-4-sonnet", validation_alias=_variable("LUX_MODEL_SONNET")
    )
    model_grok: str = Field("x-ai/grok-beta", validation_alias=_variable("LUX_MODEL_GROK"))
    embedded_model: Path | None = Field(
        None,
        validation_alias=_variable("LUX_EMBEDDED_MODEL"),
        description="A GGUF file to use in place of the small default model.",
    )
    embedded_threads: int = Field(
        0,
        ge=0,
        validation_alias=_variable("LUX_EMBEDDED_THREADS"),
        description="CPU threads of the embedded model; 0 takes all cores but one.",
    )
    embedded_context: int = Field(
        8192,
        ge=512,
        validation_alias=_variable("LUX_EMBEDDED_CONTEXT"),
        description="Context length, in tokens, of the embedded model.",
    )
    max_tokens: int = Field(
        10_000,
        gt=0,
        validation_alias=_variable("LUX_MAX_TOKENS"),
        description="Most tokens a model may write in one answer.",
    )
    embedded_max_tokens: int = Field(
        512,
        gt=0,
        validation_alias=_variable("LUX_EMBEDDED_MAX_TOKENS"),
        description="Most tokens the small embedded model may write in one answer.",
    )

    # Threads
    thread_ttl_minutes: float = Field(
        180.0,
        gt=0,
        le=10 * 365 * 24 * 60,
        validation_alias=_variable("LUX_THREAD_TTL_MINUTES"),
        description="Idle minutes after which a thread leaves the active set.",
    )
    context_max_tokens: int = Field(
        4000,
        gt=0,
        validation_alias=_variable("LUX_CONTEXT_MAX_TOKENS"),
        description="Most tokens of earlier turns that are sent with a message.",
    )

    # Logic
    logic_strategy: str = Field(
        "english",
        validation_alias=_variable("LUX_LOGIC_STRATEGY"),
        description="How English becomes rules until strategy.setActive chooses.",
    )
    logic_model: str | None = Field(
        None,
        validation_alias=_variable("LUX_LOGIC_MODEL"),
        description="Model that translates for the strategies that ask one.",
    )
    logic_seconds: float = Field(
        5.0,
        gt=0,
        le=3600,
        validation_alias=_variable("LUX_LOGIC_SECONDS"),
        description="Most seconds a Prolog goal may run.",
    )
    logic_inferences: int = Field(
        200_000_000,
        gt=0,
        validation_alias=_variable("LUX_LOGIC_INFERENCES"),
        description="Most steps a Prolog goal may take.",
    )
    logic_memory: Annotated[int, NoDecode] = Field(
        4 * 1024**3,
        ge=256 * 1024**2,
        validation_alias=_variable("LUX_LOGIC_MEMORY"),
        description="Most memory of a Prolog worker, as 4gb; an eighth for a goal's stacks.",
    )

    # Memory
    edition: Literal["free", "pro", "enterprise"] = Field(
        "enterprise",
        validation_alias=_variable("LUX_EDITION", "CORTEX_EDITION"),
        description="Which tools of the memory are on; enterprise has all of them.",
    )
    memory_idle_minutes: float = Field(
        30.0,
        gt=0,
        validation_alias=_variable("LUX_MEMORY_IDLE_MINUTES"),
        description="Idle minutes after which a context is compressed.",
    )
    memory_encoder: Literal["auto", "static", "minilm"] = Field(
        "auto",
        validation_alias=_variable("LUX_MEMORY_ENCODER"),
        description="Encoder of the memory's search; auto takes MiniLM where it was fetched.",
    )
    sync_url: str | None = Field(
        None,
        validation_alias=_variable("LUX_SYNC_URL"),
        description="Folder or fsspec URL of encrypted backups; a folder of lux_home if not set.",
    )
    sync_passphrase: SecretStr | None = Field(
        None,
        validation_alias=_variable("LUX_SYNC_PASSPHRASE", "CORTEX_LICENSE_KEY"),
        description="Passphrase or licence key that the key of encrypted backups comes from.",
    )

    # Limits
    request_timeout_ms: int = Field(
        30_000, gt=0, validation_alias=_variable("REQUEST_TIMEOUT"), description="Milliseconds."
    )
    max_request_size: Annotated[int, NoDecode] = Field(
        1024 * 1024, gt=0, validation_alias=_variable("MAX_REQUEST_SIZE")
    )
    cache_ttl: int = Field(
        300, ge=0, validation_alias=_variable("CACHE_TTL"), description="Seconds."
    )
    rate_limit_max: int = Field(100, gt=0, validation_alias=_variable("RATE_LIMIT_MAX"))
    rate_limit_window_ms: int = Field(
        60_000, gt=0, validation_alias=_variable("RATE_LIMIT_WINDOW"), description="Milliseconds."
    )
    server_rate_limit: int = Field(
        120_000,
        ge=0,
        validation_alias=_variable("LUX_SERVER_RATE_LIMIT"),
        description="Requests a minute that one client may send; 0 sets no limit.",
    )

    # Models: more providers
    anthropic_api_key: SecretStr | None = Field(
        None, validation_alias=_variable("ANTHROPIC_API_KEY")
    )
    anthropic_base_url: str = Field(
        "https://api.anthropic.com", validation_alias=_variable("ANTHROPIC_BASE_URL")
    )
    ollama_host: str | None = Field(
        None,
        validation_alias=_variable("OLLAMA_HOST"),
        description="Address of Ollama; ollama:MODEL asks localhost:11434 when not set.",
    )
    llama_server_url: str | None = Field(
        None,
        validation_alias=_variable("LUX_LLAMA_SERVER_URL"),
        description="Address of a llama.cpp server, without /v1.",
    )
    llama_server_api_key: SecretStr | None = Field(
        None, validation_alias=_variable("LUX_LLAMA_SERVER_API_KEY")
    )
    vllm_base_url: str | None = Field(
        None,
        validation_alias=_variable("VLLM_BASE_URL"),
        description="Address of a vLLM server, with /v1.",
    )
    vllm_api_key: SecretStr | None = Field(None, validation_alias=_variable("VLLM_API_KEY"))
    model_embedding: str = Field(
        "static",
        validation_alias=_variable("LUX_MODEL_EMBEDDING"),
        description="Model of embed; static needs neither key nor network.",
    )

    # Models: retry, time and size
    retry_max_retries: int = Field(
        3, ge=0, le=10, validation_alias=_variable("LUX_RETRY_MAX_RETRIES")
    )
    retry_initial_ms: int = Field(
        1_000,
        ge=0,
        validation_alias=_variable("LUX_RETRY_INITIAL_DELAY"),
        description="Milliseconds before the first retry; each later wait is twice as long.",
    )
    retry_max_ms: int = Field(
        10_000,
        ge=0,
        validation_alias=_variable("LUX_RETRY_MAX_DELAY"),
        description="Longest wait between retries, in milliseconds, unless a provider asks.",
    )
    retry_after_max_ms: int = Field(
        60_000,
        ge=0,
        validation_alias=_variable("LUX_RETRY_AFTER_MAX"),
        description="Longest Retry-After, in milliseconds, that is waited for.",
    )
    reasoning_timeout_ms: int = Field(
        300_000,
        gt=0,
        validation_alias=_variable("LUX_REASONING_TIMEOUT"),
        description="Milliseconds a reasoning model may think before its first word.",
    )
    answer_timeout_ms: int = Field(
        900_000,
        gt=0,
        validation_alias=_variable("LUX_ANSWER_TIMEOUT"),
        description="Most milliseconds one answer may take from asking to its last word.",
    )
    max_response_size: Annotated[int, NoDecode] = Field(
        32 * 1024 * 1024,
        gt=0,
        validation_alias=_variable("LUX_MAX_RESPONSE_SIZE"),
        description="Largest body, in bytes, that is read from a provider.",
    )

    # Models: limits, cache, money, record and replay
    rate_limit_enabled: bool = Field(True, validation_alias=_variable("LUX_RATE_LIMIT"))
    rate_limit_global: int = Field(
        300,
        gt=0,
        validation_alias=_variable("LUX_RATE_LIMIT_GLOBAL"),
        description="Model calls in a window by all clients together.",
    )
    cache_completions: bool = Field(
        False,
        validation_alias=_variable("LUX_CACHE"),
        description="Answer a request that was answered before from the store.",
    )
    cache_max_size: Annotated[int, NoDecode] = Field(
        64 * 1024 * 1024,
        gt=0,
        validation_alias=_variable("LUX_CACHE_MAX_SIZE"),
        description="Bytes of cached answers; those unused for longest go first.",
    )
    model_list_ttl: int = Field(
        3_600,
        ge=0,
        validation_alias=_variable("LUX_MODEL_LIST_TTL"),
        description="Seconds for which a provider's list of models is kept.",
    )
    prices: Annotated[dict[str, tuple[float, float]], NoDecode] = Field(
        default_factory=dict,
        validation_alias=_variable("LUX_PRICES"),
        description='Dollars per million tokens, as {"model": [prompt, completion]}.',
    )
    budget: float | None = Field(
        None,
        ge=0,
        validation_alias=_variable("LUX_BUDGET"),
        description="Dollars that model calls may cost.",
    )
    budget_per: Literal["notebook", "day"] = Field(
        "notebook", validation_alias=_variable("LUX_BUDGET_PER")
    )
    record: str | None = Field(
        None,
        validation_alias=_variable("LUX_RECORD"),
        description="File that model calls are recorded to; auto names it for the notebook.",
    )
    replay: str | None = Field(
        None,
        validation_alias=_variable("LUX_REPLAY"),
        description="File that model calls are answered from; auto names it for the notebook.",
    )
    replay_strict: bool = Field(
        False,
        validation_alias=_variable("LUX_REPLAY_STRICT"),
        description="Fail on a call that was not recorded.",
    )

    # Tools
    tools_private_hosts: bool = Field(
        False,
        validation_alias=_variable("LUX_TOOLS_PRIVATE_HOSTS"),
        description="Whether webhooks may reach private and local addresses.",
    )
    tools_environment: Annotated[list[str], NoDecode] = Field(
        default_factory=list,
        validation_alias=_variable("LUX_TOOLS_ENVIRONMENT"),
        description="Environment variables that webhooks of assistants may send as headers.",
    )
    tools_network: bool = Field(
        False,
        validation_alias=_variable("LUX_TOOLS_NETWORK"),
        description="Whether sandboxed code may be given the network.",
    )
    tools_concurrency: int = Field(
        32,
        ge=1,
        le=1000,
        validation_alias=_variable("LUX_TOOLS_CONCURRENCY"),
        description="Tools that run at once; further calls wait, the more urgent ones first.",
    )
    search_service: Literal["searxng", "brave"] = Field(
        "searxng",
        validation_alias=_variable("LUX_SEARCH_SERVICE"),
        description="What web_search, news_search and image_search ask.",
    )
    search_url: str | None = Field(
        None,
        validation_alias=_variable("LUX_SEARCH_URL"),
        description="Address of the search service, such as that of a SearXNG instance.",
    )
    search_api_key: SecretStr | None = Field(None, validation_alias=_variable("LUX_SEARCH_API_KEY"))
    academic_search_url: str = Field(
        "https://export.arxiv.org/api/query",
        validation_alias=_variable("LUX_ACADEMIC_SEARCH_URL"),
        description="Service that academic_search asks, in the form of arXiv's API.",
    )
    image_url: str | None = Field(
        None,
        validation_alias=_variable("LUX_IMAGE_URL"),
        description="OpenAI-compatible address of image_generation; OpenAI's where its key is set.",
    )
    image_api_key: SecretStr | None = Field(None, validation_alias=_variable("LUX_IMAGE_API_KEY"))
    image_model: str = Field("gpt-image-1", validation_alias=_variable("LUX_IMAGE_MODEL"))
    smtp_url: SecretStr | None = Field(
        None,
        validation_alias=_variable("LUX_SMTP_URL"),
        description="Server of email_sender: smtp://user:password@host:587 or smtps://…",
    )
    smtp_from: str | None = Field(
        None,
        validation_alias=_variable("LUX_SMTP_FROM"),
        description="Sender's address; the user of smtp_url by default.",
    )

    # Assistants
    assistants_may: Annotated[list[str], NoDecode] = Field(
        default_factory=list,
        validation_alias=_variable("LUX_ASSISTANTS_MAY"),
        description="Scopes assistants need not ask for: run, write, spend.",
    )
    consent_timeout: float = Field(
        25.0,
        gt=0,
        validation_alias=_variable("LUX_CONSENT_TIMEOUT"),
        description="Seconds an assistant's request waits for the human's answer.",
    )
    assistant_call_seconds: float = Field(
        30.0,
        gt=0,
        validation_alias=_variable("LUX_ASSISTANT_CALL_SECONDS"),
        description="Seconds after which a call of an assistant goes on as a job.",
    )
    assistant_calls_max: int = Field(
        0,
        ge=0,
        validation_alias=_variable("LUX_ASSISTANT_CALLS_MAX"),
        description="Calls of one assistant in RATE_LIMIT_WINDOW; 0 sets no limit.",
    )
    client_budgets: Annotated[dict[str, float], NoDecode] = Field(
        default_factory=dict,
        validation_alias=_variable("LUX_CLIENT_BUDGETS"),
        description='Dollars that the model calls of an assistant may cost: {"name": dollars}.',
    )
    undo_max_size: Annotated[int, NoDecode] = Field(
        64 * 1024 * 1024,
        ge=0,
        validation_alias=_variable("LUX_UNDO_MAX_SIZE"),
        description="Bytes of copies kept to undo what one run of an assistant's code changed.",
    )

    # Server
    server_host: Literal["127.0.0.1", "localhost"] = Field(
        "127.0.0.1", validation_alias=_variable("MCP_SERVER_HOST")
    )
    server_port: int = Field(
        0,
        ge=0,
        le=65535,
        validation_alias=_variable("MCP_SERVER_PORT"),
        description="0 takes a free port.",
    )
    server_stateless: bool = Field(
        False,
        validation_alias=_variable("LUX_SERVER_STATELESS"),
        description="Serve clients of older protocols without sessions: nothing is pushed to them.",
    )
    log_level: Literal["debug", "info", "warn", "error"] = Field(
        "info", validation_alias=_variable("LOG_LEVEL")
    )
    otel: bool = Field(
        False,
        validation_alias=_variable("LUX_OTEL"),
        description="Export operations and model calls with OpenTelemetry (needs the extra otel).",
    )

    @field_validator("prices", "client_budgets", mode="before")
    @classmethod
    def _read_prices(cls, value: Any) -> Any:
        return json.loads(value) if isinstance(value, str) else value or {}

    @field_validator(
        "max_request_size",
        "max_response_size",
        "cache_max_size",
        "logic_memory",
        "undo_max_size",
        mode="before",
    )
    @classmethod
    def _read_size(cls, value: str | int) -> int:
        return parse_size(value)

    @field_validator("allowed_roots", mode="before")
    @classmethod
    def _read_roots(cls, value: Any) -> Any:
        if isinstance(value, str):
            import os

            return [Path(part).expanduser() for part in value.split(os.pathsep) if part.strip()]
        return value

    @field_validator("tools_environment", "assistants_may", mode="before")
    @classmethod
    def _read_names(cls, value: Any) -> Any:
        return value.replace(",", " ").split() if isinstance(value, str) else value

    @field_validator("log_level", "server_host", mode="before")
    @classmethod
    def _lower(cls, value: Any) -> Any:
        return value.strip().lower() if isinstance(value, str) else value

    @property
    def store_url(self) -> str:
        """The URL of the store that is used."""
        if self.lux_store:
            return self.lux_store
        return f"sqlite:///{self.lux_home / 'lux.db'}"

    def described(self) -> list[dict[str, Any]]:
        """Return one row per option: name, environment name, value (secrets masked), help."""
        return [
            {
                "option": name,
                "environment": environment_name(field),
                "value": self._masked(name),
                "default": name not in self.model_fields_set,
                "help": field.description or "",
            }
            for name, field in type(self).model_fields.items()
        ]

    def option(self, name: str) -> dict[str, Any]:
        """Return the row of one option."""
        wanted = self._option_named(name)
        return next(row for row in self.described() if row["option"] == wanted)

    def change(self, name: str, text: str) -> Any:
        """Set an option of the running kernel from text, or raise a typed error."""
        name = self._option_named(name)
        field = type(self).model_fields[name]
        if name in READ_AT_START:
            message = f"{name} is read when the engine starts, so it can't be changed now."
            hint = f"Set {environment_name(field)} in the environment and restart the kernel."
            raise InvalidRequest(message, hint=hint, details={"field": name})
        try:
            setattr(self, name, _from_text(field, text))
        except ValidationError as error:
            raise _not_a_value(text, name, error.errors()[0]["msg"]) from None
        except json.JSONDecodeError as error:
            raise _not_a_value(text, name, f"it is not JSON ({error})") from None
        return self._masked(name)

    def _masked(self, name: str) -> Any:
        value = getattr(self, name)
        if isinstance(value, SecretStr):
            return MASK
        if name == "lux_store" and isinstance(value, str):
            from sqlalchemy.engine import make_url

            return make_url(value).render_as_string(hide_password=True)
        return value

    def _option_named(self, name: str) -> str:
        options = type(self).model_fields
        wanted = name.strip()
        for option, field in options.items():
            if wanted.lower() == option or wanted.upper() == environment_name(field):
                return option
        import difflib

        near = difflib.get_close_matches(wanted.lower(), options, n=3, cutoff=0.5)
        hint = f"Did you mean {', '.join(near)}?" if near else "%lux config lists all options."
        message = f"There is no option {wanted!r}."
        raise NotFound(message, hint=hint)


def environment_name(field: FieldInfo) -> str:
    """Return the environment variable of a settings field."""
    alias = field.validation_alias
    return str(alias.choices[0]) if isinstance(alias, AliasChoices) else ""


def read_settings() -> Settings:
    """Read the environment; what is wrong in it is an error that names the variable."""
    try:
        return Settings()
    except ValidationError as error:
        # Without the values: the variable may be a key.
        wrong = [f"{problem['loc'][0]}: {problem['msg']}" for problem in error.errors()]
        message = f"The environment has options that can't be used: {'; '.join(wrong)}."
        raise InvalidRequest(message, hint="Correct or unset them.") from None


def _not_a_value(text: str, name: str, reason: str) -> InvalidRequest:
    message = f"{text!r} is not a value for {name}: {reason}."
    return InvalidRequest(message, details={"field": name})


def _from_text(field: FieldInfo, text: str) -> Any:
    """Read what a user typed: JSON where it is meant, else the plain text; ``none`` clears."""
    stripped = text.strip()
    if stripped.lower() in {"none", "null", ""}:
        return None
    if stripped.startswith("[") and get_origin(field.annotation) is list:
        return json.loads(stripped)
    return stripped.strip("'\"")
