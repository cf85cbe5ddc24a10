/*  Orderings as finite-domain constraints: which statements must hold. */
:- module(order, [entailed/4]).
:- use_module(library(clpfd)).
:- use_module(library(lists)).
:- use_module(library(apply)).

%!  entailed(+Size, +Constraints, +Statements, -Values) is det.
%
%   Places 1..Size are taken by Size things, numbered from 1. A constraint is
%   [at, Thing, Place], [before, Thing, Thing], [next, Thing, Thing],
%   [beside, Thing, Thing] or [not|Constraint]; a statement is a list of them.
%   A value is yes, no or unknown; all are none where no order is possible.

entailed(Size, Constraints, Statements, Values) :-
    length(Places, Size),
    Places ins 1..Size,
    all_distinct(Places),
    (   maplist(post(Places), Constraints), \+ \+ label(Places)
    ->  maplist(value(Places), Statements, Values)
    ;   maplist([_, none]>>true, Statements, Values)
    ).

value(Places, Statement, Value) :-
    (   \+ possible(Places, Statement) -> Value = no
    ;   \+ ( member(C, Statement), \+ \+ ( post(Places, [not|C]), label(Places) ) ) -> Value = yes
    ;   Value = unknown
    ).

possible(Places, Statement) :- maplist(post(Places), Statement), label(Places), !.

post(Places, [not|Constraint]) :- !, reified(Places, Constraint, B), B #= 0.
post(Places, Constraint) :- reified(Places, Constraint, B), B #= 1.

reified(Places, [at, Thing, Place], B) :- nth1(Thing, Places, P), B #<==> P #= Place.
reified(Places, [before, X, Y], B) :- nth1(X, Places, P), nth1(Y, Places, Q), B #<==> P #< Q.
reified(Places, [next, X, Y], B) :- nth1(X, Places, P), nth1(Y, Places, Q), B #<==> P + 1 #= Q.
reified(Places, [beside, X, Y], B) :- nth1(X, Places, P), nth1(Y, Places, Q), B #<==> abs(P - Q) #= 1.
