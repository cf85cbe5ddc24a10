%   Verb phrases, included by phrases.pl.

verb_phrase(Number, X, F) --> writing, written_verb(Number, X, F).
verb_phrase(Number, X, F) --> reading, verb_ands(Number, X, A), verb_or_rest(Number, X, A, F).

%   In writing: one literal, plain or negated.

written_verb(N, X, not(lit([Lemma|Words], [X|Args]))) --> { verb_first(Lemma, Args) }, do_aux(N), w(not), verb(Lemma, base), written_complement(Words, Args).
written_verb(N, X, lit([Lemma|Words], [X|Args])) --> { verb_first(Lemma, Args) }, finite_verb(N, Lemma), written_complement(Words, Args).
written_verb(N, X, not(F)) --> be(N), w(not), written_predicate(X, F).
written_verb(N, X, not(lit([Lemma|Words], [X|Args]))) --> do_aux(N), w(not), verb(Lemma, base), written_complement(Words, Args).
written_verb(N, X, lit([have|Words], [X|Args])) --> finite_verb(N, have), written_complement(Words, Args).
written_verb(N, X, F) --> be(N), written_predicate(X, F).
written_verb(N, X, lit([Lemma|Words], [X|Args])) --> finite_verb(N, Lemma), written_complement(Words, Args).

verb_first(Lemma, Args) :-
    nonvar(Lemma), word_class(Lemma, v),
    analyses(Lemma, Analyses), memberchk(v(Lemma, base), Analyses),
    ( Args = [_|_] -> true ; \+ memberchk(a(Lemma), Analyses) ).

written_predicate(X, nlit(Words, [X])) --> w(a), nominal(sg, X, nlit(Words, [X]), Words).
written_predicate(X, lit(Words, [X])) --> rank(Words).
written_predicate(X, lit([Side, of], [X, Y])) --> w(to), w(the), side(Side), w(of), written_argument(Y).
written_predicate(X, F) --> comparison(X, F).
written_predicate(X, lit([Word|Words], [X|Args])) --> written_head(Word, Words, Args), written_complement(Words, Args).
written_predicate(X, lit(Words, [X, Y])) --> w(a), nominal(sg, X, nlit(Words, [X]), Words), w(of), written_argument(Y).

written_head(Word, [], []) --> adjective(Word).
written_head(Word, [_|_], _) --> adjective(Word).
written_head(P, _, [_|_]) --> preposition(P).
written_head(Word, _, _) --> { participle_word(Word) }, next_word(Word).

participle_word(Word) :- analyses(Word, Analyses), memberchk(v(_, pp), Analyses).

next_word(Word) --> w(Word).

%   Objects come first, then each preposition with its own.

written_complement(Words, Args) -->
    { length(Words, W), length(Args, A), Direct is A-W, Direct >= 0,
      length(Objects, Direct), append(Objects, Indirect, Args) },
    written_objects(Objects),
    written_pairs(Words, Indirect).

written_objects([]) --> [].
written_objects([A|As]) --> written_argument(A), written_objects(As).

written_pairs([], []) --> [].
written_pairs([P|Ps], [A|As]) --> preposition(P), written_argument(A), written_pairs(Ps, As).

verb_or_rest(Number, X, A, or(A, F)) --> opt(','), w(or), verb_ands(Number, X, B), verb_or_rest(Number, X, B, F).
verb_or_rest(_, _, A, A) --> [].

verb_ands(Number, X, F) --> verb_unit(Number, X, A), verb_and_rest(Number, X, A, F).

verb_and_rest(Number, X, A, and(A, F)) --> and_word, opt(also), verb_unit(Number, X, B), verb_and_rest(Number, X, B, F).
verb_and_rest(Number, X, A, F) --> w(','), verb_unit(Number, X, B), comma_rest(Number, X, B, A, F).
verb_and_rest(_, _, A, A) --> [].

comma_rest(Number, X, B, A, F) --> opt(','), one_of(Op, [and, or]), verb_unit(Number, X, C),
    { Op == or -> F = or(A, or(B, C)) ; F = and(A, and(B, C)) }.
comma_rest(Number, X, B, A, F) --> w(','), verb_unit(Number, X, C),
    { G = and(B, C) }, comma_rest(Number, X, G, A, F).

and_word --> opt(','), one_of(and, [and, but]).
and_word --> reading, w(','), \+ \+ w(not).

verb_unit(N, X, xor(A, B)) --> w(either), verb_ands(N, X, A), opt(','), w(or), same_subject, verb_phrase(N, X, B).
verb_unit(N, X, and(not(A), not(B))) --> w(neither), verb_ands(N, X, A), opt(','), w(nor), verb_ands(N, X, B).
verb_unit(N, X, and(not(A), not(B))) --> w(neither), verb_ands(N, X, A), opt(','), w(nor), inverted(X, B).
verb_unit(N, X, and(A, B)) --> w(both), verb_unit(N, X, A), w(and), verb_unit(N, X, B).
verb_unit(N, X, F) --> empty_adverbs, be(N), empty_adverbs, predicates(X, F).
verb_unit(N, X, F) --> adverbs(_), be(N), predicates(X, F).
verb_unit(_, X, F) --> verb(get, _), participle_predicate(X, F).
verb_unit(_, X, not(F)) --> one_of(_, [never, cannot]), ( be(_), predicates(X, F) ; bare_or_finite(X, F) ).
verb_unit(N, X, F) --> do_aux(N), w(not), adverbs(_), w(both), bare_verb_phrase_unit(X, A), w(and), verb_unit(N, X, B),
    { F = not(and(A, B)) }.
verb_unit(N, X, F) --> do_aux(N), negation(P), bare_coordinated(X, G), { polarity(P, G, F) }.
verb_unit(_, X, F) --> one_of(_, [has, have, had, having]), negation(P), participle_phrase(X, G), { polarity(P, G, F) }.
verb_unit(_, X, F) --> one_of(_, [has, have, had]), one_of(Word, [either, neither]), participle_phrase(X, A), opt(','),
    one_of(_, [or, nor]), ( participle_phrase(X, B) ; again(X, B) ),
    { Word == either -> F = xor(A, B) ; F = and(not(A), not(B)) }.
verb_unit(N, X, F) --> adverbs(As), finite_verb(N, Lemma), complements(X, [Lemma], As, F).
verb_unit(N, X, F) --> reading, one_of(_, [only, either]), finite_verb(N, Lemma), complements(X, [Lemma], [], F).
verb_unit(N, X, F) --> reading, opt(either), adverbs(As), finite_verb(N, Lemma), alternatives(X, Lemma, As, F).

inverted(X, F) --> be(_), same_subject, predicates(X, F).
inverted(X, F) --> do_aux(_), same_subject, bare_verb_phrase(X, F).
inverted(X, F) --> one_of(_, [has, have, had]), same_subject, participle_phrase(X, F).

same_subject --> one_of(_, [he, she, it, they]).
same_subject --> [].

bare_or_finite(X, F) --> adverbs(As), verb(Lemma, _), complements(X, [Lemma], As, F).
bare_or_finite(X, F) --> w(have), complements(X, [have], [], F).

%   "works from home or in the office", "attends in person or remotely".

alternatives(X, Lemma, As, F) --> opt(either), complement_items(W0, A0, D0), opt(','), opt(either), adjunct(W1, A1, D1), opt(','),
    one_of(Op, [or, and]), adjunct(W2, A2, D2),
    { alternative(X, Lemma, As, W0-A0-D0, W1-A1-D1, F1), alternative(X, Lemma, As, W0-A0-D0, W2-A2-D2, F2),
      ( Op == or -> F = or(F1, F2) ; F = and(F1, F2) ) }.

alternative(X, Lemma, As, W0-A0-D0, W1-A1-D1, lit([Lemma|Words], [X|Args])) :-
    append([As, D0, D1], Adverbs), msort(Adverbs, Sorted),
    append([W0, W1, Sorted], Words), append(A0, A1, Args).

adjunct([P], [Arg], []) --> preposition(P), object(Arg).
adjunct([], [], [A]) --> adverb(A).
adjunct([], [], [A]) --> [t(A, word, [a(A)|_])].

%   After an auxiliary: one verb phrase or several that share it.

bare_coordinated(X, F) --> bare_verb_phrase(X, F).

bare_verb_phrase(X, F) --> bare_verb_phrase_unit(X, A), bare_rest(X, A, F).

bare_rest(X, A, F) --> opt(','), one_of(Op, [and, or]), bare_verb_phrase_unit(X, B),
    { Op == or -> G = or(A, B) ; G = and(A, B) }, bare_rest(X, G, F).
bare_rest(X, A, and(A, F)) --> w(','), bare_verb_phrase_unit(X, B), bare_rest(X, B, F).
bare_rest(_, A, A) --> [].

bare_verb_phrase_unit(X, xor(A, B)) --> w(either), bare_verb_phrase_unit(X, A), opt(','), w(or), bare_verb_phrase_unit(X, B).
bare_verb_phrase_unit(X, xor(A, B)) --> w(either), w(be), predicate_ands(X, A), opt(','), w(or), opt(be), again(X, B).
bare_verb_phrase_unit(X, and(A, B)) --> w(both), bare_verb_phrase_unit(X, A), w(and), bare_verb_phrase_unit(X, B).
bare_verb_phrase_unit(X, F) --> w(be), adverbs(_), predicates(X, F).
bare_verb_phrase_unit(X, F) --> w(have), participle_phrase(X, F).
bare_verb_phrase_unit(X, F) --> adverbs(As), bare_verb(Lemma), complements(X, [Lemma], As, F).
bare_verb_phrase_unit(X, F) --> reading, w(only), bare_verb(Lemma), complements(X, [Lemma], [], F).
bare_verb_phrase_unit(X, F) --> reading, opt(either), adverbs(As), bare_verb(Lemma), alternatives(X, Lemma, As, F).

bare_verb(have) --> w(have).
bare_verb(do) --> w(do).
bare_verb(Lemma) --> verb(Lemma, base).

participle_phrase(X, F) --> w(been), negation(P), predicates(X, G), { polarity(P, G, F) }.
participle_phrase(X, F) --> adverbs(As), ( verb(Lemma, pp) ; w(had), { Lemma = have } ), complements(X, [Lemma], As, F).

finite_verb(sg, Lemma) --> verb(Lemma, s).
finite_verb(sg, have) --> w(has).
finite_verb(pl, have) --> w(have).
finite_verb(pl, Lemma) --> verb(Lemma, base).
finite_verb(_, have) --> one_of(_, [had, has, have]).
finite_verb(_, do) --> one_of(_, [do, does, did]).
finite_verb(_, Lemma) --> verb(Lemma, past).
finite_verb(sg, Lemma) --> verb(Lemma, base).
finite_verb(pl, Lemma) --> verb(Lemma, s).

do_aux(sg) --> one_of(does, [does, did]).
do_aux(pl) --> one_of(do, [do, did]).
do_aux(_) --> one_of(_, [do, does, did]).
do_aux(_) --> one_of(_, [can, could, will, would, shall, should, may, might, must]).

be(sg) --> one_of(is, [is, was]).
be(pl) --> one_of(are, [are, were]).
be(_) --> one_of(_, [is, are, was, were, am]).
be(_) --> one_of(_, [can, could, will, would, shall, should, may, might, must]), w(be).

negation(minus) --> one_of(not, [not, never]).
negation(plus) --> [].

adverbs([A|As]) --> adverb(A0), { \+ empty_adverb(A0), A = A0 }, adverbs(As).
adverbs(As) --> adverb(A), { empty_adverb(A) }, adverbs(As).
adverbs(As) --> one_of(_, [also, too, so]), adverbs(As).
adverbs([]) --> [].

empty_adverbs --> adverb(A), { empty_adverb(A) }, empty_adverbs.
empty_adverbs --> one_of(_, [also, too, so]), empty_adverbs.
empty_adverbs --> [].

empty_adverb(A) :- memberchk(A, [very, really, quite, extremely, always, just, even, still, currently,
    certainly, definitely, actually, also, now, then, indeed, simply]).

%   Predicates after be: coordinated, each with its own negation.

predicates(X, F) --> predicate_ands(X, A), predicate_or_rest(X, A, F).

predicate_or_rest(X, A, or(A, F)) --> opt(','), w(or), predicate_ands(X, B), predicate_or_rest(X, B, F).
predicate_or_rest(_, A, A) --> [].

predicate_ands(X, F) --> predicate_unit(X, A), predicate_and_rest(X, A, F).

predicate_and_rest(X, A, and(A, F)) --> and_word, \+ look_third_person, opt(also), predicate_unit(X, B), predicate_and_rest(X, B, F).
predicate_and_rest(X, A, F) --> w(','), predicate_unit(X, B), predicate_comma(X, B, A, F).
predicate_and_rest(_, A, A) --> [].

predicate_comma(X, B, A, F) --> opt(','), one_of(Op, [and, or]), predicate_unit(X, C),
    { Op == or -> F = or(A, or(B, C)) ; F = and(A, and(B, C)) }.
predicate_comma(X, B, A, F) --> w(','), predicate_unit(X, C), predicate_comma(X, and(B, C), A, F).

predicate_unit(X, not(and(A, B))) --> w(not), w(both), predicate_unit(X, A), w(and), again(X, B).
predicate_unit(X, not(or(A, B))) --> w(not), w(either), predicate_ands(X, A), w(or), again(X, B).
predicate_unit(X, not(or(A, B))) --> w(not), predicate(X, A), w(or), predicate_ands(X, B).
predicate_unit(X, not(and(A, B))) --> w(not), style(indefinite), predicate(X, A), w(and), style(indefinite), predicate(X, B).
predicate_unit(X, not(F)) --> one_of(not, [not, never]), predicate_unit(X, F).
predicate_unit(X, xor(A, B)) --> w(either), predicate_ands(X, A), opt(','), w(or), again(X, B).
predicate_unit(X, and(not(A), not(B))) --> w(neither), predicate_unit(X, A), opt(','), w(nor), again(X, B).
predicate_unit(X, and(A, B)) --> w(both), predicate_unit(X, A), w(and), again(X, B).
predicate_unit(X, F) --> predicate(X, F).
predicate_unit(X, F) --> reading, w(both), predicate(X, F).

again(X, F) --> predicate_ands(X, F).
again(X, F) --> verb_ands(_, X, F).
again(X, F) --> reading, one_of(_, [he, she, it, they]), verb_ands(_, X, F).
again(X, F) --> reading, inverted(X, F).

predicate(X, lit(Words, [X])) --> opt(the), rank(Words), \+ noun_ahead.
predicate(X, lit([Side, of], [X, Y])) --> adverbs(_), opt(to), w(the), side(Side), w(of), object(Y).
predicate(X, F) --> relation(X, F).
predicate(X, F) --> comparison(X, F).
predicate(X, F) --> one_of(a, [a, an, one, another]), opt(of), opt(the), kind_of, nominal(_, X, F0, _), of_relation(F0, F1), post_modifiers(X, F1, F).
predicate(X, F) --> w(going), w(to), bare_verb_phrase(X, F).
predicate(X, F) --> one_of(_, [able, supposed, likely]), w(to), bare_verb_phrase(X, F).
predicate(X, not(F)) --> one_of(_, [unable]), w(to), bare_verb_phrase(X, F).
predicate(X, F) --> passive(X, F).
predicate(X, F) --> adjective_phrase(X, F).
predicate(X, F) --> participle_predicate(X, F).
predicate(X, F) --> preposition_phrase(X, F).
predicate(X, F) --> \+ name_clause, nominal(pl, X, F0, _), post_modifiers(X, F0, F).
predicate(X, lit([be], [X, Y])) --> name_phrase(Y).
predicate(X, F) --> \+ name_clause, opt(the), opt(only), nominal(_, X, F0, _), post_modifiers(X, F0, F).
predicate(X, F) --> one_of(_, [those, someone, somebody, something, ones]), post_modifiers(X, true, F), { F \== true }.
predicate(X, lit([N], [X])) --> number(N).
predicate(X, lit([P], [X])) --> reading, one_of(P, [on, off, up, out, down, away, over, in, abroad, together, apart]), \+ object_ahead.

%   "… and Ann lives": a name and its verb, not a noun after be.

name_clause --> reading, name(_), finite_ahead.

kind_of --> noun(Kind, sg), { memberchk(Kind, [kind, type, sort, form]) }, w(of), !.
kind_of --> [].

%   "a parent of Bob", "Bob's parent": a noun with two arguments.

relation(X, lit(Compound, [X, Y])) --> one_of(a, [a, an, the]), nominal(sg, X, nlit(Compound, [X]), _), w(of), reference(Y).
relation(X, lit(Compound, [X, Y])) --> name_phrase(Y0), w('\'s'), { Y = Y0 }, nominal(_, X, nlit(Compound, [X]), _).

reference(Y) --> name_phrase(Y).
reference(Y) --> pronoun(Y).
reference(def(Words)) --> w(the), nominal(_, _, _, Words).

of_relation(nlit(W, [X]), lit(W, [X, Y])) --> w(of), object(Y).
of_relation(F, F) --> [].

comparison(X, lit([A, than], [X, Y])) --> how_much, adjective(A), w(than), object(Y).
comparison(X, lit([more, A, than], [X, Y])) --> w(more), adjective(A), w(than), object(Y).
comparison(X, lit([less, A, than], [X, Y])) --> w(less), adjective(A), w(than), object(Y).
comparison(X, lit([as, A, as], [X, Y])) --> w(as), adjective(A), w(as), object(Y).

how_much --> one_of(_, [much, far, even, slightly]), !.
how_much --> [].

%   An adjective takes a preposition, an infinitive or a clause, no bare noun.

adjective_phrase(X, F) --> adverbs(As), degree, adjective(A), opt(enough), \+ noun_ahead, complements(X, [A], As, F).

noun_ahead --> reading, [t(_, Kind, As)], { Kind \== number, nonvar(As), As = [First|_], First \= r(_), First \= v(_, ing), First \= v(_, base), First \= c }.
noun_ahead --> reading, one_of(_, [a, an, the, his, her, its, their]).

%   "built by Ann in 1900", "sold and shipped by Bob": who did it comes first.

passive(X, F) --> adverbs(As), participle(Form, Lemma), passive_by(X, Form-Lemma, As, F).
passive(X, and(F, G)) --> adverbs(As), participle(Form, Lemma), w(and), participle(Form1, Lemma1), particle_not_by(Words), by_whom(Y, More),
    { done_by(Form-Lemma, Words, X, Y, More, As, F), done_by(Form1-Lemma1, Words, X, Y, More, As, G) }.

participle(Form, Lemma) --> [t(Form, word, Analyses)], { nonvar(Form), memberchk(v(Lemma, pp), Analyses) }.

passive_by(X, Verb, As, F) --> particle_not_by(Words), by_whom(Y, More), { done_by(Verb, Words, X, Y, More, As, F) }.

by_whom(Y, items(Words, Args, Adverbs)) --> w(by), object_list(Y), adjuncts(Words, Args, Adverbs).

%   When, where and how: prepositions with their objects, and adverbs.

adjuncts([P|Words], [Arg|Args], Adverbs) --> preposition(P), object_list(Arg), adjuncts(Words, Args, Adverbs).
adjuncts(Words, Args, [A|Adverbs]) --> adverb(A0), { \+ empty_adverb(A0), A = A0 }, adjuncts(Words, Args, Adverbs).
adjuncts([], [], []) --> [].

%   Done by someone in particular, or by things of a kind.

done_by(Form-Lemma, Words0, X, Y, items(Words1, Args, As1), As0, lit(Words, [First, Second|Args])) :-
    append(As0, As1, As2), msort(As2, As),
    (   Y = kind(_, _, _)
    ->  First = X, Second = Y, append([[Form|Words0], [by|Words1], As], Words)
    ;   First = Y, Second = X, append([[Lemma|Words0], Words1, As], Words)
    ).

participle_predicate(X, F) --> reading, w(being), predicate(X, F).
participle_predicate(X, F) --> passive(X, F).
participle_predicate(X, F) --> adverbs(As), [t(Form, word, Analyses)], { nonvar(Form), memberchk(v(_, pp), Analyses) },
    complements(X, [Form], As, F).
participle_predicate(X, F) --> \+ modified_plural, adverbs(As), verb(Lemma, ing), complements(X, [Lemma], As, F).
participle_predicate(X, F) --> w(having), complements(X, [have], [], F).

%   "living beings": an adjective with its noun, not something done.

modified_plural --> reading, [t(_, word, As)], { memberchk(a(_), As) }, [t(_, word, [n(_, pl)|_])].

particle_not_by([P]) --> preposition(P), { P \== by }.
particle_not_by([]) --> [].

preposition_phrase(X, F) --> preposition(P), \+ look_boundary, complements_from(X, [P], F).

complements_from(X, Words, F) --> complement_items(Words1, Args, []), { Args \== [] ; Words1 \== [] },
    { append(Words, Words1, All), F = lit(All, [X|Args]) }.

preposition(P) --> one_of(P, [of, to, in, on, at, by, with, from, for, about, into, onto, over, under, as, between,
    among, against, during, without, within, through, after, before, behind, near, per, via, toward, towards, upon,
    across, along, around, inside, outside, until, like, since, above, below, beneath, beside, beyond, despite, throughout, off, ahead]).

%   Places in an order: "the second newest", "third from the left", "last".

rank([Ordinal|More]) --> ordinal(Ordinal), rank_after(More).
rank([Most, A]) --> one_of(Most, [most, least]), adjective(A).
rank([S]) --> superlative(S).

rank_after([from, Side]) --> w(from), w(the), side(Side).
rank_after([to, last]) --> w(to), w(last).
rank_after([Most, A]) --> one_of(Most, [most, least]), adjective(A).
rank_after([S]) --> superlative(S).
rank_after([]) --> [].

ordinal(O) --> one_of(O, [first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, last]).

superlative(S) --> [t(S, word, _)], { nonvar(S), ( sub_atom(S, _, 3, 0, est) ; sub_atom(S, _, 4, 0, most) ),
    atom_length(S, N), N > 4, ! }.

side(Side) --> one_of(Side, [left, right, top, bottom, front, back, north, south, east, west]).
