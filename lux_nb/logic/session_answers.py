"""Answers from a session: yes, no or unknown, or who and what, each with its proof."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from lux_nb.errors import InvalidRequest
from lux_nb.logic.clauses import CLOSED, Clause, KnowledgeBase, closed_sentence
from lux_nb.logic.contradictions import Contradiction
from lux_nb.logic.english import (
    GENERAL_QUESTION,
    Query,
    english_to_query,
    english_to_rules,
    question_as_statement,
    rules_to_english,
)
from lux_nb.logic.formulas import format_formula
from lux_nb.logic.lexicon import canonical
from lux_nb.logic.proof import Attempt, Lack, ProofNode, WhyNot
from lux_nb.logic.questions import is_framed, statement_of
from lux_nb.logic.solve import solve
from lux_nb.logic.worker import PrologWorker

STATEMENT = "statement"
ABSENCE = "absence"
NONE = "none"
"""The kind of a proof that there is no answer: nothing shows it, and its world is closed."""
_QUOTED = re.compile(r"'(?:[^'\\]|\\.|'')*'|\"[^\"]*\"")
_VARIABLE = re.compile(r"\b[A-Z_]\w*")


@dataclass(frozen=True)
class SessionAnswer:
    """What a question comes to."""

    query: Query
    verdict: str
    text: str
    answers: list[Any] = field(default_factory=list)
    proof: ProofNode | None = None
    opposite: ProofNode | None = None
    why_not: list[WhyNot] = field(default_factory=list)
    method: str = "prolog"
    lacking: list[Lack] = field(default_factory=list)

    @property
    def explanation(self) -> str:
        """Why it is so, or what is missing, in sentences."""
        if self.proof and self.opposite:
            return f"{self.proof.explain()} But also: {self.opposite.explain()}"
        proof = self.proof or self.opposite
        if proof is not None:
            told = proof.explain()
            return f"{told}\n{self._lacked}" if proof.kind == ABSENCE and self.why_not else told
        if self.why_not:
            return self._lacked
        return "Nothing in the knowledge base shows it or refutes it."

    @property
    def _lacked(self) -> str:
        return "\n".join(reason.to_text() for reason in self.why_not)


async def read_question(worker: PrologWorker, question: str) -> Query:
    """Translate a question, or a statement to be decided, to a goal.

    “Is it true that Tom is tall?” asks whether the statement in it holds.
    """
    if is_framed(question):
        return await _read_statement(worker, question)
    try:
        return await english_to_query(worker, question)
    except InvalidRequest as error:
        if error.code != GENERAL_QUESTION:
            raise
        # “Do all cats purr?” has no goal, but the statement in it can be decided.
        statement = await question_as_statement(worker, question)
        if statement is None:
            raise
        return await _read_statement(worker, statement)


async def _read_statement(worker: PrologWorker, question: str) -> Query:
    """Read a statement as a goal; one that is no conjunction of facts is left to the prover."""
    statement = f"{statement_of(question).rstrip('?. ')}."
    statement = statement[:1].upper() + statement[1:]
    found = await english_to_rules(worker, statement)
    rules = [rule for translation in found for rule in translation.rules]
    formulas = [each.formula for each in found if each.formula is not None and not each.rules]
    if not rules and not formulas:
        message = f"There is no statement in “{question}”."
        raise InvalidRequest(message, code="INVALID_INPUT")
    if formulas or any(":-" in rule or _is_general(rule) for rule in rules):
        written = [format_formula(formula) for formula in formulas] or rules
        return Query(statement, STATEMENT, " ".join(written))
    return Query(statement, "yes_no", ", ".join(rule.rstrip(".") for rule in rules))


def _is_general(rule: str) -> bool:
    """Tell whether a clause says something of everything: as a goal it would ask for one."""
    return bool(_VARIABLE.search(_QUOTED.sub("", rule)))


async def answer_goal(
    worker: PrologWorker, base: KnowledgeBase, query: Query, style: str = "conversational"
) -> SessionAnswer:
    """Answer a goal from the knowledge base that the worker holds, with its proof or its lack."""
    if query.kind == STATEMENT:
        decided = await _by_formulas(worker, base, query)
        return decided or SessionAnswer(query, "unknown", _said(query, "unknown", None, style))
    found = await worker.query(query.goal)
    shown = await worker.explain(query.goal)
    phrase = await _phrases(worker, shown)
    sources = await _sources(worker, base, shown)
    proof = _joined([_node(data, sources, phrase) for data in shown["proofs"]], query.question)
    opposite = _joined([_node(data, sources, phrase) for data in shown["opposite"]], query.question)
    why_not = [
        WhyNot(sources[canonical(rule)].text, phrase.get(literal[0], literal[0]))
        for rule, literal in shown["missing"]
    ]
    lacking = [_lack(data, sources, phrase) for data in shown["lacking"]]
    if query.kind in {"yes_no", "why"}:
        verdict = "yes" if found else "no" if opposite else "unknown"
        # What only its absence refutes may still follow from a first-order statement.
        undecided = verdict == "unknown" or (verdict == "no" and _is_absent(opposite))
        if undecided and any(clause.is_formula for clause in base.told):
            by_formulas = await _by_formulas(worker, base, query)
            if by_formulas is not None:
                return by_formulas
        if verdict == "unknown" and base.head.world == "closed":
            verdict = "no"
        text = _said(query, verdict, proof if verdict == "yes" else opposite, style)
        return SessionAnswer(query, verdict, text, [], proof, opposite, why_not, lacking=lacking)
    values = list({repr(row.get("Answer")): row.get("Answer") for row in found.rows}.values())
    absent = opposite if not values and _is_absent(opposite) else None
    closed = absent is not None or base.head.world == "closed"
    verdict = "yes" if values else "no" if closed else "unknown"
    text = _listed(query, values, more=found.more, style=style)
    return SessionAnswer(query, verdict, text, values, proof, absent, why_not, lacking=lacking)


def _is_absent(proof: ProofNode | None) -> bool:
    return proof is not None and proof.kind == ABSENCE


async def session_contradictions(worker: PrologWorker, base: KnowledgeBase) -> list[Contradiction]:
    """Find statements that the knowledge base both shows and refutes, with both proofs."""
    pairs = await worker.conflicts()
    if not pairs:
        return []
    trees = [side for pair in pairs for side in pair]
    shown = {"proofs": trees, "opposite": [], "missing": []}
    phrase = await _phrases(worker, shown)
    sources = await _sources(worker, base, shown)
    return [
        Contradiction(_node(first, sources, phrase), _node(second, sources, phrase))
        for first, second in pairs
    ]


async def clause_sentences(worker: PrologWorker, clauses: Sequence[Clause]) -> list[str]:
    """Return the sentences clauses came from or, without one, the sentence each can be said as."""
    unsaid = [c.clause for c in clauses if not c.sentence and not c.is_formula]
    written = iter(await worker.language("write", unsaid) if unsaid else [])
    return [
        clause.sentence
        if clause.sentence or clause.is_formula
        else " ".join(str(each) for each in next(written) if each != "none")
        for clause in clauses
    ]


async def _by_formulas(
    worker: PrologWorker, base: KnowledgeBase, query: Query
) -> SessionAnswer | None:
    """Decide with all that was said, first-order statements included."""
    clauses = [clause for clause in base.clauses if clause.origin != CLOSED]
    sentences = await clause_sentences(worker, clauses)
    context = " ".join(dict.fromkeys(filter(None, sentences)))
    statement = query.question
    if statement.rstrip().endswith("?"):
        try:
            statement = " ".join(await rules_to_english(worker, f"{query.goal}."))
        except InvalidRequest:
            return None
    solution = await solve(worker, context, statement, world="open", reading="classical")
    if solution.verdict not in {"yes", "no"}:
        return None
    text = f"{solution.verdict.capitalize()}."
    if solution.proof is not None:
        text = f"{text} {solution.proof.statement.rstrip('.')}."
    yes = solution.verdict == "yes"
    proof, opposite = (solution.proof, None) if yes else (None, solution.proof)
    return SessionAnswer(query, solution.verdict, text, [], proof, opposite, [], "formulas")


@dataclass(frozen=True)
class _Source:
    """What a clause of a proof comes from: its sentence, and whether that says nothing else."""

    text: str
    alone: bool = False


async def _sources(
    worker: PrologWorker, base: KnowledgeBase, shown: dict[str, Any]
) -> dict[str, _Source]:
    """Find the sentences of the clauses that proofs use; the others are said in English."""
    texts = list(dict.fromkeys(_used_clauses(shown)))
    wanted = {canonical(text) for text in texts}
    facts = set(texts)
    # A fact is written the same everywhere, so only rules have to be compared by their form.
    used = [
        clause
        for clause in base.told
        if clause.clause in facts or (":-" in clause.clause and canonical(clause.clause) in wanted)
    ]
    told = {canonical(clause.clause): clause.sentence for clause in used if clause.sentence}
    counts = Counter(clause.sentence for clause in base.told if clause.sentence)
    sources = {form: _Source(said, counts[said] == 1) for form, said in told.items()}
    unsaid = [Clause(text) for text in texts if text and canonical(text) not in sources]
    for clause, said in zip(unsaid, await clause_sentences(worker, unsaid), strict=True):
        sources[canonical(clause.clause)] = _Source(said or clause.clause)
    return {"": _Source(""), **sources}


def _used_clauses(shown: dict[str, Any]) -> Iterator[str]:
    def of_proof(data: Sequence[Any]) -> Iterator[str]:
        if data[1] != ABSENCE:
            yield str(data[2])
        for premise in data[4]:
            yield from of_proof(premise)

    def of_lack(data: Sequence[Any]) -> Iterator[str]:
        for rule, _, deeper in data[1]:
            yield str(rule)
            yield from of_lack(deeper)

    for data in (*shown["proofs"], *shown["opposite"]):
        yield from of_proof(data)
    for rule, _ in shown["missing"]:
        yield str(rule)
    for data in shown.get("lacking", []):
        yield from of_lack(data)


async def _phrases(worker: PrologWorker, shown: dict[str, Any]) -> dict[str, str]:
    """Say the literals of proofs in English, in one round trip."""
    literals: dict[str, list[Any]] = {}

    def collect(data: Sequence[Any]) -> None:
        literal, kind, _, _, premises = data
        if kind != NONE:
            literals[literal[0]] = literal[1:]
        for premise in premises:
            collect(premise)

    def collect_lack(data: Sequence[Any]) -> None:
        literal, attempts = data
        literals[literal[0]] = literal[1:]
        for _, held, deeper in attempts:
            literals.update((each[0], each[1:]) for each in held)
            collect_lack(deeper)

    for data in (*shown["proofs"], *shown["opposite"]):
        collect(data)
    for data in shown.get("lacking", []):
        collect_lack(data)
    for _, literal in shown["missing"]:
        literals[literal[0]] = literal[1:]
    if not literals:
        return {}
    written = await worker.language("say", list(literals.values()))
    return {
        text: sentence
        for text, sentence in zip(literals, written, strict=True)
        if sentence != "none"
    }


def _node(data: Sequence[Any], sources: dict[str, _Source], phrase: dict[str, str]) -> ProofNode:
    literal, kind, clause, bindings, premises = data
    if kind == NONE:
        return ProofNode(f"Nothing is known to be {literal[0]}", kind=ABSENCE)
    if kind == ABSENCE:
        indicator = str(clause).removeprefix("% closed ")
        source_text = closed_sentence(indicator) if indicator else ""
        return ProofNode(phrase.get(literal[0], literal[0]), source_text, ABSENCE)
    source = sources[canonical(clause)]
    children = tuple(_node(premise, sources, phrase) for premise in premises)
    # A sentence that says just this fact says it best.
    told = kind == "fact" and source.alone
    statement = source.text if told else phrase.get(literal[0], literal[0])
    pairs = {str(name): str(value) for name, value in bindings}
    return ProofNode(statement, source.text, str(kind), pairs, children)


def _lack(data: Sequence[Any], sources: dict[str, _Source], phrase: dict[str, str]) -> Lack:
    literal, attempts = data
    tried = tuple(
        Attempt(
            sources[canonical(rule)].text,
            tuple(phrase.get(each[0], each[0]) for each in held),
            _lack(deeper, sources, phrase),
        )
        for rule, held, deeper in attempts
    )
    return Lack(phrase.get(literal[0], literal[0]), tried)


def _joined(nodes: list[ProofNode], question: str) -> ProofNode | None:
    if len(nodes) <= 1:
        return nodes[0] if nodes else None
    return ProofNode(question, "all of these", "rule", {}, tuple(nodes))


def _said(query: Query, verdict: str, proof: ProofNode | None, style: str) -> str:
    if style == "formal":
        return f"{verdict}: {query.goal}"
    if verdict == "unknown":
        return "Unknown. Nothing in the knowledge base shows it or refutes it."
    word = verdict.capitalize()
    if proof is None or proof.source == "all of these":
        return f"{word}."
    if query.kind == "why":
        return f"{word}. {proof.explain()}"
    return f"{word}. {proof.statement.rstrip('.')}."


def _listed(query: Query, values: list[Any], *, more: bool, style: str) -> str:
    names = [_name(value) if style != "formal" else str(value) for value in values]
    joined = ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else "".join(names)
    if query.kind == "count":
        listed = f": {joined}" if 0 < len(names) <= 20 else ""
        return f"{'At least ' if more else ''}{len(values)}{listed}."
    return f"{joined}{' and more' if more else ''}." if names else "None that is known."


def _name(value: Any) -> str:
    if isinstance(value, dict):
        return str(value.get("text") or value.get("string") or value)
    if not isinstance(value, str):
        return str(value)
    return " ".join(part.capitalize() for part in value.split("_"))
