"""Strategies that ask a model, behind real HTTP and with the embedded model."""

import contextlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lux_nb.api import Lux
from lux_nb.config import Settings
from lux_nb.engine.authors import Author
from lux_nb.engine.calls import Notice
from lux_nb.errors import InvalidRequest, NotFound, ProviderError
from tests.scripted_server import Script, ScriptedServer

pytestmark = pytest.mark.usefixtures("environment")

UNREAD = "Whatever purrs, it surely being so, Tom among them all the or, is a cat."


def literal(predicate: str, *arguments: str, negated: bool = False) -> dict[str, Any]:
    return {"predicate": predicate, "arguments": list(arguments), "negated": negated}


def statement(conclusion: Any, *conditions: Any, sentence: int = 1) -> dict[str, Any]:
    return {"sentence": sentence, "conclusion": conclusion, "conditions": list(conditions)}


PURRS = json.dumps(
    {
        "statements": [
            statement(literal("cat", "?x"), literal("purr", "?x")),
            statement(literal("Purr", "Tom"), sentence=2),
        ]
    }
)


@pytest.fixture
def scripted(home: Path) -> Iterator[Callable[..., Any]]:
    started: list[Any] = []

    def make(script: Script, **settings: Any) -> Any:
        server = ScriptedServer(script)
        lux = Lux(Settings(compatible_base_url=server.url, **settings))
        started.extend((lux, server))
        return lux, server

    yield make
    for each in started:
        each.close()


def answers(*texts: str) -> Script:
    said = iter(texts)
    return lambda _body: next(said)


def test_a_model_fills_a_schema_from_which_prolog_is_written(scripted: Any) -> None:
    lux, server = scripted(answers(PURRS))
    text = "Whatever purrs is a cat. Tom purrs."
    made = lux.call("translate.nlToRules", naturalLanguageText=text, strategyId="sir-r1")
    assert made["rules"] == ["cat(X) :- purr(X).", "purr(tom)."]
    assert made["strategyId"] == "sir-r1"
    cost = {"prompt_tokens": 10, "completion_tokens": 5, "calls": 1, "model": "scripted"}
    assert {name: made["cost"][name] for name in cost} == cost
    [asked] = server.requests
    schema = asked["response_format"]["json_schema"]["schema"]
    assert list(schema["properties"]) == ["statements"]
    assert "2. Tom purrs." in asked["messages"][-1]["content"]


def test_what_prolog_refuses_goes_back_to_the_model(scripted: Any) -> None:
    lux, server = scripted(answers("cat(tom", "```prolog\ncat(tom).\n```"))
    made = lux.call("translate.nlToRules", naturalLanguageText="Tom!", strategyId="direct-s1")
    assert made["rules"] == ["cat(tom)."]
    assert made["cost"]["calls"] == 2
    repair = server.requests[1]["messages"]
    assert repair[-2] == {"role": "assistant", "content": "cat(tom"}
    assert "Prolog says" in repair[-1]["content"]


def test_a_rule_that_reaches_outside_is_refused_whoever_wrote_it(scripted: Any) -> None:
    lux, _ = scripted(lambda _body: "cat(X) :- shell(X).")
    lux.call("session.create", sessionId="s1")
    lux.call("strategy.setActive", strategyId="direct-s1")
    with pytest.raises(ProviderError) as caught:
        lux.call("session.assert", sessionId="s1", naturalLanguageText="Cats run shells.")
    assert caught.value.code == "TRANSLATION_FAILED"
    assert len(caught.value.details["answers"]) == 3
    assert lux.call("session.get", sessionId="s1")["data"]["facts"] == ""


def test_a_conclusion_about_anything_at_all_is_sent_back(scripted: Any) -> None:
    loose = json.dumps({"statements": [statement(literal("cat", "?x"))]})
    lux, server = scripted(answers(loose, PURRS))
    request = {"naturalLanguageText": "It purrs.", "strategyId": "sir-r2-few-shot"}
    made = lux.call("translate.nlToRules", **request)
    assert made["cost"]["calls"] == 2
    assert "no condition speaks of" in server.requests[1]["messages"][-1]["content"]
    assert "Example." in server.requests[0]["messages"][0]["content"]


def test_the_active_strategy_translates_sentences_and_questions(scripted: Any) -> None:
    question = json.dumps({"kind": "wh", "goals": [literal("cat", "?answer")]})
    lux, server = scripted(answers(PURRS, question))
    lux.call("strategy.setActive", strategyId="sir-r2-few-shot")
    lux.call("session.create", sessionId="s1")
    text = "What purrs would be a cat, and so it goes. Tom does it."
    added = lux.call("session.assert", sessionId="s1", naturalLanguageText=text)
    assert added["strategyId"] == "sir-r2-few-shot"
    asked = lux.call(
        "session.query",
        sessionId="s1",
        naturalLanguageQuestion="Might there be cats?",
        queryOptions={"trace": True},
    )
    assert (asked["answers"], asked["strategyId"]) == (["tom"], "sir-r2-few-shot")
    assert "What purrs would be a cat, and so it goes." in str(asked["proof"])
    assert "purr/1" in server.requests[1]["messages"][-1]["content"]


def test_auto_asks_the_grammar_first_and_says_who_answered(scripted: Any) -> None:
    lux, server = scripted(answers(PURRS), logic_strategy="auto")
    plain = lux.call("translate.nlToRules", naturalLanguageText="Tom is a cat.")
    assert (plain["strategyId"], plain["cost"]["calls"]) == ("english", 0)
    assert server.requests == []
    heard: list[Any] = []
    work = lux.engine.call(
        "translate.nlToRules",
        {"naturalLanguageText": UNREAD},
        author=Author("script", "test"),
        listener=heard.append,
    )
    made = lux.engine.run(work)
    assert made.strategyId == "sir-r2-few-shot"
    assert any("scripted" in update.message for update in heard if isinstance(update, Notice))


def test_auto_names_the_word_where_neither_could_read_it(scripted: Any) -> None:
    lux, _ = scripted(lambda _body: "no idea")
    request = {"naturalLanguageText": UNREAD, "strategyId": "auto"}
    with pytest.raises(InvalidRequest) as caught:
        lux.call("translate.nlToRules", **request)
    assert caught.value.code == "UNREADABLE_SENTENCE"
    assert "scripted" in caught.value.details["model"]


def test_rules_the_grammar_can_not_say_are_said_by_a_model(scripted: Any) -> None:
    lux, _ = scripted(answers("Every f is a g."), logic_strategy="auto")
    said = lux.call("translate.rulesToNl", rules="g(X) :- f(X, [1, 2|_], Y), Y > 3.")
    assert (said["explanation"], said["cost"]["calls"]) == ("Every f is a g.", 1)


def test_a_prompt_of_the_user_is_used_and_can_be_taken_back(scripted: Any) -> None:
    lux, server = scripted(lambda _body: "cat(tom).")
    shipped = lux.call("utility.getPrompts")["data"]["DIRECT_TO_RULES"]
    name = {"templateName": "DIRECT_TO_RULES"}
    lux.call("utility.setPrompt", **name, system="Write Prolog for a vet.")
    assert lux.call("utility.getPrompts")["data"]["DIRECT_TO_RULES"]["user"] == shipped["user"]
    request = {"naturalLanguageText": "Tom!", "strategyId": "direct-s1"}
    lux.call("translate.nlToRules", **request)
    assert server.requests[0]["messages"][0]["content"] == "Write Prolog for a vet."
    with pytest.raises(InvalidRequest, match="sentences"):
        lux.call("utility.setPrompt", **name, user="Translate this.")
    with pytest.raises(NotFound):
        lux.call("utility.setPrompt", templateName="CONFER", system="Hello.")
    lux.call("utility.setPrompt", **name)
    assert lux.call("utility.getPrompts")["data"]["DIRECT_TO_RULES"] == shipped


def test_the_active_strategy_is_kept(lux: Any) -> None:
    lux.call("strategy.setActive", strategyId="auto")
    lux.close()
    assert lux.call("strategy.getActive")["data"]["activeStrategyId"] == "auto"


@pytest.mark.slow
def test_the_embedded_model_adds_clauses_or_nothing(lux: Any) -> None:
    """It is far too small to translate well; the schema alone makes what it writes usable."""
    lux.call("session.create", sessionId="s1")
    lux.call("strategy.setActive", strategyId="sir-r1")
    added: list[str] = []
    with contextlib.suppress(ProviderError):
        told = lux.call("session.assert", sessionId="s1", naturalLanguageText="Tom is a cat.")
        added = told["addedFacts"]
        assert told["cost"]["completion_tokens"] > 0
    assert lux.call("session.get", sessionId="s1")["data"]["facts"].splitlines() == added
