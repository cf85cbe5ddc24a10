/*  Noun phrases and verb phrases of the grammar. */
:- module(phrases,
          [ noun_phrase//5, nominal//4, post_modifiers//3, verb_phrase//3, bare_verb_phrase//2,
            participle_phrase//2, predicates//2, predicate_ands//2, preposition//1, be//1, negation//1, object_gap//3, object//1
          ]).
:- use_module(tokens).
:- use_module(lexicon).
:- use_module(library(lists)).
:- use_module(library(apply)).

goal_expansion(Goal, Inline) :- lexical(Goal, Inline).

%   Noun phrases: noun_phrase(Mode, Number, X, Scope, Formula). Mode is cond
%   inside a condition or question, where "a dog" means some dog, and main
%   elsewhere, where it means dogs in general.

noun_phrase(_, sg, X, Scope, F) --> writing, written_subject(X, Scope, F).
noun_phrase(Mode, Number, X, Scope, F) -->
    reading,
    simple_noun_phrase(Mode, Number0, X, Scope, F0),
    more_noun_phrases(Mode, Number0, Number, X, Scope, F0, F).
noun_phrase(Mode, pl, X, Scope, each(Op, X, Scope, F0, X1-Scope1-F1)) -->
    reading, paired(Op, Middle), simple_noun_phrase(Mode, _, X, Scope, F0), opt(','), w(Middle),
    simple_noun_phrase(Mode, _, X1, Scope1, F1).

%   In writing: a name, a pronoun, or something of which the rest is said.

written_subject(X, S, ex(X, and(true, S))) --> w(something).
written_subject(X, S, all(X, S)) --> { S \= imp(_, _) }, w(everything).
written_subject(X, S, S) --> { nonvar(X) }, written_argument(X).

written_argument(name(Name)) --> name(Name).
written_argument(pron(Word)) --> w(Word).
written_argument(number(N)) --> number(N).

paired(xor, or) --> w(either).
paired(and, and) --> w(both).
paired(nor, nor) --> w(neither).

more_noun_phrases(Mode, _, pl, X, Scope, F0, each(Op, X, Scope, F0, X1-Scope1-F1)) -->
    w(','), simple_noun_phrase(Mode, _, X1, Scope1, F1a), listed_noun_phrases(Mode, Op, X1, Scope1, F1a, F1).
more_noun_phrases(Mode, _, pl, X, Scope, F0, each(Op, X, Scope, F0, F1)) -->
    opt(','), one_of(Op, [and, or]), simple_noun_phrase(Mode, _, X1, Scope1, F1a),
    { F1 = X1-Scope1-F1a }.
more_noun_phrases(_, Number, Number, _, _, F, F) --> [].

%   "Tom, Ann, and Bob": at least three.

listed_noun_phrases(Mode, Op, X, Scope, F0, each(Op, X, Scope, F0, X1-Scope1-F1)) -->
    w(','), simple_noun_phrase(Mode, _, X1, Scope1, F1a), listed_noun_phrases(Mode, Op, X1, Scope1, F1a, F1).
listed_noun_phrases(Mode, Op, X, Scope, F0, each(Op, X, Scope, F0, X1-Scope1-F1)) -->
    opt(','), one_of(Op, [and, or]), simple_noun_phrase(Mode, _, X1, Scope1, F1).

simple_noun_phrase(cond, pl, X, S, ex(X, S)) --> one_of(_, [you, one]).
simple_noun_phrase(main, pl, X, S, all(X, S)) --> w(one).
simple_noun_phrase(_, sg, X, S, S) --> pronoun(X).
simple_noun_phrase(_, sg, X, S, all(X, imp(R, S))) -->
    one_of(every, [every, each]), nominals(sg, X, F), post_modifiers(X, F, R).
simple_noun_phrase(_, Number, X, S, all(X, imp(R, S))) -->
    one_of(every, [every, each, all, any]), opt(of), opt(the), opt(other), opt_count,
    nominals(Number, X, F), post_modifiers(X, F, R).
simple_noun_phrase(_, Number, X, S, all(X, imp(R, not(S)))) --> w(none), w(of), opt(the), nominals(Number, X, F), post_modifiers(X, F, R).
simple_noun_phrase(_, sg, X, S, all(X, imp(R, S))) --> one_of(_, [whoever, whatever]), verb_phrase(_, X, R).
simple_noun_phrase(_, sg, X, S, F) --> indefinite(Q), post_modifiers(X, true, R), { quantify(Q, X, R, S, F) }.
simple_noun_phrase(_, Number, X, S, F) --> w(not), one_of(_, [all, every]),
    nominal(Number, X, R0, _), post_modifiers(X, R0, R), { F = not(all(X, imp(R, S))) }.
simple_noun_phrase(_, Number, X, S, all(X, imp(R, not(S)))) -->
    no_word, nominals(Number, X, F), post_modifiers(X, F, R).
simple_noun_phrase(_, Number, X, S, ex(X, and(R, S))) -->
    some_word, nominal(Number, X, F, _), post_modifiers(X, F, R).
simple_noun_phrase(_, Number, X, S, all(X, imp(S, R))) -->
    w(only), opt(the), nominal(Number, X, F, _), post_modifiers(X, F, R).
simple_noun_phrase(cond, sg, X, S, ex(X, and(R, S))) -->
    one_of(a, [a, an]), nominal(sg, X, F, _), post_modifiers(X, F, R).
simple_noun_phrase(main, sg, X, S, gen(X, R, S)) -->
    one_of(a, [a, an]), nominal(sg, X, F, _), post_modifiers(X, F, R).
simple_noun_phrase(cond, sg, X, S, ex(X, and(R, S))) -->
    reading, one_of(_, [a, an]), nominal(pl, X, F, _), post_modifiers(X, F, R).
simple_noun_phrase(_, Number, X, S, all(X, imp(R, S))) -->
    reading, w(the), w(only), nominal(Number, X, F, _), post_modifiers(X, F, R).
simple_noun_phrase(_, sg, X, S, and(F, S)) --> reading, name_phrase(X), w(','), aside(X, F), w(',').
simple_noun_phrase(_, Number, X, S, S) --> name_phrase(X), { Number = sg }.
simple_noun_phrase(_, Number, def(Words), S, and(F, S)) --> reading, w(the), opt(other), nominal(Number, _, _, Words0), of_words(Words0, Words),
    w(','), aside(def(Words), F), w(',').
simple_noun_phrase(_, Number, def(Words), S, S) -->
    one_of(the, [the, this, that, these, those]), opt(other), nominal(Number, X, _, Words0), of_words(Words0, Words), { X = X },
    \+ look_relative.
simple_noun_phrase(_, Number, X, S, all(X, imp(R, S))) -->
    one_of(the, [the, those, these]), nominal(Number, X, F, _), post_modifiers(X, F, R).
simple_noun_phrase(_, pl, X, S, all(X, imp(R, S))) --> w(those), post_modifiers(X, true, R), { R \== true }.
simple_noun_phrase(_, Number, def(Words), S, S) --> possessor(P), nominal(Number, _, _, Words0),
    { append(P, Words0, Words) }.
simple_noun_phrase(cond, pl, X, S, ex(X, and(R, S))) --> nominal(pl, X, F, _), post_modifiers(X, F, R).
simple_noun_phrase(main, pl, X, S, all(X, imp(R, S))) --> nominal(pl, X, F, _), post_modifiers(X, F, R).
simple_noun_phrase(_, sg, X, S, gen(X, R, S)) --> nominal(sg, X, F, _), post_modifiers(X, F, R).

simple_noun_phrase(_, sg, def([L|Words]), S, S) --> ( verb(L, ing) ; w(having), { L = have } ), complement_items(Words0, Args, _),
    { findall(W, ( member(A, Args), argument_words(A, Ws), member(W, Ws) ), More), append(Words0, More, Words) }.
simple_noun_phrase(_, sg, name(N), S, S) --> number(N).

%   "cats and dogs" under one quantifier are things that are one or the other.

nominals(Number, X, F) --> nominal(Number, X, F0, _), more_nominals(Number, X, F0, F).

more_nominals(pl, X, F0, or(F0, F1)) --> one_of(_, [and, or]), opt(other), nominal(pl, X, F1, _), !.
more_nominals(_, _, F, F) --> [].

look_relative --> reading, one_of(_, [that, which, whose]).

of_words(Words0, Words) --> w(of), object(Argument), { argument_words(Argument, More), append(Words0, [of|More], Words) }.
of_words(Words, Words) --> [].

pronoun(pron(Word)) --> one_of(Word, [it, he, she, they, him, her, them, i, you, we, me, us]), \+ look_slash.
pronoun(pron(they)) --> one_of(_, [he, she]), one_of(_, ['/', or]), one_of(_, [he, she]).

look_slash --> reading, one_of(_, ['/', or]), one_of(_, [he, she]).

indefinite(all) --> one_of(everything, [everyone, everybody, everything, anyone, anybody, anything]).
indefinite(ex) --> one_of(something, [someone, somebody, something]).
indefinite(no) --> one_of(nothing, [nobody, nothing, none]).
indefinite(no) --> w(no), w(one).

quantify(all, X, R, S, all(X, imp(R, S))).
quantify(ex, X, R, S, ex(X, and(R, S))).
quantify(no, X, R, S, all(X, imp(R, not(S)))).

no_word --> w(no), opt(other).

some_word --> one_of(some, [some, most, many, few, several, 'at least one', another, 'a few', certain]), opt(of), opt(the).
some_word --> one_of(_, [one, two, three, four, five, six, seven, eight, nine, ten]), opt(of), opt(the).
some_word --> count_word(_), opt(of), opt(the).
some_word --> w(only), count_word(_), opt(of), opt(the).

opt_count --> one_of(_, [two, three, four, five, six, seven, eight, nine, ten]), !.
opt_count --> [].

%   "Ann, a doctor, …", "Ann, who is a doctor, …": said of Ann by the way.

aside(X, F) --> one_of(_, [who, which]), verb_phrase(_, X, F).
aside(X, F) --> relation(X, F).
aside(X, F) --> one_of(_, [a, an, the, one]), opt(of), opt(the), nominal(_, X, F0, _), of_relation(F0, F1), post_modifiers(X, F1, F).
aside(X, F) --> participle_predicate(X, F).

name_phrase(name(Name)) --> opt(the), name(Name), \+ look_noun.
name_phrase(name(Name)) --> opt(the), noun(_, sg), name(Name), \+ look_noun.

look_noun, [T] --> reading, [T], \+ verb_and_object(T), { T = t(_, word, Analyses), Analyses \= [a(_)|_], member(n(_, _), Analyses), \+ member(v(_, s), Analyses),
    \+ member(v(_, past), Analyses) }.

%   "Ann support the": a verb with its object follows, no noun.

verb_and_object(t(_, word, Analyses)) --> { memberchk(v(_, base), Analyses) }, one_of(_, [the, a, an, his, her, its, their]).

possessor([]) --> one_of(_, [his, her, its, their, my, your, our]).
possessor(Words) --> opt(the), ( name(Name), { Words = [Name] } ; opt(a), nominal(_, _, _, Words) ),
    one_of('\'s', ['\'s', '\'']).

%   Nominals: nominal(Number, X, Formula, Words).

nominal(Number, X, nlit(Words, [X]), Words) --> writing, written_nouns(Words, Number).
nominal(Number, X, F, Words) -->
    reading, opt(more), modifiers(Modifiers), head(Modifiers, Number, Head),
    { split_modifiers(Modifiers, X, Head, F, Words) }.

written_nouns([Noun], Number) --> noun(Noun, Number).
written_nouns([Noun, Next|Nouns], Number) --> written_modifier(Noun), written_nouns([Next|Nouns], Number).

%   A modifier that could be read as an adjective is written as a name.

written_modifier(Noun) --> { analyses(Noun, As), \+ memberchk(a(_), As) }, noun(Noun, sg), !.
written_modifier(Noun) --> { sub_atom(Noun, 0, 1, _, C), upcase_atom(C, U), sub_atom(Noun, 1, _, 0, R), atom_concat(U, R, Name) }, name(Name).

modifiers([M|Ms]) --> modifier(M), modifiers(Ms).
modifiers([adj(A)|Ms]) --> modifier(adj(A)), one_of(_, [',', and]), opt(and), modifiers(Ms), { Ms = [adj(_)|_] }.
modifiers([]) --> [].

modifier(adj(A)) --> degree, listed_adjective(A).
modifier(adj(A)) --> next_participle(A).
modifier(adj(A)) --> reading, adverb(R), ( adjective(B) ; next_participle(B) ), { atomic_list_concat([R, B], '_', A) }.
modifier(noun(N)) --> name(Name), { N = Name }.
modifier(guess(N)) --> reading, [t(_, word, As)], { memberchk(g(N), As) }.
modifier(noun(N)) --> noun(N, sg).
modifier(noun(N)) --> number(N).
modifier(noun(Name)) --> name(Name), w('\'s').
modifier(noun(N)) --> reading, noun(N, _), w('\'s').
modifier(adj(A)) --> degree, adjective(A).

next_participle(Form) --> [t(Form, word, Analyses)], { nonvar(Form), ( memberchk(v(_, pp), Analyses) ; memberchk(v(_, ing), Analyses) ), ! }.

degree --> one_of(_, [very, really, quite, extremely, so, too, more, most, less]), !.
degree --> [].

%   After a noun, a word that is first of all an adjective does not take its
%   place: "a person dependent on".

head(Modifiers, _, _) -->
    { ends_in_noun(Modifiers) },
    [t(Form, word, [a(_)|More])], { nonvar(Form) }, ( { \+ memberchk(n(_, _), More) } ; preposition(_) ), { !, fail }.
head(_, Number, Head) --> noun(Head, Number).

ends_in_noun(Modifiers) :- Modifiers = [_|_], last(Modifiers, Last), ( Last = noun(_) -> true ; Last = guess(_) ).

split_modifiers(Modifiers0, X, Head, F, Words) :-
    maplist(settled(Head), Modifiers0, Modifiers),
    findall(N, member(noun(N), Modifiers), Nouns),
    findall(A, member(adj(A), Modifiers), Adjectives),
    append(Nouns, [Head], Compound),
    append(Adjectives, Compound, Words),
    noun_literal(Compound, X, F0),
    adjective_literals(Adjectives, X, F0, F).

%   A word that is not listed is an adjective of a person, and part of a robot's name.

settled(Head, guess(W), M) :- !, ( plain_noun(Head) -> M = adj(W) ; M = noun(W) ).
settled(_, M, M).

plain_noun(Noun) :- memberchk(Noun, [person, animal, thing, individual, creature, human, being, man, woman, child, one, object]).

noun_literal([Head], _, true) :- empty_noun(Head), !.
noun_literal(Compound, X, nlit(Compound, [X])).

empty_noun(thing).
empty_noun(one).

adjective_literals([], _, F, F).
adjective_literals([A|As], X, F0, F) :-
    adjective_literals(As, X, F0, F1),
    conjoin(lit([A], [X]), F1, F).

conjoin(true, F, F) :- !.
conjoin(F, true, F) :- !.
conjoin(A, B, and(A, B)).

%   What follows a noun.

post_modifiers(_, F, F) --> writing.
post_modifiers(X, F0, F) --> reading, post_modifier(X, G), { conjoin(F0, G, F1) }, post_modifiers(X, F1, F).
post_modifiers(_, F, F) --> reading.

post_modifier(X, F) --> opt(','), one_of(_, [who, that, which]), verb_phrase(_, X, F), opt(',').
post_modifier(X, F) --> one_of(_, [who, whom, that, which]), noun_phrase(cond, _, Y, S, F), object_gap(Y, X, S).
post_modifier(X, F) --> gap_subject(Y), object_gap(Y, X, F).
post_modifier(X, xor(A, B)) --> w(either), predicate_ands(X, A), opt(','), w(or), again(X, B).
post_modifier(X, lit([where|Words], [X|Args])) --> opt(','), w(where), embedded(Words, Args, _).
post_modifier(X, F) --> w(','), participle_predicate(X, F), opt(',').
post_modifier(X, ex(Y, and(R, and(lit([have], [X, Y]), S)))) --> w(whose), nominal(_, Y, R, _), verb_phrase(_, Y, S).
post_modifier(X, not(F)) --> w(except), opt(for), excepted(X, F).
post_modifier(X, F) --> negation(P), post_predicate(X, F0), { P == minus -> F = not(F0) ; F = F0 }.

post_predicate(X, F) --> passive(X, F).
post_predicate(X, F) --> adjective_phrase(X, F), { F = lit(_, [_|More]), ( More \== [] ; F = lit([_, _|_], _) ) }.
post_predicate(X, F) --> participle_predicate(X, F).
post_predicate(X, F) --> preposition_phrase(X, F).
post_predicate(X, lit([Form], [X])) --> [t(_, word, [a(Form)|_])], \+ look_noun.

excepted(X, lit([be], [X, Y])) --> name_phrase(Y).
excepted(X, F) --> opt(the), nominal(_, X, F, _).

object_gap(X, Y, F) --> negated_aux(P), adverbs(_), verb(Lemma, _), particle(Words), \+ object_ahead,
    { polarity(P, lit([Lemma|Words], [X, Y]), F) }.

%   What is left out can't be there: "Ann sees the dog" has no gap.

object_ahead --> reading, one_of(_, [the, a, an, every, some, any]).

negated_aux(P) --> one_of(_, [do, does, did, can, could, will, would, has, have, had]), negation(P).
negated_aux(plus) --> [].

%   "the songs Ann listens to": who does it stands right after the noun.

gap_subject(pron(Word)) --> one_of(Word, [they, he, she, we, i, you]).
gap_subject(name(Name)) --> name(Name).

particle([A, P]) --> one_of(A, [up, out, down, off, away]), preposition(P), !.
particle([P]) --> preposition(P), !.
particle([]) --> [].

polarity(plus, F, F).
polarity(minus, F, not(F)).

:- include(verbs).
:- include(complements).
