"""Reasoning sessions: a knowledge base in the store and, while it is used, a Prolog worker.

The store is the truth. A worker holds a copy of one version; where that is not the current one
(another kernel changed it, a write failed) the worker is loaded anew before it is used.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lux_nb.engine.calls import current_call
from lux_nb.errors import InvalidRequest
from lux_nb.logic.bases import KnowledgeBases, Removal, missing_session, read_head
from lux_nb.logic.blocks import FactBlock, encode_blocks
from lux_nb.logic.changes import kb_updated
from lux_nb.logic.clauses import CLOSED, Clause, KnowledgeBase
from lux_nb.logic.evaluation import Evaluations
from lux_nb.logic.filling import close_worlds, fill
from lux_nb.logic.lexicon import canonical
from lux_nb.logic.ontologies import Ontologies, read_ontologies
from lux_nb.logic.preferences import Preferences
from lux_nb.logic.removal import Wanted, find_wanted
from lux_nb.logic.worker import Limits, PrologWorker

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

WARM_WORKERS = 4
MOST_ACTIVE = 8
IDLE_SECONDS = 300.0


@dataclass
class _Warm:
    worker: PrologWorker
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    base: KnowledgeBase | None = None
    ontology: str = ""
    used: float = 0.0
    users: int = 0


@dataclass(frozen=True)
class Ready:
    """A session ready for use: its worker holds just this knowledge base and the ontologies."""

    worker: PrologWorker
    base: KnowledgeBase
    warm: _Warm


class Sessions:
    """Keeps knowledge bases, and few workers warm for those in use."""

    def __init__(self, engine: "Engine") -> None:
        self._engine = engine
        self.bases = KnowledgeBases(engine.store)
        self.ontologies = Ontologies(engine.store)
        self.preferences = Preferences(engine)
        self.evaluations = Evaluations(engine)
        self._places = asyncio.Semaphore(MOST_ACTIVE)
        self._warm: OrderedDict[str, _Warm] = OrderedDict()
        self._environment: dict[str, str] | None = None

    @asynccontextmanager
    async def use(self, session_id: str) -> AsyncIterator[Ready]:
        """Give a session's worker, loaded with its current knowledge base, to one user a time."""
        if session_id not in self._warm:
            await self.bases.head(session_id)
        warm = await self._kept(session_id)
        warm.users += 1
        try:
            # In this order: who holds a place never waits for a session.
            async with warm.lock, self._places:
                yield await self._ready(warm, session_id)
        finally:
            warm.users -= 1
            warm.used = time.monotonic()
        await self._retire()

    async def _ready(self, warm: _Warm, session_id: str) -> Ready:
        # Read in one go: each way to the store and back takes as long as a small query.
        head, rules = await self._engine.store.read(
            lambda connection: (read_head(connection, session_id), read_ontologies(connection))
        )
        if head is None:
            raise missing_session(session_id)
        ontology = "\n".join(found.rules for found in rules)
        if warm.base is None or warm.base.head != head or warm.ontology != ontology:
            await self._fill(warm, session_id, ontology)
        assert warm.base is not None
        return Ready(warm.worker, warm.base, warm)

    async def _fill(self, warm: _Warm, session_id: str, ontology: str) -> None:
        warm.base = None
        base = await self.bases.get(session_id)
        await warm.worker.clear()
        await fill(warm.worker, base)
        if ontology.strip():
            await warm.worker.load(ontology)
        warm.base, warm.ontology = base, ontology

    async def _kept(self, session_id: str) -> _Warm:
        if session_id not in self._warm:
            environment = await self._prolog()
            # Somebody else may have made it during the wait.
            made = PrologWorker(environment, self._limits())
            self._warm.setdefault(session_id, _Warm(made))
        warm = self._warm[session_id]
        warm.used = time.monotonic()
        self._warm.move_to_end(session_id)
        return warm

    def _limits(self) -> Limits:
        settings = self._engine.settings
        return Limits(
            seconds=settings.logic_seconds,
            inferences=settings.logic_inferences,
            memory_bytes=settings.logic_memory,
            stack_bytes=settings.logic_memory // 8,
        )

    async def _retire(self) -> None:
        """Stop the workers that were used longest ago; those in use stay."""
        for session_id, warm in list(self._warm.items()):
            if len(self._warm) <= WARM_WORKERS:
                return
            if not warm.users:
                await self.stop(session_id)

    async def stop_idle(self) -> None:
        """Stop the workers that nobody used for a while."""
        for session_id, warm in list(self._warm.items()):
            if not warm.users and time.monotonic() - warm.used > IDLE_SECONDS:
                await self.stop(session_id)

    async def delete(self, session_id: str) -> None:
        """Delete a session when whoever uses it is done, and end its worker."""
        warm = self._warm.get(session_id)
        if warm is None:
            await self.bases.delete(session_id)
            return
        async with warm.lock:
            await self.bases.delete(session_id)
            await self.stop(session_id)

    async def stop(self, session_id: str) -> None:
        """End the worker of a session; its knowledge base stays in the store."""
        warm = self._warm.pop(session_id, None)
        if warm is not None:
            warm.base = None
            await warm.worker.stop()

    async def close(self) -> None:
        """End all workers."""
        for session_id in list(self._warm):
            await self.stop(session_id)

    @property
    def running(self) -> list[str]:
        """The sessions that have a worker, the latest used last."""
        return list(self._warm)

    def worker_process(self, session_id: str) -> int | None:
        """Return the process id of a session's worker, or None while it has none."""
        warm = self._warm.get(session_id)
        return warm.worker.process_id if warm else None

    # Changing a knowledge base

    async def add(
        self,
        ready: Ready,
        kind: str,
        clauses: Sequence[Clause],
        sources: Mapping[str, Clause] | None = None,
    ) -> KnowledgeBase:
        """Add clauses, checked by the worker first; all of them or none.

        ``sources`` has where clauses came from, by their canonical form.
        """
        rules = [clause.clause for clause in clauses if not clause.is_note]
        ready.warm.base = None
        written = await ready.worker.load("\n".join(rules)) if rules else []
        if len(written) == len(rules):
            texts = iter(written)
            added = [
                clause if clause.is_note else Clause(next(texts), clause.sentence, clause.origin)
                for clause in clauses
            ]
        else:
            added = [Clause(text, "", clauses[0].origin) for text in written]
            added += [clause for clause in clauses if clause.is_note]
        clauses = _sourced([c for c in added if not _is_known(c, ready.base)], sources or {})
        base = await self.bases.change(ready.base, kind, _author(), clauses)
        if base.closed != ready.base.closed:
            await close_worlds(ready.worker, base)
        ready.warm.base = base
        self.announce(base, [clause.clause for clause in clauses])
        return base

    async def set_closed(
        self, ready: Ready, close: Sequence[str], open_: Sequence[str]
    ) -> KnowledgeBase:
        """Close the world of some predicates and open that of others."""
        added = [Clause.closed(each) for each in close if each not in ready.base.closed]
        gone = {Clause.closed(each).clause for each in open_}
        removed = [c.sequence for c in ready.base.told if c.origin == CLOSED and c.clause in gone]
        ready.warm.base = None
        base = await self.bases.change(
            ready.base, "closed_world", _author(), added, Removal(removed)
        )
        await close_worlds(ready.worker, base)
        ready.warm.base = base
        self.announce(base, [clause.clause for clause in added])
        return base

    async def add_facts(
        self, ready: Ready, predicate: str, columns: Sequence[Sequence[Any]]
    ) -> KnowledgeBase:
        """Add one fact for each row of these columns, in blocks."""
        made: list[FactBlock] = []

        async def bodies() -> AsyncIterator[bytes]:
            # In a thread: the worker loads one block while the next is made.
            encoded = encode_blocks(predicate, columns)
            while (found := await asyncio.to_thread(next, encoded, None)) is not None:
                made.append(found[0])
                yield found[1]

        ready.warm.base = None
        await ready.worker.load_columns(predicate, bodies())
        base = await self.bases.change(ready.base, "load_rows", _author(), made)
        ready.warm.base = base
        self.announce(base, (text for block in made for text in block.clauses()))
        return base

    async def restore(self, ready: Ready, version: int) -> KnowledgeBase:
        """Make an earlier state the present one."""
        earlier = await self.bases.get(ready.base.head.id, version)
        ready.warm.base = None
        base = await self.bases.change(ready.base, "undo", _author(), earlier.parts, None)
        self.announce(base, (clause.clause for clause in base.clauses))
        return base

    async def replace(
        self,
        ready: Ready,
        kind: str,
        clauses: Sequence[Clause],
        sources: Mapping[str, Clause] | None = None,
    ) -> KnowledgeBase:
        """Put other clauses in the place of all there are; on a fault nothing changes."""
        rules = "\n".join(clause.clause for clause in clauses if not clause.is_note)
        ready.warm.base = None
        await ready.worker.clear()
        written = await ready.worker.load(rules) if rules.strip() else []
        known = {canonical(c.clause): c for c in (*ready.base.told, *clauses)}
        known |= sources or {}
        kept = [Clause(text, *_origin(known.get(canonical(text)))) for text in written]
        kept += [clause for clause in clauses if clause.is_note]
        base = await self.bases.change(ready.base, kind, _author(), kept, None)
        self.announce(base, [clause.clause for clause in kept])
        return base

    async def remove(self, ready: Ready, rules: str) -> tuple[KnowledgeBase, list[str]]:
        """Remove clauses that are variants of those given; one that is not there is an error."""
        read = await (await self._engine.logic_reader.worker()).check_facts(rules)
        wanted = [Wanted.of(text, fact) for text, fact in read]
        notes = {canonical(c.clause) for c in ready.base.told if c.is_note}
        lines = (line.partition("  % ")[0] for line in rules.splitlines())
        wanted += [Wanted(line) for line in lines if canonical(line) in notes]
        found = await asyncio.to_thread(find_wanted, ready.base.parts, wanted)
        missing = len(wanted) - len(found.texts)
        if missing or not wanted:
            message = f"{missing or 'None'} of these clauses are not in the knowledge base."
            hint = "Nothing was removed; session.get shows what there is."
            raise InvalidRequest(message, code="CLAUSE_NOT_FOUND", hint=hint)
        ready.warm.base = None
        base = await self.bases.change(ready.base, "retract", _author(), (), found.removal)
        if read:
            gone = await ready.worker.retract("\n".join(text for text, _ in read))
            # Where the two disagree the store is right, and the worker is loaded anew.
            ready.warm.base = base if len(gone) == len(wanted) else None
        self.announce(base, [])
        return base, found.texts

    async def checked(self, rules: str) -> list[str]:
        """Read Prolog text and return its clauses, or raise its fault; nothing is added."""
        worker = await self._engine.logic_reader.worker()
        return await worker.check(rules)

    async def _prolog(self) -> dict[str, str]:
        if self._environment is None:
            from lux_nb.setup.prolog import prolog_environment

            found = dict(await asyncio.to_thread(prolog_environment))
            if self._environment is None:
                self._environment = found
                self._engine.closing.append(self.close)
                self._engine.jobs.repeat("stop idle provers", IDLE_SECONDS, self.stop_idle)
        return self._environment

    def announce(self, base: KnowledgeBase, added: Iterable[str]) -> None:
        """Tell all who listen that a knowledge base changed."""
        self._engine.events.append(kb_updated(base, added))


def _is_known(clause: Clause, base: KnowledgeBase) -> bool:
    """Tell whether it is a note that a world is closed which is so already."""
    return clause.origin == CLOSED and any(clause.clause == c.clause for c in base.told)


def _sourced(clauses: Sequence[Clause], sources: Mapping[str, Clause]) -> list[Clause]:
    """Give clauses without a sentence the one that a file has for them."""
    found = [None if c.sentence else sources.get(canonical(c.clause)) for c in clauses]
    return [
        Clause(clause.clause, *_origin(source)) if source else clause
        for clause, source in zip(clauses, found, strict=True)
    ]


def _origin(clause: Clause | None) -> tuple[str, str]:
    return (clause.sentence, clause.origin) if clause else ("", "prolog")


def _author() -> str:
    return current_call().author.label
