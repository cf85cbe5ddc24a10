/*  Plain formulas as rules, where they are rules.

    A rule is rule(Id, Head, Body); a literal is l(Sign, Name, Arguments) with
    Sign + or -. Negation in a rule is explicit: it needs its own evidence
    unless the world is closed.
*/
:- module(horn, [horn_rules/3, conditions/3, ground_literals/2, drop_nouns/3, domain_nouns/3, literal_of/2]).
:- use_module(library(lists)).
:- use_module(library(apply)).

%!  horn_rules(+Formula, +Id, -Rules) is semidet.

horn_rules(F, Id, Rules) :-
    findall(rule(Id, Head, Body), rule_of(F, [], Head, Body), Rules),
    Rules \== [],
    all_rules(F).

rule_of(true, _, _, _) :- !, fail.
rule_of(all(_, F), Body0, Head, Body) :- !, rule_of(F, Body0, Head, Body).
rule_of(gen(_, R, S), Body0, Head, Body) :- !, rule_of(imp(R, S), Body0, Head, Body).
rule_of(and(A, B), Body0, Head, Body) :- !, ( rule_of(A, Body0, Head, Body) ; rule_of(B, Body0, Head, Body) ).
rule_of(imp(A, B), Body0, Head, Body) :- !,
    conditions(A, plus, More),
    append(Body0, More, Body1),
    rule_of(B, Body1, Head, Body).
rule_of(iff(A, B), Body0, Head, Body) :- !,
    ( rule_of(imp(A, B), Body0, Head, Body) ; rule_of(imp(B, A), Body0, Head, Body) ).
rule_of(F, Body, Head, Body) :- literal_of(F, Head).

%   Every part of the formula must have become a rule.

all_rules(true).
all_rules(all(_, F)) :- all_rules(F).
all_rules(gen(_, R, S)) :- all_rules(imp(R, S)).
all_rules(and(A, B)) :- all_rules(A), all_rules(B).
all_rules(imp(A, B)) :- once(conditions(A, plus, _)), all_rules(B).
all_rules(iff(A, B)) :- all_rules(imp(A, B)), all_rules(imp(B, A)).
all_rules(F) :- literal_of(F, _).

literal_of(p(Name, Arguments), l(+, Name, Arguments)).
literal_of(n(Name, X), l(+, Name, [X])).
literal_of(not(F), l(-, Name, Arguments)) :- literal_of(F, l(+, Name, Arguments)).

%!  conditions(+Formula, +Polarity, -Literals) is nondet.
%
%   Each solution is one way the condition can hold.

conditions(true, plus, []) :- !.
conditions(and(A, B), plus, Ls) :- !, conditions(A, plus, L1), conditions(B, plus, L2), append(L1, L2, Ls).
conditions(and(A, B), minus, Ls) :- !, ( conditions(A, minus, Ls) ; conditions(B, minus, Ls) ).
conditions(or(A, B), plus, Ls) :- !, ( conditions(A, plus, Ls) ; conditions(B, plus, Ls) ).
conditions(or(A, B), minus, Ls) :- !, conditions(A, minus, L1), conditions(B, minus, L2), append(L1, L2, Ls).
conditions(ex(_, F), plus, Ls) :- !, conditions(F, plus, Ls).
conditions(not(F), plus, Ls) :- !, conditions(F, minus, Ls).
conditions(not(F), minus, Ls) :- !, conditions(F, plus, Ls).
conditions(F, Polarity, [l(Sign, Name, Arguments)]) :-
    literal_of(F, l(+, Name, Arguments)),
    ( Polarity == plus -> Sign = (+) ; Sign = (-) ).

%!  ground_literals(+Formula, -Formula) is semidet.
%
%   True when a question has no quantifier, so that rules can answer it.

ground_literals(F, F) :- \+ quantified(F), term_variables(F, []).

quantified(F) :- compound(F), functor(F, Name, _), memberchk(Name, [all, ex, gen]), !.
quantified(F) :- compound(F), F \= p(_, _), F \= n(_, _), arg(_, F, A), quantified(A), !.

%   Nouns that only name what the text is about ------------------------------

%!  domain_nouns(+Premises, +Question, -Nouns) is det.
%
%   "All furry animals are …" presupposes that what the text speaks of are
%   animals. Such a noun restricts rules and is never itself concluded.

domain_nouns(Premises, Question, Nouns) :-
    findall(N-Role, ( member(F, Premises), role(F, N, Role) ), Roles),
    findall(N-Role, ( member(F, Question), role(F, N, Role) ), Asked),
    findall(N, ( member(N-_, Roles) ; member(N-_, Asked) ), Names0),
    sort(Names0, Names),
    include(domain_noun(Roles, Asked), Names, Nouns).

domain_noun(_, _, person) :- !.
domain_noun(Roles, Asked, Noun) :-
    \+ memberchk(Noun-claimed, Roles),
    \+ memberchk(Noun-claimed, Asked),
    (   generic(Noun) -> true
    ;   \+ memberchk(Noun-bare, Asked), ( memberchk(Noun-modified, Roles) -> true ; repeated(Noun, Roles) ) ).

%   "A device is either … or …" is about devices only if more is said of them.

repeated(Noun, Roles) :-
    memberchk(Noun-choice, Roles),
    head_word(Noun, Head),
    findall(x, ( member(Other-Role, Roles), memberchk(Role, [choice, bare, modified]), head_word(Other, Head) ), [_, _|_]).

head_word(Noun, Head) :- atomic_list_concat(Words, '_', Noun), last(Words, Head).

generic(Noun) :- memberchk(Noun, [person, people, animal, thing, object, entity, individual, creature, human, being, someone]).

%   role(F, Noun, Role): Role is claimed where the text says of something just
%   that it is such a thing, and modified where the noun goes with more or
%   restricts a statement of alternatives.

role(all(_, imp(R, S)), N, Role) :- !, ( restriction(R, S, N, Role) ; role(S, N, Role) ).
role(gen(_, R, S), N, Role) :- !, ( restriction(R, S, N, Role) ; role(S, N, Role) ).
role(all(_, F), N, Role) :- !, role(F, N, Role).
role(ex(_, F), N, Role) :- !, role(F, N, Role).
role(imp(A, B), N, Role) :- !, ( restriction(A, B, N, Role) ; role(B, N, Role) ).
role(not(F), N, Role) :- !, role(F, N, Role).
role(and(A, B), N, Role) :- !, ( conjunct(A, B, N, Role) ; conjunct(B, A, N, Role) ).
role(F, N, Role) :- compound(F), F =.. [Op, A, B], memberchk(Op, [or, xor, iff]), !,
    ( role(A, N, Role) ; role(B, N, Role) ).
role(n(N, _), N, claimed).
role(p(N, [_]), N, claimed).

conjunct(n(N, X), Other, N, Role) :- !, ( speaks_of(Other, X) -> Role = with_more ; Role = claimed ).
conjunct(F, _, N, Role) :- role(F, N, Role).

speaks_of(F, X) :- compound(F), F =.. [_|As], member(A, As), ( A == X ; is_list(A), member(B, A), B == X ; speaks_of(A, X) ), !.

restriction(n(N, X), S, N, Role) :- !,
    ( nonvar(X) -> Role = claimed ; compound(S), S =.. [Op|_], memberchk(Op, [or, xor]) -> Role = choice ; Role = bare ).
restriction(F, _, N, Role) :- noun_in(F, N, X), ( var(X) -> Role = modified ; Role = claimed ).

noun_in(n(N, X), N, X).
noun_in(F, N, X) :- compound(F), F =.. [Op, A, B], memberchk(Op, [and, or, xor]), ( noun_in(A, N, X) ; noun_in(B, N, X) ).
noun_in(ex(_, F), N, X) :- noun_in(F, N, X).

drop_nouns(F, [], F) :- !.
drop_nouns(n(N, _), Nouns, true) :- memberchk(N, Nouns), !.
drop_nouns(p(N, As), _, p(N, As)) :- !.
drop_nouns(n(N, X), _, n(N, X)) :- !.
drop_nouns(true, _, true) :- !.
drop_nouns(F0, Nouns, F) :-
    F0 =.. [Op|As0],
    drop_each(As0, Nouns, As),
    F1 =.. [Op|As],
    simplify(F1, F).

drop_each([], _, []).
drop_each([A0|As0], Nouns, [A|As]) :-
    ( var(A0) -> A = A0 ; drop_nouns(A0, Nouns, A) ),
    drop_each(As0, Nouns, As).

simplify(and(true, F), F) :- !.
simplify(and(F, true), F) :- !.
simplify(imp(true, F), F) :- !.
simplify(gen(X, true, F), all(X, F)) :- !.
simplify(or(true, _), true) :- !.
simplify(or(_, true), true) :- !.
simplify(all(_, true), true) :- !.
simplify(ex(X, F), F) :- F == true, !, X = X.
simplify(F, F).
