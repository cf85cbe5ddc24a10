/*  Controlled English, one grammar for both directions.

    A sentence means a formula: lit(Words, Arguments), not/1, and/2, or/2,
    xor/2, imp/2, iff/2, all(X, F), ex(X, F); given(A, B) is imp(A, B) and also(A, B)
    is and(A, B) where a pronoun in A is about B. Arguments of a literal are
    variables, name(Name), pron(Word), def(Words), kind(Number, X, F, Words),
    quant(Q, X, F), coord(Op, Arguments) and number(N); module meaning makes
    them plain. A noun phrase takes the formula of its scope and gives the
    formula of the whole, so the same rule reads and writes.
*/
:- module(grammar, [statement//1, question//1, openers//0, closers//0, clauses//2]).
:- use_module(tokens).
:- use_module(phrases).
:- use_module(library(lists)).

goal_expansion(Goal, Inline) :- lexical(Goal, Inline).

%   Sentences ---------------------------------------------------------------

statement(F) --> reading, openers, sentence(F), closers.
statement(F) --> writing, sentence(F).

openers --> one_of(_, [and, but, so, also, thus, hence, therefore, however, moreover, furthermore,
                       additionally, similarly, conversely, finally, yet]), opt(','), openers.
openers --> known_opener, openers.
openers --> [].

known_opener --> w(it), w(is), one_of(_, [known, true, given, certain]), w(that).
known_opener --> w(we), w(know), w(that).
known_opener --> w(in), one_of(_, [this, that]), noun(_, sg), opt(',').
known_opener --> w(on), w(the), w(other), w(hand), opt(',').
known_opener --> one_of(_, [in, for, as, of]), opt(a), noun(Noun, sg), w(','),
    { memberchk(Noun, [fact, addition, example, instance, contrast, result, course, general, particular, summary]) }.
known_opener --> w(in), w(other), noun(word, pl), opt(',').

closers --> one_of(_, ['.', '!', ';']), closers.
closers --> [].

sentence(all(X, xor(A, B))) --> reading, w(either), predicate_ands(X, A), opt(','), w(or), predicates(X, B), statement_end.
sentence(F) --> conditional(F).
sentence(also(A, B)) --> reading, reason, clauses(main, A), w(','), clauses(main, B).
sentence(F) --> reading, leading(Word, Argument), sentence(F0), { adjoined(F0, Word, Argument, F) }.
sentence(F) --> reading, clauses(main, F0), tail(F0, F).
sentence(F) --> writing, clauses(main, F).

tail(F, F) --> [].
tail(F, and(F, A)) --> opt(','), reason, clauses(main, A).
tail(B, given(A, B)) --> opt(','), one_of(_, [if, when, whenever, once, 'as long as', 'provided that', while]), clauses(cond, A).
tail(A, imp(A, B)) --> opt(','), w('only if'), clauses(main, B).
tail(A, iff(A, B)) --> opt(','), w('if and only if'), clauses(main, B).
tail(B, given(not(A), B)) --> opt(','), w(unless), clauses(cond, A).
tail(A, imp(A, B)) --> opt(','), one_of(_, [so, therefore, thus, hence]), clauses(main, B).

%   "because Ann is ill": what is given as a reason, or in spite of which, is so.

reason --> one_of(_, [because, since, although, though, as]).

conditional(imp(A, B)) -->
    reading, one_of(if, [if, when, whenever, once, 'as long as', 'provided that', while]), plain_clauses(A),
    opt(','), then_word, consequence(B).
conditional(imp(A, B)) -->
    one_of(if, [if, when, whenever, once, 'as long as', 'provided that', while]), clauses(cond, A),
    opt(','), then_word, consequence(B).
conditional(imp(not(A), B)) --> reading, w(unless), clauses(cond, A), opt(','), opt(then), consequence(B).
conditional(imp(A, B)) --> reading, w('only if'), clauses(cond, B), opt(','), opt(then), consequence(A).
conditional(xor(A, B)) --> reading, w(either), clauses(main, A), opt(','), w(or), clauses(main, B).

conditional(all(X, imp(A, B))) --> reading, opt(in), opt(order), w(to), bare_verb_phrase(X, A), opt(','),
    one_of(_, [you, one, people, someone]), verb_phrase(_, X, B).

then_word --> w(then).
then_word --> reading, w(than).
then_word --> [].

consequence(F) --> reading, opt(also), clauses(main, F0), tail(F0, F).
consequence(F) --> writing, clauses(main, F).

%   "In 1988, …": what is said first goes with the statement as if said last.

leading(P, Argument) --> preposition(P), object(Argument), w(',').

adjoined(lit(Words0, Arguments0), P, A, lit(Words, Arguments)) :- !,
    append(Words0, [P], Words), append(Arguments0, [A], Arguments).
adjoined(not(F0), P, A, not(F)) :- !, adjoined(F0, P, A, F).
adjoined(and(F0, G0), P, A, and(F, G)) :- !, adjoined(F0, P, A, F), adjoined(G0, P, A, G).
adjoined(imp(F, G0), P, A, imp(F, G)) :- !, adjoined(G0, P, A, G).
adjoined(given(F, G0), P, A, given(F, G)) :- !, adjoined(G0, P, A, G).
adjoined(all(X, F0), P, A, all(X, F)) :- !, adjoined(F0, P, A, F).
adjoined(ex(X, and(R, F0)), P, A, ex(X, and(R, F))) :- !, adjoined(F0, P, A, F).
adjoined(gen(X, R, F0), P, A, gen(X, R, F)) :- !, adjoined(F0, P, A, F).
adjoined(nlit(Words, [X]), P, A, and(nlit(Words, [X]), lit([P], [X, A]))) :- !.

statement_end([], []).
statement_end([T|Ts], [T|Ts]) :- T = t(Form, word, _), memberchk(Form, ['.', ';', '!']).

%   Coordinated clauses: and binds closer than or.

clauses(Mode, F) --> reading, clause_ands(Mode, A), clause_or_rest(Mode, A, F).
clauses(Mode, and(A, B)) --> writing, clause(Mode, A), w(and), clauses(Mode, B).
clauses(Mode, F) --> writing, { F \= and(_, _) }, clause(Mode, F).

clause_or_rest(Mode, A, or(A, F)) --> opt(','), w(or), clause_ands(Mode, B), clause_or_rest(Mode, B, F).
clause_or_rest(_, A, A) --> [].

clause_ands(Mode, F) --> clause(Mode, A), clause_and_rest(Mode, A, F).

clause_and_rest(Mode, A, and(A, F)) --> clause_and, clause(Mode, B), clause_and_rest(Mode, B, F).
clause_and_rest(_, A, A) --> [].

%   Conditions that "and" and "or" join; a comma alone ends them.

plain_clauses(F) --> clause(cond, A), plain_and_rest(A, B), plain_or_rest(B, F).

plain_or_rest(A, or(A, F)) --> opt(','), w(or), clause(cond, B), plain_and_rest(B, C), plain_or_rest(C, F).
plain_or_rest(A, A) --> [].

plain_and_rest(A, and(A, F)) --> opt(','), one_of(_, [and, but]), opt(if), clause(cond, B), plain_and_rest(B, F).
plain_and_rest(A, A) --> [].

clause_and --> opt(','), one_of(and, [and, but, while, although, though, whereas]), opt(if).
clause_and --> w(';').
clause_and --> w(',').

clause(Mode, not(F)) --> reading, w(it), w(is), w(not), one_of(_, [true, 'the case']), w(that), clause(Mode, F).
clause(Mode, F) --> reading, w(it), w(is), one_of(_, [true, 'the case']), w(that), clause(Mode, F).
clause(_, F) --> reading, there(F).
clause(Mode, F) --> { subject(F, X) }, noun_phrase(Mode, Number, X, Scope, F), opt(','), verb_phrase(Number, X, Scope).

%   In writing, the first argument of a literal is its subject.

subject(F, _) :- var(F), !.
subject(lit(_, [X|_]), X) :- !.
subject(nlit(_, [X|_]), X) :- !.
subject(not(F), X) :- !, subject(F, X).
subject(_, _).

there(F) --> w(there), be(_), negation(Polarity), existing(Polarity, F).
there(F) --> w(there), one_of(_, [exist, exists]), existing(plus, F).

existing(Polarity, G) -->
    ( one_of(_, [a, an, some, many, several, 'at least one', both, few]) ; w(no), { No = yes } ; [] ),
    nominal(_, X, F, _), post_modifiers(X, F, R),
    { ( Polarity == minus ; No == yes ) -> G = not(ex(X, R)) ; G = ex(X, R) }.

%   Questions -----------------------------------------------------------------

question(Q) --> openers, asked(Q), question_end.

question_end --> one_of(_, ['?', '.']), question_end.
question_end --> [].

asked(why(F)) --> w(why), asked(yes_no(F)).
asked(yes_no(F)) --> be(_), negation(P), noun_phrase(main, _, X, S, F0), predicates(X, S),
    { polarity(P, F0, F) }.
asked(yes_no(F)) --> reading, one_of(_, [do, does, did, can, could, will, would, must, should]),
    asked_name(X), negation(P), bare_verb_phrase(X, S), { polarity(P, S, F) }.
asked(yes_no(F)) --> one_of(_, [do, does, did, can, could, will, would, must, should]), negation(P),
    noun_phrase(main, _, X, S, F0), bare_verb_phrase(X, S), { polarity(P, F0, F) }.
asked(yes_no(F)) --> one_of(_, [has, have, had]), noun_phrase(main, _, X, S, F), participle_phrase(X, S).
asked(yes_no(F)) --> be(_), w(there), existing(plus, F).
asked(count(X, and(R, S))) --> w(how), w(many), nominal(_, X, R0, _), post_modifiers(X, R0, R), verb_phrase(_, X, S).
asked(count(Y, and(R, S))) --> w(how), w(many), nominal(_, Y, R, _),
    one_of(_, [do, does, did]), noun_phrase(main, _, X, S1, S), object_gap(X, Y, S1).
asked(wh(Y, S)) --> one_of(_, [who, whom, what]), one_of(_, [do, does, did, can, will]),
    noun_phrase(main, _, X, S1, S), object_gap(X, Y, S1).
asked(wh(X, S)) --> one_of(_, [who, what]), verb_phrase(_, X, S).
asked(wh(X, and(R, S))) --> one_of(_, [which, what]), nominal(_, X, R, _), verb_phrase(_, X, S).
asked(wh(Y, and(R, S))) --> one_of(_, [which, what]), nominal(_, Y, R, _),
    one_of(_, [do, does, did, can, will]), noun_phrase(main, _, X, S1, S), object_gap(X, Y, S1).
asked(wh(X, F)) --> one_of(_, [who, what]), be(_), noun_phrase(main, _, Y, lit([be], [Y, X]), F).
asked(where(X, F)) --> w(where), be(_), noun_phrase(main, _, Y, place(Y, X), F).
asked(where(X, F)) --> w(where), one_of(_, [do, does, did]),
    noun_phrase(main, _, Y, place(Y, Verb, X), F), verb(Verb, base).

%   "Does Tom run?": after an auxiliary a verb is due, even one that could be a noun.

asked_name(name(Name)) --> name(Name).

polarity(plus, F, F).
polarity(minus, F, not(F)).
