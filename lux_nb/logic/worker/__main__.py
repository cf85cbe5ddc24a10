"""The worker process: janus inside, one request at a time, from one socket."""

import resource
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lux_nb.logic.worker import wire

PROLOG = Path(__file__).parent.parent / "prolog"


class PrologFaultError(Exception):
    """What went wrong in Prolog: a kind and one sentence."""

    def __init__(self, kind: object, message: object) -> None:
        super().__init__(str(message))
        self.kind, self.message = str(kind), str(message)


class Server:
    """Answers requests by calling the predicates of the Prolog modules."""

    def __init__(self, stack_bytes: int) -> None:
        import janus_swi

        self.janus = janus_swi
        self.janus.consult(str(PROLOG / "faults.pl"))
        self.call("set_prolog_flag(stack_limit, Bytes)", Bytes=stack_bytes)
        self.call("set_prolog_flag(on_warning, status)")
        for name in ("engine", "language", "explain"):
            self.call("use_module(File)", File=str(PROLOG / f"{name}.pl"))
        self.handlers: dict[str, Callable[..., Any]] = {
            "ping": lambda: True,
            "load": self.load,
            "check": self.check,
            "check_facts": self.check_facts,
            "check_goal": self.check_goal,
            "columns": self.columns,
            "retract": self.retract,
            "clear": self.clear,
            "close_world": self.close_world,
            "listing": self.listing,
            "predicates": self.predicates,
            "query": self.query,
            "language": self.language,
            "explain": self.explain,
            "conflicts": self.conflicts,
        }

    def call(self, goal: str, output: str = "[]", **inputs: Any) -> Any:
        """Run a goal once and give its output; PrologFaultError says what went wrong."""
        attempt = f"faults:attempt(({goal}), {output}, Result)"
        kind, value = self.janus.query_once(attempt, inputs)["Result"]
        if kind != "ok":
            raise PrologFaultError(kind, value)
        return value

    def load(self, text: str) -> Any:
        """Add clauses."""
        return self.call("engine:add_clauses(Text, _Added, _)", "_Added", Text=text)

    def check(self, text: str) -> Any:
        """Read and check clauses without adding them."""
        return self.call("engine:check_clauses(Text, _Clauses)", "_Clauses", Text=text)

    def check_facts(self, text: str) -> Any:
        """Read and check clauses; of each plain fact also its name and arguments."""
        return self.call("engine:check_facts(Text, _Clauses)", "_Clauses", Text=text)

    def check_goal(self, text: str) -> Any:
        """Read and check a goal without running it."""
        return self.call("engine:check_query(Text, _Goal)", "_Goal", Text=text)

    def columns(self, name: str, columns: list[str | list[Any]]) -> Any:
        """Add facts by column; a string is a column of text with a value to a line."""
        goal = "engine:add_columns(Name, Columns, _Count)"
        return self.call(goal, "_Count", Name=name, Columns=columns)

    def retract(self, text: str) -> Any:
        """Remove clauses."""
        return self.call("engine:remove_clauses(Text, _Removed)", "_Removed", Text=text)

    def clear(self) -> Any:
        """Empty the knowledge base."""
        return self.call("engine:clear")

    def close_world(self, predicates: list[Any]) -> Any:
        """Take what can't be shown of these predicates for false."""
        return self.call("engine:close_world(Predicates)", Predicates=predicates)

    def listing(self) -> Any:
        """Give all clauses as text."""
        return self.call("engine:listing_text(_Text)", "_Text")

    def predicates(self) -> Any:
        """List the predicates."""
        return self.call("engine:predicates(_List)", "_List")

    def query(self, goal: str, seconds: float, inferences: int, answers: int) -> Any:
        """Run a goal in the sandbox."""
        found, more = self.call(
            "engine:ask(Goal, Limits, _Answers, _More)",
            "[_Answers, _More]",
            Goal=goal,
            Limits=[seconds, inferences, answers],
        )
        return {"answers": found, "more": more in (True, "true")}

    def language(self, function: str, items: list[Any], seconds: float) -> Any:
        """Apply one function of the language module to each item."""
        goal = "language:serve(Function, Items, Seconds, _Results)"
        return self.call(goal, "_Results", Function=function, Items=items, Seconds=seconds)

    def explain(self, goal: str, seconds: float) -> Any:
        """Prove a goal, or its opposite, or tell what is missing."""
        proofs, missing = self.call(
            "explain:explain(Goal, Seconds, _Proofs, _Missing)",
            "[_Proofs, _Missing]",
            Goal=goal,
            Seconds=seconds,
        )
        refuted = "explain:refute(Goal, Seconds, _Proofs)"
        opposite = self.call(refuted, "_Proofs", Goal=goal, Seconds=seconds)
        lacking: list[Any] = []
        # What is refuted by its absence alone has a why-not as well.
        if not proofs and all(node[1] in {"absence", "none"} for node in opposite):
            lacked = "explain:lacking(Goal, Seconds, _Trees)"
            lacking = self.call(lacked, "_Trees", Goal=goal, Seconds=seconds)
        return {"proofs": proofs, "opposite": opposite, "missing": missing, "lacking": lacking}

    def conflicts(self, most: int, seconds: float) -> Any:
        """List what is both shown and refuted."""
        goal = "explain:conflicts(Most, Seconds, _Pairs)"
        return self.call(goal, "_Pairs", Most=most, Seconds=seconds)

    def answer(self, request: dict[str, Any]) -> bytes:
        """Give the reply to one request: its result, or what went wrong as plain data."""
        try:
            return wire.pack({"ok": self.handlers[request["do"]](*request["with"])})
        except PrologFaultError as fault:
            return _fault(fault.kind, fault.message)
        except MemoryError:
            return _fault("memory", "The worker ran out of memory.")
        except (self.janus.PrologError, TypeError, ValueError, RecursionError) as error:
            # What can't be carried between Prolog and Python is told, and the worker goes on.
            return _fault("prolog", f"The answer can't be told as data: {error}")


def _fault(kind: str, message: str) -> bytes:
    return wire.pack({"error": {"kind": kind, "message": message}})


def main() -> None:
    """Serve the socket whose descriptor is the first argument until it closes."""
    descriptor, memory_bytes, stack_bytes = (int(argument) for argument in sys.argv[1:4])
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    connection = socket.socket(fileno=descriptor)
    server = Server(stack_bytes)
    while (request := wire.read_blocking(connection)) is not None:
        connection.sendall(server.answer(request))


if __name__ == "__main__":
    main()
