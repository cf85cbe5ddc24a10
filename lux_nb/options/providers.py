"""Keys and addresses of the providers, and which model a name means."""

from pathlib import Path

from pydantic import Field, SecretStr

from lux_nb.options.kinds import OptionGroup, variable


class Providers(OptionGroup):
    """Keys and addresses of the providers, and which model a name means."""

    # Providers
    openai_api_key: SecretStr | None = Field(None, validation_alias=variable("OPENAI_API_KEY"))
    openai_base_url: str = Field(
        "https://api.openai.com/v1", validation_alias=variable("OPENAI_BASE_URL")
    )
    openrouter_api_key: SecretStr | None = Field(
        None, validation_alias=variable("OPENROUTER_API_KEY")
    )
    openrouter_base_url: str = Field(
        "https://openrouter.ai/api/v1", validation_alias=variable("OPENROUTER_BASE_URL")
    )
    mercury_api_key: SecretStr | None = Field(None, validation_alias=variable("MERCURY_API_KEY"))
    mercury_api_url: str = Field(
        "https://api.inceptionlabs.ai/v1", validation_alias=variable("MERCURY_API_URL")
    )
    compatible_base_url: str | None = Field(
        None,
        validation_alias=variable("LUX_BASE_URL"),
        description="Any OpenAI-compatible endpoint (vLLM, llama.cpp server, Ollama /v1, …).",
    )
    compatible_api_key: SecretStr | None = Field(None, validation_alias=variable("LUX_API_KEY"))

    # More providers
    anthropic_api_key: SecretStr | None = Field(
        None, validation_alias=variable("ANTHROPIC_API_KEY")
    )
    anthropic_base_url: str = Field(
        "https://api.anthropic.com", validation_alias=variable("ANTHROPIC_BASE_URL")
    )
    ollama_host: str | None = Field(
        None,
        validation_alias=variable("OLLAMA_HOST"),
        description="Address of Ollama; ollama:MODEL asks localhost:11434 when not set.",
    )
    llama_server_url: str | None = Field(
        None,
        validation_alias=variable("LUX_LLAMA_SERVER_URL"),
        description="Address of a llama.cpp server, without /v1.",
    )
    llama_server_api_key: SecretStr | None = Field(
        None, validation_alias=variable("LUX_LLAMA_SERVER_API_KEY")
    )
    vllm_base_url: str | None = Field(
        None,
        validation_alias=variable("VLLM_BASE_URL"),
        description="Address of a vLLM server, with /v1.",
    )
    vllm_api_key: SecretStr | None = Field(None, validation_alias=variable("VLLM_API_KEY"))
    model_embedding: str = Field(
        "static",
        validation_alias=variable("LUX_MODEL_EMBEDDING"),
        description="Model of embed; static needs neither key nor network.",
    )

    # Models
    model_reasoning: str = Field("gpt-5", validation_alias=variable("LUX_MODEL_REASONING"))
    model_normal: str = Field("gpt-5", validation_alias=variable("LUX_MODEL_NORMAL"))
    model_mini: str = Field("gpt-5-mini", validation_alias=variable("LUX_MODEL_MINI"))
    model_opus: str = Field(
        "anthropic/claude-4.1-opus", validation_alias=variable("LUX_MODEL_OPUS")
    )
    model_sonnet: str = Field(
        "anthropic/claude-4-sonnet", validation_alias=variable("LUX_MODEL_SONNET")
    )
    model_grok: str = Field("x-ai/grok-beta", validation_alias=variable("LUX_MODEL_GROK"))
    embedded_model: Path | None = Field(
        None,
        validation_alias=variable("LUX_EMBEDDED_MODEL"),
        description="A GGUF file to use in place of the small default model.",
    )
    embedded_threads: int = Field(
        0,
        ge=0,
        validation_alias=variable("LUX_EMBEDDED_THREADS"),
        description="CPU threads of the embedded model; 0 takes all cores but one.",
    )
    embedded_context: int = Field(
        8192,
        ge=512,
        validation_alias=variable("LUX_EMBEDDED_CONTEXT"),
        description="Context length, in tokens, of the embedded model.",
    )
    max_tokens: int = Field(
        10_000,
        gt=0,
        validation_alias=variable("LUX_MAX_TOKENS"),
        description="Most tokens a model may write in one answer.",
    )
    embedded_max_tokens: int = Field(
        512,
        gt=0,
        validation_alias=variable("LUX_EMBEDDED_MAX_TOKENS"),
        description="Most tokens the small embedded model may write in one answer.",
    )
