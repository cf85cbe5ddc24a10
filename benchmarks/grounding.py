"""Grounding measured: AUROC by set, one threshold on SummEdits, calibration and speed.

``held out`` scores each row by a model trained on rows with other evidence; ``left out`` scores a
whole set by a model that saw nothing of it. HealthVer, and any set that is added to the folder, is
never trained on. Beside ours, in the same run: word overlap, bigrams, numbers that are missing, and
the cosine of static vectors.
"""

import os
import re
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parent))

import numpy as np
from grounding_data import LICENSED, MEASURED, SUMMEDITS, folder, load
from grounding_model import (
    Data,
    balanced,
    best_threshold,
    collect,
    held_out_scores,
    left_out_scores,
    train_refuted,
)

GOALS = {"fever": 0.75, "wice": 0.72, "begin_wow": 0.93, "scifact": 0.70, "qags": 0.80}
"""What is aimed at, by the start of a set's name."""
ABSENT = {"climate": ("Climate-FEVER", 0.70), "qags": ("QAGS", 0.80)}
"""Sets with a goal that the folder may lack, by the start of their names."""
CONTROLLED = ("fever", "scifact", "healthver")
"""Sets of contradicted claims, where the claim's own words may give the label away."""
AREA = "grounding"
_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def run() -> list[dict[str, Any]]:
    """Return one row per measure; an empty list with a note where the data is absent."""
    if folder() is None:
        return [
            _row("skipped", None, None, "", None, "no benchmark data: set LUX_BENCH to its folder")
        ]
    data = collect()
    held, left = held_out_scores(data), left_out_scores(data)
    floors = {name: simple_scores(load(name)) for name in data.sets}
    rows = [row for name in data.sets for row in _set_rows(name, data, held, left, floors[name])]
    rows += _threshold_rows(data, held, left, floors)
    for name in data.sets:
        if name not in LICENSED and "refuted" in data.sets[name].labels:
            rows += _refuted_rows(name, data, floors[name], held[name])
    rows += [_claim_only(name, data.sets[name].groups) for name in CONTROLLED if name in data.sets]
    rows += _absent_rows()
    rows += [_calibration(data, held), _length_control(data, held), *_speed_rows()]
    return rows


def simple_scores(rows: list[dict[str, Any]]) -> dict[str, np.ndarray]:
    """Score rows the four simple ways that grounding is held beside."""
    vectors = _static_vectors()
    scores: dict[str, list[float]] = {"overlap": [], "bigrams": [], "numbers": [], "cosine": []}
    embedded: dict[str, np.ndarray] = {}
    for row in rows:
        claim, evidence = row["claim"], row["evidence"]
        mine, theirs = _WORD.findall(claim.lower()), _WORD.findall(evidence.lower())
        scores["overlap"].append(_share(set(mine), set(theirs)))
        pairs = set(pairwise(mine)), set(pairwise(theirs))
        scores["bigrams"].append(_share(*pairs))
        scores["numbers"].append(-len(set(_NUMBER.findall(claim)) - set(_NUMBER.findall(evidence))))
        for text in (claim, evidence):
            if text not in embedded:
                embedded[text] = vectors(text)
        scores["cosine"].append(float(embedded[claim] @ embedded[evidence]))
    return {name: np.nan_to_num(np.array(values, float)) for name, values in scores.items()}


def _share(mine: set[Any], theirs: set[Any]) -> float:
    return len(mine & theirs) / len(mine) if mine else 0.0


def _static_vectors() -> Any:
    """Return wordllama's own text vector: the mean over all pieces."""
    from importlib import util

    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    root = Path(util.find_spec("wordllama").origin).parent
    table = next(iter(load_file(root / "weights" / "l2_supercat_256.safetensors").values())).astype(
        np.float32
    )
    tokenizer = Tokenizer.from_file(str(root / "tokenizers" / "l2_supercat_tokenizer_config.json"))

    def vector(text: str) -> np.ndarray:
        ids = tokenizer.encode(text[:20000], add_special_tokens=False).ids
        mean = table[ids].mean(axis=0) if ids else np.zeros(table.shape[1], np.float32)
        return mean / (np.linalg.norm(mean) + 1e-9)

    return vector


def auroc(truth: np.ndarray, score: np.ndarray) -> float:
    """Return the area under the curve, ties counting half."""
    from scipy.stats import rankdata

    ranks = rankdata(score)
    positive = int(truth.sum())
    return float(
        (ranks[truth == 1].sum() - positive * (positive + 1) / 2)
        / (positive * (len(truth) - positive))
    )


def _set_rows(
    name: str,
    data: Data,
    held: dict[str, np.ndarray],
    left: dict[str, np.ndarray],
    floors: dict[str, np.ndarray],
) -> list[dict[str, Any]]:
    truth = data.sets[name].supported
    best = max(floors, key=lambda way: auroc(truth, floors[way]))
    note = " ".join(f"{way} {auroc(truth, values):.3f}" for way, values in floors.items())
    beside = auroc(truth, floors[best])
    kinds = (
        [("left out", left)] if name not in LICENSED else [("held out", held), ("left out", left)]
    )
    return [
        _row(
            f"{name} AUROC supported/rest, {kind}",
            auroc(truth, s[name]),
            beside,
            best,
            next((goal for start, goal in GOALS.items() if name.startswith(start)), None),
            note,
        )
        for kind, s in kinds
    ]


def _threshold_rows(
    data: Data,
    held: dict[str, np.ndarray],
    left: dict[str, np.ndarray],
    floors: dict[str, dict[str, np.ndarray]],
) -> list[dict[str, Any]]:
    """Measure SummEdits at one threshold that was fixed without looking at the rows measured."""
    truth = np.concatenate([data.sets[n].supported for n in SUMMEDITS])
    threshold = best_threshold(data, held)
    elsewhere = best_threshold(data, {n: s for n, s in left.items() if n not in SUMMEDITS})
    overlap = np.concatenate([floors[n]["overlap"] for n in SUMMEDITS])
    floor = max(balanced(truth, overlap >= t) for t in np.linspace(0.2, 0.95, 31))
    rows = []
    apart = left | left_out_scores(data, SUMMEDITS, apart=True)
    for kind, scores, cut in (
        ("held out", held, threshold),
        ("each part left out", apart, best_threshold(data, apart)),
        ("all of it left out", left, elsewhere),
    ):
        said = np.concatenate([scores[n] for n in SUMMEDITS]) >= cut
        parts = {n: balanced(data.sets[n].supported, scores[n] >= cut) for n in SUMMEDITS}
        each = " ".join(f"{n.removeprefix('summedits_')} {v:.3f}" for n, v in parts.items())
        rows.append(
            _row(
                f"SummEdits balanced accuracy at {cut:.3f}, {kind}",
                balanced(truth, said),
                floor,
                "overlap at its own best threshold",
                0.62,
                each,
            )
        )
    return rows


def _absent_rows() -> list[dict[str, Any]]:
    """Name the sets that could not be measured, rather than leaving them out."""
    note = "not in the folder of the sets: not measured"
    return [
        _row(f"{title} AUROC", None, None, "", goal, note)
        for start, (title, goal) in ABSENT.items()
        if not any(name.startswith(start) for name in MEASURED)
    ]


def _refuted_rows(
    name: str, data: Data, floors: dict[str, np.ndarray], score: np.ndarray
) -> list[dict[str, Any]]:
    """Measure supported, refuted and unmentioned apart, two by two."""
    rows = data.sets[name]
    found = []
    for without, kind, goal in (("unmentioned", "refuted", 0.70), ("refuted", "unmentioned", None)):
        keep = rows.labels != without
        truth = rows.supported[keep]
        best = max(floors, key=lambda way, t=truth, k=keep: auroc(t, floors[way][k]))
        found.append(
            _row(
                f"{name} AUROC supported/{kind}, never trained on",
                auroc(truth, score[keep]),
                auroc(truth, floors[best][keep]),
                best,
                goal,
                "",
            )
        )
    keep = rows.labels != "supported"
    truth = (rows.labels[keep] == "refuted").astype(float)
    odds = train_refuted(data).odds(rows.features[keep])
    beside = auroc(truth, floors["overlap"][keep])
    found.append(
        _row(
            f"{name} AUROC refuted/unmentioned, never trained on",
            auroc(truth, odds),
            beside,
            "overlap",
            None,
            "",
        )
    )
    return found


def _claim_only(name: str, groups: np.ndarray) -> dict[str, Any]:
    """Measure what can be told without any evidence, from the claim's words, in the set itself."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GroupKFold, cross_val_predict
    from sklearn.pipeline import make_pipeline

    rows = load(name)
    keep = np.array([row["label"] != "unmentioned" for row in rows])
    claims = [row["claim"] for row in rows]
    truth = np.array([row["label"] == "supported" for row in rows], float)[keep]
    same = np.unique(claims, return_inverse=True)[1][keep]
    model = make_pipeline(
        TfidfVectorizer(ngram_range=(1, 2), min_df=2), LogisticRegression(max_iter=1000)
    )
    chance = cross_val_predict(
        model,
        [claim for claim, kept in zip(claims, keep, strict=True) if kept],
        truth,
        groups=same if name == "healthver" else groups[keep],
        cv=GroupKFold(5),
        method="predict_proba",
    )[:, 1]
    return _row(
        f"{name} AUROC supported/refuted by the claim alone",
        None,
        auroc(truth, chance),
        "TF-IDF, five folds",
        None,
        "a control: trained on the set itself, without its evidence",
    )


def _calibration(data: Data, held: dict[str, np.ndarray]) -> dict[str, Any]:
    score = np.concatenate([held[n] for n in LICENSED])
    truth = np.concatenate([data.sets[n].supported for n in LICENSED])
    bins = np.minimum((score * 10).astype(int), 9)
    error = sum(
        abs(score[bins == b].mean() - truth[bins == b].mean()) * (bins == b).mean()
        for b in set(bins.tolist())
    )
    return _row(
        "expected calibration error, held out",
        float(error),
        None,
        "",
        None,
        "lower is better; ten bins",
    )


def _length_control(data: Data, held: dict[str, np.ndarray]) -> dict[str, Any]:
    rows = load("halueval_qa")
    truth = data.sets["halueval_qa"].supported
    length = -np.array([len(row["claim"]) for row in rows], float)
    return _row(
        "halueval_qa AUROC, held out, beside length alone",
        auroc(truth, held["halueval_qa"]),
        auroc(truth, length),
        "shorter is right",
        None,
        "the set's right answers are short: a control, not a goal",
    )


def _speed_rows() -> list[dict[str, Any]]:
    import pandas as pd

    from lux_nb.memory.grounding import extract_claims, ground_frame

    found = []
    for name in MEASURED:
        frame = pd.DataFrame(load(name)[:400])
        count = sum(len(extract_claims(text)) for text in frame["claim"])
        start, used = time.perf_counter(), time.process_time()
        ground_frame(frame, claim="claim", evidence="evidence")
        seconds, cpu = time.perf_counter() - start, time.process_time() - used
        length = int(frame["evidence"].str.len().median())
        note = (
            f"rows/s {len(frame) / seconds:.0f}; per CPU second {count / cpu:.0f} claims; "
            f"evidence median {length} characters"
        )
        found.append(_row(f"{name} claims/s", count / seconds, None, "", 500, note))
    return found


def _row(
    measure: str,
    ours: float | None,
    beside: float | None,
    beside_name: str,
    goal: float | None,
    note: str,
) -> dict[str, Any]:
    return {
        "area": AREA,
        "measure": measure,
        "ours": ours,
        "beside": beside,
        "beside_name": beside_name,
        "goal": goal,
        "note": note,
    }


def main() -> None:
    for row in run():
        values = [
            f"{row[k]:.3f}" if isinstance(row[k], float) else str(row[k] or "")
            for k in ("ours", "beside")
        ]
        print(
            f"{row['measure']:58} {values[0]:>9} | {values[1]:>6} {row['beside_name']:22} "
            f"| goal {row['goal'] or '-':<5} | {row['note']}"
        )


if __name__ == "__main__":
    main()
