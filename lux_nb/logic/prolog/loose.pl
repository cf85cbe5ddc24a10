/*  A looser reading for sentences that the grammar can't read whole.

    Who or what a statement is about, its conditions, alternatives and negation
    are read by the grammar; what is said is kept as its bare words. Used for
    answering questions about a text, never for what is asserted.
*/
:- module(loose, [loose_statement//1]).
:- use_module(tokens).
:- use_module(phrases).
:- use_module(grammar).
:- use_module(library(lists)).

goal_expansion(Goal, Inline) :- lexical(Goal, Inline).

loose_statement(F) --> openers, loose_sentence(F), closers.

loose_sentence(imp(A, B)) -->
    one_of(_, [if, when, whenever, once, 'as long as', 'provided that']), loose_clause(cond, A),
    opt(','), opt(then), loose_clause(main, B).
loose_sentence(iff(A, B)) --> loose_clause(main, A), opt(','), w('if and only if'), loose_clause(main, B).
loose_sentence(imp(A, B)) --> loose_clause(main, B), opt(','), one_of(_, [if, when, whenever]), loose_clause(cond, A).
loose_sentence(F) --> loose_clause(main, F).

loose_clause(Mode, F) --> clauses(Mode, F).
loose_clause(Mode, F) --> noun_phrase(Mode, _, X, Scope, F), opt(','), loose_phrase(X, Scope).

loose_phrase(X, xor(A, B)) --> opt_be, w(either), loose_part(X, A), opt(','), w(or), loose_part(X, B).
loose_phrase(X, and(not(A), not(B))) --> opt_be, w(neither), loose_part(X, A), opt(','), w(nor), loose_part(X, B).
loose_phrase(X, or(A, B)) --> loose_part(X, A), opt(','), w(or), loose_part(X, B).
loose_phrase(X, and(A, B)) --> loose_part(X, A), opt(','), one_of(_, [and, but]), loose_part(X, B).
loose_phrase(X, F) --> loose_part(X, F).

loose_part(X, F) --> opt(either), verb_phrase(_, X, F).
loose_part(X, F) --> predicates(X, F).
loose_part(X, F) --> opt(it), auxiliary, negation(Polarity), bare_words(Words), { Words = [_|_], polarity(Polarity, lit(Words, [X]), F) }.

opt_be --> be(_).
opt_be --> [].

auxiliary --> be(_).
auxiliary --> one_of(_, [do, does, did, has, have, had, can, could, will, would, shall, should, may, might, must]).
auxiliary --> \+ \+ verb(_, _).

polarity(plus, F, F).
polarity(minus, F, not(F)).

%   The words that carry meaning, as they stand in the lexicon.

bare_words(Words) --> [t(Form, Kind, Analyses)], { nonvar(Form), \+ stops(Form), bare(Kind, Form, Analyses, Words, More) }, bare_words(More).
bare_words([]) --> [].

stops(Form) :- memberchk(Form, [not, never, no, if, then, unless, or, nor, either, neither, ',', 'if and only if', 'only if', '.']).

bare(word, _, [c|_], More, More) :- !.
bare(word, Form, [Analysis|_], [Lemma|More], More) :- !, ( arg(1, Analysis, Lemma0) -> Lemma = Lemma0 ; Lemma = Form ).
bare(_, Form, _, [Form|More], More).
