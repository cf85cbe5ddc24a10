"""How models are called: retry, time, size, limits, cache, money, recording."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field
from pydantic_settings import NoDecode

from lux_nb.options.kinds import OptionGroup, Size, read_mapping, variable


class Calling(OptionGroup):
    """How models are called: retry, time, size, limits, cache, money, recording."""

    # Limits
    request_timeout_ms: int = Field(
        30_000, gt=0, validation_alias=variable("REQUEST_TIMEOUT"), description="Milliseconds."
    )
    max_request_size: Size = Field(1024 * 1024, gt=0, validation_alias=variable("MAX_REQUEST_SIZE"))
    cache_ttl: int = Field(
        300, ge=0, validation_alias=variable("CACHE_TTL"), description="Seconds."
    )
    rate_limit_max: int = Field(100, gt=0, validation_alias=variable("RATE_LIMIT_MAX"))
    rate_limit_window_ms: int = Field(
        60_000, gt=0, validation_alias=variable("RATE_LIMIT_WINDOW"), description="Milliseconds."
    )
    server_rate_limit: int = Field(
        120_000,
        ge=0,
        validation_alias=variable("LUX_SERVER_RATE_LIMIT"),
        description="Requests a minute that one client may send; 0 sets no limit.",
    )

    # Retry, time and size
    retry_max_retries: int = Field(
        3, ge=0, le=10, validation_alias=variable("LUX_RETRY_MAX_RETRIES")
    )
    retry_initial_ms: int = Field(
        1_000,
        ge=0,
        validation_alias=variable("LUX_RETRY_INITIAL_DELAY"),
        description="Milliseconds before the first retry; each later wait is twice as long.",
    )
    retry_max_ms: int = Field(
        10_000,
        ge=0,
        validation_alias=variable("LUX_RETRY_MAX_DELAY"),
        description="Longest wait between retries, in milliseconds, unless a provider asks.",
    )
    retry_after_max_ms: int = Field(
        60_000,
        ge=0,
        validation_alias=variable("LUX_RETRY_AFTER_MAX"),
        description="Longest Retry-After, in milliseconds, that is waited for.",
    )
    reasoning_timeout_ms: int = Field(
        300_000,
        gt=0,
        validation_alias=variable("LUX_REASONING_TIMEOUT"),
        description="Milliseconds a reasoning model may think before its first word.",
    )
    answer_timeout_ms: int = Field(
        900_000,
        gt=0,
        validation_alias=variable("LUX_ANSWER_TIMEOUT"),
        description="Most milliseconds one answer may take from asking to its last word.",
    )
    max_response_size: Size = Field(
        32 * 1024 * 1024,
        gt=0,
        validation_alias=variable("LUX_MAX_RESPONSE_SIZE"),
        description="Largest body, in bytes, that is read from a provider.",
    )

    # Limits, cache, money, record and replay
    rate_limit_enabled: bool = Field(True, validation_alias=variable("LUX_RATE_LIMIT"))
    rate_limit_global: int = Field(
        300,
        gt=0,
        validation_alias=variable("LUX_RATE_LIMIT_GLOBAL"),
        description="Model calls in a window by all clients together.",
    )
    cache_completions: bool = Field(
        False,
        validation_alias=variable("LUX_CACHE"),
        description="Answer a request that was answered before from the store.",
    )
    cache_max_size: Size = Field(
        64 * 1024 * 1024,
        gt=0,
        validation_alias=variable("LUX_CACHE_MAX_SIZE"),
        description="Bytes of cached answers; those unused for longest go first.",
    )
    model_list_ttl: int = Field(
        3_600,
        ge=0,
        validation_alias=variable("LUX_MODEL_LIST_TTL"),
        description="Seconds for which a provider's list of models is kept.",
    )
    prices: Annotated[dict[str, tuple[float, float]], NoDecode, BeforeValidator(read_mapping)] = (
        Field(
            default_factory=dict,
            validation_alias=variable("LUX_PRICES"),
            description='Dollars per million tokens, as {"model": [prompt, completion]}.',
        )
    )
    budget: float | None = Field(
        None,
        ge=0,
        validation_alias=variable("LUX_BUDGET"),
        description="Dollars that model calls may cost.",
    )
    budget_per: Literal["notebook", "day"] = Field(
        "notebook", validation_alias=variable("LUX_BUDGET_PER")
    )
    record: str | None = Field(
        None,
        validation_alias=variable("LUX_RECORD"),
        description="File that model calls are recorded to; auto names it for the notebook.",
    )
    replay: str | None = Field(
        None,
        validation_alias=variable("LUX_REPLAY"),
        description="File that model calls are answered from; auto names it for the notebook.",
    )
    replay_strict: bool = Field(
        False,
        validation_alias=variable("LUX_REPLAY_STRICT"),
        description="Fail on a call that was not recorded.",
    )
