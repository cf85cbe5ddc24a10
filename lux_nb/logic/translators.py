"""Translation by the strategy that is chosen; ``auto`` asks the grammar first, then a model."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from lux_nb.engine.calls import Notice, current_call
from lux_nb.errors import InvalidRequest, ProviderError
from lux_nb.logic.clauses import Clause, KnowledgeBase
from lux_nb.logic.english import Query, english_to_rules, rules_to_english
from lux_nb.logic.formulas import format_formula
from lux_nb.logic.lexicon import fresh_individuals, individuals, lexicon_summary
from lux_nb.logic.model_translation import model_to_clauses, model_to_english, model_to_query
from lux_nb.logic.session_answers import read_question
from lux_nb.logic.session_results import Cost
from lux_nb.logic.strategies import AUTO, ENGLISH, FEW_SHOT, Strategy, find_strategy
from lux_nb.logic.worker import PrologWorker

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

Made = TypeVar("Made")
UNREAD = frozenset({"UNREADABLE_SENTENCE", "NOT_EXPRESSIBLE"})


@dataclass(frozen=True)
class TranslatedText:
    """The clauses of a text, which strategy made them and what it cost."""

    clauses: list[Clause]
    strategy_id: str
    cost: Cost


@dataclass(frozen=True)
class TranslatedQuestion:
    """A question as a goal, which strategy made it and what it cost."""

    query: Query
    strategy_id: str
    cost: Cost


async def chosen_strategy(engine: "Engine", strategy_id: str | None = None) -> Strategy:
    """Return the strategy that is named, or else the active one."""
    if strategy_id:
        return find_strategy(strategy_id)
    return await engine.logic_sessions.preferences.strategy()


async def translate_text(
    engine: "Engine",
    worker: PrologWorker,
    text: str,
    *,
    strategy_id: str | None = None,
    base: KnowledgeBase | None = None,
) -> TranslatedText:
    """Translate sentences to clauses: all of them or none."""
    strategy = await chosen_strategy(engine, strategy_id)
    lexicon = lexicon_summary(base.samples) if base else ""
    if not text.strip():
        raise _empty()
    clauses, made_by, cost = await _translated(
        strategy,
        lambda: english_clauses(worker, text, base),
        lambda asked: model_to_clauses(engine, worker, asked, text, lexicon),
    )
    return TranslatedText(clauses, made_by, cost)


async def translate_question(
    engine: "Engine",
    worker: PrologWorker,
    question: str,
    *,
    strategy_id: str | None = None,
    base: KnowledgeBase | None = None,
) -> TranslatedQuestion:
    """Translate a question to a goal."""
    strategy = await chosen_strategy(engine, strategy_id)
    lexicon = lexicon_summary(base.samples) if base else ""
    query, made_by, cost = await _translated(
        strategy,
        lambda: read_question(worker, question),
        lambda asked: model_to_query(engine, worker, asked, question, lexicon),
    )
    return TranslatedQuestion(query, made_by, cost)


async def _translated(
    strategy: Strategy,
    read: Callable[[], Awaitable[Made]],
    ask: Callable[[Strategy], Awaitable[tuple[Made, Cost]]],
) -> tuple[Made, str, Cost]:
    """Translate by the grammar, by a model, or with ``auto`` by the first of them that can."""
    if strategy.asks_model:
        made, cost = await ask(strategy)
        return made, strategy.id, cost
    try:
        return await read(), ENGLISH, Cost()
    except InvalidRequest as error:
        if strategy.id != AUTO or error.code not in UNREAD:
            raise
        unread = error
    strategy = find_strategy(FEW_SHOT)
    try:
        made, cost = await ask(strategy)
    except ProviderError as error:
        raise _neither(unread, error) from error
    _tell(unread, strategy, cost)
    return made, strategy.id, cost


async def translate_rules(
    engine: "Engine", worker: PrologWorker, rules: str, style: str
) -> tuple[list[str], Cost]:
    """Say clauses in English; what the grammar can't say a model says, where one may be asked."""
    try:
        return await rules_to_english(worker, rules), Cost()
    except InvalidRequest as error:
        strategy = await chosen_strategy(engine)
        if strategy.id == ENGLISH or error.code not in UNREAD:
            raise
    said, cost = await model_to_english(engine, rules, style)
    return said.splitlines(), cost


async def english_clauses(
    worker: PrologWorker, text: str, base: KnowledgeBase | None = None
) -> list[Clause]:
    """Translate English with the grammar, each clause with its sentence; all sentences or none."""
    found = await english_to_rules(worker, text)
    # A large knowledge base is looked through only where the text speaks of such individuals.
    made = any(individuals(rule) for translation in found for rule in translation.rules)
    taken = individuals(base.text) if base and made else set()
    clauses: list[Clause] = []
    for translation in found:
        if translation.formula is not None and not translation.rules:
            formula = f"% {format_formula(translation.formula)}"
            clauses.append(Clause(formula, translation.sentence, "formula"))
            continue
        rules = fresh_individuals(translation.rules, translation.sentence, taken)
        clauses += [Clause(rule, translation.sentence, ENGLISH) for rule in rules]
    if not clauses:
        raise _empty()
    return clauses


def _empty() -> InvalidRequest:
    return InvalidRequest("There is no sentence in the text.", code="INVALID_INPUT")


def _tell(unread: InvalidRequest, strategy: Strategy, cost: Cost) -> None:
    message = f"{unread.message} {cost.model} translated it ({strategy.id})."
    current_call().emit(Notice(message))


def _neither(unread: InvalidRequest, failed: ProviderError) -> InvalidRequest:
    details = {"grammar": unread.details, "model": failed.message}
    message = f"{unread.message} A model was asked too: {failed.message}"
    return InvalidRequest(message, code=unread.code, details=details, hint=unread.hint)
