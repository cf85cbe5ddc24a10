"""Precision, recall and F1 of decisions with their intervals, and the page made from them."""

from pathlib import Path
from typing import Any

import numpy as np

DOCS = Path(__file__).parents[1] / "docs" / "detectors.md"
Row = dict[str, Any]


def shares(hits: Any, false: Any) -> tuple[float, float, float]:
    """Return precision, recall and F1 from decisions on faulty and on sound cases."""
    found, wrong = float(hits.sum()), float(false.sum())
    precision, recall = found / max(found + wrong, 1.0), found / len(hits)
    return precision, recall, 2 * precision * recall / max(precision + recall, 1e-9)


def decided(detector: str, profile: str, hits: Any, false: Any, times: int = 300) -> Row:
    """Return a detector's precision, recall and F1, each with its middle 95 %."""
    chance = np.random.default_rng(1)
    resampled = [
        shares(hits[chance.integers(0, len(hits), len(hits))], _resampled(false, chance))
        for _ in range(times)
    ]
    low, high = np.quantile(resampled, [0.025, 0.975], axis=0)
    values = zip(shares(hits, false), low, high, strict=True)
    cells = [f"{value:.2f} ({lowest:.2f} to {highest:.2f})" for value, lowest, highest in values]
    return {
        "detector": detector,
        "profile": profile,
        "cells": cells,
        "cases": f"{len(hits)} / {len(false)}",
    }


def _resampled(values: Any, chance: Any) -> Any:
    return values[chance.integers(0, len(values), len(values))]


def table(rows: list[Row]) -> str:
    """Return rows as a Markdown table."""
    lines = ["| measure | tuned | beside | goal | note |", "|---|---|---|---|---|"]
    for item in rows:
        beside = "" if item["beside"] is None else f"{item['beside']} ({item['beside_name']})"
        goal = "" if item["goal"] is None else item["goal"]
        lines.append(f"| {item['measure']} | {item['ours']} | {beside} | {goal} | {item['note']} |")
    return "\n".join(lines)


def detector_table(decisions: list[Row]) -> str:
    """Return precision, recall and F1 of each detector in both profiles as a Markdown table."""
    lines = [
        "| detector | profile | precision | recall | F1 | faulty / sound |",
        "|---|---|---|---|---|---|",
    ]
    for item in decisions:
        cells = " | ".join(item["cells"])
        lines.append(f"| {item['detector']} | {item['profile']} | {cells} | {item['cases']} |")
    return "\n".join(lines)


def write_docs(rows: list[Row], decisions: list[Row]) -> None:
    """Put the tables between the marks of the detectors' page."""
    text = DOCS.read_text(encoding="utf-8")
    for mark, content in (("detectors", detector_table(decisions)), ("measured", table(rows))):
        begin, end = f"<!-- {mark} -->", f"<!-- /{mark} -->"
        head, _, rest = text.partition(begin)
        text = f"{head}{begin}\n{content}\n{end}{rest.partition(end)[2]}"
    DOCS.write_text(text, encoding="utf-8")
