"""Each error, on each surface."""

import asyncio

import pytest

from lux_nb import errors
from lux_nb.engine import payloads
from lux_nb.errors import InvalidRequest, LuxError

ALL = [
    value
    for value in vars(errors).values()
    if isinstance(value, type) and issubclass(value, LuxError)
]


@pytest.mark.parametrize("kind", ALL)
def test_every_error_has_its_shape_on_every_surface(kind: type[LuxError]) -> None:
    error = kind("It failed.", details={"field": "x"}, hint="Do this.", retry_after=2.0)
    assert payloads.json_rpc(error)["code"] in {-32600, -32601, -32602, -32603}
    assert payloads.json_rpc(error)["data"]["details"] == {"field": "x"}
    mercury = payloads.mercury(error)["error"]
    assert mercury["type"] in {"validation_error", "api_error", "rate_limit", "auth_error"}
    assert mercury["retry_after"] == 2.0
    assert payloads.mcr(error)["success"] is False
    expected = "INVALID_INPUT" if kind is InvalidRequest else error.code
    assert payloads.mcr(error)["error"] == expected
    assert payloads.cortex(error)["error_code"] == error.code
    assert payloads.mxf(error)["error"]["code"] == error.code
    assert payloads.plain(error)["hint"] == "Do this."


def test_codes_are_unique_to_their_class() -> None:
    assert len({kind.default_code for kind in ALL}) == len(ALL)


def test_a_cell_shows_one_short_message() -> None:
    lines = errors.NotFound("No thread.", hint="List them.")._render_traceback_()
    assert lines == ["NotFound [NOT_FOUND]: No thread.", "  → List them."]


def test_an_interrupt_and_the_unforeseen_are_mapped_too() -> None:
    assert payloads.as_lux_error(asyncio.CancelledError()).code == "CANCELLED"
    unforeseen = payloads.as_lux_error(ZeroDivisionError("division by zero"))
    assert unforeseen.code == "INTERNAL_ERROR"
    assert "ZeroDivisionError" in unforeseen.message
