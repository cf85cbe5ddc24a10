"""SVG as pictures: front ends strip inline SVG from notebooks they do not trust, images stay."""

import base64
from html import escape

INK = "#8a8f98"
"""A middle tone that reads on light and on dark; a picture can't take the page's own colour."""


def picture(
    body: str, width: float, height: float, label: str, style: str = "max-width:100%"
) -> str:
    """Return an image of an SVG's body, with a text for those who do not see it."""
    svg = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:g} {height:g}' "
        f"width='{width:g}' height='{height:g}' font-family='sans-serif'>{body}</svg>"
    ).replace("currentColor", INK)
    data = base64.b64encode(svg.encode()).decode()
    return (
        f"<img src='data:image/svg+xml;base64,{data}' width='{width:g}' height='{height:g}' "
        f"alt='{escape(label, quote=True)}' style='{style}'/>"
    )
