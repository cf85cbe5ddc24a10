"""``%mercury``: chat without a thread, the models there are, their health and their cost."""

from collections.abc import Callable
from typing import Any, get_args

from IPython.core.magic import Magics, line_cell_magic, magics_class, no_var_expand

from lux_nb.errors import InvalidRequest
from lux_nb.magics.arguments import MagicParser

HELP = """Talk to models directly, and see which there are.

  %mercury chat [options] text    one answer, on no thread
  %%mercury chat [options]        the same with the text in the cell
  %mercury models                 the models of the configured providers
  %mercury health [provider]      reachable, key accepted, latency, last errors
  %mercury cost [by]              dollars and tokens by model, provider, notebook, day,
                                  thread, author or call

options of chat:
  -m MODEL            name, alias or provider:model
  -s TEXT             system message
  --temperature T     0 to 2
  --max-tokens N      most tokens to write
  --top-p P           0 to 1
  --stop TEXT         where the answer ends; may be given again
  --cache             keep the answer, and give it again when asked the same
  -o VAR              variable for the result

examples:
  %mercury chat -m mercury-coder-small --max-tokens 200 Write a haiku about {topic}.

  %%mercury chat -m ollama:llama3.2 --temperature 0 -o summary
  Summarise: {text}
"""

CHAT = MagicParser("%mercury chat", "One answer of a model, on no thread.")
CHAT.add_argument("-m", "--model")
CHAT.add_argument("-s", "--system")
CHAT.add_argument("--temperature", type=float)
CHAT.add_argument("--max-tokens", type=int)
CHAT.add_argument("--top-p", type=float)
CHAT.add_argument("--stop", action="append")
CHAT.add_argument("--cache", action="store_true", default=None)
CHAT.add_argument("-o", "--output", metavar="VAR")


@magics_class
class MercuryMagics(Magics):
    """Models from cells."""

    @no_var_expand
    @line_cell_magic
    def mercury(self, line: str, cell: str | None = None) -> Any:  # noqa: D102 - it is HELP
        name, _, rest = line.strip().partition(" ")
        command = SUBCOMMANDS.get(name or "models")
        if command is None:
            known = ", ".join(SUBCOMMANDS)
            message = f"%mercury has no subcommand {name!r}."
            raise InvalidRequest(message, hint=f"There are: {known}. %mercury? explains them.")
        return command(self.shell, rest.strip(), cell)


MercuryMagics.mercury.__doc__ = HELP


def chat(shell: Any, rest: str, cell: str | None) -> None:
    """Send one message and show the answer as it comes."""
    from lux_nb.api import the_lux
    from lux_nb.display.live import LiveAnswer
    from lux_nb.errors import Cancelled
    from lux_nb.magics.interpolation import interpolate
    from lux_nb.magics.running import keep_result, run_in_cell
    from lux_nb.models.results import ChatCompletion

    if cell is None:
        options, text = CHAT.read_before_text(rest)
    else:
        options, text = CHAT.read(rest), cell.strip("\n")
    text = interpolate(text, shell.user_ns)
    if not text.strip():
        message = "%mercury chat: there is nothing to say."
        raise InvalidRequest(message, hint="Write the text behind the options or in the cell.")
    live = LiveAnswer(shell, at_once=bool(the_lux().settings.replay))
    try:
        result = run_in_cell("mercury_chat_stream", _parameters(options, text), live.receive)
    except Cancelled:
        live.finish(live.text, "interrupted")
        raise
    assert isinstance(result, ChatCompletion)
    live.finish(result.text, result.footer)
    keep_result(shell, result, options.output)


def models(_shell: Any, _rest: str, _cell: str | None) -> Any:
    """Return the models of the configured providers."""
    return _run("mercury_list_models")


def health(_shell: Any, rest: str, _cell: str | None) -> Any:
    """Return how the providers are doing."""
    return _run("models.health", provider=rest or None)


def cost(_shell: Any, rest: str, _cell: str | None) -> Any:
    """Return what model calls cost."""
    from lux_nb.models.costs import Grouping

    by = rest.removeprefix("--by").strip() or "model"
    if by not in get_args(Grouping):
        message = f"%mercury cost can't sum by {by!r}."
        raise InvalidRequest(message, hint=f"It can by: {', '.join(get_args(Grouping))}.")
    return _run("models.cost", by=by)


SUBCOMMANDS: dict[str, Callable[[Any, str, str | None], Any]] = {
    "chat": chat,
    "models": models,
    "health": health,
    "cost": cost,
}


def _parameters(options: Any, text: str) -> dict[str, Any]:
    messages = [{"role": "system", "content": options.system}] if options.system else []
    messages.append({"role": "user", "content": text})
    names = ("model", "temperature", "max_tokens", "top_p", "stop", "cache")
    given = {name: getattr(options, name) for name in names}
    chosen = {name: value for name, value in given.items() if value is not None}
    return {"messages": messages, **chosen}


def _run(name: str, **parameters: Any) -> Any:
    from lux_nb.magics.running import run_in_cell

    return run_in_cell(name, parameters, _ignore)


def _ignore(_update: object) -> None:
    """Show nothing before the end."""
