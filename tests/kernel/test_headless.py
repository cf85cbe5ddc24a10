"""Without a notebook the kernel's operations say so."""

from typing import Any

import pytest

from lux_nb.engine.authors import Author
from lux_nb.errors import NotConfigured


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("kernel_status", {}),
        ("kernel_variables", {}),
        ("kernel_inspect", {"name": "x"}),
        ("notebook_read", {}),
        ("kernel_run", {"code": "1"}),
        ("kernel_undo", {}),
    ],
)
def test_an_engine_without_a_notebook_is_a_clear_error(
    engine: Any, name: str, parameters: dict[str, Any]
) -> None:
    with pytest.raises(NotConfigured) as caught:
        engine.run(engine.call(name, parameters, author=Author("script", "test")))
    assert caught.value.code == "NO_KERNEL"
    assert "%lux serve" in str(caught.value)
