"""What a piece of code says about itself in words: the names it defines, and what it remarks."""

import re

_READ = 4000
_MOST_NAMES = 3
_LONGEST = 400
_DEFINED = re.compile(
    r"^\s*(?:export\s+)?(?:default\s+)?(?:public\s+|private\s+|static\s+|async\s+)*"
    r"(?:def|class|function\*?|func|fn|interface|struct|enum|const|let|var"
    r"|create\s+(?:or\s+replace\s+)?(?:table|view|function)(?:\s+if\s+not\s+exists)?)\s+[\"`]?(\w+)",
    re.MULTILINE | re.IGNORECASE,
)
_DOCUMENTED = re.compile(r'"""(.+?)"""|\'\'\'(.+?)\'\'\'|/\*\*?(.+?)\*/', re.DOTALL)
_REMARKED = re.compile(r"^\s*(?:#|//|--)+\s*(\S.*)$", re.MULTILINE)
_PIECE = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")


def in_words(code: str) -> str:
    """Return the names that code defines and its first remark as a sentence, or nothing."""
    start = code[:_READ]
    names = list(dict.fromkeys(_DEFINED.findall(start)))[:_MOST_NAMES]
    spoken = ", ".join(" ".join(_PIECE.findall(name)).lower() for name in names)
    found = _DOCUMENTED.search(start)
    if found is not None:
        remark = next(group for group in found.groups() if group)
    else:
        remark = " ".join(_REMARKED.findall(start)[:_MOST_NAMES])
    remark = " ".join(remark.replace("*", " ").split())[:_LONGEST]
    return ". ".join(part for part in (spoken, remark) if part)
