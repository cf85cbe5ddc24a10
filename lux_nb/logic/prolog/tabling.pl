/*  Tabling where it is sound: recursive, function-free, pure predicates.

    Such predicates have finitely many answers, so evaluating them completely
    ends, also when they are left-recursive, and gives the same answers.
*/
:- module(tabling, [tables_changed/1, untable_predicate/1, waiting/0, table_waiting/0]).
:- use_module(library(lists)).
:- use_module(library(apply)).

:- dynamic tabled_here/1, candidate/1.

%!  tables_changed(+Clauses) is det.
%
%   Forget computed tables and table what the new clauses made recursive.

tables_changed(Clauses) :-
    (   tabled_here(_) -> abolish_all_tables ; true ),
    (   member(clause(Term, _), Clauses), Term = (_ :- _)
    ->  retable
    ;   true
    ).

retable :-
    findall(Name/Arity-Calls, rule_calls(Name/Arity, Calls), Graph),
    retractall(candidate(_)),
    forall(( member(Predicate-_, Graph),
             \+ tabled_here(Predicate),
             recursive(Predicate, Graph),
             pure(Predicate) ),
           (   left_recursive(Predicate, Graph)
           ->  table_predicate(Predicate)
           ;   assertz(candidate(Predicate))
           )).

%   Other recursion runs faster without tables where the data has no cycles,
%   so it gets them only when a goal does not end soon.

waiting :- candidate(_), !.

table_waiting :-
    forall(retract(candidate(Predicate)), table_predicate(Predicate)).

left_recursive(Name/Arity, Graph) :-
    functor(Head, Name, Arity),
    clause(kb:Head, Body),
    first_goal(Body, First),
    callable(First),
    functor(First, Name2, Arity2),
    (   Name2/Arity2 == Name/Arity
    ->  true
    ;   reaches([Name2/Arity2], Graph, [], Reached), memberchk(Name/Arity, Reached)
    ),
    !.

first_goal((A, _), First) :- !, first_goal(A, First).
first_goal((A;B), First) :- !, ( first_goal(A, First) ; first_goal(B, First) ).
first_goal(Goal, Goal).

rule_calls(Name/Arity, Calls) :-
    predicate_property(kb:Head, dynamic),
    \+ predicate_property(kb:Head, imported_from(_)),
    predicate_property(kb:Head, number_of_rules(N)),
    N > 0,
    functor(Head, Name, Arity),
    findall(Callee, ( clause(kb:Head, Body), Body \== true, called(Body, Callee) ), Calls0),
    sort(Calls0, Calls).

called(Goal, _) :- var(Goal), !, fail.
called((A, B), Callee) :- !, ( called(A, Callee) ; called(B, Callee) ).
called((A;B), Callee) :- !, ( called(A, Callee) ; called(B, Callee) ).
called((A->B), Callee) :- !, ( called(A, Callee) ; called(B, Callee) ).
called(\+ A, Callee) :- !, called(A, Callee).
called(Goal, Name/Arity) :- callable(Goal), functor(Goal, Name, Arity).


recursive(Predicate, Graph) :- reaches([Predicate], Graph, [], Reached), memberchk(Predicate, Reached).

reaches([], _, Seen, Seen).
reaches([P|Ps], Graph, Seen0, Seen) :-
    (   memberchk(P-Calls, Graph) -> true ; Calls = [] ),
    subtract(Calls, Seen0, New),
    append(Seen0, New, Seen1),
    append(New, Ps, Queue),
    reaches(Queue, Graph, Seen1, Seen).

%   A predicate is pure when no clause of it holds a compound argument, a
%   cut, a negation or a goal of the system.

pure(Name/Arity) :-
    functor(Head, Name, Arity),
    forall(clause(kb:Head, Body), ( flat(Head), pure_body(Body) )).

pure_body(true) :- !.
pure_body(Goal) :- var(Goal), !, fail.
pure_body((A, B)) :- !, pure_body(A), pure_body(B).
pure_body((A;B)) :- !, A \= (_->_), A \= (_*->_), pure_body(A), pure_body(B).
pure_body('$closed'(_)) :- !, fail.
pure_body(_ \= _) :- !.
pure_body(_ \== _) :- !.
pure_body(Goal) :-
    callable(Goal),
    \+ predicate_property(system:Goal, defined),
    flat(Goal).

flat(Goal) :-
    Goal =.. [_|Arguments],
    \+ ( member(Argument, Arguments), compound(Argument) ).

table_predicate(Name/Arity) :-
    table(kb:Name/Arity),
    assertz(tabled_here(Name/Arity)).

%   A predicate without arguments stays tabled, which changes none of its answers:
%   to table one again after untable/1 corrupts the system's memory.

untable_predicate(_/0) :- !.
untable_predicate(Name/Arity) :-
    (   retract(tabled_here(Name/Arity))
    ->  untable(kb:Name/Arity)
    ;   true
    ).
