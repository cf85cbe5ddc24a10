"""What the logic operations answer."""

from typing import Annotated, Literal

from pydantic import Field

from lux_nb.engine.operations import Result
from lux_nb.logic.proof import Lack, ProofNode, WhyNot
from lux_nb.logic.prover import Verdict
from lux_nb.logic.solve import Solution

Answer = Annotated[
    Literal["yes", "no", "unknown"],
    Field(description="Whether it follows, its opposite does, or neither."),
]


class ProofView(Result):
    """A step of a proof, with what it rests on."""

    statement: str
    kind: Annotated[str, Field(description="fact, rule, absence, …")]
    source: Annotated[str, Field(description="The sentence it comes from.")] = ""
    bindings: dict[str, str] = {}
    premises: "list[ProofView]" = []

    @classmethod
    def of(cls, node: ProofNode) -> "ProofView":
        """Make the view of a proof and of all below it."""
        return cls(
            statement=node.statement,
            kind=node.kind,
            source=node.source,
            bindings=node.bindings,
            premises=[cls.of(premise) for premise in node.premises],
        )


class LackView(Result):
    """Something that could not be shown, with the rules that were tried."""

    statement: str
    attempts: "list[AttemptView]" = []

    @classmethod
    def of(cls, lack: Lack) -> "LackView":
        """Make the view of what is lacking and of all below it."""
        return cls(
            statement=lack.statement,
            attempts=[
                AttemptView(rule=each.rule, held=list(each.held), lacks=cls.of(each.lack))
                for each in lack.attempts
            ],
        )


class AttemptView(Result):
    """A rule that was tried, what of it holds and what it lacks."""

    rule: str
    held: list[str] = []
    lacks: LackView


class Solved(Result):
    """The answer to a question about a text."""

    verdict: str
    option: str | None = None
    answer: str | None = None
    method: str
    coverage: Annotated[float, Field(description="Share of the sentences that was read.")]
    unread: Annotated[list[str], Field(description="The sentences that were not.")] = []
    proof: ProofView | None = None
    why_not: list[str] = []
    explanation: str = ""
    notes: Annotated[
        list[str], Field(description="What was taken otherwise than it was told.")
    ] = []

    @classmethod
    def of(cls, solution: Solution) -> "Solved":
        """Make the answer of a solution."""
        return cls(
            verdict=solution.verdict,
            option=solution.option,
            answer=solution.answer,
            method=solution.method,
            coverage=solution.coverage,
            unread=solution.unread,
            proof=ProofView.of(solution.proof) if solution.proof else None,
            why_not=[reason.to_text() for reason in solution.why_not],
            explanation=_explanation(solution.proof, solution.why_not),
            notes=solution.notes,
        )

    def __str__(self) -> str:
        lines = [f"{self.answer or self.verdict}", self.explanation]
        if self.unread:
            lines.append(f"Not read: {' '.join(self.unread)}")
        lines += self.notes
        return "\n".join(line for line in lines if line)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from lux_nb.display.proof import solved_html

        return solved_html(self)


class SolvedMany(Result):
    """Answers in the order of the problems."""

    solutions: list[Solved]


class Proved(Result):
    """Whether premises entail a conclusion."""

    verdict: Answer
    used: Annotated[list[int], Field(description="Places of the premises it rests on, from 0.")]
    consistent: Annotated[bool, Field(description="False when the premises contradict each other.")]
    explanation: str

    @classmethod
    def of(cls, verdict: Verdict) -> "Proved":
        """Make the answer of a verdict."""
        return cls(
            verdict=verdict.answer,
            used=verdict.used,
            consistent=verdict.consistent,
            explanation=verdict.to_text(),
        )


def _explanation(proof: ProofNode | None, why_not: list[WhyNot]) -> str:
    if proof is not None:
        return proof.explain()
    return "\n".join(reason.to_text() for reason in why_not)
