"""Logic: accuracy and coverage on reasoning sets.

The sets are split in two by a hash of each text. One half was looked at while the grammar was
written; the figures shown are of the other half, with those of the first in the note.
"""

import asyncio
import gzip
import hashlib
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from lux_nb.logic.prover import prove
from lux_nb.logic.questions import statement_of
from lux_nb.logic.solve import Problem, solve_many
from lux_nb.logic.worker import PrologWorker

GOALS = {
    "prontoqa": 1.0,
    "proofwriter": 1.0,
    "logical_deduction": 0.95,
    "clutrr": 0.90,
    "pararule": 0.98,
    "folio": 0.60,
    "logicbench": 0.75,
}
BESIDE = {
    "prontoqa": (0.832, "Logic-LM with GPT-4, as published"),
    "proofwriter": (0.983, "LINC with GPT-4, as published"),
    "logical_deduction": (0.876, "Logic-LM with GPT-4, as published"),
    "folio": (0.789, "Logic-LM with GPT-4, as published"),
}


def bench_directory() -> Path | None:
    given = os.environ.get("LUX_BENCH")
    candidates = [Path(given)] if given else []
    candidates += [parent / "shared" / "bench" for parent in Path(__file__).resolve().parents]
    return next((path / "logic" for path in candidates if (path / "logic").is_dir()), None)


def prolog_environment() -> dict[str, str] | None:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from tests.logic.conftest import prolog_environment as found

    return found()


def half(name: str, row: dict[str, Any]) -> int:
    if name == "folio":
        key = " ".join(row["premises"])
    elif name == "logicbench":
        key = row["id"].rsplit("/", 1)[0]
    else:
        key = row["context"] + ("x" if name == "pararule" else "")
    return int(hashlib.sha256(key.encode()).hexdigest(), 16) % 2


def problem(name: str, row: dict[str, Any]) -> tuple[Problem, str]:
    verdicts = {"true": "yes", "false": "no", "unknown": "unknown", "yes": "yes", "no": "no"}
    if name == "folio":
        text = "\n".join(row["premises"])
        return Problem(text, row["conclusion"]), verdicts[row["label"].lower()]
    if name == "clutrr":
        person, relative = row["query"]
        return Problem(row["context"], f"How is {relative} related to {person}?"), row["label"]
    if name == "pararule":
        label = verdicts[str(row["label"]).lower()]
        return Problem(row["context"], row["question"], world="closed"), label
    if name == "logicbench":
        return Problem(row["context"], row["question"]), row["label"]
    return Problem(row["context"], row["question"], row["options"]), row["answer"]


def right(name: str, solution: Any, gold: str, problem: Problem) -> bool:
    # A question that could not be read is wrong, whatever the right answer is.
    if statement_of(problem.question) in solution.unread and solution.method != "gist":
        return False
    if name == "clutrr":
        return bool(solution.answer == gold)
    if name == "logicbench":
        return bool(("yes" if solution.verdict == "yes" else "no") == gold)
    if name in {"folio", "pararule"}:
        return bool(solution.verdict == gold)
    return bool(solution.option == gold)


async def accuracy(worker: PrologWorker, directory: Path) -> list[dict[str, Any]]:
    rows = []
    for name, goal in GOALS.items():
        with gzip.open(directory / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
            data = [json.loads(line) for line in lines]
        figures = {}
        for part in (0, 1):
            pairs = [problem(name, row) for row in data if half(name, row) == part]
            started = time.perf_counter()
            solutions = []
            for start in range(0, len(pairs), 50):
                batch = [each for each, _ in pairs[start : start + 50]]
                solutions += await solve_many(worker, batch)
            seconds = time.perf_counter() - started
            count = max(len(pairs), 1)
            correct = sum(
                right(name, solution, gold, each)
                for solution, (each, gold) in zip(solutions, pairs, strict=True)
            )
            coverage = sum(solution.coverage for solution in solutions) / count
            figures[part] = (correct / count, coverage, count / seconds, count)
        seen, held = figures[0], figures[1]
        beside, beside_name = BESIDE.get(name, (None, ""))
        note = (
            f"held-out half, {held[3]} rows, sentences read {held[1]:.3f}, "
            f"{held[2]:.0f} problems/s; development half {seen[0]:.3f}"
        )
        rows.append(_row(f"{name} accuracy", held[0], beside, beside_name, goal, note))
        if name in {"prontoqa", "proofwriter"}:
            rows.append(
                _row(f"{name} problems/s", held[2], None, "", 200, "wall clock, batches of 50")
            )
        if name == "folio":
            rows += from_formulas(data)
    return rows


def from_formulas(data: list[dict[str, Any]]) -> list[dict[str, Any]]:
    gold = [row for row in data if row.get("conclusion_fol")]
    if not gold:
        return []
    verdicts = {"true": "yes", "false": "no", "unknown": "unknown", "uncertain": "unknown"}
    correct = 0
    for row in gold:
        try:
            answer = prove(row["premises_fol"], row["conclusion_fol"], seconds=2).answer
        except Exception:
            answer = "error"
        correct += answer == verdicts[row["label"].lower()]
    return [_row("folio accuracy from formulas", correct / len(gold), None, "", 0.95, "")]


def _row(
    measure: str, ours: float, beside: float | None, name: str, goal: float, note: str
) -> dict[str, Any]:
    return {
        "area": "logic",
        "measure": measure,
        "ours": round(ours, 4),
        "beside": None if beside is None else round(beside, 4),
        "beside_name": name,
        "goal": goal,
        "note": note,
    }


async def _run(environment: dict[str, str], directory: Path) -> list[dict[str, Any]]:
    async with PrologWorker(environment) as worker:
        await worker.query("true")
        return await accuracy(worker, directory)


def run() -> list[dict[str, Any]]:
    """Measure everything; empty with a message where Prolog is not set up."""
    environment = prolog_environment()
    if environment is None:
        print("logic: SWI-Prolog is not set up, nothing measured", file=sys.stderr)
        return []
    directory = bench_directory()
    if directory is None:
        print("logic: no benchmark data (set LUX_BENCH), nothing measured", file=sys.stderr)
        return []
    return asyncio.run(_run(environment, directory))


if __name__ == "__main__":
    for row in run():
        print(
            f"{row['measure']:38} {row['ours']:>12} beside {row['beside']!s:>10} "
            f"{row['beside_name']:36} goal {row['goal']:<8} {row['note']}"
        )
