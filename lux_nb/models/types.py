"""What is asked of a model and what comes back, the same for every provider."""

from dataclasses import dataclass, field
from typing import Any, Literal

Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """A chat completion, in the vocabulary all providers share."""

    messages: tuple[Message, ...]
    model: str
    temperature: float | None = None
    max_tokens: int | None = None
    top_p: float | None = None
    frequency_penalty: float | None = None
    presence_penalty: float | None = None
    stop: tuple[str, ...] | None = None
    user: str | None = None
    json_schema: dict[str, Any] | None = None
    logprobs: bool = False
    timeout_seconds: float | None = None

    def sampling(self) -> dict[str, Any]:
        """Return the sampling parameters that were given, under their wire names."""
        given = {
            "temperature": self.temperature,
            "max_tokens": self.max_tokens,
            "top_p": self.top_p,
            "frequency_penalty": self.frequency_penalty,
            "presence_penalty": self.presence_penalty,
            "stop": list(self.stop) if self.stop else None,
            "user": self.user,
        }
        return {name: value for name, value in given.items() if value is not None}

    def streamed_body(self, **schema_options: Any) -> dict[str, Any]:
        """Return the body of a streamed completion in the format that most services share."""
        body: dict[str, Any] = {
            "messages": [{"role": m.role, "content": m.content} for m in self.messages],
            "stream": True,
            "stream_options": {"include_usage": True},
            **self.sampling(),
        }
        if self.logprobs:
            body["logprobs"] = True
        if self.json_schema is not None:
            described = {"name": "answer", **schema_options, "schema": self.json_schema}
            body["response_format"] = {"type": "json_schema", "json_schema": described}
        return body


@dataclass(frozen=True, slots=True)
class FillRequest:
    """Code before and after a gap that a model is to fill."""

    prompt: str
    suffix: str
    model: str
    max_tokens: int | None = None
    temperature: float | None = None
    stop: tuple[str, ...] | None = None
    timeout_seconds: float | None = None

    def sampling(self) -> dict[str, Any]:
        """Return the sampling parameters that were given, under their wire names."""
        given = {
            "max_tokens": self.max_tokens,
            "temperature": self.temperature,
            "stop": list(self.stop) if self.stop else None,
        }
        return {name: value for name, value in given.items() if value is not None}


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A model that a provider offers."""

    id: str
    owned_by: str
    created: int = 0
    capabilities: tuple[str, ...] = ("chat",)


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors of texts, in the order of the texts."""

    vectors: list[list[float]]
    model: str
    prompt_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A piece of the answer as it is written."""

    text: str
    logprob: float | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that a call used; ``counted`` when we counted them, not the provider."""

    prompt_tokens: int
    completion_tokens: int
    counted: bool = False

    @property
    def total_tokens(self) -> int:
        """Prompt and completion together."""
        return self.prompt_tokens + self.completion_tokens


@dataclass(frozen=True, slots=True)
class Finished:
    """The end of an answer, with what the provider says of it."""

    finish_reason: str
    usage: Usage | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True)
class Completion:
    """A whole answer with its figures."""

    text: str
    model: str
    provider: str
    finish_reason: str
    usage: Usage
    seconds: float
    first_token_seconds: float | None
    cost: float | None
    call_id: str
    cached: bool = False
    logprobs: tuple[float, ...] = ()
    notes: tuple[str, ...] = field(default=())
