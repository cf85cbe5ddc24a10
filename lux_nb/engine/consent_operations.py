"""Operations of consent: what assistants ask for, and the human's answers.

No assistant can answer: an answer comes from a cell, a panel or a script of the human.
"""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from lux_nb.engine.assistants import colour_of
from lux_nb.engine.consent import Asked, Rule, only_the_human
from lux_nb.engine.operations import NoParameters, Request, Result, operation
from lux_nb.engine.resources import resource
from lux_nb.engine.scopes import Scope

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

Client = Annotated[
    str | None, Field(max_length=200, description="The assistant's name; all when not given.")
]


class ConsentAnswerRequest(Request):
    """The answer to one request."""

    request_id: Annotated[str, Field(description="The request's id, such as ask-1.")]
    allow: Annotated[bool, Field(description="Whether the human says yes.")]


class ConsentAllowRequest(Request):
    """A yes to everything of a kind."""

    scope: Annotated[Scope, Field(description="What is allowed.")]
    client: Client = None
    seconds: Annotated[
        float | None, Field(gt=0, description="For how long; until the kernel ends if not given.")
    ] = None


class ConsentDenyRequest(Request):
    """A no to everything of a kind, or taking back all that was said."""

    scope: Annotated[
        Scope | None, Field(description="What is refused; without it all that was said ends.")
    ] = None
    client: Client = None


class ConsentRequestView(Result):
    """A request of an assistant."""

    id: str
    client: str
    colour: str
    scope: Scope
    operation: str
    what: str
    detail: str
    status: Literal["waiting", "unanswered", "allowed", "denied", "withdrawn"]
    at: datetime

    @classmethod
    def of(cls, asked: Asked) -> "ConsentRequestView":
        """Make the view of a request."""
        return cls(
            id=asked.id,
            client=asked.author.name,
            colour=colour_of(asked.author.name),
            scope=asked.scope,
            operation=asked.operation,
            what=asked.what,
            detail=asked.detail,
            status=asked.status,
            at=asked.at,
        )


class ConsentRuleView(Result):
    """A standing yes or no."""

    scope: Scope
    allows: bool
    client: Annotated[str | None, Field(description="None is all assistants.")] = None
    seconds_left: float | None = None
    once: bool = False

    @classmethod
    def of(cls, rule: Rule) -> "ConsentRuleView":
        """Make the view of a rule."""
        left = rule.seconds_left
        return cls(
            scope=rule.scope,
            allows=rule.allows,
            client=rule.client,
            seconds_left=None if left is None else round(left, 1),
            once=rule.once,
        )


class Consents(Result):
    """What assistants ask for, and what the human has said."""

    pending: list[ConsentRequestView]
    rules: list[ConsentRuleView]
    answered: list[ConsentRequestView] = []

    def _repr_html_(self) -> str:
        from lux_nb.display.assistants import consents_html

        return consents_html(self)

    def __repr__(self) -> str:
        from lux_nb.display.assistants import consents_text

        return consents_text(self)


@operation("consent_list", toolset="assistants", title="Requests and consents")
async def consent_list(engine: Engine, request: NoParameters) -> Consents:
    """List what assistants ask for and what the human has allowed or denied."""
    return _consents(engine)


@operation("consent_answer", toolset="assistants", title="Answer a request", writes=True)
async def consent_answer(engine: Engine, request: ConsentAnswerRequest) -> ConsentRequestView:
    """Say yes or no to one request of an assistant; only the human can."""
    only_the_human("answer for the human")
    return ConsentRequestView.of(engine.consent.answer(request.request_id, allows=request.allow))


@operation("consent_allow", toolset="assistants", title="Allow assistants", writes=True)
async def consent_allow(engine: Engine, request: ConsentAllowRequest) -> Consents:
    """Allow assistants to run code, write or spend, for a time; only the human can."""
    only_the_human("answer for the human")
    engine.consent.allow(request.scope, request.client, request.seconds)
    return _consents(engine)


@operation("consent_deny", toolset="assistants", title="Deny assistants", writes=True)
async def consent_deny(engine: Engine, request: ConsentDenyRequest) -> Consents:
    """Refuse a scope, or take back every yes and refuse what waits; only the human can."""
    only_the_human("answer for the human")
    if request.scope is None:
        engine.consent.forget(request.client)
    else:
        engine.consent.deny(request.scope, request.client)
    return _consents(engine)


@resource("lux://consents", name="Consents")
async def consents(engine: Engine) -> Consents:
    """Read what assistants ask for, and what the human has said."""
    return _consents(engine)


def _consents(engine: Any) -> Consents:
    pending = engine.consent.pending()
    settled = [asked for asked in engine.consent.requests() if asked not in pending]
    return Consents(
        pending=[ConsentRequestView.of(asked) for asked in pending],
        rules=[ConsentRuleView.of(rule) for rule in engine.consent.rules()],
        answered=[ConsentRequestView.of(asked) for asked in settled[-20:]],
    )
