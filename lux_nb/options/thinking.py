"""Threads, logic and memory."""

from typing import Literal

from pydantic import Field, SecretStr

from lux_nb.options.kinds import OptionGroup, Size, variable


class Thinking(OptionGroup):
    """Threads, logic and memory."""

    # Threads
    thread_ttl_minutes: float = Field(
        180.0,
        gt=0,
        le=10 * 365 * 24 * 60,
        validation_alias=variable("LUX_THREAD_TTL_MINUTES"),
        description="Idle minutes after which a thread leaves the active set.",
    )
    context_max_tokens: int = Field(
        4000,
        gt=0,
        validation_alias=variable("LUX_CONTEXT_MAX_TOKENS"),
        description="Most tokens of earlier turns that are sent with a message.",
    )

    # Logic
    logic_strategy: str = Field(
        "english",
        validation_alias=variable("LUX_LOGIC_STRATEGY"),
        description="How English becomes rules until strategy.setActive chooses.",
    )
    logic_model: str | None = Field(
        None,
        validation_alias=variable("LUX_LOGIC_MODEL"),
        description="Model that translates for the strategies that ask one.",
    )
    logic_seconds: float = Field(
        5.0,
        gt=0,
        le=3600,
        validation_alias=variable("LUX_LOGIC_SECONDS"),
        description="Most seconds a Prolog goal may run.",
    )
    logic_inferences: int = Field(
        200_000_000,
        gt=0,
        validation_alias=variable("LUX_LOGIC_INFERENCES"),
        description="Most steps a Prolog goal may take.",
    )
    logic_memory: Size = Field(
        4 * 1024**3,
        ge=256 * 1024**2,
        validation_alias=variable("LUX_LOGIC_MEMORY"),
        description="Most memory of a Prolog worker, as 4gb; an eighth for a goal's stacks.",
    )

    # Memory
    edition: Literal["free", "pro", "enterprise"] = Field(
        "enterprise",
        validation_alias=variable("LUX_EDITION", "CORTEX_EDITION"),
        description="Which tools of the memory are on; enterprise has all of them.",
    )
    memory_idle_minutes: float = Field(
        30.0,
        gt=0,
        validation_alias=variable("LUX_MEMORY_IDLE_MINUTES"),
        description="Idle minutes after which a context is compressed.",
    )
    memory_encoder: Literal["auto", "static", "minilm"] = Field(
        "auto",
        validation_alias=variable("LUX_MEMORY_ENCODER"),
        description="Encoder of the memory's search; auto takes MiniLM where it was fetched.",
    )
    sync_url: str | None = Field(
        None,
        validation_alias=variable("LUX_SYNC_URL"),
        description="Folder or fsspec URL of encrypted backups; a folder of lux_home if not set.",
    )
    sync_keep_versions: int | None = Field(
        None,
        ge=1,
        validation_alias=variable("LUX_SYNC_KEEP_VERSIONS"),
        description="Versions of a backup that stay; older ones are removed. All if not set.",
    )
    sync_passphrase: SecretStr | None = Field(
        None,
        validation_alias=variable("LUX_SYNC_PASSPHRASE", "CORTEX_LICENSE_KEY"),
        description="Passphrase or licence key that the key of encrypted backups comes from.",
    )
