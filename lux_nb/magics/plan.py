"""``%%plan``: a task planned step by step, as a tree and as Markdown."""

from pathlib import Path
from typing import Any

from IPython.core.magic import Magics, line_cell_magic, magics_class, no_var_expand

from lux_nb.magics.arguments import MagicParser, with_help

EXAMPLES = """\
examples:
  %%plan
  Design a study of sleep and memory with {n} participants.

  %%plan -n 7 -m gpt-5 --export plan.md -o plan
  Move the service to a new database without downtime.

  %plan -s last -n 2

An interrupt keeps the steps so far; -s goes on with a plan (an id, its first characters, or
"last"). --export writes the plan as Markdown; the .markdown of the result is the same. The plan
is kept in _ and, with -o, in a variable.
"""

PARSER = MagicParser("%%plan", "Plan a task step by step.", EXAMPLES)
PARSER.add_argument("-n", "--steps", type=int, help="how many steps, default 5")
PARSER.add_argument("-m", "--model", help="model name or alias")
PARSER.add_argument("-s", "--session", help="plan to go on with: id, its beginning, or 'last'")
PARSER.add_argument(
    "-f", "--file", nargs="+", action="extend", default=[], help="files the model reads"
)
PARSER.add_argument("--temperature", type=float, help="0 to 1, default 0.7")
PARSER.add_argument("--export", metavar="FILE", help="write the plan as Markdown")
PARSER.add_argument("-o", "--output", metavar="VAR", help="variable for the plan")


@magics_class
class PlanMagics(Magics):
    """Planning from cells."""

    @no_var_expand
    @line_cell_magic
    @with_help(PARSER)
    def plan(self, line: str, cell: str | None = None) -> None:  # noqa: D102 - with_help
        from lux_nb.magics.interpolation import interpolate

        assert self.shell is not None
        if cell is None:
            options, task = PARSER.read_before_text(line)
        else:
            options, task = PARSER.read(line), cell.strip("\n")
        task = interpolate(task, self.shell.user_ns)
        given: dict[str, Any] = {
            "task": task or None,
            "steps": options.steps,
            "model": options.model,
            "temperature": options.temperature,
            "file_paths": options.file,
        }
        if options.session:
            from lux_nb.magics.running import named_session

            given["session_id"] = named_session("plan", options.session)
        parameters = {name: value for name, value in given.items() if value is not None}
        plan = live_plan(self.shell, parameters, options.output)
        if options.export:
            export(plan.markdown, options.export)


def export(markdown: str, name: str) -> None:
    """Write a plan as Markdown, or raise a typed error."""
    from lux_nb.errors import PermissionDenied

    try:
        Path(name).expanduser().write_text(markdown, encoding="utf-8")
    except OSError as error:
        message = f"The plan can't be written to {name!r}: {error.strerror}."
        raise PermissionDenied(message, hint="The plan is kept in _; _.markdown has it.") from None


def live_plan(shell: Any, parameters: dict[str, Any], output: str | None = None) -> Any:
    """Plan from a cell, each step shown as it is written, and return the plan."""
    from lux_nb.api import the_lux
    from lux_nb.display.plan import plan_html, plan_text
    from lux_nb.display.stepwise import LiveSteps
    from lux_nb.errors import Cancelled
    from lux_nb.magics.running import keep_result, run_in_cell
    from lux_nb.reasoning.plan_operations import PlanDetails, plan_details, prepare_plan
    from lux_nb.reasoning.plan_requests import PlanRequest

    engine = the_lux().engine
    request = engine.operations["plan"].parse(parameters)
    assert isinstance(request, PlanRequest)
    loop = engine.run(prepare_plan(engine, request))
    session_id = loop.session_id
    shown: PlanDetails | None = None

    def bundle(writing: str = "", note: str = "") -> dict[str, str]:
        if shown is None:
            return {"text/markdown": f"{writing}\n\n{note}", "text/plain": f"{writing}\n{note}"}
        return {"text/html": plan_html(shown, writing, note), "text/plain": plan_text(shown)}

    live = LiveSteps(shell, bundle)
    try:
        for number in range(loop.first, loop.last + 1):
            live.begin(f"step {number} of {loop.last}")
            step: Any = run_in_cell("planner", loop.parameters(number, session_id), live.receive)
            session_id = step.session_id
            shown = engine.run(plan_details(engine, step.session_id))
            live.step_done(f"[step {number} done]")
    except (Cancelled, KeyboardInterrupt):
        live.finish(bundle(note="interrupted; the steps so far are kept"))
        hint = None
        if shown is not None:
            keep_result(shell, shown, output)
            hint = f"The steps so far are kept; %plan -s {shown.session_id[:8]} goes on."
        raise Cancelled("Interrupted.", hint=hint) from None
    live.finish(bundle())
    keep_result(shell, shown, output)
    assert shown is not None
    return shown
