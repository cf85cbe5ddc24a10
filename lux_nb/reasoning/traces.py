"""Traces under way: their thoughts, their monitors, and how both come back after a restart."""

import asyncio
import logging
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, func, select

from lux_nb.reasoning.lines import Lines
from lux_nb.reasoning.sessions import Session, Sessions, save_session
from lux_nb.reasoning.thoughts import Thought
from lux_nb.reasoning.turns import NewTurn
from lux_nb.store.reasoning_tables import interventions, monitor_checkpoints, thoughts

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
    from lux_nb.reasoning.monitor import MetacognitiveMonitor

IDLE = timedelta(minutes=30)
CHECKPOINT_EVERY = 16
# Also a share of the length, so that writing the state stays cheap per thought.
CHECKPOINT_SHARE = 8
logger = logging.getLogger(__name__)


@dataclass(slots=True)
class LiveTrace:
    """A trace in memory; ``monitors`` has one for each line that was gone along."""

    session: Session
    lines: Lines[Thought]
    monitors: "dict[str | None, MetacognitiveMonitor]" = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    checkpoint: int = 0
    stored: bool = True

    @property
    def last(self) -> Thought | None:
        """The thought that was written last, on whatever line."""
        return self.lines.steps[-1] if self.lines.steps else None


class Traces:
    """The traces of an engine: kept live while used, written at once, monitors now and then."""

    def __init__(self, engine: "Engine") -> None:
        self._engine = engine
        self.sessions = Sessions(engine)
        self._live: dict[str, LiveTrace] = {}
        self._opening = asyncio.Lock()
        self.without_logprobs: set[str] = set()  # models whose service refuses to give them

    async def open(self, session: Session) -> LiveTrace:
        """Return a trace with all its thoughts, also those another kernel added meanwhile."""
        async with self._opening:
            live = self._live.get(session.id)
            if live is None or await self._count(session.id) != len(live.lines):
                steps = await self.thoughts(session.id)
                live = LiveTrace(session, Lines(steps))
                self._live[session.id] = live
            return live

    def begin(self, session: Session) -> LiveTrace:
        """Return a trace without thoughts; it is in the store once it has its first."""
        self._live[session.id] = LiveTrace(session, Lines(), stored=False)
        return self._live[session.id]

    def forget(self, trace: LiveTrace) -> None:
        """Let go of a trace that never got a thought."""
        if not trace.stored:
            self._live.pop(trace.session.id, None)

    async def thoughts(self, session_id: str) -> list[Thought]:
        """Return the thoughts of a trace in the order they were written."""
        query = select(thoughts).where(thoughts.c.session_id == session_id)
        query = query.order_by(thoughts.c.position)
        rows = await self._engine.store.read(lambda c: c.execute(query).all())
        return [Thought.from_row(row) for row in rows]

    async def last_thought(self, session_id: str) -> Thought | None:
        """Return the thought of a trace that was written last."""
        query = select(thoughts).where(thoughts.c.session_id == session_id)
        query = query.order_by(thoughts.c.position.desc()).limit(1)
        rows = await self._engine.store.read(lambda c: c.execute(query).all())
        return Thought.from_row(rows[0]) if rows else None

    async def interventions(self, session_id: str) -> list[Any]:
        """Return the interventions of a trace, oldest first."""
        query = select(interventions).where(interventions.c.session_id == session_id)
        query = query.order_by(interventions.c.position)
        return list(await self._engine.store.read(lambda c: c.execute(query).all()))

    async def monitor(
        self, trace: LiveTrace, branch_id: str | None, earlier: Sequence[Thought], *, anew: bool
    ) -> "MetacognitiveMonitor":
        """Return the monitor of a line that has seen exactly the ``earlier`` thoughts."""
        known = trace.monitors.get(branch_id)
        if known is not None and not anew and known.thoughts == len(earlier):
            return known
        state = await self._checkpoint(trace, earlier) if branch_id is None else None
        made = await asyncio.to_thread(_replayed, trace.session.query, list(earlier), state)
        trace.monitors[branch_id] = made
        return made

    async def add(self, trace: LiveTrace, thought: Thought, turns: list[NewTurn]) -> None:
        """Write a thought, its turns and its intervention in one transaction."""
        session = trace.session

        def also(connection: Connection, thread_id: str) -> None:
            save_session(connection, replace(session, thread_id=thread_id))
            connection.execute(thoughts.insert(), thought.row())
            if thought.readings.intervention:
                connection.execute(interventions.insert(), _intervention_row(thought))

        try:
            thread_id = await self._engine.threads.add_turns(session.thread_id, turns, also)
        except BaseException:
            # What is in memory may now differ from the store; the next use reads it again.
            self._live.pop(session.id, None)
            raise
        trace.session = replace(session, thread_id=thread_id)
        trace.lines.add(thought)
        trace.stored = True
        self.sessions.announce(
            "thought_added",
            trace.session,
            thought_number=thought.thought_number,
            intervention=thought.readings.intervention_type,
        )
        await self._write_checkpoint(trace, due_only=True)

    async def expire_idle(self) -> int:
        """Let go of monitors that were idle for half an hour, their state written."""
        limit = datetime.now(UTC) - IDLE
        idle = [t for t in self._live.values() if t.session.last_accessed < limit]
        for trace in idle:
            if trace.lock.locked():
                continue
            await self._write_checkpoint(trace, due_only=False)
            self._live.pop(trace.session.id, None)
        return len(idle)

    async def close(self) -> None:
        """Write the state of all monitors."""
        for trace in list(self._live.values()):
            try:
                await self._write_checkpoint(trace, due_only=False)
            except Exception:
                logger.exception("a monitor could not be written; its thoughts are replayed")

    async def _count(self, session_id: str) -> int:
        query = select(func.count()).select_from(thoughts)
        query = query.where(thoughts.c.session_id == session_id)
        return await self._engine.store.read(lambda c: c.execute(query).scalar_one())

    async def _checkpoint(
        self, trace: LiveTrace, earlier: Sequence[Thought]
    ) -> dict[str, Any] | None:
        """Return the stored state of the main line's monitor, if it is of these thoughts."""
        query = select(monitor_checkpoints)
        query = query.where(monitor_checkpoints.c.session_id == trace.session.id)
        rows = await self._engine.store.read(lambda c: c.execute(query).all())
        if not rows:
            return None
        count: int = rows[0].thoughts
        if not 0 < count <= len(earlier) or earlier[count - 1].position != rows[0].position:
            return None
        trace.checkpoint = count
        state: dict[str, Any] = rows[0].state
        return state

    async def _write_checkpoint(self, trace: LiveTrace, *, due_only: bool) -> None:
        line = trace.lines.line(None)
        monitor = trace.monitors.get(None)
        if monitor is None or not line or monitor.thoughts != len(line):
            return
        new = len(line) - trace.checkpoint
        due = new >= max(CHECKPOINT_EVERY, len(line) // CHECKPOINT_SHARE)
        if not new or (due_only and not due):
            return
        row = {
            "session_id": trace.session.id,
            "thoughts": len(line),
            "position": line[-1].position,
            "state": monitor.to_state(),
            "written_at": datetime.now(UTC),
        }

        def write(connection: Connection) -> None:
            where = monitor_checkpoints.c.session_id == row["session_id"]
            connection.execute(monitor_checkpoints.delete().where(where))
            connection.execute(monitor_checkpoints.insert(), row)

        await self._engine.store.write(write)
        trace.checkpoint = len(line)


def _replayed(
    query: str, earlier: list[Thought], state: dict[str, Any] | None
) -> "MetacognitiveMonitor":
    """Build a monitor from a stored state and the thoughts after it, or from all thoughts."""
    from lux_nb.reasoning.monitor import MetacognitiveMonitor

    monitor = MetacognitiveMonitor(query)
    if state is not None:
        try:
            monitor = MetacognitiveMonitor.from_state(state)
        except Exception:
            logger.exception("a stored monitor can't be read; its thoughts are replayed")
    for thought in earlier[monitor.thoughts :]:
        monitor.process_thought(thought.content)
    return monitor


def _intervention_row(thought: Thought) -> dict[str, Any]:
    return {
        "id": uuid.uuid4().hex,
        "session_id": thought.session_id,
        "position": thought.position,
        "thought_number": thought.thought_number,
        "branch_id": thought.branch_id,
        "intervention_type": thought.readings.intervention_type,
        "reason": thought.readings.intervention,
        "created_at": thought.created_at,
    }
