"""``%%trace``: a question thought through step by step, in sight."""

import argparse
import uuid
from typing import TYPE_CHECKING, Any

from IPython.core.magic import Magics, line_cell_magic, magics_class, no_var_expand

from lux_nb.magics.arguments import MagicParser, with_help

if TYPE_CHECKING:
    from lux_nb.reasoning.trace_results import TraceDetails

EXAMPLES = """\
examples:
  %%trace
  Why do the residuals of {model} grow with income?

  %%trace -n 8 -m gpt-5 -f analysis.py --stop-on-intervention -o trace
  Is the difference between the groups real?

  %trace -s last -n 3

Each thought appears as it is written, with its gauges. What the monitor objects to is shown at
the thought and goes into the next prompt. An interrupt keeps what was thought; -s goes on with
a trace (an id, its first characters, or "last"). The trace is kept in _ and, with -o, in a
variable.
"""

PARSER = MagicParser("%%trace", "Think about a question in a monitored loop.", EXAMPLES)
PARSER.add_argument("-n", "--steps", type=int, help="how many thoughts, default 5")
PARSER.add_argument("-m", "--model", help="model name or alias")
PARSER.add_argument("-s", "--session", help="trace to go on with: id, its beginning, or 'last'")
PARSER.add_argument("-t", "--thread", help="thread to think on: id, its beginning, or 'last'")
PARSER.add_argument(
    "-f", "--file", nargs="+", action="extend", default=[], help="files the model reads"
)
PARSER.add_argument("--temperature", type=float, help="0 to 1, default 0.7")
PARSER.add_argument(
    "--stop-on-intervention", action="store_true", help="end where the monitor objects"
)
PARSER.add_argument("--no-drift", action="store_true", help="switch the drift check off")
PARSER.add_argument("--no-perplexity", action="store_true", help="switch perplexity off")
PARSER.add_argument("--no-circular", action="store_true", help="switch the loop detection off")
PARSER.add_argument("--no-consistency", action="store_true", help="switch consistency off")
PARSER.add_argument("--no-attention", action="store_true", help="switch attention analysis off")
PARSER.add_argument("--drift-threshold", type=float, help="0 to 1, default 0.3")
PARSER.add_argument("--perplexity-threshold", type=float, help="default 50")
PARSER.add_argument("-o", "--output", metavar="VAR", help="variable for the trace")

_SWITCHES = {
    "no_drift": "semantic_drift_check",
    "no_perplexity": "perplexity_monitoring",
    "no_circular": "circular_reasoning_detection",
    "no_consistency": "consistency_validation",
    "no_attention": "attention_entropy_analysis",
}
_THRESHOLDS = {
    "drift_threshold": "semantic_drift_threshold",
    "perplexity_threshold": "perplexity_threshold",
}


@magics_class
class TraceMagics(Magics):
    """Traced reasoning from cells."""

    @no_var_expand
    @line_cell_magic
    @with_help(PARSER)
    def trace(self, line: str, cell: str | None = None) -> None:  # noqa: D102 - with_help
        from lux_nb.magics.interpolation import interpolate

        assert self.shell is not None
        if cell is None:
            options, question = PARSER.read_before_text(line)
        else:
            options, question = PARSER.read(line), cell.strip("\n")
        question = interpolate(question, self.shell.user_ns)
        live_trace(self.shell, _parameters(options, question), options.output)


def live_trace(shell: Any, parameters: dict[str, Any], output: str | None = None) -> "TraceDetails":
    """Run a trace from a cell, each thought shown as it is written, and return it."""
    from lux_nb.api import the_lux
    from lux_nb.display.stepwise import LiveSteps
    from lux_nb.display.trace import thought_text, trace_html, trace_text
    from lux_nb.errors import Cancelled, LuxError
    from lux_nb.magics.running import keep_result, run_in_cell
    from lux_nb.reasoning.trace_loop import prepare_loop
    from lux_nb.reasoning.trace_operations import trace_details
    from lux_nb.reasoning.trace_requests import TraceRequest
    from lux_nb.reasoning.trace_results import ThoughtView, TracedThought

    engine = the_lux().engine
    request = engine.operations["trace"].parse(parameters)
    assert isinstance(request, TraceRequest)
    loop = engine.run(prepare_loop(engine, request))
    # Named now, so that what an interrupt leaves behind can be found again.
    session_id = loop.session_id or str(uuid.uuid4())
    shown = _empty(loop.question, session_id, loop.last)
    if loop.session_id:
        shown = engine.run(trace_details(engine, session_id))

    def bundle(writing: str = "", note: str = "") -> dict[str, str]:
        return {"text/html": trace_html(shown, writing, note), "text/plain": trace_text(shown)}

    live = LiveSteps(shell, bundle)
    stopped = "steps"
    try:
        for number in loop.numbers():
            live.begin(f"thought {number} of {loop.last}")
            step = loop.parameters(number, session_id)
            thought = run_in_cell("traced_reasoning", step, live.receive)
            assert isinstance(thought, TracedThought)
            assert thought.thought is not None
            view = ThoughtView.of(thought.thought)
            shown.thoughts.append(view)
            live.step_done(thought_text(view).split("\n", 1)[0])
            if request.stop_on_intervention and view.intervention:
                stopped = "intervention"
                break
    except (Cancelled, KeyboardInterrupt):
        shown = _kept(engine, session_id, shown, "interrupted")
        live.finish(bundle())
        keep_result(shell, shown, output)
        count = len(shown.thoughts)
        hint = f"{count} thoughts are kept; %trace -s {session_id[:8]} goes on with them."
        raise Cancelled("Interrupted.", hint=hint if count else None) from None
    except LuxError:
        shown = _kept(engine, session_id, shown, None)
        live.finish(bundle())
        raise
    shown = _kept(engine, session_id, shown, stopped)
    live.finish(bundle())
    keep_result(shell, shown, output)
    return shown


def _kept(
    engine: Any, session_id: str, shown: "TraceDetails", stopped: str | None
) -> "TraceDetails":
    """Return the trace as the store has it, or as shown where nothing was stored."""
    from lux_nb.errors import NotFound
    from lux_nb.reasoning.trace_operations import trace_details

    try:
        stored: TraceDetails = engine.run(trace_details(engine, session_id))
    except NotFound:
        return shown
    return stored.model_copy(update={"stopped": stopped})


def _empty(question: str, session_id: str, total: int) -> "TraceDetails":
    from datetime import UTC, datetime

    from lux_nb.reasoning.trace_results import TraceDetails, TraceSummary

    now = datetime.now(UTC)
    summary = TraceSummary(
        session_id=session_id,
        query=question,
        status="open",
        total_thoughts=total,
        created_at=now,
        last_accessed=now,
    )
    return TraceDetails(trace=summary, thoughts=[])


def _parameters(options: argparse.Namespace, question: str) -> dict[str, Any]:
    given: dict[str, Any] = {
        "question": question or None,
        "steps": options.steps,
        "model": options.model,
        "temperature": options.temperature,
        "stop_on_intervention": options.stop_on_intervention,
        "file_paths": options.file,
        "guardrails": _guardrails(options),
    }
    if options.session:
        from lux_nb.magics.running import named_session

        given["session_id"] = named_session("trace", options.session)
    if options.thread:
        from lux_nb.api import the_lux
        from lux_nb.magics.confer import _thread

        options.new = False
        given["continuation_id"] = _thread(the_lux(), options)
    return {name: value for name, value in given.items() if value is not None}


def _guardrails(options: argparse.Namespace) -> dict[str, Any] | None:
    given: dict[str, Any] = {
        name: False for option, name in _SWITCHES.items() if getattr(options, option)
    }
    for option, name in _THRESHOLDS.items():
        if getattr(options, option) is not None:
            given[name] = getattr(options, option)
    return given or None
