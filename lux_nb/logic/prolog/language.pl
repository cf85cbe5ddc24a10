/*  What the worker offers of the language: reading texts and answering. */
:- module(language, [serve/4]).
:- use_module(tokens).
:- use_module(grammar).
:- use_module(loose).
:- use_module(shape).
:- use_module(library(occurs)).
:- use_module(meaning).
:- use_module(horn).
:- use_module(chain).
:- use_module(writer).
:- use_module(terms).
:- use_module(library(lists)).
:- use_module(library(gensym)).
:- use_module(library(apply)).

:- dynamic said/2, here/1.
:- prolog_load_context(directory, Directory), assertz(here(Directory)).

reading_limit(600000).
reading_limit(statement, 600000).
reading_limit(loose_statement, 150000).

%!  serve(+Function, +Items, +Seconds, -Results) is det.

serve(Function, Items, _Seconds, Results) :-
    maplist(apply_function(Function), Items, Results).

apply_function(read, [Words, Kinds], Result) :- !,
    (   read_statement(Words, Kinds, kinds, [], F, _)
    ->  with_output_to(string(Result), ( \+ \+ ( numbervars(F, 0, _), print(F) ) ))
    ;   Result = "?"
    ).
apply_function(say, Literal, Sentence) :- !,
    (   said(Literal, Known) -> Sentence = Known
    ;   (   catch(call_with_inference_limit(once(say_literal(Literal, Said)), 50000, Limit), _, fail),
            Limit \== inference_limit_exceeded
        ->  Sentence = Said
        ;   Sentence = none
        ),
        assertz(said(Literal, Sentence))
    ).
apply_function(write, Text, Sentences) :- !,
    read_clauses(Text, Clauses),
    maplist(written_clause, Clauses, Sentences).
apply_function(rules, [Words, Kinds], Result) :- !,
    (   read_statement(Words, Kinds, individuals, [], F0, _)
    ->  named_individuals(F0, F),
        (   horn_rules(F, 0, Rules)
        ->  maplist(rule_clause, Rules, Clauses),
            maplist([C, T]>>clause_text(C, [], T), Clauses, Texts),
            Result = [rules, Texts]
        ;   formula_data(F, Data), Result = [formula, Data]
        )
    ;   stopped(Words, Kinds, Result)
    ).
apply_function(question, [Words, Kinds], Result) :- !,
    tokens(Words, Kinds, Tokens),
    reading_limit(Limit),
    % What is asked of a kind in general is no goal, and no other reading may take its place.
    (   within(Limit, phrase(question(Q), Tokens))
    ->  ( asked_goal(Q, Kind, Goal) -> Result = [Kind, Goal] ; Result = [general, ""] )
    ;   Result = [unread, ""]
    ).
apply_function(conflicts, Sentences, Pairs) :- !,
    read_all(Sentences, [], _, Formulas, _, []),
    horn_part(Formulas, 0, Rules),
    constants(Formulas, [], Constants),
    derive(Rules, open, Constants),
    findall([Proof, Opposite],
            ( holds(Name, +, Args), holds(Name, -, Args),
              why(l(+, Name, Args), open, Proof),
              why(l(-, Name, Args), open, Opposite) ),
            Pairs).
apply_function(order, [Size, Constraints, Statements], Values) :- !,
    here(Directory),
    atomic_list_concat([Directory, '/order.pl'], File),
    use_module(File),
    order:entailed(Size, Constraints, Statements, Values).
apply_function(answer, Item, Result) :- !, answer(Item, Result).

written_clause(clause(Clause, _), Sentence) :-
    (   catch(call_with_inference_limit(once(say_rule(Clause, Said)), 200000, Limit), _, fail),
        Limit \== inference_limit_exceeded
    ->  Sentence = Said
    ;   Sentence = none
    ).

within(Limit, Goal) :-
    catch(call_with_inference_limit(once(Goal), Limit, Outcome), _, fail),
    Outcome \== inference_limit_exceeded.

%   A question as a goal; the variable asked for is Answer.

asked_goal(yes_no(F), yes_no, Goal) :- !, goal_text(F, [], Goal).
asked_goal(why(F), why, Goal) :- !, goal_text(F, [], Goal).
asked_goal(Q, Kind, Goal) :- Q =.. [Kind, X, F], goal_text(F, ['Answer'=X], Goal).

goal_text(F0, Bindings, Goal) :-
    plain(F0, individuals, [], F, _),
    % A goal asks for one that fits, never whether all do.
    \+ ( sub_term(Part, F), nonvar(Part), Part = all(_, _) ),
    once(conditions(F, plus, Literals)),
    maplist(literal_goal, Literals, Goals),
    comma_list(Body, Goals),
    clause_text(Body, Bindings, Text),
    string_concat(Goal, ".", Text).

literal_goal(l(+, Name, Args), Goal) :- Goal =.. [Name|Args].
literal_goal(l(-, Name, Args), -(Goal)) :- Goal =.. [Name|Args].

%   What a statement says to exist gets a name of its own.

named_individuals(ex(X, F0), F) :- \+ cyclic_term(F0), has_noun(F0, X, Noun), !,
    atom_concat(Noun, '_', Base), gensym(Base, X), named_individuals(F0, F).
named_individuals(and(A0, B0), and(A, B)) :- !, named_individuals(A0, A), named_individuals(B0, B).
named_individuals(F, F).

has_noun(n(Noun, Y), X, Noun) :- Y == X, !.
has_noun(and(A, B), X, Noun) :- ( has_noun(A, X, Noun) ; has_noun(B, X, Noun) ), !.

%   Where reading stopped, as the number of words that were read at most.

stopped(Words, Kinds, [stopped, Read]) :-
    tokens(Words, Kinds, Tokens),
    reading_limit(Limit),
    nb_setval(watched, none),
    ignore(catch(call_with_inference_limit(once(phrase(statement(_), Tokens)), Limit, _), _, true)),
    furthest(Rest),
    nb_setval(watched, off),
    length(Words, All),
    length(Rest, Left),
    Read is All-Left.

%!  answer(+Item, -Result) is det.
%
%   Item is [Sentences, Questions, World, Reading]. Result holds which sentences
%   were read and, where rules decide, verdicts with proofs; the formulas
%   themselves unless rules decide the only question; and the places of the sentences read in outline only.

answer([Sentences, Questions, World, Reading], [Method, Read, Asked, Verdicts, Outlined]) :-
    read_all(Sentences, [], Context, Formulas0, Ways, AskedWays),
    read_each(Questions, Context, Asked0, AskedWays),
    findall(F, ( member(F, Formulas0), F \== none ), Premises),
    findall(F, ( member(F, Asked0), F \== none ), Goals),
    domain_nouns(Premises, Goals, Nouns),
    maplist(dropped(Nouns), Formulas0, Formulas),
    maplist(dropped(Nouns), Asked0, AskedFormulas),
    (   Reading \== classical,
        all_horn(Formulas, 0, Rules),
        AskedFormulas \== [],
        forall(( member(F, AskedFormulas), F \== none ), ground_literals(F, _))
    ->  Method = rules,
        constants(Formulas, AskedFormulas, Constants),
        derive(Rules, World, Constants),
        maplist(verdict(Rules, World), AskedFormulas, Verdicts)
    ;   Method = formulas,
        Verdicts = []
    ),
    (   Verdicts = [[Value|_]], memberchk(Value, [yes, no])
    ->  maplist(whether_read, Formulas, Read),
        maplist(whether_read, AskedFormulas, Asked)
    ;   maplist(formula_data, Formulas, Read),
        maplist(formula_data, AskedFormulas, Asked)
    ),
    findall(N, nth0(N, Ways, outline), Outlined).

%   Where rules have decided, nobody needs the formulas.

whether_read(F, Read) :- ( F == none -> Read = none ; Read = [true] ).

dropped(_, none, none) :- !.
dropped(Nouns, F0, F) :- drop_nouns(F0, Nouns, F).

all_horn([], _, []).
all_horn([none|Fs], N, Rules) :- !, N1 is N+1, all_horn(Fs, N1, Rules).
all_horn([F|Fs], N, Rules) :-
    ( F == true -> Rules0 = [] ; horn_rules(F, N, Rules0) ),
    N1 is N+1,
    all_horn(Fs, N1, Rules1),
    append(Rules0, Rules1, Rules).

%   The rules among the formulas; what is no rule is left out.

horn_part([], _, []).
horn_part([F|Fs], N, Rules) :-
    ( F \== none, horn_rules(F, N, Rules0) -> true ; Rules0 = [] ),
    N1 is N+1,
    horn_part(Fs, N1, Rules1),
    append(Rules0, Rules1, Rules).

constants(Formulas, Asked, Constants) :-
    findall(C, ( ( member(F, Formulas) ; member(F, Asked) ), constant_in(F, C) ), Cs),
    sort(Cs, Constants).

constant_in(F, _) :- ( var(F) ; F == none ), !, fail.
constant_in(p(_, Args), C) :- !, member(C, Args), atomic(C).
constant_in(n(_, C), C) :- !, atomic(C).
constant_in(F, C) :- compound(F), F =.. [_|As], member(A, As), nonvar(A), constant_in(A, C).

verdict(_, _, none, [unread, [], []]) :- !.
verdict(Rules, World, F, [Value, Proofs, Failures]) :-
    truth(F, World, Value),
    findall(L, literal_within(F, L), Literals),
    findall(P, ( member(l(_, Name, Args), Literals), member(Sign, [+, -]), holds(Name, Sign, Args),
                 why(l(Sign, Name, Args), World, P) ), Proofs),
    (   Value == yes -> Failures = []
    ;   findall(W, ( member(L, Literals), why_not(L, Rules, World, Ws), member(W, Ws) ), Failures)
    ).

literal_within(F, L) :- literal_of(F, L), !.
literal_within(F, L) :- compound(F), F =.. [_|As], member(A, As), literal_within(A, L).

%   Reading -------------------------------------------------------------------

read_all([], Context, Context, [], Ways, Ways).
read_all([[Words, Kinds]|Sentences], Context0, Context, [F|Fs], [Way|Ways], Rest) :-
    (   read_freely(Words, Kinds, Context0, F0, Context1, Way0)
    ->  F = F0, Way = Way0
    ;   F = none, Way = none, Context1 = Context0
    ),
    read_all(Sentences, Context1, Context, Fs, Ways, Rest).

read_each([], _, [], []).
read_each([[Words, Kinds]|Rest], Context, [F|Fs], [Way|Ways]) :-
    ( read_freely(Words, Kinds, Context, F0, _, Way0) -> F = F0, Way = Way0 ; F = none, Way = none ),
    read_each(Rest, Context, Fs, Ways).

%   As the grammar reads it or, failing that, with what is said kept as words.

read_freely(Words, Kinds, Context, Plain, Referents, Way) :-
    (   parse(statement, Words, Kinds, Read), Read \== none
    ->  Way = whole
    ;   parse(loose_statement, Words, Kinds, Read), Read \== none,
        Way = outline
    ),
    plain(Read, kinds, Context, Plain, Referents).

read_statement(Words, Kinds, Objects, Context, Plain, Referents) :-
    parse(statement, Words, Kinds, Read),
    Read \== none,
    plain(Read, Objects, Context, Plain, Referents).

parse(Rule, Words, Kinds, Read) :-
    tokens(Words, Kinds, Tokens),
    reading_limit(Rule, Limit),
    read_shape(Rule, Tokens, Limit, Read).

%   Formulas as nested lists; a variable is text that starts with "?".

formula_data(none, none) :- !.
formula_data(F, Data) :-
    copy_term(F, Copy),
    term_variables(Copy, Variables),
    name_variables(Variables, 1),
    data(Copy, Data).

name_variables([], _).
name_variables([V|Vs], N) :- format(atom(V), '?~d', [N]), N1 is N+1, name_variables(Vs, N1).

data(true, [true]) :- !.
data(p(Name, Args), [p, Name|Args]) :- !.
data(n(Name, X), [p, Name, X]) :- !.
data(all(X, F), [all, X, D]) :- !, data(F, D).
data(ex(X, F), [ex, X, D]) :- !, data(F, D).
data(gen(X, R, S), [gen, X, D, E]) :- !, data(R, D), data(S, E).
data(F, [Op|Ds]) :- F =.. [Op|Fs], maplist(data, Fs, Ds).
