"""A provider of another package, installed as pip would install it."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.models.calling import HELLO, Heard, calls, run

PROVIDER = '''
from lux_nb.errors import ProviderError
from lux_nb.models.providers.base import Provider
from lux_nb.models.types import Finished, ModelInfo, TextDelta, Usage


class EchoProvider(Provider):
    """Says back what it is told."""

    name = "echo"
    free = True

    @classmethod
    def create(cls, settings):
        return cls()

    @classmethod
    def configured(cls, settings):
        return True

    @classmethod
    def serves(cls, model, settings):
        return model if model.startswith("echo-") else None

    async def stream(self, request):
        for word in request.messages[-1].content.split():
            yield TextDelta(word + " ")
        yield Finished("stop", Usage(1, 2), request.model)

    async def list_models(self):
        return [ModelInfo("echo-1", "echo")]
'''


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package with a provider and one that is broken, with the metadata pip writes."""
    site = tmp_path / "site-packages"
    (site / "echo_lux").mkdir(parents=True)
    (site / "echo_lux" / "__init__.py").write_text(PROVIDER, encoding="utf-8")
    metadata = site / "echo_lux-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: echo-lux\nVersion: 1.0\n", encoding="utf-8"
    )
    (metadata / "entry_points.txt").write_text(
        "[lux_nb.providers]\necho = echo_lux:EchoProvider\nbroken = echo_lux:Nothing\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.delitem(sys.modules, "echo_lux", raising=False)


@pytest.mark.usefixtures("installed")
def test_a_package_adds_a_provider_and_a_broken_one_does_no_harm(
    make_engine: Callable[..., Any],
) -> None:
    engine = make_engine()
    heard = Heard()
    answer = run(engine, "mercury_chat_stream", messages=HELLO, model="echo-1", listener=heard)
    assert answer.text == "Say hello. "
    assert heard.text == answer.text
    [call] = calls(engine)
    assert (call.provider, call.model, call.cost) == ("echo", "echo-1", 0.0)
    assert "echo-1" in [model["id"] for model in run(engine, "mercury_list_models").models]
    assert "broken" not in engine.models.registry


def test_the_built_in_providers_are_the_entry_points_of_the_package() -> None:
    import tomllib

    from lux_nb.models.registry import BUILT_IN, GROUP, load_providers

    project = tomllib.loads(
        (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    )
    assert project["project"]["entry-points"][GROUP] == BUILT_IN
    loaded = load_providers()
    assert set(BUILT_IN) <= set(loaded)
    assert all(loaded[name].name == name for name in BUILT_IN)
