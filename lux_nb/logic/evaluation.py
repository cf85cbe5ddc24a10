"""The evaluator: strategies run on examples, with their figures kept in the store."""

import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from lux_nb.engine.calls import Progress, current_call
from lux_nb.errors import InvalidRequest, NotFound, ProviderError, TimedOut
from lux_nb.logic.clauses import Head, KnowledgeBase
from lux_nb.logic.evaluation_examples import Example
from lux_nb.logic.session_answers import SessionAnswer, answer_goal
from lux_nb.logic.session_results import Cost
from lux_nb.logic.strategies import Strategy
from lux_nb.logic.translators import translate_question, translate_text
from lux_nb.logic.worker import PrologWorker
from lux_nb.store.logic_tables import logic_evaluations as table

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a strategy made of one example."""

    question: str
    expected: str
    given: str
    translated: bool
    correct: bool
    seconds: float


@dataclass
class Run:
    """A run of the evaluator, as far as it is."""

    strategies: list[Strategy]
    examples: list[Example]
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    status: str = "running"
    problem: str | None = None
    done: int = 0

    @property
    def total(self) -> int:
        """How many translations there are to make."""
        return len(self.strategies) * len(self.examples)


class Evaluations:
    """Runs strategies on examples and keeps what came of it."""

    def __init__(self, engine: "Engine") -> None:
        self._engine = engine
        self._runs: dict[str, Run] = {}

    def begin(self, strategies: list[Strategy], examples: Sequence[Example]) -> Run:
        """Make a run that nothing was done of yet."""
        run = Run(strategies, list(examples))
        self._runs[run.id] = run
        return run

    async def perform(self, run: Run) -> None:
        """Do a run; each strategy's figures are stored when it is through."""
        environment = (await self._engine.logic_reader.worker()).environment
        try:
            async with PrologWorker(environment) as worker:
                for strategy in run.strategies:
                    await self._strategy(worker, run, strategy)
        except BaseException as error:
            run.status = "failed" if isinstance(error, Exception) else "cancelled"
            run.problem = str(error) or None
            raise
        run.status = "done"

    async def _strategy(self, worker: PrologWorker, run: Run, strategy: Strategy) -> None:
        outcomes: list[Outcome] = []
        cost = Cost()
        for example in run.examples:
            message = f"{strategy.id}: {example.question}"
            current_call().emit(Progress(message, run.done, run.total))
            outcome, spent = await _outcome(self._engine, worker, strategy, example)
            outcomes.append(outcome)
            cost = cost + spent
            run.done += 1
        row = {
            "id": uuid.uuid4().hex,
            "run_id": run.id,
            "strategy_id": strategy.id,
            "model": cost.model,
            "examples": len(outcomes),
            "correct": sum(outcome.correct for outcome in outcomes),
            "translated": sum(outcome.translated for outcome in outcomes),
            "seconds": sum(outcome.seconds for outcome in outcomes),
            "prompt_tokens": cost.prompt_tokens,
            "completion_tokens": cost.completion_tokens,
            "dollars": cost.dollars,
            "author": current_call().author.label,
            "at": datetime.now(UTC),
            "details": [
                {
                    "question": outcome.question,
                    "expected": outcome.expected,
                    "given": outcome.given,
                    "correct": outcome.correct,
                }
                for outcome in outcomes
            ],
        }
        await self._engine.store.write(lambda c: c.execute(table.insert(), row))

    async def rows(self, run_id: str | None = None) -> list[Any]:
        """Return the stored figures of a run, or of all, oldest first."""
        query = select(table).order_by(table.c.at)
        if run_id is not None:
            query = query.where(table.c.run_id == run_id)
        found = await self._engine.store.read(lambda connection: connection.execute(query).all())
        return list(found)

    async def find(self, run_id: str) -> tuple[Run | None, list[Any]]:
        """Return a run of this kernel, if it is one, and what is stored of it."""
        run, rows = self._runs.get(run_id), await self.rows(run_id)
        if run is None and not rows:
            message = f"There is no evaluation {run_id!r}."
            raise NotFound(message, code="EVALUATION_NOT_FOUND")
        return run, rows


async def _outcome(
    engine: "Engine", worker: PrologWorker, strategy: Strategy, example: Example
) -> tuple[Outcome, Cost]:
    """Have one strategy read one example; what it can't read is an outcome too."""
    expected = example.answer if isinstance(example.answer, str) else ", ".join(example.answer)
    started, cost, translated = time.perf_counter(), Cost(), False
    try:
        await worker.clear()
        text = await translate_text(engine, worker, example.text, strategy_id=strategy.id)
        cost = cost + text.cost
        rules = [clause.clause for clause in text.clauses if not clause.is_formula]
        if rules:
            await worker.load("\n".join(rules))
        now = datetime.now(UTC)
        base = KnowledgeBase(Head("", "open", 0, None, now, now), tuple(text.clauses))
        asked = await translate_question(
            engine, worker, example.question, strategy_id=strategy.id, base=base
        )
        cost = cost + asked.cost
        translated = True
        given = _given(await answer_goal(worker, base, asked.query), example)
    except (InvalidRequest, ProviderError, TimedOut) as error:
        given = f"{error.code}: {error.message}"
    seconds = time.perf_counter() - started
    correct = given == expected
    return Outcome(example.question, expected, given, translated, correct, seconds), cost


def _given(answer: SessionAnswer, example: Example) -> str:
    if isinstance(example.answer, str):
        return answer.verdict
    named = {str(value).lower() for value in answer.answers}
    # In the order that was expected, so that the same names are the same text.
    first = [name for name in example.answer if name in named]
    return ", ".join([*first, *sorted(named - set(first))])
