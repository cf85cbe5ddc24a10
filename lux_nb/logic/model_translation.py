"""Translation by a model, with what Prolog refuses told to the model until it is right."""

import json
import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ValidationError

from lux_nb.errors import InvalidRequest, LuxError, PermissionDenied, ProviderError, TimedOut
from lux_nb.logic.clauses import Clause
from lux_nb.logic.english import Query
from lux_nb.logic.intermediate import SirQuestion, SirText
from lux_nb.logic.prompts import Prompt
from lux_nb.logic.session_results import Cost
from lux_nb.logic.strategies import DIRECT, Strategy
from lux_nb.logic.text import split_sentences
from lux_nb.logic.worker import PrologWorker
from lux_nb.models.types import ChatRequest, Completion, Message
from lux_nb.reasoning.structured import schema_of

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

TRIES = 3
EMBEDDED_TOKENS = 400
_EMBEDDED = "embedded"
_FENCED = re.compile(r"```(?:\w+)?\s*\n(.*?)```", re.DOTALL)
_REFUSED = (ValueError, InvalidRequest, PermissionDenied, TimedOut)

Use = TypeVar("Use")
Data = TypeVar("Data", bound=BaseModel)


async def model_to_clauses(
    engine: "Engine", worker: PrologWorker, strategy: Strategy, text: str, lexicon: str
) -> tuple[list[Clause], Cost]:
    """Have a model translate sentences to clauses that Prolog accepts."""
    sentences = split_sentences(text)
    numbered = "\n".join(f"{number}. {each}" for number, each in enumerate(sentences, 1))
    values = {"lexicon": lexicon or "(none yet)", "sentences": numbered}
    prompt = await engine.logic_sessions.preferences.prompt(f"{strategy.prompts}_TO_RULES")

    async def direct(answer: str) -> list[Clause]:
        rules = await worker.check(_unfenced(answer))
        if not rules:
            message = "there is no clause in it."
            raise ValueError(message)
        source = " ".join(text.split())
        return [Clause(rule, source, strategy.id) for rule in rules]

    async def structured(answer: str) -> list[Clause]:
        statements = _data(answer, SirText).statements
        rules = await worker.check("\n".join(each.prolog() for each in statements))
        sources = [sentences[min(each.sentence, len(sentences)) - 1] for each in statements]
        pairs = zip(rules, sources, strict=True)
        return [Clause(rule, source, strategy.id) for rule, source in pairs]

    if strategy.id == DIRECT:
        return await _repaired(engine, prompt.filled(values), None, direct)
    return await _repaired(engine, prompt.filled(values), SirText, structured)


async def model_to_query(
    engine: "Engine", worker: PrologWorker, strategy: Strategy, question: str, lexicon: str
) -> tuple[Query, Cost]:
    """Have a model translate a question to a goal that Prolog accepts."""
    values = {"lexicon": lexicon or "(none yet)", "question": question}
    prompt = await engine.logic_sessions.preferences.prompt(f"{strategy.prompts}_TO_QUERY")

    async def direct(answer: str) -> Query:
        goal = await worker.check_goal(_unfenced(answer))
        return Query(question, _kind(question, goal), goal)

    async def structured(answer: str) -> Query:
        read = _data(answer, SirQuestion)
        return Query(question, read.kind, await worker.check_goal(read.prolog()))

    if strategy.id == DIRECT:
        return await _repaired(engine, prompt.filled(values), None, direct)
    return await _repaired(engine, prompt.filled(values), SirQuestion, structured)


async def model_to_english(engine: "Engine", rules: str, style: str) -> tuple[str, Cost]:
    """Have a model say clauses in English."""
    prompt = await engine.logic_sessions.preferences.prompt("RULES_TO_NL")

    async def spoken(answer: str) -> str:
        if not answer.strip():
            message = "it is empty."
            raise ValueError(message)
        return answer.strip()

    return await _repaired(engine, prompt.filled({"rules": rules, "style": style}), None, spoken)


async def _repaired(
    engine: "Engine",
    prompt: Prompt,
    kind: type[BaseModel] | None,
    use: Callable[[str], Awaitable[Use]],
) -> tuple[Use, Cost]:
    """Ask until the answer can be used, each time with what was wrong, at most TRIES times."""
    model = engine.settings.logic_model
    embedded = engine.models.route(model).provider == _EMBEDDED
    schema = schema_of(kind, bounded=embedded) if kind is not None else None
    repair = await engine.logic_sessions.preferences.prompt("REPAIR")
    messages = tuple(
        message
        for message in (Message("system", prompt.system), Message("user", prompt.user))
        if message.content
    )
    completions: list[Completion] = []
    problem = ""
    for _ in range(TRIES):
        request = ChatRequest(
            messages=messages,
            model=model or "",
            temperature=0.0,
            max_tokens=EMBEDDED_TOKENS if embedded else None,
            json_schema=schema,
        )
        try:
            answer = await engine.models.chat(request, show=False)
        except InvalidRequest:
            if schema is None:
                raise
            # A service that takes no schema has it in the prompt, in words.
            schema = None
            continue
        completions.append(answer)
        try:
            return await use(answer.text), cost_of(completions)
        except _REFUSED as error:
            problem = _problem(error)
            said = Message("assistant", answer.text[:4000] or "(nothing)")
            told = repair.filled({"problem": problem})
            messages = (*messages, said, Message("user", f"{told.system}\n{told.user}".strip()))
    raise _failed(completions, problem)


def cost_of(completions: list[Completion]) -> Cost:
    """Return what model calls cost together; dollars are None where a price is not known."""
    prices = [completion.cost for completion in completions]
    known = [price for price in prices if price is not None]
    return Cost(
        prompt_tokens=sum(completion.usage.prompt_tokens for completion in completions),
        completion_tokens=sum(completion.usage.completion_tokens for completion in completions),
        dollars=sum(known) if len(known) == len(prices) else None,
        calls=len(completions),
        model=completions[-1].model if completions else None,
    )


def _failed(completions: list[Completion], problem: str) -> ProviderError:
    model = completions[-1].model if completions else "The model"
    message = f"{model} gave nothing Prolog accepts in {len(completions)} tries: {problem}"
    hint = "Say it in simpler sentences, or choose another model (LUX_LOGIC_MODEL) or strategy."
    details = {"answers": [completion.text[:1000] for completion in completions]}
    return ProviderError(message, code="TRANSLATION_FAILED", details=details, hint=hint)


def _data(text: str, kind: type[Data]) -> Data:
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start:
        message = "there is no JSON object in it."
        raise ValueError(message)
    return kind.model_validate(json.loads(text[start : end + 1]))


def _unfenced(text: str) -> str:
    fenced = _FENCED.search(text)
    return (fenced[1] if fenced else text).strip()


def _kind(question: str, goal: str) -> str:
    asked = question.strip().lower()
    if "Answer" in goal:
        if asked.startswith("how many"):
            return "count"
        return "where" if asked.startswith("where") else "wh"
    return "why" if asked.startswith("why") else "yes_no"


def _problem(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        return f"{place}: {first['msg']}." if place else f"{first['msg']}."
    if isinstance(error, LuxError):
        return f"Prolog says: {error.message}"
    return str(error)[:300]
