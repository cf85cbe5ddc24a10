"""Score one trace, or a frame of many, at once."""

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from lux_nb.errors import InvalidRequest
from lux_nb.reasoning.monitor.context_batch import contexts
from lux_nb.reasoning.monitor.fallacies import with_argument
from lux_nb.reasoning.monitor.measures import measure
from lux_nb.reasoning.monitor.models import windowed_evidence
from lux_nb.reasoning.monitor.profiles import Profile, profile_named
from lux_nb.reasoning.monitor.reading import read
from lux_nb.reasoning.monitor.signals import COLUMNS
from lux_nb.reasoning.monitor.walk import Walked, walk

if TYPE_CHECKING:
    import pandas as pd

_CHUNK = 2500
_WORKERS = 2

Question = tuple[str | None, Sequence[Any]]  # a query, if there is one, and its thoughts


def score(
    thoughts: Iterable[Any], query: str | None = None, profile: str = "tuned"
) -> "pd.DataFrame":
    """Score a list or column of thoughts: one row each, and ``.attrs["trace"]`` for the whole."""
    chosen = profile_named(profile)
    listed = _texts(thoughts)
    columns, traces = _score_traces([(query, listed)], chosen)
    frame = _framed(columns)
    frame.attrs["trace"] = traces[0]
    return frame


def score_frame(
    frame: "pd.DataFrame",
    trace: str = "trace_id",
    text: str = "thought",
    query: str | None = None,
    profile: str = "tuned",
) -> "pd.DataFrame":
    """Score many traces at once: the frame's index and trace column, then the scores.

    ``query`` names a column that holds each trace's question; where it is no column it is the
    question of all traces. ``.attrs["trace"]`` holds the scores of each trace by its identifier.
    """
    import pandas as pd

    chosen = profile_named(profile)
    for name in (trace, text):
        if name not in frame.columns:
            raise InvalidRequest(
                f"The frame has no column {name!r}.", hint=f"It has {list(frame.columns)}."
            )
    codes, labels = pd.factorize(frame[trace], use_na_sentinel=False)
    order = np.argsort(codes, kind="stable")
    texts = frame[text].tolist()
    questions = frame[query].tolist() if query is not None and query in frame.columns else None
    bounds = np.searchsorted(codes[order], np.arange(len(labels) + 1))
    traces: list[Question] = []
    for number in range(len(labels)):
        rows = order[bounds[number] : bounds[number + 1]]
        asked = questions[rows[0]] if questions is not None else query
        traces.append((asked if isinstance(asked, str) else None, [texts[row] for row in rows]))
    columns, scores = _score_traces(traces, chosen)
    place = np.empty(order.size, dtype=np.int64)
    place[order] = np.arange(order.size)
    result = _framed(columns).iloc[place]
    result.index = frame.index
    result.insert(0, trace, frame[trace].to_numpy())
    result.attrs["trace"] = dict(zip(labels.tolist(), scores, strict=True))
    return result


def _framed(columns: dict[str, list[Any]]) -> "pd.DataFrame":
    import pandas as pd

    # Without a type of its own, a column of texts and nothing would turn nothing into NaN.
    kinds = dict.fromkeys(("trend", "phase", "alert_kinds", "intervention"), object)
    series = {
        name: pd.Series(values, dtype=kinds.get(name, float)) for name, values in columns.items()
    }
    return pd.DataFrame(series)


def _texts(thoughts: Iterable[Any]) -> list[Any]:
    if isinstance(thoughts, str):
        raise InvalidRequest(
            "Give a list or a column of thoughts, not one text.", hint="Put it into a list."
        )
    return list(thoughts)


def _score_traces(
    traces: Sequence[Question], profile: Profile
) -> tuple[dict[str, list[Any]], list[dict[str, float]]]:
    chunks: list[Sequence[Question]] = []
    start = 0
    while start < len(traces):
        stop, size = start, 0
        while stop < len(traces) and (stop == start or size < _CHUNK):
            size += len(traces[stop][1]) + 1
            stop += 1
        chunks.append(traces[start:stop])
        start = stop
    if len(chunks) > _WORKERS:
        # The sorting and searching of one chunk runs beside the walk through another.
        with ThreadPoolExecutor(_WORKERS) as pool:
            parts = list(pool.map(lambda chunk: _score_chunk(chunk, profile), chunks))
    else:
        parts = [_score_chunk(chunk, profile) for chunk in chunks]
    columns = {
        name: [value for part in parts for value in _listed(part.columns[name])] for name in COLUMNS
    }
    return columns, [score for part in parts for score in part.scores]


def _listed(values: Any) -> list[Any]:
    return values if isinstance(values, list) else values.tolist()


def _score_chunk(traces: Sequence[Question], profile: Profile) -> Walked:
    documents: list[Any] = []
    for query, thoughts in traces:
        documents.append(query if query else (thoughts[0] if thoughts else ""))
        documents.extend(thoughts)
    lengths = np.array([len(thoughts) for _, thoughts in traces], dtype=np.int64)
    sizes = lengths + 1
    trace = np.repeat(np.arange(sizes.size), sizes)
    position = np.arange(len(documents)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    reading = read(documents)
    measures = measure(reading, contexts(reading, trace, position))
    thought = position > 0
    logits = np.where(thought[:, None], measures.logits, -np.inf)
    evidence = np.stack([windowed_evidence(column, position) for column in logits.T], axis=1)
    asked = np.array([bool(query) for query, _ in traces], dtype=np.bool_)
    walked = walk(measures.at(thought), evidence[thought], lengths, asked, profile)
    if profile.name == "tuned":
        for number, (_, thoughts) in enumerate(traces):
            if len(thoughts) == 1:
                walked.scores[number] = with_argument(walked.scores[number], thoughts[0])
    return walked
