"""The claim and evidence sets that grounding is trained and measured on."""

import gzip
import json
import os
from pathlib import Path
from typing import Any

_ENDING = ".jsonl.gz"
SUMMEDITS = ("summedits_news", "summedits_samsum", "summedits_ectsum", "summedits_sales_email")
LICENSED = ("fever", "wice", "scifact", "begin_wow", "halueval_qa", *SUMMEDITS)
"""Sets whose licence lets a model trained on them be passed on."""


def folder() -> Path | None:
    """Return the folder of the sets, from ``LUX_BENCH`` or a ``shared/bench`` further up."""
    given = os.environ.get("LUX_BENCH")
    roots = (
        [Path(given)]
        if given
        else [p / "shared" / "bench" for p in Path(__file__).resolve().parents]
    )
    return next((root / "grounding" for root in roots if (root / "grounding").is_dir()), None)


def load(name: str) -> list[dict[str, Any]]:
    """Return the rows of one set: id, claim, evidence, label."""
    root = folder()
    if root is None:
        msg = "no benchmark data: set LUX_BENCH to its folder"
        raise FileNotFoundError(msg)
    with gzip.open(root / f"{name}{_ENDING}", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _others() -> tuple[str, ...]:
    """Return every further set in the folder: measured, never trained on."""
    root = folder()
    names = () if root is None else (p.name.removesuffix(_ENDING) for p in root.glob(f"*{_ENDING}"))
    return tuple(sorted(set(names) - set(LICENSED)))


MEASURED = (*LICENSED, *_others())
