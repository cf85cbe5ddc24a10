"""Running other programs: one place for how they are started and what is kept of them."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Finished:
    """What a program left behind: its exit code and all it wrote."""

    code: int
    output: str
    errors: str

    @property
    def last_words(self) -> str:
        """The last lines it wrote, which mostly say what went wrong."""
        lines = [line for line in (self.errors or self.output).splitlines() if line.strip()]
        return "\n".join(lines[-5:])


def run(
    command: Sequence[str | Path],
    *,
    environment: Mapping[str, str] | None = None,
    directory: Path | None = None,
    timeout: float | None = None,
) -> Finished:
    """Run a program to its end, with ``environment`` added to our own, and keep what it wrote.

    A program that is not there or does not end in time is a failure like any other (code 127
    and 124, as in a shell), since the caller's question is only whether it worked.
    """
    words = [str(word) for word in command]
    try:
        done = subprocess.run(  # noqa: S603 - a list of words, never a shell
            words,
            env={**os.environ, **(environment or {})},
            cwd=directory,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=timeout,
            check=False,
        )
    except OSError as error:
        return Finished(127, "", f"{words[0]}: {error.strerror}")
    except subprocess.TimeoutExpired:
        return Finished(124, "", f"{words[0]} did not end within {timeout:.0f} s")
    return Finished(done.returncode, done.stdout, done.stderr)
