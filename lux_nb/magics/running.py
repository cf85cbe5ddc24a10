"""Running an operation from a cell: updates shown as they come, an interrupt cancels it."""

import queue
from collections.abc import Callable
from typing import Any

from lux_nb.api import the_lux
from lux_nb.engine.calls import Update
from lux_nb.engine.engine import cancel
from lux_nb.engine.operations import Result
from lux_nb.errors import Cancelled
from lux_nb.kernel.cells import current_author, notebook_path, running_shell


def run_in_cell(name: str, parameters: dict[str, Any], receive: Callable[[Update], None]) -> Result:
    """Run an operation on the engine while this thread handles its updates.

    Output must be written by the thread of the cell: from any other it would land in
    whichever cell happens to be current.
    """
    engine = the_lux().engine
    updates: queue.SimpleQueue[Update | None] = queue.SimpleQueue()
    work = engine.call(name, parameters, author=current_author(), listener=updates.put)
    future = engine.submit(work)
    try:
        future.add_done_callback(lambda _: updates.put(None))
        while (update := updates.get()) is not None:
            receive(update)
        return future.result()
    except KeyboardInterrupt:
        if future.done() and not future.cancelled() and future.exception() is None:
            hint = "It was done already, and what it wrote is kept."
            raise Cancelled("Interrupted.", hint=hint) from None
        cancel(future)
        raise Cancelled("Interrupted.") from None
    except BaseException:
        # The display broke, say: nobody waits for the answer any more.
        cancel(future)
        raise


def named_session(kind: Any, wanted: str) -> str:
    """Return the id of the session a magic's ``-s`` names: an id, its beginning, or "last"."""
    engine = the_lux().engine
    notebook = notebook_path(running_shell())
    return engine.run(engine.traces.sessions.matching(kind, wanted, notebook))


def keep_result(shell: Any, result: Any, name: str | None) -> None:
    """Make a result ``_`` and ``Out[n]``, and a variable when a name was given."""
    shell.displayhook.update_user_ns(result)
    if name:
        shell.push({name: result})
