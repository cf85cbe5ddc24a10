"""Measure the metacognitive monitor: how often its detectors are right, and how fast it is.

Every figure is for traces that the weights have not seen: five folds, all traces of one original
question in the same fold. ``python -m benchmarks.monitor`` prints the table, ``--docs`` also
writes the part of docs/detectors.md between its marks.
"""

import os
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks import monitor_circular, monitor_fallacies
from benchmarks.monitor_data import (
    Trace,
    bench_folder,
    clean_solutions,
    dialogues,
    fault_traces,
)
from benchmarks.monitor_docs import decided, detector_table, shares, table, write_docs
from benchmarks.monitor_fresh import agent_traces, sound_texts
from benchmarks.monitor_made import drifted, looped, padded
from benchmarks.monitor_train import (
    CLEAN_SETS,
    FALSE_ALARMS,
    KINDS,
    Corpus,
    announcing,
    best_shift_threshold,
    clean_mask,
    columns_of,
    corpus,
    out_of_fold,
    trace_evidence,
)
from lux_nb.reasoning.monitor import MetacognitiveMonitor, score_frame
from lux_nb.reasoning.monitor.profiles import CLASSIC

GOALS = {"circular": 0.75, "redundant": 0.65, "contradiction": 0.65}
Row = dict[str, Any]


def auroc(positive: Any, negative: Any) -> float:
    """Return the chance that a positive scores above a negative."""
    joined = np.concatenate([positive, negative])
    _, inverse, counts = np.unique(joined, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2.0)[inverse]
    count, others = len(positive), len(negative)
    return float((ranks[:count].sum() - count * (count + 1) / 2) / (count * others))


def interval(measure: Callable[[Any], float], count: int, times: int = 300) -> str:
    """Return the middle 95 % of a measure over resampled rows."""
    chance = np.random.default_rng(1)
    values = [measure(chance.integers(0, count, count)) for _ in range(times)]
    low, high = np.nanquantile(values, [0.025, 0.975])
    return f"{low:.3f} to {high:.3f}"


def row(measure: str, ours: float, beside: float | None, name: str, goal: Any, note: str) -> Row:
    """Return one row of the table."""
    return {
        "area": "monitor",
        "measure": measure,
        "ours": round(ours, 4),
        "beside": None if beside is None else round(beside, 4),
        "beside_name": name,
        "goal": goal,
        "note": note,
    }


def frame_of(traces: list[Trace], query: bool = True) -> Any:
    """Return traces as a frame to score."""
    import pandas as pd

    rows = [
        (number, step, trace.query if query else None)
        for number, trace in enumerate(traces)
        for step in trace.steps
    ]
    return pd.DataFrame(rows, columns=["trace_id", "thought", "query"])


def scored(traces: list[Trace], profile: str, query: bool = True) -> tuple[dict[str, Any], Any]:
    """Return the trace scores by name, and the alert kinds of each trace."""
    result = score_frame(frame_of(traces, query), query="query", profile=profile)
    by_trace = result.attrs["trace"]
    names = next(iter(by_trace.values()))
    scores = {name: np.array([by_trace[n][name] for n in range(len(traces))]) for name in names}
    alerts: list[set[str]] = [set() for _ in traces]
    for number, kinds in zip(result["trace_id"], result["alert_kinds"], strict=True):
        alerts[number].update(kinds)
    return scores, alerts


def _counts(positive: Any, negative: Any) -> str:
    precision, recall, f1 = shares(positive, negative)
    return f"P {precision:.3f}, R {recall:.3f}, F1 {f1:.3f} at the default threshold"


def spoken_up(data: Corpus, evidence: Any) -> Any:
    """Say for each trace whether its evidence passes a threshold chosen on the other folds."""
    result = np.zeros(evidence.size, dtype=bool)
    for part in range(5):
        others = np.where(data.fold == part, -np.inf, evidence)
        limit = max(
            float(
                np.quantile(others[clean_mask(data, name) & (data.fold != part)], 1 - FALSE_ALARMS)
            )
            for name in CLEAN_SETS
        )
        result |= (data.fold == part) & (evidence > limit)
    return result


def fault_rows(data: Corpus, full: dict[str, Any], decisions: list[Row]) -> list[Row]:
    """Measure the three trained faults, out of fold, beside the classic rules."""
    plain = columns_of(markers=False)
    variants = {
        "markers without words": out_of_fold(data, with_grams=False),
        "announcing words masked": out_of_fold(data, plain, masked=announcing(data)),
        "structure alone": out_of_fold(data, plain, with_grams=False),
    }
    classic, _ = scored(data.traces, "classic")
    found = []
    for kind in KINDS:
        faulty, clean = data.kind == kind, data.kind == f"clean {kind}"
        evidence = trace_evidence(data, full[kind])
        positive, negative = evidence[faulty], evidence[clean]
        count = len(positive)
        spoken = spoken_up(data, evidence)
        near = interval(lambda pick, a=positive, b=negative: auroc(a[pick], b[pick]), count)
        others = {
            name: auroc(
                trace_evidence(data, logits[kind])[faulty],
                trace_evidence(data, logits[kind])[clean],
            )
            for name, logits in variants.items()
        }
        solutions = auroc(positive, evidence[data.kind == "solution"])
        note = (
            f"95 % {near}; {_counts(spoken[faulty], spoken[clean])}; "
            + "; ".join(f"{name} {value:.3f}" for name, value in others.items())
            + f"; against other people's sound solutions {solutions:.3f}"
        )
        rule, plain = classic[kind][faulty], classic[kind][clean]
        beside = auroc(rule, plain)
        rule_near = interval(lambda pick, a=rule, b=plain: auroc(a[pick], b[pick]), count)
        limit = CLASSIC.similar if kind == "circular" else 0.5
        note += f"; classic 95 % {rule_near}, {_counts(rule > limit, plain > limit)}"
        decisions.append(decided(kind, "tuned", spoken[faulty], spoken[clean]))
        decisions.append(decided(kind, "classic", rule > limit, plain > limit))
        found.append(
            row(
                f"{kind} trace AUROC",
                auroc(positive, negative),
                beside,
                "classic",
                GOALS[kind],
                note,
            )
        )
    return [*found, *shift_rows(data, full["shift"], decisions)]


def shift_rows(data: Corpus, logits: Any, decisions: list[Row]) -> list[Row]:
    """Measure topic shift: threshold chosen on the other folds."""
    labelled = data.shift >= 0
    labels, values = data.shift[labelled] == 1, logits[labelled]
    fold = data.fold[data.trace][labelled]
    chosen = np.zeros(labels.size, dtype=bool)
    for part in range(5):
        limit = best_shift_threshold(labels[fold != part], values[fold != part])
        chosen[fold == part] = values[fold == part] >= limit
    hits = float((labels & chosen).sum())
    precision, recall = hits / chosen.sum(), hits / labels.sum()
    f1 = monitor_fallacies.f1(labels, chosen)
    near = interval(lambda pick: monitor_fallacies.f1(labels[pick], chosen[pick]), labels.size)
    ranked = auroc(values[labels], values[~labels])
    note = f"95 % {near}; P {precision:.3f}, R {recall:.3f}; AUROC {ranked:.3f}"
    decisions.append(decided("topic shift", "tuned", chosen[labels], chosen[~labels]))
    always = monitor_fallacies.f1(labels, np.ones(labels.size, dtype=bool))
    return [row("topic shift F1", f1, always, "always yes", 0.45, note)]


def alarm_rows(data: Corpus, full: dict[str, Any]) -> list[Row]:
    """Measure false alarms on clean traces: trained faults out of fold, rules as they are."""
    found = []
    for query in (True, False):
        _, ours = scored(data.traces, "tuned", query)
        _, classic = scored(data.traces, "classic", query)
        rules = np.array([bool(kinds - set(KINDS)) for kinds in ours])
        clashes = np.zeros(len(ours), dtype=bool)
        for kind in KINDS:
            evidence = trace_evidence(data, full[kind])
            clashes |= spoken_up(data, evidence)
        alarmed = rules | clashes | np.array(["contradiction" in kinds for kinds in ours])
        for name in CLEAN_SETS:
            chosen = clean_mask(data, name)
            values = alarmed[chosen]
            near = interval(lambda pick, v=values: float(v[pick].mean()), values.size)
            other = float(
                np.mean([bool(kinds) for kinds, c in zip(classic, chosen, strict=True) if c])
            )
            asked = "with" if query else "without"
            goal = "< 0.05" if name in {"clean", "solution", "abstract"} else None
            note = f"95 % {near}; share of traces with any alert"
            found.append(
                row(
                    f"false alarms, {name}, {asked} query",
                    float(values.mean()),
                    other,
                    "classic",
                    goal,
                    note,
                )
            )
    return found


def made_rows(decisions: list[Row]) -> list[Row]:
    """Measure loops, drift and loss of quality on traces made from sound ones."""
    seen: set[str] = set()
    sound = []
    for trace in fault_traces():
        if trace.kind.startswith("clean") and trace.group not in seen:
            seen.add(trace.group)
            sound.append(trace)
    sound += clean_solutions()
    spoken, _ = dialogues()
    made = {
        ("literal loop", "loop"): looped(sound),
        ("loop with small edits", "loop"): looped(sound, edit=True),
        ("drift into a dialogue", "drift"): drifted(sound, spoken),
        ("drift into another solution", "drift"): drifted(sound, sound),
        ("padding", "degradation"): padded(sound),
    }
    found = []
    base = {profile: scored(sound, profile)[0] for profile in ("tuned", "classic")}
    for (name, kind), traces in made.items():
        values = {profile: scored(traces, profile)[0][kind] for profile in base}
        ours = auroc(values["tuned"], base["tuned"][kind])
        beside = auroc(values["classic"], base["classic"][kind])
        for profile in base:
            hits, false = values[profile] >= 0.5, base[profile][kind] >= 0.5
            decisions.append(decided(f"{kind}: {name} (made)", profile, hits, false))
        note = _counts(values["tuned"] >= 0.5, base["tuned"][kind] >= 0.5)
        note += "; classic " + _counts(values["classic"] >= 0.5, base["classic"][kind] >= 0.5)
        goal = 0.85 if kind == "loop" else None
        found.append(row(f"{name}, trace AUROC (made)", ours, beside, "classic", goal, note))
    return found


def fresh_rows(decisions: list[Row]) -> list[Row]:
    """Measure the shipped monitor on traces that nothing of it was made on."""
    found = []
    for name, traces in sound_texts().items():
        alarms = {}
        for profile in ("tuned", "classic"):
            _, alerts = scored(traces, profile)
            alarms[profile] = np.array([bool(kinds) for kinds in alerts])
        values, beside = alarms["tuned"], float(alarms["classic"].mean())
        near = interval(lambda pick, v=values: float(v[pick].mean()), values.size)
        note = f"95 % {near}; {values.size} texts; shipped weights, thresholds and rules"
        measure = f"false alarms, {name} never used"
        found.append(row(measure, float(values.mean()), beside, "classic", "< 0.05", note))
    sound, looping = agent_traces()
    chances, alarmed = {}, {}
    for profile in ("tuned", "classic"):
        alarmed[profile] = float(np.mean([bool(kinds) for kinds in scored(sound, profile)[1]]))
        clean, faulty = (scored(part, profile)[0]["loop"] for part in (sound, looping))
        chances[profile] = auroc(faulty, clean)
        decisions.append(
            decided("loop: agents' calls (made)", profile, faulty >= 0.5, clean >= 0.5)
        )
        if profile == "tuned":
            count = len(faulty)
            near = interval(lambda pick, a=faulty, b=clean: auroc(a[pick], b[pick]), count)
    note = f"95 % {near}; {len(sound)} sound traces of real calls, {len(looping)} that loop"
    measure = "repetition in agents' calls, trace AUROC (made)"
    return [
        *found,
        row(measure, chances["tuned"], chances["classic"], "classic", 0.85, note),
        row(
            "false alarms, agents' calls (made)",
            alarmed["tuned"],
            alarmed["classic"],
            "classic",
            "< 0.05",
            "share of sound traces with any alert; the same few tools called again and again "
            "with one value changed, written in six ways",
        ),
    ]


def fallacy_rows(decisions: list[Row]) -> list[Row]:
    """Measure the fallacy hints; the shipped weights come from our own examples alone."""
    values, found = monitor_fallacies.measure(), monitor_circular.measure()
    labels, chosen, scores = found["labels"], found["chosen"], found["scores"]
    near = interval(lambda pick: monitor_fallacies.f1(labels[pick], chosen[pick]), labels.size)
    note = (
        f"95 % {near}; {_counts(chosen[labels], chosen[~labels])}; "
        f"AUROC {auroc(scores[labels], scores[~labels]):.3f}; {labels.size} rows never read, "
        f"{labels.sum()} circular; near copies of rows that were read are left out"
    )
    fitted = "a word model fitted on the set itself (not shipped), five folds, near copies left in"
    own = monitor_fallacies.f1(labels, chosen)
    decisions.append(decided("circular text", "tuned", chosen[labels], chosen[~labels]))
    accuracy = values["ours_accuracy"]
    others = ("same model fitted on the set (not shipped)", None, "300 rows")
    return [
        row("circular text F1", own, values["fitted_cv_f1"], fitted, 0.60, note),
        row("13-way accuracy", accuracy, values["fitted_accuracy"], *others),
    ]


def speed_rows() -> list[Row]:
    """Measure the time of a thought after 10 000 others, and the speed of a frame."""
    chance = random.Random(0)
    words = [
        word for trace in fault_traces()[:300] for step in trace.steps for word in step.split()
    ]
    texts = [" ".join(chance.choices(words, k=100)) for _ in range(10_400)]
    monitor, times, busy = MetacognitiveMonitor("how many are there?"), [], []
    for text in texts:
        begun, begun_busy = time.perf_counter(), time.process_time()
        monitor.process_thought(text)
        times.append(1000 * (time.perf_counter() - begun))
        busy.append(1000 * (time.process_time() - begun_busy))
    early, late = np.array(times[200:600]), np.array(times[10_000:])
    frame = frame_of(fault_traces())[:20_000]
    score_frame(frame[:3000], query="query")
    rates, busy_rates = [], []
    for _ in range(3):
        begun, begun_busy = time.perf_counter(), time.process_time()
        score_frame(frame, query="query")
        rates.append(len(frame) / (time.perf_counter() - begun))
        busy_rates.append(len(frame) / (time.process_time() - begun_busy))
    import json

    size = len(json.dumps(monitor.to_state())) / 1e6
    note = (
        f"median of 400; fastest tenth {np.quantile(late, 0.1):.2f}; processor time "
        f"{np.median(busy[10_000:]):.2f}; state {size:.1f} MB of JSON"
        f"; load {os.getloadavg()[0]:.1f}"
    )
    return [
        row(
            "ms per 100-word thought after 10 000",
            float(np.median(late)),
            float(np.median(early)),
            "after 200",
            "< 1",
            note,
        ),
        row(
            "thoughts/s of score_frame",
            max(rates),
            None,
            "",
            20_000,
            f"best of 3, 13 words a thought; {max(busy_rates):.0f} per second of one processor; "
            f"load {os.getloadavg()[0]:.1f}",
        ),
    ]


def everything() -> tuple[list[Row], list[Row]]:
    """Return all rows, and the decisions of each detector in both profiles."""
    if bench_folder() is None:
        return [row("monitor", float("nan"), None, "", None, "skipped: LUX_BENCH is not there")], []
    data, decisions = corpus(), list[Row]()
    full = out_of_fold(data)
    rows = [
        *fault_rows(data, full, decisions),
        *made_rows(decisions),
        *alarm_rows(data, full),
        *fresh_rows(decisions),
        *fallacy_rows(decisions),
        *speed_rows(),
    ]
    return rows, decisions


def run() -> list[Row]:
    """Return all rows, or one that says why there are none."""
    return everything()[0]


if __name__ == "__main__":
    measured, decisions = everything()
    print(table(measured))
    print(detector_table(decisions))
    if "--docs" in sys.argv and decisions:
        write_docs(measured, decisions)
