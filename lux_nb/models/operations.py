"""Operations of the models domain: chat, stream, fill, embed, list, health and cost."""

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, field_validator

from lux_nb.engine.calls import current_call
from lux_nb.engine.operations import NoParameters, Request, operation
from lux_nb.models.budget import BudgetState
from lux_nb.models.costs import Grouping, cost_report
from lux_nb.models.money_results import BudgetView, CostReport
from lux_nb.models.results import (
    ChatCompletion,
    HealthReport,
    ModelList,
    ProviderHealth,
    Vectors,
)
from lux_nb.models.types import ChatRequest, FillRequest, Message

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

DEFAULT_MODEL = "mercury-coder-small"
ModelName = Annotated[
    str,
    Field(
        description="Model name, alias or provider:model. When it is not given and Mercury is "
        "not configured, the default model of the kernel answers."
    ),
]
Temperature = Annotated[float | None, Field(ge=0, le=2, description="How freely words are chosen.")]
MaxTokens = Annotated[int | None, Field(gt=0, description="Most tokens to write.")]
Stop = Annotated[list[str] | None, Field(description="Texts at which the answer ends.")]
Cache = Annotated[
    bool | None,
    Field(description="Keep the answer and give it again; the kernel's setting when not given."),
]


class ChatMessage(Request):
    """One message of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


class ChatCompletionRequest(Request):
    """A conversation that a model is to continue."""

    messages: Annotated[list[ChatMessage], Field(min_length=1, description="The conversation.")]
    model: ModelName = DEFAULT_MODEL
    temperature: Temperature = None
    max_tokens: MaxTokens = None
    top_p: Annotated[
        float | None, Field(ge=0, le=1, description="Share of likely words to choose from.")
    ] = None
    frequency_penalty: Annotated[
        float | None, Field(ge=-2, le=2, description="Against words used often.")
    ] = None
    presence_penalty: Annotated[
        float | None, Field(ge=-2, le=2, description="Against words used at all.")
    ] = None
    stop: Stop = None
    user: Annotated[str | None, Field(description="End user, as the provider counts them.")] = None
    cache: Cache = None

    def as_chat(self) -> ChatRequest:
        """Return the request in the vocabulary of all providers."""
        return ChatRequest(
            messages=tuple(Message(m.role, m.content) for m in self.messages),
            model=self.model,
            temperature=self.temperature,
            max_tokens=self.max_tokens,
            top_p=self.top_p,
            frequency_penalty=self.frequency_penalty,
            presence_penalty=self.presence_penalty,
            stop=tuple(self.stop) if self.stop else None,
            user=self.user,
        )


@operation("mercury_chat_completion", toolset="models", title="Chat completion", spends=True)
async def mercury_chat_completion(engine: Engine, request: ChatCompletionRequest) -> ChatCompletion:
    """Generate a chat completion with Mercury or any other configured model."""
    return await _chat(engine, request, show=False)


@operation(
    "mercury_chat_stream", toolset="models", title="Streamed chat", streams=True, spends=True
)
async def mercury_chat_stream(engine: Engine, request: ChatCompletionRequest) -> ChatCompletion:
    """Stream a chat completion: its text comes in pieces, the whole at the end."""
    return await _chat(engine, request, show=True)


class FimRequest(Request):
    """Code around a gap."""

    prompt: Annotated[str, Field(description="Code before the cursor")]
    suffix: Annotated[str, Field(description="Code after the cursor")]
    model: ModelName = DEFAULT_MODEL
    max_tokens: MaxTokens = None
    temperature: Temperature = None
    stop: Stop = None
    cache: Cache = None


@operation("mercury_fim_completion", toolset="models", title="Fill in the middle", spends=True)
async def mercury_fim_completion(engine: Engine, request: FimRequest) -> ChatCompletion:
    """Generate the code that belongs between a prompt and a suffix."""
    completion = await engine.models.fill(
        FillRequest(
            prompt=request.prompt,
            suffix=request.suffix,
            model=request.model,
            max_tokens=request.max_tokens,
            temperature=request.temperature,
            stop=tuple(request.stop) if request.stop else None,
        ),
        named="model" in request.model_fields_set,
        cache=request.cache,
    )
    return ChatCompletion.of(completion, current_call())


@operation("mercury_list_models", toolset="models", title="List models")
async def mercury_list_models(engine: Engine, request: NoParameters) -> ModelList:
    """List the models that Mercury and the other configured providers offer."""
    return ModelList.of(await engine.models.catalogue.all())


class PassthroughRequest(Request):
    """A prompt for a model, with nothing added."""

    prompt: Annotated[str, Field(min_length=1, description="What the model gets, word for word.")]
    model: Annotated[str | None, Field(description="Model name, alias or provider:model.")] = None
    system: Annotated[str | None, Field(description="Instructions before the prompt.")] = None
    temperature: Temperature = None
    max_tokens: MaxTokens = None
    stop: Stop = None
    cache: Cache = None


@operation("llm.passthrough", toolset="models", title="Direct prompt", streams=True, spends=True)
async def llm_passthrough(engine: Engine, request: PassthroughRequest) -> ChatCompletion:
    """Send a prompt to a model as it is: no thread, no instructions, no memory."""
    before = (Message("system", request.system),) if request.system else ()
    completion = await engine.models.chat(
        ChatRequest(
            messages=(*before, Message("user", request.prompt)),
            model=request.model or "",
            temperature=request.temperature,
            max_tokens=request.max_tokens,
            stop=tuple(request.stop) if request.stop else None,
        ),
        cache=request.cache,
    )
    return ChatCompletion.of(completion, current_call())


class EmbedRequest(Request):
    """Texts to turn into vectors."""

    texts: Annotated[list[str], Field(min_length=1, max_length=10_000, description="The texts.")]
    model: Annotated[
        str | None,
        Field(
            description="static (no key, no network), a provider's embedding model, or "
            "sentence-transformers/NAME; LUX_MODEL_EMBEDDING when not given."
        ),
    ] = None

    @field_validator("texts", mode="before")
    @classmethod
    def _one_text(cls, value: object) -> object:
        return [value] if isinstance(value, str) else value


@operation("embed", toolset="models", title="Embed texts", spends=True)
async def embed(engine: Engine, request: EmbedRequest) -> Vectors:
    """Turn texts into vectors whose closeness is closeness of meaning."""
    found = await engine.models.embed(request.texts, request.model)
    dimensions = len(found.vectors[0]) if found.vectors else 0
    return Vectors(
        vectors=found.vectors,
        model=found.model,
        dimensions=dimensions,
        prompt_tokens=found.prompt_tokens,
    )


class HealthRequest(Request):
    """Which provider to check."""

    provider: Annotated[str | None, Field(description="All configured ones when not given.")] = None


@operation("models.health", toolset="models", title="Health of the providers")
async def models_health(engine: Engine, request: HealthRequest) -> HealthReport:
    """Check each provider: reachable, key accepted, latency and its last errors."""
    checked = await engine.models.catalogue.health(request.provider)
    return HealthReport(providers=[ProviderHealth.of(health) for health in checked])


class CostRequest(Request):
    """How to group costs."""

    by: Annotated[Grouping, Field(description="What to sum by.")] = "model"


@operation("models.cost", toolset="models", title="Cost of model calls")
async def models_cost(engine: Engine, request: CostRequest) -> CostReport:
    """Tell what model calls cost, by model, provider, notebook, day, thread, author or call."""
    return await cost_report(engine.store, request.by)


@operation("models.budget", toolset="models", title="State of the budget")
async def models_budget(engine: Engine, request: NoParameters) -> BudgetView:
    """Tell the budget, what is spent of it, what running calls may take, and what is left."""
    state: BudgetState = await engine.models.budget.state(engine.models.notebook())
    return BudgetView.of(state)


async def _chat(engine: Engine, request: ChatCompletionRequest, *, show: bool) -> ChatCompletion:
    completion = await engine.models.chat(
        request.as_chat(),
        show=show,
        named="model" in request.model_fields_set,
        cache=request.cache,
    )
    return ChatCompletion.of(completion, current_call())
