"""The command behind ``lux-nb attach``."""

import argparse
import asyncio
import contextlib
import sys

DEFAULT_WAIT_SECONDS = 20.0
TOOLSETS_HELP = (
    "which tools to show: default, reasoning, memory, logic, tools, models, kernel, several "
    "separated by commas, or all (default: the few that most work needs, and a search)"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the bridge."""
    parser.add_argument(
        "--kernel", default="latest", metavar="ID", help="kernel id or its beginning, or latest"
    )
    parser.add_argument(
        "--wait",
        type=float,
        default=DEFAULT_WAIT_SECONDS,
        metavar="SECONDS",
        help="how long a call waits for a kernel before it fails (default: %(default)g)",
    )
    parser.add_argument("--toolsets", default="", metavar="NAMES", help=TOOLSETS_HELP)
    parser.add_argument(
        "--list", action="store_true", help="show the tools and what each costs, then end"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the bridge until the assistant closes its end."""
    if arguments.list:
        from lux_nb.attach.listing import tool_costs

        sys.stdout.write(f"{tool_costs(arguments.toolsets)}\n")
        return 0
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_bridge(arguments.kernel, arguments.wait, arguments.toolsets))
    return 0


async def _bridge(kernel: str, wait_seconds: float, toolsets: str) -> None:
    from lux_nb.attach.bridge import Bridge
    from lux_nb.attach.choice import KernelChoice
    from lux_nb.attach.stdio import StandardStreams

    streams = StandardStreams()
    choice = KernelChoice(kernel)
    bridge = Bridge(choice, streams.write, say, wait_seconds=wait_seconds, toolsets=toolsets)
    try:
        async for line in streams.lines():
            await bridge.accept(line)
    finally:
        await bridge.close()


def say(message: str) -> None:
    """Tell the human, where clients show it: in the server's log."""
    sys.stderr.write(f"lux-nb attach: {message}\n")
    sys.stderr.flush()
