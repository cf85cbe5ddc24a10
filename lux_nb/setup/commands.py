"""The commands ``lux-nb setup`` and ``lux-nb doctor``."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lux_nb.errors import LuxError
from lux_nb.setup.console import progress_bar, say


def add_commands(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Add both commands to the parser of ``lux-nb``."""
    setup = subparsers.add_parser(
        "setup", help="get SWI-Prolog, Janus and the embedded model; safe to run again"
    )
    setup.add_argument(
        "--constraints", type=Path, metavar="FILE", help="versions that pip has to keep to"
    )
    setup.add_argument("--no-logic", action="store_true", help="leave out SWI-Prolog and Janus")
    setup.add_argument(
        "--no-model", action="store_true", help="leave out the embedded model and encoder"
    )
    setup.add_argument("--browser", action="store_true", help="get Chromium for browser tests too")
    setup.set_defaults(run=run_setup)
    doctor = subparsers.add_parser("doctor", help="say what is missing and how to mend it")
    doctor.add_argument("--json", action="store_true", help="for programs")
    doctor.set_defaults(run=run_doctor)


def run_setup(args: argparse.Namespace) -> int:
    """Put every part in place; one that can't be had does not keep the others from it."""
    parts: list[tuple[str, Callable[[], str]]] = []
    if not args.no_logic:
        parts.append(("SWI-Prolog and Janus", lambda: _set_up_logic(args.constraints)))
    if not args.no_model:
        parts.append(("embedded model", _set_up_model))
        parts.append(("sentence encoder", _set_up_encoder))
    if args.browser:
        parts.append(("Chromium", _set_up_browser))
    failures = 0
    for name, set_up in parts:
        try:
            say(f"{name}: {set_up()}")
        except LuxError as error:
            failures += 1
            say(f"{name}: {error.message}")
            if error.hint:
                say(f"  → {error.hint}")
    return 1 if failures else 0


def run_doctor(args: argparse.Namespace) -> int:
    """Print what is in place and what is not."""
    from lux_nb.setup import doctor

    return doctor.run_doctor(as_json=args.json)


def _set_up_logic(constraints: Path | None) -> str:
    from lux_nb.setup.janus import ensure_janus
    from lux_nb.setup.prolog import ensure_prolog

    prolog = ensure_prolog(say)
    ensure_janus(prolog, constraints=constraints, report=say)
    return f"{prolog.version_text} ({prolog.executable}), Janus works"


def _set_up_model() -> str:
    from lux_nb.setup import model

    if model.is_model_present():
        return str(model.embedded_model_path())
    with progress_bar("  fetching the embedded model") as progress:
        path = model.embedded_model_path(progress)
    return str(path)


def _set_up_encoder() -> str:
    from lux_nb.setup import encoder

    if encoder.is_encoder_present():
        return str(encoder.encoder_folder())
    with progress_bar("  fetching the sentence encoder") as progress:
        return str(encoder.fetch_encoder(progress))


def _set_up_browser() -> str:
    from lux_nb.setup.browser import ensure_browser

    return str(ensure_browser(say))
