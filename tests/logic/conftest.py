import asyncio
import os
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from lux_nb.logic.worker import Limits, PrologWorker


def prolog_environment() -> dict[str, str] | None:
    home = os.environ.get("LUX_TEST_PROLOG_HOME")
    if home:
        prefix = Path(home)
        return {
            "PATH": f"{prefix}/usr/bin{os.pathsep}{os.environ.get('PATH', '')}",
            "LD_LIBRARY_PATH": f"{prefix}/usr/lib/x86_64-linux-gnu",
            "SWI_HOME_DIR": f"{prefix}/usr/lib/swi-prolog",
        }
    try:
        from lux_nb.setup.prolog import prolog_environment as installed
    except ImportError:
        return None
    return dict(installed())


@pytest.fixture(scope="session")
def environment() -> dict[str, str]:
    found = prolog_environment()
    if found is None:
        pytest.skip("SWI-Prolog is not set up: set LUX_TEST_PROLOG_HOME to its prefix")
    return found


Run = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture(scope="session")
def run() -> Iterator[Run]:
    loop = asyncio.new_event_loop()
    yield loop.run_until_complete
    loop.close()


@pytest.fixture(scope="session")
def shared_worker(environment: dict[str, str], run: Run) -> Iterator[PrologWorker]:
    worker = PrologWorker(environment, Limits(seconds=1.0, grace_seconds=2.0))
    run(worker.start())
    yield worker
    run(worker.stop())


@pytest.fixture
def worker(shared_worker: PrologWorker, run: Run) -> PrologWorker:
    run(shared_worker.clear())
    return shared_worker
