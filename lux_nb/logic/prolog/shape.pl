/*  Sentences of one shape are read once.

    What the grammar makes of a sentence depends on its closed-class words, on
    the words that the grammar names itself, and of every other word only on
    its analyses. So a sentence is read with marks in the place of those other
    words, the reading is kept with variables for them, and the next sentence
    of that shape only fills them in.
*/
:- module(shape, [read_shape/4, forget_shapes/0]).
:- use_module(library(lists)).
:- use_module(library(apply)).

:- dynamic kept/6, part/4, named_by_grammar/1.
:- volatile kept/6, part/4.

:- meta_predicate read_shape(:, +, +, -).

most_kept(20000).

%!  read_shape(:Rule, +Tokens, +Limit, -Read) is det.
%
%   Read is what Rule reads the tokens as, or none. Limit is in inferences.

read_shape(Rule, Tokens, Limit, Read) :-
    shape(Tokens, Shape, Values),
    term_hash(Rule-Shape, Hash),
    (   kept(Hash, Rule, Shape, Values, Read0, Joins)
    ->  true
    ;   mark(Shape, 0, Marked, Marks, []),
        read_tokens(Rule, Marked, Limit, Marking),
        once(abstracted(Marking, Marks, Variables, Read0, Joins)),
        keep(Hash, Rule, Shape, Variables, Read0, Joins),
        Variables = Values
    ),
    maplist(join, Joins),
    Read = Read0.

read_tokens(Rule, Tokens, Limit, Read) :-
    (   catch(call_with_inference_limit(once(phrase(call(Rule, F), Tokens)), Limit, Outcome), _, fail),
        Outcome \== inference_limit_exceeded
    ->  Read = F
    ;   Read = none
    ).

keep(Hash, Rule, Shape, Values, Read, Joins) :-
    most_kept(Most),
    flag(shapes_kept, N, N+1),
    ( N >= Most -> forget_shapes ; true ),
    assertz(kept(Hash, Rule, Shape, Values, Read, Joins)).

forget_shapes :- flag(shapes_kept, _, 0), retractall(kept(_, _, _, _, _, _)), retractall(part(_, _, _, _)).

%   Shapes --------------------------------------------------------------------

shape([], [], []).
shape([t(Form, Kind, Analyses)|Tokens], [Part|Parts], Values) :-
    (   part(Form, Kind, Part0, Own)
    ->  Part = Part0
    ;   part_of(Kind, Form, Analyses, Part, Own),
        assertz(part(Form, Kind, Part, Own))
    ),
    append(Own, Rest, Values),
    shape(Tokens, Parts, Rest).

%   open(Kind, Plural, Analyses): the words are numbered, the form itself is 0.

part_of(Kind, Form, Analyses, open(Kind, Ending, Numbered), Values) :-
    Kind \== number,
    \+ ( word_in(Form, Analyses, Word), fixed(Word) ), !,
    (   Kind == name
    ->  downcase_atom(Form, Lower),
        name_ending(Form, Ending, Stem),
        Values0 = [Form, Lower, Stem]
    ;   Ending = none,
        Values0 = [Form]
    ),
    numbered(Analyses, Values0, Values, Numbered).
part_of(Kind, Form, Analyses, fixed(Form, Kind, Analyses), []).

word_in(Form, _, Form).
word_in(_, Analyses, Word) :- member(Analysis, Analyses), compound(Analysis), arg(1, Analysis, Word).

fixed(Word) :- named_by_grammar(Word), !.
fixed(Word) :- atom_length(Word, Length), Length > 4, ( sub_atom(Word, _, 3, 0, est) ; sub_atom(Word, _, 4, 0, most) ), !.

%   A name in -s may be a plural; the rules of tokens decide by its spelling.

name_ending(Form, s, Stem) :-
    atom_length(Form, Length), Length > 3, \+ sub_atom(Form, _, _, _, ' '),
    atom_concat(Stem0, s, Form), \+ sub_atom(Stem0, _, _, 0, s), \+ sub_atom(Stem0, _, _, 0, u), !,
    downcase_atom(Stem0, Stem).
name_ending(Form, none, Form).

numbered([], Values, Values, []).
numbered([Analysis|Analyses], Values0, Values, [Functor/Number/More|Rest]) :-
    (   Analysis =.. [Functor, Lemma|More]
    ->  (   nth0(Number0, Values0, Lemma) -> Number = Number0, Values1 = Values0
        ;   length(Values0, Number), append(Values0, [Lemma], Values1) )
    ;   Functor = Analysis, Number = none, More = [], Values1 = Values0
    ),
    numbered(Analyses, Values1, Values, Rest).

%   Marks -----------------------------------------------------------------------

mark([], _, [], Marks, Marks).
mark([fixed(Form, Kind, Analyses)|Parts], N, [t(Form, Kind, Analyses)|Tokens], Marks0, Marks) :- !,
    N1 is N+1,
    mark(Parts, N1, Tokens, Marks0, Marks).
mark([open(Kind, Ending, Numbered)|Parts], N, [t(Form, Kind, Analyses)|Tokens], Marks0, Marks) :-
    own_marks(Kind, Ending, N, Own0),
    marked(Numbered, N, Own0, Own, Analyses),
    Own = [Form|_],
    append(Own, Marks1, Marks0),
    N1 is N+1,
    mark(Parts, N1, Tokens, Marks1, Marks).

%   A mark keeps what tokens sees of a spelling: a capital, and the plural's s.

own_marks(name, s, N, [Form, Lower, Stem]) :- !,
    format(atom(Form), '\u00a7N~ds', [N]), format(atom(Lower), '\u00a7n~ds', [N]), format(atom(Stem), '\u00a7n~d', [N]).
own_marks(name, _, N, [Form, Lower, Form]) :- !,
    format(atom(Form), '\u00a7N~d', [N]), format(atom(Lower), '\u00a7n~d', [N]).
own_marks(_, _, N, [Form]) :- format(atom(Form), '\u00a7w~d', [N]).

marked([], _, Own, Own, []).
marked([Functor/Number/More|Rest], N, Own0, Own, [Analysis|Analyses]) :-
    (   Number == none -> Analysis = Functor, Own1 = Own0
    ;   (   nth0(Number, Own0, Lemma) -> Own1 = Own0
        ;   format(atom(Lemma), '\u00a7l~d-~d', [N, Number]), append(Own0, [Lemma], Own1) ),
        Analysis =.. [Functor, Lemma|More]
    ),
    marked(Rest, N, Own1, Own, Analyses).

%   A reading with variables for its marks. What the grammar joined of several
%   words, as in very_big, is joined again of those that are filled in.

abstracted(Read0, Marks, Values, Read, Joins) :-
    same_length(Marks, Values),
    pairs(Marks, Values, Pairs),
    abstract(Read0, Pairs, Read, Joins, []).

pairs([], [], []).
pairs([Mark|Marks], [Value|Values], [Mark-Value|Pairs]) :- pairs(Marks, Values, Pairs).

abstract(T, _, T, Joins, Joins) :- var(T), !.
abstract(T, Pairs, New, Joins0, Joins) :- atom(T), !,
    (   \+ sub_atom(T, _, _, _, '\u00a7') -> New = T, Joins0 = Joins
    ;   memberchk(T-Value, Pairs) -> New = Value, Joins0 = Joins
    ;   atomic_list_concat(Words0, '_', T),
        maplist(value(Pairs), Words0, Words),
        Joins0 = [New-Words|Joins]
    ).
abstract(T, Pairs, New, Joins0, Joins) :- compound(T), !,
    compound_name_arguments(T, Name, Arguments0),
    abstract_each(Arguments0, Pairs, Arguments, Joins0, Joins),
    compound_name_arguments(New, Name, Arguments).
abstract(T, _, T, Joins, Joins).

abstract_each([], _, [], Joins, Joins).
abstract_each([A0|As0], Pairs, [A|As], Joins0, Joins) :-
    abstract(A0, Pairs, A, Joins0, Joins1),
    abstract_each(As0, Pairs, As, Joins1, Joins).

value(Pairs, Word, Value) :- ( memberchk(Word-Value0, Pairs) -> Value = Value0 ; Value = Word ).

join(New-Words) :- atomic_list_concat(Words, '_', New).

%   The words that the grammar names itself ----------------------------------------

:- initialization(collect_named).

collect_named :-
    retractall(named_by_grammar(_)),
    forall(( member(Module, [grammar, phrases, loose, tokens]),
             current_predicate(Module:Name/Arity),
             functor(Head, Name, Arity),
             \+ predicate_property(Module:Head, imported_from(_)),
             \+ predicate_property(Module:Head, dynamic),
             catch(clause(Module:Head, Body), _, fail),
             atom_within(Head-Body, Atom),
             \+ named_by_grammar(Atom) ),
           assertz(named_by_grammar(Atom))).

atom_within(T, T) :- atom(T).
atom_within(T, Atom) :- compound(T), arg(_, T, A), atom_within(A, Atom).
