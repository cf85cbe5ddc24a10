"""What the session operations answer, field for field as the MCR reference has it."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field

from lux_nb.engine.operations import Result
from lux_nb.logic.bases import Change
from lux_nb.logic.clauses import Head, KnowledgeBase
from lux_nb.logic.contradictions import Contradiction
from lux_nb.logic.lexicon import lexicon_summary
from lux_nb.logic.results import LackView, ProofView


class Cost(Result):
    """What a translation cost; the offline strategy asks no model."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    dollars: Annotated[
        float | None, Field(description="None where the model's price is not known.")
    ] = 0.0
    calls: Annotated[int, Field(description="Model calls, repairs among them.")] = 0
    model: str | None = None

    def __add__(self, other: "Cost") -> "Cost":
        known = self.dollars is not None and other.dollars is not None
        return Cost(
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            dollars=(self.dollars or 0.0) + (other.dollars or 0.0) if known else None,
            calls=self.calls + other.calls,
            model=other.model or self.model,
        )


class Done(Result):
    """It is done."""

    success: bool = True
    message: str


class SessionData(Result):
    """A session and its knowledge base."""

    id: str
    facts: Annotated[str, Field(description="The knowledge base as Prolog.")] = ""
    lexiconSummary: Annotated[str, Field(description="Its predicates, with examples.")] = ""  # noqa: N815
    world: Annotated[str, Field(description="open: absence is unknown; closed: it is no.")] = "open"
    version: int = 0
    closed: Annotated[
        list[str] | None, Field(description="Predicates of which absence is no, such as likes/2.")
    ] = None

    @classmethod
    def of(cls, base: KnowledgeBase) -> "SessionData":
        """Make the view of a knowledge base."""
        return cls(
            id=base.head.id,
            facts=base.text,
            lexiconSummary=lexicon_summary(base.samples),
            world=base.head.world,
            version=base.head.version,
            closed=base.closed or None,
        )


class SessionResult(Result):
    """A session."""

    success: bool = True
    data: SessionData


class SessionSummary(Result):
    """A session in a list."""

    id: str
    clauses: int
    world: str
    version: int
    forkedFrom: str | None = None  # noqa: N815
    updatedAt: datetime  # noqa: N815

    @classmethod
    def of(cls, head: Head, clauses: int) -> "SessionSummary":
        """Make the summary of a session."""
        return cls(
            id=head.id,
            clauses=clauses,
            world=head.world,
            version=head.version,
            forkedFrom=head.forked_from,
            updatedAt=head.updated_at,
        )


class SessionList(Result):
    """All sessions, the latest changed first."""

    success: bool = True
    data: list[SessionSummary]


class ContradictionView(Result):
    """A statement that is shown and refuted."""

    proof: ProofView
    opposite: ProofView
    text: str

    @classmethod
    def of(cls, found: Contradiction) -> "ContradictionView":
        """Make the view of a contradiction."""
        return cls(
            proof=ProofView.of(found.proof),
            opposite=ProofView.of(found.opposite),
            text=found.to_text(),
        )


class Asserted(Result):
    """What was added, and the whole knowledge base."""

    success: bool = True
    message: str
    addedFacts: list[str] = []  # noqa: N815
    fullKnowledgeBase: str  # noqa: N815
    strategyId: str | None = None  # noqa: N815
    cost: Cost | None = None
    contradictions: Annotated[
        list[ContradictionView] | None,
        Field(description="What the knowledge base now both shows and refutes."),
    ] = None

    def __str__(self) -> str:
        lines = [self.message, *self.addedFacts]
        lines += [f"Contradiction:\n{found.text}" for found in self.contradictions or []]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from lux_nb.display.proof import asserted_html

        return asserted_html(self)


class Loaded(Result):
    """How many facts were loaded."""

    success: bool = True
    message: str
    loaded: int
    clauses: Annotated[int, Field(description="Clauses of the whole knowledge base.")]
    contradictions: list[ContradictionView] | None = None

    def __repr__(self) -> str:
        return self.message


class KnowledgeBaseSet(Result):
    """The knowledge base after it was replaced."""

    success: bool = True
    message: str
    fullKnowledgeBase: str  # noqa: N815
    contradictions: list[ContradictionView] | None = None


class Retracted(Result):
    """What was removed, and what is left."""

    success: bool = True
    message: str
    removedFacts: list[str]  # noqa: N815
    fullKnowledgeBase: str  # noqa: N815


class Answered(Result):
    """The answer to a question."""

    success: bool = True
    answer: str
    verdict: Annotated[str, Field(description="yes, no or unknown.")]
    answers: Annotated[list[Any] | None, Field(description="What was found, as data.")] = None
    explanation: str | None = None
    proof: ProofView | None = None
    oppositeProof: ProofView | None = None  # noqa: N815
    whyNot: list[str] | None = None  # noqa: N815
    lacking: Annotated[
        list[LackView] | None, Field(description="The tree of what was tried and what it lacked.")
    ] = None
    wouldHelp: Annotated[  # noqa: N815
        list[str] | None, Field(description="Statements that would have shown it.")
    ] = None
    debugInfo: dict[str, Any] | None = None  # noqa: N815
    strategyId: str  # noqa: N815
    cost: Cost

    def __str__(self) -> str:
        return f"{self.answer}\n{self.explanation}" if self.explanation else self.answer

    def __repr__(self) -> str:
        from lux_nb.display.proof import answered_text

        return answered_text(self)

    def _repr_html_(self) -> str:
        from lux_nb.display.proof import answered_html

        return answered_html(self)


class Explained(Result):
    """How a question is read and what it comes to."""

    success: bool = True
    explanation: str
    debugInfo: dict[str, Any]  # noqa: N815
    strategyId: str  # noqa: N815
    cost: Cost


class ChangeView(Result):
    """One step of a history."""

    version: int
    kind: str
    added: int
    removed: int
    author: str
    at: datetime

    @classmethod
    def of(cls, change: Change) -> "ChangeView":
        """Make the view of a change."""
        return cls(
            version=change.version,
            kind=change.kind,
            added=change.added,
            removed=change.removed,
            author=change.author,
            at=change.at,
        )


class History(Result):
    """The steps of a knowledge base, oldest first, and its state where one was asked for."""

    success: bool = True
    data: list[ChangeView]
    fullKnowledgeBase: str | None = None  # noqa: N815


class Exported(Result):
    """Where a knowledge base was written."""

    success: bool = True
    message: str
    path: str


class ClauseView(Result):
    """A clause with its English and where it came from."""

    clause: str
    english: Annotated[str, Field(description="What was said, or what the clause says.")] = ""
    origin: str


class Clauses(Result):
    """The clauses of a knowledge base."""

    success: bool = True
    data: list[ClauseView]
    total: Annotated[int, Field(description="How many there are, shown or not.")]

    def _repr_html_(self) -> str:
        from lux_nb.display.tables import Rows as Table

        rows = [row.wire() for row in self.data]
        shown = Table(rows, ["clause", "english", "origin"])._repr_html_()
        hidden = self.total - len(rows)
        return f"{shown}<div>… and {hidden} more</div>" if hidden else shown


class Rows(Result):
    """The bindings a goal found."""

    success: bool = True
    rows: list[dict[str, Any]]
    more: Annotated[bool, Field(description="Whether there were more than the limit.")] = False
