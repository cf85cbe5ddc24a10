/*  What may be in a knowledge base and what may be asked of it.

    A goal may reach clauses of module kb, which were checked when they were
    loaded, and what library(sandbox) calls safe.
*/
:- module(checking,
          [ check_clause/1,             % +clause(Term, Bindings)
            check_head/1,
            check_goal/1,
            control/1,
            own/1,                      % +Goal
            own_or_unknown/1,           % +Goal
            own_predicate/1             % -Name/Arity
          ]).
:- use_module(library(sandbox)).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(terms).

:- dynamic checked/2.                   % Name/Arity of the system, its verdict

check_clause(clause(Term, _)) :-
    clause_parts(Term, Head, Body),
    check_head(Head),
    check_goal(Body).

check_head(Head) :-
    (   var(Head)
    ->  instantiation_error(Head)
    ;   \+ callable(Head)
    ->  type_error(callable, Head)
    ;   Head = _:_
    ->  permission_error(define, procedure, Head)
    ;   ( control(Head) ; internal(Head) ; Head = (?- _) )
    ->  functor(Head, Name, Arity),
        permission_error(modify, static_procedure, Name/Arity)
    ;   predicate_property(system:Head, defined),
        \+ own(Head)
    ->  functor(Head, Name, Arity),
        permission_error(modify, static_procedure, Name/Arity)
    ;   true
    ).

%   Constraints over whole numbers are loaded when the first is met: few need them.
%   Those named by a word of English are left out, because the word is free.

constraint(Name/Arity) :- constraints(All), memberchk(Name/Arity, All).

constraints([ (#=)/2, (#\=)/2, (#<)/2, (#>)/2, (#=<)/2, (#>=)/2, (#\)/1, (#<==>)/2, (#==>)/2,
              (#<==)/2, (#\/)/2, (#/\)/2, all_distinct/1, all_different/1, labeling/2 ]).

ensure_constraints :-
    (   predicate_property(kb:'#='(_, _), imported_from(_))
    ->  true
    ;   constraints(All), kb:use_module(library(clpfd), All)
    ).

%   Names that begin with a dollar are the system's.

internal(Goal) :- functor(Goal, Name, _), atom(Name), sub_atom(Name, 0, _, _, '$').

control((_, _)).
control((_;_)).
control((_->_)).
control((_*->_)).
control(\+ _).
control(!).

%!  check_goal(+Goal) is det.
%
%   True when Goal can't reach anything but kb clauses and what
%   library(sandbox) calls safe; throws otherwise.

check_goal(Goal) :-
    var(Goal), !,
    throw(error(unsafe(goal_unknown), _)).
check_goal((A, B)) :- !, check_goal(A), check_goal(B).
check_goal((A;B)) :- !, check_goal(A), check_goal(B).
check_goal((A->B)) :- !, check_goal(A), check_goal(B).
check_goal((A*->B)) :- !, check_goal(A), check_goal(B).
check_goal(_:Goal) :- !, throw(error(unsafe(Goal), _)).
check_goal((:- Goal)) :- !, throw(error(unsafe((:- Goal)), _)).
check_goal(_^Goal) :- !, check_goal(Goal).
check_goal(Goal) :- \+ callable(Goal), !, type_error(callable, Goal).
check_goal(Goal) :-
    forbidden(Goal), !,
    throw(error(unsafe(Goal), _)).
check_goal(Goal) :-
    functor(Goal, Name, Arity),
    functor(General, Name, Arity),
    (   constraint(Name/Arity), \+ own(General)
    ->  ensure_constraints
    ;   own_or_unknown(General)
    ->  true
    ;   meta_arguments(General, Specification)
    ->  check_meta(Goal, Specification)
    ;   checked(Name/Arity, Verdict)
    ->  verdict(Verdict, Goal)
    ;   ( catch(safe_goal(kb:General), _, fail) -> Verdict = safe ; Verdict = unsafe ),
        assertz(checked(Name/Arity, Verdict)),
        verdict(Verdict, Goal)
    ).

verdict(safe, _).
verdict(unsafe, Goal) :-
    % The general goal may be refused where this one is harmless.
    (   catch(safe_goal(kb:Goal), _, fail)
    ->  true
    ;   throw(error(unsafe(Goal), _))
    ).

own_or_unknown(Goal) :-
    \+ predicate_property(system:Goal, defined),
    \+ library_predicate(Goal).
own_or_unknown(Goal) :- own(Goal).

own(Goal) :-
    predicate_property(kb:Goal, dynamic),
    \+ predicate_property(kb:Goal, imported_from(_)).

library_predicate(Goal) :-
    functor(Goal, Name, Arity),
    '$in_library'(Name, Arity, _).

% The knowledge base changes only through its own operations.
forbidden(Goal) :- internal(Goal).
forbidden(Goal) :-
    % Not every installation has them, and what is not there would only fail.
    functor(Goal, Name, Arity),
    memberchk(Name/Arity, [ http_open/3, http_get/3, http_post/4, http_put/4, http_delete/3 ]).
forbidden(Goal) :-
    functor(Goal, Name, _),
    memberchk(Name, [ assert, asserta, assertz, retract, retractall, abolish, erase,
                      halt, abort, nb_setval, b_setval, thread_create, thread_send_message,
                      consult, use_module, ensure_loaded, load_files, module,
                      set_prolog_flag, set_stream, tnot, print_message ]).

meta_arguments(Goal, Specification) :-
    meta_safe(Goal),
    predicate_property(system:Goal, meta_predicate(Specification)), !.
meta_arguments(Goal, Specification) :-
    meta_library(Goal, Module),
    predicate_property(Module:Goal, meta_predicate(Specification)).

meta_safe(\+ _).
meta_safe(once(_)).
meta_safe(ignore(_)).
meta_safe(not(_)).
meta_safe(findall(_, _, _)).
meta_safe(findall(_, _, _, _)).
meta_safe(bagof(_, _, _)).
meta_safe(setof(_, _, _)).
meta_safe(forall(_, _)).
meta_safe(catch(_, _, _)).
meta_safe(phrase(_, _)).
meta_safe(phrase(_, _, _)).
meta_safe(Call) :- functor(Call, call, _).

meta_library(Goal, Module) :-
    member(Name-Module,
           [ maplist-apply, include-apply, exclude-apply, partition-apply, foldl-apply,
             convlist-apply, aggregate_all-aggregate, findnsols-solution_sequences,
             limit-solution_sequences, offset-solution_sequences,
             order_by-solution_sequences, distinct-solution_sequences ]),
    functor(Goal, Name, _).

check_meta(Goal, Specification) :-
    Goal =.. [_|Arguments],
    Specification =.. [_|Modes],
    maplist(check_argument, Modes, Arguments).

check_argument(Mode, Argument) :-
    (   integer(Mode)
    ->  extend(Argument, Mode, Extended),
        check_goal(Extended)
    ;   Mode == ^
    ->  check_goal(Argument)
    ;   Mode == (//)
    ->  check_grammar(Argument)
    ;   true
    ).

%   A grammar's body becomes the goal that it stands for.

check_grammar(Body) :- is_list(Body), !.
check_grammar(Body) :- string(Body), !.
check_grammar(Body) :-
    dcg_translate_rule((body --> Body), (_ :- Goal)),
    check_goal(Goal).

extend(Argument, _, Argument) :- var(Argument), !.
extend(Argument, 0, Argument) :- !.
extend(Argument, N, Extended) :-
    callable(Argument),
    length(Extra, N),
    Argument =.. List0,
    append(List0, Extra, List),
    Extended =.. List.

own_predicate(Name/Arity) :-
    predicate_property(kb:Head, dynamic),
    \+ predicate_property(kb:Head, imported_from(_)),
    functor(Head, Name, Arity),
    \+ sub_atom(Name, 0, _, _, '$'),
    \+ sub_atom(Name, _, _, 0, ' tabled').
