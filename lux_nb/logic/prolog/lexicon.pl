/*  One lexicon for reading and writing: closed-class words, irregular forms,
    morphology, and guesses for words that are not listed.

    An analysis is n(Lemma, Number), v(Lemma, Form), a(Lemma), r(Lemma) or c
    (closed class); g(Lemma) is an adjective that is only guessed. Form is base, s, past, pp or ing; Number is sg or pl.
*/
:- module(lexicon,
          [ analyses/2,                 % +Form, -Analyses
            closed/1,                   % ?Form
            plural/2,                   % +Singular, -Plural
            verb_form/3,                % +Lemma, +Form, -Word
            word_class/2,               % +Lemma, -Class: n, v, a or r
            known_word/1                % +Form
          ]).
:- use_module(words).
:- use_module(library(lists)).

:- dynamic word/2, cached/2, irregular_form/1.

:- initialization(( index_words, index_irregular )).

index_words :-
    forall(words(Classes, Text),
           ( split_string(Text, " ", " \n", Words),
             forall(( member(String, Words), String \== "" ),
                    ( atom_string(Word, String), assertz(word(Word, Classes)) )) )).

known_word(Form) :- word(Form, _), !.
known_word(Form) :- irregular_form(Form), !.

index_irregular :-
    forall(( irregular_noun(_, Form) ; irregular_verb(L, P, Q), member(Form, [L, P, Q]) ),
           ( irregular_form(Form) -> true ; assertz(irregular_form(Form)) )).

%   Closed class ------------------------------------------------------------

closed(Form) :- closed_word(Form).

closed_words(
    [ a, an, the, all, every, each, any, some, no, not, never, and, or, nor, but, if, then,
      unless, only, either, neither, both, who, whom, whose, which, that, what, where, when,
      whenever, why, how, is, are, was, were, be, been, am, do, does, did, has, have,
      had, having, can, could, will, would, shall, should, may, might, must, cannot, he, she, it,
      they, him, her, them, his, its, their, theirs, i, you, we, me, us, my, your, our,
      himself, herself, itself, themselves, someone, somebody, something, everyone, everybody,
      everything, anyone, anybody, anything, nobody, nothing, none, there, here, this, these,
      those, of, to, in, on, at, by, with, from, for, about, into, onto, over, under, than, as,
      because, since, while, although, though, so, thus, hence, therefore, however, also, too,
      most, many, few, several, more, less, between, among, against, during, without, within,
      through, after, before, behind, near, per, via, toward, towards, upon, across, along,
      around, inside, outside, until, above, below, beneath, beside, beyond, despite, throughout, ahead, whether, 'if and only if', 'only if', 'as long as', 'provided that', 'at least one', 'the case', 'a few', 'at least', 'at most', exactly,
      whoever, whatever, except, another, such, other, one, two, three, four, five, six, seven, eight, nine, ten,
      ',', ';', ':', '(', ')', '\'s', '\'', '?', '.', '!', '-', let, lets, yes ]).

:- dynamic closed_word/1.
:- initialization(( closed_words(Words), forall(member(W, Words), assertz(closed_word(W))) )).

%   Analyses ------------------------------------------------------------------

%!  analyses(+Form, -Analyses) is det.
%
%   The readings of a lower-case word, the likeliest first.

analyses(Form, Analyses) :- cached(Form, Known), !, Analyses = Known.
analyses(Form, Analyses) :-
    (   closed_word(Form)
    ->  Analyses = [c]
    ;   findall(Analysis, known_analysis(Form, Analysis), Known0),
        list_to_set(Known0, Known),
        (   Known == []
        ->  findall(Analysis, guess(Form, Analysis), Analyses)
        ;   Analyses = Known
        )
    ),
    assertz(cached(Form, Analyses)).

known_analysis(Form, Analysis) :- irregular_analysis(Form, Analysis).
known_analysis(Form, Analysis) :-
    word(Form, Classes),
    atom_chars(Classes, Letters),
    member(Letter, Letters),
    \+ ( Letter == n, singular(Form, Lemma), word(Lemma, Other), sub_atom(Other, _, 1, _, n) ),
    base_analysis(Letter, Form, Analysis).
known_analysis(Form, Analysis) :-
    ending(Form, Analysis, Lemma, Class),
    (   word(Lemma, Classes) -> sub_atom(Classes, _, 1, _, Class) ; fail ).

irregular_analysis(Form, n(Lemma, pl)) :- irregular_noun(Lemma, Form).
irregular_analysis(Form, v(Lemma, past)) :- irregular_verb(Lemma, Form, _).
irregular_analysis(Form, v(Lemma, pp)) :- irregular_verb(Lemma, _, Form).

base_analysis(n, Form, n(Form, sg)).
base_analysis(v, Form, v(Form, base)).
base_analysis(a, Form, a(Form)).
base_analysis(r, Form, r(Form)).

%!  ending(+Form, -Analysis, -Lemma, -Class) is nondet.

ending(Form, n(Lemma, pl), Lemma, n) :- singular(Form, Lemma).
ending(Form, v(Lemma, s), Lemma, v) :- singular(Form, Lemma).
ending(Form, v(Lemma, ing), Lemma, v) :- strip(ing, Form, Lemma).
ending(Form, v(Lemma, past), Lemma, v) :- strip(ed, Form, Lemma), \+ irregular_verb(Lemma, _, _).
ending(Form, v(Lemma, pp), Lemma, v) :- strip(ed, Form, Lemma), \+ irregular_verb(Lemma, _, _).
ending(Form, a(Form), Lemma, a) :- ( strip(er, Form, Lemma) ; strip(est, Form, Lemma) ).
ending(Form, r(Form), Lemma, a) :- atom_concat(Lemma, ly, Form).

singular(Form, Lemma) :- atom_concat(Stem, ies, Form), atom_length(Stem, N), N > 1, atom_concat(Stem, y, Lemma).
singular(Form, Lemma) :-
    atom_concat(Lemma, es, Form),
    member(End, [s, x, z, ch, sh, o]), sub_atom(Lemma, _, _, 0, End).
singular(Form, Lemma) :-
    atom_concat(Lemma, s, Form),
    \+ sub_atom(Lemma, _, _, 0, s), atom_length(Lemma, N), N > 1.

%   Strip a suffix: the bare stem, the stem with e, with a doubled letter
%   made single, or y again for i.

strip(Suffix, Form, Lemma) :-
    atom_concat(Stem, Suffix, Form),
    atom_length(Stem, N), N > 1,
    (   Lemma = Stem
    ;   atom_concat(Stem, e, Lemma)
    ;   sub_atom(Stem, Before, 1, 0, C), Before > 1,
        B1 is Before-1, sub_atom(Stem, B1, 1, _, C),
        sub_atom(Stem, 0, Before, _, Lemma)
    ;   Suffix \== ing, sub_atom(Stem, B, 1, 0, i), sub_atom(Stem, 0, B, _, S), atom_concat(S, y, Lemma)
    ).

%   Guesses for unlisted words ------------------------------------------------

guess(Form, r(Form)) :- sub_atom(Form, _, 2, 0, ly).
guess(Form, Analysis) :- sub_atom(Form, _, 3, 0, ing), !,
    strip(ing, Form, Lemma), !,
    member(Analysis, [v(Lemma, ing), n(Form, sg), a(Form)]).
guess(Form, Analysis) :- sub_atom(Form, _, 2, 0, ed), !,
    (   sub_atom(Form, _, 1, 0, d), atom_concat(Lemma, d, Form), sub_atom(Lemma, _, 1, 0, e) -> true
    ;   strip(ed, Form, Lemma) ), !,
    member(Analysis, [a(Form), v(Lemma, past), v(Lemma, pp)]).
guess(Form, Analysis) :- adjective_ending(Form), !, member(Analysis, [a(Form), n(Form, sg)]).
guess(Form, Analysis) :- unknown_plural(Form, Lemma), !,
    member(Analysis, [n(Lemma, pl), v(Lemma, s), n(Form, sg)]).
guess(Form, Analysis) :- member(Analysis, [n(Form, sg), g(Form), v(Form, base)]).

adjective_ending(Form) :-
    member(End, [ous, ful, ive, able, ible, less, ish, ic, ical, ary, friendly, like, y, al, ent, ant]),
    atom_concat(Stem, End, Form), atom_length(Stem, N), N > 2, !.

unknown_plural(Form, Lemma) :- atom_concat(Stem, ies, Form), !, atom_concat(Stem, y, Lemma).
unknown_plural(Form, Lemma) :-
    % A stem that ends in s and takes -es, as in bus, buses.
    atom_concat(Stem, es, Form), member(End, [us, ss, x, z, ch, sh]),
    sub_atom(Stem, _, _, 0, End), !, Lemma = Stem.
unknown_plural(Form, Lemma) :-
    atom_concat(Lemma, s, Form), \+ sub_atom(Lemma, _, _, 0, s), \+ sub_atom(Lemma, _, _, 0, u),
    \+ sub_atom(Lemma, _, _, 0, i).

%   Writing -------------------------------------------------------------------

plural(Singular, Plural) :- irregular_noun(Singular, Plural), !.
plural(Singular, Plural) :-
    sub_atom(Singular, Before, 1, 0, y), Before > 0,
    B1 is Before-1, sub_atom(Singular, B1, 1, _, V), \+ memberchk(V, [a, e, i, o, u]), !,
    sub_atom(Singular, 0, Before, _, Stem), atom_concat(Stem, ies, Plural).
plural(Singular, Plural) :-
    member(End, [s, x, z, ch, sh]), sub_atom(Singular, _, _, 0, End), !,
    atom_concat(Singular, es, Plural).
plural(Singular, Plural) :- atom_concat(Singular, s, Plural).

verb_form(Lemma, base, Lemma) :- !.
verb_form(Lemma, s, Word) :- !,
    (   irregular_third(Lemma, Word) -> true
    ;   sub_atom(Lemma, _, 1, 0, o) -> atom_concat(Lemma, es, Word)
    ;   regular_plural(Lemma, Word) ).
verb_form(Lemma, past, Word) :- irregular_verb(Lemma, Word, _), !.
verb_form(Lemma, pp, Word) :- irregular_verb(Lemma, _, Word), !.
verb_form(Lemma, ing, Word) :- !,
    (   atom_concat(Stem, e, Lemma), \+ sub_atom(Stem, _, 1, 0, e) -> true ; Stem = Lemma ),
    atom_concat(Stem, ing, Word).
verb_form(Lemma, _, Word) :-
    (   sub_atom(Lemma, _, 1, 0, e) -> atom_concat(Lemma, d, Word)
    ;   sub_atom(Lemma, B, 1, 0, y), B > 0, B1 is B-1, sub_atom(Lemma, B1, 1, _, V),
        \+ memberchk(V, [a, e, i, o, u])
    ->  sub_atom(Lemma, 0, B, _, Stem), atom_concat(Stem, ied, Word)
    ;   atom_concat(Lemma, ed, Word) ).

regular_plural(Lemma, Word) :-
    (   irregular_noun(Lemma, _)
    ->  atom_concat(Lemma, s, Word)
    ;   plural(Lemma, Word) ).

irregular_third(have, has).
irregular_third(be, is).
irregular_third(do, does).

%!  word_class(+Lemma, -Class) is det.
%
%   What a lemma most likely is where only its name is known.

word_class(Lemma, Class) :-
    (   word(Lemma, Classes) -> sub_atom(Classes, 0, 1, _, Class)
    ;   analyses(Lemma, [First|_]) -> functor(First, Class0, _), ( Class0 == c -> Class = n ; Class = Class0 )
    ;   Class = n
    ).

:- include(irregular).
