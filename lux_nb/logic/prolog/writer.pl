/*  Rules and literals written in English with the grammar that reads them. */
:- module(writer, [say_literal/2, say_rule/2, rule_clause/2]).
:- use_module(grammar).
:- use_module(tokens).
:- use_module(lexicon).
:- use_module(library(lists)).
:- use_module(library(apply)).

%!  say_literal(+Literal:list, -Sentence:string) is semidet.
%
%   Literal is [Sign, Name|Arguments].

say_literal([Sign, Name|Args], Sentence) :-
    maplist(said_argument, Args, Arguments),
    said(Name, Arguments, F0),
    ( Sign == (-) -> F = not(F0) ; F = F0 ),
    written(F, Sentence).

said_argument(X, number(X)) :- number(X), !.
said_argument(something, pron(something)) :- !.
said_argument(X, name(Name)) :- proper(X, Name).

%   Names are written with capital letters and spaces.

proper(Constant, Name) :-
    atomic_list_concat(Parts, '_', Constant),
    maplist(capital, Parts, Capitals),
    atomic_list_concat(Capitals, ' ', Name).

capital(Part, Capital) :-
    (   sub_atom(Part, 0, 1, _, First), sub_atom(Part, 1, _, 0, Rest)
    ->  upcase_atom(First, Upper), atom_concat(Upper, Rest, Capital)
    ;   Capital = Part
    ).

said(Name, Args, F) :-
    atomic_list_concat(Words, '_', Name),
    (   Args = [_], last(Words, Noun), word_class(Noun, n), noun_words(Words)
    ->  F = nlit(Words, Args)
    ;   F = lit(Words, Args)
    ).

%   Of a word that is a noun first and an adjective second, the noun is meant
%   ("an animal", "an adult"), but for those that describe.

noun_words([Noun]) :- !,
    analyses(Noun, As),
    (   memberchk(a(Noun), As), known_word(Noun) -> \+ describes(Noun) ; true ).
noun_words(_).

describes(Word) :-
    memberchk(Word, [ kind, patient, orange, violet, lilac, evil, light, gold, intent, current, instant,
                      classic, concrete, future, excess, right, past, half, junior, liberal, latin,
                      german, swiss, east, west, south, northeast, southwest, square, plastic ]), !.
describes(Word) :- member(End, [ing, ed, ese, ish]), sub_atom(Word, _, _, 0, End), !.

written(F, Sentence) :-
    once(phrase(statement(F), Tokens)),
    token_words(Tokens, Words),
    articles(Words, Spelled),
    atomic_list_concat(Spelled, ' ', Text0),
    capital(Text0, Text),
    string_concat(Text, ".", Sentence).

articles([a, Next|Rest], [an|Words]) :-
    sub_atom(Next, 0, 1, _, First), downcase_atom(First, Lower), memberchk(Lower, [a, e, i, o, u]), !,
    articles([Next|Rest], Words).
articles([W|Ws], [W|Words]) :- !, articles(Ws, Words).
articles([], []).

%!  say_rule(+Clause, -Sentence:string) is semidet.
%
%   Clause is Head or (Head :- Body); negation is -Literal or \+ Literal.

say_rule(Clause0, Sentence) :-
    copy_term(Clause0, Clause),
    ( Clause = (Head :- Body) -> true ; Head = Clause, Body = true ),
    term_variables(Head-Body, Variables),
    (   Body == true
    ->  Variables == [], literal(Head, F)
    ;   conjuncts(Body, Goals),
        bind_variables(Variables, Goals, Head),
        maplist(literal, Goals, Conditions0),
        something_first(Variables, Conditions0, Conditions),
        literal(Head, Conclusion),
        conjunction(Conditions, Condition),
        F = imp(Condition, Conclusion)
    ),
    written(F, Sentence).

conjuncts((A, B), Goals) :- !, conjuncts(A, As), conjuncts(B, Bs), append(As, Bs, Goals).
conjuncts(A, [A]).

conjunction([F], F) :- !.
conjunction([F|Fs], and(F, G)) :- conjunction(Fs, G).

%   One variable that is every subject is "something … it"; several are letters.

bind_variables([X], [First|_], _) :- subject_of(First, S), S == X, !, X = '$it'.
bind_variables(Variables, _, _) :- letters(Variables, ['X', 'Y', 'Z', 'U', 'V', 'W']).

letters([], _).
letters(['$letter'(L)|Vs], [L|Ls]) :- letters(Vs, Ls).

subject_of(-(L), X) :- !, subject_of(L, X).
subject_of(\+ L, X) :- !, subject_of(L, X).
subject_of(L, X) :- L =.. [_, X|_].

something_first(Variables, [F0|Fs], [F|Fs]) :-
    Variables = [V], V == '$it', !,
    first_it(F0, X, F1), F = ex(X, and(true, F1)).
something_first(_, Fs, Fs).

first_it(lit(W, [pron(it)|As]), X, lit(W, [X|As])).
first_it(nlit(W, [pron(it)]), X, nlit(W, [X])).
first_it(not(F0), X, not(F)) :- first_it(F0, X, F).

literal(-(L), not(F)) :- !, literal(L, F).
literal(\+ L, not(F)) :- !, literal(L, F).
literal(L, F) :-
    L =.. [Name0|Args],
    ( compared(Name0, Name) -> true ; Name = Name0 ),
    maplist(rule_argument, Args, Arguments),
    said(Name, Arguments, F).

compared(>, greater_than).
compared(<, less_than).

rule_argument('$it', pron(it)) :- !.
rule_argument('$letter'(L), name(L)) :- !.
rule_argument(X, A) :- said_argument(X, A).

%!  rule_clause(+Rule, -Clause) is det.
%
%   A rule of module horn as a Prolog clause; explicit negation is -Literal.

rule_clause(rule(_, Head, Body), Clause) :-
    clause_literal(Head, H),
    maplist(clause_literal, Body, Bs),
    ( Bs == [] -> Clause = H ; comma(Bs, B), Clause = (H :- B) ).

clause_literal(l(+, Name, Args), L) :- L =.. [Name|Args].
clause_literal(l(-, Name, Args), -(L)) :- L =.. [Name|Args].

comma([B], B) :- !.
comma([B|Bs], (B, C)) :- comma(Bs, C).
