"""``python -m benchmarks [name …]``: run the benchmarks and print one table."""

import importlib
import json
import pkgutil
import sys
import time
from pathlib import Path
from typing import Any

import benchmarks

COLUMNS = ("area", "measure", "ours", "beside", "beside_name", "goal", "note")


def names() -> list[str]:
    """Return the modules of this package that can be run."""
    found = [module.name for module in pkgutil.iter_modules(benchmarks.__path__)]
    return [name for name in found if not name.startswith("_")]


def main(wanted: list[str]) -> int:
    """Run what is wanted, or all, and print it; results.json keeps the figures."""
    unknown = sorted(set(wanted) - set(names()))
    if unknown:
        print(f"There is no benchmark {', '.join(unknown)}; there are {', '.join(names())}.")
        return 2
    rows: list[dict[str, Any]] = []
    for name in wanted or names():
        module = importlib.import_module(f"benchmarks.{name}")
        if not hasattr(module, "run"):
            continue
        started = time.perf_counter()
        print(f"{name} …", file=sys.stderr, flush=True)
        rows += module.run()
        print(f"{name}: {time.perf_counter() - started:.0f} s", file=sys.stderr, flush=True)
    print(table(rows))
    target = Path("benchmarks") / "results.json"
    target.write_text(json.dumps(rows, indent=1, ensure_ascii=False, default=str) + "\n", "utf-8")
    return 0


def table(rows: list[dict[str, Any]]) -> str:
    """Return the rows as an aligned text table."""
    cells = [[_text(row.get(column)) for column in COLUMNS] for row in rows]
    widths = [
        max([len(column), *(len(line[index]) for line in cells)])
        for index, column in enumerate(COLUMNS)
    ]
    lines = [
        "  ".join(value.ljust(width) for value, width in zip(line, widths, strict=True)).rstrip()
        for line in [list(COLUMNS), ["-" * width for width in widths], *cells]
    ]
    return "\n".join(lines)


def _text(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
