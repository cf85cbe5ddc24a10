"""Another MCP server as a source of tools, over stdio and HTTP."""

import asyncio
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from lux_nb.api import Lux
from lux_nb.config import Settings
from lux_nb.engine.authors import Author
from lux_nb.engine.calls import Progress
from lux_nb.errors import (
    Conflict,
    InvalidRequest,
    LuxError,
    NotFound,
    PermissionDenied,
    ProviderError,
)
from lux_nb.tools.service import tools_of

PROGRAM = Path(__file__).with_name("mcp_program.py")
ASSISTANT = Author("assistant", "desktop")


def connect(lux: Any, name: str = "weather", **more: Any) -> Any:
    return lux.tools.connect(name, command=sys.executable, args=[str(PROGRAM)], **more)


@contextmanager
def serving(port: int = 0) -> Iterator[int]:
    """Run the server over streamable HTTP; gives its port."""
    import uvicorn

    from tests.tools.sources import mcp_program

    app = mcp_program.server.streamable_http_app()
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    running = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        running.should_exit = True
        thread.join(10)
        listening.close()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The same server over streamable HTTP."""
    with serving() as port:
        yield f"http://127.0.0.1:{port}/mcp"


@pytest.fixture
def weather(lux: Any, address: str) -> Any:
    """A lux that is connected to the server over HTTP."""
    lux.tools.connect("weather", address)
    return lux


@pytest.fixture
def program(lux: Any) -> Any:
    """A lux that has started the server as a program."""
    connect(lux)
    return lux


def wait_until(lux: Any, kind: str, start: Callable[[], Any]) -> dict[str, Any]:
    """Run something and wait for the event that comes of it."""
    heard: list[Any] = []

    async def listen() -> tuple[asyncio.Event, Callable[[], None]]:
        happened = asyncio.Event()

        def note(event: Any) -> None:
            if event.kind == kind:
                heard.append(event.payload)
                happened.set()

        return happened, lux.engine.events.subscribe(note)

    happened, stop = lux.engine.run(listen())

    async def wait() -> None:
        async with asyncio.timeout(20):
            await happened.wait()

    try:
        start()
        lux.engine.run(wait())
    finally:
        lux.engine.loop.call_soon_threadsafe(stop)
    return dict(heard[0])


@pytest.mark.parametrize("way", ["weather", "program"])
def test_the_tools_of_a_server_appear_under_their_names_and_run(
    way: str, request: pytest.FixtureRequest
) -> None:
    weather = request.getfixturevalue(way)
    listed = {tool["name"]: tool for tool in weather.tools.list(provider="weather").tools}
    assert {"temperature", "broken", "slow_steps"} <= set(listed)
    assert listed["temperature"]["inputSchema"]["required"] == ["city"]
    result = weather.tools.run("temperature", city="Oslo")
    assert result.result["city"] == "Oslo"
    assert result.metadata["provider"] == "weather"


def test_a_name_that_is_taken_gets_the_providers_name_before_it(weather: Any) -> None:
    assert weather.tools.run("calculator", expression="1+1").result["result"] == 2
    other = weather.tools.run("weather.calculator", expression="1+1").result
    assert other == {"result": "not calculated: 1+1"}


def test_arguments_are_mended_and_failures_told_as_for_any_tool(weather: Any) -> None:
    mended = weather.tools.run("temperature", {"town": "Oslo", "city": 7})
    assert mended.correction is not None
    assert mended.result["city"] == "7"
    with pytest.raises(LuxError, match="thermometer") as failed:
        weather.tools.run("broken")
    assert failed.value.code == "EXECUTION_ERROR"


def test_progress_of_the_server_is_that_of_the_call(weather: Any) -> None:
    updates: list[Any] = []
    weather.run_operation("tool_execute", {"tool_name": "slow_steps"}, updates.append)
    assert any(isinstance(u, Progress) and u.message == "half way" for u in updates)


def test_a_change_of_the_list_is_followed(weather: Any) -> None:
    told = wait_until(weather, "mcp:tool:available", lambda: weather.tools.run("grow"))
    assert told["name"] == "rain"
    assert weather.tools.run("rain", city="Bergen").result == {"result": "rain in Bergen"}


def test_a_program_that_ends_is_reported_and_started_again_when_it_is_needed(program: Any) -> None:
    def end() -> None:
        with pytest.raises(LuxError):
            program.tools.run("die")

    told = wait_until(program, "mcp:provider:disconnected", end)
    assert told["name"] == "weather"
    assert program.tools.run("temperature", city="Oslo").result["city"] == "Oslo"
    shown = program.call("tools_provider_list")["providers"][0]
    assert (shown["name"], shown["status"]) == ("weather", "connected")


def test_an_address_that_goes_and_comes_back_is_reported_and_connected_to_again(lux: Any) -> None:
    with serving() as port:
        lux.tools.connect("weather", f"http://127.0.0.1:{port}/mcp")
        assert lux.tools.run("temperature", city="Oslo").result["city"] == "Oslo"

    def fail() -> None:
        with pytest.raises(LuxError):
            lux.tools.run("temperature", city="Oslo")

    wait_until(lux, "mcp:provider:disconnected", fail)
    with pytest.raises(LuxError) as gone:
        lux.tools.run("temperature", city="Oslo")
    assert gone.value.code == "TOOL_UNAVAILABLE"
    tool = lux.call("tools_validate", toolNames=["temperature"])["results"][0]
    assert not tool["available"]
    assert "weather is disconnected" in tool["reason"]
    with serving(port):
        assert lux.tools.run("temperature", city="Oslo").result["city"] == "Oslo"


def test_the_environment_is_filled_when_the_program_starts(
    lux: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATION", "north")
    connect(lux, env={"WEATHER_STATION": "${STATION}"})
    assert lux.tools.run("temperature", city="Oslo").result["by"] == "north"


def test_a_server_is_connected_to_again_after_a_restart(home: Path, address: str) -> None:
    first = Lux(Settings())
    first.tools.connect("weather", address)
    first.tools.update("temperature", tags=["sky"])
    first.close()
    second = Lux(Settings())
    try:
        assert second.tools.run("temperature", city="Oslo").result["city"] == "Oslo"
        assert second.call("tool_get", toolId="temperature")["tool"]["tags"] == ["sky"]
    finally:
        second.close()


def test_a_server_that_can_not_be_reached_is_not_kept(lux: Any) -> None:
    with pytest.raises(ProviderError, match="can't be reached") as failed:
        lux.tools.connect("ghost", command="/no/such/program")
    assert failed.value.code == "TOOL_UNAVAILABLE"
    assert "ghost" not in {item["name"] for item in lux.call("tools_provider_list")["providers"]}


def test_a_forgotten_server_takes_its_tools_with_it(weather: Any) -> None:
    weather.tools.disconnect("weather")
    with pytest.raises(NotFound, match="temperature"):
        weather.tools.run("temperature", city="Oslo")
    with pytest.raises(NotFound, match="weather") as missing:
        weather.call("tools_provider_refresh", provider="weather")
    assert missing.value.code == "PROVIDER_NOT_FOUND"


def test_only_enabled_tools_are_offered(weather: Any) -> None:
    answer = weather.call(
        "tools_provider_configure", provider="weather", config={"enabledTools": ["temperature"]}
    )
    assert answer["tools"] == ["temperature"]
    assert len(weather.tools.list(provider="weather").tools) == 1


def test_an_agent_is_told_what_of_its_tools_it_can_use(weather: Any) -> None:
    answer = weather.call(
        "tools_init", agentId="a", requiredTools=["temperature", "calculator", "nothing"]
    )
    assert [tool["name"] for tool in answer["tools"]] == ["temperature", "calculator"]
    assert not answer["ready"]
    assert answer["missing"][0]["toolName"] == "nothing"


def test_an_assistant_may_not_start_programs_nor_reach_private_addresses(lux: Any) -> None:
    async def ask(connection: dict[str, Any]) -> Any:
        asked = {"name": "mine", "connection": connection}
        return await lux.engine.call("tools_provider_register", asked, author=ASSISTANT)

    with pytest.raises(PermissionDenied, match="start a program"):
        lux.engine.run(ask({"command": sys.executable}))
    with pytest.raises(ProviderError, match="private or local"):
        lux.engine.run(ask({"url": "http://127.0.0.1:9/mcp"}))
    with pytest.raises(PermissionDenied, match="HOME"):
        lux.engine.run(ask({"url": "https://example.org/mcp", "headers": {"A": "${HOME}"}}))


def test_a_redirect_of_a_server_is_not_followed(lux: Any) -> None:
    import http.server

    class Redirecting(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(307)
            self.send_header("location", "http://169.254.169.254/mcp")
            self.send_header("content-length", "0")
            self.end_headers()

        do_GET = do_DELETE = do_POST  # noqa: N815 - the names the server calls

        def log_message(self, *_: Any) -> None:
            pass

    running = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Redirecting)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    try:
        with pytest.raises(ProviderError, match="can't be reached"):
            lux.tools.connect("away", f"http://127.0.0.1:{running.server_port}/mcp")
    finally:
        running.shutdown()
        running.server_close()


def test_a_key_written_out_is_refused_since_it_would_be_stored(lux: Any) -> None:
    with pytest.raises(InvalidRequest, match="not stored"):
        lux.tools.connect("x", "https://example.org", headers={"Authorization": "Bearer abc"})
    with pytest.raises(InvalidRequest, match="not stored"):
        connect(lux, env={"SOME_TOKEN": "abc"})


def test_a_name_is_taken_once_and_has_to_be_one(weather: Any) -> None:
    with pytest.raises(Conflict):
        connect(weather, replace=False)
    with pytest.raises(InvalidRequest, match="must begin with a letter"):
        connect(weather, name="not a name")
    with pytest.raises(InvalidRequest, match="either command or url"):
        weather.tools.connect("neither")
    with pytest.raises(InvalidRequest, match="come with it"):
        weather.tools.register(name="mine", input_schema={}, handler={"type": "provider"})


def test_a_tool_that_is_not_well_formed_does_not_take_the_others_with_it(lux: Any) -> None:
    class Plugin:
        name = "mixed"

        def list_tools(self) -> list[dict[str, Any]]:
            broken = {"name": "bad", "inputSchema": {"type": "no such type"}}
            return [broken, {"name": "good", "inputSchema": {"type": "object"}}]

        def execute_tool(self, name: str, arguments: dict[str, Any]) -> str:
            return name

    shown = lux.tools.register_provider(Plugin())
    assert shown.tools == ["good"]
    assert "bad" in shown.skipped
    assert lux.engine.run(tools_of(lux.engine)).registry.get("good").provider == "mixed"
