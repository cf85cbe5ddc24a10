"""Where in a model's output the calls stand: tags, code fences, and where its turn ends."""

import html
import re
from dataclasses import dataclass

MAX_CHARACTERS = 100_000
"""Longer outputs are cut; no call is that long, and time stays bounded."""
MAX_REGIONS = 100

_SPECIAL = re.compile(
    r"<\|[^|<>\n]{0,60}\|>|<｜[^｜<>\n]{0,60}｜>|</?s>|\[/?INST\]|\[BOS\]|\[EOS\]"
)
_THINKING = re.compile(r"<(/?)(?:think|thinking|reasoning|scratch_pad|thought)>")
_FENCE = re.compile(r"(?:```|~~~)[ \t]*([A-Za-z_+\-]{0,20})[ \t]*\n?")
# A model that goes on talking to itself writes the next turn's heading.
_NEXT_TURN = re.compile(
    r"\n[ \t]*(?:#{1,4}[ \t]*)?(?:instructions?|question|user|human|query|input|example[ \t]*\d*|"
    r"observation|follow[ -]?up question)[ \t]*\d{0,3}[ \t]*:",
    re.IGNORECASE,
)
_PROGRAM = re.compile(
    r"\n[ \t]*(?:from [\w.]{1,80} import |import \w|class \w{1,80}[(:]|def \w{1,80}\()"
)
_TAG = re.compile(
    r"<(tool_calls?|function_calls?|functioncall|tool_code|toolcall|tool_use|tool_call_begin|"
    r"tools?|calls?|action|api_call|tool_request)>",
    re.IGNORECASE,
)
_TOKEN = re.compile(
    r"\[TOOL_CALLS?\]|\[TOOL_REQUEST\]|\[FUNCTION_CALLS?\]|<\|python_tag\|>|<\|tool_calls?_begin\|>"
)


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of the text that may hold calls."""

    text: str
    kind: str
    """``tag``, ``fence`` or ``prose``."""


def clean(text: str) -> str:
    r"""Bound the text and take out what never belongs to a call (``\_``, entities, thoughts)."""
    text = text[:MAX_CHARACTERS].replace("\\_", "_").replace("\u00a0", " ").replace("\ufeff", "")
    if "&quot;" in text or "&#39;" in text or "&lt;" in text:
        text = html.unescape(text)
    return _without_thoughts(text) if "<" in text else text


def _without_thoughts(text: str) -> str:
    """Take out what stands between thinking tags; a tag that is never closed stays."""
    kept: list[str] = []
    position, opened = 0, -1
    for match in _THINKING.finditer(text):
        if not match.group(1):
            opened = match.start() if opened < 0 else opened
        elif opened >= 0:
            kept.append(text[position:opened])
            position, opened = match.end(), -1
    return "\n".join([*kept, text[position:]])


def without_tokens(text: str) -> str:
    """Take out the special tokens of chat templates."""
    return _SPECIAL.sub("\n", text) if "<" in text or "[" in text else text


def first_turn(text: str) -> str:
    """Cut the text where the model began to write somebody else's turn."""
    match = _NEXT_TURN.search(text, 1)
    return text[: match.start()] if match else text


def holds_program(text: str) -> bool:
    """Say whether program text other than calls stands somewhere."""
    return _PROGRAM.search(text) is not None


def before_program(text: str, position: int) -> str:
    """Cut the text where, after the calls that end at ``position``, a program begins."""
    match = _PROGRAM.search(text, position)
    return text[: match.start()] if match else text


def tagged(text: str) -> list[Region]:
    """Return what stands in call tags, closed or not."""
    token = _TOKEN.search(text)
    if token:
        return [Region(without_tokens(text[token.end() :]), "tag")]
    lowered = text.lower()
    regions: list[Region] = []
    match = _TAG.search(text)
    while match and len(regions) < MAX_REGIONS:
        opening = _TAG.search(text, match.end())
        limit = opening.start() if opening else len(text)
        closing = lowered.find(f"</{match.group(1).lower()}", match.end(), limit)
        end = closing if closing >= 0 else limit
        regions.append(Region(without_tokens(text[match.end() : end]), "tag"))
        match = opening
    return regions


def fenced(text: str) -> list[Region]:
    """Return the code fences of the text; the last one may lack its end."""
    regions: list[Region] = []
    position = 0
    while len(regions) < MAX_REGIONS and (match := _FENCE.search(text, position)) is not None:
        mark = match.group(0)[:3]
        end = text.find(mark, match.end())
        if end < 0:
            end = len(text)
        start = match.start(1) if _inline(match) else match.end()
        regions.append(Region(text[start:end], "fence"))
        position = end + 3
    return regions


def _inline(match: re.Match[str]) -> bool:
    """In "```f(a=1)```" the first word is no language."""
    return bool(match.group(1)) and not match.group(0).endswith(("\n", " "))
