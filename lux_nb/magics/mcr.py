"""``%mcr`` and ``%%mcr``: a reasoning session from cells."""

import re
from typing import Any

from IPython.core.magic import Magics, line_cell_magic, magics_class, no_var_expand

from lux_nb.errors import InvalidRequest, NotFound
from lux_nb.magics.arguments import MagicParser, variable_name

HELP = """Tell a reasoning session sentences or Prolog, and ask it.

  %mcr assert Every cat is an animal.     tell it sentences
  %mcr query Is Tom an animal?            ask it
  %mcr prove Is Tom an animal?            ask it and see the proof, or why there is none
  %mcr rules cat(tom). cat(kit).          add Prolog clauses
  %mcr retract cat(kit).                  remove clauses
  %mcr prolog cat(X)                      run a goal; its answers are a DataFrame
  %mcr kb                                 the clauses with their English and origin
  %mcr load df [name]                     a DataFrame's rows as facts
  %mcr closed [likes/2 …]                 what is not shown of these is no, not unknown
  %mcr open likes/2 …                     and unknown again
  %mcr history                            every change
  %mcr undo [version]                     go back, to before the last change or to a version
  %mcr fork name                          branch, and go on with the branch
  %mcr ontology [name [rules]]            rules that hold in every session; set them
  %mcr strategy [id]                      the strategy that translates; choose one
  %mcr session [id]                       the notebook's session; go on with another

  %%mcr [session]                         a cell of sentences, or of Prolog clauses
  Every cat is an animal. Tom is a cat.

-o name keeps the result in a variable; {name} is filled from your variables.
"""

PARSER = MagicParser("%mcr", HELP)
PARSER.add_argument("-o", "--output", metavar="VAR", type=variable_name)
DEFAULT_SESSION = "notebook"
_CLAUSE = re.compile(r"^\s*(?:-?\s*[a-z]\w*\s*\(|[a-z]\w*\s*(?::-|\.\s*$)|%)")


@magics_class
class McrMagics(Magics):
    """Reasoning sessions from cells."""

    session_id = DEFAULT_SESSION

    @no_var_expand
    @line_cell_magic
    def mcr(self, line: str, cell: str | None = None) -> Any:  # noqa: D102 - it is HELP
        from lux_nb.magics.interpolation import interpolate

        assert self.shell is not None
        if cell is not None:
            options, session_id = PARSER.read_before_text(line)
            self.session_id = session_id or self.session_id
            command = self._rules if is_prolog(cell) else self._assert
            text = cell
        else:
            name, _, rest = line.strip().partition(" ")
            if name not in COMMANDS:
                raise _unknown(name)
            command = getattr(self, f"_{name}")
            options, text = PARSER.read_before_text(rest)
        result = command(interpolate(text, self.shell.user_ns).strip())
        if options.output:
            self.shell.push({options.output: result})
        return result

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

    def _closed(self, text: str) -> Any:
        return self._api.close_world(*re.split(r"[\s,]+", text) if text else ())

    def _open(self, text: str) -> Any:
        return self._api.open_world(*re.split(r"[\s,]+", text) if text else ())

    def _retract(self, text: str) -> Any:
        return self._api.retract(text)

    def _history(self, _text: str) -> Any:
        return self._api.history()

    def _undo(self, version: str) -> Any:
        if version and not version.isdigit():
            message = f"{version!r} is not the number of a version."
            raise InvalidRequest(message, hint="%mcr history lists them.")
        return self._api.undo(int(version) if version else None)

    def _fork(self, session_id: str) -> Any:
        made = self._api.fork(session_id)
        self.session_id = session_id
        return made

    def _ontology(self, text: str) -> Any:
        from lux_nb.api import the_lux
        from lux_nb.display.tables import Rows

        name, _, rules = text.partition(" ")
        if rules.strip():
            _set_ontology(name, rules.strip())
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
    *("assert", "query", "prove", "rules", "retract", "prolog", "kb", "load", "history", "undo"),
    *("fork", "ontology", "strategy", "session", "closed", "open"),
)


def _set_ontology(name: str, rules: str) -> None:
    from lux_nb.api import the_lux

    try:
        the_lux().call("ontology.update", name=name, rules=rules)
    except NotFound:
        the_lux().call("ontology.create", name=name, rules=rules)


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
