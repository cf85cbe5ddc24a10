"""Which kind of work a context is about, by the words it uses."""

from collections.abc import Sequence
from dataclasses import dataclass

from lux_nb.memory.search.text import Analyser

# Three strengths of evidence: words that nearly name the category, words typical of it,
# and words that only lean towards it. A phrase counts when its words stand together.
_CUES: dict[str, tuple[str, str, str]] = {
    "bug_fix": (
        "bug, bugfix, hotfix, regression, traceback, segfault, crash, stack trace, root cause, "
        "off by one, race condition, deadlock, memory leak, null pointer",
        "fix, broken, error, exception, fail, failure, wrong, incorrect, issue, patch, debug, "
        "reproduce, leak, hang, corrupt, typo, keyerror, typeerror, valueerror, 500, workaround",
        "unexpected, missing, problem, resolve, no longer, instead of, stuck, twice",
    ),
    "feature": (
        "new feature, feature request, user story, add support, now supports, introduce",
        "feature, support, enable, allow, implement, launch, ship, option, button, dialog, "
        "endpoint, export, import, login, notification, dark mode, shortcut",
        "add, new, user, page, screen, command, flag, build",
    ),
    "research": (
        "research, literature, hypothesis, experiment, paper, benchmark, survey, ablation, "
        "state of the art, related work",
        "study, compare, comparison, evaluate, evaluation, explore, investigate, investigation, "
        "analysis, analyse, analyze, measure, finding, result, method, baseline, prototype, "
        "accuracy, significant, correlate, paper",
        "read, learn, suggest, show, approach, question, whether, model, theory",
    ),
    "decision": (
        "decision, decide, we agreed, agreed to, we chose, trade off, tradeoff, go with, "
        "settled on, rejected, approve, rationale, adr",
        "choose, chose, chosen, prefer, instead of, rather than, pros, cons, vote, policy, opt, "
        "commit to, will use, drop support, deprecate, postpone, conclude",
        "because, option, alternative, plan, agree, team, keep, stay",
    ),
    "data": (
        "dataset, dataframe, csv, parquet, etl, schema migration, outlier, data quality, "
        "missing values, training set",
        "data, column, row, table, record, sql, query, null, clean, sample, label, "
        "feature store, warehouse, pipeline, ingest, duplicate, aggregate, join, spreadsheet, "
        "database, distribution, median, average",
        "import, load, million, value, field, date, source, count",
    ),
    "testing": (
        "unit test, integration test, test case, test suite, test coverage, pytest, regression "
        "test, flaky, fixture, end to end test, mock",
        "test, assert, coverage, ci, qa, snapshot, hypothesis test, playwright, selenium",
        "verify, check, pass, green, case",
    ),
    "documentation": (
        "documentation, readme, docstring, changelog, tutorial, user guide, api reference, docs",
        "document, guide, write up, comment, example, explain, wiki, glossary, spelling, "
        "release notes, diagram, faq",
        "describe, section, page, text, heading, clarify, note",
    ),
    "configuration": (
        "configuration, environment variable, dockerfile, docker, kubernetes, yaml, terraform, "
        "nginx, ci pipeline, systemd, helm",
        "config, configure, deploy, deployment, install, setup, settings, server, port, secret, "
        "certificate, upgrade, version, dependency, package, permission, cluster, container, "
        "staging, production, proxy, timeout",
        "set, run, default, path, host, enable, disable, machine",
    ),
    "planning": (
        "roadmap, milestone, sprint, backlog, todo, to do, next steps, deadline, kickoff",
        "plan, schedule, priority, prioritise, prioritize, estimate, task, quarter, meeting, "
        "assign, release date, goal, agenda, ticket, due, week",
        "next, tomorrow, monday, friday, month, first, then, until",
    ),
    "development": (
        "refactor, refactoring, codebase, pull request, code review, algorithm, type hints",
        "implement, function, class, module, method, code, api, library, interface, async, "
        "authentication, jwt, token, parser, cache, rename, extract, rewrite, optimise, "
        "optimize, compile, middleware, handler, component, backend, frontend, branch, merge",
        "use, return, write, call, add, build, change, create, split, move, object, loop",
    ),
}
CATEGORIES = (*_CUES, "general")
_STRENGTHS = (3.0, 1.5, 0.5)
_LEAST = 1.5


@dataclass(frozen=True, slots=True)
class Classification:
    """The category of a text and its share of the evidence, from 0 to 1."""

    category: str
    confidence: float


class CategoryClassifier:
    """Adds up the cues a text contains; without enough of them it is ``general``."""

    def __init__(self, analyser: Analyser | None = None) -> None:
        self._analyser = analyser or Analyser()
        self._cues: dict[tuple[str, ...], dict[str, float]] = {}
        for category, groups in _CUES.items():
            for strength, group in zip(_STRENGTHS, groups, strict=True):
                for cue in group.split(","):
                    key = tuple(self._analyser.terms(cue))
                    weights = self._cues.setdefault(key, {})
                    weights[category] = max(strength, weights.get(category, 0.0))
        self._longest = max(map(len, self._cues))

    def classify(self, text: str) -> Classification:
        """Return the category whose cues weigh most in a text."""
        scores = self._scores(self._analyser.terms(text[:20_000]))
        if not scores:
            return Classification("general", 0.0)
        # Ties go to the more specific category, which is named first.
        category = max(scores, key=lambda name: (scores[name], -CATEGORIES.index(name)))
        if scores[category] < _LEAST:
            return Classification("general", 0.0)
        return Classification(category, scores[category] / sum(scores.values()))

    def _scores(self, terms: Sequence[str]) -> dict[str, float]:
        scores: dict[str, float] = {}
        seen: set[tuple[str, ...]] = set()
        for place in range(len(terms)):
            # What is said first is what a note is about; later words count half.
            emphasis = 1.0 if place < 12 else 0.5
            for length in range(1, self._longest + 1):
                key = tuple(terms[place : place + length])
                if len(key) < length or key in seen or key not in self._cues:
                    continue
                seen.add(key)
                for category, weight in self._cues[key].items():
                    scores[category] = scores.get(category, 0.0) + emphasis * weight
        return scores
