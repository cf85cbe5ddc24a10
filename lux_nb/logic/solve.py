"""Read a text and a question, and answer with a proof and what could not be read."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from lux_nb.logic.align import align
from lux_nb.logic.asking import Language, asked_statements
from lux_nb.logic.formulas import Formula, format_formula
from lux_nb.logic.gist import gist_verdict
from lux_nb.logic.kinds import kind_statements
from lux_nb.logic.kinreader import read_family
from lux_nb.logic.kintext import kin_sentences
from lux_nb.logic.order import Ordering, listed_things
from lux_nb.logic.proof import (
    FIRST_ORDER,
    ProofNode,
    WhyNot,
    literal_text,
    literals_in,
    proof_tree,
)
from lux_nb.logic.prover import Verdict, decide
from lux_nb.logic.questions import Option, kin_question, read_options, statement_of
from lux_nb.logic.text import Sentence, mark_sentences, split_sentences

_PROLOG = Path(__file__).parent / "prolog"


@dataclass(frozen=True)
class Problem:
    """A text, a question about it, the options to choose from and how absence is meant."""

    context: str
    question: str
    options: Sequence[str] | None = None
    world: str = "open"
    reading: str = "auto"


@dataclass(frozen=True)
class Solution:
    """The answer: a verdict, the option chosen, why, and what could not be read."""

    verdict: str
    option: str | None = None
    answer: str | None = None
    method: str = "none"
    proof: ProofNode | None = None
    why_not: list[WhyNot] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    coverage: float = 1.0
    notes: list[str] = field(default_factory=list)

    def to_text(self) -> str:
        """Say the answer, its proof or why there is none, and what was left unread."""
        lines = [f"Answer: {self.answer or self.verdict}"]
        if self.proof:
            lines.append(self.proof.to_text())
        lines += [reason.to_text() for reason in self.why_not]
        if self.unread:
            lines.append("Not read: " + " | ".join(self.unread))
        lines += [f"Note: {note}" for note in self.notes]
        return "\n".join(lines)


@cache
def known_words() -> frozenset[str]:
    """Give the ordinary lower-case words of the lexicon."""
    import re

    text = (_PROLOG / "words.pl").read_text(encoding="utf-8")
    return frozenset(re.findall(r"[a-z][a-z-]+", text[text.index("words(a") :]))


async def solve(
    worker: Language,
    context: str,
    question: str,
    options: Sequence[str] | None = None,
    world: str = "open",
    *,
    reading: str = "auto",
) -> Solution:
    """Answer a question about a text.

    ``world`` says what absence means: "open" leaves it unknown, "closed" takes it for false and
    judges absence by what holds without assuming any, "stratified" by all that holds.
    ``reading`` is "rules" (what the sentences derive), "classical" (first-order logic) or "auto":
    what rules derive and, where they leave it open in an open world, first-order logic.
    """
    problems = [Problem(context, question, options, world, reading)]
    return (await solve_many(worker, problems))[0]


async def solve_many(worker: Language, problems: Sequence[Problem]) -> list[Solution]:
    """Answer many questions with few round trips.

    A plain yes-or-no question is answered as the statement it asks about, where that settles it.
    """
    statements = await asked_statements(worker, [p.question for p in problems], known_words())
    stated = [
        problem if statement is None else replace(problem, question=statement)
        for problem, statement in zip(problems, statements, strict=True)
    ]
    solutions = await _solve_each(worker, stated)
    open_ones = [
        place
        for place, statement in enumerate(statements)
        if statement and solutions[place].verdict == "unknown" and solutions[place].unread
    ]
    again = await _solve_each(worker, [problems[place] for place in open_ones])
    for place, solution in zip(open_ones, again, strict=True):
        solutions[place] = solution
    return solutions


async def _solve_each(worker: Language, problems: Sequence[Problem]) -> list[Solution]:
    solutions: dict[int, Solution] = {}
    prepared: dict[int, _Prepared] = {}
    for index, problem in enumerate(problems):
        pair = kin_question(problem.question)
        if pair is not None:
            solutions[index] = _solve_kinship(problem, *pair)
        else:
            prepared[index] = _Prepared(problem)
    indices = list(prepared)
    results = await worker.language("answer", [prepared[index].item() for index in indices])
    phrase = await say_literals(
        worker, [literal for result in results for literal in _said(result)]
    )
    for index, result in zip(indices, results, strict=True):
        solutions[index] = await prepared[index].conclude(worker, result, phrase)
    return [solutions[index] for index in range(len(problems))]


class _Prepared:
    """A problem split into sentences, ready for the grammar."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.options = read_options(list(problem.options or []))
        self.texts = split_sentences(problem.context)
        statements = [option.text for option in self.options if option.verdict is None]
        self.claims = statements or [statement_of(problem.question)]
        self.choosing = bool(statements)
        marked = mark_sentences(self.texts + self.claims, known_words())
        self.sentences, self.asked = marked[: len(self.texts)], marked[len(self.texts) :]

    def item(self) -> list[Any]:
        return [
            [_words(sentence) for sentence in self.sentences],
            [_words(sentence) for sentence in self.asked],
            self.problem.world,
            self.problem.reading,
        ]

    async def conclude(
        self, worker: Language, result: list[Any], phrase: dict[str, str]
    ) -> Solution:
        method, read, asked, verdicts, outlined = result
        self.outlined = [[*self.texts, *self.claims][place] for place in outlined]
        self.read = [None if formula == "none" else formula for formula in read]
        self.goals = [None if formula == "none" else formula for formula in asked]
        if self.choosing:
            ordered = await self.by_order(worker)
            if ordered is not None:
                return ordered
        solution = self.by_rules(verdicts, phrase) if method == "rules" else self.by_formulas()
        if method == "rules" and solution.verdict == "unknown" and self.goes_on():
            solution = _first_settled(self.by_formulas(), solution)
        partly = bool(solution.unread or self.outlined)
        return self.by_gist(solution) if partly and not self.choosing else solution

    def goes_on(self) -> bool:
        """Tell whether what the rules leave open is decided by first-order logic.

        It is not where absence means falsity, nor where "unknown" is an answer on offer: what no
        rule derives is unknown then, even if the contrary of a rule would settle it.
        """
        offered = any(option.verdict == "unknown" for option in self.options)
        plain = self.problem.reading == "auto" and self.problem.world == "open"
        return plain and not offered and not self.choosing and all(self.goals)

    def by_gist(self, solution: Solution) -> Solution:
        """Where the grammar could not read enough, go by conditions, alternatives and likeness."""
        whole = solution.coverage - len(self.outlined) / (len(self.texts) + len(self.claims))
        settled = solution.verdict != "unknown" and whole >= 0.5
        if settled or "?" not in self.problem.question:
            return solution
        verdict = gist_verdict(self.problem.context, self.problem.question)
        if verdict is None:
            return solution
        chosen = _option_for(verdict, self.options)
        return replace(solution, verdict=verdict, option=chosen, method="gist")

    def solution(self, verdict: str, **more: Any) -> Solution:
        unread = [
            text for text, formula in zip(self.texts, self.read, strict=True) if formula is None
        ]
        unread += [
            text for text, formula in zip(self.claims, self.goals, strict=True) if formula is None
        ]
        total = len(self.texts) + len(self.claims)
        unread = more.pop("unread", unread)
        more["notes"] = [
            *more.pop("notes", []),
            *(f"Read in outline only: {text}" for text in self.outlined),
        ]
        chosen = more.pop("option", None) or _option_for(verdict, self.options)
        coverage = 1 - len(unread) / total if total else 1.0
        return Solution(verdict, chosen, unread=unread, coverage=coverage, **more)

    def by_rules(self, verdicts: list[list[Any]], phrase: dict[str, str]) -> Solution:
        values = [verdict[0] for verdict in verdicts]
        position = self.chosen(values)
        value, proofs, failures = verdicts[position]
        nodes = [proof_tree(proof, self.texts, phrase) for proof in proofs]
        why_not = [
            WhyNot(self.texts[number], phrase.get(literal_text(missing), literal_text(missing)))
            for number, missing in failures
            if missing
        ]
        verdict = "unknown" if value == "unread" else str(value)
        return self.solution(
            verdict,
            method="rules",
            proof=_joined(nodes, self.claims[position]),
            why_not=[] if verdict == "yes" else why_not,
            option=self.label(position, verdict),
        )

    def by_formulas(self) -> Solution:
        premises = [(index, formula) for index, formula in enumerate(self.read) if formula]
        results = [
            None if goal is None else _decide([formula for _, formula in premises], goal)
            for goal in self.goals
        ]
        position = self.chosen([each[0].answer if each else "unread" for each in results])
        result, notes = results[position] or (None, [])
        verdict = result.answer if result else "unknown"
        proof = None
        if result and verdict != "unknown":
            used = [premises[index] for index in result.used if index < len(premises)]
            by_words = [result.premises[index] for index in result.used if index >= len(premises)]
            proof = self.classical_proof(result, used, position, notes + by_words)
        return self.solution(
            verdict,
            method="formulas",
            proof=proof,
            option=self.label(position, verdict),
            notes=notes,
        )

    def classical_proof(
        self, result: Verdict, used: list[tuple[int, Formula]], position: int, notes: list[str]
    ) -> ProofNode:
        leaves = tuple(
            ProofNode(format_formula(formula), self.texts[index], "fact") for index, formula in used
        )
        leaves += tuple(ProofNode(note, "the words alone", "rule") for note in notes)
        claim = self.claims[position]
        statement = claim if result.answer == "yes" else f"It is not true that: {claim}"
        return ProofNode(statement, FIRST_ORDER, "rule", {}, leaves)

    def chosen(self, values: list[str]) -> int:
        """Give the claim to report: the one that holds, where there are several."""
        return values.index("yes") if "yes" in values else 0

    def label(self, position: int, verdict: str) -> str | None:
        if not self.choosing or verdict != "yes":
            return None
        return [option for option in self.options if option.verdict is None][position].label

    async def by_order(self, worker: Language) -> Solution | None:
        sizes = [listed_things(text) for text in self.texts if ":" in text]
        ordering = Ordering(max(sizes, default=0))
        constraints: list[list[Any]] = []
        used: list[str] = []
        for text, formula in zip(self.texts, self.read, strict=True):
            found = ordering.read(formula) if formula else None
            if found:
                constraints += found
                used.append(text)
        statements = [ordering.read(goal) if goal else None for goal in self.goals]
        if not constraints or None in statements:
            return None
        size = max(ordering.size, len(ordering.things))
        [values] = await worker.language("order", [[size, constraints, statements]])
        position = self.chosen(values)
        verdict = str(values[position])
        leaves = tuple(ProofNode(text, text) for text in used)
        proof = ProofNode(self.claims[position], "no other order is possible", "rule", {}, leaves)
        unread = [
            text
            for text, formula in zip(self.texts, self.read, strict=True)
            if formula is None and ":" not in text
        ]
        return self.solution(
            "unknown" if verdict == "none" else verdict,
            method="order",
            proof=proof if verdict == "yes" else None,
            option=self.label(position, verdict),
            unread=unread,
        )


def _first_settled(found: Solution, otherwise: Solution) -> Solution:
    return otherwise if found.verdict == "unknown" else found


def _decide(premises: list[Formula], goal: Formula) -> tuple[Verdict, list[str]]:
    """Decide as written and, where that says nothing, with what the words alone imply.

    The second part of the answer tells which statements were taken as one.
    """
    verdict = decide(premises, goal, seconds=2.0, natural=True)
    if verdict.answer != "unknown":
        return verdict, []
    told = [*premises, goal]
    implied = kind_statements(told)
    aligned = align(told)
    tries: list[tuple[list[Formula], Formula, list[str]]] = []
    if implied:
        tries.append(([*premises, *implied], goal, []))
    if aligned.formulas != told or aligned.implied:
        *likened, likened_goal = aligned.formulas
        likened += aligned.implied
        tries.append((likened, likened_goal, aligned.notes))
        implied = kind_statements(aligned.formulas)
        if implied:
            tries.append(([*likened, *implied], likened_goal, aligned.notes))
    for facts, asked, notes in tries:
        again = decide(facts, asked, seconds=1.0, natural=True)
        if again.answer != "unknown" and again.consistent:
            return again, notes
    freely = align(told, freely=True)
    if freely.formulas != aligned.formulas:
        *likened, likened_goal = freely.formulas
        again = decide(likened, likened_goal, seconds=1.0, natural=True)
        # One statement in other words may say something else; several that fit together do not.
        if again.answer != "unknown" and again.consistent and len(again.used) > 1:
            return again, freely.notes
    return verdict, []


def _said(result: list[Any]) -> list[list[Any]]:
    """Collect the literals of proofs and why-nots that are to be said in English."""
    literals: list[list[Any]] = []
    for _, proofs, failures in result[3]:
        literals += [literal for proof in proofs for literal in literals_in(proof)]
        literals += [missing for _, missing in failures if missing]
    return literals


def _words(sentence: Sentence) -> list[Any]:
    return [sentence.words, sentence.kinds]


def _option_for(verdict: str, options: list[Option]) -> str | None:
    return next((option.label for option in options if option.verdict == verdict), None)


def _joined(nodes: list[ProofNode], claim: str) -> ProofNode | None:
    if len(nodes) <= 1:
        return nodes[0] if nodes else None
    return ProofNode(claim, "all of these", "rule", {}, tuple(nodes))


async def say_literals(worker: Language, literals: list[list[Any]]) -> dict[str, str]:
    """Write literals in English, in one round trip; those that can't be are left out."""
    unique = {literal_text(literal): literal for literal in literals}
    if not unique:
        return {}
    written = await worker.language("say", [[*literal] for literal in unique.values()])
    return {
        text: sentence for text, sentence in zip(unique, written, strict=True) if sentence != "none"
    }


def _solve_kinship(problem: Problem, person: str, relative: str) -> Solution:
    family = read_family(problem.context, None if "[" in problem.context else {person, relative})
    told = {fact.source for fact in family.facts}
    sentences = kin_sentences(
        problem.context, None if "[" in problem.context else {person, relative}
    )
    unread = [sentence for sentence in sentences if sentence not in told]
    coverage = 1 - len(unread) / len(sentences) if sentences else 1.0
    found = family.relation(person.replace(" ", "_"), relative.replace(" ", "_"))
    if found is None:
        return Solution("unknown", method="kinship", unread=unread, coverage=coverage)
    term, facts = found.term, found.facts
    leaves = tuple(
        ProofNode(
            fact.to_text(family.genders.get(fact.relative, "")),
            f"taken the other way round than told: {fact.source}" if fact.turned else fact.source,
        )
        for fact in facts
    )
    options = read_options(list(problem.options or []))
    chosen = next((option.label for option in options if option.text.lower() == term), None)
    statement = f"{relative} is the {term} of {person}."
    proof = ProofNode(statement, "composition of family relations", "rule", {}, leaves)
    return Solution(
        "yes", chosen, term, "kinship", proof, unread=unread, coverage=coverage, notes=found.notes
    )
