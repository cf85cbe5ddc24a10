/*  Why a goal holds in the knowledge base, why its opposite does, or what is missing.

    The proof is found by interpreting the clauses of module kb. A goal that
    comes back below itself is not tried again, so recursion ends.
*/
:- module(explain,
          [ explain/4,                  % +Goal, +Seconds, -Proofs, -Missing
            lacking/3,                  % +Goal, +Seconds, -Trees
            refute/3,                   % +Goal, +Seconds, -Proofs
            conflicts/3                 % +Most, +Seconds, -Pairs
          ]).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(time)).
:- use_module(library(solution_sequences)).
:- use_module(checking).
:- use_module(closed).
:- use_module(engine).
:- use_module(terms).

steps(3000000).

%!  explain(+Text, +Seconds, -Proofs, -Missing) is det.
%
%   Proofs has one tree for each goal of the conjunction, or is empty. Missing
%   has, where there is no proof, each rule that could apply and what it lacks.

explain(Text, Seconds, Proofs, Missing) :-
    read_goal(Text, Goal, _),
    check_goal(Goal),
    (   within(Seconds, prove(Goal, [], Nodes))
    ->  maplist(node_data, Nodes, Proofs), Missing = []
    ;   Proofs = [],
        (   within(Seconds, findall(M, missing(Goal, M), Missing0)) -> true ; Missing0 = [] ),
        sort(0, @<, Missing0, Missing)
    ).

%!  lacking(+Text, +Seconds, -Trees) is det.
%
%   For each goal of the conjunction that has no proof, the rules that could
%   show it, what of their conditions holds and, in turn, what the next one
%   lacks: [Literal, [[Rule, Held, Lacking], ...]].

lacking(Text, Seconds, Trees) :-
    read_goal(Text, Goal, _),
    check_goal(Goal),
    (   within(Seconds, findall(T, limit(4, ( conjunct(Goal, Part), \+ call(kb:Part), lack(Part, [], 4, T) )), Trees0))
    ->  Trees = Trees0
    ;   Trees = []
    ).

lack(Goal, Above, Depth, [Literal, Attempts]) :-
    literal_data(Goal, Literal),
    (   Depth > 0, own(Goal), \+ ( member(Earlier, Above), Earlier =@= Goal )
    ->  findall(A, limit(4, attempt(Goal, Above, Depth, A)), Attempts)
    ;   Attempts = []
    ).

attempt(Goal, Above, Depth, [Text, Held, Tree]) :-
    clause(kb:Goal, Body0, Reference),
    engine:plain_body(Body0, Body),
    Body \== true,
    Body \= '$closed'(_),
    clause_of(Reference, Text, _, _, _),
    once(reached(Body, Before, Failing)),
    maplist(literal_data, Before, Held),
    Deeper is Depth-1,
    lack(Failing, [Goal|Above], Deeper, Tree).

%   reached(+Body, -Held, -Failing): the first condition that fails, and those before it.

reached((A, B), Held, Failing) :-
    reached(A, Held, Failing) ;
    call(kb:A), reached(B, Held0, Failing), conditions(A, As), append(As, Held0, Held).
reached(Goal, [], Goal) :- Goal \= (_, _), callable(Goal), \+ call(kb:Goal).

conditions((A, B), Cs) :- !, conditions(A, As), conditions(B, Bs), append(As, Bs, Cs).
conditions(A, [A]).

%!  refute(+Text, +Seconds, -Proofs) is det.
%
%   The proof of the opposite of a ground goal of the conjunction, if there is one.

refute(Text, Seconds, Proofs) :-
    read_goal(Text, Goal, _),
    check_goal(Goal),
    (   within(Seconds, ( conjunct(Goal, Part), ground(Part), opposite(Part, Other),
                          prove(Other, [], Nodes) ))
    ->  maplist(node_data, Nodes, Proofs)
    ;   within(Seconds, closed_out(Goal, Node))
    ->  node_data(Node, Proof), Proofs = [Proof]
    ;   Proofs = []
    ).

%   A goal with variables has no answer when its closed conditions have none, or
%   none but such as make another condition false.

closed_out(Goal, node(Closed, none, "", [], [])) :-
    conditions(Goal, Parts),
    partition(closed, Parts, [C|Cs], Open),
    foldl(conjoined, Cs, C, Closed),
    \+ ( call(kb:Closed), \+ refuted(Open) ).

conjoined(Part, Conjunction, (Conjunction, Part)).

refuted(Open) :-
    member(Part, Open), ground(Part), opposite(Part, Other), call(kb:Other), !.

%!  conflicts(+Most, +Seconds, -Pairs) is det.
%
%   Ground statements that are shown and refuted, with both proofs.

conflicts(Most, Seconds, Pairs) :-
    (   \+ predicate_property(kb:(-_), dynamic)
    ->  Pairs = []
    ;   within(Seconds, findall(P, limit(Most, distinct(P, conflict(P))), Pairs0))
    ->  Pairs = Pairs0
    ;   Pairs = []
    ).

conflict([Proof, Opposite]) :-
    clause(kb:(-Head), Body),
    Body \= '$closed'(_),
    copy_term(Head, Goal),
    callable(Goal),
    check_goal(Goal),
    call(kb:(-Goal)),
    ground(Goal),
    once(call(kb:Goal)),
    once(prove(Goal, [], [Node|_])),
    once(prove(-Goal, [], [Other|_])),
    node_data(Node, Proof),
    node_data(Other, Opposite).

within(Seconds, Goal) :-
    steps(Steps),
    catch(call_with_time_limit(Seconds,
              call_with_inference_limit(once(explain:Goal), Steps, Result)),
          Error, ( tolerated(Error), fail )),
    Result \== inference_limit_exceeded.

tolerated(time_limit_exceeded).
tolerated(time_limit_exceeded(_)).
tolerated(error(resource_error(_), _)).

opposite(-Goal, Goal) :- !.
opposite(Goal, -Goal).

conjunct((A, B), Goal) :- !, ( conjunct(A, Goal) ; conjunct(B, Goal) ).
conjunct(Goal, Goal).

%   Proving ---------------------------------------------------------------

prove(Goal, _, _) :- var(Goal), !, fail.
prove(true, _, []) :- !.
prove(!, _, []) :- !.
prove((A, B), Above, Nodes) :- !,
    prove(A, Above, N1),
    prove(B, Above, N2),
    append(N1, N2, Nodes).
prove((C -> T ; E), Above, Nodes) :- !,
    (   prove(C, Above, N1) -> prove(T, Above, N2), append(N1, N2, Nodes)
    ;   prove(E, Above, Nodes)
    ).
prove((A ; B), Above, Nodes) :- !, ( prove(A, Above, Nodes) ; prove(B, Above, Nodes) ).
prove(\+ Goal, _, [node(\+ Goal, absence, "", [], [])]) :- !, \+ call(kb:Goal).
prove(-Goal, _, [node(-Goal, absence, Text, [], [])]) :-
    nonvar(Goal), closed(Goal), \+ stated(-Goal), !,
    call(kb:'$closed'(Goal)),
    functor(Goal, Name, Arity),
    format(string(Text), "% closed ~q", [Name/Arity]).
prove(Goal, Above, [node(Goal, Kind, Text, Bindings, Premises)]) :-
    own(Goal), !,
    \+ ( member(Earlier, Above), Earlier =@= Goal ),
    clause(kb:Goal, Body0, Reference),
    Body0 \= '$closed'(_),
    clause_of(Reference, Text, Bindings, Head, Plain),
    Head = Goal,
    engine:plain_body(Body0, Body),
    Plain = Body,
    prove(Body, [Goal|Above], Premises),
    ( Body == true -> Kind = fact ; Kind = rule ).
prove(Goal, _, [node(Goal, computed, "", [], [])]) :- call(kb:Goal).

%   Whether it follows from clauses, and not from absence alone.

stated(Goal) :-
    own(Goal),
    clause(kb:Goal, Body),
    Body \= '$closed'(_),
    call(kb:Body), !.

clause_of(Reference, Text, Names, Head, Body) :-
    clause(kb:Head, Body0, Reference),
    engine:plain_body(Body0, Body),
    ( Body == true -> Clause = Head ; Clause = (Head :- Body) ),
    clause_text(Clause, [], Text),
    term_variables(Clause, Variables),
    length(Variables, Count),
    variable_names(Count, Names0),
    maplist([Name, Variable, Name=Variable]>>true, Names0, Variables, Names).

variable_names(Count, Names) :-
    findall(Name,
            ( between(1, Count, Number), N is Number-1,
              Letter is N mod 3, Round is N // 3,
              nth0(Letter, ['X', 'Y', 'Z'], Base),
              ( Round =:= 0 -> Name = Base ; atom_concat(Base, Round, Name) ) ),
            Names).

%   What is missing -------------------------------------------------------

missing(Goal, [Text, Literal]) :-
    conjunct(Goal, Part),
    own(Part),
    clause(kb:Part, Body0, Reference),
    engine:plain_body(Body0, Body),
    Body \== true,
    Body \= '$closed'(_),
    first_failing(Body, Failing),
    clause_of(Reference, Text, _, _, _),
    literal_data(Failing, Literal).

first_failing((A, B), Failing) :- !,
    (   first_failing(A, Failing) -> true
    ;   call(kb:A), first_failing(B, Failing) -> true
    ).
first_failing(Goal, Goal) :- callable(Goal), \+ call(kb:Goal).

%   As plain data ----------------------------------------------------------

node_data(node(Goal, Kind, Text, Bindings, Premises), [Literal, Kind, Text, Pairs, Datas]) :-
    literal_data(Goal, Literal),
    maplist(binding_data, Bindings, Pairs),
    maplist(node_data, Premises, Datas).

binding_data(Name=Value, [Name, Text]) :- term_plain(Value, Text).

%   A literal is [Sign, Name|Arguments], and its text goes first.

literal_data(Goal, [Text, Sign, Name|Arguments]) :-
    clause_text(Goal, [], Stopped),
    string_concat(Text, ".", Stopped),
    ( ( Goal = -Inner ; Goal = (\+ Inner) ) -> Sign = (-) ; Inner = Goal, Sign = (+) ),
    (   compound(Inner)
    ->  compound_name_arguments(Inner, Name, Terms),
        maplist(argument_data, Terms, Arguments)
    ;   Name = Inner, Arguments = []
    ).

argument_data(Term, something) :- var(Term), !.
argument_data(Term, Term) :- atomic(Term), \+ string(Term), Term \== [], !.
argument_data(Term, Text) :- term_plain(Term, Text).

term_plain(Term, Text) :- var(Term), !, Text = "_".
term_plain(Term, Text) :-
    clause_text(Term, [], Stopped),
    string_concat(Text, ".", Stopped).
