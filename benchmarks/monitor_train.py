"""Train the small linear models of the tuned monitor and write them into the package.

Weights come only from sets whose licences allow it: PRMBench (Apache-2.0), TIAGE (MIT) and, as
examples of sound prose, half of the SciFact abstracts (ODC-By). Run: ``python -m
benchmarks.monitor_train``.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression

from benchmarks.monitor_data import (
    FAULTS,
    Trace,
    abstracts,
    assemble,
    clean_solutions,
    dialogues,
    fault_traces,
    folds,
)
from lux_nb.reasoning.monitor.context_batch import contexts
from lux_nb.reasoning.monitor.features import (
    FEATURES,
    LENGTH_LIKE,
    MARKERS,
    SHIFT_FEATURES,
    feature_matrix,
    shift_matrix,
)
from lux_nb.reasoning.monitor.lexicons import (
    ASSUMPTIONS,
    CONCLUSIONS,
    ERROR_NOTES,
    RESTATEMENTS,
    VERIFICATIONS,
)
from lux_nb.reasoning.monitor.models import TraceWindow, windowed_evidence
from lux_nb.reasoning.monitor.reading import Reading, gram_scale, grams, read

TARGET = Path(__file__).parents[1] / "lux_nb" / "reasoning" / "monitor" / "data" / "models.json"
KINDS = tuple(FAULTS)
FALSE_ALARMS = 0.006
GRAM_GAIN = 2.0
STRENGTH = 0.1
SHIFT_STRENGTH = 1.0
LEAST_GROUPS = 8
# Of the clashes only the negation itself is announced by a word.
ANNOUNCED = ("negation", *MARKERS)


@dataclass
class Corpus:
    """All traces, read and compared, with their labels."""

    traces: list[Trace]
    trace: Any
    position: Any
    reading: Reading
    dense: Any
    dense_alone: Any  # the same with the first thought standing for the query
    shift_dense: Any
    gram_document: Any
    gram_key: Any
    error: Any
    shift: Any
    kind: Any
    fold: Any

    @property
    def real(self) -> Any:
        return self.position > 0


def corpus() -> Corpus:
    spoken, shifts = dialogues()
    prose = abstracts()
    for number, trace in enumerate(prose):
        trace.kind = "abstract" if number % 2 else "abstract used"
    traces = fault_traces() + spoken + clean_solutions() + prose
    documents, trace, position = assemble(traces)
    reading = read(documents)
    context = contexts(reading, trace, position)
    alone, _, _ = assemble(traces, with_query=False)
    reading_alone = read(alone)
    gram_document, gram_key = grams(reading.tokens)
    first = np.searchsorted(trace, np.arange(len(traces)))
    error = np.zeros(trace.size, dtype=bool)
    shift = np.full(trace.size, -1)
    dialogue = 0
    for number, item in enumerate(traces):
        for place in item.errors:
            error[first[number] + 1 + place] = True
        if item.kind == "dialogue":
            labels = [-1 if label is None else label for label in shifts[dialogue]]
            shift[first[number] + 1 : first[number] + 1 + len(labels)] = labels
            dialogue += 1
    return Corpus(
        traces,
        trace,
        position,
        reading,
        feature_matrix(reading, context),
        feature_matrix(reading_alone, contexts(reading_alone, trace, position)),
        shift_matrix(reading, context),
        gram_document,
        gram_key,
        error,
        shift,
        np.array([item.kind for item in traces]),
        folds([item.group for item in traces]),
    )


def vocabulary(data: Corpus, chosen: Any) -> Any:
    """Return the keys of grams that enough different groups use."""
    groups = {name: place for place, name in enumerate(sorted({t.group for t in data.traces}))}
    group = np.array([groups[item.group] for item in data.traces], dtype=np.uint64)
    used = chosen[data.gram_document]
    pairs = np.stack([data.gram_key[used], group[data.trace[data.gram_document[used]]]], axis=1)
    keys, counts = np.unique(np.unique(pairs, axis=0)[:, 0], return_counts=True)
    return keys[counts >= LEAST_GROUPS]


def gram_matrix(data: Corpus, keys: Any) -> Any:
    count = data.trace.size
    scale = gram_scale(np.bincount(data.gram_document, minlength=count))
    place = np.searchsorted(keys, data.gram_key)
    place[place == keys.size] = 0
    known = keys[place] == data.gram_key
    document = data.gram_document[known]
    return csr_matrix((1.0 / scale[document], (document, place[known])), (count, keys.size))


@dataclass
class Linear:
    """The weights of one linear model over dense features and grams."""

    bias: float
    dense: Any
    grams: Any
    before: Any | None = None

    def logits(self, dense: Any, matrix: Any) -> Any:
        result = self.bias + dense @ self.dense + matrix @ self.grams
        if self.before is not None:
            result[1:] += (matrix @ self.before)[:-1]
        return result


def fit_fault(
    data: Corpus, kind: str, train: Any, keys: Any, columns: list[int], with_grams: bool = True
) -> Linear:
    """Fit one fault against sound steps and, with less weight, against the other faults."""
    trace_kind = data.kind[data.trace]
    positive = train & data.error & (trace_kind == kind)
    other = train & data.error & (trace_kind != kind)
    sound = np.isin(trace_kind, [*KINDS, "dialogue", "abstract used"])
    sound |= np.char.startswith(trace_kind.astype(str), "clean")
    negative = train & sound & ~data.error
    index = np.flatnonzero(positive | negative | other)
    chosen = gram_matrix(data, keys)[index] * GRAM_GAIN if with_grams else None
    blocks = []
    for dense in (data.dense, data.dense_alone):
        part = np.zeros((index.size, len(FEATURES)))
        part[:, columns] = dense[np.ix_(index, columns)]
        blocks.append(hstack([csr_matrix(part)] if chosen is None else [csr_matrix(part), chosen]))
    from scipy.sparse import vstack

    weight = np.tile(np.where(other[index], 0.3, 1.0), 2) / 2
    model = LogisticRegression(C=STRENGTH, solver="liblinear", max_iter=300)
    model.fit(vstack(blocks).tocsr(), np.tile(positive[index], 2), sample_weight=weight)
    weights = model.coef_[0]
    words = weights[len(FEATURES) :] * GRAM_GAIN if with_grams else np.zeros(keys.size)
    return Linear(float(model.intercept_[0]), weights[: len(FEATURES)], words)


def fit_shift(data: Corpus, train: Any, keys: Any) -> Linear:
    """Fit topic shift from this thought's and the previous thought's words and their relation."""
    index = np.flatnonzero(train & (data.shift >= 0))
    matrix = gram_matrix(data, keys)
    block = hstack([csr_matrix(data.shift_dense[index]), matrix[index], matrix[index - 1]]).tocsr()
    model = LogisticRegression(C=SHIFT_STRENGTH, solver="liblinear", max_iter=300)
    model.fit(block, data.shift[index])
    weights, dense = model.coef_[0], len(SHIFT_FEATURES)
    return Linear(
        float(model.intercept_[0]),
        weights[:dense],
        weights[dense : dense + keys.size],
        weights[dense + keys.size :],
    )


def columns_of(length: bool = False, markers: bool = True) -> list[int]:
    left_out = {*(() if length else LENGTH_LIKE), *(() if markers else ANNOUNCED)}
    return [i for i, name in enumerate(FEATURES) if name not in left_out]


def out_of_fold(
    data: Corpus, columns: list[int] | None = None, with_grams: bool = True, masked: Any = None
) -> dict[str, Any]:
    """Return for each fault the logits of all steps, each by a model that saw none of its group.

    ``masked`` are keys of words and pairs of words that the models do not get to see.
    """
    columns = columns_of() if columns is None else columns
    logits = {kind: np.zeros(data.trace.size) for kind in (*KINDS, "shift")}
    step_fold = data.fold[data.trace]
    for fold in range(int(data.fold.max()) + 1):
        train, test = (step_fold != fold) & data.real, step_fold == fold
        keys = vocabulary(data, train & _taught(data))
        if masked is not None:
            keys = keys[~np.isin(keys, masked)]
        matrix = gram_matrix(data, keys)
        for kind in KINDS:
            model = fit_fault(data, kind, train, keys, columns, with_grams)
            logits[kind][test] = model.logits(data.dense, matrix)[test]
        if not with_grams or masked is not None:
            continue
        model = fit_shift(data, train, keys)
        logits["shift"][test] = model.logits(data.shift_dense, matrix)[test]
    return logits


def _taught(data: Corpus) -> Any:
    kinds = data.kind[data.trace].astype(str)
    return np.isin(kinds, [*KINDS, "dialogue"]) | np.char.startswith(kinds, "clean")


def trace_evidence(data: Corpus, logits: Any) -> Any:
    """Return the evidence of each whole trace."""
    evidence = windowed_evidence(np.where(data.real, logits, -np.inf), data.position)
    result = np.full(len(data.traces), -np.inf)
    np.maximum.at(result, data.trace[data.real], evidence[data.real])
    return result


CLEAN_SETS = ("clean", "solution", "dialogue", "abstract")


def clean_mask(data: Corpus, name: str) -> Any:
    kinds = data.kind.astype(str)
    return np.char.startswith(kinds, "clean") if name == "clean" else kinds == name


def threshold(data: Corpus, evidence: Any, allowed: float = FALSE_ALARMS) -> float:
    """Return the evidence that at most the allowed share of each clean set exceeds."""
    return max(
        float(np.quantile(evidence[clean_mask(data, name)], 1.0 - allowed)) for name in CLEAN_SETS
    )


def best_shift_threshold(labels: Any, logits: Any) -> float:
    """Return the logit with the best F1."""
    order = np.argsort(-logits)
    hits = np.cumsum(labels[order])
    f1 = 2 * hits / (np.arange(1, labels.size + 1) + labels.sum())
    return float(logits[order][int(np.argmax(f1))])


def announcing(data: Corpus) -> Any:
    """Return the keys of all grams with a word that announces what a step does."""
    words = ASSUMPTIONS | VERIFICATIONS | RESTATEMENTS | ERROR_NOTES | CONCLUSIONS
    found = [key for key, name in spelling(data).items() if words & set(name.split())]
    return np.array(found, dtype=np.uint64)


def spelling(data: Corpus) -> dict[int, str]:
    """Return the text of every gram key."""
    tokens = data.reading.tokens
    words = [
        data.reading.texts[d][o : o + n]
        for d, o, n in zip(tokens.document, tokens.offset, tokens.length, strict=True)
    ]
    word = (tokens.kind == 1) & (tokens.length > 1)
    alone = np.flatnonzero(word)
    left = np.flatnonzero(word[:-1] & word[1:] & ~tokens.sentence_end[:-1])
    spelled = [words[i] for i in alone] + [f"{words[i]} {words[i + 1]}" for i in left]
    return dict(zip(data.gram_key.tolist(), spelled, strict=True))


def main() -> None:
    data = corpus()
    logits = out_of_fold(data)
    everything = data.real
    keys = vocabulary(data, everything & _taught(data))
    faults = {kind: fit_fault(data, kind, everything, keys, columns_of()) for kind in KINDS}
    shift = fit_shift(data, everything, keys)
    names = spelling(data)
    table = np.stack([faults[kind].grams for kind in KINDS] + [shift.grams, shift.before], axis=1)
    kept = np.flatnonzero(np.abs(table).max(axis=1) >= 0.03)
    labelled = data.shift >= 0
    document = {
        "provenance": {
            "PRMBench": "Apache-2.0; faulty steps and their originals",
            "TIAGE": "MIT; dialogues with topic shifts",
            "SciFact": "ODC-By 1.0; abstracts as sound prose",
            "thresholds": "from models fitted without the trace's own group; ProcessBench "
            "solutions without error were used for thresholds only, not for weights",
        },
        "features": list(FEATURES),
        "shift_features": list(SHIFT_FEATURES),
        "window": TraceWindow.SIZE,
        "faults": {
            kind: {
                "bias": round(model.bias, 4),
                "dense": [round(float(value), 4) for value in model.dense],
                "threshold": round(threshold(data, trace_evidence(data, logits[kind])), 4),
            }
            for kind, model in faults.items()
        },
        "shift": {
            "bias": round(shift.bias, 4),
            "dense": [round(float(value), 4) for value in shift.dense],
            "threshold": round(
                best_shift_threshold(data.shift[labelled], logits["shift"][labelled]), 4
            ),
        },
        "grams": {
            names[int(keys[i])]: [round(float(value), 3) for value in table[i]] for i in kept
        },
    }
    TARGET.parent.mkdir(exist_ok=True)
    text = json.dumps(document, ensure_ascii=False, indent=0, separators=(",", ":"))
    TARGET.write_text(text.replace(",\n", ",").replace("],", "],\n"), encoding="utf-8")


if __name__ == "__main__":
    main()
