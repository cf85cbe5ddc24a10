"""What a crash left unfinished is found when an engine starts, for the price of one small read."""

from typing import TYPE_CHECKING

from sqlalchemy import select

from lux_nb.store.memory_tables import contexts

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine


async def resume_pending(engine: "Engine") -> bool:
    """Start the memory where saves are pending; says whether there were any.

    The memory itself, with its index and encoder, is loaded only if there is something to do.
    """
    query = select(contexts.c.id).where(contexts.c.state == "pending").limit(1)
    found = await engine.store.read(lambda c: c.execute(query).first())
    if found is None:
        return False
    from lux_nb.memory.service import memory_of

    memory_of(engine)
    return True
