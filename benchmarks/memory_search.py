"""Quality and speed of the memory's search, beside its parts, bm25s and grep, in one run.

Every figure of ours is on queries the weights were not fitted on. Nothing is fitted on LoCoMo at
all; of SciFact and CoSQA every fifth query is a fold, searched with weights of the other folds.
``python -m benchmarks.memory_search --fit`` writes the shipped weights; ``--odds`` keeps the order
among texts and code that they hold and sets the rest, on samples, which takes minutes less.
"""

import json
import re
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.memory_search_fit import (
    FITTED_ON,
    FOLDS,
    SETS,
    Collection,
    Query,
    add_foreign_queries,
    bench_folder,
    cached_vectors,
    fit,
    load,
    passages,
    prepare,
    recalibrated,
    sampled,
)
from lux_nb.memory.search.documents import Document
from lux_nb.memory.search.hybrid import HybridIndex
from lux_nb.memory.search.scoring import Preferences
from lux_nb.memory.search.weights import load_weights
from lux_nb.models.encoders import Encoder, MiniLMEncoder, StaticEncoder
from lux_nb.setup.encoder import is_encoder_present

GOALS = {
    "locomo": {"recall@5": 0.60, "recall@10": 0.70, "MRR": 0.50},
    "scifact": {"nDCG@10": 0.70},
    "cosqa": {"MRR": 0.50},
}
# Looking for each word in each text is slow, so grep answers the first queries of a set only.
GREPPED = 200
MEASURES = ("recall@5", "recall@10", "MRR", "nDCG@10")


def measure(order: list[str], relevant: list[str]) -> list[float]:
    """Return recall@5, recall@10, reciprocal rank and nDCG@10 of one ranked list."""
    hits = np.array([name in set(relevant) for name in order[:10]], float)
    discounts = 1 / np.log2(np.arange(2, 12))
    first = np.flatnonzero(hits)
    gain = float((hits * discounts[: len(hits)]).sum() / discounts[: len(relevant)].sum())
    reciprocal = 1 / (1 + first[0]) if len(first) else 0.0
    return [hits[:5].sum() / len(relevant), hits.sum() / len(relevant), reciprocal, gain]


def held_out(collections: list[Collection]) -> dict[str, dict[str, Any]]:
    """Search every query with weights fitted on the other folds only."""
    every = training(collections)
    outcome: dict[str, dict[str, Any]] = {}
    for fold in range(FOLDS):
        chosen = [(name, query) for name, query in every if query.fold != fold]
        weights = fit(chosen, collections[0].index.encoder.name)
        for collection in collections:
            collection.index.weights = weights
            kept = outcome.setdefault(
                collection.set_name, {"rows": [], "kept": [], "yes": [], "no": [], "foreign": []}
            )
            for query in collection.queries:
                if query.fold != fold:
                    continue
                found = []
                if query.ranking is not None:
                    found = collection.index.weigh(query.ranking, 10, 0.0, Preferences())
                score = found[0].score if found else 0.0
                if query.answerable:
                    names = [hit.id for hit in found]
                    kept["rows"].append(measure(names, query.relevant))
                    above = [hit.id for hit in found if hit.score >= 0.3]
                    kept["kept"].append(measure(above, query.relevant))
                    kept["yes"].append(score)
                else:
                    kept["no" if query.relevant else "foreign"].append(score)
    return outcome


def training(collections: list[Collection]) -> list[tuple[str, Query]]:
    """Return the queries that weights may be fitted on."""
    return [(c.set_name, q) for c in collections if c.set_name in FITTED_ON for q in c.queries]


def everything(folder: Path) -> list[Collection]:
    """Return all collections, each asked questions of other sets as well."""
    collections = [c for name in SETS for c in load(name, folder)] + [passages(folder)]
    add_foreign_queries(collections)
    return collections


def baselines(collections: list[Collection]) -> dict[str, dict[str, list[list[float]]]]:
    """Rank by bm25s, by vectors alone, by our keyword part alone and by grep."""
    import bm25s
    import Stemmer

    stemmer = Stemmer.Stemmer("english")
    outcome: dict[str, dict[str, list[list[float]]]] = {}
    for collection in collections:
        kept = outcome.setdefault(collection.set_name, {})
        texts = [f"{d.speaker}: {d.text}" if d.speaker else d.text for d in collection.documents]
        names = np.array([document.id for document in collection.documents])
        lower = [text.lower() for text in texts]
        engine = bm25s.BM25()
        engine.index(
            bm25s.tokenize(texts, stopwords=None, stemmer=stemmer, show_progress=False),
            show_progress=False,
        )
        index = collection.index
        slots = np.array([index.table.slot_of[name] for name in names])
        for query in collection.queries:
            if not query.answerable:
                continue
            tokens = bm25s.tokenize(
                [query.text], stopwords=None, stemmer=stemmer, return_ids=False, show_progress=False
            )
            ranked = {
                "bm25s": engine.get_scores(tokens[0]),
                "vectors alone": index.vectors.similarity(
                    index.encoder.embed([query.text])[0], slots
                ),
                "keyword part alone": query.ranking.evidence.keyword.bm25[slots],
            }
            if len(kept.get("grep", ())) < GREPPED:
                ranked["grep"] = _grep(query.text, lower)
            for method, scores in ranked.items():
                order = names[np.argsort(-scores, kind="stable")[:10]]
                kept.setdefault(method, []).append(measure(list(order), query.relevant))
    return outcome


def _grep(query: str, texts: list[str]) -> Any:
    words = set(re.findall(r"\w+", query.lower()))
    return np.array([sum(word in text for word in words) for text in texts])


def quality_rows(encoder: Encoder) -> list[dict[str, Any]]:
    """Measure quality with one encoder, beside every single method."""
    from sklearn.metrics import roc_auc_score

    folder = bench_folder()
    if folder is None:
        return [_row("search", "quality", None, None, "", None, "no data: set LUX_BENCH")]
    collections = everything(folder)
    prepare(collections, encoder)
    ours, beside = held_out(collections), baselines(collections)
    rows = []
    for name in SETS:
        figures = np.mean(ours[name]["rows"], axis=0)
        kept = np.mean(ours[name]["kept"], axis=0)
        for place, measure_name in enumerate(MEASURES):
            single = {m: float(np.mean(v, axis=0)[place]) for m, v in beside[name].items()}
            best = max(single, key=lambda method: single[method])
            note = ", ".join(f"{method} {value:.3f}" for method, value in single.items())
            note += f"; with min_score 0.3: {kept[place]:.3f}"
            goal = GOALS[name].get(measure_name)
            area = f"search, {name}, {encoder.name}"
            rows.append(
                _row(area, measure_name, float(figures[place]), single[best], best, goal, note)
            )
        for kind, label in (("no", "category 5"), ("foreign", "questions of other sets")):
            if ours[name][kind]:
                yes, no = ours[name]["yes"], ours[name][kind]
                area = roc_auc_score([1] * len(yes) + [0] * len(no), yes + no)
                note = f"mean top score {np.mean(yes):.2f} answerable, {np.mean(no):.2f} not"
                title = f"abstention AUROC, {label}"
                where = f"search, {name}, {encoder.name}"
                rows.append(_row(where, title, float(area), 0.5, "chance", None, note))
    return rows


def scale_rows(encoder: Encoder, size: int = 100_000) -> list[dict[str, Any]]:
    """Measure time and memory at scale, on turns made of real ones."""
    folder = bench_folder()
    if folder is None:
        return [_row("scale", "search", None, None, "", None, "no data: set LUX_BENCH")]
    turns = [document for c in load("locomo", folder) for document in c.documents]
    questions = [q.text for c in load("locomo", folder) for q in c.queries][::5]
    random = np.random.default_rng(7)
    vectors = cached_vectors(encoder, [turn.text for turn in turns])
    picks = random.integers(0, len(turns), (size, 2))
    index = HybridIndex(encoder)
    start = time.perf_counter()
    for begin in range(0, size, 5000):
        part = picks[begin : begin + 5000]
        documents = [
            Document(
                id=f"context_{begin + place:09d}",
                text=_spliced(turns[a].text, turns[b].text),
                created_at=turns[a].created_at,
                speaker=turns[a].speaker,
                conversation=f"session_{(begin + place) // 20}",
                position=float(begin + place),
            )
            for place, (a, b) in enumerate(part)
        ]
        noise = 0.03 * random.standard_normal((len(part), encoder.dimensions))
        mixed = vectors[part[:, 0]] + vectors[part[:, 1]] + noise
        mixed /= np.linalg.norm(mixed, axis=1, keepdims=True)
        index.add(documents, mixed.astype(np.float32))
    loaded = time.perf_counter() - start
    spent = time.process_time()
    searches = [_timed(lambda text=text: index.search(text, 10)) for text in questions]
    spent = (time.process_time() - spent) * 1000 / len(questions)
    changed = Document(
        "context_000000500", turns[5].text, conversation="session_25", position=500.0
    )
    updates = [_timed(lambda: index.update([changed])) for _ in range(50)]
    area = f"scale, {size} contexts, {encoder.name}"
    memory = index.memory_bytes() / size
    note = f"p90 {np.percentile(searches, 90):.1f}, mean CPU {spent:.1f} ms; encoding included"
    return [
        _row(area, "search p50 ms", float(np.median(searches)), None, "", 15.0, note),
        _row(area, "update p50 ms", float(np.median(updates)), None, "", 10.0, "encoding included"),
        _row(area, "index bytes per context", memory, None, "", 1024.0, "beyond its text"),
        _row(area, "bulk load s", loaded, None, "", None, "vectors given"),
    ]


def _spliced(first: str, second: str) -> str:
    words, others = first.split(), second.split()
    return " ".join([*words[: len(words) // 2 + 1], *others[len(others) // 2 :]])


def _timed(call: Any) -> float:
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1000


def _row(
    area: str, name: str, ours: Any, beside: Any, beside_name: str, goal: Any, note: str
) -> dict[str, Any]:
    return {
        "area": area,
        "measure": name,
        "ours": ours,
        "beside": beside,
        "beside_name": beside_name,
        "goal": goal,
        "note": note,
    }


def encoders() -> list[Encoder]:
    """Return the encoders that can be run here."""
    found: list[Encoder] = [StaticEncoder()]
    return [MiniLMEncoder(), *found] if is_encoder_present() else found


def run() -> list[dict[str, Any]]:
    """Measure everything and return the rows of the report."""
    rows = []
    for encoder in encoders():
        rows += quality_rows(encoder)
        rows += scale_rows(encoder)
    return rows


def write_weights(*, order: bool) -> None:
    """Write the shipped weights: ``order`` fits all of them, else order stays and odds are set."""
    import lux_nb.memory.search as package

    folder = bench_folder()
    assert folder is not None, "no data: set LUX_BENCH"
    fitted = {}
    for encoder in encoders():
        collections = [c for c in everything(folder) if c.set_name in FITTED_ON]
        if not order:
            collections = [sampled(one) for one in collections]
            add_foreign_queries(collections)
        prepare(collections, encoder)
        queries = training(collections)
        shipped = load_weights(encoder.name)
        fitted[encoder.name] = (
            fit(queries, encoder.name) if order else recalibrated(shipped, queries)
        ).to_mapping()
    provenance = (
        "The order among texts is fitted on SciFact (CC-BY-4.0, ODC-By), among code on CoSQA "
        "(MIT); weights of turns, of identifiers and, with MiniLM, of code are round numbers set "
        "by hand. The scale of all, and the odds of "
        "an answer, are fitted on samples of SciFact, CoSQA and the question answering part of "
        "HaluEval (MIT). No text of them is contained."
    )
    content = json.dumps({"provenance": provenance, "encoders": fitted}, indent=1)
    target = Path(package.__file__).parent / "weights.json"
    target.write_text(content + "\n", encoding="utf-8")


def main() -> None:
    """Print the report, or write the shipped weights."""
    if "--fit" in sys.argv or "--odds" in sys.argv:
        write_weights(order="--fit" in sys.argv)
        return
    for row in run():
        ours, beside, goal = (
            "-" if row[key] is None else f"{row[key]:.3f}" for key in ("ours", "beside", "goal")
        )
        print(
            f"{row['area']:42} {row['measure']:38} {ours:>9} goal {goal:>8}"
            f"  beside {beside:>6} {row['beside_name']:18} {row['note']}"
        )


if __name__ == "__main__":
    main()
