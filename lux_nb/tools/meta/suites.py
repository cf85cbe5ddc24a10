"""Suites of calls that auto-correction is tried on: what is wrong, and what it should become."""

from typing import Any

from lux_nb.errors import InvalidRequest

Case = dict[str, Any]


def _case(name: str, tool: str, given: Any, error: str, expected: Any) -> Case:
    return {
        "name": name,
        "toolName": tool,
        "parameters": given,
        "expectedError": error,
        "expectedCorrection": expected,
    }


_FILE = {"path": "notes.txt"}

SUITES: dict[str, tuple[Case, ...]] = {
    "type_conversion": (
        _case("number for a text", "write_file", {**_FILE, "content": 12345}, "typeMismatch",
              {"content": "12345"}),
        _case("text for a number", "web_search", {"query": "tea", "limit": "5"}, "typeMismatch",
              {"limit": 5}),
        _case("one value for a list", "tools_validate", {"toolNames": "calculator"},
              "typeMismatch", {"toolNames": ["calculator"]}),
        _case("a list as JSON text", "tools_validate", {"toolNames": '["calculator"]'},
              "typeMismatch", {"toolNames": ["calculator"]}),
        _case("a truth value as a word", "tools_discover", {"includeSchema": "yes"},
              "typeMismatch", {"includeSchema": True}),
    ),
    "unknown_properties": (
        _case("another spelling", "write_file", {"file_path": "notes.txt", "content": "a"},
              "unknownProperties", {"path": "notes.txt", "content": "a"}),
        _case("another case", "tools_validate", {"tool_names": ["calculator"]},
              "unknownProperties", {"toolNames": ["calculator"]}),
    ),
    "missing_parameters": (
        _case("nothing to take it from", "read_file", {}, "missingRequired", None),
    ),
    "near_misses": (
        _case("another case of a choice", "api_caller",
              {"url": "https://example.org", "method": "post"}, "invalidValue",
              {"method": "POST"}),
    ),
}  # fmt: skip
SUITES["validation_errors"] = tuple(case for cases in SUITES.values() for case in cases)


def suite(name: str) -> list[Case]:
    """Return the cases of a suite, or say which suites there are."""
    if name not in SUITES:
        message = f"testSuite: there is no suite {name!r}."
        raise InvalidRequest(message, hint=f"There are: {', '.join(SUITES)}.")
    return [dict(case) for case in SUITES[name]]
