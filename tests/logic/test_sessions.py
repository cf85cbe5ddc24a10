"""Reasoning sessions through lux.call, payload for payload."""

import contextlib
import os
from typing import Any

import pytest

from lux_nb.engine.authors import Author
from lux_nb.errors import Conflict, InvalidRequest, LuxError, NotFound, PermissionDenied

pytestmark = pytest.mark.usefixtures("environment")

TEXT = "Every cat is an animal. Animals that purr are happy. Tom is a cat. Tom purrs."


@pytest.fixture
def told(lux: Any) -> Any:
    lux.call("session.create", sessionId="s1")
    lux.call("session.assert", sessionId="s1", naturalLanguageText=TEXT)
    return lux


def ask(lux: Any, question: str, session: str = "s1", **options: Any) -> dict[str, Any]:
    return lux.call(
        "session.query",
        sessionId=session,
        naturalLanguageQuestion=question,
        queryOptions=options,
    )


def test_a_new_session_is_empty_and_its_id_can_be_chosen(lux: Any) -> None:
    made = lux.call("session.create", sessionId="mine")
    assert made["success"] is True
    assert made["data"]["id"] == "mine"
    assert made["data"]["facts"] == made["data"]["lexiconSummary"] == ""
    assert lux.call("session.create")["data"]["id"]
    with pytest.raises(Conflict):
        lux.call("session.create", sessionId="mine")


def test_sentences_become_facts_and_questions_are_answered(told: Any) -> None:
    got = told.call("session.get", sessionId="s1")["data"]
    assert "cat(tom)." in got["facts"]
    assert "purr/1" in got["lexiconSummary"]
    answer = ask(told, "Is Tom happy?")
    assert (answer["success"], answer["verdict"]) == (True, "yes")
    assert answer["strategyId"] == "english"
    assert answer["cost"]["dollars"] == 0
    assert "proof" not in answer
    assert ask(told, "Who is happy?")["answer"] == "Tom."


def test_there_are_three_answers(told: Any) -> None:
    more = {"naturalLanguageText": "No cat is blue."}
    told.call("session.assert", sessionId="s1", **more)
    verdicts = [ask(told, f"Is Tom {word}?")["verdict"] for word in ("happy", "blue", "tall")]
    assert verdicts == ["yes", "no", "unknown"]


def test_in_a_closed_world_what_is_not_shown_is_no(lux: Any) -> None:
    lux.call("session.create", sessionId="closed", world="closed")
    lux.call("session.assert", sessionId="closed", naturalLanguageText="Tom is a cat.")
    assert ask(lux, "Is Tom tall?", "closed")["verdict"] == "no"


def test_the_trace_is_the_proof_down_to_the_sentences(told: Any) -> None:
    answer = ask(told, "Is Tom happy?", trace=True, debug=True)
    leaves = str(answer["proof"])
    assert "Tom purrs." in leaves
    assert "Animals that purr are happy." in leaves
    assert answer["explanation"]
    assert answer["debugInfo"]["goal"] == "happy(tom)"


def test_the_trace_of_what_is_unknown_says_what_is_missing(told: Any) -> None:
    rules = "Every animal that is fed is calm."
    told.call("session.assert", sessionId="s1", naturalLanguageText=rules)
    answer = ask(told, "Is Tom calm?", trace=True)
    assert answer["verdict"] == "unknown"
    assert "would show it if" in answer["whyNot"][0]


def test_an_assertion_reports_what_was_added_and_the_whole(told: Any) -> None:
    text = "Ann is a student."
    added = told.call("session.assert", sessionId="s1", naturalLanguageText=text)
    assert added["message"] == "Facts asserted."
    assert added["addedFacts"] == ["student(ann)."]
    assert added["fullKnowledgeBase"].splitlines()[-1] == "student(ann)."
    assert added["strategyId"] == "english"


def test_nothing_is_half_asserted(told: Any) -> None:
    before = told.call("session.get", sessionId="s1")
    with pytest.raises(InvalidRequest) as caught:
        told.call(
            "session.assert", sessionId="s1", naturalLanguageText="Ann is tall. Bob the or and."
        )
    assert caught.value.code == "UNREADABLE_SENTENCE"
    for rules in ("fine(a). broken(", "fine(a). bad :- shell(ls)."):
        with pytest.raises((InvalidRequest, PermissionDenied)):
            told.call("session.assert_rules", sessionId="s1", rules=rules)
    with pytest.raises(InvalidRequest):
        told.call("session.set_kb", sessionId="s1", kbContent="fine(a). broken(")
    assert told.call("session.get", sessionId="s1") == before
    assert ask(told, "Is Tom happy?")["verdict"] == "yes"


def test_rules_are_given_as_a_list_or_as_text(lux: Any) -> None:
    lux.call("session.create", sessionId="s1")
    rules = ["parent(ann, bob).", "child(X, Y) :- parent(Y, X)."]
    added = lux.call("session.assert_rules", sessionId="s1", rules=rules)
    assert added["addedFacts"] == rules
    more = lux.call("session.assert_rules", sessionId="s1", rules="a(1). a(2).", validate=True)
    assert more["addedFacts"] == ["a(1).", "a(2)."]
    assert more["fullKnowledgeBase"].splitlines() == [*rules, "a(1).", "a(2)."]


def test_the_knowledge_base_is_replaced_as_a_whole(told: Any) -> None:
    result = told.call("session.set_kb", sessionId="s1", kbContent="tall(ann).\nhappy(bob).")
    assert result == {
        "success": True,
        "message": "Knowledge base updated successfully.",
        "fullKnowledgeBase": "tall(ann).\nhappy(bob).",
    }
    assert ask(told, "Who is happy?")["answer"] == "Bob."


def test_a_contradiction_is_reported_with_both_proofs(told: Any) -> None:
    text = "No cat is happy."
    added = told.call("session.assert", sessionId="s1", naturalLanguageText=text)
    [found] = added["contradictions"]
    assert "No cat is happy." in found["text"]
    assert "Tom purrs." in found["text"]
    answer = ask(told, "Is Tom happy?")
    assert answer["proof"]
    assert answer["oppositeProof"]


def test_what_is_no_rule_still_counts(lux: Any) -> None:
    lux.call("session.create", sessionId="s1")
    text = "Bob is tall or Ann is short. Ann is not short."
    lux.call("session.assert", sessionId="s1", naturalLanguageText=text)
    assert ask(lux, "Is Bob tall?")["verdict"] == "yes"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Is it true that Tom is happy?", "yes"),
        ("Is it true that Tom is not happy?", "no"),
        ("Tom is happy.", "yes"),
        ("Is it true that every cat is an animal?", "yes"),
        ("Is it the case that Tom is tall or Tom purrs?", "yes"),
        ("Is it true that Tom is tall?", "unknown"),
        ("Is it true that every animal is a cat?", "unknown"),
    ],
)
def test_a_statement_is_decided_framed_as_a_question_or_not(
    told: Any, question: str, verdict: str
) -> None:
    assert ask(told, question)["verdict"] == verdict


def test_a_session_outlives_the_engine_and_its_worker(told: Any) -> None:
    told.close()
    assert ask(told, "Is Tom happy?")["verdict"] == "yes"
    sessions = told.engine.logic_sessions
    os.kill(sessions._warm["s1"].worker.process_id, 9)
    # Whether this one call fails depends on when the end of the process is noticed.
    with contextlib.suppress(LuxError):
        ask(told, "Is Tom happy?")
    assert ask(told, "Is Tom happy?")["verdict"] == "yes"


def test_rules_of_one_question_are_gone_with_it(told: Any) -> None:
    rules = "calm(X) :- happy(X)."
    assert ask(told, "Is Tom calm?", dynamicOntology=rules)["verdict"] == "yes"
    assert ask(told, "Is Tom calm?")["verdict"] == "unknown"


def test_few_workers_are_kept(lux: Any) -> None:
    from lux_nb.logic.sessions import WARM_WORKERS

    for number in range(WARM_WORKERS + 2):
        lux.call("session.create", sessionId=f"n{number}")
        lux.call("session.assert_rules", sessionId=f"n{number}", rules=f"holds({number}).")
    assert len(lux.engine.logic_sessions.running) == WARM_WORKERS
    assert ask(lux, "Is Tom tall?", "n0")["verdict"] == "unknown"
    assert len(lux.call("session.list")["data"]) == WARM_WORKERS + 2


def test_a_deleted_session_is_not_found(told: Any) -> None:
    done = told.call("session.delete", sessionId="s1")
    assert done == {"success": True, "message": "Session deleted."}
    for name in ("session.get", "session.delete"):
        with pytest.raises(NotFound) as caught:
            told.call(name, sessionId="s1")
        assert caught.value.code == "SESSION_NOT_FOUND"


def test_a_change_is_an_event_and_a_resource(told: Any) -> None:
    heard: list[Any] = []
    told.engine.events.subscribe(heard.append)
    told.call("session.assert", sessionId="s1", naturalLanguageText="Ann is tall.")
    [event] = [event for event in heard if event.kind == "kb_updated"]
    assert event.subject == "lux://kb/s1"
    assert event.payload["newFacts"] == ["tall(ann)."]
    assert event.payload["fullKnowledgeBase"].endswith("tall(ann).")
    read = told.engine.run(told.engine.read_resource("lux://kb/s1"))
    assert read.facts.endswith("tall(ann).")


def test_two_things_said_to_exist_are_two(told: Any) -> None:
    told.call("session.assert", sessionId="s1", naturalLanguageText="Ann owns a dog.")
    told.engine.run(told.engine.logic_sessions.close())
    told.call("session.assert", sessionId="s1", naturalLanguageText="Bob owns a dog.")
    facts = told.call("session.get", sessionId="s1")["data"]["facts"]
    assert "own(ann, dog_1)" in facts
    assert "own(bob, dog_2)" in facts


def test_the_reading_of_a_question_is_explained(told: Any) -> None:
    question = "Is Tom happy?"
    told_so = told.call("session.explainQuery", sessionId="s1", naturalLanguageQuestion=question)
    assert "happy(tom)" in told_so["explanation"]
    assert told_so["debugInfo"]["kind"] == "yes_no"


@pytest.mark.slow
def test_fifty_sessions_are_asked_at_once(lux: Any) -> None:
    import asyncio

    async def one(number: int) -> str:
        session = {"sessionId": f"n{number}"}
        await lux.aio.call("session.create", **session)
        rules = f"size({number}). size(X) :- other(X)."
        await lux.aio.call("session.assert_rules", **session, rules=rules)
        found = await lux.aio.call("session.prolog", **session, goal="size(X)")
        return str(found["rows"])

    async def all_of_them() -> list[str]:
        return await asyncio.gather(*(one(number) for number in range(50)))

    assert asyncio.run(all_of_them()) == [f"[{{'X': {number}}}]" for number in range(50)]


HOSTILE = {
    "it never ends": ("repeat, fail", "QUERY_TIMEOUT"),
    "it counts without end": ("count(0)", "QUERY_TIMEOUT"),
    "the search is exponential": ("numlist(1, 15, L), permutation(L, P), P == x", "QUERY_TIMEOUT"),
    "it ends the process": ("halt.", "UNSAFE_GOAL"),
    "it recurses too deep": ("deep(100000000)", "MEMORY_LIMIT"),
    "it takes all memory": ("length(L, 1000000000)", "MEMORY_LIMIT"),
    "it grows a list without end": ("grow([])", "MEMORY_LIMIT"),
    "it runs a program": ("shell(ls)", "UNSAFE_GOAL"),
    "it runs a process": ("process_create(path(ls), [], [])", "UNSAFE_GOAL"),
    "it reads a file": ("open('/etc/passwd', read, S)", "UNSAFE_GOAL"),
    "it lists a folder": ("directory_files('/', F)", "UNSAFE_GOAL"),
    "it deletes a file": ("delete_file('/nothing')", "UNSAFE_GOAL"),
    "it opens a socket": ("tcp_socket(S)", "UNSAFE_GOAL"),
    "it connects to a host": ("tcp_connect(localhost:80, S, [])", "UNSAFE_GOAL"),
    "it changes the knowledge base": ("retractall(cat(_))", "UNSAFE_GOAL"),
    "it reaches Python": ("py_call(os:getcwd(), X)", "UNSAFE_GOAL"),
}


def test_every_hostile_goal_ends_in_a_clear_error_and_nothing_is_lost(told: Any) -> None:
    told.engine.settings.logic_seconds = 1.0
    told.engine.settings.logic_memory = 1024**3
    told.engine.run(told.engine.logic_sessions.close())
    rules = """
    count(N) :- M is N+1, count(M).
    deep(0).
    deep(N) :- M is N-1, deep(M), atom(a).
    grow(L) :- grow([L, L, L|L]).
    """
    told.call("session.assert_rules", sessionId="s1", rules=rules)
    before = told.call("session.get", sessionId="s1")
    codes = {}
    for name, (goal, _) in HOSTILE.items():
        with pytest.raises(LuxError) as caught:
            told.call("session.prolog", sessionId="s1", goal=goal)
        codes[name] = caught.value.code
        assert caught.value.message
    # A goal that fills its stacks is stopped by whichever limit it meets first.
    either = {"MEMORY_LIMIT", "QUERY_TIMEOUT"}
    for name, (_, code) in HOSTILE.items():
        assert codes[name] == code or {code, codes[name]} <= either, name
    assert told.call("session.get", sessionId="s1") == before
    assert ask(told, "Is Tom happy?")["verdict"] == "yes"


def test_a_worker_killed_in_the_middle_of_a_goal_is_an_error_and_comes_back(told: Any) -> None:
    import asyncio

    engine = told.engine
    ask(told, "Is Tom happy?")
    worker = engine.logic_sessions._warm["s1"].worker

    async def killed_while_asked() -> Any:
        goal = {"sessionId": "s1", "goal": "repeat, fail"}
        author = Author("script", "test")
        asked = asyncio.ensure_future(engine.call("session.prolog", goal, author=author))
        # Nothing tells of it but the lock, which is taken just before the goal is sent.
        while not worker._lock.locked():  # noqa: ASYNC110
            await asyncio.sleep(0)
        os.kill(worker.process_id, 9)
        return await asked

    with pytest.raises(LuxError) as caught:
        engine.run(killed_while_asked())
    assert caught.value.code == "WORKER_DIED"
    assert "kept" in str(caught.value)
    assert ask(told, "Is Tom happy?")["verdict"] == "yes"


@pytest.mark.slow
def test_a_million_facts_come_from_a_frame(lux: Any) -> None:
    import pandas as pd

    count = 1_000_000
    names = [f"item{number}" for number in range(count)]
    places = ["New York", "paris", "it's"]
    frame = pd.DataFrame(
        {"name": names, "place": [places[n % 3] for n in range(count)], "size": range(count)}
    )
    kb = lux.logic.session("large")
    loaded = kb.load("item", frame)
    assert (loaded.loaded, loaded.clauses) == (count, count)
    assert kb.prolog("item(Name, Place, 777)").to_numpy().tolist() == [["item777", "New York"]]
    lux.engine.run(lux.engine.logic_sessions.close())
    assert kb.prolog("aggregate_all(count, item(_, 'it\\'s', _), N)")["N"].tolist() == [count // 3]
