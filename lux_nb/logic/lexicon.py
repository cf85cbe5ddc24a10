"""What a knowledge base speaks of, and clauses compared whatever their variables are called."""

import re
from collections.abc import Iterable

from lux_nb.logic.clauses import Clause

_HEAD = re.compile(r"(-?)\s*([a-z]\w*|'(?:[^'\\]|\\.|'')*')(\()?")
_TOKEN = re.compile(r"'(?:[^'\\]|\\.|'')*'|\"(?:[^\"\\]|\\.)*\"|\b[A-Z_]\w*")
_INDIVIDUAL = re.compile(r"\b([a-z]\w*?_)(\d+)\b")
MOST_SHOWN = 200
MOST_EXAMPLE = 1_000


def canonical(clause: str) -> str:
    """Write a clause with its variables renamed in order, so that variants are equal."""
    names: dict[str, str] = {}

    def rename(match: re.Match[str]) -> str:
        word = match[0]
        return word if word[0] in "'\"" else names.setdefault(word, f"V{len(names)}")

    return re.sub(r"\s+", "", _TOKEN.sub(rename, clause))


def lexicon_summary(clauses: Iterable[Clause]) -> str:
    """List the predicates with arity, an example of their arguments and a gloss."""
    seen: dict[str, str] = {}
    for clause in clauses:
        found = None if clause.is_formula else _predicate(clause.clause)
        if found is None:
            continue
        name, arguments = found
        key = f"{name}/{len(arguments)}"
        if key not in seen or (seen[key] == key and clause.sentence):
            gloss = f": {clause.sentence}" if clause.sentence else ""
            example = f" ({', '.join(arguments)})" if arguments else ""
            seen[key] = f"{key}{example}{gloss}"
        if len(seen) >= MOST_SHOWN:
            break
    return "\n".join(seen.values())


def fresh_individuals(rules: list[str], sentence: str, taken: set[str]) -> list[str]:
    """Rename the individuals that a statement says to exist, so that none is meant already.

    ``taken`` holds the names in use; the new ones are added.
    """
    names: dict[str, str] = {}

    def rename(match: re.Match[str]) -> str:
        word = match[0]
        if match[2] in sentence:
            # "Room 12" is a name that the sentence gives itself.
            return word
        if word not in names:
            number = 1
            while f"{match[1]}{number}" in taken:
                number += 1
            names[word] = f"{match[1]}{number}"
            taken.add(names[word])
        return names[word]

    return [_INDIVIDUAL.sub(rename, rule) for rule in rules]


def individuals(text: str) -> set[str]:
    """Find the names of individuals that were made up for statements of existence."""
    return {match[0] for match in _INDIVIDUAL.finditer(text)}


def _predicate(clause: str) -> tuple[str, list[str]] | None:
    match = _HEAD.match(clause)
    if match is None:
        return None
    name = f"{match[1]}{match[2]}"
    return (name, _arguments(clause, match.end())) if match[3] else (name, [])


def _arguments(clause: str, position: int) -> list[str]:
    """Split the arguments that begin at a position, up to the bracket that closes them."""
    parts, depth, quote = [""], 0, ""
    # An example is to be looked at: of a clause of megabytes its beginning will do.
    for character in clause[position : position + MOST_EXAMPLE]:
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        elif character in "([{":
            depth += 1
        elif character in ")]}":
            if depth == 0:
                break
            depth -= 1
        elif character == "," and depth == 0:
            parts.append("")
            continue
        parts[-1] += character
    return [part.strip() for part in parts]
