"""Data of the search measurements, and how the shipped weights are fitted from it."""

import gzip
import hashlib
import json
import os
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from lux_nb.memory.search.documents import Document
from lux_nb.memory.search.encoding import READ_CODE, document_vectors
from lux_nb.memory.search.hybrid import HybridIndex
from lux_nb.memory.search.scoring import Ranking, answer_signs, weighed_parts
from lux_nb.memory.search.signals import COLUMNS, KINDS
from lux_nb.memory.search.weights import ANSWER_SIGNS, Weights
from lux_nb.models.encoders import Encoder

SETS = ("locomo", "scifact", "cosqa")
# LoCoMo's licence is non-commercial: it is measured on, and nothing shipped is fitted on it.
FITTED_ON = ("scifact", "cosqa", "passages")
FOLDS = 5
# What counts among turns is set by hand, in round numbers: words and meaning count alike, what
# stands beside a turn counts a quarter to a half of that, a sign of form a half or one.
TURN = {
    "coverage": 2.0,
    "bm25_rank": 2.0,
    "cosine": 2.0,
    "cosine_rank": 1.0,
    "keyword_before": 0.5,
    "keyword_after": 0.5,
    "semantic_before": 0.5,
    "semantic_after": 0.5,
    "keyword_around": 1.0,
    "semantic_around": 1.0,
    "asked_before": 1.0,
    "named_speaker": 0.5,
    "other_speaker": -0.5,
    "of_the_named": 0.5,
    "is_question": -0.5,
    "tells_time": 1.0,
}
TEXT_SIGNALS = tuple(name for name in COLUMNS if name not in ("nearly_all", "identifier"))
SPEAKER_SIGNALS = ("named_speaker", "other_speaker", "of_the_named")
# An encoder that reads code orders it better than any words that code shares with a question by
# chance: only a match of nearly all of them counts beside it. No set tells what an identifier
# that is named in a query is worth.
CODE = {"cosine": 15.0, "nearly_all": 0.6}
IDENTIFIER = 0.3
CODE_SIGNALS = (
    "coverage", "bm25_share", "bm25_rank", "head", "cosine", "cosine_rank", "length",
)  # fmt: skip
# Below one, the scores of a result list lie closer together than single odds would.
STEEPNESS = 0.6
_SENTENCE = re.compile(r"(?<=[.!?])\s*(?=[A-Z\"'])")
_SHORTEST_ANSWER = 2


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


def passages(folder: Path) -> Collection:
    """Return questions with the sentences that answer them, each passage a run of sentences.

    From HaluEval's question answering (MIT). Sentences in a run are the nearest to turns that a
    permissive licence offers; the scale of their scores is set on them, not the order.
    """
    documents, queries = [], []
    seen: set[str] = set()
    path = folder / "grounding" / "halueval_qa.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    for row in rows:
        question, mark, answer = row["claim"].partition("?")
        answer = answer.strip().rstrip(".").lower()
        if row["label"] != "supported" or not mark or row["evidence"] in seen:
            continue
        seen.add(row["evidence"])
        sentences = [one.strip() for one in _SENTENCE.split(row["evidence"]) if one.strip()]
        made = [
            Document(f"{row['id']}/{place}", text, conversation=row["id"], position=float(place))
            for place, text in enumerate(sentences)
        ]
        documents += made
        relevant = [one.id for one in made if answer in one.text.lower()]
        if relevant and len(made) > 1 and len(answer) > _SHORTEST_ANSWER:
            fold = len(queries) % FOLDS
            queries.append(Query(f"{question.strip()}?", relevant, answerable=True, fold=fold))
    return Collection("passages", "passages", documents, queries)


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
        vectors = document_vectors(
            collection.documents, encoder, lambda texts: cached_vectors(encoder, texts)
        )
        collection.index.add(collection.documents, vectors)
        for query in collection.queries:
            query.ranking = collection.index.rank(query.text)
            wanted = [collection.index.table.slot_of[name] for name in query.relevant]
            if query.ranking is not None:
                query.hit = np.isin(query.ranking.evidence.candidates, wanted)


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


def sampled(collection: Collection, queries: int = 120, documents: int = 400) -> Collection:
    """Return a smaller collection with some of the queries and all that is relevant for them."""
    answerable = [query for query in collection.queries if query.answerable]
    chosen = answerable[:: max(1, len(answerable) // queries)][:queries]
    wanted = {name for query in chosen for name in query.relevant}
    runs = {one.conversation for one in collection.documents if one.id in wanted} - {""}
    kept = [one for one in collection.documents if one.id in wanted or one.conversation in runs]
    known = {one.id for one in kept}
    others = [one for one in collection.documents if one.id not in known]
    step = max(1, len(others) // max(1, documents - len(kept)))
    kept += others[::step][: max(0, documents - len(kept))]
    return Collection(collection.set_name, collection.name, kept, chosen)


def recalibrated(weights: Weights, queries: list[tuple[str, Query]]) -> Weights:
    """Keep the order among texts and among code; set that of turns, every scale and the odds."""
    kinds = weights.kinds.astype(np.float64)
    turn = KINDS.index("turn")
    kinds[turn] = [TURN.get(name, 0.0) for name in COLUMNS]
    speakers = [COLUMNS[name] for name in SPEAKER_SIGNALS]
    kinds[:, speakers] = kinds[turn, speakers]
    nothing = np.zeros(len(KINDS), np.float32)
    kept = Weights(kinds.astype(np.float32), weights.answerable, nothing)
    return _calibrated(kept, [(name, query) for name, query in queries if query.ranking])


def fit(queries: list[tuple[str, Query]], encoder_name: str) -> Weights:
    """Fit the weights: a listwise softmax for the order, a logistic one for the odds."""
    usable = [(name, query) for name, query in queries if query.ranking is not None]
    rows = []
    for number in range(len(KINDS)):
        chosen = [
            (name, query)
            for name, query in usable
            if query.answerable and query.hit.any() and _kind(query) == number
        ]
        if KINDS[number] == "turn":
            rows.append(np.array([TURN.get(name, 0.0) for name in COLUMNS]))
            continue
        if KINDS[number] == "code":
            rows.append(_code_row(chosen, encoder_name))
            continue
        rows.append(_listwise(chosen, TEXT_SIGNALS) if chosen else np.ones(len(COLUMNS)))
    kinds = np.stack(rows).astype(np.float32)
    # Only conversations teach what a speaker is worth; a single text may have one too.
    speakers = [COLUMNS[name] for name in SPEAKER_SIGNALS]
    kinds[:, speakers] = kinds[KINDS.index("turn"), speakers]
    weights = Weights(kinds, np.zeros(len(ANSWER_SIGNS)), np.zeros(len(KINDS), np.float32))
    return _calibrated(weights, usable)


def _code_row(chosen: list[tuple[str, Query]], encoder_name: str) -> Any:
    if encoder_name in READ_CODE or not chosen:
        row = np.array([CODE.get(name, 0.0) for name in COLUMNS])
    else:
        row = _listwise(chosen, CODE_SIGNALS)
    row[COLUMNS["identifier"]] = IDENTIFIER * max(row[COLUMNS["cosine"]], 1.0)
    return row


def _listwise(chosen: list[tuple[str, Query]], names: tuple[str, ...]) -> Any:
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
    used = (spread > 1e-6) & np.isin(list(COLUMNS), names)
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


def _kind(query: Query) -> int:
    return int(np.bincount(query.ranking.kinds).argmax())


def _calibrated(weights: Weights, queries: list[tuple[str, Query]]) -> Weights:
    """Scale the weights so that a step is a step in log-odds, then fit the odds of an answer."""
    from sklearn.linear_model import LogisticRegression

    gaps: list[list[float]] = [[] for _ in KINDS]
    labels: list[list[bool]] = [[] for _ in KINDS]
    for _, query in queries:
        if query.answerable and query.hit.any():
            totals = weighed_parts(query.ranking, weights).sum(axis=1)
            best = np.argsort(-totals)[:20]
            gaps[_kind(query)].extend(totals[best] - totals[best[0]])
            labels[_kind(query)].extend(query.hit[best])
    scale = np.ones(len(KINDS), np.float32)
    for number in range(len(KINDS)):
        if labels[number]:
            model = LogisticRegression(class_weight="balanced")
            model.fit(np.array(gaps[number])[:, None], labels[number])
            scale[number] = STEEPNESS * float(model.coef_[0, 0])
    weights = Weights(weights.kinds * scale[:, None], weights.answerable, weights.typical)
    weights = Weights(weights.kinds, weights.answerable, _typical(weights, queries))
    signs = np.array(
        [answer_signs(q.ranking, weighed_parts(q.ranking, weights)) for _, q in queries]
    )
    answerable = np.array([query.answerable for _, query in queries])
    spread = np.where(signs.std(axis=0) > 1e-6, signs.std(axis=0), 1.0)
    model = LogisticRegression(C=0.3, class_weight="balanced", max_iter=1000)
    model.fit(signs[:, 1:] / spread[1:], answerable)
    row = np.concatenate([model.intercept_, model.coef_[0] / spread[1:]])
    weights = Weights(weights.kinds, row.astype(np.float32), weights.typical)
    return _anchored(weights, queries)


def _typical(weights: Weights, queries: list[tuple[str, Query]]) -> Any:
    """Return the mean total of the relevant contexts of each kind."""
    totals: list[list[float]] = [[] for _ in KINDS]
    for _, query in queries:
        if query.answerable and query.hit.any():
            values = weighed_parts(query.ranking, weights).sum(axis=1)
            totals[_kind(query)].append(float(values[query.hit].max()))
    return np.array([np.mean(values) if values else 0.0 for values in totals], np.float32)


def _anchored(weights: Weights, queries: list[tuple[str, Query]]) -> Weights:
    """Shift the odds so that a score of 0.3 keeps 95 % of the relevant contexts found."""
    totals: list[list[float]] = [[] for _ in KINDS]
    for _, query in queries:
        if query.answerable and query.hit.any():
            parts = weighed_parts(query.ranking, weights)
            signs = answer_signs(query.ranking, parts)
            values = parts.sum(axis=1) + signs @ weights.answerable - signs[1]
            best = np.argsort(-values)[:10]
            totals[_kind(query)].extend(values[best[query.hit[best]]])
    shift = [np.log(0.3 / 0.7) - np.quantile(values, 0.05) if values else 0.0 for values in totals]
    row = weights.answerable.copy()
    plain = shift[KINDS.index("text")]
    row[0] += plain
    row[ANSWER_SIGNS.index("is_turn")] += shift[KINDS.index("turn")] - plain
    row[ANSWER_SIGNS.index("is_code")] += shift[KINDS.index("code")] - plain
    return Weights(weights.kinds, row.astype(np.float32), weights.typical)
