"""Consent: what an assistant may do only when the human says yes.

Reading, and working on what the room shares (threads, knowledge bases, memory), needs no yes. Three
scopes do:

=========  ===========================================================================
``run``    code in the kernel, and tools that run code
``write``  files outside the store, and whatever deletes or replaces what is kept
``spend``  model calls that can cost money; the embedded and local models cost nothing
=========  ===========================================================================

Cells and scripts are never asked: they are the human. A yes lives as long as the engine, so a
restarted kernel asks again.
"""

import asyncio
import re
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal

from lux_nb.engine.authors import Author
from lux_nb.engine.calls import Call, Progress, current_call
from lux_nb.engine.events import Event
from lux_nb.engine.scopes import SCOPES, Scope
from lux_nb.errors import InvalidRequest, NotFound, PermissionDenied

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
    from lux_nb.engine.operations import Operation

RequestStatus = Literal["waiting", "unanswered", "allowed", "denied", "withdrawn"]
CONSENTS = "lux://consents"
REPLACING_WORDS = frozenset(
    {"clear", "delete", "drop", "prune", "remove", "reset", "restore", "cleanup", "set_kb"}
)
LATE_YES_SECONDS = 600.0
REQUESTS_KEPT = 200
LONGEST_DETAIL = 4000
VERBS = {"run": "run code", "write": "write or delete", "spend": "spend money"}


def scope_of(declared: "Operation") -> Scope | None:
    """Return what an operation needs before it is begun; spending is asked where it happens."""
    if declared.runs_code:
        return "run"
    words = {*re.split(r"[^a-z]+", declared.name.lower()), declared.name.rpartition(".")[2]}
    replaces = declared.writes and bool(words & REPLACING_WORDS)
    return "write" if declared.writes_files or replaces else None


def only_the_human(verb: str) -> None:
    """Refuse an assistant's call of what no yes can give away."""
    author = current_call().author
    if author.kind == "assistant":
        hint = "The human does it in a cell (%lux) or in the panel."
        raise PermissionDenied(f"{author.name} can't {verb}.", code="HUMAN_ONLY", hint=hint)


@dataclass(slots=True)
class Rule:
    """A standing yes or no of the human, for one client or for all."""

    scope: Scope
    allows: bool
    client: str | None = None
    until: float | None = None
    """When it ends, on the monotonic clock; None lasts until the engine closes."""
    operation: str | None = None
    once: bool = False

    def covers(self, client: str, scope: Scope, operation: str) -> bool:
        """Tell whether the rule speaks about a request."""
        return (
            self.scope == scope
            and self.client in (None, client)
            and self.operation in (None, operation)
            and (self.until is None or time.monotonic() < self.until)
        )

    @property
    def seconds_left(self) -> float | None:
        """How long the rule still holds."""
        return None if self.until is None else max(0.0, self.until - time.monotonic())


@dataclass(slots=True)
class Asked:
    """A request of an assistant, and what became of it."""

    id: str
    author: Author
    scope: Scope
    operation: str
    what: str
    detail: str = ""
    status: RequestStatus = "waiting"
    at: datetime = field(default_factory=lambda: datetime.now(UTC))
    answered: asyncio.Event = field(default_factory=asyncio.Event)


class Consent:
    """The human's answers, and the requests that wait for one."""

    def __init__(self, engine: "Engine") -> None:
        self._engine = engine
        self._rules: list[Rule] = []
        self._asked: dict[str, Asked] = {}
        self._count = 0

    # What the human says

    def allow(self, scope: str, client: str | None = None, seconds: float | None = None) -> Rule:
        """Say yes to a scope, for one client or all, for a time or until the kernel ends."""
        return self._rule(scope, client, seconds, allows=True)

    def deny(self, scope: str, client: str | None = None) -> Rule:
        """Say no to a scope until it is allowed again."""
        return self._rule(scope, client, None, allows=False)

    def forget(self, client: str | None = None) -> int:
        """Take back what was said, of one client or all, and refuse what waits."""
        gone = [rule for rule in self._rules if client in (None, rule.client)]
        self._rules = [rule for rule in self._rules if rule not in gone]
        for asked in self.pending():
            if client in (None, asked.author.name):
                self.answer(asked.id, allows=False)
        return len(gone)

    def answer(self, request_id: str, *, allows: bool) -> Asked:
        """Say yes or no to one request; a yes that comes late holds for the next try."""
        asked = self._asked.get(request_id)
        if asked is None:
            waiting = ", ".join(request.id for request in self.pending())
            hint = f"Open are: {waiting}." if waiting else "No request is open."
            message = f"There is no request {request_id!r}."
            raise NotFound(message, code="CONSENT_NOT_FOUND", hint=hint)
        if asked.status == "unanswered" and allows:
            until = time.monotonic() + LATE_YES_SECONDS
            name = asked.author.name
            self._rules.append(Rule(asked.scope, True, name, until, asked.operation, once=True))
        if asked.status in {"waiting", "unanswered"}:
            self._settle(asked, "allowed" if allows else "denied")
        return asked

    def rules(self) -> list[Rule]:
        """Return the answers that hold."""
        self._rules = [rule for rule in self._rules if rule.seconds_left != 0.0]
        return list(self._rules)

    def pending(self) -> list[Asked]:
        """Return the requests a yes or no still matters to, oldest first."""
        return [a for a in self._asked.values() if a.status in {"waiting", "unanswered"}]

    def requests(self) -> list[Asked]:
        """Return all requests that are remembered, oldest first."""
        return list(self._asked.values())

    # What an assistant asks

    async def require(self, call: Call, scope: Scope, what: str, detail: str = "") -> None:
        """Return when the human agrees; raise PermissionDenied when not, or not in time."""
        author = call.author
        if author.kind != "assistant":
            return
        verdict = self._verdict(author.name, scope, call.operation)
        if verdict is None:
            verdict = await self._ask(call, scope, what, detail)
        if not verdict:
            message = f"The human did not allow {author.name} to {VERBS[scope]} ({what})."
            raise PermissionDenied(
                message,
                code="CONSENT_DENIED",
                hint="Do not try again unless the human asks you to.",
                details={"scope": scope, "operation": call.operation, "client": author.name},
            )

    def _verdict(self, client: str, scope: Scope, operation: str) -> bool | None:
        # The latest word counts, and one about this client more than one about all.
        covering = [rule for rule in self.rules() if rule.covers(client, scope, operation)]
        covering.sort(key=lambda rule: (rule.once, rule.client is not None))
        if not covering:
            return True if scope in self._engine.settings.assistants_may else None
        decisive = covering[-1]
        if decisive.once:
            self._rules.remove(decisive)
        return decisive.allows

    async def _ask(self, call: Call, scope: Scope, what: str, detail: str) -> bool:
        seconds = self._engine.settings.consent_timeout
        asked = self._new_request(call, scope, what, detail)
        call.emit(Progress(f"waiting for the human: {asked.id} ({VERBS[scope]})"))
        try:
            async with asyncio.timeout(seconds):
                await asked.answered.wait()
        except TimeoutError:
            self._settle(asked, "unanswered")
            raise self._unanswered(asked, seconds) from None
        except asyncio.CancelledError:
            self._settle(asked, "withdrawn")
            raise
        return asked.status == "allowed"

    def _new_request(self, call: Call, scope: Scope, what: str, detail: str) -> Asked:
        self._count += 1
        shown = detail if len(detail) <= LONGEST_DETAIL else detail[:LONGEST_DETAIL] + "…"
        asked = Asked(f"ask-{self._count}", call.author, scope, call.operation, what, shown)
        self._asked[asked.id] = asked
        for stale in list(self._asked)[: max(0, len(self._asked) - REQUESTS_KEPT)]:
            if self._asked[stale].status != "waiting":
                del self._asked[stale]
        self._tell(asked)
        return asked

    def _unanswered(self, asked: Asked, seconds: float) -> PermissionDenied:
        message = (
            f"{asked.author.name} asked to {VERBS[asked.scope]} ({asked.what}), and nobody "
            f"answered within {seconds:g} s."
        )
        hint = (
            f"Ask the human for %lux allow {asked.id} (once) or %lux allow {asked.scope} "
            "--for 10m, then call again."
        )
        details = {"scope": asked.scope, "operation": asked.operation, "request_id": asked.id}
        return PermissionDenied(message, code="CONSENT_UNANSWERED", hint=hint, details=details)

    # Keeping the books

    def _rule(self, scope: str, client: str | None, seconds: float | None, *, allows: bool) -> Rule:
        until = None if seconds is None else time.monotonic() + seconds
        made = Rule(checked_scope(scope), allows, client, until)
        replaced = (made.scope, made.client, None)
        self._rules = [r for r in self._rules if (r.scope, r.client, r.operation) != replaced]
        self._rules.append(made)
        for asked in self.pending():
            if made.covers(asked.author.name, asked.scope, asked.operation):
                self._settle(asked, "allowed" if allows else "denied")
        self._tell_rule(made)
        return made

    def _settle(self, asked: Asked, status: RequestStatus) -> None:
        asked.status = status
        asked.answered.set()
        self._tell(asked)

    def _tell(self, asked: Asked) -> None:
        payload: dict[str, Any] = {
            "id": asked.id,
            "scope": asked.scope,
            "what": asked.what,
            "detail": asked.detail,
            "client": asked.author.name,
        }
        self._engine.events.append(
            Event(
                kind="consent",
                author=asked.author,
                subject=CONSENTS,
                operation=asked.operation,
                status=asked.status,
                payload=payload,
            )
        )

    def _tell_rule(self, rule: Rule) -> None:
        payload = {"scope": rule.scope, "client": rule.client, "seconds": rule.seconds_left}
        status = "rule_allows" if rule.allows else "rule_denies"
        self._engine.events.append(
            Event(
                "consent", current_call().author, subject=CONSENTS, status=status, payload=payload
            )
        )


def checked_scope(text: str) -> Scope:
    """Return a scope by its name, or say which there are."""
    if text not in SCOPES:
        message = f"{text!r} is not a scope."
        raise InvalidRequest(message, hint=f"There are: {', '.join(SCOPES)}.")
    return text
