/*  Forward chaining with explicit negation, and with negation as failure when
    the world is closed; every derived literal remembers why it holds.
*/
:- module(chain, [derive/3, holds/3, truth/3, why/3, why_not/4]).
:- use_module(library(lists)).
:- use_module(library(apply)).

:- dynamic fact/3, because/4, assumed/2, constant/1.

%!  derive(+Rules, +World, +Constants) is det.
%
%   Compute all that follows. In a closed world an absence is judged against
%   what is established without assuming an absence. In a stratified world it
%   is judged against all that holds: the rules are run under a guess of what
%   can be true at most and of what is true at least, in turns, until these
%   stay as they are (the well-founded model).

derive(Rules0, World, Constants) :-
    retractall(assumed(_, _)),
    retractall(constant(_)),
    forall(member(C, Constants), assertz(constant(C))),
    maplist(positives_first, Rules0, Rules),
    (   World == open
    ->  saturate(Rules, open)
    ;   exclude(assumes_absence, Rules, Certain),
        (   World == closed, Certain \== Rules
        ->  saturate(Certain, closed), assume_facts
        ;   World == stratified
        ->  alternate(Rules, none)
        ;   true
        ),
        saturate(Rules, closed)
    ).

assumes_absence(rule(_, _, Body)) :- memberchk(l(-, _, _), Body).

assume_facts :-
    retractall(assumed(_, _)),
    forall(fact(Name, +, Args), assertz(assumed(Name, Args))).

alternate(Rules, Last) :-
    saturate(Rules, closed),
    assume_facts,
    findall(Name-Args, assumed(Name, Args), Facts0),
    sort(Facts0, Most),
    (   Most == Last
    ->  true
    ;   saturate(Rules, closed),
        assume_facts,
        alternate(Rules, Most)
    ).

positives_first(rule(Id, Head, Body0), rule(Id, Head, Body)) :-
    partition(positive, Body0, Positive, Negative),
    append(Positive, Negative, Body).

positive(l(+, _, _)).

saturate(Rules, World) :-
    retractall(fact(_, _, _)),
    retractall(because(_, _, _, _)),
    passes(Rules, World).

passes(Rules, World) :-
    nb_setval(chain_new, false),
    forall(member(Rule, Rules), apply_rule(Rule, World)),
    (   nb_getval(chain_new, true) -> passes(Rules, World) ; true ).

apply_rule(rule(Id, l(Sign, Name, Args), Body), World) :-
    forall(( match(Body, World), ground_head(Args), \+ fact(Name, Sign, Args) ),
           ( assertz(fact(Name, Sign, Args)),
             assertz(because(Name, Sign, Args, Id-Body)),
             nb_setval(chain_new, true) )).

match([], _).
match([l(Sign, Name, Args)|Rest], World) :-
    (   Sign == (+) -> fact(Name, +, Args)
    ;   World \== open -> ground_head(Args), ( fact(Name, -, Args) -> true ; \+ assumed(Name, Args) )
    ;   fact(Name, -, Args)
    ),
    match(Rest, World).

ground_head(Args) :- ground(Args), !.
ground_head(Args) :- term_variables(Args, Variables), maplist(constant, Variables).

%!  truth(+Formula, +World, -Value) is det.    Value is yes, no or unknown.

truth(true, _, yes) :- !.
truth(not(F), World, V) :- !, truth(F, World, V0), negated(V0, V).
truth(and(A, B), World, V) :- !, truth(A, World, V1), truth(B, World, V2), both(V1, V2, V).
truth(or(A, B), World, V) :- !, truth(not(and(not(A), not(B))), World, V).
truth(xor(A, B), World, V) :- !, truth(A, World, V1), truth(B, World, V2), differ(V1, V2, V).
truth(imp(A, B), World, V) :- !, truth(or(not(A), B), World, V).
truth(iff(A, B), World, V) :- !, truth(xor(A, B), World, V0), negated(V0, V).
truth(n(Name, X), World, V) :- !, truth(p(Name, [X]), World, V).
truth(p(Name, Args), World, V) :-
    (   fact(Name, +, Args) -> V = yes
    ;   fact(Name, -, Args) -> V = no
    ;   World \== open -> V = no
    ;   V = unknown
    ).

negated(yes, no).
negated(no, yes).
negated(unknown, unknown).

both(no, _, no) :- !.
both(_, no, no) :- !.
both(yes, yes, yes) :- !.
both(_, _, unknown).

differ(unknown, _, unknown) :- !.
differ(_, unknown, unknown) :- !.
differ(V, V, no) :- !.
differ(_, _, yes).

holds(Name, Sign, Args) :- fact(Name, Sign, Args).

%   Proofs as nested lists: [Literal, RuleId, Premises] ----------------------

why(l(Sign, Name, Args), World, [[Sign, Name|Args], Id, Premises]) :-
    (   because(Name, Sign, Args, Id-Body)
    ->  maplist(why_in(World), Body, Premises)
    ;   Id = -1, Premises = []
    ).

why_in(World, Literal, Proof) :- why(Literal, World, Proof).

%!  why_not(+Literal, +Rules, +World, -Failures) is det.
%
%   For each rule that could give Literal: what it needed and did not have.

why_not(l(Sign, Name, Args), Rules, World, Failures) :-
    findall([Id, Missing],
            ( member(rule(Id, Head, Body), Rules),
              copy_term(Head-Body, l(Sign, Name, Args)-Body1),
              Body1 \== [],
              missing(Body1, World, Missing) ),
            Failures).

missing(Body, World, Missing) :-
    (   append(Held, [Literal|_], Body), match(Held, World), \+ match([Literal], World)
    ->  Literal = l(Sign, Name, Args),
        maplist(argument_text, Args, Texts),
        Missing = [Sign, Name|Texts]
    ;   Missing = []
    ).

argument_text(X, something) :- var(X), !.
argument_text(X, X).
