"""``lux.logic``: the operations of the logic domain, and sessions as objects."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lux_nb.api import Lux, Namespace
from lux_nb.errors import NotFound

if TYPE_CHECKING:
    import pandas as pd

    from lux_nb.logic.session_results import Answered, Asserted, Loaded, Retracted
    from lux_nb.logic.world_operations import World


class LogicApi(Namespace):
    """Answer from English texts, prove from formulas, and keep sessions."""

    toolset = "logic"

    def session(
        self, session_id: str, *, world: str = "open", closed: Sequence[str] = ()
    ) -> "LogicSession":
        """Return a reasoning session by its id, created when it is not there yet.

        ``world`` and ``closed``, the predicates that alone are closed, are those of a new session.
        """
        try:
            self._lux.look("session.get", {"sessionId": session_id, "includeFacts": False})
        except NotFound:
            parameters = {"sessionId": session_id, "world": world, "closed": list(closed)}
            self._lux.run_operation("session.create", parameters)
        return LogicSession(self._lux, session_id)


class LogicSession:
    """A reasoning session: tell it sentences or rules, ask it, and see its knowledge base."""

    def __init__(self, lux: Lux, session_id: str) -> None:
        self._lux = lux
        self.id = session_id

    def assert_(self, text: str) -> "Asserted":
        """Tell it English sentences."""
        return self._run("assert", naturalLanguageText=text)  # type: ignore[no-any-return]

    def assert_rules(self, rules: str | list[str]) -> "Asserted":
        """Add Prolog clauses."""
        return self._run("assert_rules", rules=rules)  # type: ignore[no-any-return]

    def retract(self, rules: str | list[str]) -> "Retracted":
        """Remove Prolog clauses."""
        return self._run("retract", rules=rules)  # type: ignore[no-any-return]

    def query(self, question: str, **options: Any) -> "Answered":
        """Ask a question; options are trace, debug, style and dynamicOntology."""
        parameters = {"naturalLanguageQuestion": question, "queryOptions": options}
        return self._run("query", **parameters)  # type: ignore[no-any-return]

    def prolog(self, goal: str, limit: int = 10_000) -> "pd.DataFrame":
        """Run a Prolog goal and return its bindings as a DataFrame, one column a variable."""
        import pandas as pd

        found = self._run("prolog", goal=goal, limit=limit)
        return pd.DataFrame(found.rows).convert_dtypes()

    def load(self, predicate: str, frame: "pd.DataFrame") -> "Loaded":
        """Add one fact for each row of a DataFrame."""
        return self._run("load_frame", predicate=predicate, frame=frame)  # type: ignore[no-any-return]

    load_frame = load

    def close_world(self, *predicates: str) -> "World":
        """Take what is not shown of these predicates, such as ``"likes/2"``, for false."""
        return self._run("closed_world", close=list(predicates))  # type: ignore[no-any-return]

    def open_world(self, *predicates: str) -> "World":
        """Take what is not shown of these predicates for unknown again."""
        return self._run("closed_world", open=list(predicates))  # type: ignore[no-any-return]

    @property
    def closed(self) -> list[str]:
        """The predicates whose world is closed."""
        return list(self._run("closed_world").data.closed)

    def history(self) -> "pd.DataFrame":
        """Return the changes of the knowledge base, oldest first."""
        import pandas as pd

        changes = [change.wire() for change in self._run("history").data]
        return pd.DataFrame(
            changes, columns=["version", "kind", "added", "removed", "author", "at"]
        )

    def undo(self, version: int | None = None) -> "LogicSession":
        """Go back to an earlier version: the one before the last change if none is named."""
        if version is None:
            version = max(self._run("history").data[-1].version - 1, 0)
        self._run("history", version=version, restore=True)
        return self

    def fork(self, session_id: str) -> "LogicSession":
        """Branch: a new session with the same knowledge base, changed apart from this one."""
        self._run("fork", newSessionId=session_id)
        return LogicSession(self._lux, session_id)

    def export(self, path: str) -> str:
        """Write the knowledge base to a new Prolog file, sentences and all; return its path."""
        return str(self._run("export", path=path).path)

    def import_(self, path: str) -> "Asserted":
        """Add the clauses of a Prolog file."""
        return self._run("import", path=path)  # type: ignore[no-any-return]

    def delete(self) -> None:
        """Delete the session with its knowledge base and history."""
        self._run("delete")

    @property
    def kb(self) -> str:
        """The knowledge base as Prolog."""
        return str(self._run("get").data.facts)

    def frame(self) -> "pd.DataFrame":
        """Return the clauses with their English and where each came from."""
        import pandas as pd

        rows = [view.wire() for view in self._run("clauses", limit=1_000_000).data]
        return pd.DataFrame(rows, columns=["clause", "english", "origin"])

    def __repr__(self) -> str:
        return f"<reasoning session {self.id!r}>"

    def _repr_html_(self) -> str:
        return str(self._run("clauses", limit=200)._repr_html_())

    def _run(self, name: str, **parameters: Any) -> Any:
        return self._lux.run_operation(f"session.{name}", {"sessionId": self.id, **parameters})
