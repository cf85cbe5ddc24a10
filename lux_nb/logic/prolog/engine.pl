/*  The knowledge base of one session and everything that may be asked of it.

    Clauses live in module kb. Each clause is checked when it is loaded and each
    goal before it is run, so a goal can reach only clauses that were checked.
    Goals of the system and its libraries are left to library(sandbox).
*/
:- module(engine,
          [ add_clauses/3,              % +Text, -Added, -Count
            check_clauses/2,            % +Text, -Clauses
            check_facts/2,              % +Text, -Clauses
            check_query/2,              % +Text, -Goal
            add_columns/3,              % +Name, +Columns, -Count
            remove_clauses/2,           % +Text, -Removed
            clear/0,
            listing_text/1,             % -Text
            ask/4,                      % +Goal, +Limits, -Answers, -More
            predicates/1                % -List
          ]).
:- use_module(library(time)).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(option)).
:- use_module(checking).
:- use_module(closed).
:- use_module(tabling).
:- use_module(terms).

:- initialization(prepare).

prepare :-
    set_prolog_flag(kb:unknown, fail),
    set_prolog_flag(kb:double_quotes, string),
    forall(member(op(P, T, O),
                  [ op(700, xfx, #=), op(700, xfx, #\=), op(700, xfx, #<),
                    op(700, xfx, #>), op(700, xfx, #=<), op(700, xfx, #>=),
                    op(700, xfx, in), op(450, xfx, ..), op(760, yfx, #<==>),
                    op(750, xfy, #==>), op(740, yfx, #\/), op(720, yfx, #/\)
                  ]),
           op(P, T, kb:O)),
    forall(( word_predicates(Words), member(Name/Arity, Words) ), free_word(Name, Arity)).

%   "Ann reads the report", "Rex sleeps", "Orders is a table": words of English
%   that are predicates of the system too. In the knowledge base they are its own,
%   and what the system means by them is out of reach.

word_predicates([ apply/2, assertion/1, broadcast/1, close/1, close/2, complement/2, coverage/1,
                  date/1, debug/1, display/1, display/2, distinct/1, (dynamic)/1, edit/1, explain/1,
                  export/1, feature/2, fork/1, frozen/2, get/2, help/1, import/1, index/1,
                  instance/2, key/2, kill/2, license/1, license/2, listen/2, mode/1, persistent/1,
                  pipe/2, print/2, profile/1, prompt/2, (public)/1, put/2, random/1, read/2, record/1,
                  reduced/1, require/1, rule/2, setting/2, shift/1, simple/1, skip/1, skip/2,
                  sleep/1, snapshot/1, spy/1, (table)/1, time/1, trace/1, trace/2, transaction/1,
                  trap/1, unknown/2, version/1, visible/1, (volatile)/1, wait/2, write/2 ]).

free_word(Name, Arity) :-
    functor(Head, Name, Arity),
    redefine_system_predicate(kb:Head),
    dynamic(kb:Name/Arity).

%   Loading ---------------------------------------------------------------

%!  add_clauses(+Text, -Added:list(string), -Count) is det.
%
%   All clauses of Text are read and checked before the first is added, so a
%   fault leaves the knowledge base as it was.

add_clauses(Text, Added, Count) :-
    read_clauses(Text, Clauses),
    maplist(check_clause, Clauses),
    maplist(declare, Clauses),
    foldl(add_clause, Clauses, [], Reversed),
    reverse(Reversed, Added),
    length(Added, Count),
    tables_changed(Clauses).

%!  check_clauses(+Text, -Clauses:list(string)) is det.
%
%   Read and check as add_clauses/3 does, and add nothing.

check_clauses(Text, Clauses) :-
    read_clauses(Text, Read),
    maplist(check_clause, Read),
    maplist([clause(Term, Bindings), Written]>>clause_text(Term, Bindings, Written), Read, Clauses).

%!  check_facts(+Text, -Clauses:list) is det.
%
%   The same, each clause as [Written, Fact]: Fact is [Name|Arguments] of a fact
%   whose arguments are all atoms and numbers, and [] of any other clause.

check_facts(Text, Clauses) :-
    read_clauses(Text, Read),
    maplist(check_clause, Read),
    maplist([clause(Term, Bindings), [Written, Fact]]>>
                ( clause_text(Term, Bindings, Written), plain_fact(Term, Fact) ),
            Read, Clauses).

plain_fact(Term, [Name|Arguments]) :-
    compound(Term),
    compound_name_arguments(Term, Name, Arguments),
    Arguments \== [],
    forall(member(Argument, Arguments), plain_argument(Argument)),
    !.
plain_fact(_, []).

plain_argument(Argument) :- atom(Argument), Argument \== [].
plain_argument(Argument) :- integer(Argument).
plain_argument(Argument) :- float(Argument).

%!  check_query(+Text, -Goal:string) is det.
%
%   Read and check a goal, and write it as it will be run.

check_query(Text, Goal) :-
    read_goal(Text, Term, Bindings),
    check_goal(Term),
    clause_text(Term, Bindings, Stopped),
    string_concat(Goal, ".", Stopped).

add_clause(clause(Term, Bindings), Added, [Text|Added]) :-
    assertz(kb:Term),
    clause_text(Term, Bindings, Text).

declare(clause(Term, _)) :-
    clause_head(Term, Head),
    functor(Head, Name, Arity),
    (   predicate_property(kb:Head, dynamic),
        \+ predicate_property(kb:Head, imported_from(_))
    ->  true
    ;   dynamic(kb:Name/Arity)
    ).

%!  add_columns(+Name, +Columns, -Count) is det.
%
%   Many facts at once: the values of each argument in a list of its own, or in
%   a text with a value to a line.

add_columns(Name, Columns0, Count) :-
    maplist(column, Columns0, Columns),
    Columns = [First|_],
    length(First, Count),
    length(Columns, Arity),
    functor(Head, Name, Arity),
    check_head(Head),
    declare(clause(Head, [])),
    % No garbage arises here, so collecting it would only cost time.
    current_prolog_flag(agc_margin, Margin),
    setup_call_cleanup(
        ( set_prolog_flag(gc, false), set_prolog_flag(agc_margin, 0) ),
        add_rows(Columns, Name),
        ( set_prolog_flag(gc, true), set_prolog_flag(agc_margin, Margin) )),
    tables_changed([]).

column(Text, Values) :- atom(Text), Text \== [], !, atomic_list_concat(Values, '\n', Text).
column(Values, Values).

%   A loop made for this predicate has the fact in its code, which is faster than
%   to build each from a list.

add_rows(Columns, Name) :-
    length(Columns, Arity),
    length(Values, Arity),
    length(Tails, Arity),
    length(Ends, Arity),
    maplist(=([]), Ends),
    maplist(cell, Values, Tails, Cells),
    Fact =.. [Name|Values],
    Head =.. [load_rows|Cells],
    Next =.. [load_rows|Tails],
    End =.. [load_rows|Ends],
    dynamic(load_rows/Arity),
    setup_call_cleanup(
        ( assertz((Head :- assertz(kb:Fact), Next)), assertz(End) ),
        ( Loop =.. [load_rows|Columns], call(Loop) ),
        ( functor(Any, load_rows, Arity), retractall(Any) )).

cell(Value, Tail, [Value|Tail]).

%!  remove_clauses(+Text, -Removed:list(string)) is det.
%
%   Remove the first clause that is a variant of each clause in Text.

remove_clauses(Text, Removed) :-
    read_clauses(Text, Clauses),
    convlist(remove_clause, Clauses, Removed),
    tables_changed(Clauses).

remove_clause(clause(Term, Bindings), Text) :-
    clause_parts(Term, Head, Body),
    predicate_property(kb:Head, dynamic),
    functor(Head, Name, Arity),
    % A ground head is found by its index among any number of facts.
    ( ground(Head) -> Head2 = Head ; functor(Head2, Name, Arity) ),
    clause(kb:Head2, Body2, Reference),
    Head2-Body2 =@= Head-Body,
    !,
    erase(Reference),
    clause_text(Term, Bindings, Text).

clear :-
    open_world,
    forall(own_predicate(Name/Arity),
           ( untable_predicate(Name/Arity), abolish_predicate(Name/Arity) )),
    abolish_all_tables.

abolish_predicate(Name/Arity) :-
    functor(Head, Name, Arity),
    retractall(kb:Head).

predicates(List) :-
    findall([Name, Arity, Count],
            ( own_predicate(Name/Arity),
              functor(Head, Name, Arity),
              predicate_property(kb:Head, number_of_clauses(Count)),
              Count > 0 ),
            List).

listing_text(Text) :-
    findall(Line,
            ( own_predicate(Name/Arity),
              functor(Head, Name, Arity),
              clause(kb:Head, Body),
              Body \= '$closed'(_),
              plain_body(Body, Plain),
              (   Plain == true -> Term = Head ; Term = (Head :- Plain) ),
              clause_text(Term, [], Line) ),
            Lines),
    atomics_to_string_lines(Lines, Text).

plain_body(start_tabling(_, _, Body), Plain) :- !, plain_body(Body, Plain).
plain_body(Body, Body).

%   Asking ----------------------------------------------------------------

%!  ask(+Text, +Limits:list, -Answers:list, -More) is det.
%
%   Limits is [Seconds, Inferences, Answers]. Answers is a list of lists
%   Name-Value as pairs; More is true when the limit of answers was met.

ask(Text, [Seconds, Inferences, Maximum], Answers, More) :-
    read_goal(Text, Goal, Bindings),
    check_goal(Goal),
    exclude(anonymous, Bindings, Shown),
    Wanted is Maximum+1,
    State = state([]),
    get_time(Start),
    call_with_time_limit(
        Seconds,
        limited(engine:collect(Wanted, Shown, Goal, State), Inferences, Result)),
    % A goal may catch what stops it, and then it has no answer that counts.
    get_time(End),
    (   End-Start >= Seconds -> throw(time_limit_exceeded) ; true ),
    (   Result == inference_limit_exceeded
    ->  throw(inference_limit_exceeded)
    ;   true
    ),
    arg(1, State, Found),
    length(Found, Count),
    (   Count > Maximum
    ->  More = true, length(Answers, Maximum), append(Answers, _, Found)
    ;   More = false, Answers = Found
    ).

%   A goal that takes long is started again with tables for what recurs.

limited(Goal, Inferences, Result) :-
    waiting,
    First = 3000000,
    First < Inferences, !,
    call_with_inference_limit(Goal, First, Result0),
    (   Result0 == inference_limit_exceeded
    ->  table_waiting,
        call_with_inference_limit(Goal, Inferences, Result)
    ;   Result = Result0
    ).
limited(Goal, Inferences, Result) :-
    call_with_inference_limit(Goal, Inferences, Result).

collect(Wanted, Shown, Goal, State) :-
    findall(Answer,
            limit(Wanted, ( call(kb:Goal), maplist(answer_pair, Shown, Answer) )),
            Found),
    nb_setarg(1, State, Found).

anonymous(Name=_) :- sub_atom(Name, 0, _, _, '_').

answer_pair(Name=Value, [Name, Data]) :-
    (   cyclic_term(Value) -> throw(error(cyclic_answer(Name), _)) ; true ),
    term_data(Value, Data).
