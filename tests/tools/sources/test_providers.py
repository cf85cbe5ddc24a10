"""Plug-ins, HTTP services and model providers."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from lux_nb.api import Lux
from lux_nb.config import Settings
from lux_nb.engine.authors import Author
from lux_nb.errors import InvalidRequest, NotFound, PermissionDenied, ProviderError

ECHO_SCHEMA = {
    "type": "object",
    "properties": {"text": {"type": "string"}},
    "required": ["text"],
}


class Plugin:
    """A plug-in with coroutines and plain functions."""

    name = "shouting"
    description = "Says it louder."

    def __init__(self) -> None:
        self.config: dict[str, Any] = {}
        self.closed = False

    async def initialize(self, config: dict[str, Any]) -> None:
        self.config = config

    def list_tools(self) -> list[dict[str, Any]]:
        return [{"name": "shout", "description": "Shout.", "inputSchema": ECHO_SCHEMA}]

    async def execute_tool(self, name: str, arguments: dict[str, Any]) -> Any:
        return {"said": arguments["text"].upper() + self.config.get("end", "")}

    def close(self) -> None:
        self.closed = True


def test_a_plugin_is_initialized_listed_run_and_closed(lux: Any) -> None:
    plugin = Plugin()
    shown = lux.tools.register_provider(plugin, config={"end": "!"})
    assert (shown.status, shown.tools) == ("connected", ["shout"])
    assert lux.tools.run("shout", text="hi").result == {"said": "HI!"}
    lux.tools.disconnect("shouting")
    assert plugin.closed
    with pytest.raises(NotFound):
        lux.tools.run("shout", text="hi")


def test_a_plugin_may_use_the_names_of_the_wire(lux: Any) -> None:
    def execute(name: str, arguments: dict[str, Any]) -> str:
        return f"{name}: {arguments['text']}"

    given = {
        "name": "wired",
        "listTools": lambda: [{"name": "say", "inputSchema": ECHO_SCHEMA}],
        "executeTool": execute,
    }
    lux.tools.register_provider(given)
    assert lux.tools.run("say", text="hi").result == "say: hi"


def test_a_plugin_that_fails_to_start_leaves_nothing_behind(lux: Any) -> None:
    class Failing(Plugin):
        def list_tools(self) -> list[dict[str, Any]]:
            raise OSError("no licence")

    with pytest.raises(ProviderError, match="no licence"):
        lux.tools.register_provider(Failing())
    assert not lux.tools.list(provider="shouting").tools
    with pytest.raises(InvalidRequest, match="list_tools"):
        lux.tools.register_provider(object())


def test_after_a_restart_a_plugin_waits_for_its_cell(home: Path) -> None:
    first = Lux(Settings())
    first.tools.register_provider(Plugin())
    first.close()
    second = Lux(Settings())
    try:
        shown = second.call("tools_provider_list")["providers"][0]
        assert (shown["name"], shown["status"]) == ("shouting", "not in this kernel")
        with pytest.raises(ProviderError, match="not in this kernel") as lost:
            second.tools.run("shout", text="hi")
        assert lost.value.code == "TOOL_UNAVAILABLE"
        second.tools.register_provider(Plugin())
        assert second.tools.run("shout", text="hi").result == {"said": "HI"}
    finally:
        second.close()


def test_plugins_of_installed_packages_are_there_and_broken_ones_are_told(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site"
    about = package / "shouter-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: shouter\nVersion: 1.0\n")
    good = f"shouting = {Plugin.__module__}:Plugin"
    (about / "entry_points.txt").write_text(
        f"[lux_nb.tool_providers]\n{good}\nbroken = no_such_module_here:Plugin\n"
    )
    monkeypatch.syspath_prepend(str(package))
    lux = Lux(Settings())
    try:
        lux.call("tools_provider_refresh", provider="shouting")
        assert lux.tools.run("shout", text="hi").result == {"said": "HI"}
        listed = {item["name"]: item for item in lux.call("tools_provider_list")["providers"]}
        assert listed["shouting"]["status"] == "connected"
        assert "no_such_module_here" in listed["broken"]["reason"]
    finally:
        lux.close()


class Service(BaseHTTPRequestHandler):
    """A service whose list of tools can be changed."""

    names: ClassVar[list[str]] = ["upper"]

    def do_GET(self) -> None:
        tools = [{"name": name, "inputSchema": ECHO_SCHEMA} for name in self.names]
        self._answer({"success": True, "data": {"tools": tools}})

    def do_POST(self) -> None:
        import json

        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if asked["arguments"]["text"] == "fail":
            self._answer({"success": False, "error": "no"})
        else:
            self._answer({"result": asked["arguments"]["text"].upper()})

    def _answer(self, body: Any) -> None:
        import json

        data = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def service() -> Iterator[str]:
    running = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    thread = threading.Thread(target=running.serve_forever, daemon=True)
    thread.start()
    Service.names = ["upper"]
    yield f"http://127.0.0.1:{running.server_port}"
    running.shutdown()
    running.server_close()
    thread.join(5)


def test_an_http_service_lists_and_runs_tools(lux: Any, service: str) -> None:
    asked = {"name": "http", "connection": {"type": "http", "url": service}}
    assert lux.call("tools_provider_register", **asked)["tools"] == ["upper"]
    assert lux.tools.run("upper", text="hi").result == "HI"
    with pytest.raises(Exception, match="no"):
        lux.tools.run("upper", text="fail")
    Service.names = ["louder"]
    assert lux.call("tools_provider_refresh", provider="http")["tools"] == ["louder"]


def test_a_model_provider_is_configured_and_its_key_is_not_stored(lux: Any, home: Path) -> None:
    answer = lux.call(
        "tools_provider_configure",
        provider="anthropic",
        config={
            "apiKey": "key-of-the-user-1234567890",
            "model": "claude-3-opus",
            "enabledTools": ["web_search", "calculator"],
            "maxTokens": 4096,
        },
    )
    assert answer["tools"] == ["calculator", "web_search"]
    assert "apiKey" not in answer["config"]
    assert lux.settings.anthropic_api_key.get_secret_value() == "key-of-the-user-1234567890"
    lux.close()
    kept = b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())
    assert b"claude-3-opus" in kept
    assert b"key-of-the-user" not in kept


def test_tools_are_given_in_the_form_of_each_provider(lux: Any) -> None:
    configure = {"config": {"enabledTools": ["calculator"]}}
    lux.call("tools_provider_configure", provider="anthropic", **configure)
    lux.call("tools_provider_configure", provider="openai", **configure)
    anthropic = lux.call("tools_provider_tools", provider="anthropic")["tools"]
    openai = lux.call("tools_provider_tools", provider="openai")["tools"]
    assert anthropic[0]["input_schema"] == openai[0]["function"]["parameters"]
    assert openai[0]["type"] == "function"
    lux.call("tools_provider_configure", provider="xai", config={"functions": "none"})
    assert lux.call("tools_provider_tools", provider="xai")["tools"] == []


@pytest.mark.parametrize(
    ("config", "problem"),
    [
        ({"temprature": 1}, "unknown option"),
        ({"temperature": 5}, "from 0 to 2"),
        ({"maxTokens": "many"}, "a number"),
        ({"enabledTools": "all"}, "a list"),
        ({"functions": "sometimes"}, "auto, none"),
    ],
)
def test_a_wrong_configuration_names_the_option(lux: Any, config: Any, problem: str) -> None:
    with pytest.raises(InvalidRequest, match=problem):
        lux.call("tools_provider_configure", provider="openai", config=config)


def test_an_assistant_may_not_replace_the_users_key(lux: Any) -> None:
    lux.settings.change("openai_api_key", "the-users-own")
    asked = {"provider": "openai", "config": {"apiKey": "another"}}
    work = lux.engine.call("tools_provider_configure", asked, author=Author("assistant", "x"))
    with pytest.raises(PermissionDenied, match="may not replace"):
        lux.engine.run(work)
    assert lux.settings.openai_api_key.get_secret_value() == "the-users-own"


def test_a_configured_model_is_the_one_generation_tools_ask(lux: Any) -> None:
    lux.call("tools_provider_configure", provider="openai", config={"model": "no-such-model"})
    with pytest.raises(Exception, match="no-such-model"):
        lux.tools.run("text_generation", prompt="hello")
