"""Operations that show the prompts models are given, and replace those of translation."""

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from lux_nb.engine.operations import NoParameters, Request, Result, operation
from lux_nb.errors import NotFound
from lux_nb.logic.prompts import PROMPTS, Prompt
from lux_nb.reasoning.operations import INSTRUCTIONS

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

CONFER = Prompt(INSTRUCTIONS, "{{message}}")


class PromptTemplate(Result):
    """A prompt: what the model is told first, and what the user says, with {{variables}}."""

    system: str
    user: str

    @classmethod
    def of(cls, prompt: Prompt) -> "PromptTemplate":
        """Make the view of a prompt."""
        return cls(system=prompt.system, user=prompt.user)


class Prompts(Result):
    """All prompts by name."""

    success: bool = True
    data: dict[str, PromptTemplate]


class FormatRequest(Request):
    """A prompt and the values of its variables."""

    templateName: Annotated[str, Field(description="Name of a prompt.")]  # noqa: N815
    inputVariables: Annotated[  # noqa: N815
        dict[str, str], Field(description="Value of each variable.")
    ] = {}


class FormattedPrompt(Result):
    """A prompt with its variables filled in."""

    success: bool = True
    templateName: str  # noqa: N815
    rawTemplate: PromptTemplate  # noqa: N815
    formattedUserPrompt: str  # noqa: N815
    inputVariables: dict[str, str]  # noqa: N815


class SetPromptRequest(Request):
    """A prompt to replace; with neither part, the shipped one is used again."""

    templateName: Annotated[str, Field(description="Name of a prompt of translation.")]  # noqa: N815
    system: Annotated[str | None, Field(description="What the model is told first.")] = None
    user: Annotated[
        str | None, Field(description="What it is then asked, with the same {{variables}}.")
    ] = None


class PromptSet(Result):
    """The prompt as it is used from now on."""

    success: bool = True
    message: str
    data: PromptTemplate


@operation("utility.getPrompts", toolset="logic", mcp_prefix="mcr_")
async def utility_get_prompts(engine: Engine, request: NoParameters) -> Prompts:
    """Return the prompts that models are given; the offline strategy needs none."""
    found = await _prompts(engine)
    return Prompts(data={name: PromptTemplate.of(prompt) for name, prompt in found.items()})


@operation("utility.debugFormatPrompt", toolset="logic", mcp_prefix="mcr_")
async def utility_debug_format_prompt(engine: Engine, request: FormatRequest) -> FormattedPrompt:
    """Fill the variables of a prompt to see what a model would be told."""
    prompts = await _prompts(engine)
    template = prompts.get(request.templateName)
    if template is None:
        message = f"There is no prompt {request.templateName!r}."
        hint = f"There are: {', '.join(prompts)}."
        raise NotFound(message, code="TEMPLATE_NOT_FOUND", hint=hint)
    return FormattedPrompt(
        templateName=request.templateName,
        rawTemplate=PromptTemplate.of(template),
        formattedUserPrompt=template.filled(request.inputVariables).user,
        inputVariables=request.inputVariables,
    )


@operation("utility.setPrompt", toolset="logic", mcp_prefix="mcr_", writes=True)
async def utility_set_prompt(engine: Engine, request: SetPromptRequest) -> PromptSet:
    """Replace a prompt of the strategies that ask a model; it is kept in the store."""
    preferences = engine.logic_sessions.preferences
    now = await preferences.set_prompt(request.templateName, request.system, request.user)
    shipped = now == PROMPTS[request.templateName]
    message = "The shipped prompt is used." if shipped else "Prompt set."
    return PromptSet(message=message, data=PromptTemplate.of(now))


async def _prompts(engine: Engine) -> dict[str, Prompt]:
    return {"CONFER": CONFER, **await engine.logic_sessions.preferences.prompts()}
