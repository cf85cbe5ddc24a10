"""Suggestion sessions in the store: what was offered, how it was answered, what was learned."""

import asyncio
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, select

from lux_nb.errors import Conflict, InvalidRequest, LuxError, NotFound
from lux_nb.memory.records import Row, contexts_by_id, project_row
from lux_nb.memory.requests import invalid
from lux_nb.memory.results import AutomationStatus, SuggestedContext, Suggestions
from lux_nb.memory.search import History, Suggester, Suggestion, SuggestionSession
from lux_nb.store.memory_tables import branches, projects, suggestions

if TYPE_CHECKING:
    from lux_nb.memory.service import Memory


class Suggesting:
    """The suggestions of one project; all state is read from and written to the store."""

    def __init__(self, memory: "Memory", project_id: str) -> None:
        self._memory = memory
        self._store = memory.store
        self._project_id = project_id

    async def suggest(self, task: str, top_k: int) -> Suggestions:
        """Open a session with the contexts that fit a task."""
        project = await self._store.read(lambda c: project_row(c, self._project_id))
        index = await self._memory.index(self._project_id)
        name = f"suggestion_session_{uuid.uuid4().hex[:12]}"
        suggester = Suggester(_history(project))
        found = await self._memory.in_worker(suggester.suggest, name, task, index.main, top_k)
        offered = [one for one in found.suggestions if one.id in index.main]

        def write(connection: Connection) -> tuple[dict[str, Row], dict[str, str], list[str]]:
            connection.execute(suggestions.insert(), self._row(name, task, offered))
            topics = select(branches.c.id, branches.c.topic).where(
                branches.c.project_id == self._project_id
            )
            return (
                contexts_by_id(connection, [one.id for one in offered]),
                {row[0]: row[1] for row in connection.execute(topics)},
                self._open(connection),
            )

        rows, topics, waiting = await self._store.write(write)
        shown = [
            SuggestedContext(
                context_id=one.id,
                branch_id=rows[one.id]["branch_id"],
                branch_topic=topics.get(rows[one.id]["branch_id"], ""),
                reason=one.reason,
                confidence=one.confidence,
                source=one.source,
            )
            for one in offered
            if one.id in rows
        ]
        return Suggestions(
            session_id=name,
            suggestions=shown,
            total_suggestions=len(shown),
            open_sessions=waiting,
            message=f"{len(shown)} relevant contexts suggested",
        )

    async def accept(self, session_id: str, identifiers: list[str]) -> int:
        """Record which suggestions of a session were taken."""
        return int(await self._answer(session_id, lambda s: s.accept(session_id, identifiers)))

    async def reject(self, session_id: str, reason: str) -> None:
        """Record that no suggestion of a session fits, and why."""
        await self._answer(session_id, lambda s: s.reject(session_id, reason))

    async def status(self) -> AutomationStatus:
        """Tell the acceptance rate and the plan it leads to."""

        def read(connection: Connection) -> tuple[Row, list[str]]:
            return project_row(connection, self._project_id), self._open(connection)

        project, waiting = await self._store.read(read)
        suggester = Suggester(_history(project))
        rate = suggester.acceptance_rate()
        history = suggester.history
        count = history.accepted_count + history.rejected_count
        plan = suggester.plan()
        why = "high" if plan == "A" else "low"
        message = (
            f"Plan {plan} active ({why} acceptance rate)"
            if count
            else ("Plan A active (no feedback yet)")
        )
        return AutomationStatus(
            current_plan="A" if plan == "A" else "B",
            acceptance_rate=round(rate or 0.0, 4),
            rejection_rate=round(1 - rate, 4) if rate is not None else 0.0,
            feedback_count=count,
            open_sessions=waiting,
            message=message,
        )

    async def _answer(self, session_id: str, answer: Callable[[Suggester], Any]) -> Any:
        """Answer a session and keep what that taught, in one transaction."""

        def write(connection: Connection) -> Any:
            project = project_row(connection, self._project_id)
            query = select(suggestions).where(
                suggestions.c.id == session_id, suggestions.c.project_id == self._project_id
            )
            row = connection.execute(query).first()
            suggester = Suggester(_history(project))
            if row is not None:
                suggester.sessions[session_id] = _session(dict(row._mapping))
            outcome = _with_codes(lambda: answer(suggester))
            session = suggester.sessions[session_id]
            connection.execute(
                suggestions.update()
                .where(suggestions.c.id == session_id)
                .values(status=session.status, accepted=session.accepted, reason=session.reason)
            )
            connection.execute(
                projects.update()
                .where(projects.c.id == self._project_id)
                .values(history=suggester.history.to_mapping())
            )
            return outcome

        return await asyncio.shield(self._store.write(write))

    def _open(self, connection: Connection) -> list[str]:
        query = (
            select(suggestions.c.id)
            .where(suggestions.c.project_id == self._project_id, suggestions.c.status == "open")
            .order_by(suggestions.c.created_at)
        )
        return [row[0] for row in connection.execute(query)]

    def _row(self, name: str, task: str, offered: list[Suggestion]) -> Row:
        return {
            "id": name,
            "project_id": self._project_id,
            "task": task,
            "offered": [[one.id, one.confidence, one.source, one.reason] for one in offered],
            "status": "open",
            "accepted": [],
            "reason": "",
            "created_at": datetime.now(UTC),
        }


def forget(connection: Connection, project_id: str, context_id: str) -> None:
    """Drop a deleted context from what was learned, in the caller's transaction."""
    project = project_row(connection, project_id)
    if not project["history"]:
        return
    suggester = Suggester(_history(project))
    suggester.forget(context_id)
    connection.execute(
        projects.update()
        .where(projects.c.id == project_id)
        .values(history=suggester.history.to_mapping())
    )


def _history(project: Row) -> History:
    return History.from_mapping(project["history"]) if project["history"] else History()


def _session(row: Row) -> SuggestionSession:
    offered = [Suggestion(*one) for one in row["offered"]]
    return SuggestionSession(
        row["id"], row["task"], offered, row["status"], row["accepted"], row["reason"]
    )


def _with_codes(work: Callable[[], Any]) -> Any:
    try:
        return work()
    except (Conflict, InvalidRequest, NotFound) as error:
        raise _invalid(error) from None


def _invalid(error: LuxError) -> LuxError:
    return invalid(error.message, hint=error.hint, details=error.details)
