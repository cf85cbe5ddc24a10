"""Small marks of the reasoning displays: gauges, boxes and text, in colours for any background.

Text takes the colour of the page and pictures use middle tones, so that both read in light and in
dark; the words carry the meaning where styles are stripped.
"""

from collections.abc import Sequence
from html import escape

from lux_nb.display.pictures import picture

GOOD, FAIR, BAD, CALM = "#2e9d5b", "#c98a00", "#d64545", "#3b82c4"
MUTED = "opacity:.7"
SUMMARY = "cursor:pointer;list-style-position:outside"


def whole(name: str, parts: Sequence[str]) -> str:
    """Return a display from its parts, with room for the marks that fold."""
    inner = "".join(parts)
    return f"<div class='{name}' style='line-height:1.45;padding-left:1.2em'>{inner}</div>"


def gauge(name: str, value: float | None, *, high_is_bad: bool) -> str:
    """Return a named bar with its figure, or nothing for what was not measured."""
    if value is None:
        return ""
    share = min(max(value, 0.0), 1.0)
    colour = gauge_colour(share, high_is_bad=high_is_bad)
    body = (
        "<rect width='36' height='7' rx='3' fill='currentColor' opacity='.3'/>"
        f"<rect width='{36 * share:.1f}' height='7' rx='3' fill='{colour}'/>"
    )
    bar = picture(body, 36, 7, "", style="vertical-align:middle;margin:0 4px;display:inline")
    return (
        "<span style='display:inline-block;white-space:nowrap;margin-right:.9em'>"
        f"<small style='{MUTED}'>{escape(name)}</small> {bar} <small>{value:.2f}</small></span>"
    )


def gauge_colour(share: float, *, high_is_bad: bool) -> str:
    """Return the colour of a figure from 0 to 1."""
    badness = share if high_is_bad else 1.0 - share
    if badness >= 0.6:
        return BAD
    return FAIR if badness >= 0.4 else (CALM if high_is_bad else GOOD)


def paragraphs(text: str) -> str:
    """Return text as HTML that keeps its lines."""
    return escape(text).replace("\n", "<br>")


def box(label: str, text: str, colour: str) -> str:
    """Return a remark with a coloured edge."""
    return (
        f"<div style='border-left:3px solid {colour};padding:.2em .7em;margin:.4em 0'>"
        f"<b style='color:{colour}'>{escape(label)}</b> {paragraphs(text)}</div>"
    )


def folded(summary: str, body: str, *, is_open: bool) -> str:
    """Return a part that can be folded; ``summary`` is HTML."""
    opened = " open" if is_open else ""
    return (
        f"<details{opened} style='margin:.25em 0'><summary style='{SUMMARY}'>{summary}</summary>"
        f"<div style='margin:.2em 0 .5em 1.1em'>{body}</div></details>"
    )


def nested(body: str, depth: int) -> str:
    """Return a part moved to the right, with a line at its side."""
    if depth == 0:
        return body
    return (
        f"<div style='margin-left:{1.2 * depth:.1f}em;padding-left:.7em;"
        f"border-left:2px solid {CALM}'>{body}</div>"
    )


def indented(text: str, margin: str) -> str:
    """Return text with a margin before each line."""
    return "\n".join(f"{margin}{line}".rstrip() for line in text.splitlines())
