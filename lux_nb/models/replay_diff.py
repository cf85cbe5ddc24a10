"""Showing how a request differs from the nearest one that was recorded."""

import difflib
import json
from collections.abc import Sequence
from typing import Any

MOST_COMPARED = 500
LONGEST_COMPARED = 4_000
CONTEXT_LINES = 2

Json = dict[str, Any]


def nearest(asked: Json, recorded: Sequence[Json]) -> Json | None:
    """Return the recorded request of the same kind that is most like this one."""
    same_kind = [r for r in recorded if r.get("kind") == asked.get("kind")][-MOST_COMPARED:]
    matcher = difflib.SequenceMatcher(autojunk=False)
    matcher.set_seq2(_words(asked))
    best: tuple[float, Json | None] = (-1.0, None)
    for request in same_kind:
        matcher.set_seq1(_words(request))
        # The quick ratios are upper bounds: most requests need no full comparison.
        if matcher.real_quick_ratio() <= best[0] or matcher.quick_ratio() <= best[0]:
            continue
        ratio = matcher.ratio()
        if ratio > best[0]:
            best = (ratio, request)
    return best[1]


def difference(recorded: Json, asked: Json) -> str:
    """Return a unified diff from a recorded request to what is asked now."""
    lines = difflib.unified_diff(
        _lines(recorded), _lines(asked), "recorded", "asked", lineterm="", n=CONTEXT_LINES
    )
    return "\n".join(lines)


def _words(request: Json) -> list[str]:
    return json.dumps(request, sort_keys=True, ensure_ascii=False)[:LONGEST_COMPARED].split()


def _lines(request: Json) -> list[str]:
    """Return a request with one line per parameter and per line of text."""
    lines = []
    for name in sorted(request):
        if name == "messages":
            for message in request[name]:
                lines.append(f"{message['role']}:")
                lines.extend(f"  {line}" for line in message["content"].split("\n"))
        elif isinstance(request[name], str) and "\n" in request[name]:
            lines.append(f"{name}:")
            lines.extend(f"  {line}" for line in request[name].split("\n"))
        else:
            lines.append(f"{name}: {json.dumps(request[name], ensure_ascii=False)}")
    return lines
