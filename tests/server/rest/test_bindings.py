from typing import Any

from lux_nb.server.rest.bindings import _TABLE, bindings


def test_a_get_never_gives_a_changing_operation_what_changes_something(engine: Any) -> None:
    reading = [binding for binding in bindings(engine.operations) if binding.method == "GET"]
    assert reading
    for binding in reading:
        if not engine.operations[binding.operation].reads_only:
            assert binding.query is not None, binding


def test_every_route_stands_once_and_fixed_paths_come_before_variable_ones() -> None:
    routes = [(binding.method, binding.path) for binding in _TABLE]
    assert len(routes) == len(set(routes))
    for place, (method, path) in enumerate(routes):
        for later_method, later in routes[place + 1 :]:
            assert method != later_method or not _covers(path, later)


def _covers(path: str, other: str) -> bool:
    """Tell whether a path with variables takes the requests of another."""
    ours, theirs = path.split("/"), other.split("/")
    return len(ours) == len(theirs) and all(
        mine == his or mine.startswith("{") for mine, his in zip(ours, theirs, strict=True)
    )
