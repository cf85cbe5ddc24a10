"""Fixtures: a home of its own for each test, a real engine, real kernels, a real model server."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lux_nb.engine.authors import Author
from lux_nb.paths import lux_home

REAL_HOME = lux_home()
"""Where the set-up put SWI-Prolog; the tests share it, and nothing else."""

# Nobody is there to be asked, in homes of any scope; the tests of consent take this away again.
os.environ["LUX_ASSISTANTS_MAY"] = "run,write,spend"

PROVIDER_VARIABLES = (
    "OPENAI_API_KEY",
    "OPENROUTER_API_KEY",
    "MERCURY_API_KEY",
    "ANTHROPIC_API_KEY",
    "LUX_BASE_URL",
    "LUX_STORE",
    "JPY_SESSION_NAME",
)


@pytest.fixture(scope="session")
def model_file() -> Path:
    """The small embedded model; fetched once if it is not there."""
    given = os.environ.get("LUX_EMBEDDED_MODEL")
    if given:
        return Path(given)
    from lux_nb.setup.model import embedded_model_path

    return embedded_model_path()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model_file: Path) -> Path:
    """A fresh LUX_HOME with no keys, and the model where every process finds it."""
    folder = tmp_path / "lux-home"
    folder.mkdir(mode=0o700)
    if (REAL_HOME / "prolog").is_dir():
        (folder / "prolog").symlink_to(REAL_HOME / "prolog")
    monkeypatch.setenv("LUX_HOME", str(folder))
    monkeypatch.setenv("LUX_EMBEDDED_MODEL", str(model_file))
    # One thread: several test workers share the cores.
    monkeypatch.setenv("LUX_EMBEDDED_THREADS", "1")
    monkeypatch.setenv("LUX_EMBEDDED_MAX_TOKENS", "24")
    for name in PROVIDER_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def make_engine(home: Path) -> Iterator[Callable[..., Any]]:
    """Make engines with given settings; all are closed at the end."""
    from lux_nb.config import Settings
    from lux_nb.engine.engine import Engine

    made: list[Engine] = []

    def make(**settings: Any) -> Engine:
        made.append(Engine(Settings(**settings)))
        return made[-1]

    yield make
    for engine in made:
        engine.close()


@pytest.fixture
def engine(make_engine: Callable[..., Any]) -> Any:
    """An engine with default settings."""
    return make_engine()


@pytest.fixture
def call(engine: Any) -> Callable[..., Any]:
    """Call an operation of the engine as a script."""
    author = Author("script", "test")

    def run(name: str, **parameters: Any) -> Any:
        return engine.run(engine.call(name, parameters, author=author))

    return run


@pytest.fixture
def lux(home: Path) -> Iterator[Any]:
    """The Python API with an engine of its own."""
    from lux_nb.api import Lux

    made = Lux()
    yield made
    made.close()


@pytest.fixture(scope="session")
def llama_server(model_file: Path) -> Any:
    """A real llama.cpp HTTP server on loopback: the remote model of the tests."""
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(model_file)
    parameters.n_ctx = 2048
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = 1
    parameters.verbosity = -1
    parameters.api_keys = ["sk-test-key-0123456789"]
    return xllamacpp.Server(parameters)


@pytest.fixture
def start_kernel(home: Path) -> Iterator[Callable[..., Any]]:
    """Start real ipykernel processes; all are shut down at the end."""
    from tests.kernels import Kernel

    started: list[Kernel] = []

    def start(**environment: str) -> Kernel:
        started.append(Kernel(environment))
        return started[-1]

    yield start
    for kernel in started:
        kernel.close()
