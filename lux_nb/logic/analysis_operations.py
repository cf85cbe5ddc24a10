"""Operations that compare strategies: run them on examples, and see how they did."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from lux_nb.engine.operations import NoParameters, Request, Result, operation
from lux_nb.logic.evaluation import Run
from lux_nb.logic.evaluation_examples import EXAMPLES, Example
from lux_nb.logic.strategies import STRATEGIES, find_strategy
from lux_nb.logic.translators import chosen_strategy

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object


class ExampleInput(Request):
    """A text with a question and its right answer."""

    text: Annotated[str, Field(min_length=1, description="What is told.")]
    question: Annotated[str, Field(min_length=1, description="What is asked.")]
    answer: Annotated[
        str | list[str], Field(description="yes, no or unknown, or the names that are asked for.")
    ]

    def example(self) -> Example:
        """Return it as the evaluator takes it."""
        if isinstance(self.answer, str):
            return Example(self.text, self.question, self.answer.strip().lower())
        names = (name.strip().lower().replace(" ", "_") for name in self.answer)
        return Example(self.text, self.question, tuple(names))


class EvaluateRequest(Request):
    """What to evaluate."""

    strategyIds: Annotated[  # noqa: N815
        list[str] | None,
        Field(min_length=1, description="Strategies; the active one if not given."),
    ] = None
    examples: Annotated[
        list[ExampleInput] | None,
        Field(min_length=1, max_length=1000, description="A small set of its own if not given."),
    ] = None
    wait: Annotated[bool, Field(description="Otherwise it runs on, and its id is returned.")] = True


class EvaluationRequest(Request):
    """A run to look at."""

    runId: Annotated[str, Field(description="Id of a run.")]  # noqa: N815


class Figures(Result):
    """How a strategy did."""

    strategyId: str  # noqa: N815
    strategyName: str  # noqa: N815
    accuracy: Annotated[float, Field(description="Share of the examples answered rightly.")]
    translated: Annotated[float, Field(description="Share that could be translated at all.")]
    examples: int
    runs: int = 1
    averageSeconds: Annotated[float, Field(description="Per example, answer included.")]  # noqa: N815
    promptTokens: int  # noqa: N815
    completionTokens: int  # noqa: N815
    dollars: Annotated[float | None, Field(description="None where a price is not known.")] = None
    models: list[str] = []
    lastRun: datetime  # noqa: N815

    @classmethod
    def of(cls, rows: Sequence[Any]) -> "Figures":
        """Sum up the stored rows of one strategy."""
        examples = sum(row.examples for row in rows)
        strategy = find_strategy(rows[0].strategy_id)
        known = [row.dollars for row in rows if row.dollars is not None]
        return cls(
            strategyId=strategy.id,
            strategyName=strategy.name,
            accuracy=round(sum(row.correct for row in rows) / examples, 4),
            translated=round(sum(row.translated for row in rows) / examples, 4),
            examples=examples,
            runs=len(rows),
            averageSeconds=round(sum(row.seconds for row in rows) / examples, 4),
            promptTokens=sum(row.prompt_tokens for row in rows),
            completionTokens=sum(row.completion_tokens for row in rows),
            dollars=sum(known) if len(known) == len(rows) else None,
            models=sorted({row.model for row in rows if row.model}),
            lastRun=max(row.at for row in rows),
        )


class ExampleOutcome(Result):
    """What came of one example."""

    strategyId: str  # noqa: N815
    question: str
    expected: str
    given: str
    correct: bool


class Evaluation(Result):
    """A run of the evaluator."""

    success: bool = True
    runId: str  # noqa: N815
    status: Annotated[str, Field(description="running, done, failed or cancelled.")]
    done: int
    total: int
    problem: str | None = None
    data: list[Figures] = []
    outcomes: list[ExampleOutcome] = []

    def __repr__(self) -> str:
        from lux_nb.display.tables import Rows

        return repr(Rows([one.wire() for one in self.data], _COLUMNS))

    def _repr_html_(self) -> str:
        from lux_nb.display.tables import Rows

        return Rows([one.wire() for one in self.data], _COLUMNS)._repr_html_()


class Leaderboard(Result):
    """The strategies by how they did, the best first; empty where none was evaluated."""

    success: bool = True
    data: list[Figures]


_COLUMNS = ("strategyId", "accuracy", "translated", "examples", "averageSeconds", "dollars")


@operation("analysis.run_evaluation", toolset="logic", mcp_prefix="mcr_", writes=True, spends=True)
async def analysis_run_evaluation(engine: Engine, request: EvaluateRequest) -> Evaluation:
    """Run strategies on examples and keep the figures for the leaderboard.

    Each example's text and question are translated, and the answer is compared. A strategy that
    asks a model costs what its model costs.
    """
    if request.strategyIds is None:
        strategies = [await chosen_strategy(engine)]
    else:
        strategies = [find_strategy(each) for each in dict.fromkeys(request.strategyIds)]
    examples = EXAMPLES if request.examples is None else [e.example() for e in request.examples]
    evaluations = engine.logic_sessions.evaluations
    run = evaluations.begin(strategies, examples)
    if request.wait:
        await evaluations.perform(run)
    else:
        engine.jobs.start(f"evaluation {run.id}", evaluations.perform(run))
    return _evaluation(run, run.id, await evaluations.rows(run.id))


@operation("analysis.get_evaluation", toolset="logic", mcp_prefix="mcr_")
async def analysis_get_evaluation(engine: Engine, request: EvaluationRequest) -> Evaluation:
    """Return how far a run of the evaluator is, and what came of it."""
    run, rows = await engine.logic_sessions.evaluations.find(request.runId)
    return _evaluation(run, request.runId, rows)


@operation("analysis.get_strategy_leaderboard", toolset="logic", mcp_prefix="mcr_")
async def analysis_get_strategy_leaderboard(engine: Engine, request: NoParameters) -> Leaderboard:
    """Return how strategies did in the runs of the evaluator, the best first."""
    by_strategy: dict[str, list[Any]] = {}
    for row in await engine.logic_sessions.evaluations.rows():
        if any(strategy.id == row.strategy_id for strategy in STRATEGIES):
            by_strategy.setdefault(row.strategy_id, []).append(row)
    figures = [Figures.of(rows) for rows in by_strategy.values()]
    return Leaderboard(data=sorted(figures, key=lambda one: -one.accuracy))


def _evaluation(run: Run | None, run_id: str, rows: Sequence[Any]) -> Evaluation:
    made = sum(row.examples for row in rows)
    return Evaluation(
        runId=run_id,
        status=run.status if run else "done",
        done=run.done if run else made,
        total=run.total if run else made,
        problem=run.problem if run else None,
        data=[Figures.of([row]) for row in rows],
        outcomes=[
            ExampleOutcome(strategyId=row.strategy_id, **outcome)
            for row in rows
            for outcome in row.details
        ],
    )
