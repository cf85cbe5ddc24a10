/*  Closed worlds: of some predicates, or of all, what can't be shown is not so.

    Then -p holds where p does not, so rules and proofs with negated conditions
    follow as well.
*/
:- module(closed,
          [ close_world/1,              % +Predicates
            open_world/0,
            closed/1                    % +Goal
          ]).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(checking).

:- dynamic closed_world/1.              % Name/Arity, or all

:- initialization(nb_setval(absent, [])).

%!  close_world(+Predicates:list) is det.
%
%   Close just these: each is [Name, Arity], and "all" stands for every one.

close_world(Predicates) :-
    open_world,
    forall(member(Predicate, Predicates), assertz_closed(Predicate)),
    (   Predicates == []
    ->  true
    ;   dynamic(kb:(-)/1),
        assertz(kb:(-Goal :- '$closed'(Goal)))
    ),
    abolish_all_tables.

assertz_closed([Name, Arity]) :- !, assertz(closed_world(Name/Arity)).
assertz_closed(all) :- assertz(closed_world(all)).

open_world :-
    retractall(closed_world(_)),
    (   predicate_property(kb:(-_), dynamic)
    ->  ignore(retract(kb:(-Goal :- '$closed'(Goal))))
    ;   true
    ).

kb:'$closed'(Goal) :- absent(Goal).

closed(Goal) :-
    callable(Goal),
    functor(Goal, Name, Arity),
    (   closed_world(Name/Arity) -> true
    ;   closed_world(all), Name/Arity \== (-)/1, own_or_unknown(Goal), \+ control(Goal)
    ).

%   Of a goal with variables those cases are absent that speak of individuals known here.

absent(Goal) :-
    closed(Goal),
    term_variables(Goal, Variables),
    (   Variables == []
    ->  true
    ;   individuals(Known), maplist(one_of(Known), Variables)
    ),
    not_shown(Goal).

one_of(Known, Individual) :- member(Individual, Known).

not_shown(Goal) :- \+ own(Goal), !.
not_shown(Goal) :-
    b_getval(absent, Above),
    (   memberchk(Goal, Above) -> throw(error(absence_loop(Goal), _)) ; true ),
    b_setval(absent, [Goal|Above]),
    \+ call(kb:Goal),
    b_setval(absent, Above).

individuals(Known) :-
    findall(Individual,
            ( own_predicate(Name/Arity),
              functor(Head, Name, Arity),
              clause(kb:Head, _),
              ( Head = -Inner -> nonvar(Inner) ; Inner = Head ),
              arg(_, Inner, Individual),
              atom(Individual), Individual \== [] ),
            Found),
    sort(Found, Known).
