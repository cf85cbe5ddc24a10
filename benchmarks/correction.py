"""Repair of tool calls, beside pydantic's lax mode and json-repair alone, in the same run.

Rows are split in two halves by a hash of the question. Rules were written looking at one half
alone; the figures of the other half ("unseen") are the ones that count.
"""

import gzip
import hashlib
import json
import os
import re
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from lux_nb.tools.correction import correct, correct_call
from lux_nb.tools.parsing import ParsedCall, parse_call
from lux_nb.tools.validation import normalise_schema

STRUCTURAL = {
    "type_error:simple",
    "type_error:nested",
    "simple_function_checker:wrong_func_name",
    "simple_function_checker:missing_required",
    "simple_function_checker:unexpected_param",
}
AREA = "tools: correction"
Row = dict[str, Any]


def data_directory() -> Path | None:
    """Find the data: ``LUX_BENCH``, or ``shared/bench`` in a directory above this one."""
    configured = os.environ.get("LUX_BENCH")
    candidates = (
        [Path(configured)]
        if configured
        else [parent / "shared" / "bench" for parent in Path(__file__).resolve().parents]
    )
    return next((path / "toolcalls" for path in candidates if (path / "toolcalls").is_dir()), None)


def load(name: str) -> list[Row]:
    directory = data_directory()
    if directory is None:
        return []
    with gzip.open(directory / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def is_unseen(key: str) -> bool:
    return hashlib.sha256(key.encode()).digest()[0] % 2 == 1


# -- what is accepted ----------------------------------------------------------------------


def _standard(text: str) -> str:
    """Compare strings as the leaderboard does: case and light punctuation don't count."""
    return re.sub(r"[ ,./\-_*^]", "", text).lower().replace("'", '"')


def _same(value: Any, option: Any) -> bool:
    if isinstance(value, bool) or isinstance(option, bool):
        return value is option
    if isinstance(value, str) and isinstance(option, str):
        return _standard(value) == _standard(option)
    if isinstance(value, list) and isinstance(option, list):
        return len(value) == len(option) and all(map(_same, value, option))
    if isinstance(value, dict) and isinstance(option, dict):
        return accepted_arguments(value, option)
    if isinstance(value, int | float) and isinstance(option, int | float):
        return value == option
    return value is None and option is None


def accepted_value(value: Any, options: Any) -> bool:
    return any(
        _same(value, option) for option in (options if isinstance(options, list) else [options])
    )


def accepted_arguments(arguments: Any, accepted: dict[str, Any]) -> bool:
    if not isinstance(arguments, dict) or set(arguments) - set(accepted):
        return False
    for name, options in accepted.items():
        if name in arguments:
            if not accepted_value(arguments[name], options):
                return False
        elif "" not in (options if isinstance(options, list) else [options]):
            return False
    return True


def right_parameters(arguments: Any, accepted: dict[str, Any]) -> set[str]:
    if not isinstance(arguments, dict):
        return set()
    return {n for n, v in arguments.items() if n in accepted and accepted_value(v, accepted[n])}


def accepted_calls(calls: list[tuple[str, Any]], accepted: dict[str, Any]) -> bool:
    """Say whether these are exactly the accepted calls, in any order."""
    left = list(accepted.items())
    if len(calls) != len(left):
        return False
    for name, arguments in calls:
        for item in left:
            names = {_flat(item[0]), _flat(re.sub(r"[_ ]\d+$", "", item[0]))}
            if _flat(name) in names and accepted_arguments(arguments, item[1]):
                left.remove(item)
                break
        else:
            return False
    return True


def _flat(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


# -- what it is compared to ------------------------------------------------------------------


def pydantic_lax(schema: dict[str, Any], arguments: Any) -> Any:
    """Validate with pydantic in its lax mode; what it can't take stays as it was."""
    from pydantic import ValidationError

    try:
        return _model(schema).model_validate(arguments).model_dump(exclude_unset=True)
    except (ValidationError, TypeError, ValueError):
        return arguments


def _model(schema: dict[str, Any]) -> Any:
    from pydantic import ConfigDict, create_model

    fields: dict[str, Any] = {}
    required = schema.get("required") or []
    for name, part in (schema.get("properties") or {}).items():
        fields[name] = (_annotation(part), ... if name in required else None)
    return create_model(
        "Arguments", __config__=ConfigDict(extra="forbid", protected_namespaces=()), **fields
    )


def _annotation(schema: dict[str, Any]) -> Any:
    from typing import Literal

    if schema.get("enum"):
        return Literal[tuple(schema["enum"])]
    kind = schema.get("type")
    if kind == "array":
        return list[_annotation(schema.get("items") or {})]
    if kind == "object":
        return _model(schema) if schema.get("properties") else dict[str, Any]
    return {"string": str, "integer": int, "number": float, "boolean": bool}.get(str(kind), Any)


def json_repair_with_schema(schema: dict[str, Any], arguments: Any) -> Any:
    import json_repair

    try:
        return json_repair.loads(json.dumps(arguments), schema=schema)
    except Exception:
        return arguments


def json_repair_calls(text: Any) -> list[tuple[str, Any]]:
    """Read a text with json-repair alone and take the two usual shapes of a call."""
    import json_repair

    value = json_repair.loads(text if isinstance(text, str) else json.dumps(text))
    calls = []
    for item in value if isinstance(value, list) else [value]:
        if not isinstance(item, dict):
            continue
        arguments = item.get("arguments", item.get("parameters"))
        if isinstance(item.get("name"), str) and isinstance(arguments, dict):
            calls.append((item["name"], arguments))
        elif len(item) == 1 and isinstance(next(iter(item.values())), dict):
            calls.append(next(iter(item.items())))
    return calls


# -- measuring -------------------------------------------------------------------------------


def _taken_apart(row: Row) -> tuple[str, Any, str, dict[str, Any]]:
    name, arguments = next(iter(row["call"][0].items()))
    right_name, accepted = next(iter(row["accepted"].items()))
    return name, arguments, right_name, accepted


def _share(values: list[bool]) -> float | None:
    return round(sum(values) / len(values), 3) if values else None


def _row(
    measure: str,
    ours: Any,
    beside: Any = None,
    beside_name: str = "",
    goal: str = "",
    note: str = "",
) -> Row:
    return {
        "area": AREA,
        "measure": measure,
        "ours": ours,
        "beside": beside,
        "beside_name": beside_name,
        "goal": goal,
        "note": note,
    }


def structural(rows: list[Row]) -> Iterator[Row]:
    """Structural errors repaired to an accepted answer, with the right tool given."""
    results: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    seconds: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        if row["error_type"] not in STRUCTURAL:
            continue
        name, arguments, right_name, accepted = _taken_apart(row)
        raw = row["function"]["parameters"]
        schema = normalise_schema(raw)
        methods: dict[str, Callable[[], Any]] = {
            "ours": lambda a=arguments, s=raw, q=row["question"]: (
                correct(s, a, context=q).arguments
            ),
            "pydantic lax": lambda a=arguments, s=schema: pydantic_lax(s, a),
            "json-repair with schema": lambda a=arguments, s=schema: json_repair_with_schema(s, a),
            "nothing": lambda a=arguments: a,
        }
        half = "unseen" if is_unseen(str(row["question"])) else "development"
        for method, run_method in methods.items():
            start = time.perf_counter()
            result = run_method()
            seconds[method].append(time.perf_counter() - start)
            good = accepted_arguments(result, accepted)
            for group in ("all", half, row["error_type"]):
                results[group][method].append(good)
        call = correct_call([row["function"]], {name: arguments}, context=row["question"])
        good = call.name == right_name and accepted_arguments(call.arguments, accepted)
        results["name too"]["ours"].append(good)
        results["name too"]["nothing"].append(
            name == right_name and accepted_arguments(arguments, accepted)
        )
    for group in ("unseen", "development", "all"):
        for other in ("pydantic lax", "json-repair with schema", "nothing"):
            yield _row(
                f"structural errors repaired ({group}, n={len(results[group]['ours'])})",
                _share(results[group]["ours"]),
                _share(results[group][other]),
                other,
                "0.65",
            )
    for group in sorted(STRUCTURAL & set(results)):
        yield _row(
            f"  {group} (n={len(results[group]['ours'])})",
            _share(results[group]["ours"]),
            _share(results[group]["json-repair with schema"]),
            "json-repair with schema",
        )
    yield _row(
        "structural errors repaired, tool name too (all)",
        _share(results["name too"]["ours"]),
        _share(results["name too"]["nothing"]),
        "nothing",
    )
    for other in ("pydantic lax", "json-repair with schema"):
        yield _row(
            "p50 of a structural repair, ms",
            round(statistics.median(seconds["ours"]) * 1000, 3),
            round(statistics.median(seconds[other]) * 1000, 3),
            other,
            "< 1",
        )


def made_worse(rows: list[Row]) -> Iterator[Row]:
    """Parameters that were right before and are not after, over every failed call."""
    methods: dict[str, Callable[[Row, Any], Any]] = {
        "ours": lambda row, a: (
            correct(row["function"]["parameters"], a, context=row["question"]).arguments
        ),
        "pydantic lax": lambda row, a: pydantic_lax(
            normalise_schema(row["function"]["parameters"]), a
        ),
        "json-repair with schema": lambda row, a: json_repair_with_schema(
            normalise_schema(row["function"]["parameters"]), a
        ),
    }
    worse: dict[str, list[bool]] = defaultdict(list)
    for row in rows:
        _, arguments, _, accepted = _taken_apart(row)
        for method, run_method in methods.items():
            after = run_method(row, arguments)
            lost = right_parameters(arguments, accepted) - right_parameters(after, accepted)
            worse[method].append(bool(lost))
    for other in ("pydantic lax", "json-repair with schema"):
        yield _row(
            f"calls made worse (n={len(rows)})",
            _share(worse["ours"]),
            _share(worse[other]),
            other,
            "< 0.01",
        )


def _gold_calls(row: Row) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every parameter with its first accepted value; and the required ones alone."""
    name, accepted = next(iter(row["accepted"].items()))
    required = row["function"]["parameters"].get("required") or []
    full = {n: _first(options) for n, options in accepted.items() if any(o != "" for o in options)}
    yield name, full
    yield name, {n: value for n, value in full.items() if n in required}


def _first(options: list[Any]) -> Any:
    return _plain(next(option for option in options if option != ""))


def _plain(option: Any) -> Any:
    if isinstance(option, dict):
        return {k: _first(v) for k, v in option.items() if any(o != "" for o in v)}
    return [_plain(item) for item in option] if isinstance(option, list) else option


def valid_changed(rows: list[Row]) -> Iterator[Row]:
    changed = defaultdict(int)
    total = invalid = 0
    seconds = []
    for row in rows:
        schema = normalise_schema(row["function"]["parameters"])
        for name, arguments in _gold_calls(row):
            total += 1
            start = time.perf_counter()
            result = correct_call([row["function"]], {name: arguments}, context=row["question"])
            seconds.append(time.perf_counter() - start)
            changed["ours"] += (result.name, result.arguments) != (name, arguments)
            invalid += bool(result.correction.problems)
            changed["pydantic lax"] += pydantic_lax(schema, arguments) != arguments
            changed["json-repair with schema"] += (
                json_repair_with_schema(schema, arguments) != arguments
            )
    for other in ("pydantic lax", "json-repair with schema"):
        yield _row(
            f"valid calls changed (n={total})",
            changed["ours"],
            changed[other],
            other,
            "0",
            f"{invalid} of them do not fit their own schema",
        )
    yield _row("p50 of a valid call, ms", round(statistics.median(seconds) * 1000, 3), goal="< 1")


def malformed(rows: list[Row]) -> Iterator[Row]:
    """Outputs parsed to exactly the accepted calls; no tools are given."""
    results: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    kinds: dict[str, int] = defaultdict(int)
    seconds: list[float] = []
    for row in rows:
        half = "unseen" if is_unseen(row["prompt_id"]) else "development"
        start = time.perf_counter()
        calls = parse_call(row["output"])
        seconds.append(time.perf_counter() - start)
        named = [(call.name, call.arguments) for call in calls if not call.positional]
        good = len(named) == len(calls) and accepted_calls(named, row["accepted"])
        kinds[_kind(calls, row["accepted"], good)] += 1
        for group in ("all", half):
            results[group]["ours"].append(good)
            results[group]["json-repair alone"].append(
                accepted_calls(json_repair_calls(row["output"]), row["accepted"])
            )
        tools = sorted({re.sub(r"[_ ]\d+$", "", name) for name in row["accepted"]})
        with_names = parse_call(row["output"], tools)
        named = [(call.name, call.arguments) for call in with_names if not call.positional]
        results[half]["names given"].append(
            len(named) == len(with_names) and accepted_calls(named, row["accepted"])
        )
    for group in ("unseen", "development", "all"):
        yield _row(
            f"malformed outputs parsed exactly ({group}, n={len(results[group]['ours'])})",
            _share(results[group]["ours"]),
            _share(results[group]["json-repair alone"]),
            "json-repair alone",
            "0.60",
        )
    yield _row(
        "malformed outputs parsed exactly (unseen, right tools named)",
        _share(results["unseen"]["names given"]),
    )
    yield _row(
        "p50 of parse_call, ms",
        round(statistics.median(seconds) * 1000, 3),
        goal="< 1",
        note=f"slowest {max(seconds) * 1000:.1f} ms",
    )
    yield _row(
        "malformed outputs by outcome",
        json.dumps(dict(sorted(kinds.items(), key=lambda item: -item[1]))),
    )


def _kind(calls: list[ParsedCall], accepted: dict[str, Any], good: bool) -> str:
    if good:
        return "right"
    if not calls:
        return "no call found"
    if len(calls) != len(accepted):
        return "more calls" if len(calls) > len(accepted) else "fewer calls"
    if any(call.positional for call in calls):
        return "unnamed arguments"
    return "other name or values"


def run() -> list[Row]:
    """Measure everything and return one row per figure."""
    if data_directory() is None:
        return [_row("skipped", None, note="LUX_BENCH is not set and no shared/bench was found")]
    failed, gold, outputs = load("failed_calls"), load("gold_calls"), load("malformed")
    return [*structural(failed), *made_worse(failed), *valid_changed(gold), *malformed(outputs)]


if __name__ == "__main__":
    for line in run():
        beside = f"{line['beside_name']}: {line['beside']}" if line["beside_name"] else ""
        figures = f"{line['ours']!s:<10} {beside:<34} {line['goal']:<8}"
        print(f"{line['measure']:<62} {figures} {line['note']}")
