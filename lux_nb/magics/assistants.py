"""``%lux allow``, ``deny``, ``consents``, ``undo``, ``actions``, ``jobs`` and ``assistants``."""

import argparse
import re
from collections.abc import Callable, MutableMapping
from typing import Any

from lux_nb.engine.scopes import SCOPES
from lux_nb.errors import InvalidRequest
from lux_nb.magics.arguments import MagicParser

HELP = """\
  %lux assistants                        who attached, and what each may do
  %lux consents                          what assistants ask for, and what was said
  %lux allow ask-1                       say yes to one request
  %lux allow run --for 10m [--client C]  say yes to running code; also write, spend
  %lux deny ask-1 | run [--client C]     say no; without a word, take back every yes
  %lux actions                           what assistants' code did, as diffs
  %lux undo [n] [--force]                bring back what the last n runs changed
  %lux jobs                              long calls of assistants
"""
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def duration(text: str) -> float:
    """Read a time such as ``90s``, ``10m``, ``2h`` or a number of minutes."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smhd]?)", text.strip().lower())
    if found is None or float(found.group(1)) <= 0:
        message = f"{text!r} is not a time; write 90s, 10m or 2h"
        raise argparse.ArgumentTypeError(message)
    return float(found.group(1)) * _UNITS[found.group(2) or "m"]


ALLOW = MagicParser("%lux allow", "Say yes to a request, or to all of a kind.")
ALLOW.add_argument("what", help="a request's id, or run, write or spend")
ALLOW.add_argument("--for", dest="seconds", type=duration, help="how long: 90s, 10m, 2h")
ALLOW.add_argument("--client", help="one assistant only")

DENY = MagicParser("%lux deny", "Say no to a request, to all of a kind, or take back every yes.")
DENY.add_argument("what", nargs="?", help="a request's id, or run, write or spend")
DENY.add_argument("--client", help="one assistant only")

UNDO = MagicParser("%lux undo", "Bring back what the latest runs of assistants changed.")
UNDO.add_argument("count", nargs="?", type=int, default=1, help="how many runs")
UNDO.add_argument("--force", action="store_true", help="also what was changed again since")


def add_subcommands(subcommands: MutableMapping[str, Callable[[Any, str], Any]]) -> None:
    """Add these subcommands to those of ``%lux``."""
    subcommands["assistants"] = lambda _shell, rest: _plain("assistants_list", rest)
    subcommands["consents"] = lambda _shell, rest: _plain("consent_list", rest)
    subcommands["actions"] = lambda _shell, rest: _plain("kernel_actions", rest)
    subcommands["allow"] = allow
    subcommands["deny"] = deny
    subcommands["undo"] = undo
    subcommands["jobs"] = jobs


def allow(_shell: Any, rest: str) -> Any:
    """Say yes."""
    options = ALLOW.read(rest)
    if options.what in SCOPES:
        given = {"scope": options.what, "client": options.client, "seconds": options.seconds}
        return _run("consent_allow", **given)
    if options.seconds or options.client:
        raise InvalidRequest("--for and --client go with run, write or spend.")
    _run("consent_answer", request_id=options.what, allow=True)
    return _run("consent_list")


def deny(_shell: Any, rest: str) -> Any:
    """Say no."""
    options = DENY.read(rest)
    if options.what is None or options.what in SCOPES:
        return _run("consent_deny", scope=options.what, client=options.client)
    _run("consent_answer", request_id=options.what, allow=False)
    return _run("consent_list")


def undo(_shell: Any, rest: str) -> Any:
    """Undo runs."""
    options = UNDO.read(rest)
    return _run("kernel_undo", count=options.count, force=options.force)


def jobs(_shell: Any, rest: str) -> Any:
    """Show the jobs as a table."""
    from lux_nb.display.tables import Rows

    rows = [
        {
            "job": job.job_id[:8],
            "what": job.operation,
            "status": job.status,
            "seconds": f"{job.seconds:.1f}",
            "assistant": job.client,
            "message": job.message or job.progress or "",
        }
        for job in _plain("job_list", rest).jobs
    ]
    return Rows(rows, ["job", "what", "status", "seconds", "assistant", "message"])


def _plain(name: str, rest: str) -> Any:
    if rest:
        raise InvalidRequest(f"{rest!r} is not understood here.", hint="%lux? shows how.")
    return _run(name)


def _run(name: str, **parameters: Any) -> Any:
    from lux_nb.api import the_lux

    return the_lux().run_operation(name, parameters)
