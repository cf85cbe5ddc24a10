"""A scripted model behind a real HTTP server, and an engine that uses it."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from lux_nb.engine.authors import Author
from tests.scripted_server import Script, ScriptedServer

MINUTES = {
    "current_understanding": "The cost grows with the number of queries.",
    "key_insights": ["Queries dominate."],
    "next_actions": ["Measure the queries."],
    "confidence_level": "medium",
    "clarity_level": "high",
    "ready_for_conclusion": False,
}
THOUGHTS = [
    "The slow part is the number of queries, because each page asks the database many times.",
    "A cache in front of the database would answer the repeated queries without asking it.",
    "The cache has to be invalidated when a row changes, otherwise pages show stale prices.",
    "An index on the price column would make the remaining queries fast enough for peak hours.",
    "Measuring both on a copy of last week's traffic tells which of them is worth its upkeep.",
    "Batching the writes lowers the invalidations, since one batch touches each row only once.",
]


def wants_data(body: dict[str, Any]) -> bool:
    """Whether a request is for data of a schema."""
    return "response_format" in body


def in_turn(texts: list[str], minutes: dict[str, Any] | str | None = None) -> Script:
    """A script that says the texts in turn and gives the minutes when asked for data."""
    said = iter(range(10**9))

    def script(body: dict[str, Any]) -> str:
        if wants_data(body):
            data = MINUTES if minutes is None else minutes
            return data if isinstance(data, str) else json.dumps(data)
        return texts[next(said) % len(texts)]

    return script


@pytest.fixture
def serve_script() -> Iterator[Callable[[Script], ScriptedServer]]:
    """Start scripted model servers; all are closed at the end."""
    started: list[ScriptedServer] = []

    def start(script: Script) -> ScriptedServer:
        started.append(ScriptedServer(script))
        return started[-1]

    yield start
    for server in started:
        server.close()


@pytest.fixture
def scripted(
    serve_script: Callable[[Script], ScriptedServer], make_engine: Callable[..., Any]
) -> Callable[..., tuple[Callable[..., Any], ScriptedServer, Any]]:
    """Make an engine whose model follows a script; returns its caller, the server, the engine."""

    def make(script: Script, author: Author | None = None) -> Any:
        server = serve_script(script)
        engine = make_engine(compatible_base_url=server.url)

        def call(name: str, **parameters: Any) -> Any:
            who = author or Author("script", "test")
            return engine.run(engine.call(name, parameters, author=who))

        return call, server, engine

    return make
