"""Operations of the logic domain: answer from a text, and prove from formulas."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from lux_nb.engine.operations import Request, operation
from lux_nb.logic.prover import prove
from lux_nb.logic.results import Proved, Solved, SolvedMany
from lux_nb.logic.solve import Problem, solve_many

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

World = Annotated[
    Literal["open", "closed", "stratified"],
    Field(description="What absence means: open leaves it unknown, closed takes it for false."),
]


class SolveRequest(Request):
    """A text and a question about it."""

    context: Annotated[str, Field(description="What is known, in English sentences.")]
    question: Annotated[str, Field(description="What is asked.")]
    options: Annotated[
        list[str] | None, Field(description="Answers to choose from, where there are some.")
    ] = None
    world: World = "open"
    reading: Annotated[
        Literal["auto", "classical"],
        Field(description="classical keeps every sentence as a first-order statement."),
    ] = "auto"

    def problem(self) -> Problem:
        """Return the request as the solver takes it."""
        return Problem(self.context, self.question, self.options, self.world, self.reading)


class SolveManyRequest(Request):
    """Several problems, answered with few round trips."""

    problems: Annotated[list[SolveRequest], Field(max_length=1000)]


class ProveRequest(Request):
    """Premises and a conclusion, all as first-order formulas."""

    premises_fol: Annotated[list[str], Field(description="Such as ∀x (Cat(x) → Animal(x)).")]
    conclusion_fol: Annotated[str, Field(description="What is to be proved.")]
    seconds: Annotated[float, Field(gt=0, le=60, description="Most time to search.")] = 5.0


@operation("logic.solve", toolset="logic", title="Answer from a text")
async def logic_solve(engine: Engine, request: SolveRequest) -> Solved:
    """Read English sentences and answer a question from them, with the proof.

    No model is asked: a grammar reads the text and Prolog or a first-order prover decides. What
    could not be read is listed.
    """
    [solution] = await _answer(engine, [request])
    return solution


@operation("logic.solve_many", toolset="logic", title="Answer many questions")
async def logic_solve_many(engine: Engine, request: SolveManyRequest) -> SolvedMany:
    """Answer many questions, each from a text of its own."""
    return SolvedMany(solutions=await _answer(engine, request.problems))


@operation("logic.prove", toolset="logic", title="Prove from formulas")
async def logic_prove(engine: Engine, request: ProveRequest) -> Proved:
    """Decide whether first-order premises entail a conclusion, its negation, or neither."""
    verdict = await asyncio.to_thread(
        prove, request.premises_fol, request.conclusion_fol, seconds=request.seconds
    )
    return Proved.of(verdict)


async def _answer(engine: Engine, requests: Sequence[SolveRequest]) -> list[Solved]:
    worker = await engine.logic_reader.worker()
    solutions = await solve_many(worker, [request.problem() for request in requests])
    return [Solved.of(solution) for solution in solutions]
