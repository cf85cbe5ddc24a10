"""The memory of an engine: its indexes, the work behind each save, and what runs by the clock."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, bindparam, select

from lux_nb.engine.authors import Author
from lux_nb.engine.calls import current_call
from lux_nb.engine.events import Event
from lux_nb.memory import mirror
from lux_nb.memory.git import current_branch
from lux_nb.memory.indexing import ProjectIndex
from lux_nb.memory.packing import pack
from lux_nb.memory.records import (
    NewContext,
    Row,
    add_contexts,
    branch_contexts,
    branch_row,
    change_contexts,
    full_text,
)
from lux_nb.memory.worker import Worker
from lux_nb.store.memory_tables import branches, contexts, projects

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
    from lux_nb.memory.search import CategoryClassifier
    from lux_nb.models.encoders import Encoder

Answer = TypeVar("Answer")
IDLE_CHECK_SECONDS = 60.0
GIT_CHECK_SECONDS = 1.0
VECTORS_AFTER_SECONDS = 1.0
USES_AFTER_SECONDS = 1.0
QUIET_SECONDS = 0.2
ENCODED_WITHIN_SECONDS = 0.5
LONGEST_WAIT_SECONDS = 2.0
_PACKED_AT_ONCE = 200
_PROCESSED_AT_ONCE = 20
_BACKGROUND = Author("script", "memory")
logger = logging.getLogger(__name__)


class Memory:
    """Keeps indexes level with the store and finishes what a save began.

    Indexes are touched by one worker thread only, so they need no locks.
    """

    def __init__(self, engine: "Engine") -> None:
        self.engine = engine
        self.store = engine.store
        self.home: Path = engine.settings.lux_home
        self._worker = Worker("lux-memory")
        self._indexes: dict[str, ProjectIndex] = {}
        self._refreshing: dict[str, asyncio.Lock] = {}
        self._checked_out: dict[str, str | None] = {}
        self._vectors: dict[str, bytes] = {}
        self._encoding: set[str] = set()
        self._saved: list[tuple[Row, Author, asyncio.Future[None]]] = []
        self._processing = False
        self._asked_at = 0.0
        self._awaited = 0
        self._used: dict[str, int] = {}
        self._recovering = asyncio.Lock()
        self.current: str | None = None
        engine.closing.append(self.close)
        engine.jobs.start("finish pending memory", self.recover())
        engine.jobs.repeat("compress idle contexts", IDLE_CHECK_SECONDS, self.compress_idle)
        engine.jobs.repeat("follow git branches", GIT_CHECK_SECONDS, self.follow_git)

    @cached_property
    def encoder(self) -> "Encoder":
        """The encoder of all projects."""
        from lux_nb.models.encoders import open_encoder

        return open_encoder(self.engine.settings.memory_encoder)

    @cached_property
    def classifier(self) -> "CategoryClassifier":
        """What tells the category of a context."""
        from lux_nb.memory.search import CategoryClassifier

        return CategoryClassifier()

    async def in_worker(
        self, work: Callable[..., Answer], *arguments: Any, urgent: bool = True
    ) -> Answer:
        """Run work that takes CPU in the memory's own thread."""
        return await asyncio.wrap_future(self._worker.submit(work, *arguments, urgent=urgent))

    async def behind(self, work: Callable[..., Answer], *arguments: Any) -> Answer:
        """Run a piece of the work behind a save when nobody is waiting for an answer.

        Two threads that compute share one interpreter and take turns of milliseconds, so a
        call that comes meanwhile would be late; this one can wait.
        """
        await self._quiet(LONGEST_WAIT_SECONDS)
        return await self.in_worker(work, *arguments, urgent=bool(self._awaited))

    async def _quiet(self, longest: float) -> None:
        """Wait until nobody has called for a moment, unless somebody waits for the end."""
        loop = asyncio.get_running_loop()
        latest = loop.time() + longest
        while not self._awaited:
            rest = min(self._asked_at + QUIET_SECONDS, latest) - loop.time()
            if rest <= 0:
                break
            await asyncio.sleep(rest)

    def asked(self) -> None:
        """Note that somebody calls, so that the work behind waits a moment."""
        self._asked_at = asyncio.get_running_loop().time()

    async def close(self) -> None:
        """Let go of the worker thread; what is pending is found again at the next start."""
        self._worker.close()
        await self._note_uses()

    def announce(self, kind: str, subject: str, author: Author | None = None, **facts: Any) -> None:
        """Tell the event log what happened."""
        self.engine.events.append(Event(kind, author or _BACKGROUND, subject, payload=facts))

    # The index

    async def index(self, project_id: str, *, encoded: bool = True) -> ProjectIndex:
        """Return the index of a project with everything that was committed until now.

        Without ``encoded`` what was saved just now can be found by its words, and by its meaning
        a moment later: nobody who searches waits for the encoding of what was said before.
        """
        async with self._refreshing.setdefault(project_id, asyncio.Lock()):
            index = self._indexes.get(project_id)
            if index is None:
                index = await self.in_worker(lambda: ProjectIndex(project_id, self.encoder))
            unread = await self.store.read(index.unread)
            self._indexes[project_id] = index
            while unread is not None:
                self._made(await self.in_worker(partial(index.take, unread, encode=encoded)))
                if unread.whole:
                    break
                seen = unread
                unread = await self.store.read(lambda c, seen=seen: index.more(c, seen))  # type: ignore[misc]
            while encoded and index.unencoded:
                self._made(await self.in_worker(index.encode_some))
        if index.unencoded and project_id not in self._encoding:
            self._encoding.add(project_id)
            self.engine.jobs.start("encode contexts", self._encode_soon(index))
        return index

    async def _encode_soon(self, index: ProjectIndex) -> None:
        try:
            await self._quiet(ENCODED_WITHIN_SECONDS)
            while index.unencoded:
                self._made(await self.in_worker(index.encode_some, urgent=False))
        finally:
            self._encoding.discard(index.project_id)

    def _made(self, vectors: dict[str, bytes]) -> None:
        """Have vectors that were made anew kept in the store."""
        if vectors and not self._vectors:
            self.engine.jobs.start("keep vectors", self._keep_vectors())
        self._vectors |= vectors

    def used(self, identifiers: Iterable[str]) -> None:
        """Note the use of contexts; it is written a moment later, for many searches at once."""
        if not self._used:
            self.engine.jobs.start("note the use of contexts", self._note_uses_soon())
        for identifier in identifiers:
            self._used[identifier] = self._used.get(identifier, 0) + 1

    async def _note_uses_soon(self) -> None:
        await asyncio.sleep(USES_AFTER_SECONDS)
        await self._note_uses()

    async def _note_uses(self) -> None:
        used, self._used = self._used, {}
        if not used:
            return
        change = (
            contexts.update()
            .where(contexts.c.id == bindparam("context"))
            .values(last_used=datetime.now(UTC), uses=contexts.c.uses + bindparam("times"))
        )
        rows = [{"context": name, "times": times} for name, times in used.items()]
        await self.store.write(lambda c: c.execute(change, rows))

    async def _keep_vectors(self) -> None:
        """Store vectors, so that the next kernel need not make them; nothing else changes."""
        await asyncio.sleep(VECTORS_AFTER_SECONDS)
        vectors, self._vectors = self._vectors, {}
        change = (
            contexts.update()
            .where(contexts.c.id == bindparam("context"))
            .values(vector=bindparam("made"), encoder=self.encoder.name)
        )
        rows = [{"context": name, "made": vector} for name, vector in vectors.items()]
        for start in range(0, len(rows), _PACKED_AT_ONCE):
            batch = rows[start : start + _PACKED_AT_ONCE]
            await self.store.write(lambda c, batch=batch: c.execute(change, batch))  # type: ignore[misc]

    # Saving

    async def remember(
        self, project_id: str, branch_id: str, content: str, role: str
    ) -> tuple[Row, "asyncio.Future[None]", str]:
        """Commit a context and have the work behind it done.

        Returns its row, a future that ends with that work, and the id of the task.
        """
        author = current_call().author
        new = NewContext(content, role, "said", state="pending")

        def write(connection: Connection) -> Row:
            branch_row(connection, project_id, branch_id)
            return add_contexts(connection, project_id, branch_id, [new], author.label)[0]

        row = await self.store.write(write)
        place = {"project_id": project_id, "branch_id": branch_id}
        self.announce("context_saved", row["id"], author, role=role, **place)
        task_id = f"task_{datetime.now(UTC):%Y%m%d_%H%M%S}_{row['id'][-6:]}"
        ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._saved.append((row, author, ended))
        if not self._processing:
            self._processing = True
            self.engine.jobs.start(task_id, self._process_saved())
        return row, ended, task_id

    async def ended(self, work: "asyncio.Future[None]") -> None:
        """Wait for the work behind a save, which then waits for nothing."""
        self._awaited += 1
        try:
            await work
        finally:
            self._awaited -= 1

    async def _process_saved(self) -> None:
        """Work off what was saved; saves that come close together share a transaction."""
        try:
            while self._saved:
                batch = self._saved[:_PROCESSED_AT_ONCE]
                del self._saved[:_PROCESSED_AT_ONCE]
                for project_id in dict.fromkeys(row["project_id"] for row, _, _ in batch):
                    mine = [one for one in batch if one[0]["project_id"] == project_id]
                    await self._process_batch(project_id, mine)
        finally:
            self._processing = False

    async def _process_batch(
        self, project_id: str, batch: "list[tuple[Row, Author, asyncio.Future[None]]]"
    ) -> None:
        try:
            await self.process(project_id, [(row, author) for row, author, _ in batch])
        except Exception as error:
            # They stay pending in the store and are tried again at the next start.
            logger.exception("saved contexts could not be processed")
            for _, _, ended in batch:
                if not ended.done():
                    ended.set_exception(error)
                    ended.exception()
            return
        for _, _, ended in batch:
            if not ended.done():
                ended.set_result(None)

    async def process(self, project_id: str, saved: Sequence[tuple[Row, Author]]) -> None:
        """Classify, ground, compare and index saved contexts; the end of each is an event."""
        from lux_nb.memory.judging import judge

        await self._quiet(LONGEST_WAIT_SECONDS)
        judged = {row["id"]: await judge(self, row) for row, _ in saved}
        changes = {name: {**values, "state": "done"} for name, values in judged.items()}
        await self.store.write(lambda c: change_contexts(c, project_id, changes))
        for row, author in saved:
            await self._mirror(row)
            values = judged[row["id"]]
            told = ("category", "grounding_score", "grounding_status", "duplicate_of")
            facts = {name: values.get(name) for name in told}
            facts["branch_id"] = row["branch_id"]
            self.announce("context_processed", row["id"], author, project_id=project_id, **facts)

    async def _mirror(self, row: Row) -> None:
        path = mirror.branch_file(self.home, row["project_id"], row["branch_id"])
        if not path.exists():
            await self.rewrite_mirror(row["project_id"], row["branch_id"])
            return
        text = mirror.section({**row, "content": full_text(row)})
        await asyncio.to_thread(mirror.append, path, text)

    async def rewrite_mirror(self, project_id: str, branch_id: str) -> Path:
        """Write the file of a branch anew from the store, verified."""

        def read(connection: Connection) -> tuple[Row, list[Row]]:
            branch = branch_row(connection, project_id, branch_id)
            if branch["status"] == "files":
                return branch, []
            return branch, branch_contexts(connection, project_id, branch_id)

        branch, rows = await self.store.read(read)
        path = mirror.branch_file(self.home, project_id, branch_id)
        head = mirror.front_matter(branch)

        def write() -> None:
            filled = ({**row, "content": full_text(row)} for row in rows)
            mirror.write_verified(path, head, mirror.render(head, filled))

        await asyncio.to_thread(write)
        return path

    async def recover(self) -> int:
        """Finish the saves that a crash left pending; returns how many there were."""
        async with self._recovering:
            return await self._recover()

    async def _recover(self) -> int:
        query = select(contexts).where(contexts.c.state == "pending").order_by(contexts.c.position)
        rows = [
            dict(row._mapping) for row in await self.store.read(lambda c: c.execute(query).all())
        ]
        for row in rows:
            await self.process(row["project_id"], [(row, _BACKGROUND)])
        for project_id, branch_id in {(row["project_id"], row["branch_id"]): None for row in rows}:
            await self.rewrite_mirror(project_id, branch_id)
        return len(rows)

    # What runs by the clock

    async def compress_idle(
        self, project_id: str | None = None, idle_minutes: float | None = None
    ) -> tuple[int, int]:
        """Compress contexts not used for a while; returns how many and the bytes saved."""
        minutes = self.engine.settings.memory_idle_minutes if idle_minutes is None else idle_minutes
        limit = datetime.now(UTC) - timedelta(minutes=minutes)
        query = select(contexts).where(
            contexts.c.content.is_not(None),
            contexts.c.last_used <= limit,
            contexts.c.state == "done",
        )
        if project_id is not None:
            query = query.where(contexts.c.project_id == project_id)
        query = query.order_by(contexts.c.id).limit(_PACKED_AT_ONCE)
        count = saved = 0
        while rows := await self.store.read(lambda c: c.execute(query).all()):
            packed = await asyncio.to_thread(lambda: {row.id: pack(row.content) for row in rows})

            def write(connection: Connection, packed: dict[str, bytes] = packed) -> None:
                for identifier, content in packed.items():
                    connection.execute(
                        contexts.update()
                        .where(contexts.c.id == identifier)
                        .values(content=None, packed=content)
                    )

            await self.store.write(write)
            count += len(rows)
            saved += sum(row.size_bytes - len(packed[row.id]) for row in rows)
        return count, saved

    async def follow_git(self) -> None:
        """Switch the active branch of projects whose linked git branch was checked out."""
        query = (
            select(projects.c.id, projects.c.path)
            .join(branches, branches.c.project_id == projects.c.id)
            .where(branches.c.git_branch.is_not(None))
            .distinct()
        )
        linked = await self.store.read(lambda c: c.execute(query).all())
        for project_id, path in linked:
            name = await asyncio.to_thread(current_branch, Path(path))
            if self._checked_out.get(project_id) == name:
                continue
            self._checked_out[project_id] = name
            if name is not None:
                await self._switch(project_id, name)

    async def look_at_git(self, project_id: str) -> None:
        """Take a new link into account, also when its git branch is checked out already."""
        self._checked_out.pop(project_id, None)
        await self.follow_git()

    async def _switch(self, project_id: str, git_branch: str) -> None:
        def write(connection: Connection) -> str | None:
            query = (
                select(branches.c.id)
                .where(branches.c.project_id == project_id, branches.c.git_branch == git_branch)
                .order_by(branches.c.updated_at.desc())
            )
            target = connection.execute(query).scalar()
            if target is None:
                return None
            changed = connection.execute(
                projects.update()
                .where(
                    projects.c.id == project_id, projects.c.active_branch.is_distinct_from(target)
                )
                .values(active_branch=target)
            ).rowcount
            return str(target) if changed else None

        switched = await self.store.write(write)
        if switched:
            self.announce(
                "memory_branch_switched", switched, project_id=project_id, git_branch=git_branch
            )


def memory_of(engine: "Engine") -> Memory:
    """Return the memory of an engine, started on first use; call it on the engine loop."""
    found = vars(engine).get("_memory")
    if found is None:
        found = Memory(engine)
        vars(engine)["_memory"] = found
    assert isinstance(found, Memory)
    return found
