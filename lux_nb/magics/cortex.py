"""``%cortex``: the memory of the project, from a cell."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from IPython.core.magic import Magics, line_cell_magic, magics_class, no_var_expand

from lux_nb.errors import InvalidRequest
from lux_nb.magics.arguments import MagicParser

HELP = """The memory of a project: branches, search, verification, snapshots and sync.

  %cortex init [folder] [--mode full|light|none]   open a project (this folder by default)
  %cortex branch [topic] [--parent id]             begin a branch; without a topic list them
  %cortex remember [--role assistant] text         save a context (also %%remember)
  %cortex recall [-k 5] [--min-score 0.3] [--category data] [--all] question
  %cortex summary                                  the active branch in a few sentences
  %cortex verify [-s auth.py] text                 hold a text against files, git and memory
  %cortex suggest task                             contexts that fit a task
  %cortex accept session id [id …]                 answer a suggestion session
  %cortex reject session reason                    answer it with why nothing fits
  %cortex snapshot [description]                   back up; %cortex snapshot --list shows all
  %cortex restore snapshot                         bring a snapshot back
  %cortex sync up|down                             encrypted backup to sync_url, and back
  %cortex link git-branch                          follow a git branch with the active branch
  %cortex graph                                    how the contexts relate
  %cortex audit                                    every context and why it is kept

As a cell, %%cortex verify (or remember, recall, suggest) takes its text from the cell.
-o name keeps the result in a variable; {name} is filled from your variables.
"""


# What follows the options of these is text as it was written, quotes and dashes included.
PROSE = ("remember", "recall", "verify", "suggest")


def _parser(name: str, description: str) -> MagicParser:
    made = MagicParser(f"%cortex {name}".strip(), description)
    if name not in PROSE:
        made.add_argument("words", nargs="*")
    made.add_argument("-o", "--output", metavar="VAR", help="variable for the result")
    return made


INIT = _parser("init", "Open a project.")
INIT.add_argument("--mode", choices=["full", "light", "none"], default="light")
BRANCH = _parser("branch", "Begin a branch.")
BRANCH.add_argument("--parent")
REMEMBER = _parser("remember", "Save a context.")
REMEMBER.add_argument("--role", choices=["user", "assistant"], default="user")
RECALL = _parser("recall", "Search the memory.")
RECALL.add_argument("-k", "--top-k", type=int, default=5)
RECALL.add_argument("--min-score", type=float, default=0.3)
RECALL.add_argument("--category")
RECALL.add_argument("--all", action="store_true")
VERIFY = _parser("verify", "Verify a text.")
VERIFY.add_argument("-s", "--source", action="append", default=[])
SUGGEST = _parser("suggest", "Suggest contexts.")
SUGGEST.add_argument("-k", "--top-k", type=int, default=5)
SNAPSHOT = _parser("snapshot", "Back up the project.")
SNAPSHOT.add_argument("--list", action="store_true")
PLAIN = _parser("", "A command without options.")

Command = Callable[[argparse.Namespace, str], Any]


@magics_class
class CortexMagics(Magics):
    """The memory of the project."""

    @no_var_expand
    @line_cell_magic
    def cortex(self, line: str, cell: str | None = None) -> Any:  # noqa: D102 - it is HELP
        name, _, rest = line.strip().partition(" ")
        parser, command = SUBCOMMANDS.get(name or "summary", (PLAIN, None))
        if command is None:
            raise _unknown(name)
        if name in PROSE:
            options, text = parser.read_before_text(rest)
        else:
            options = parser.read(rest)
            text = " ".join(options.words)
        return run_command(self.shell, command, options, cell.strip("\n") if cell else text)


CortexMagics.cortex.__doc__ = HELP


def run_command(shell: Any, command: Command, options: argparse.Namespace, text: str) -> Any:
    """Run a command on a text with its variables filled in, and keep its result."""
    from lux_nb.magics.interpolation import interpolate

    result = command(options, interpolate(text, shell.user_ns))
    if options.output:
        shell.push({options.output: result})
    return result


def call(name: str, **parameters: Any) -> Any:
    """Run an operation of the memory from the cell."""
    from lux_nb.magics.running import run_in_cell

    return run_in_cell(name, parameters, lambda _update: None)


def current_project() -> str:
    """Return the project of this notebook: the one opened here, or that of this folder."""
    from lux_nb.api import the_lux
    from lux_nb.memory.service import memory_of

    engine = the_lux().engine

    async def opened() -> str | None:
        return memory_of(engine).current

    if found := engine.run(opened()):
        return found
    here = str(Path.cwd().resolve())
    for project in call("list_projects").projects:
        if project.path == here:
            return str(project.project_id)
    raise InvalidRequest("No project is open.", hint="Open one with: %cortex init")


def current_branch(project_id: str) -> str:
    """Return the active branch of a project; the first one is begun when it is needed."""
    for branch in call("list_branches", project_id=project_id).branches:
        if branch.active:
            return str(branch.branch_id)
    made = call("create_branch", project_id=project_id, branch_topic="Notes")
    return str(made.branch_id)


def _init(options: argparse.Namespace, text: str) -> Any:
    from lux_nb.api import the_lux
    from lux_nb.memory.service import memory_of

    folder = Path(text or ".").expanduser().resolve()
    made = call("initialize_context", project_path=str(folder), mode=options.mode)
    engine = the_lux().engine

    async def remember() -> None:
        memory_of(engine).current = made.project_id

    engine.run(remember())
    return made


def _branch(options: argparse.Namespace, text: str) -> Any:
    project = current_project()
    if not text:
        return call("list_branches", project_id=project)
    return call(
        "create_branch", project_id=project, branch_topic=text, parent_branch=options.parent
    )


def remember(options: argparse.Namespace, text: str) -> Any:
    """Save a text on the active branch and wait for its verification."""
    project = current_project()
    return call(
        "update_memory",
        project_id=project,
        branch_id=current_branch(project),
        content=text,
        role=options.role,
        wait=True,
    )


def _recall(options: argparse.Namespace, text: str) -> Any:
    return call(
        "search_context",
        project_id=current_project(),
        query=text,
        top_k=options.top_k,
        min_score=options.min_score,
        filter_category=options.category,
        include_unverified=options.all,
    )


def _summary(_options: argparse.Namespace, _text: str) -> Any:
    project = current_project()
    return call("get_active_summary", project_id=project, branch_id=current_branch(project))


def _verify(options: argparse.Namespace, text: str) -> Any:
    return call(
        "verify_response",
        project_id=current_project(),
        response_text=text,
        evidence_sources=options.source or None,
    )


def _suggest(options: argparse.Namespace, text: str) -> Any:
    project = current_project()
    return call("suggest_contexts", project_id=project, current_context=text, top_k=options.top_k)


def _accept(_options: argparse.Namespace, text: str) -> Any:
    session, *chosen = text.split() or [""]
    return call(
        "accept_suggestions", project_id=current_project(), session_id=session, context_ids=chosen
    )


def _reject(_options: argparse.Namespace, text: str) -> Any:
    session, _, reason = text.partition(" ")
    return call(
        "reject_suggestions", project_id=current_project(), session_id=session, reason=reason
    )


def _snapshot(options: argparse.Namespace, text: str) -> Any:
    project = current_project()
    if options.list:
        return call("list_snapshots", project_id=project)
    return call("create_snapshot", project_id=project, description=text)


def _restore(_options: argparse.Namespace, text: str) -> Any:
    return call("restore_snapshot", project_id=current_project(), snapshot_id=text)


def _sync(_options: argparse.Namespace, text: str) -> Any:
    directions = {"up": "sync_to_cloud", "down": "sync_from_cloud"}
    if text not in directions:
        raise InvalidRequest("%cortex sync needs a direction.", hint="Use up or down.")
    return call(directions[text], project_id=current_project())


def _link(_options: argparse.Namespace, text: str) -> Any:
    project = current_project()
    return call(
        "link_git_branch",
        project_id=project,
        cortex_branch_id=current_branch(project),
        git_branch_name=text,
    )


def _graph(_options: argparse.Namespace, _text: str) -> Any:
    return call("get_context_graph_info", project_id=current_project())


def _audit(_options: argparse.Namespace, _text: str) -> Any:
    from lux_nb.frames import audit_frame

    return audit_frame(call("memory_audit", project_id=current_project()))


SUBCOMMANDS: dict[str, tuple[MagicParser, Command]] = {
    "init": (INIT, _init),
    "branch": (BRANCH, _branch),
    "remember": (REMEMBER, remember),
    "recall": (RECALL, _recall),
    "summary": (PLAIN, _summary),
    "verify": (VERIFY, _verify),
    "suggest": (SUGGEST, _suggest),
    "accept": (PLAIN, _accept),
    "reject": (PLAIN, _reject),
    "snapshot": (SNAPSHOT, _snapshot),
    "restore": (PLAIN, _restore),
    "sync": (PLAIN, _sync),
    "link": (PLAIN, _link),
    "graph": (PLAIN, _graph),
    "audit": (PLAIN, _audit),
}


def _unknown(name: str) -> InvalidRequest:
    import difflib

    near = difflib.get_close_matches(name, SUBCOMMANDS, n=1)
    known = ", ".join(SUBCOMMANDS)
    hint = f"Did you mean %cortex {near[0]}?" if near else f"There are: {known}."
    return InvalidRequest(f"%cortex has no subcommand {name!r}.", hint=hint)
