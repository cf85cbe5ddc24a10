/*  Prolog's errors as a kind and one sentence. */
:- module(faults, [attempt/3, describe/3]).

:- meta_predicate attempt(0, ?, -).

%!  attempt(:Goal, ?Output, -Result:list) is det.
%
%   Result is [ok, Output] when Goal succeeded and [Kind, Message] when not.

attempt(Goal, Output, Result) :-
    catch(( call(Goal) -> Result = [ok, Output] ; Result = [prolog, "The request failed."] ),
          Error,
          ( describe(Error, Kind, Message), Result = [Kind, Message] )).

%!  describe(+Term, -Kind:atom, -Message:string) is det.

describe(Term, Kind, Message) :-
    (   kind(Term, Kind0, Message0)
    ->  Kind = Kind0, Message = Message0
    ;   Kind = prolog, plain(Term, Message)
    ).

kind(time_limit_exceeded, time, "The goal took longer than its time limit.").
kind(time_limit_exceeded(_), time, "The goal took longer than its time limit.").
kind(inference_limit_exceeded, inferences, "The goal needed more inference steps than its limit.").
kind(error(resource_error(What), _), memory, Message) :-
    format(string(Message), "The goal needed more memory than its limit (~w).", [What]).
kind(error(unsafe(goal_unknown), _), unsafe,
     "A goal that is not known before it runs can't be checked, so it is not run.").
kind(error(unsafe(Goal), _), unsafe, Message) :-
    functor(Goal, Name, Arity),
    format(string(Message), "~w/~w is not allowed in a knowledge base.", [Name, Arity]).
kind(error(absence_loop(Goal), _), prolog, Message) :-
    functor(Goal, Name, Arity),
    format(string(Message), "~w/~w is closed and depends on its own absence, so it can't be decided.",
           [Name, Arity]).
kind(error(permission_error(modify, static_procedure, What), _), prolog, Message) :-
    format(string(Message), "~q is Prolog's own, so a knowledge base can't define it.", [What]).
kind(error(cyclic_answer(Name), _), prolog, Message) :-
    format(string(Message), "The answer ~w is a term that contains itself.", [Name]).
kind(error(syntax_error(What), _), syntax, Message) :-
    format(string(Message), "This is not a Prolog term: ~w.", [What]).

plain(Term, Message) :-
    Term \= error(_, _), !,
    format(string(Message), "The goal threw ~q.", [Term]).
plain(Term, Message) :-
    message_to_codes(Term, Lines), !,
    % The first line says what is wrong; others name files of the system.
    split_string(Lines, "\n", " \t\r", [Message|_]).
plain(Term, Message) :-
    format(string(Message), "~p", [Term]).

message_to_codes(Term, Message) :-
    '$messages':translate_message(Term, Lines, []),
    with_output_to(string(Message), print_message_lines(current_output, '', Lines)).
