import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from lux_nb.engine.engine import Engine
from lux_nb.server import ServerInfo, app, mcp_server, running
from lux_nb.server.mcp_server import build_mcp
from tests.conformance.fixtures import add_fixtures

os.environ["LUX_EMBEDDED_THREADS"] = "1"


class InjectToken:
    """The suites can send no header; the token check itself stays in the path."""

    def __init__(self, app: Any, token: str) -> None:
        self._app = app
        self._header = (b"authorization", f"Bearer {token}".encode())

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            scope = {**scope, "headers": [*scope["headers"], self._header]}
        await self._app(scope, receive, send)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUX_HOME", str(folder))
        patch.delenv("LUX_STORE", raising=False)
        yield folder


@pytest.fixture(scope="module")
def engine(home: Path) -> Iterator[Engine]:
    made = Engine()
    yield made
    made.close()


@contextmanager
def serving(engine: Engine, *, fixtures: bool) -> Iterator[ServerInfo]:
    """Serve a kernel whole, with the token put into each request, and fixtures if wanted."""
    real_app = app.build_app

    def with_fixtures(*arguments: Any, **options: Any) -> Any:
        made = build_mcp(*arguments, **options)
        if fixtures:
            add_fixtures(made)
        return made

    def with_token(*arguments: Any, **options: Any) -> Any:
        return InjectToken(real_app(*arguments, **options), options["token"])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mcp_server, "build_mcp", with_fixtures)
        patch.setattr(app, "build_app", with_token)
        yield running.serve(engine)
        running.stop(engine)


@pytest.fixture
def suite_server(engine: Engine) -> Iterator[ServerInfo]:
    with serving(engine, fixtures=True) as info:
        yield info


@pytest.fixture
def plain_server(engine: Engine) -> Iterator[ServerInfo]:
    with serving(engine, fixtures=False) as info:
        yield info
