"""Auto-correction at work: it mends calls, learns from what came of them, and remembers."""

import hashlib
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, delete, select

from lux_nb.errors import InvalidRequest
from lux_nb.store.store import Store
from lux_nb.store.tool_tables import tool_patterns, tool_settings
from lux_nb.tools.correction import Correction, Pattern, PatternBook, PatternEvent, correct
from lux_nb.tools.correction_settings import CorrectionSettings
from lux_nb.tools.definitions import Tool

SETTINGS = "auto_correction"
Told = Callable[[str, dict[str, Any]], None]
"""Called with the name of an event and what it tells."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt to correct a call."""

    correction: Correction
    applied: bool
    seconds: float
    refusal: str | None = None
    """Why a correction that would be valid was not applied."""


class AutoCorrection:
    """The corrector with its settings and the book of learned patterns, both kept in the store."""

    def __init__(self, store: Store, told: Told) -> None:
        self._store = store
        self._told = told
        self._failures: dict[tuple[str, str | None], int] = {}
        self.settings = CorrectionSettings()
        self.book = PatternBook()
        self.active: dict[str, dict[str, Any]] = {}
        """Corrected calls whose outcome is not known yet, by execution."""

    async def load(self) -> None:
        """Read settings and patterns from the store."""

        def read(connection: Connection) -> tuple[Any, list[Any]]:
            found = select(tool_settings.c.value).where(tool_settings.c.name == SETTINGS)
            patterns = connection.execute(select(tool_patterns.c.pattern)).scalars().all()
            return connection.execute(found).scalar(), list(patterns)

        settings, patterns = await self._store.read(read)
        if settings:
            self.settings = CorrectionSettings.model_validate(settings)
        self.book = PatternBook.load(patterns)

    async def configure(self, given: dict[str, Any]) -> CorrectionSettings:
        """Change settings for good; returns those there were."""
        before, after = self.settings, self.settings.changed(given)
        value = after.model_dump(by_alias=True)

        def write(connection: Connection) -> None:
            connection.execute(delete(tool_settings).where(tool_settings.c.name == SETTINGS))
            connection.execute(tool_settings.insert().values(name=SETTINGS, value=value))

        await self._store.write(write)
        self.settings = after
        return before

    def attempt(
        self, tool: Tool, arguments: Any, *, agent: str | None = None, context: Any = None
    ) -> Attempt:
        """Try to mend arguments, and say whether the result may be used."""
        started = time.perf_counter()
        correction = correct(
            tool.input_schema,
            arguments,
            context=context,
            patterns=self.book,
            threshold=self.settings.confidence_threshold,
            strategies=self.settings.thresholds(),
            tool=tool.name,
            agent=agent,
        )
        refusal = self._refusal(tool, agent, correction) if correction.changed else None
        applied = correction.changed and refusal is None
        return Attempt(correction, applied, time.perf_counter() - started, refusal)

    def _refusal(self, tool: Tool, agent: str | None, correction: Correction) -> str | None:
        settings = self.settings
        if not settings.enabled:
            return "auto-correction is switched off"
        if tool.name in settings.restricted_tools:
            return f"calls of {tool.name} are never corrected"
        if not settings.allows(correction.changes):
            return "a correction of this risk needs to be confirmed"
        if self._failures.get((tool.name, agent), 0) >= settings.max_retries:
            return f"the last {settings.max_retries} corrected calls of {tool.name} failed"
        return None

    async def learn(
        self, correction: Correction, *, tool: str, agent: str | None, succeeded: bool
    ) -> None:
        """Remember what came of an applied correction."""
        key = (tool, agent)
        self._failures[key] = 0 if succeeded else self._failures.get(key, 0) + 1
        if not self.settings.enable_learning:
            return
        before = dict(self.book.patterns)
        events = self.book.record(
            correction.changes, succeeded=succeeded, now=time.time(), tool=tool, agent=agent
        )
        changed = [
            pattern for key_, pattern in self.book.patterns.items() if before.get(key_) != pattern
        ]
        await self._save(changed)
        for event in events:
            self._tell(event)

    async def import_patterns(self, exported: Iterable[dict[str, Any]]) -> int:
        """Add the outcomes of exported patterns to what was learned here."""
        other = PatternBook.load(_checked(exported))
        self.book.merge(other)
        await self._save([self.book.patterns[key] for key in other.patterns])
        return len(other)

    async def _save(self, patterns: list[Pattern]) -> None:
        if not patterns:
            return
        rows = [
            {
                "key": _key(pattern),
                "pattern": pattern.to_dict(),
                "updated_at": datetime.fromtimestamp(pattern.updated, UTC),
            }
            for pattern in patterns
        ]

        def write(connection: Connection) -> None:
            keys = [row["key"] for row in rows]
            connection.execute(delete(tool_patterns).where(tool_patterns.c.key.in_(keys)))
            connection.execute(tool_patterns.insert(), rows)

        await self._store.write(write)

    def _tell(self, event: PatternEvent) -> None:
        pattern = event.pattern
        self._told(
            f"auto_correction:pattern:{event.kind}",
            {
                "patternId": pattern.id,
                "name": pattern.name,
                "strategy": pattern.strategy,
                "applicableTools": [pattern.tool] if pattern.tool else ["*"],
                "agentId": pattern.agent,
                "confidence": round(pattern.confidence, 4),
                "successRate": round(pattern.success_rate, 4),
                "uses": pattern.uses,
            },
        )


def _key(pattern: Pattern) -> str:
    parts = "\0".join("" if part is None else f"={part}" for part in pattern.key)
    return hashlib.sha256(parts.encode()).hexdigest()


def _checked(exported: Any) -> list[dict[str, Any]]:
    """Return patterns that were exported somewhere, or tell which of them is none."""
    from pydantic import TypeAdapter, ValidationError

    try:
        patterns = TypeAdapter(list[Pattern]).validate_python(list(exported))
    except ValidationError as error:
        problem = error.errors()[0]
        place = ".".join(str(part) for part in problem["loc"])
        message = f"What was given is no list of exported patterns: {place}: {problem['msg']}."
        hint = "Give the patterns as auto_correction_patterns returns them."
        raise InvalidRequest(message, hint=hint) from None
    for pattern in patterns:
        counts = (pattern.successes, pattern.failures, pattern.uses)
        times = (pattern.created, pattern.updated)
        if not all(0 <= value < 1e12 for value in counts) or not all(0 <= t < 1e11 for t in times):
            message = f"The pattern {pattern.id!r} has counts or times that can't be."
            raise InvalidRequest(message)
    return [asdict(pattern) for pattern in patterns]
