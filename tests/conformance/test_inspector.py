"""The Inspector's command line lists and calls what a kernel serves, directly and bridged."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lux_nb.engine.authors import Author
from lux_nb.engine.engine import Engine
from lux_nb.server import ServerInfo, serve, stop
from tests.conformance import node

pytestmark = pytest.mark.slow
PACKAGE, VERSION = "@modelcontextprotocol/inspector", "2.12.0"
ROOT = Path(__file__).parents[2]
TOOL_FAILED = 5
ERROR_CODE = r"[A-Z]{3,}(_[A-Z]+)*"


@pytest.fixture(scope="module")
def served(engine: Engine) -> Any:
    info = serve(engine, ["default", "all"])
    made = {"name": "greet", "content": "Greet {{who}}."}
    engine.run(engine.call("resource_create", made, author=Author("script", "test")))
    yield info
    stop(engine)


@pytest.fixture(params=["http", "bridge"])
def inspect(request: pytest.FixtureRequest, served: ServerInfo, home: Path, tmp_path: Path) -> Any:
    folder = node.package(PACKAGE, VERSION)
    script = folder / "node_modules" / ".bin" / "mcp-inspector"
    if request.param == "http":
        target = [served.url, "--header", f"Authorization: Bearer {served.token}"]
    else:
        bridge = [sys.executable, "-m", "lux_nb.attach"]
        target = [*bridge, "-e", f"LUX_HOME={home}", "-e", f"PYTHONPATH={ROOT}"]

    def run(method: str, *options: str, era: str = "legacy") -> tuple[int, Any]:
        command = [node.node(), str(script), "--cli", *target, "--protocol-era", era]
        done = subprocess.run(
            [*command, "--method", method, *options, "--format", "json", "-q"],
            cwd=tmp_path,
            env={**node.environment(), "MCP_CATALOG_PATH": str(tmp_path / "catalog.json")},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return done.returncode, json.loads(done.stdout) if done.stdout.strip() else done.stderr

    return run


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_every_list_is_shown_and_the_schemas_of_all_tools_are_portable(
    inspect: Any, era: str, engine: Engine
) -> None:
    code, listed = inspect("tools/list", "--strict", era=era)
    assert code == 0, listed
    assert len(_result(listed)["tools"]) >= len(engine.operations)
    for method, field in (
        ("resources/list", "resources"),
        ("resources/templates/list", "resourceTemplates"),
        ("prompts/list", "prompts"),
    ):
        code, listed = inspect(method, era=era)
        assert code == 0, listed
        assert _result(listed)[field]


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_tools_are_called_resources_read_and_prompts_got(inspect: Any, era: str) -> None:
    code, called = inspect("tools/call", "--tool-name", "thread_list", era=era)
    assert code == 0, called
    assert "threads" in _result(called)["structuredContent"]
    code, failed = inspect(
        "tools/call",
        *("--tool-name", "thread_get", "--tool-args-json", '{"thread_id": "nope"}'),
        era=era,
    )
    assert code == TOOL_FAILED, failed
    code, read = inspect("resources/read", "--uri", "lux://threads", era=era)
    assert code == 0, read
    assert "threads" in read if isinstance(read, str) else json.dumps(read)
    code, got = inspect(
        "prompts/get", "--prompt-name", "greet", "--prompt-args", "who=Ada", era=era
    )
    assert code == 0, got
    assert "Greet Ada." in json.dumps(got)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_every_tool_answers_or_fails_in_words(inspect: Any) -> None:
    """One process for each call, so this takes minutes."""
    code, listed = inspect("tools/list", "--strict", "--connect-timeout", "60000")
    assert code == 0, listed
    odd = {}
    for tool in _result(listed)["tools"]:
        schema = tool["inputSchema"]
        arguments = json.dumps(least(schema, schema.get("$defs", {})))
        named = ("--tool-name", tool["name"], "--tool-args-json", arguments)
        code, called = inspect("tools/call", *named, "--connect-timeout", "60000")
        explained = code == TOOL_FAILED and re.search(ERROR_CODE, json.dumps(called))
        if code != 0 and not explained:
            odd[tool["name"]] = (code, arguments, called)
    assert odd == {}


def least(schema: dict[str, Any], definitions: dict[str, Any]) -> Any:
    """Return the least that a schema lets through: what it requires and nothing else."""
    if "$ref" in schema:
        return least(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            return least(schema[choice][0], definitions)
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    match schema.get("type"):
        case "object":
            wanted = schema.get("required", [])
            return {name: least(schema["properties"][name], definitions) for name in wanted}
        case "array":
            return [least(schema["items"], definitions)] * schema.get("minItems", 0)
        case "integer" | "number":
            return schema.get("minimum", schema.get("exclusiveMinimum", 0) + 1)
        case "boolean":
            return False
        case "null":
            return None
        case _:
            return "x" * max(1, schema.get("minLength", 1))


def _result(shown: Any) -> Any:
    return shown.get("result", shown) if isinstance(shown, dict) else shown
