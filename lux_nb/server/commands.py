"""The commands about assistants: attach, kernels, install, serve and audit."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

from lux_nb.attach.main import TOOLSETS_HELP
from lux_nb.attach.main import add_arguments as add_attach_arguments
from lux_nb.attach.main import run as run_attach
from lux_nb.errors import LuxError

if TYPE_CHECKING:
    from lux_nb.server.registry import KernelEntry

CLIENT_NAMES = ("claude-desktop", "cursor", "vscode", "claude-code")


def add_commands(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the commands to the parser of ``lux-nb``; each sets ``run`` to its function."""
    attach = subparsers.add_parser("attach", help="bridge an assistant to a running kernel (stdio)")
    add_attach_arguments(attach)
    attach.set_defaults(run=run_attach)

    kernels = subparsers.add_parser("kernels", help="list the running kernels")
    kernels.add_argument("--json", action="store_true", help="as JSON, without tokens")
    kernels.set_defaults(run=run_kernels)

    install = subparsers.add_parser("install", help="let an assistant attach by itself")
    install.add_argument("client", choices=CLIENT_NAMES)
    install.add_argument("--dry-run", action="store_true", help="show the change, write nothing")
    install.add_argument(
        "--project", action="store_true", help="for the project in this folder, not for the user"
    )
    install.add_argument("--toolsets", default="", metavar="NAMES", help=TOOLSETS_HELP)
    install.set_defaults(run=run_install)

    serve = subparsers.add_parser("serve", help="run an engine and its server without a notebook")
    serve.add_argument("--toolsets", default="", metavar="NAMES", help=TOOLSETS_HELP)
    serve.add_argument(
        "--allow",
        default="",
        metavar="SCOPES",
        help=(
            "what assistants may do unasked, since nobody is there to be asked: "
            "run (code), write (files, deleting), spend (money), separated by commas"
        ),
    )
    serve.set_defaults(run=run_serve)

    audit = subparsers.add_parser("audit", help="show how exposed the running kernels are")
    audit.add_argument("--json", action="store_true", help="as JSON")
    audit.set_defaults(run=run_audit)


def run_kernels(arguments: argparse.Namespace) -> int:
    """List the running kernels, the latest first."""
    from lux_nb.server.registry import running_kernels

    kernels = running_kernels()
    if arguments.json:
        _say(json.dumps([_public(kernel) for kernel in kernels], indent=2))
    elif kernels:
        rows = [("KERNEL", "PID", "STARTED", "URL", "NOTEBOOK"), *map(_row, kernels)]
        _say("\n".join(_aligned(rows)))
    else:
        _say("No kernel is running. In a notebook: %load_ext lux_nb, then %lux serve.")
    return 0


def run_install(arguments: argparse.Namespace) -> int:
    """Show what changes in the client's configuration, then change it."""
    from lux_nb.attach.listing import check_toolsets
    from lux_nb.server.clients import CLIENTS, plan

    client = CLIENTS[arguments.client]
    try:
        toolsets = check_toolsets(arguments.toolsets)
        change = plan(client, in_project=arguments.project, toolsets=toolsets)
        if not change.is_needed:
            _say(f"{change.path} is as it should be; nothing to change.")
            return 0
        _say(change.diff())
        if arguments.dry_run:
            _say(f"\nNothing was written to {change.path} (--dry-run).")
            return 0
        backup = change.write()
    except LuxError as error:
        return _fail(error)
    kept = f" The old file is {backup}." if backup else ""
    _say(f"\nWritten to {change.path}.{kept} Restart {client.title} to attach.")
    return 0


def run_serve(arguments: argparse.Namespace) -> int:
    """Serve an engine until Ctrl-C or SIGTERM."""
    import signal
    import threading

    from lux_nb.engine.authors import Author
    from lux_nb.engine.engine import Engine
    from lux_nb.server.running import serve
    from lux_nb.server.toolsets import read_names

    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    try:
        engine = Engine()
        try:
            for scope in read_names(arguments.allow):
                allowed = engine.call(
                    "consent_allow", {"scope": scope}, author=Author("script", "lux-nb serve")
                )
                engine.run(allowed)
            info = serve(engine, read_names(arguments.toolsets) or None)
            _say(f"Serving kernel {info.kernel_id} at {info.url}. Ctrl-C ends it.")
            ended.wait()
        finally:
            engine.close()
    except LuxError as error:
        return _fail(error)
    return 0


def run_audit(arguments: argparse.Namespace) -> int:
    """Look at the running kernels; the exit code is 1 when something is open that should not be."""
    from lux_nb.server.audit import audit_kernels

    audits = audit_kernels()
    if arguments.json:
        _say(json.dumps([asdict(audit) for audit in audits], indent=2))
    elif not audits:
        _say("No kernel is running, so nothing is exposed.")
    for audit in [] if arguments.json else audits:
        notebook = f" of {audit.notebook}" if audit.notebook else ""
        _say(f"Kernel {audit.kernel_id}{notebook} (pid {audit.pid})")
        rows = [
            (f"  {'ok ' if finding.is_good else 'BAD'}", finding.what, finding.told)
            for finding in audit.findings
        ]
        _say("\n".join(_aligned(rows)))
    return 0 if all(audit.is_good for audit in audits) else 1


def _public(kernel: "KernelEntry") -> dict[str, Any]:
    facts = asdict(kernel)
    del facts["token"]
    return facts


def _row(kernel: "KernelEntry") -> tuple[str, ...]:
    started = datetime.fromisoformat(kernel.started_at).astimezone()
    shown = started.strftime("%Y-%m-%d %H:%M")
    return (kernel.kernel_id, str(kernel.pid), shown, kernel.url, kernel.notebook or "-")


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _fail(error: LuxError) -> int:
    sys.stderr.write(f"lux-nb: [{error.code}] {error}\n")
    return 1
