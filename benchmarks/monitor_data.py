"""The labelled traces that the monitor is trained and measured on, read from LUX_BENCH."""

import gzip
import json
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

FAULTS = {
    "circular": "circular",
    "redundant": "redundant",
    "contradiction": "step_contradiction",
}


def bench_folder() -> Path | None:
    """Return the folder of the public sets, or nothing where it is absent."""
    named = os.environ.get("LUX_BENCH")
    if named:
        return Path(named) if Path(named).is_dir() else None
    for parent in Path(__file__).resolve().parents:
        folder = parent / "shared" / "bench"
        if folder.is_dir():
            return folder
    return None


def rows(name: str) -> list[dict[str, Any]]:
    """Return the rows of one set, such as ``traces/circular``."""
    folder = bench_folder()
    if folder is None:
        msg = "set LUX_BENCH to the folder of the public sets"
        raise FileNotFoundError(msg)
    with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@dataclass
class Trace:
    """One trace with its labels; ``errors`` are 0-based places of faulty steps."""

    query: str | None
    steps: list[str]
    kind: str  # a fault, "clean", or the name of another set
    group: str
    errors: set[int] = field(default_factory=set)


def question_key(row: dict[str, Any]) -> str:
    """Return what the rows of one original question share."""
    return re.sub(r"\W", "", row["original_question"].lower())


def fault_traces() -> list[Trace]:
    """Return faulty traces and their originals, pairs in one group."""
    traces = []
    for kind, name in FAULTS.items():
        for row in rows(f"traces/{name}"):
            group = question_key(row)
            places = {place - 1 for place in row["error_steps"] if place <= len(row["steps"])}
            traces.append(Trace(row["question"], row["steps"], kind, group, places))
            traces.append(Trace(row["question"], row["original_steps"], f"clean {kind}", group))
    return traces


def dialogues() -> tuple[list[Trace], list[list[int | None]]]:
    """Return the dialogues and, per turn, whether its topic is a new one."""
    found = rows("traces/topic_shift")
    traces = [Trace(None, row["steps"], "dialogue", row["id"]) for row in found]
    return traces, [row["shift"] for row in found]


def clean_solutions() -> list[Trace]:
    """Return solutions by language models in which people found no error."""
    return [
        Trace(row["question"], row["steps"], "solution", row["id"])
        for row in rows("traces/first_error")
        if row["first_error"] == -1
    ]


def abstracts(count: int = 400) -> list[Trace]:
    """Return scientific abstracts, one sentence a step: plain prose with nothing wrong."""
    documents = rows("memory/scifact")[0]["docs"][:count]
    traces = []
    for document in documents:
        steps = re.split(r"(?<=[.!?])\s+(?=[A-Z])", document["text"])
        if len(steps) > 2:
            traces.append(Trace(None, steps, "abstract", str(document["id"])))
    return traces


def folds(groups: list[str], count: int = 5, seed: int = 11) -> np.ndarray:
    """Return the fold of each row; rows of one group share a fold."""
    names = sorted(set(groups))
    order = np.random.default_rng(seed).permutation(len(names))
    place = {names[index]: number % count for number, index in enumerate(order)}
    return np.array([place[group] for group in groups])


def assemble(traces: list[Trace], with_query: bool = True) -> tuple[list[str], Any, Any]:
    """Lay traces out as documents with their trace and position; position 0 is the query."""
    documents: list[str] = []
    trace: list[int] = []
    position: list[int] = []
    for number, item in enumerate(traces):
        query = item.query if with_query and item.query else item.steps[0]
        documents += [query, *item.steps]
        trace += [number] * (len(item.steps) + 1)
        position += range(len(item.steps) + 1)
    return documents, np.array(trace), np.array(position)
