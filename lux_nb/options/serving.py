"""Assistants, the server and its logs."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, field_validator
from pydantic_settings import NoDecode

from lux_nb.options.kinds import Names, OptionGroup, Size, read_mapping, variable


class Serving(OptionGroup):
    """Assistants, the server and its logs."""

    # Assistants
    assistants_may: Names = Field(
        default_factory=list,
        validation_alias=variable("LUX_ASSISTANTS_MAY"),
        description="Scopes assistants need not ask for: run, write, spend.",
    )
    consent_timeout: float = Field(
        25.0,
        gt=0,
        validation_alias=variable("LUX_CONSENT_TIMEOUT"),
        description="Seconds an assistant's request waits for the human's answer.",
    )
    assistant_call_seconds: float = Field(
        30.0,
        gt=0,
        validation_alias=variable("LUX_ASSISTANT_CALL_SECONDS"),
        description="Seconds after which a call of an assistant goes on as a job.",
    )
    assistant_calls_max: int = Field(
        0,
        ge=0,
        validation_alias=variable("LUX_ASSISTANT_CALLS_MAX"),
        description="Calls of one assistant in RATE_LIMIT_WINDOW; 0 sets no limit.",
    )
    client_budgets: Annotated[dict[str, float], NoDecode, BeforeValidator(read_mapping)] = Field(
        default_factory=dict,
        validation_alias=variable("LUX_CLIENT_BUDGETS"),
        description='Dollars that the model calls of an assistant may cost: {"name": dollars}.',
    )
    undo_max_size: Size = Field(
        64 * 1024 * 1024,
        ge=0,
        validation_alias=variable("LUX_UNDO_MAX_SIZE"),
        description="Bytes of copies kept to undo what one run of an assistant's code changed.",
    )

    # Server
    server_host: Literal["127.0.0.1", "localhost"] = Field(
        "127.0.0.1", validation_alias=variable("MCP_SERVER_HOST")
    )
    server_port: int = Field(
        0,
        ge=0,
        le=65535,
        validation_alias=variable("MCP_SERVER_PORT"),
        description="0 takes a free port.",
    )
    server_stateless: bool = Field(
        False,
        validation_alias=variable("LUX_SERVER_STATELESS"),
        description="Serve clients of older protocols without sessions: nothing is pushed to them.",
    )
    log_level: Literal["debug", "info", "warn", "error"] = Field(
        "info", validation_alias=variable("LOG_LEVEL")
    )
    otel: bool = Field(
        False,
        validation_alias=variable("LUX_OTEL"),
        description="Export operations and model calls with OpenTelemetry (needs the extra otel).",
    )

    @field_validator("log_level", "server_host", mode="before")
    @classmethod
    def _lower(cls, value: Any) -> Any:
        return value.strip().lower() if isinstance(value, str) else value
