"""How the memory shows itself: results and coloured claims, as static HTML."""

from html import escape
from typing import TYPE_CHECKING

from lux_nb.display.tables import STYLE, KeyValues, Rows

if TYPE_CHECKING:
    from lux_nb.memory.results import (
        EvidenceItem,
        MemoryResult,
        SearchResult,
        Verification,
    )

# Half-transparent, so that they read on light and dark pages alike.
VERDICTS = {
    "supported": ("rgba(46,160,67,.28)", "✓"),
    "refuted": ("rgba(218,54,51,.30)", "✗"),
    "unmentioned": ("rgba(210,153,34,.28)", "?"),
}
_SHOWN = 400


def result_html(result: "MemoryResult") -> str:
    """Return any result as its message, its values, and a table for each list of rows."""
    wire = result.wire()
    lists = {name: value for name, value in wire.items() if _is_rows(value)}
    hidden = {"success", "message", *lists}
    single = {name: value for name, value in wire.items() if name not in hidden}
    tables = "".join(Rows(rows, list(rows[0]))._repr_html_() for rows in lists.values())
    return KeyValues(result.message, single)._repr_html_() + tables


def _is_rows(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def search_html(result: "SearchResult") -> str:
    """Return the results of a search with a bar for each part of the score."""
    cards = "".join(
        "<div style='margin:6px 0;padding:6px 10px;border-left:3px solid rgba(88,130,220,.7)'>"
        f"<div style='opacity:.75;font-size:.85em'><b>{one.score:.2f}</b> · "
        f"{escape(one.branch_topic)} · {escape(_origin(one.metadata))} · "
        f"{escape(str(one.metadata.get('ontology_category', '')))}</div>"
        f"<div style='white-space:pre-wrap'>{escape(one.content[:_SHOWN])}</div>"
        f"{_bars(one.metadata.get('score_parts') or {})}</div>"
        for one in result.results
    )
    foot = f"<div style='opacity:.7;font-size:.85em'>{escape(result.message)}</div>"
    return f"<div>{cards}{foot}</div>"


def verification_html(result: "Verification") -> str:
    """Return the text with its claims coloured by verdict, and the evidence of each."""
    head = (
        f"<div><b>{result.status}</b> · grounding {result.grounding_score:.2f} · "
        f"risk {result.risk_level} · {result.claims_verified} of {result.claims_extracted} "
        f"claims verified · certainty of the wording {result.fuzzy_confidence:.2f}</div>"
    )
    text = _coloured(result.response_text, result.evidence_items)
    rows = "".join(
        f"<tr><td style='background:{_colour(one)};padding:2px 8px;text-align:left'>"
        f"{VERDICTS.get(one.verdict, ('', '?'))[1]} {escape(one.claim)}</td>"
        f"<td style='padding:2px 8px'>{one.grounding:.2f}</td>"
        f"<td style='padding:2px 8px;text-align:left'>{escape(one.evidence or 'nothing')}"
        f"<div style='opacity:.7'>{escape(one.quote or '')}</div></td></tr>"
        for one in result.evidence_items
    )
    table = f"<table style='{STYLE}'>{rows}</table>"
    against = "".join(
        f"<li>{escape(str(one['claim']))} ↔ {escape(str(one['against']))} "
        f"({escape(str(one['source']))})</li>"
        for one in result.contradictions
    )
    conflicts = f"<div>Contradictions<ul>{against}</ul></div>" if against else ""
    return f"<div>{head}<p style='white-space:pre-wrap'>{text}</p>{table}{conflicts}</div>"


def _coloured(text: str, items: "list[EvidenceItem]") -> str:
    parts, at = [], 0
    for one in sorted(items, key=lambda item: item.start):
        if one.start < at:
            continue
        title = escape(f"{one.verdict} {one.grounding:.2f}: {one.evidence or 'no evidence'}")
        parts.append(escape(text[at : one.start]))
        claim = escape(text[one.start : one.end])
        parts.append(f"<span style='background:{_colour(one)}' title=\"{title}\">{claim}</span>")
        at = one.end
    return "".join([*parts, escape(text[at:])])


def _colour(item: "EvidenceItem") -> str:
    return VERDICTS.get(item.verdict, VERDICTS["unmentioned"])[0]


def _origin(metadata: dict[str, object]) -> str:
    if metadata.get("origin"):
        return f"{metadata['origin']}:{metadata.get('first_line', 1)}"
    return f"{metadata.get('role', '')}, {metadata.get('created_at', '')}"


def _bars(parts: dict[str, float]) -> str:
    """Draw what speaks for a result and what against it."""
    shown = {name: value for name, value in parts.items() if value and name != "final"}
    pieces = "".join(
        f"<span title='{escape(name)} {value:+.2f}' style='display:inline-block;height:6px;"
        f"margin-right:1px;width:{min(60, 2 + 10 * abs(value)):.0f}px;"
        f"background:{VERDICTS['supported' if value > 0 else 'refuted'][0]}'></span>"
        for name, value in shown.items()
    )
    return f"<div>{pieces}</div>"
