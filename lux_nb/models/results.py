"""What the model operations answer, in the shapes of the Mercury reference."""

import json
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, PrivateAttr

from lux_nb.engine.calls import Call
from lux_nb.engine.operations import Result
from lux_nb.models.catalogue import Health
from lux_nb.models.types import Completion, ModelInfo


class TextContent(Result):
    """A piece of text."""

    type: Literal["text"] = "text"
    text: str


class TokenUsage(Result):
    """Tokens of a call."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class CompletionMetadata(Result):
    """Which model answered, with how many tokens, and why it stopped."""

    model: str
    usage: TokenUsage
    finish_reason: str


class ChatCompletion(Result):
    """A generated text."""

    content: Annotated[list[TextContent], Field(description="The generated text.")]
    metadata: CompletionMetadata

    _completion: Completion | None = PrivateAttr(None)
    _notes: tuple[str, ...] = PrivateAttr(())

    @classmethod
    def of(cls, completion: Completion, call: Call) -> "ChatCompletion":
        """Make the result of a finished call; its figures are kept for display."""
        usage = completion.usage
        result = cls(
            content=[TextContent(text=completion.text)],
            metadata=CompletionMetadata(
                model=completion.model,
                usage=TokenUsage(
                    prompt_tokens=usage.prompt_tokens,
                    completion_tokens=usage.completion_tokens,
                    total_tokens=usage.total_tokens,
                ),
                finish_reason=completion.finish_reason,
            ),
        )
        result._completion = completion
        result._notes = tuple(call.notes)
        return result

    @property
    def text(self) -> str:
        """The generated text."""
        return "".join(part.text for part in self.content)

    @property
    def completion(self) -> Completion | None:
        """Time, tokens and cost of the call."""
        return self._completion

    @property
    def notes(self) -> tuple[str, ...]:
        """What was changed or left out on the way."""
        return self._notes

    @property
    def footer(self) -> str:
        """Model, tokens, time and cost in one line."""
        from lux_nb.display.footer import money

        parts = [self.metadata.model]
        if self._completion is not None:
            usage = self._completion.usage
            about = "≈" if usage.counted else ""
            parts.append(f"{about}{usage.prompt_tokens} + {usage.completion_tokens} tokens")
            parts.append(f"{self._completion.seconds:.1f} s")
            parts.append(money(self._completion.cost))
            if self._completion.cached:
                parts.append("cached")
        return " · ".join([*parts, *self._notes])

    def __str__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        from lux_nb.display.footer import answer_markdown

        return {
            "text/plain": f"{self.text}\n\n{self.footer}",
            "text/markdown": answer_markdown(self.text, self.footer),
        }


class ModelList(Result):
    """The models there are, as JSON text."""

    content: list[TextContent]

    @classmethod
    def of(cls, models: list[ModelInfo]) -> "ModelList":
        """Make the result of a list."""
        rows = [
            {
                "id": model.id,
                "owned_by": model.owned_by,
                "created": model.created,
                "capabilities": list(model.capabilities),
            }
            for model in models
        ]
        return cls(content=[TextContent(text=json.dumps({"models": rows}, ensure_ascii=False))])

    @property
    def models(self) -> list[dict[str, Any]]:
        """The models as dictionaries."""
        listed: list[dict[str, Any]] = json.loads(self.content[0].text)["models"]
        return listed

    def __repr__(self) -> str:
        from lux_nb.display.tables import Rows

        return repr(Rows(self.models, ["id", "owned_by", "capabilities"]))

    def _repr_html_(self) -> str:
        from lux_nb.display.tables import Rows

        return Rows(self.models, ["id", "owned_by", "capabilities"])._repr_html_()


class Vectors(Result):
    """One vector per text."""

    vectors: Annotated[list[list[float]], Field(description="In the order of the texts.")]
    model: str
    dimensions: int
    prompt_tokens: int | None = None


class FailureView(Result):
    """A call that failed."""

    at: datetime
    code: str
    message: str


class ProviderHealth(Result):
    """How a provider is doing."""

    provider: str
    reachable: Annotated[bool, Field(description="Whether it answered at all.")]
    key_accepted: Annotated[
        bool | None, Field(description="Absent where the service does not say or needs no key.")
    ] = None
    latency_ms: float | None = None
    last_errors: list[FailureView] = []
    problem: str | None = None

    @classmethod
    def of(cls, health: Health) -> "ProviderHealth":
        """Make the view of a check."""
        errors = [FailureView(at=f.at, code=f.code, message=f.message) for f in health.last_errors]
        return cls(
            provider=health.provider,
            reachable=health.reachable,
            key_accepted=health.key_accepted,
            latency_ms=health.latency_ms,
            last_errors=errors,
            problem=health.problem,
        )


class HealthReport(Result):
    """How all configured providers are doing."""

    providers: list[ProviderHealth]

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per provider, for a table."""
        known = {True: "yes", False: "no", None: "–"}
        return [
            {
                "provider": p.provider,
                "reachable": known[p.reachable],
                "key accepted": known[p.key_accepted],
                "latency": f"{p.latency_ms:.0f} ms" if p.latency_ms is not None else "–",
                "last error": p.problem or (p.last_errors[-1].message if p.last_errors else ""),
            }
            for p in self.providers
        ]

    def _table(self) -> Any:
        from lux_nb.display.tables import Rows

        columns = ["provider", "reachable", "key accepted", "latency", "last error"]
        return Rows(self.rows(), columns)

    def __repr__(self) -> str:
        return repr(self._table())

    def _repr_html_(self) -> str:
        html: str = self._table()._repr_html_()
        return html
