"""Quality and speed of the memory's search, beside its parts, bm25s and grep, in one run.

Every figure of ours is on queries the weights were not fitted on: the collections of a set are
the folds where it has several (LoCoMo's conversations), else every fifth query is one.
``python -m benchmarks.memory_search --fit`` writes the shipped weights from all of the data.
"""

import gzip
import hashlib
import json
import os
import re
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from lux_nb.memory.search.documents import Document
from lux_nb.memory.search.hybrid import PARTS, HybridIndex, Preferences, Ranking, answer_signs
from lux_nb.memory.search.signals import COLUMNS, SIGNALS
from lux_nb.memory.search.weights import ANSWER_SIGNS, Weights
from lux_nb.models.encoders import Encoder, MiniLMEncoder, StaticEncoder, minilm_is_here

SETS = ("locomo", "scifact", "cosqa")
GOALS = {
    "locomo": {"recall@5": 0.60, "recall@10": 0.70, "MRR": 0.50},
    "scifact": {"nDCG@10": 0.70},
    "cosqa": {"MRR": 0.50},
}
MEASURES = ("recall@5", "recall@10", "MRR", "nDCG@10")
FOLDS = 5
# Below one, the scores of a result list lie closer together than single odds would.
STEEPNESS = 0.6


@dataclass
class Query:
    """A query with what is relevant for it, its fold, and what the index found."""

    text: str
    relevant: list[str]
    answerable: bool
    fold: int
    ranking: Ranking | None = None
    hit: Any = None


@dataclass
class Collection:
    """One searchable collection of a set."""

    set_name: str
    name: str
    documents: list[Document]
    queries: list[Query]
    index: HybridIndex | None = None


def bench_folder() -> Path | None:
    """Find the data: ``LUX_BENCH``, or a ``shared/bench`` beside a parent folder."""
    chosen = os.environ.get("LUX_BENCH")
    if chosen:
        return Path(chosen) if Path(chosen).is_dir() else None
    for parent in Path(__file__).resolve().parents:
        if (parent / "shared" / "bench").is_dir():
            return parent / "shared" / "bench"
    return None


def load(set_name: str, folder: Path) -> list[Collection]:
    """Read the collections of a set."""
    collections = []
    with gzip.open(folder / "memory" / f"{set_name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    for number, row in enumerate(rows):
        documents = [_document(entry, place) for place, entry in enumerate(row["docs"])]
        known = {document.id for document in documents}
        queries = []
        for place, entry in enumerate(row["queries"]):
            relevant = [name for name in entry["relevant"] if name in known]
            fold = number if len(rows) > 1 else place
            answerable = entry.get("category") != 5
            if relevant:
                queries.append(Query(entry["text"], relevant, answerable, fold % FOLDS))
        collections.append(Collection(set_name, row["id"], documents, queries))
    return collections


def _document(entry: dict[str, Any], place: int) -> Document:
    text = entry["text"] + (f" [{entry['image']}]" if entry.get("image") else "")
    created = None
    if entry.get("time"):
        created = datetime.strptime(entry["time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
    return Document(
        id=entry["id"],
        text=text,
        created_at=created,
        speaker=entry.get("speaker") or "",
        conversation=entry.get("session") or "",
        position=float(place),
    )


def cached_vectors(encoder: Encoder, texts: list[str]) -> Any:
    """Embed texts, or take the vectors of an earlier run on the same texts."""
    from platformdirs import user_cache_path

    digest = hashlib.sha256("\x00".join([encoder.name, *texts]).encode()).hexdigest()[:24]
    folder = Path(os.environ.get("LUX_BENCH_CACHE") or user_cache_path("lux_nb") / "bench")
    path = folder / f"{digest}.npy"
    if path.is_file():
        return np.load(path)
    vectors = encoder.embed(texts)
    folder.mkdir(parents=True, exist_ok=True)
    np.save(path, vectors)
    return vectors


class Remembered:
    """An encoder that answers known queries from a table, to keep the timing out of quality."""

    def __init__(self, encoder: Encoder, texts: list[str]) -> None:
        self.name = encoder.name
        self.dimensions = encoder.dimensions
        self._inner = encoder
        self._known = dict(zip(texts, cached_vectors(encoder, texts), strict=True))

    def embed(self, texts: Any) -> Any:
        if all(text in self._known for text in texts):
            return np.stack([self._known[text] for text in texts])
        return self._inner.embed(texts)


def prepare(collections: list[Collection], encoder: Encoder) -> None:
    """Index every collection and keep the signals of every query."""
    plain = Weights(
        *(np.ones(len(COLUMNS), np.float32),) * 2, np.zeros(len(ANSWER_SIGNS), np.float32)
    )
    texts = sorted({query.text for collection in collections for query in collection.queries})
    remembered = Remembered(encoder, texts)
    for collection in collections:
        collection.index = HybridIndex(remembered, plain)
        read = [document.readable() for document in collection.documents]
        collection.index.add(collection.documents, cached_vectors(encoder, read))
        for query in collection.queries:
            query.ranking = collection.index.rank(query.text)
            wanted = [collection.index.table.slot_of[name] for name in query.relevant]
            if query.ranking is not None:
                query.hit = np.isin(query.ranking.evidence.candidates, wanted)


def fit(queries: list[tuple[str, Query]]) -> Weights:
    """Fit the weights: a listwise softmax for the order, a logistic one for the odds."""
    usable = [(name, query) for name, query in queries if query.ranking is not None]
    rows = {}
    for kind in ("turn", "text"):
        chosen = [
            (name, query)
            for name, query in usable
            if query.answerable
            and query.hit.any()
            and query.ranking.turns.any() == (kind == "turn")
        ]
        rows[kind] = _listwise(chosen) if chosen else np.ones(len(COLUMNS))
    weights = Weights(
        rows["turn"].astype(np.float32),
        rows["text"].astype(np.float32),
        np.zeros(len(ANSWER_SIGNS), np.float32),
    )
    return _calibrated(weights, usable)


def _listwise(chosen: list[tuple[str, Query]]) -> Any:
    from scipy.optimize import minimize

    sizes = {name: sum(other == name for other, _ in chosen) for name, _ in chosen}
    kept = [_competitors(query) for _, query in chosen]
    matrix = np.concatenate(
        [query.ranking.signals[rows] for (_, query), rows in zip(chosen, kept, strict=True)]
    ).astype(np.float64)
    hits = np.concatenate(
        [query.hit[rows] / query.hit.sum() for (_, query), rows in zip(chosen, kept, strict=True)]
    )
    counts = [len(rows) for rows in kept]
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    share = np.array([1 / sizes[name] / len(sizes) for name, _ in chosen])
    spread = matrix.std(axis=0)
    used = spread > 1e-6
    matrix = matrix[:, used] / spread[used]

    def loss(row: Any) -> Any:
        totals = matrix @ row
        totals -= np.repeat(np.maximum.reduceat(totals, starts), counts)
        powers = np.exp(totals)
        chances = powers / np.repeat(np.add.reduceat(powers, starts), counts)
        each = np.add.reduceat(hits * np.log(chances + 1e-30), starts)
        slope = matrix.T @ ((chances - hits) * np.repeat(share, counts))
        return -(each * share).sum() + 1e-3 * row @ row, slope + 2e-3 * row

    found = minimize(loss, np.zeros(used.sum()), jac=True, method="L-BFGS-B").x
    row = np.zeros(len(COLUMNS))
    row[used] = found / spread[used]
    return row


def _competitors(query: Query, most: int = 80) -> Any:
    """Return the relevant candidates and those that compete with them for the first places."""
    signals = query.ranking.signals
    names = ("bm25_rank", "cosine_rank", "keyword_around", "named_speaker")
    rough = sum(signals[:, COLUMNS[name]] for name in names)
    strong = np.argsort(-rough, kind="stable")[:most]
    return np.union1d(strong, np.flatnonzero(query.hit))


def _parts(weights: Weights, ranking: Ranking) -> Any:
    weighed = ranking.signals * np.where(ranking.turns[:, None], weights.turn, weights.text)
    parts = np.zeros((len(weighed), len(PARTS)), np.float32)
    for name, part in SIGNALS.items():
        parts[:, PARTS.index(part)] += weighed[:, COLUMNS[name]]
    return parts


def _calibrated(weights: Weights, queries: list[tuple[str, Query]]) -> Weights:
    """Scale the weights so that a step is a step in log-odds, then fit the odds of an answer."""
    from sklearn.linear_model import LogisticRegression

    gaps, labels = {"turn": [], "text": []}, {"turn": [], "text": []}
    for _, query in queries:
        if query.answerable and query.hit.any():
            totals = _parts(weights, query.ranking).sum(axis=1)
            best = np.argsort(-totals)[:20]
            kind = "turn" if query.ranking.turns[best[0]] else "text"
            gaps[kind].extend(totals[best] - totals[best[0]])
            labels[kind].extend(query.hit[best])
    scale = {}
    for kind in gaps:
        scale[kind] = 1.0
        if labels[kind]:
            model = LogisticRegression(class_weight="balanced")
            model.fit(np.array(gaps[kind])[:, None], labels[kind])
            scale[kind] = STEEPNESS * float(model.coef_[0, 0])
    weights = Weights(
        (weights.turn * scale["turn"]).astype(np.float32),
        (weights.text * scale["text"]).astype(np.float32),
        weights.answerable,
    )
    signs = np.array([answer_signs(q.ranking, _parts(weights, q.ranking)) for _, q in queries])
    answerable = np.array([query.answerable for _, query in queries])
    spread = np.where(signs.std(axis=0) > 1e-6, signs.std(axis=0), 1.0)
    model = LogisticRegression(C=0.3, class_weight="balanced", max_iter=1000)
    model.fit(signs[:, 1:] / spread[1:], answerable)
    row = np.concatenate([model.intercept_, model.coef_[0] / spread[1:]])
    weights = Weights(weights.turn, weights.text, row.astype(np.float32))
    return _anchored(weights, queries)


def _anchored(weights: Weights, queries: list[tuple[str, Query]]) -> Weights:
    """Shift the odds so that a score of 0.3 keeps 95 % of the relevant contexts found."""
    totals: dict[bool, list[float]] = {True: [], False: []}
    for _, query in queries:
        if query.answerable and query.hit.any():
            parts = _parts(weights, query.ranking)
            signs = answer_signs(query.ranking, parts)
            values = parts.sum(axis=1) + signs @ weights.answerable - signs[1]
            best = np.argsort(-values)[:10]
            totals[bool(query.ranking.turns[best[0]])].extend(values[best[query.hit[best]]])
    row = weights.answerable.copy()
    shift = {
        kind: np.log(0.3 / 0.7) - np.quantile(values, 0.05) if values else 0.0
        for kind, values in totals.items()
    }
    row[0] += shift[False]
    row[ANSWER_SIGNS.index("is_turn")] += shift[True] - shift[False]
    return Weights(weights.turn, weights.text, row.astype(np.float32))


def add_foreign_queries(collections: list[Collection], each: int = 60) -> None:
    """Ask every collection questions of other sets too: nothing in it can answer them."""
    own = {c.name: [q for q in c.queries if q.answerable] for c in collections}
    sets = {c.name: c.set_name for c in collections}
    for collection in collections:
        others = [
            query
            for name, queries in own.items()
            if sets[name] != collection.set_name
            for query in queries
        ]
        step = max(1, len(others) // each)
        for query in others[::step][:each]:
            collection.queries.append(Query(query.text, [], answerable=False, fold=query.fold))


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
    every = [(c.set_name, query) for c in collections for query in c.queries]
    outcome: dict[str, dict[str, Any]] = {}
    for fold in range(FOLDS):
        weights = fit([(name, query) for name, query in every if query.fold != fold])
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
                "grep": _grep(query.text, lower),
            }
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
    collections = [c for name in SETS for c in load(name, folder)]
    add_foreign_queries(collections)
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
                text=_spliced(turns[a].text, turns[b].text, begin + place),
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
    searches = [_timed(lambda text=text: index.search(text, 10)) for text in questions]
    changed = Document(
        "context_000000500", turns[5].text, conversation="session_25", position=500.0
    )
    updates = [_timed(lambda: index.update([changed])) for _ in range(50)]
    area = f"scale, {size} contexts, {encoder.name}"
    memory = index.memory_bytes() / size
    note = f"p90 {np.percentile(searches, 90):.1f} ms, query encoding included"
    return [
        _row(area, "search p50 ms", float(np.median(searches)), None, "", 15.0, note),
        _row(area, "update p50 ms", float(np.median(updates)), None, "", 10.0, "encoding included"),
        _row(area, "index bytes per context", memory, None, "", 1024.0, "beyond its text"),
        _row(area, "bulk load s", loaded, None, "", None, "vectors given"),
    ]


def _spliced(first: str, second: str, number: int) -> str:
    words, others = first.split(), second.split()
    return " ".join([*words[: len(words) // 2 + 1], *others[len(others) // 2 :], f"n{number}"])


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
    return [MiniLMEncoder(), *found] if minilm_is_here() else found


def run() -> list[dict[str, Any]]:
    """Measure everything and return the rows of the report."""
    rows = []
    for encoder in encoders():
        rows += quality_rows(encoder)
        rows += scale_rows(encoder)
    return rows


def write_weights() -> None:
    """Fit on all of the data and write the shipped weights."""
    import lux_nb.memory.search as package

    folder = bench_folder()
    assert folder is not None, "no data: set LUX_BENCH"
    fitted = {}
    for encoder in encoders():
        collections = [c for name in SETS for c in load(name, folder)]
        add_foreign_queries(collections)
        prepare(collections, encoder)
        every = [(c.set_name, query) for c in collections for query in c.queries]
        fitted[encoder.name] = fit(every).to_mapping()
    provenance = (
        "Signal weights fitted on LoCoMo (CC-BY-NC-4.0), SciFact (CC-BY/ODC-By) and CoSQA (MIT) "
        "development queries; no text of them is contained."
    )
    content = json.dumps({"provenance": provenance, "encoders": fitted}, indent=1)
    target = Path(package.__file__).parent / "weights.json"
    target.write_text(content + "\n", encoding="utf-8")


def main() -> None:
    """Print the report, or fit the shipped weights with ``--fit``."""
    if "--fit" in sys.argv:
        write_weights()
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
