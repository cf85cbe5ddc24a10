import json
import logging
from collections.abc import Callable
from typing import Any

import pytest

from lux_nb.engine.authors import Author
from lux_nb.errors import LuxError


def test_the_log_is_json_line_by_line(engine: Any) -> None:
    facts = {"surface": "rest", "level": "not this one"}
    logging.getLogger("lux_nb.test").warning("something %s", "odd", extra={"facts": facts})
    rows = [json.loads(line) for line in engine.log_file.read_text("utf-8").splitlines()]
    row = rows[-1]
    assert row["message"] == "something odd"
    assert row["level"] == "warning"
    assert row["surface"] == "rest"
    assert row["logger"] == "lux_nb.test"


def test_no_key_reaches_the_log(make_engine: Callable[..., Any]) -> None:
    key = 'a "strange" key\\of theirs'
    engine = make_engine(openai_api_key=key)
    logger = logging.getLogger("lux_nb.test")
    try:
        raise ValueError(key)
    except ValueError:
        logger.exception("it said %s and Bearer abc.def", key, extra={"facts": {"given": key}})
    text = engine.log_file.read_text("utf-8")
    assert "strange" not in text
    assert "abc.def" not in text
    assert "ValueError" in text


def test_an_unforeseen_failure_is_one_line_with_its_traceback(
    engine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine.threads, "all", None, raising=False)
    monkeypatch.setattr(engine, "threads", None)
    with pytest.raises(LuxError):
        engine.run(engine.call("thread_list", {}, author=Author("script", "test")))
    row = json.loads(engine.log_file.read_text("utf-8").splitlines()[-1])
    assert row["level"] == "error"
    assert "Traceback" in row["error"]
    monkeypatch.undo()
