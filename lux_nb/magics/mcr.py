"""``%mcr`` and ``%%mcr``: a reasoning session from cells."""

import re
from typing import Any

from IPython.core.magic import Magics, line_cell_magic, magics_class, no_var_expand

from lux_nb.errors import InvalidRequest

HELP = """Tell a reasoning session sentences or Prolog, and ask it.

  %mcr assert Every cat is an animal.     tell it sentences
  %mcr query Is Tom an animal?            ask it
  %mcr prove Is Tom an animal?            ask it and see the proof
  %mcr rules cat(tom). cat(kit).          add Prolog clauses
  %mcr prolog cat(X)                      run a goal; its answers are a DataFrame
  %mcr kb                                 the clauses with their sentences
  %mcr load df [name]                     a DataFrame's rows as facts
  %mcr ontology [name]                    the rules that hold in every session
  %mcr strategy [id]                      the strategy that translates; choose one
  %mcr session [id]                       the notebook's session; go on with another

  %%mcr                                   a cell of sentences, or of Prolog clauses
  Every cat is an animal. Tom is a cat.
"""

DEFAULT_SESSION = "notebook"
_CLAUSE = re.compile(r"^\s*(?:-?\s*[a-z]\w*\s*\(|[a-z]\w*\s*(?::-|\.\s*$)|%)")


@magics_class
class McrMagics(Magics):
    """Reasoning sessions from cells."""

    session_id = DEFAULT_SESSION

    @no_var_expand
    @line_cell_magic
    def mcr(self, line: str, cell: str | None = None) -> Any:  # noqa: D102 - it is HELP
        if cell is not None:
            if line.strip():
                self.session_id = line.strip()
            return self._rules(cell) if is_prolog(cell) else self._assert(cell)
        name, _, rest = line.strip().partition(" ")
        command = getattr(self, f"_{name}", None) if name in COMMANDS else None
        if command is None:
            raise _unknown(name)
        return command(rest.strip())

    @property
    def _api(self) -> Any:
        from lux_nb.api import the_lux

        return the_lux().logic.session(self.session_id)

    def _assert(self, text: str) -> Any:
        return self._api.assert_(text)  # noqa: PT009 - not unittest's

    def _rules(self, text: str) -> Any:
        return self._api.assert_rules(text)

    def _query(self, text: str) -> Any:
        return self._api.query(text)

    def _prove(self, text: str) -> Any:
        return self._api.query(text, trace=True)

    def _prolog(self, text: str) -> Any:
        return self._api.prolog(text)

    def _kb(self, _text: str) -> Any:
        return self._api

    def _load(self, text: str) -> Any:
        variable, _, name = text.partition(" ")
        assert self.shell is not None
        frame = self.shell.user_ns.get(variable)
        if not hasattr(frame, "itertuples"):
            message = f"There is no DataFrame {variable!r}."
            raise InvalidRequest(message, hint="%mcr load df [name]")
        return self._api.load(name.strip() or variable.lower(), frame)

    def _ontology(self, name: str) -> Any:
        from lux_nb.api import the_lux
        from lux_nb.display.tables import Rows

        listed = the_lux().call("ontology.list", includeRules=True)["data"]
        return Rows([one for one in listed if name in {"", one["name"]}], ["name", "rules"])

    def _strategy(self, strategy_id: str) -> Any:
        from lux_nb.api import the_lux
        from lux_nb.display.tables import Rows

        lux = the_lux()
        if strategy_id:
            lux.call("strategy.setActive", strategyId=strategy_id)
        active = lux.call("strategy.getActive")["data"]["activeStrategyId"]
        listed = lux.call("strategy.list")["data"]
        rows = [{**one, "active": "yes" if one["id"] == active else ""} for one in listed]
        return Rows(rows, ["id", "name", "active", "description"])

    def _session(self, session_id: str) -> Any:
        if session_id:
            self.session_id = session_id
        return self._api


McrMagics.mcr.__doc__ = HELP
COMMANDS = (
    *("assert", "query", "prove", "rules", "prolog", "kb", "load", "ontology", "strategy"),
    "session",
)


def is_prolog(text: str) -> bool:
    """Tell whether a cell is Prolog clauses and not sentences: its first line looks like one."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return _CLAUSE.match(first) is not None


def _unknown(name: str) -> InvalidRequest:
    import difflib

    near = difflib.get_close_matches(name, COMMANDS, n=1)
    known = ", ".join(COMMANDS)
    hint = f"Did you mean %mcr {near[0]}?" if near else f"There are: {known}. %mcr? explains them."
    return InvalidRequest(f"%mcr has no subcommand {name!r}.", hint=hint)
