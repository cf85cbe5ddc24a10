"""Filling a worker with a knowledge base from the store, in its order."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from itertools import groupby

from lux_nb.logic.blocks import FactBlock
from lux_nb.logic.clauses import Clause, KnowledgeBase, Part
from lux_nb.logic.kb_text import predicate_indicator
from lux_nb.logic.worker import PrologWorker

BULK_CLAUSES = 2_000


async def fill(worker: PrologWorker, base: KnowledgeBase) -> None:
    """Load clauses as text, the facts of blocks as they are kept, and close what is closed."""
    for indicator, found in groupby(base.parts, _block_of):
        if indicator is None:
            await _load_clauses(worker, [part for part in found if isinstance(part, Clause)])
        else:
            blocks = [part for part in found if isinstance(part, FactBlock) and len(part)]
            await worker.load_columns(indicator.rpartition("/")[0], _encoded(blocks))

    await close_worlds(worker, base, anew=True)


async def close_worlds(worker: PrologWorker, base: KnowledgeBase, *, anew: bool = False) -> None:
    """Have the worker take for false what is not shown in a closed world."""
    if base.head.world == "closed":
        await worker.close_world(None)
    elif base.closed or not anew:
        await worker.close_world([predicate_indicator(each) for each in base.closed])


def _block_of(part: Part) -> str | None:
    return part.indicator if isinstance(part, FactBlock) else None


async def _encoded(blocks: Sequence[FactBlock]) -> AsyncIterator[bytes]:
    for block in blocks:
        yield await asyncio.to_thread(block.encoded)


async def _load_clauses(worker: PrologWorker, clauses: Sequence[Clause]) -> None:
    rules = [clause.clause for clause in clauses if not clause.is_note]
    if rules:
        load = worker.load_facts if len(rules) > BULK_CLAUSES else worker.load
        await load("\n".join(rules))
