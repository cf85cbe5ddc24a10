"""Short arguments written for this project: circular ones, and others that give a reason."""

from pathlib import Path

_FOLDER = Path(__file__).parent / "arguments"


def circular_examples() -> list[str]:
    """Return the circular arguments."""
    return _lines("circular.txt")


def other_examples() -> list[str]:
    """Return arguments that are not circular, whatever else is wrong with them."""
    return _lines("other.txt")


def _lines(name: str) -> list[str]:
    return (_FOLDER / name).read_text(encoding="utf-8").splitlines()
