"""The ``lux-nb`` command."""

import argparse
import sys
from collections.abc import Sequence

from lux_nb import __version__
from lux_nb.errors import LuxError


def build_parser() -> argparse.ArgumentParser:
    """Build the parser with every command; each sets ``run``, a function of its arguments."""
    from lux_nb.server import commands as server_commands
    from lux_nb.setup import commands as setup_commands

    parser = argparse.ArgumentParser(
        prog="lux-nb", description="Set up lux_nb, and let assistants attach to its kernels."
    )
    parser.add_argument("--version", action="version", version=f"lux-nb {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    server_commands.add_commands(subparsers)
    setup_commands.add_commands(subparsers)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; an error is one short message, no traceback."""
    args = build_parser().parse_args(argv)
    try:
        code: int = args.run(args)
    except LuxError as error:
        sys.stderr.write(f"lux-nb: {error.message}\n")
        if error.hint:
            sys.stderr.write(f"  → {error.hint}\n")
        return 1
    except KeyboardInterrupt:
        return 130
    return code


if __name__ == "__main__":
    sys.exit(main())
