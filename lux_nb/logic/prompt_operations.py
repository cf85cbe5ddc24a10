"""Operations that show the prompts models are given."""

import re
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from lux_nb.engine.operations import NoParameters, Request, Result, operation
from lux_nb.errors import InvalidRequest, NotFound
from lux_nb.reasoning.operations import INSTRUCTIONS

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

_VARIABLE = re.compile(r"\{\{(\w+)\}\}")


class PromptTemplate(Result):
    """A prompt: what the model is told first, and what the user says, with {{variables}}."""

    system: str
    user: str


PROMPTS = {"CONFER": PromptTemplate(system=INSTRUCTIONS, user="{{message}}")}


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


@operation("utility.getPrompts", toolset="logic", mcp_prefix="mcr_")
async def utility_get_prompts(engine: Engine, request: NoParameters) -> Prompts:
    """Return the prompts that models are given; the offline strategy needs none."""
    return Prompts(data=PROMPTS)


@operation("utility.debugFormatPrompt", toolset="logic", mcp_prefix="mcr_")
async def utility_debug_format_prompt(engine: Engine, request: FormatRequest) -> FormattedPrompt:
    """Fill the variables of a prompt to see what a model would be told."""
    template = PROMPTS.get(request.templateName)
    if template is None:
        message = f"There is no prompt {request.templateName!r}."
        hint = f"There are: {', '.join(PROMPTS)}."
        raise NotFound(message, code="TEMPLATE_NOT_FOUND", hint=hint)
    missing = [n for n in _VARIABLE.findall(template.user) if n not in request.inputVariables]
    if missing:
        message = f"The prompt needs values for: {', '.join(missing)}."
        raise InvalidRequest(message, code="INVALID_INPUT")
    return FormattedPrompt(
        templateName=request.templateName,
        rawTemplate=template,
        formattedUserPrompt=_VARIABLE.sub(
            lambda match: request.inputVariables[match[1]], template.user
        ),
        inputVariables=request.inputVariables,
    )
