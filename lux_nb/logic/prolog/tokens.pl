/*  Words as tokens, and the lexical rules of the grammar, in both directions.

    A token is t(Form, Kind, Analyses); Kind is word, name or number. Where the
    token is unbound the rule writes it, otherwise the rule reads it.
*/
:- module(tokens,
          [ tokens/3,                   % +Words, +Kinds, -Tokens
            token_words/2,              % +Tokens, -Words
            furthest/1,                 % -Remaining tokens where reading stopped
            watch/1,                    % :Goal
            reading//0, writing//0, w//1, opt//1, noun//2, verb//2, adjective//1, listed_adjective//1, adverb//1, name//1, number//1,
            one_of//2, look//1,
            note/1,                     % +Rest
            choice/3,                   % ?Form, ?Word, +Words
            lexical/2                   % +Goal, -Inline
          ]).
:- use_module(lexicon).
:- use_module(library(lists)).
:- use_module(library(apply)).

:- meta_predicate watch(0).

:- dynamic name_analyses/2.

tokens([], [], []).
tokens([Word|Words], [Kind|Kinds], [Token|Tokens]) :-
    tokens(Words, Kinds, Tokens),
    token(Kind, Word, Tokens, Token).

token(3, Word, Following, Token) :- !,
    downcase_atom(Word, Lower),
    (   first_word_is_name(Lower, Following) -> token(1, Word, Token) ; token(0, Lower, Token) ).
token(Kind, Word, _, Token) :- token(Kind, Word, Token).

%   A first word that could be either is a name when a singular verb follows
%   and it is no plural.

first_word_is_name(Word, [t(Next, word, NextAnalyses)|_]) :-
    \+ closed(Word),
    analyses(Word, Analyses),
    \+ ( member(n(Lemma, pl), Analyses), known_word(Lemma), \+ memberchk(Next, [is, was, has, does]) ),
    (   memberchk(Next, [is, was, does, has, will, can, could, would, must, did, had, '\'s', may, might, should])
    ->  true
    ;   NextAnalyses = [v(_, s)|_] -> true
    ;   memberchk(v(_, s), NextAnalyses), \+ memberchk(a(_), Analyses), \+ memberchk(g(_), Analyses) -> true
    ;   NextAnalyses = [v(_, past)|_],
        \+ ( memberchk(v(_, base), NextAnalyses), memberchk(n(_, pl), Analyses) )
    ->  true
    ).

token(0, Word, t(Word, word, Analyses)) :- analyses(Word, Analyses).
token(1, Word, t(Word, name, Analyses)) :-
    (   name_analyses(Word, Known)
    ->  Analyses = Known
    ;   (   sub_atom(Word, _, _, _, ' ')
        ->  Analyses = []
        ;   downcase_atom(Word, Lower),
            (   \+ closed(Lower), known_form(Lower) -> analyses(Lower, Analyses) ; Analyses = [] )
        ),
        assertz(name_analyses(Word, Analyses))
    ).
token(2, Word, t(Number, number, [])) :- ( atom_number(Word, Number) -> true ; Number = Word ).

known_form(Lower) :- known_word(Lower), !.
known_form(Lower) :- atom_concat(Lemma, s, Lower), known_word(Lemma).

token_words(Tokens, Words) :- maplist([t(Word, _, _), Word]>>true, Tokens, Words).

%   Where reading stopped -------------------------------------------------

watch(Goal) :-
    nb_setval(watched, none),
    call(Goal), !.

furthest(Rest) :-
    nb_getval(watched, Rest0),
    (   Rest0 == none -> Rest = [] ; Rest = Rest0 ).

note(Rest) :-
    (   nb_current(watched, Best), Best \== off
    ->  length(Rest, N),
        (   Best == none -> nb_setval(watched, Rest)
        ;   length(Best, M), N < M -> nb_setval(watched, Rest)
        ;   true
        )
    ;   true
    ).

%   Lexical rules -----------------------------------------------------------

next(Token, [Token|Rest], Rest).

%   Whether the rule reads tokens or writes them.

reading(Tokens, Tokens) :- nonvar(Tokens).
writing(Tokens, Tokens) :- var(Tokens).

w(Word) --> next(t(Word, word, _)), seen.

seen(Tokens, Tokens) :- note(Tokens).

%   An optional word is read where it stands and never written.

opt(Word, [t(Form, word, _)|Rest], Rest) :- nonvar(Form), Form == Word, !.
opt(_, Tokens, Tokens).

one_of(Word, Words) --> next(t(Form, word, _)), { choice(Form, Word, Words) }, seen.

%!  lexical(+Goal, -Inline) is semidet.
%
%   The commonest lexical rules as plain unification, for the grammar's own code.

lexical(w(Word, S0, S), ( S0 = [t(Word, word, _)|S], note(S) )).
lexical(reading(S0, S), ( nonvar(S0), S = S0 )).
lexical(writing(S0, S), ( var(S0), S = S0 )).
lexical(opt(Word, S0, S), ( nonvar(S0), S0 = [t(Form, word, _)|S1], Form == Word -> S = S1 ; S = S0 )) :-
    atom(Word).
lexical(one_of(Word, Words, S0, S), ( S0 = [t(Form, word, _)|S], choice(Form, Word, Words), note(S) )).

choice(Form, Word, Words) :- nonvar(Form), !, memberchk(Form, Words), ( var(Word) -> Word = Form ; true ).
choice(Word, Word, Words) :- nonvar(Word), memberchk(Word, Words).

look(Word, [t(Word, Kind, As)|Rest], [t(Word, Kind, As)|Rest]) :- Kind = word.

noun(Lemma, Number) -->
    next(t(Form, Kind, Analyses)),
    {   nonvar(Form)
    ->  Kind \== number, noun_analysis(Kind, Form, Analyses, Lemma, Number)
    ;   nonvar(Lemma), writable(Lemma, n), Kind = word,
        ( Number == pl -> plural(Lemma, Form) ; Form = Lemma )
    },
    seen.

%   A name that is no listed word may stand as a noun: "an Olympian".

noun_analysis(_, _, Analyses, Lemma, Number) :- member(n(Lemma, Number), Analyses).
noun_analysis(name, Form, [], Lemma, pl) :-
    atom_length(Form, Length), Length > 3, \+ sub_atom(Form, _, _, _, ' '),
    atom_concat(Stem, s, Form), \+ sub_atom(Stem, _, _, 0, s), \+ sub_atom(Stem, _, _, 0, u),
    downcase_atom(Stem, Lemma).
noun_analysis(name, Form, [], Lemma, sg) :- downcase_atom(Form, Lemma).
noun_analysis(word, Form, Analyses, Form, sg) :- memberchk(v(_, ing), Analyses), \+ memberchk(n(_, _), Analyses).

verb(Lemma, VerbForm) -->
    next(t(Form, word, Analyses)),
    {   nonvar(Form)
    ->  member(v(Lemma, VerbForm), Analyses)
    ;   nonvar(Lemma), writable(Lemma, v), verb_form(Lemma, VerbForm, Form)
    },
    seen.

adjective(Lemma) -->
    next(t(Form, Kind, Analyses)),
    {   nonvar(Form)
    ->  ( memberchk(a(Lemma0), Analyses) -> true ; memberchk(g(Lemma0), Analyses) ), Lemma = Lemma0
    ;   nonvar(Lemma), writable(Lemma, a), Form = Lemma, Kind = word
    },
    seen.

%   As adjective//1 reads it, without words of which it is only guessed.

listed_adjective(Lemma) --> next(t(Form, _, Analyses)), { nonvar(Form), memberchk(a(Lemma0), Analyses), Lemma = Lemma0 }, seen.

adverb(Lemma) -->
    next(t(Form, word, Analyses)),
    {   nonvar(Form),
        memberchk(r(Lemma0), Analyses),
        ( Analyses = [r(_)|_] -> true ; \+ memberchk(a(_), Analyses), \+ memberchk(n(_, _), Analyses) ),
        Lemma = Lemma0
    },
    seen.

name(Name) --> next(t(Form, name, _)), { nonvar(Form) -> Name = Form ; nonvar(Name), Form = Name }, seen.

number(Number) --> next(t(Form, number, _)), { nonvar(Form) -> Number = Form ; nonvar(Number), Form = Number }, seen.

%   What a predicate's word is written as: its only class, or its first.

writable(Lemma, Class) :-
    analyses(Lemma, Analyses),
    (   class_analysis(Class, Lemma, Analysis), memberchk(Analysis, Analyses) -> true
    ;   Class == a, memberchk(g(Lemma), Analyses) -> true
    ;   word_class(Lemma, Class)
    ).

class_analysis(n, Lemma, n(Lemma, sg)).
class_analysis(v, Lemma, v(Lemma, base)).
class_analysis(a, Lemma, a(Lemma)).
