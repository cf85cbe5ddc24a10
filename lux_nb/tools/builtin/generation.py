"""Generation: text and code from a model."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine


def tools(engine: "Engine") -> Iterator[tuple[Callable[..., Any], dict[str, Any]]]:
    """Yield the generation tools."""

    async def text_generation(
        prompt: Annotated[str, Field(min_length=1, description="What to write.")],
        model: Annotated[str | None, Field(description="Model name or alias.")] = None,
        temperature: Annotated[float | None, Field(ge=0.0, le=1.0)] = None,
    ) -> dict[str, Any]:
        """Write a text with the configured model, or the embedded one."""
        instruction = "Write what is asked for, and nothing else."
        return await _ask(engine, instruction, prompt, model, temperature=temperature, usual=0.7)

    async def code_generation(
        prompt: Annotated[str, Field(min_length=1, description="What the code is to do.")],
        language: str = "python",
        model: str | None = None,
    ) -> dict[str, Any]:
        """Write code with the configured model, or the embedded one; it is not run."""
        instruction = f"Answer with {language} code only, without explanation."
        return await _ask(engine, instruction, prompt, model) | {"language": language}

    slow = {"timeout": 300_000}
    yield text_generation, {"category": "generation", "configuration": dict(slow)}
    yield code_generation, {"category": "generation", "configuration": dict(slow)}


async def _ask(
    engine: "Engine",
    instruction: str,
    prompt: str,
    model: str | None,
    *,
    temperature: float | None = None,
    usual: float = 0.2,
) -> dict[str, Any]:
    from lux_nb.models.types import ChatRequest, Message
    from lux_nb.tools.service import tools_of
    from lux_nb.tools.sources.model_providers import generation_defaults

    configured = await generation_defaults(await tools_of(engine)) if model is None else {}
    messages = (Message("system", instruction), Message("user", prompt))
    if temperature is None:
        temperature = configured.get("temperature", usual)
    asked = ChatRequest(
        messages=messages,
        model=model or configured.get("model", ""),
        temperature=temperature,
        max_tokens=configured.get("maxTokens"),
    )
    completion = await engine.models.chat(asked)
    return {"text": completion.text, "model": completion.model}
