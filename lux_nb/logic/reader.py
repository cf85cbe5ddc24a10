"""The Prolog worker that reads English for an engine: started on first use, ended with it."""

import asyncio
from typing import TYPE_CHECKING

from lux_nb.logic.worker import PrologWorker

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine


class LogicReader:
    """One warm worker for questions that need no session."""

    def __init__(self, engine: "Engine") -> None:
        self._engine = engine
        self._worker: PrologWorker | None = None
        self._starting = asyncio.Lock()

    async def worker(self) -> PrologWorker:
        """Return the worker, starting it when it is not there yet."""
        async with self._starting:
            if self._worker is None:
                from lux_nb.setup.prolog import prolog_environment

                made = PrologWorker(await asyncio.to_thread(prolog_environment))
                await made.start()
                self._engine.closing.append(made.stop)
                self._worker = made
            return self._worker
