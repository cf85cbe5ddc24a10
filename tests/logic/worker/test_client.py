import os
import signal

import pytest

from lux_nb.errors import InvalidRequest, LuxError, PermissionDenied, TimedOut
from lux_nb.logic.worker import Limits

FAMILY = (
    "parent(ann, bob). parent(bob, eve). "
    "anc(X, Y) :- anc(X, Z), parent(Z, Y). anc(X, Y) :- parent(X, Y)."
)


def test_left_recursion_ends_with_all_answers(worker, run):
    run(worker.load(FAMILY))
    rows = run(worker.query("anc(ann, X)")).rows
    assert sorted(row["X"] for row in rows) == ["bob", "eve"]


def test_values_come_back_typed(worker, run):
    run(worker.load('thing(1). thing(2.5). thing("text"). thing(f(a)). thing([a, 1]).'))
    values = [row["X"] for row in run(worker.query("thing(X)")).rows]
    assert values[:3] == [1, 2.5, {"string": "text"}]
    assert values[3]["functor"] == "f"
    assert values[3]["args"] == ["a"]
    assert values[4] == ["a", 1]


@pytest.mark.parametrize(
    "goal",
    [
        "halt",
        "shell(ls)",
        "open('/etc/passwd', read, S)",
        "tcp_socket(S)",
        "X = shell(ls), call(X)",
        "G = halt, G",
        "findall(X, halt, _)",
        "forall(member(X, [1]), shell(ls))",
        "maplist([X]>>shell(X), [ls])",
        "engine:clear",
        "assertz(foo(1))",
        "consult(user)",
        "py_call(os:getpid(), X)",
        "thread_create(true)",
        "read(X)",
        "abort",
        "catch(halt, _, true)",
        "phrase({shell(ls)}, [])",
        "phrase(halt, [], [])",
        "http_open('http://localhost', S, [])",
        ":- halt",
        "'$set_source_module'(X)",
    ],
)
def test_a_goal_that_reaches_outside_is_refused(worker, run, goal):
    with pytest.raises(PermissionDenied) as caught:
        run(worker.query(goal))
    assert caught.value.code == "UNSAFE_GOAL"


def test_a_rule_that_reaches_outside_is_not_loaded(worker, run):
    with pytest.raises(PermissionDenied):
        run(worker.load("ok(1). evil :- shell(ls)."))
    assert not run(worker.query("ok(X)"))


@pytest.mark.parametrize("goal", ["count(0)", "findall(X, between(1, inf, X), _)", "search(40)"])
def test_a_goal_without_end_stops_at_its_time_limit(worker, run, goal):
    run(worker.load("count(N) :- M is N+1, count(M)."))
    run(worker.load("search(0) :- fail. search(N) :- N > 0, M is N-1, ( search(M) ; search(M) )."))
    run(worker.load("kept(yes)."))
    with pytest.raises((TimedOut, InvalidRequest)):
        run(worker.query(goal, Limits(seconds=0.3)))
    assert run(worker.query("kept(X)")).rows == [{"X": "yes"}]


def test_the_inference_limit_stops_a_goal(worker, run):
    run(worker.load("count(N) :- M is N+1, count(M)."))
    with pytest.raises(TimedOut) as caught:
        run(worker.query("count(0)", Limits(inferences=10_000)))
    assert caught.value.code == "INFERENCE_LIMIT"


def test_a_memory_bomb_ends_in_a_memory_error(worker, run):
    with pytest.raises(InvalidRequest) as caught:
        run(worker.query("length(L, 1000000000)"))
    assert caught.value.code == "MEMORY_LIMIT"


def test_a_killed_worker_is_replaced_with_its_knowledge(worker, run):
    run(worker.load("kept(1). kept(2)."))
    run(worker.load_rows("edge", [("a", "b"), ("b", "c")]))
    run(worker.retract("kept(1)."))
    process = worker.process_id

    async def killed_while_asking():
        os.kill(process, signal.SIGKILL)
        await worker.query("kept(X)")

    with pytest.raises(LuxError) as caught:
        run(killed_while_asking())
    assert caught.value.code == "WORKER_DIED"
    assert run(worker.query("kept(X)")).rows == [{"X": 2}]
    assert len(run(worker.query("edge(X, Y)")).rows) == 2
    assert worker.process_id != process


def test_plain_facts_in_bulk_and_other_clauses_load_together(worker, run):
    text = "edge(a, b).\nedge(b,c).\nage(tom, 42).\nold(X) :- age(X, N), N > 40.\nname('A B')."
    assert run(worker.load_facts(text)) == 5
    assert run(worker.query("old(X)")).rows == [{"X": "tom"}]
    assert run(worker.query("name(X)")).rows == [{"X": "A B"}]


def test_a_syntax_error_says_so(worker, run):
    with pytest.raises(InvalidRequest) as caught:
        run(worker.query("foo("))
    assert caught.value.code == "SYNTAX_ERROR"


def test_more_answers_than_the_limit_are_announced(worker, run):
    answers = run(worker.query("between(1, 100, X)", Limits(answers=5)))
    assert len(answers.rows) == 5
    assert answers.more


def test_words_of_english_are_free_whatever_the_system_calls_so(worker, run):
    rules = ["table(orders).", "-public(orders).", "read(ann, orders).", "sleep(rex) :- table(X)."]
    assert run(worker.load("\n".join(rules))) == rules
    assert run(worker.query("read(Who, T), table(T), -public(T), sleep(rex)")).rows == [
        {"Who": "ann", "T": "orders"}
    ]
    run(worker.clear())
    assert not run(worker.query("table(X)"))
    with pytest.raises(InvalidRequest, match="length"):
        run(worker.load("length(rope, 5)."))


def test_recursion_over_a_cycle_ends(worker, run):
    run(worker.load("edge(a, b). edge(b, a). path(X, Y) :- edge(X, Y)."))
    run(worker.load("path(X, Y) :- edge(X, Z), path(Z, Y)."))
    rows = run(worker.query("path(a, X)")).rows
    assert sorted({row["X"] for row in rows}) == ["a", "b"]


@pytest.mark.parametrize("goal", ["X = f(X)", "X = [a|X]", "X = f(Y), Y = g(X)"])
def test_an_answer_that_contains_itself_is_a_clear_error(worker, run, goal):
    with pytest.raises(InvalidRequest, match="contains itself"):
        run(worker.query(goal))


def test_a_goal_that_catches_its_end_is_ended_all_the_same(worker, run):
    run(worker.load("count(N) :- M is N+1, count(M)."))
    with pytest.raises(TimedOut):
        run(worker.query("catch(count(0), _, true)", Limits(seconds=0.3)))


def test_what_is_no_plain_data_comes_back_as_text(worker, run):
    assert run(worker.query("X = point{a:1}")).rows == [{"X": {"text": "point{a:1}"}}]
    with pytest.raises(InvalidRequest, match="can't be told"):
        run(worker.query("atom_codes(X, [0xD800])"))
    assert run(worker.query("X = 1")).rows == [{"X": 1}]


def test_constraints_over_whole_numbers_are_there_when_asked_for(worker, run):
    assert run(worker.query("X #> 3, X #< 5")).rows == [{"X": 4}]
    run(worker.load("next(X, Y) :- Y #= X + 1."))
    assert run(worker.query("next(X, 3), next(2, Y)")).rows == [{"X": 2, "Y": 3}]


def test_a_grammar_is_asked_with_phrase(worker, run):
    run(worker.load("greeting --> [hello], whom. whom --> [world]. whom --> [you]."))
    found = run(worker.query("phrase(greeting, [hello, X])")).rows
    assert [row["X"] for row in found] == ["world", "you"]


@pytest.mark.parametrize("text", ["p(1). end_of_file. q(1).", "?- p(1).", "X.", "p(1). q(", "1."])
def test_text_with_a_fault_adds_nothing(worker, run, text):
    with pytest.raises(InvalidRequest):
        run(worker.load(text))
    assert not run(worker.query("p(X)"))


def test_recursion_without_arguments_ends_however_often_it_is_loaded(worker, run):
    process = worker.process_id
    for _ in range(60):
        run(worker.load("wet :- rain. rain :- rain, cold. rain :- cloud."))
        assert not run(worker.query("wet"))
        run(worker.load("cloud."))
        assert run(worker.query("wet"))
        run(worker.clear())
    assert worker.process_id == process


def test_a_load_that_fails_leaves_what_was_there_and_the_next_answer_its_own(worker, run):
    run(worker.load("item(a)."))
    with pytest.raises(InvalidRequest, match="length"):
        run(worker.load_rows("length", [("a", "b")] * 50_000))
    with pytest.raises(InvalidRequest, match="NUL"):
        run(worker.load_rows("item", [*[("b",)] * 30_000, ("a\0b",)]))
    assert run(worker.query("item(X)")).rows == [{"X": "a"}]
    assert run(worker.query("Y = 2")).rows == [{"Y": 2}]
