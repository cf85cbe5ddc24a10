"""What the set-up says while it works: plain lines, and a bar where it takes long."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Report = Callable[[str], None]
"""Takes one line about what is being done."""

Progress = Callable[[int, int], None]
"""Takes how many bytes are done and how many there are."""


def say(line: str = "") -> None:
    """Write one line for the user, at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def silent(line: str) -> None:
    """Take a line and show it to nobody."""


@contextmanager
def progress_bar(label: str) -> Iterator[Progress]:
    """Show a bar of bytes while the block runs, drawn by tqdm where it is installed."""
    try:
        from tqdm import tqdm
    except ImportError:
        yield _percentages(label)
        return
    # A log file gets a line now and then, a terminal a bar that moves.
    interval = 0.1 if sys.stderr.isatty() else 5.0
    with tqdm(
        desc=label, unit="B", unit_scale=True, unit_divisor=1024, mininterval=interval
    ) as bar:

        def show(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        yield show


def _percentages(label: str) -> Progress:
    """Write a line each time another quarter is done."""
    shown = -1

    def show(done: int, total: int) -> None:
        nonlocal shown
        quarter = done * 4 // max(total, 1)
        if quarter > shown:
            shown = quarter
            say(f"{label}: {quarter * 25} %")

    return show
