"""Time and memory of the memory's operations at scale, beside bm25s, vectors alone and grep.

Everything of ours goes through the engine, as a notebook or an assistant would call it: contexts
are loaded with import_contexts, found with search_context and added with update_memory.
"""

import os
import re
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.memory_search_fit import bench_folder, cached_vectors, load
from lux_nb.config import Settings
from lux_nb.engine.authors import Author
from lux_nb.engine.engine import Engine
from lux_nb.memory.service import memory_of
from lux_nb.models.encoders import Encoder, MiniLMEncoder, StaticEncoder
from lux_nb.setup.encoder import is_encoder_present

SIZE = 100_000
_AUTHOR = Author("script", "benchmark")
_AT_ONCE = 20_000
_SEARCHES = 100
_UPDATES = 60
_GREPPED = 5


class Spliced:
    """An encoder that knows the vectors of spliced texts: their halves' vectors, added.

    Only the loading is shortened by it; queries and single saves are encoded for real.
    """

    def __init__(self, encoder: Encoder) -> None:
        self.name = encoder.name
        self.dimensions = encoder.dimensions
        self.known: dict[str, Any] = {}
        self._encoder = encoder

    def embed(self, texts: Any) -> Any:
        """Return one vector per text."""
        if len(texts) > 1 and all(text in self.known for text in texts):
            return np.stack([self.known[text] for text in texts])
        return self._encoder.embed(texts)


def made_turns(size: int, encoder: Encoder) -> tuple[list[dict[str, Any]], list[str], Spliced]:
    """Return contexts made of halves of real turns, real questions, and an encoder for both."""
    folder = bench_folder()
    assert folder is not None
    collections = load("locomo", folder)
    turns = [document for one in collections for document in one.documents]
    questions = [query.text for one in collections for query in one.queries][::7]
    vectors = cached_vectors(encoder, [turn.text for turn in turns])
    random = np.random.default_rng(7)
    known = Spliced(encoder)
    contexts = []
    for place, (first, second) in enumerate(random.integers(0, len(turns), (size, 2))):
        text = _spliced(turns[first].text, turns[second].text)
        mixed = vectors[first] + vectors[second]
        mixed += 0.03 * random.standard_normal(encoder.dimensions)
        said = f"{turns[first].speaker}: {text}"
        known.known[said] = (mixed / np.linalg.norm(mixed)).astype(np.float32)
        metadata = {"speaker": turns[first].speaker, "session": str(place // 20)}
        created = turns[first].created_at
        assert created is not None
        contexts.append({"content": text, "created_at": created.isoformat(), "metadata": metadata})
    return contexts, questions, known


class Trial:
    """An engine with a home of its own, and a project to fill."""

    def __init__(self, home: Path, encoder: Encoder) -> None:
        self.engine = Engine(Settings(lux_home=home / "lux", lux_store=None))
        self.engine.run(self._use(encoder))
        folder = home / "project"
        folder.mkdir()
        opened = self.call("initialize_context", project_path=str(folder), mode="none")
        self.project = opened.project_id
        made = self.call("create_branch", project_id=self.project, branch_topic="Scale")
        self.branch = made.branch_id

    async def _use(self, encoder: Encoder) -> None:
        vars(memory_of(self.engine))["encoder"] = encoder

    def call(self, name: str, **parameters: Any) -> Any:
        """Call an operation and wait for its answer."""
        return self.engine.run(self.engine.call(name, parameters, author=_AUTHOR))

    def timed(self, name: str, **parameters: Any) -> float:
        """Return the milliseconds a call takes."""
        return timed(lambda: self.call(name, project_id=self.project, **parameters))

    def settle(self) -> None:
        """Wait for the work behind what was saved."""
        self.call(
            "update_memory",
            project_id=self.project,
            branch_id=self.branch,
            content="The harbour is quiet tonight.",
            role="user",
            wait=True,
        )

    def index_bytes(self) -> int:
        """Return the size of the index as it counts itself."""

        async def read() -> int:
            index = await memory_of(self.engine).index(self.project)
            return index.main.memory_bytes()

        return self.engine.run(read())


def timed(work: Callable[[], Any]) -> float:
    """Return the milliseconds that work takes."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def scale_rows(encoder: Encoder, size: int = SIZE) -> list[dict[str, Any]]:
    """Measure loading, searching, saving and the size of the index at scale."""
    if bench_folder() is None:
        return [_row("memory at scale", "search p50 ms", None, None, "no data: set LUX_BENCH")]
    contexts, questions, known = made_turns(size, encoder)
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(Path(folder), known)  # type: ignore[arg-type]
        try:
            return _measured(trial, contexts, questions, encoder)
        finally:
            trial.engine.close()


def _measured(
    trial: Trial, contexts: list[dict[str, Any]], questions: list[str], encoder: Encoder
) -> list[dict[str, Any]]:
    size = len(contexts)
    place = {"project_id": trial.project, "branch_id": trial.branch}
    parts = [contexts[start : start + _AT_ONCE] for start in range(0, size, _AT_ONCE)]
    loaded = sum(
        timed(lambda part=part: trial.call("import_contexts", **place, contexts=part))
        for part in parts
    )
    before = _resident()
    first = trial.timed("search_context", query="What did they decide about the harbour?")
    grown = (_resident() - before) / size
    trial.settle()
    asked = questions[:_SEARCHES]
    spent = time.process_time()
    searches = [trial.timed("search_context", query=text) for text in asked]
    spent = (time.process_time() - spent) * 1000 / len(asked)
    saves, after_save = [], []
    for number, text in enumerate(questions[:_UPDATES]):
        said = {"content": f"Note {number}: {text}", "role": "user"}
        saves.append(trial.timed("update_memory", branch_id=trial.branch, **said))
        after_save.append(trial.timed("search_context", query=text))
    answers = [
        trial.timed("update_memory", branch_id=trial.branch, content=f"So, {t}", role="assistant")
        for t in questions[:_UPDATES]
    ]
    trial.settle()
    beside = _beside([one["content"] for one in contexts], asked, encoder)
    area = f"memory, {size} contexts, {encoder.name}"
    slow = f"p90 {np.percentile(searches, 90):.1f}, CPU {spent:.1f}; {_shown(beside)}"
    behind = f"p90 {np.percentile(after_save, 90):.1f}; each right after a save"
    quick = f"p90 {np.percentile(saves, 90):.1f}, with a search after each"
    own = trial.index_bytes() / size
    return [
        _row(area, "search_context p50 ms", np.median(searches), 15.0, slow, beside),
        _row(area, "search_context after a save p50 ms", np.median(after_save), 15.0, behind),
        _row(area, "update_memory p50 ms", np.median(saves), 10.0, quick),
        _row(
            area,
            "update_memory by an assistant p50 ms",
            np.median(answers),
            10.0,
            f"p90 {np.percentile(answers, 90):.1f}, one after the other",
        ),
        _row(area, "index bytes per context", own, 1024.0, f"process grew {grown:.0f} with caches"),
        _row(area, "import_contexts s", loaded / 1000, None, "vectors given"),
        _row(area, "first search s", first / 1000, None, "the index is read from the store"),
    ]


def _beside(texts: list[str], questions: list[str], encoder: Encoder) -> dict[str, float]:
    """Time the same questions in bm25s, in flat FAISS vectors and by looking for each word."""
    import bm25s
    import faiss
    import Stemmer

    stemmer = Stemmer.Stemmer("english")
    options = {"stopwords": None, "stemmer": stemmer, "show_progress": False}
    words = bm25s.BM25()
    words.index(bm25s.tokenize(texts, **options), show_progress=False)
    flat = faiss.IndexFlatIP(encoder.dimensions)
    random = np.random.default_rng(3)
    flat.add(random.standard_normal((len(texts), encoder.dimensions)).astype(np.float32))
    lower = [text.lower() for text in texts]

    def by_words(text: str) -> None:
        tokens = bm25s.tokenize([text], return_ids=False, **options)
        words.retrieve(tokens, k=10, show_progress=False, n_threads=0)

    def by_grep(text: str) -> None:
        wanted = set(re.findall(r"\w+", text.lower()))
        np.argsort([-sum(word in one for word in wanted) for one in lower])[:10]

    return {
        "bm25s": _p50(by_words, questions),
        "vectors alone": _p50(lambda text: flat.search(encoder.embed([text]), 10), questions),
        "grep": _p50(by_grep, questions[:_GREPPED]),
    }


def _p50(work: Callable[[str], Any], questions: list[str]) -> float:
    return float(np.median([timed(lambda text=text: work(text)) for text in questions]))


def _shown(beside: dict[str, float]) -> str:
    return ", ".join(f"{name} {value:.1f}" for name, value in beside.items())


def _spliced(first: str, second: str) -> str:
    words, others = first.split(), second.split()
    return " ".join([*words[: len(words) // 2 + 1], *others[len(others) // 2 :]])


def _resident() -> int:
    import psutil

    return int(psutil.Process(os.getpid()).memory_info().rss)


def _row(
    area: str,
    measure: str,
    ours: Any,
    goal: Any,
    note: str,
    beside: dict[str, float] | None = None,
) -> dict[str, Any]:
    name = "vectors alone" if beside else ""
    return {
        "area": area,
        "measure": measure,
        "ours": None if ours is None else float(ours),
        "beside": beside[name] if beside else None,
        "beside_name": name,
        "goal": goal,
        "note": note,
    }


def run(size: int = SIZE) -> list[dict[str, Any]]:
    """Measure with every encoder that is here."""
    encoders: list[Encoder] = [StaticEncoder()]
    if is_encoder_present():
        encoders.insert(0, MiniLMEncoder())
    return [row for encoder in encoders for row in scale_rows(encoder, size)]


def main() -> None:
    """Print the rows; a number on the command line is the size."""
    size = int(sys.argv[1]) if len(sys.argv) > 1 else SIZE
    for row in run(size):
        ours = "-" if row["ours"] is None else f"{row['ours']:.2f}"
        goal = "-" if row["goal"] is None else f"{row['goal']:.0f}"
        print(f"{row['area']:44} {row['measure']:38} {ours:>9} goal {goal:>5}  {row['note']}")


if __name__ == "__main__":
    main()
