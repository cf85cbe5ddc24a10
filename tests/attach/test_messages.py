"""What the bridge answers to messages that are none, and what it shows of itself."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lux_nb.attach.bridge import Bridge
from lux_nb.attach.choice import KernelChoice
from lux_nb.attach.main import add_arguments, run
from lux_nb.models.tokens import count_tokens
from lux_nb.server.registry import registry_folder

Answers = Callable[..., Any]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def answers(tmp_path: Path) -> Answers:
    async def sent(*lines: str) -> list[Any]:
        written: list[bytes] = []
        choice = KernelChoice(folder=registry_folder(tmp_path))
        bridge = Bridge(choice, written.append, lambda _: None, wait_seconds=0.0)
        for line in lines:
            await bridge.accept(line.encode())
        await bridge.close()
        return [json.loads(line) for line in written]

    return sent


@pytest.mark.anyio
@pytest.mark.parametrize("identity", ["null", "true", "1.5", "[]", "{}"])
async def test_a_request_whose_id_names_nothing_is_refused_and_not_passed_on(
    answers: Answers, identity: str
) -> None:
    line = f'{{"jsonrpc": "2.0", "id": {identity}, "method": "tools/list"}}'
    (answer,) = await answers(line)
    assert answer["id"] is None
    assert answer["error"]["code"] == -32600
    assert "never null" in answer["error"]["message"]


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("line", "code"),
    [("{", -32700), ("3", -32600), ('"text"', -32600), ("[1, null]", -32600)],
)
async def test_what_is_no_message_is_answered_with_an_error(
    answers: Answers, line: str, code: int
) -> None:
    told = await answers(line)
    assert {answer["error"]["code"] for answer in told} == {code}


@pytest.mark.anyio
async def test_a_message_after_a_bad_one_is_answered(answers: Answers) -> None:
    ping = '{"jsonrpc": "2.0", "id": 7, "method": "initialize", "params": {"protocolVersion": '
    ping += '"2025-06-18", "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}}}'
    told = await answers('{"id": null, "method": "x"}', ping)
    assert [answer["id"] for answer in told] == [None, 7]
    assert told[1]["result"]["protocolVersion"] == "2025-06-18"


def test_the_list_shows_what_each_tool_costs(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    assert run(parser.parse_args(["--list", "--toolsets", "memory"])) == 0
    head, *rows, total = capsys.readouterr().out.splitlines()
    assert head.split() == ["TOOL", "TOKENS"]
    costs = {name: int(cost) for name, cost in (row.split() for row in rows)}
    assert costs["search_context"] > count_tokens("search_context")
    assert total.split() == [str(len(costs)), "tools", str(sum(costs.values()))]
