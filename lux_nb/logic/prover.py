"""A first-order prover with a time limit, on z3: yes, no or unknown, and what it rests on."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from lux_nb.errors import NotConfigured
from lux_nb.logic.formulas import Formula, format_formula, parse_formula


@dataclass(frozen=True)
class Verdict:
    """Whether premises entail a conclusion, and which premises that takes."""

    answer: str
    used: list[int] = field(default_factory=list)
    consistent: bool = True
    premises: list[str] = field(default_factory=list)
    conclusion: str = ""

    def to_text(self) -> str:
        """Say the verdict and list the premises it rests on."""
        if self.answer == "unknown":
            return f"{self.conclusion} neither follows from the premises nor contradicts them."
        shown = self.conclusion if self.answer == "yes" else f"not: {self.conclusion}"
        lines = [f"{shown} follows from:"]
        return "\n".join(lines + [f"  {index + 1}. {self.premises[index]}" for index in self.used])


def prove(premises_fol: Sequence[str], conclusion_fol: str, *, seconds: float = 5.0) -> Verdict:
    """Decide a conclusion from premises, all written as first-order formulas."""
    premises = [parse_formula(text) for text in premises_fol]
    return decide(premises, parse_formula(conclusion_fol), seconds=seconds)


def decide(
    premises: Sequence[Formula],
    conclusion: Formula,
    *,
    seconds: float = 5.0,
    natural: bool = False,
) -> Verdict:
    """Decide a conclusion from premises given as formulas.

    ``natural`` takes a statement about all of a kind to be false where none could be so, as in
    ordinary speech, also if nothing says that there are any.
    """
    problem = _Problem(seconds)
    for index, premise in enumerate(premises):
        problem.assume(premise, index)
    assumptions, goal = problem.goal(conclusion)
    shown: dict[str, Any] = {
        "premises": [format_formula(premise) for premise in premises],
        "conclusion": format_formula(conclusion),
    }
    proof = problem.refute([*assumptions, problem.z3.Not(goal)])
    refutation = problem.refute([*assumptions, goal])
    if proof is not None and refutation is not None:
        # From a contradiction everything follows: the shorter argument wins.
        answer = "yes" if len(proof) <= len(refutation) else "no"
        used = proof if answer == "yes" else refutation
        return Verdict(answer, used, consistent=False, **shown)
    if proof is not None:
        return Verdict("yes", proof, **shown)
    if refutation is not None:
        return Verdict("no", refutation, **shown)
    refuted = problem.refutes_each(conclusion) if natural else None
    if refuted is not None:
        return Verdict("no", refuted, **shown)
    existential = problem.existential(conclusion)
    if existential is not None:
        proof = problem.refute([problem.z3.Not(existential)])
        if proof is not None:
            return Verdict("yes", proof, **shown)
    return Verdict("unknown", **shown)


class _Problem:
    def __init__(self, seconds: float) -> None:
        try:
            import z3  # type: ignore[import-untyped]
        except ImportError:
            msg = "The first-order prover needs z3."
            raise NotConfigured(msg, hint="pip install z3-solver") from None
        self.z3: Any = z3
        self.context = z3.Context()
        self.sort = z3.DeclareSort("Thing", self.context)
        self.solver = z3.Solver(ctx=self.context)
        self.solver.set("timeout", int(seconds * 1000))
        self.predicates: dict[tuple[str, int], Any] = {}
        self.fresh = 0

    def assume(self, premise: Formula, index: int) -> None:
        """Add a premise under a mark, so that a proof can name it."""
        self.solver.assert_and_track(
            self.translate(premise, {}), self.z3.Bool(f"premise_{index}", self.context)
        )

    def goal(self, conclusion: Formula) -> tuple[list[Any], Any]:
        """Give the goal; a generic statement is about one arbitrary thing of its kind."""
        if conclusion[0] == "gen":
            _, variable, restriction, scope = conclusion
            self.fresh += 1
            thing = self.z3.Const(f"arbitrary_{self.fresh}", self.sort)
            bound = {variable: thing}
            return [self.translate(restriction, bound)], self.translate(scope, bound)
        return [], self.translate(conclusion, {})

    def refutes_each(self, conclusion: Formula) -> list[int] | None:
        """Refute a universal statement of one arbitrary thing that meets its condition."""
        match conclusion:
            case ["all", variable, ["imp", condition, scope]]:
                self.fresh += 1
                bound = {variable: self.z3.Const(f"arbitrary_{self.fresh}", self.sort)}
                possible = self.refute([self.translate(condition, bound)])
                if possible is not None:
                    return None
                both = [self.translate(condition, bound), self.translate(scope, bound)]
                return self.refute(both)
        return None

    def existential(self, conclusion: Formula) -> Any:
        """Read a generic statement as one about some thing, where it is generic."""
        if conclusion[0] != "gen":
            return None
        _, variable, restriction, scope = conclusion
        return self.translate(["ex", variable, ["and", restriction, scope]], {})

    def refute(self, formulas: list[Any]) -> list[int] | None:
        """Find the premises that contradict the formulas, or None where none was found."""
        self.solver.push()
        self.solver.add(*formulas)
        result = self.solver.check()
        core = None
        if result == self.z3.unsat:
            core = sorted(int(str(mark).rpartition("_")[2]) for mark in self.solver.unsat_core())
        self.solver.pop()
        return core

    def translate(self, formula: Formula, bound: dict[str, Any]) -> Any:  # noqa: PLR0911
        """Turn a formula into z3's own; one case for each kind."""
        z3 = self.z3
        match formula:
            case ["true"]:
                return z3.BoolVal(val=True, ctx=self.context)
            case ["p", "=" | "be", left, right]:
                return self.term(left, bound) == self.term(right, bound)
            case ["p", name, *arguments]:
                terms = [self.term(argument, bound) for argument in arguments]
                return self.predicate(str(name), len(terms))(*terms)
            case ["not", inner]:
                return z3.Not(self.translate(inner, bound))
            case ["all" | "ex" as kind, variable, inner]:
                self.fresh += 1
                term = z3.Const(f"{variable}_{self.fresh}", self.sort)
                body = self.translate(inner, {**bound, variable: term})
                return z3.ForAll([term], body) if kind == "all" else z3.Exists([term], body)
            case ["gen", variable, restriction, scope]:
                return self.translate(["all", variable, ["imp", restriction, scope]], bound)
            case [operator, left, right]:
                combine = {
                    "and": z3.And,
                    "or": z3.Or,
                    "xor": z3.Xor,
                    "imp": z3.Implies,
                    "iff": lambda a, b: a == b,
                }[operator]
                return combine(self.translate(left, bound), self.translate(right, bound))
        msg = f"unknown formula {formula!r}"
        raise ValueError(msg)

    def predicate(self, name: str, arity: int) -> Any:
        key = (name, arity)
        if key not in self.predicates:
            signature = [self.sort] * arity + [self.z3.BoolSort(self.context)]
            self.predicates[key] = self.z3.Function(f"{name}/{arity}", *signature)
        return self.predicates[key]

    def term(self, word: object, bound: dict[str, Any]) -> Any:
        text = str(word)
        return bound[text] if text in bound else self.z3.Const(text, self.sort)
