"""Parsing of a magic's line: options as in a shell, errors as short messages."""

import argparse
import keyword
import re
import shlex
from typing import Any, NoReturn

from lux_nb.errors import InvalidRequest

_OPTION = re.compile(r"(--?[A-Za-z][\w-]*(?:=\S+)?|--)(?:\s+|$)")
_WORD = re.compile(r"(\"[^\"]*\"|'[^']*'|\S+)(?:\s+|$)")


class MagicParser(argparse.ArgumentParser):
    """An argument parser that raises a typed error instead of ending the process."""

    def __init__(self, prog: str, description: str, epilog: str = "") -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog,
            add_help=False,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        """Raise what argparse found wrong, with the usage."""
        usage = " ".join(self.format_usage().removeprefix("usage: ").split())
        text = f"{self.prog}: {message}."
        raise InvalidRequest(text, hint=f"Usage: {usage}. {self.prog}? shows examples.")

    def read(self, line: str) -> argparse.Namespace:
        """Parse a line; quotes group words and are then taken off."""
        return self.parse_args(split_line(line))

    def read_before_text(self, line: str) -> tuple[argparse.Namespace, str]:
        """Parse the options a line begins with and return what follows as it was written.

        An option takes one word here, so that prose with quotes and dashes needs no escaping.
        """
        words: list[str] = []
        rest = line.strip()
        while found := _OPTION.match(rest):
            name = found.group(1)
            rest = rest[found.end() :]
            if name == "--":
                break
            words.append(name)
            action = self._option_string_actions.get(name.split("=", 1)[0])
            if action is not None and action.nargs != 0 and "=" not in name:
                value = _WORD.match(rest)
                if value is None:
                    break
                words.append(value.group(1).strip("'\""))
                rest = rest[value.end() :]
        return self.parse_args(words), rest.strip()


def split_line(line: str) -> list[str]:
    """Split a line into words; an apostrophe in prose does not count as a quote."""
    try:
        return shlex.split(line)
    except ValueError:
        return line.split()


def variable_name(text: str) -> str:
    """Return the name of a variable, or refuse what can't be one."""
    if not text.isidentifier() or keyword.iskeyword(text):
        message = f"{text!r} can't be the name of a variable"
        raise argparse.ArgumentTypeError(message)
    return text


def with_help(parser: MagicParser) -> Any:
    """Give a magic its parser's help as docstring, which ``?`` shows."""

    def decorate(function: Any) -> Any:
        function.__doc__ = parser.format_help()
        function.parser = parser
        return function

    return decorate
