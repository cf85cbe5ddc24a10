"""How assistants, their requests and what they did show themselves."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from lux_nb.display.marks import BAD, FAIR, GOOD, MUTED, folded
from lux_nb.display.tables import STYLE, Rows

if TYPE_CHECKING:
    from lux_nb.engine.consent_operations import ConsentRequestView, ConsentRuleView, Consents
    from lux_nb.kernel.results import (
        ActionList,
        ActionView,
        AssistantList,
        ChangeView,
        UndoResult,
    )

_CELL = "text-align:left;padding:2px 16px 2px 0;vertical-align:top"
_CODE = "margin:4px 0;white-space:pre-wrap;font-size:.9em"
_REMOVED = "background:rgba(248,81,73,.18)"
_ADDED = "background:rgba(46,160,67,.18)"
_CHANGED = "background:rgba(59,130,196,.18)"
_LINE = "font-family:monospace;font-size:.9em;white-space:pre-wrap;padding:0 6px;"
VERBS = {"run": "run code", "write": "write or delete", "spend": "spend money"}


def badge(name: str, colour: str) -> str:
    """Return an assistant's name with its colour beside it."""
    dot = f"<span style='color:{colour}' aria-hidden='true'>●</span>"
    return f"<span style='white-space:nowrap'>{dot} <b>{escape(name)}</b></span>"


def assistants_html(listed: "AssistantList") -> str:
    """Return the assistants as a table."""
    if not listed.assistants:
        return _nothing("No assistant has attached. %lux serve lets them.")
    rows = [
        [
            f"{badge(item.name, item.colour)} <span style='{MUTED}'>{escape(item.version or '')}"
            "</span>",
            str(item.calls),
            escape(item.last_operation),
            escape(", ".join(item.may) or "read only"),
        ]
        for item in listed.assistants
    ]
    return _table(["assistant", "calls", "last", "may"], rows)


def assistants_text(listed: "AssistantList") -> str:
    """Return the assistants as plain text."""
    if not listed.assistants:
        return "No assistant has attached. %lux serve lets them."
    rows = [
        {
            "assistant": item.name,
            "calls": item.calls,
            "last": item.last_operation,
            "may": ", ".join(item.may) or "read only",
        }
        for item in listed.assistants
    ]
    return repr(Rows(rows, ["assistant", "calls", "last", "may"]))


def consents_html(consents: "Consents") -> str:
    """Return what is asked and what was answered."""
    parts = [_asked_html(asked) for asked in consents.pending]
    if not parts:
        parts.append(_nothing("No request is open."))
    if consents.rules:
        rows = [[_rule_text(rule)] for rule in consents.rules]
        parts.append(_table(["said"], rows))
    return f"<div>{''.join(parts)}</div>"


def consents_text(consents: "Consents") -> str:
    """Return what is asked and what was answered as plain text."""
    lines = [_asked_text(asked) for asked in consents.pending] or ["No request is open."]
    return "\n".join([*lines, *(_rule_text(rule) for rule in consents.rules)])


def request_html(asked: "ConsentRequestView") -> str:
    """Return one request with how to answer it."""
    return _asked_html(asked)


def request_text(asked: "ConsentRequestView") -> str:
    """Return one request as plain text, with how to answer it."""
    return _asked_text(asked)


def actions_html(listed: "ActionList") -> str:
    """Return the runs of assistants' code, each with its diff."""
    if not listed.actions:
        return _nothing("No assistant has run code.")
    parts = [_action_html(action, is_open=True) for action in listed.actions]
    return f"<div>{''.join(parts)}</div>"


def actions_text(listed: "ActionList") -> str:
    """Return the runs of assistants' code as plain text."""
    if not listed.actions:
        return "No assistant has run code."
    return "\n".join(line for action in listed.actions for line in _action_lines(action))


def undo_html(result: "UndoResult") -> str:
    """Return what was brought back."""
    parts = []
    for done in result.undone:
        parts.append(
            f"<div>undone: {badge(done.action.client, done.action.colour)} "
            f"<span style='{MUTED}'>{escape(done.action.id)}</span></div>"
        )
        shown = [change for change in done.action.changes if change.name in done.restored]
        parts += [_diff_line(line) for line in _diff(shown, backwards=True)]
        parts += [
            f"<div style='color:{FAIR}'>{escape(name)}: {escape(why)}</div>"
            for name, why in done.left.items()
        ]
    return f"<div>{''.join(parts)}</div>"


def undo_text(result: "UndoResult") -> str:
    """Return what was brought back as plain text."""
    lines = []
    for done in result.undone:
        lines.append(f"undone: {done.action.client} {done.action.id}")
        shown = [change for change in done.action.changes if change.name in done.restored]
        lines += [f"  {line}" for line in _diff(shown, backwards=True)]
        lines += [f"  {name}: {why}" for name, why in done.left.items()]
    return "\n".join(lines)


def _asked_html(asked: "ConsentRequestView") -> str:
    state = "asks to" if asked.status == "waiting" else "asked to"
    detail = asked.detail.strip("\n")
    code = f"<pre style='{_CODE}'>{escape(detail)}</pre>" if detail else ""
    return (
        f"<div style='border-left:3px solid {asked.colour};padding:.2em .7em;margin:.4em 0'>"
        f"{badge(asked.client, asked.colour)} {state} <b>{VERBS[asked.scope]}</b>: "
        f"{escape(asked.what)}{code}<div style='{MUTED}'>{escape(_how(asked))}</div></div>"
    )


def _asked_text(asked: "ConsentRequestView") -> str:
    lines = [f"{asked.id}: {asked.client} asks to {VERBS[asked.scope]}: {asked.what}"]
    lines += [f"    {line}" for line in asked.detail.strip("\n").splitlines()]
    return "\n".join([*lines, f"  {_how(asked)}"])


def _how(asked: "ConsentRequestView") -> str:
    return (
        f"%lux allow {asked.id} · %lux deny {asked.id} · "
        f"%lux allow {asked.scope} --for 10m --client {asked.client}"
    )


def _rule_text(rule: "ConsentRuleView") -> str:
    who = rule.client or "every assistant"
    verb = "may" if rule.allows else "may not"
    left = rule.seconds_left
    long = "" if left is None else f" for {max(1, round(left / 60))} min more"
    return f"{who} {verb} {VERBS[rule.scope]}{' once' if rule.once else ''}{long}"


def _action_html(action: "ActionView", *, is_open: bool) -> str:
    colour = GOOD if action.status == "ok" else BAD
    state = "undone" if action.undone else action.status
    title = (
        f"{badge(action.client, action.colour)} <span style='{MUTED}'>{escape(action.id)}</span> "
        f"<span style='color:{colour}'>{escape(state)}</span>"
    )
    body = f"<pre style='{_CODE}'>{escape(action.code.strip())}</pre>"
    body += "".join(_diff_line(line) for line in _diff(action.changes))
    body += "".join(
        f"<div style='{MUTED}'>{escape(name)}: {escape(why)}</div>"
        for name, why in action.not_undoable.items()
    )
    return folded(title, body, is_open=is_open)


def _action_lines(action: "ActionView") -> list[str]:
    state = "undone" if action.undone else action.status
    lines = [f"{action.id} {action.client}: {state}"]
    lines += [f"    {line}" for line in action.code.strip().splitlines()]
    return lines + [f"  {line}" for line in _diff(action.changes)]


def _diff(changes: "Iterable[ChangeView]", *, backwards: bool = False) -> list[str]:
    lines = []
    for change in changes:
        before, after = change.before, change.after
        if backwards:
            before, after = after, before
        if change.difference and not backwards:
            lines.append(f"~ {change.name}: {change.difference}")
            if before == after:
                continue
        elif before == after:
            lines.append(f"~ {change.name}: as it was before")
            continue
        if before is not None:
            lines.append(f"- {change.name}: {before}")
        if after is not None:
            lines.append(f"+ {change.name}: {after}")
    return lines


def _diff_line(line: str) -> str:
    colour = {"-": _REMOVED, "+": _ADDED}.get(line[:1], _CHANGED)
    return f"<div style='{_LINE}{colour}'>{escape(line)}</div>"


def _nothing(text: str) -> str:
    return f"<div style='{MUTED}'>{escape(text)}</div>"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f"<th style='{_CELL}'>{escape(name)}</th>" for name in head)
    body = "".join(
        "<tr>" + "".join(f"<td style='{_CELL}'>{cell}</td>" for cell in row) + "</tr>"
        for row in rows
    )
    return f"<table style='{STYLE}'><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
