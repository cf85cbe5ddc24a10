from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx2
import pytest

from lux_nb.server import ServerInfo
from tests.conftest import REAL_HOME


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home of its own, with the SWI-Prolog of the set-up, in a folder that may be written."""
    folder = tmp_path_factory.mktemp("home")
    if (REAL_HOME / "prolog").is_dir():
        (folder / "prolog").symlink_to(REAL_HOME / "prolog")
    work = tmp_path_factory.mktemp("work")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUX_HOME", str(folder))
        patch.setenv("LUX_ALLOWED_ROOTS", str(work))
        patch.setenv("LUX_EMBEDDED_MAX_TOKENS", "8")
        patch.delenv("LUX_STORE", raising=False)
        patch.chdir(work)
        yield folder


@pytest.fixture
async def http(server: ServerInfo) -> AsyncIterator[httpx2.AsyncClient]:
    """A client with the token."""
    headers = {"Authorization": f"Bearer {server.token}", "User-Agent": "rest-test/2.0"}
    base = f"http://127.0.0.1:{server.port}"
    async with httpx2.AsyncClient(
        base_url=base, headers=headers, trust_env=False, timeout=60
    ) as client:
        yield client
