"""``%%bias``: an answer that a second model checks for bias, round by round."""

from typing import Any

from IPython.core.magic import Magics, line_cell_magic, magics_class, no_var_expand

from lux_nb.magics.arguments import MagicParser, with_help

EXAMPLES = """\
examples:
  %%bias
  What are the best programming languages for beginners?

  %%bias -m gpt-5 --verifier sonnet --rounds 2 -o checked
  Should {company} stop hiring juniors?

  %bias -s last

One model reasons, another marks the words that show a bias, the first corrects them, and so on
for a few rounds. An interrupt keeps the steps so far; -s goes on with a session (an id, its
first characters, or "last"). The result is kept in _ and, with -o, in a variable.
"""

PARSER = MagicParser("%%bias", "Answer a question with bias checks.", EXAMPLES)
PARSER.add_argument("-m", "--model", help="model that reasons")
PARSER.add_argument("--verifier", help="model that checks")
PARSER.add_argument("--rounds", type=int, help="most rounds, default 3")
PARSER.add_argument("-s", "--session", help="session to go on with: id, its beginning, 'last'")
PARSER.add_argument(
    "-f", "--file", nargs="+", action="extend", default=[], help="files the model reads"
)
PARSER.add_argument("-o", "--output", metavar="VAR", help="variable for the result")


@magics_class
class BiasMagics(Magics):
    """Bias-checked reasoning from cells."""

    @no_var_expand
    @line_cell_magic
    @with_help(PARSER)
    def bias(self, line: str, cell: str | None = None) -> None:  # noqa: D102 - with_help
        from lux_nb.magics.interpolation import interpolate

        assert self.shell is not None
        if cell is None:
            options, query = PARSER.read_before_text(line)
        else:
            options, query = PARSER.read(line), cell.strip("\n")
        query = interpolate(query, self.shell.user_ns)
        given: dict[str, Any] = {
            "query": query,
            "primary_model": options.model,
            "verifier_model": options.verifier,
            "max_analysis_rounds": options.rounds,
            "file_paths": options.file or None,
            "new_session": True,
        }
        if options.session:
            given |= _resumed(options.session)
        parameters = {name: value for name, value in given.items() if value is not None}
        live_bias(self.shell, parameters, options.output)


def _resumed(wanted: str) -> dict[str, Any]:
    from lux_nb.api import the_lux
    from lux_nb.magics.running import named_session

    engine = the_lux().engine
    session_id = named_session("bias", wanted)
    session = engine.run(engine.bias.sessions.get(session_id, "bias"))
    return {"session_id": session_id, "query": session.query, "new_session": False}


def live_bias(shell: Any, parameters: dict[str, Any], output: str | None = None) -> Any:
    """Run the steps from a cell, each shown as it is written, and return the whole."""
    from lux_nb.api import the_lux
    from lux_nb.display.bias import bias_html, bias_text
    from lux_nb.display.stepwise import LiveSteps
    from lux_nb.errors import Cancelled
    from lux_nb.magics.running import keep_result, run_in_cell
    from lux_nb.reasoning.bias_operations import BiasDetails, BiasStepResult, bias_details

    engine = the_lux().engine
    shown: BiasDetails | None = None

    def bundle(writing: str = "", note: str = "") -> dict[str, str]:
        if shown is None:
            return {"text/html": f"<small>{note}</small>", "text/plain": note}
        return {"text/html": bias_html(shown, writing, note), "text/plain": bias_text(shown)}

    live = LiveSteps(shell, bundle)
    action = "the question"
    try:
        while action != "Complete":
            live.begin(action)
            step = run_in_cell("biased_reasoning", parameters, live.receive)
            assert isinstance(step, BiasStepResult)
            parameters |= {"session_id": step.session_id, "new_session": False}
            shown = engine.run(bias_details(engine, step.session_id))
            live.step_done(f"[{step.step_type}, next: {step.next_action}]")
            action = step.next_action
    except (Cancelled, KeyboardInterrupt):
        live.finish(bundle(note="interrupted; the steps so far are kept"))
        hint = None
        if shown is not None:
            keep_result(shell, shown, output)
            hint = f"The steps so far are kept; %bias -s {shown.session_id[:8]} goes on."
        raise Cancelled("Interrupted.", hint=hint) from None
    live.finish(bundle())
    keep_result(shell, shown, output)
    return shown
