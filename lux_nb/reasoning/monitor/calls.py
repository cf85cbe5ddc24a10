"""The call that an agent's thought makes: a tool and its arguments, told from the words around.

An agent that calls the same tool with another argument goes on; one that makes a call again that
it made before does not, whatever it says beside it.
"""

import re
from hashlib import blake2b

_NAME = re.compile(r"(?<![\w\\.])[a-z_][\w.\-/]{2,}$")
_JOINED = re.compile(r"[a-z]{2}[_.][a-z]{2}")
_ARGUMENTS = re.compile(r"\(\s*(?:[{\[\"`)]|[a-z_]\w*\s*[=:](?!=))")
_OBJECT = re.compile(r"\{\s*\"[^\"\n]{1,60}\"\s*:")
_NAMES_TOOL = re.compile(r"\"(?:name|tool|tool_name|function|action|command)\"\s*:")
_WORD_BEFORE = re.compile(r"[\w.\-]+\s*$")
_COMMAND = re.compile(r"`[\w./-]+ [^`\n]+`|(?:^|\n)[$>] [a-z./][\w./-]* [^\n]+")
_BRACKETED = re.compile(r"(?<![\w\\])[a-z_]{3,}\[[^\]\[\d][^\]\[]*\]")
_LABEL = re.compile(
    r"(?:^|\n)\s*(?:action|command|tool|tool call|function call)(?: input)?\s*:\s*(?=\S)"
)
_LONGEST_NAME, _LONGEST_CALL, _MOST_PLACES = 60, 4000, 24


def call_key(text: str) -> int:
    """Return a number that equal calls share, or 0 where a normalised text makes none."""
    call = (_call_with_parentheses(text) if "(" in text else "") or _other_call(text)
    if not call:
        return 0
    plain = " ".join(call[:_LONGEST_CALL].split()).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(plain, digest_size=8).digest(), "little") | 1


def _call_with_parentheses(text: str) -> str:
    place = text.find("(")
    for _ in range(_MOST_PLACES):
        if place < 0:
            break
        before = text[place - 1 : place]
        if before.isalnum() or before == "_":
            named = _NAME.search(text, max(0, place - _LONGEST_NAME), place)
            # A plain word before numbers is a formula; words joined to a name are a tool's.
            if named and (_JOINED.search(named[0]) or _ARGUMENTS.match(text, place)):
                return text[named.start() : _closing(text, place)]
        place = text.find("(", place + 1)
    return ""


def _closing(text: str, place: int) -> int:
    """Return where the parenthesis that opens at a place has been closed."""
    depth = 0
    for at in range(place, min(len(text), place + _LONGEST_CALL)):
        if text[at] == "(":
            depth += 1
        elif text[at] == ")":
            depth -= 1
            if not depth:
                return at + 1
    return len(text)


def _other_call(text: str) -> str:
    # Most texts make no call: what each way of writing one needs is looked for first.
    if ":" in text and ("action" in text or "command" in text or "tool" in text):
        labelled = _LABEL.search(text)
        if labelled:
            return text[labelled.end() :]
    if "{" in text and '"' in text:
        found = _OBJECT.search(text)
        if found:
            return _object(text, found.start())
    if "`" in text or "$ " in text or "> " in text:
        command = _COMMAND.search(text)
        if command:
            return command[0]
    if "[" in text:
        bracketed = _BRACKETED.search(text)
        if bracketed:
            return bracketed[0]
    fenced = text.split("```", 2)
    return fenced[1] if len(fenced) == 3 else ""


def _object(text: str, start: int) -> str:
    """Return an object with its tool, which stands inside or else before it."""
    if not _NAMES_TOOL.search(text, start):
        before = _WORD_BEFORE.search(text, max(0, start - _LONGEST_NAME), start)
        start = before.start() if before else start
    return text[start : text.rfind("}") + 1]
