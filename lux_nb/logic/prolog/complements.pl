%   Complements and objects, included by phrases.pl.

%   Complements: what follows a verb or adjective, as words of the predicate
%   and arguments of it, the longest reading first.

complements(X, Words0, Adverbs0, lit(Words, [X|Args])) -->
    complement_items(Words1, Args, Adverbs1),
    { append(Adverbs0, Adverbs1, Adverbs), msort(Adverbs, Sorted),
      append([Words0, Words1, Sorted], Words) }.

complement_items([that|Words], Args, Adverbs) --> one_of(_, [that, whether]), embedded(Words, Args, Adverbs).
complement_items([that|Words], Args, Adverbs) --> reading, \+ \+ ( gap_subject(_), one_of(_, [is, are, was, were, can, could, will, would, has, had]) ), embedded(Words, Args, Adverbs).
complement_items(Rank, [], []) --> rank(Rank), \+ noun_ahead.
complement_items([to, Verb|Words], Args, Adverbs) --> opt(in), opt(order), w(to), infinitive(Verb), complement_items(Words, Args, Adverbs).
complement_items(Words, Args, [Often|Adverbs]) --> repeated(Often), complement_items(Words, Args, Adverbs).
complement_items(Words, [Arg|Args], Adverbs) --> \+ look_boundary, object_list(Arg), complement_rest(Words, Args, Adverbs).
complement_items([M, than|Words], [Arg|Args], Adverbs) --> one_of(M, [more, less]), w(than), object(Arg), complement_items(Words, Args, Adverbs).
complement_items([P|Words], [coord(Op, [A, B])|Args], Adverbs) --> paired(Op, Middle), preposition(P), object(A), opt(','), w(Middle), opt(P), object(B),
    complement_items(Words, Args, Adverbs).
complement_items([P|Words], [coord(Op, [A, B])|Args], Adverbs) --> preposition(P), object(A), one_of(Op, [and, or]), w(P), object(B),
    complement_items(Words, Args, Adverbs).
complement_items([W|Words], Args, Adverbs) --> complement_word(W), complement_items(Words, Args, Adverbs).
complement_items(Words, Args, [A, B|Adverbs]) --> adverb(A), w(and), adverb(B), complement_items(Words, Args, Adverbs).
complement_items(Words, Args, [A|Adverbs]) --> adverb(A0), { \+ empty_adverb(A0), A = A0 }, complement_rest(Words, Args, Adverbs).
complement_items(Words, Args, Adverbs) --> one_of(_, [also, too, there, here]), \+ verb(_, base), \+ verb(_, s), complement_items(Words, Args, Adverbs).
complement_items([], [], []) --> [].

%   "in deserts need water": after an object, what may be a verb is one rather
%   than another object.

complement_rest(Words, Args, Adverbs) --> \+ verb_or_noun, complement_items(Words, Args, Adverbs).
complement_rest([], [], []) --> [].
complement_rest(Words, Args, Adverbs) --> \+ \+ verb_or_noun, complement_items(Words, Args, Adverbs).

verb_or_noun --> reading, [t(_, word, As)], { member(v(_, F), As), memberchk(F, [s, base]) }, !.

%   A clause as a complement is kept as words and arguments of the whole.

embedded([Verb|Words], [Arg|Args], Adverbs) --> object(Arg), embedded_verb(Verb), complement_items(Words, Args, Adverbs).

embedded_verb(be) --> be(_).
embedded_verb(Lemma) --> finite_verb(_, Lemma).

complement_word(P) --> preposition(P).
complement_word(than) --> w(than).
complement_word(L) --> verb(L, ing).
complement_word(be) --> one_of(_, [be, being]).
complement_word(F) --> [t(F, word, As)], { nonvar(F), memberchk(v(_, pp), As) }.
complement_word(A) --> adjective(A).

infinitive(L) --> [t(Form, word, [v(L0, base)|_])], { nonvar(Form), L = L0 }.
infinitive(be) --> w(be).
infinitive(have) --> w(have).
infinitive(do) --> w(do).

look_boundary --> reading, one_of(_, [and, or, but, nor, then, if, unless, who, which, ',']).

object_list(coord(xor, [A, B])) --> w(either), object(A), opt(','), w(or), object(B).
object_list(coord(and, [A, B])) --> w(both), object(A), w(and), object(B).
object_list(Arg) --> style(Style), object(A), object_rest(Style, A, B), object_but(B, Arg).

%   "on caffeine and a student" joins no objects: their articles differ.

style(Style, [t(Form, Kind, As)|Rest], [t(Form, Kind, As)|Rest]) :-
    ( memberchk(Form, [a, an]) -> Style = indefinite ; Style = other ).

object_but(A, butnot(A, B)) --> opt(','), w(but), w(not), object(B).
object_but(A, A) --> [].

object_rest(Style, A, Arg) --> look_clause, !, ( { Arg = A } ; object_joined(Style, A, Arg) ).
object_rest(Style, A, Arg) --> object_joined(Style, A, Arg).

object_joined(Style, A, coord(Op, [A|Rest])) --> w(','), style(Style), object(B), object_commas(Style, Op, B, Rest).
object_joined(Style, A, coord(Op, [A, B])) --> one_of(Op, [and, or]), \+ look_verb_phrase, style(Style), object(B).
object_joined(_, A, A) --> [].

%   "... and the rabbit needs": a new clause, rather than another object.

look_clause, [] --> \+ \+ clause_ahead.

clause_ahead --> opt(','), one_of(_, [and, or]), clause_subject, finite_ahead.
clause_ahead --> opt(','), one_of(_, [and, or]), one_of(_, [he, she, they, we, i]).

clause_subject --> w(it).
clause_subject --> name(_).
clause_subject --> one_of(_, [the, a, an, every, all, no, some, his, her, its, their]), noun_words.
clause_subject --> noun(_, pl).

noun_words --> [t(_, word, As)], { nonvar(As), As = [First|_], functor(First, F, _), memberchk(F, [n, a]) }, noun_words.
noun_words --> noun(_, _).

finite_ahead --> one_of(_, [is, are, was, were, do, does, did, has, have, had, can, could, will, would, must, should]).
finite_ahead --> verb(_, s).
finite_ahead --> verb(_, past).

object_commas(Style, Op, B, [B|Rest]) --> w(','), object(C), object_commas(Style, Op, C, Rest).
object_commas(_, Op, B, [B, C]) --> opt(','), one_of(Op, [and, or]), \+ look_sure_verb, object(C).

look_sure_verb --> [t(_, word, [v(_, _)|_])], !.
look_sure_verb --> one_of(_, [is, are, was, were, do, does, did, has, have, can, will, not, never]), !.

%   "a manager and works on weekends": no plural noun.

look_third_person --> reading, [t(_, word, As)], { memberchk(v(_, s), As) },
    ( one_of(_, [a, an, the, his, her, its, their, to, all, some, with, in, on, at, for, from]) ; name(_) ), !.

%   After "and": a verb phrase rather than another object.

look_verb_phrase --> reading, one_of(_, [is, are, was, were, do, does, did, has, have, can, will, not, never]), !.
look_verb_phrase --> [t(_, word, [v(_, _)|_])], !.
look_verb_phrase --> [t(_, word, [a(_)|_])], preposition(_), !.
look_verb_phrase --> [t(_, word, As)], { memberchk(v(_, F), As), F \== ing },
    ( one_of(_, [a, an, the, his, her, its, their, to, all, some, with, in, on, at, for]) ; name(_) ), !.

%   Objects -----------------------------------------------------------------

object(Arg) --> writing, written_argument(Arg).
object(pron(Word)) --> reading, one_of(Word, [it, him, them, me, us, you]).
object(pron(her)) --> reading, w(her), \+ noun_words.
object(pron(Word)) --> one_of(Word, [himself, herself, itself, themselves]).
object(Arg) --> name_phrase(Arg).
object(quant(all, X, R)) --> one_of(every, [every, each, all]), opt(of), opt(the), nominal(_, X, F, _), object_post(X, F, R).
object(quant(no, X, R)) --> w(no), nominal(_, X, F, _), object_post(X, F, R).
object(quant(Q, _, true)) --> indefinite(Q).
object(def(Words)) --> one_of(the, [the, this, that, these, those]), opt(other), nominal(_, _, _, Words0), of_words(Words0, Words), \+ look_relative.
object(kind(X, R, Words)) --> one_of(the, [the, those]), nominal(_, X, F, Words0), object_post(X, F, R), { Words = Words0 }.
object(def(Words)) --> possessor(P), { P \== [] }, nominal(_, _, _, Words0), { append(P, Words0, Words) }.
object(kind(X, R, Words)) --> possessor([]), nominal(_, X, F, Words), object_post(X, F, R).
object(kind(X, R, [many|Words])) --> lots, nominal(_, X, F, Words), object_post(X, F, R).
object(Arg) --> one_of(a, [a, an, some, any, another, other, certain]), opt(other), nominal(_, X, F, Words), object_post(X, F, R),
    { of_a_kind(X, F, R, Words, Arg) }.
object(kind(X, R, [Count|Words])) --> count_word(Count), opt(of), opt(the), nominal(_, X, F, Words), object_post(X, F, R).
object(number(N)) --> number(N).
object(name(N)) --> one_of(N, [one, two, three, four, five, six, seven, eight, nine, ten]), \+ noun(_, _).
object(Arg) --> nominal(_, X, F, Words), object_post(X, F, R), { of_a_kind(X, F, R, Words, Arg) }.

object(name(N)) --> name(N), w(','), name(_), opt(',').

%   "a son who is a doctor" is one of them; "a son" alone is a kind of thing.

of_a_kind(X, F, R, Words, Arg) :- ( F == R -> Arg = kind(X, R, Words) ; Arg = quant(ex, X, R) ).

%   "every day": how often, not what.

repeated(Often) --> one_of(Q, [every, each]), noun(Time, sg),
    { memberchk(Time, [day, week, month, year, morning, evening, night, afternoon, weekend, hour, time]),
      atomic_list_concat([Q, Time], '_', Often) }.

lots --> w(a), noun(lot, sg), w(of).
lots --> noun(lot, pl), w(of).
lots --> one_of(_, [many, much]).

count_word(W) --> one_of(A, [more, less, fewer]), w(than), count_word(N), { atomic_list_concat([A, than, N], '_', W) }.
count_word(W) --> w(exactly), count_word(W).
count_word(W) --> w(at), one_of(A, [least, most]), count_word(N), { atomic_list_concat([at, A, N], '_', W) }.
count_word(W) --> one_of(W, [one, two, three, four, five, six, seven, eight, nine, ten, several, few, both, most, more, 'at least one']).
count_word(N) --> number(N).

object_post(X, F0, F) --> one_of(_, [who, that, which]), verb_phrase(_, X, G), { conjoin(F0, G, F) }.
object_post(X, F0, F) --> one_of(_, [who, whom, that, which]), noun_phrase(cond, _, Y, S, G), object_gap(Y, X, S), { conjoin(F0, G, F) }.
object_post(X, F0, F) --> gap_subject(Y), object_gap(Y, X, G), { conjoin(F0, G, F) }.
object_post(_, F, F) --> [].

argument_words(name(N), [N]).
argument_words(pron(P), [P]).
argument_words(def(W), W).
argument_words(kind(_, _, W), W).
argument_words(quant(_, _, _), []).
argument_words(number(N), [N]).
