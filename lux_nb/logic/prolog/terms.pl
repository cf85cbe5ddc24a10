/*  Terms as text and as plain data. */
:- module(terms,
          [ read_clauses/2,             % +Text, -Clauses
            read_goal/3,                % +Text, -Goal, -Bindings
            clause_text/3,              % +Term, +Bindings, -String
            clause_parts/3,             % +Clause, -Head, -Body
            clause_head/2,
            term_data/2,                % +Term, -Data
            atomics_to_string_lines/2
          ]).
:- use_module(library(lists)).
:- use_module(library(apply)).

read_clauses(Text, Clauses) :-
    setup_call_cleanup(
        open_string(Text, Stream),
        read_stream(Stream, Clauses),
        close(Stream)).

read_stream(Stream, Clauses) :-
    read_term(Stream, Term, [variable_names(Bindings), module(kb)]),
    (   Term == end_of_file
    ->  at_the_end(Stream), Clauses = []
    ;   nonvar(Term), Term = (:- Directive)
    ->  throw(error(unsafe((:- Directive)), _))
    ;   expand_grammar(Term, Clause),
        Clauses = [clause(Clause, Bindings)|Rest],
        read_stream(Stream, Rest)
    ).

%   What follows the atom end_of_file would be left out unseen.

at_the_end(Stream) :-
    (   peek_char(Stream, end_of_file)
    ->  true
    ;   throw(error(syntax_error(end_of_file_in_text), _))
    ).

expand_grammar(Term, Clause) :-
    (   nonvar(Term), Term = (_ --> _)
    ->  dcg_translate_rule(Term, Clause)
    ;   Clause = Term
    ).

read_goal(Text, Goal, Bindings) :-
    term_string_bindings(Text, Goal, Bindings).

term_string_bindings(Text, Goal, Bindings) :-
    string_without_stop(Text, Plain),
    term_from_string(Plain, Goal, Bindings).

string_without_stop(Text, Plain) :-
    split_string(Text, "", " \t\r\n", [Trimmed]),
    (   string_concat(Body, ".", Trimmed), \+ string_concat(_, "..", Trimmed)
    ->  Plain0 = Body
    ;   Plain0 = Trimmed
    ),
    (   string_concat("?-", Plain, Plain0) -> true ; Plain = Plain0 ).

term_from_string(Plain, Goal, Bindings) :-
    setup_call_cleanup(
        ( string_concat(Plain, " .", Text), open_string(Text, Stream) ),
        ( read_term(Stream, Goal, [variable_names(Bindings), module(kb)]),
          read_term(Stream, Rest, [module(kb)]) ),
        close(Stream)),
    (   Rest == end_of_file
    ->  true
    ;   throw(error(syntax_error(one_goal_expected), _))
    ).

clause_parts((Head :- Body), Head, Body) :- !.
clause_parts(Head, Head, true).

clause_head(Clause, Head) :- clause_parts(Clause, Head, _).

clause_text(Term, Bindings, Text) :-
    \+ \+ ( maplist(name_variable, Bindings),
            term_variables(Term, Others),
            ( Bindings == [] -> name_rest(Others, 0) ; anonymous_rest(Others, 0) ),
            portray(Term, Text0),
            nb_setval(clause_text, Text0) ),
    nb_getval(clause_text, Text).

portray((Head :- Body), Text) :- !,
    write_options(Options),
    format(string(Text), "~W :- ~W.", [Head, Options, Body, Options]).
portray(Term, Text) :-
    write_options(Options),
    format(string(Text), "~W.", [Term, Options]).

%   Directives of the system are prefix operators; of clauses they are plain words.

:- initialization(forall(current_op(P, T, O), plain_operator(P, T, O))).

plain_operator(P, T, O) :-
    (   P > 0, memberchk(T, [fx, fy]), atom(O), char_type_first(O) -> op(0, T, plain:O) ; true ).

char_type_first(O) :- sub_atom(O, 0, 1, _, First), char_type(First, lower).

write_options([quoted(true), numbervars(true), spacing(next_argument), module(plain)]).

name_variable(Name=Variable) :-
    (   var(Variable) -> Variable = '$VAR'(Name) ; true ).

anonymous_rest([], _).
anonymous_rest([Variable|Rest], N) :-
    format(atom(Name), '_~d', [N]),
    Variable = '$VAR'(Name),
    N1 is N+1,
    anonymous_rest(Rest, N1).

name_rest([], _).
name_rest([Variable|Rest], N) :-
    Letter is N mod 3, Round is N // 3,
    nth0(Letter, ['X', 'Y', 'Z'], Base),
    ( Round =:= 0 -> Name = Base ; atom_concat(Base, Round, Name) ),
    Variable = '$VAR'(Name),
    N1 is N+1,
    name_rest(Rest, N1).

%!  term_data(+Term, -Data) is det.
%
%   Atoms become text and numbers stay; the rest are tagged dictionaries.

term_data(Term, Data) :- var(Term), !,
    term_to_atom(Term, Name),
    Data = py{variable:Name}.
term_data(Term, Data) :- integer(Term), !, Data = Term.
term_data(Term, Data) :- float(Term), !, Data = Term.
term_data(Term, Data) :- rational(Term), !, term_to_atom(Term, Text), Data = py{number:Text}.
term_data(Term, Data) :- string(Term), !, Data = py{string:Term}.
term_data([], []) :- !.
term_data(Term, Data) :- atom(Term), !, Data = Term.
term_data(Term, Data) :- is_list(Term), !, maplist(term_data, Term, Data).
term_data(Term, Data) :- is_dict(Term), !, term_to_atom(Term, Text), Data = py{text:Text}.
term_data(Term, Data) :-
    compound_name_arguments(Term, Name, Arguments),
    maplist(term_data, Arguments, Values),
    format(string(Text), "~W", [Term, [quoted(true), numbervars(true), module(kb)]]),
    Data = py{functor:Name, args:Values, text:Text}.

atomics_to_string_lines(Lines, Text) :-
    atomic_list_concat(Lines, '\n', Atom),
    atom_string(Atom, Text).
