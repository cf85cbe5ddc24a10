/*  From what the grammar read to a plain first-order formula.

    Pronouns and definite descriptions find what they refer to, indefinite
    objects become quantifiers or kinds, coordination is distributed.
    A plain formula is built of p(Name, Arguments) with variables and
    constants, n(Name, Argument) for the noun of a noun phrase, not/1, and/2,
    or/2, xor/2, imp/2, iff/2, all/2, ex/2 and gen(X, Restriction, Scope).
*/
:- module(meaning, [plain/5, constant_name/2]).
:- use_module(library(lists)).
:- use_module(library(apply)).

%!  plain(+Read, +Objects, +Context, -Plain, -Referents) is det.
%
%   Objects is kinds or individuals: how "a dog" as an object is meant.

plain(Read, Objects, Context, Plain, Referents) :-
    individuals(Read, Individual),
    lift(Individual, Lifted),
    resolve(Lifted, Objects, refs([], Context), refs(Own, _), Plain0),
    covering(Plain0, Plain1),
    letters(Plain1, Plain),
    own_names(Own, [], Names),
    append(Names, Context, All),
    first_few(All, 6, [], Referents).

%   Who was spoken of, the last first, each once.

own_names([], Names, Names).
own_names([ref(R, _)|Refs], Names0, Names) :-
    ( atom(R) -> own_names(Refs, [R|Names0], Names) ; own_names(Refs, Names0, Names) ).

first_few([], _, _, []) :- !.
first_few(_, 0, _, []) :- !.
first_few([R|Rs], N, Seen, Few) :-
    (   memberchk(R, Seen) -> first_few(Rs, N, Seen, Few)
    ;   Few = [R|More], N1 is N-1, first_few(Rs, N1, [R|Seen], More)
    ).

%   "Someone is either a or b" speaks of everyone.

covering(ex(X, xor(A, B)), all(X, xor(A, B))) :- !.
covering(F, F).

%   X, Y, Z … name anything in a rule.

letters(F0, F) :-
    ( F0 = imp(_, _) -> Which = any ; Which = last ),
    letters_in(F0, Which, [], Ls0),
    ( Ls0 == [] -> F = F0 ; sort(Ls0, Ls), bind_letters(Ls, F0, F) ).

letters_in(T, _, Ls, Ls) :- var(T), !.
letters_in(p(_, Args), Which, Ls0, Ls) :- !, letter_arguments(Args, Which, Ls0, Ls).
letters_in(n(_, X), _, Ls0, Ls) :- !, letter_arguments([X], last, Ls0, Ls).
letters_in(T, Which, Ls0, Ls) :- compound(T), !,
    functor(T, _, Arity),
    letters_from(Arity, T, Which, Ls0, Ls).
letters_in(_, _, Ls, Ls).

letters_from(0, _, _, Ls, Ls) :- !.
letters_from(N, T, Which, Ls0, Ls) :-
    arg(N, T, A),
    letters_in(A, Which, Ls0, Ls1),
    N1 is N-1,
    letters_from(N1, T, Which, Ls1, Ls).

letter_arguments([], _, Ls, Ls).
letter_arguments([A|As], Which, Ls0, Ls) :-
    (   atom(A), ( Which == any, any_letter(A) ; letter(A) ) -> Ls1 = [A|Ls0] ; Ls1 = Ls0 ),
    letter_arguments(As, Which, Ls1, Ls).

letter(L) :- atom(L), memberchk(L, ['x', 'y', 'z', 'u', 'v', 'w']).

any_letter(L) :- atom(L), L \== i, atom_length(L, 1), char_type(L, alpha).

bind_letters([], F, F).
bind_letters([L|Ls], F0, all(X, F)) :- substitute_term(F0, L, X, F1), bind_letters(Ls, F1, F).

%   "a city … the city": what is spoken of again is one individual, not a kind.

individuals(Read, Individual) :-
    (   \+ has_definite(Read) -> Individual = Read
    ;   findall(Head, ( within(Read, def(Words)), last(Words, Head) ), Heads),
        (   Heads == [] -> Individual = Read ; spread(Read, Heads, Individual) )
    ).

has_definite(T) :- compound(T), ( T = def(_) -> true ; functor(T, _, N), has_definite(N, T) ).

has_definite(N, T) :- N > 0, arg(N, T, A), ( has_definite(A) -> true ; N1 is N-1, has_definite(N1, T) ).

within(T, _) :- var(T), !, fail.
within(T, T).
within(T, S) :- compound(T), arg(_, T, A), within(A, S).

spread(T, _, T) :- \+ compound(T), !.
spread(lit(Words, Args0), Heads, F) :-
    append(Before, [Kind|After], Args0),
    nonvar(Kind), Kind = kind(X, R, KindWords),
    last(KindWords, Head), memberchk(Head, Heads), !,
    append(Before, [X|After], Args),
    spread(lit(Words, Args), Heads, G),
    F = ex(X, and(R, G)).
spread(lit(Words, Args), _, lit(Words, Args)) :- !.
spread(T, Heads, New) :-
    T =.. [F|As],
    spread_each(As, Heads, Bs),
    New =.. [F|Bs].

spread_each([], _, []).
spread_each([A|As], Heads, [B|Bs]) :- spread(A, Heads, B), spread_each(As, Heads, Bs).

%   An existential in a condition governs the conclusion too.

lift(F, F) :- var(F), !.
lift(imp(A0, B0), F) :- !,
    lift(A0, A1), lift(B0, B1),
    same_thing(A1, B1, B),
    pull(A1, Variables, A),
    universal(Variables, imp(A, B), F).
lift(given(A0, B0), F) :- !,
    lift(A0, A1), lift(B0, B),
    (   about(B, A1, F0) -> F = F0
    ;   pull(A1, Variables, A), universal(Variables, given(A, B), F)
    ).
lift(also(A0, B0), also(A, B)) :- !, lift(A0, A), lift(B0, B).
lift(and(A0, B0), and(A, B)) :- !, lift(A0, A), lift(B0, B).
lift(or(A0, B0), or(A, B)) :- !, lift(A0, A), lift(B0, B).
lift(xor(A0, B0), xor(A, B)) :- !, lift(A0, A), lift(B0, B).
lift(iff(A0, B0), F) :- !, lift(A0, A), lift(B0, B), ( about_both(A, B, F0) -> F = F0 ; F = iff(A, B) ).
lift(not(A0), not(A)) :- !, lift(A0, A).
lift(all(X, A0), all(X, A)) :- !, lift(A0, A).
lift(ex(X, A0), ex(X, A)) :- !, lift(A0, A).
lift(gen(X, R, S0), gen(X, R, S)) :- !, lift(S0, S).
lift(each(Op, X, Scope, F0, X1-Scope1-F1), F) :- !,
    substitute_term(Scope, X, X1, Scope1),
    lift(F0, A), lift(F1, B),
    paired(Op, A, B, F).
lift(F, F).

%   "If a plant is … then a plant is …": one plant.

same_thing(A, B, S) :-
    ( A = gen(X, R, _) -> true ; A = ex(X, and(R, _)) ),
    ( B = gen(Y, R1, S0) -> true ; B = all(Y, imp(R1, S0)) ),
    substitute_term(R1, Y, X, R2), R2 == R, !,
    substitute_term(S0, Y, X, S).
same_thing(_, B, B).

%   "Plants grow if they get water": the condition is on each of them.

about(all(X, imp(R, S)), A0, all(X, imp(R, imp(A, S)))) :- of_it(A0, R-X, A).
about(gen(X, R, S), A0, gen(X, R, imp(A, S))) :- of_it(A0, R-X, A).

about_both(all(X, imp(R, S)), A0, all(X, imp(R, iff(S, A)))) :- of_it(A0, R-X, A).
about_both(gen(X, R, S), A0, gen(X, R, iff(S, A))) :- of_it(A0, R-X, A).

of_it(A0, R-X, A) :-
    once(( within(A0, It), refers_back(It, R) )),
    said_of(A0, R-X, A).

refers_back(pron(P), _) :- third_person(P).
refers_back(def(Words), R) :- last(Words, Noun), within(R, nlit(Nouns, _)), last(Nouns, Noun), !.

said_of(T, _, T) :- var(T), !.
said_of(T, R-X, Y) :- refers_back(T, R), !, Y = X.
said_of(T, _, T) :- \+ compound(T), !.
said_of(T, X, New) :- T =.. [F|As], said_of_each(As, X, Bs), New =.. [F|Bs].

said_of_each([], _, []).
said_of_each([A|As], X, [B|Bs]) :- said_of(A, X, B), said_of_each(As, X, Bs).

third_person(P) :- memberchk(P, [it, he, she, they, him, her, them]).

paired(and, A, B, and(A, B)).
paired(or, A, B, or(A, B)).
paired(xor, A, B, xor(A, B)).
paired(nor, A, B, and(not(A), not(B))).

universal([], F, F).
universal([X|Xs], F, all(X, G)) :- universal(Xs, F, G).

pull(ex(X, A0), [X|Xs], A) :- !, pull(A0, Xs, A).
pull(gen(X, R, S0), [X|Xs], and(R, S)) :- !, pull(S0, Xs, S).
pull(and(A0, B0), Xs, and(A, B)) :- !, pull(A0, Xs1, A), pull(B0, Xs2, B), append(Xs1, Xs2, Xs).
pull(or(A0, B0), Xs, or(A, B)) :- !, pull(A0, Xs1, A), pull(B0, Xs2, B), append(Xs1, Xs2, Xs).
pull(F, [], F).

substitute_term(T, X, Y, Y) :- T == X, !.
substitute_term(T, _, _, T) :- \+ compound(T), !.
substitute_term(T, X, Y, New) :-
    T =.. [F|As],
    substitute_terms(As, X, Y, Bs),
    New =.. [F|Bs].

substitute_terms([], _, _, []).
substitute_terms([A|As], X, Y, [B|Bs]) :-
    substitute_term(A, X, Y, B),
    substitute_terms(As, X, Y, Bs).

%   resolve(+F, +Objects, +Refs0, -Refs, -Plain): refs(Own, Context) holds what
%   this sentence and the ones before have spoken of, the first mention first.

resolve(true, _, R, R, true) :- !.
resolve(lit(Words, Arguments), Objects, R0, R, F) :- !, literal(Words, Arguments, Objects, R0, R, F).
resolve(nlit(Words, [X]), _, R0, R, n(Name, Y)) :- !,
    predicate_name(Words, Name),
    argument(X, R0, R1, Y),
    note_noun(Y, Words, R1, R).
resolve(place(X, Y), O, R0, R, F) :- !, resolve(lit([in], [X, Y]), O, R0, R, F).
resolve(place(X, V, Y), O, R0, R, F) :- !, resolve(lit([V, in], [X, Y]), O, R0, R, F).
resolve(not(A0), O, R0, R, not(A)) :- !, resolve(A0, O, R0, R, A).
resolve(and(A0, B0), O, R0, R, F) :- !, resolve(A0, O, R0, R1, A), resolve(B0, O, R1, R, B), conjoin(A, B, F).
resolve(or(A0, B0), O, R0, R, or(A, B)) :- !, resolve(A0, O, R0, R1, A), resolve(B0, O, R1, R, B).
resolve(xor(A0, B0), O, R0, R, xor(A, B)) :- !, resolve(A0, O, R0, R1, A), resolve(B0, O, R1, R, B).
resolve(iff(A0, B0), O, R0, R, iff(A, B)) :- !, resolve(A0, O, R0, R1, A), resolve(B0, O, R1, R, B).
resolve(also(A0, B0), O, R0, R, and(A, B)) :- !, resolve(B0, O, R0, R1, B), resolve(A0, O, R1, R, A).
resolve(given(A0, B0), O, R0, R, imp(A, B)) :- !, resolve(B0, O, R0, R1, B), resolve(A0, O, R1, R, A).
resolve(imp(A0, B0), O, R0, R, imp(A, B)) :- !, resolve(A0, O, R0, R1, A), resolve(B0, O, R1, R, B).
resolve(all(X, A0), O, R0, R, all(X, A)) :- !, mention(X, R0, R1), resolve(A0, O, R1, R, A).
resolve(ex(X, A0), O, R0, R, ex(X, A)) :- !, mention(X, R0, R1), resolve(A0, O, R1, R, A).
resolve(gen(X, A0, B0), O, R0, R, gen(X, A, B)) :- !,
    mention(X, R0, R1), resolve(A0, O, R1, R2, A), resolve(B0, O, R2, R, B).

conjoin(true, F, F) :- !.
conjoin(F, true, F) :- !.
conjoin(A, B, and(A, B)).

mention(X, refs(Own, Context), refs(New, Context)) :- append(Own, [ref(X, _)], New).

note_noun(X, Words, refs(Own, C), refs(Own, C)) :-
    (   member(ref(Y, Noun), Own), Y == X, var(Noun) -> Noun = Words ; true ).

%   Literals ----------------------------------------------------------------

literal(Words, Arguments, Objects, R0, R, F) :-
    arguments(Arguments, Objects, R0, R, Plain, [], Wraps),
    predicate_name(Words, Name),
    wrap(Wraps, Plain, Name, Objects, R, F).

arguments([], _, R, R, [], W, W).
arguments([A|As], Objects, R0, R, [P|Ps], W0, W) :-
    argument_or_wrap(A, Objects, R0, R1, P, W0, W1),
    arguments(As, Objects, R1, R, Ps, W1, W).

argument_or_wrap(A, _, R, R, A, W, W) :- var(A), !.
argument_or_wrap(coord(Op, As), Objects, R0, R, P, W, [coord(Op, P, Ps)|W]) :- !,
    coordinated(As, Objects, R0, R, Ps).
argument_or_wrap(butnot(A, B), Objects, R0, R, P, W, [butnot(P, Q, Ws, P2, Ws2)|W]) :- !,
    argument_or_wrap(A, Objects, R0, R1, Q, [], Ws),
    argument_or_wrap(B, Objects, R1, R, P2, [], Ws2).
argument_or_wrap(quant(Q, X, F), _, R0, R, X, W, [quant(Q, X, F)|W]) :- !, mention(X, R0, R).
argument_or_wrap(kind(X, F, _), individuals, R0, R, X, W, [quant(ex, X, F)|W]) :- !, mention(X, R0, R).
argument_or_wrap(A, _, R0, R, P, W, W) :- argument(A, R0, R, P).

coordinated([], _, R, R, []).
coordinated([A|As], Objects, R0, R, [P-W|Ps]) :-
    argument_or_wrap(A, Objects, R0, R1, P, [], W),
    coordinated(As, Objects, R1, R, Ps).

wrap([], Arguments, Name, _, _, p(Name, Arguments)).
wrap([quant(Q, X, F0)|Ws], Arguments, Name, Objects, R, G) :-
    resolve(F0, Objects, R, _, F),
    wrap(Ws, Arguments, Name, Objects, R, S),
    quantified(Q, X, F, S, G).
wrap([coord(Op, P, Items)|Ws], Arguments, Name, Objects, R, G) :-
    maplist(wrap_item(P, Ws, Arguments, Name, Objects, R), Items, Fs),
    combine(Op, Fs, G).

wrap([butnot(P, Q, W1, P2, W2)|Ws], Arguments, Name, Objects, R, and(F, not(G))) :-
    wrap_item(P, Ws, Arguments, Name, Objects, R, Q-W1, F),
    wrap_item(P, Ws, Arguments, Name, Objects, R, P2-W2, G).

wrap_item(P, Ws, Arguments, Name, Objects, R, Item-W, F) :-
    substitute_term(Arguments, P, Item, Arguments1),
    append(W, Ws, All),
    wrap(All, Arguments1, Name, Objects, R, F).

combine(_, [F], F) :- !.
combine(or, [F|Fs], or(F, G)) :- !, combine(or, Fs, G).
combine(xor, [F|Fs], xor(F, G)) :- !, combine(xor, Fs, G).
combine(Op, [F|Fs], and(F, G)) :- combine(Op, Fs, G).

quantified(all, X, true, S, all(X, S)) :- !.
quantified(all, X, F, S, all(X, imp(F, S))).
quantified(no, X, true, S, all(X, not(S))) :- !.
quantified(no, X, F, S, all(X, imp(F, not(S)))).
quantified(ex, X, F, S, ex(X, G)) :- conjoin(F, S, G).

%   What an argument refers to.

argument(X, R, R, X) :- var(X), !.
argument(name(Name), refs(Own, C), refs(Own1, C), Constant) :- !,
    constant_name([Name], Constant),
    (   member(ref(Y, _), Own), Y == Constant -> Own1 = Own ; append(Own, [ref(Constant, _)], Own1) ).
argument(number(N), R, R, N) :- !.
argument(pron(P), R, R, X) :- !, referent(P, R, X).
argument(def(Words), R0, R, X) :- !,
    (   R0 = refs(Own, _), member(ref(Y, Noun), Own), nonvar(Noun), last(Noun, Head), last(Words, Head), subset(Words, Noun)
    ->  X = Y, R = R0
    ;   constant_name(Words, X), mention(X, R0, R1), note_noun(X, Words, R1, R)
    ).
argument(kind(_, _, Words), R, R, Constant) :- !, constant_name(Words, Constant).
argument(quant(_, _, _), R, R, something) :- !.
argument(coord(_, [A|_]), R0, R, X) :- !, argument(A, R0, R, X).
argument(X, R, R, X).

referent(you, refs([ref(X, _)|_], _), X) :- var(X), !.
referent(P, _, P) :- memberchk(P, [i, you, we, me, us]), !.
referent(_, refs([ref(X, _)|_], _), X) :- !.
referent(_, refs([], [X|_]), X) :- !.
referent(P, _, P).

%   Names -------------------------------------------------------------------

predicate_name([Word], Word) :- atom(Word), !, true.
predicate_name(Words, Name) :- joined(Words, Name).

constant_name(Words, Constant) :- joined(Words, Constant).

joined(Words, Name) :-
    atomic_list_concat(Words, '_', Joined),
    downcase_atom(Joined, Lower),
    (   sub_atom(Lower, _, _, _, ' ') -> atomic_list_concat(Parts, ' ', Lower), atomic_list_concat(Parts, '_', Name)
    ;   Name = Lower
    ).
