"""The prompts of the strategies that ask a model, each of which a user can replace."""

import re
from dataclasses import dataclass

from lux_nb.errors import InvalidRequest, NotFound

_VARIABLE = re.compile(r"\{\{(\w+)\}\}")


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the model is told first, and what the user says, with {{variables}}."""

    system: str
    user: str

    @property
    def variables(self) -> list[str]:
        """The names that need a value."""
        return list(dict.fromkeys(_VARIABLE.findall(self.system + self.user)))

    def filled(self, values: dict[str, str]) -> "Prompt":
        """Put values in the place of the variables; one that is missing is an error."""
        missing = [name for name in self.variables if name not in values]
        if missing:
            message = f"The prompt needs values for: {', '.join(missing)}."
            raise InvalidRequest(message, code="INVALID_INPUT")
        return Prompt(_fill(self.system, values), _fill(self.user, values))


def _fill(text: str, values: dict[str, str]) -> str:
    return _VARIABLE.sub(lambda match: values[match[1]], text)


_CONVENTIONS = """Predicates are lower-case words joined by underscores, in the singular and in \
the present: cat(tom), live_in(ann, paris), older_than(ann, bob), parent(ann, bob) for "Ann is a \
parent of Bob". Names are written the same way: new_york. "No cat is blue" says that something is \
not so, which is a minus sign before the predicate: -blue(X) :- cat(X). Use the predicates that \
are known already wherever they fit, with the same number of arguments."""

_RULES_USER = """Known predicates:
{{lexicon}}

Sentences:
{{sentences}}"""

_QUESTION_USER = """Known predicates:
{{lexicon}}

Question:
{{question}}"""

_SIR_RULES = f"""You translate English sentences to statements that become Prolog clauses.

{_CONVENTIONS}

Answer with a JSON object {{"statements": [...]}}. Each statement has "sentence" (the number of \
the sentence it comes from), "conclusion" (a literal) and "conditions" (literals that must hold \
for it; an empty list for a fact). A literal has "predicate", "arguments" (a list of text) \
and "negated". Write a variable with a question mark, such as ?x. Say only what the sentences say. \
A sentence that says several things becomes several statements."""

_SIR_QUESTION = f"""You translate an English question to a goal for Prolog.

{_CONVENTIONS}

Answer with a JSON object that has "kind" (yes_no, wh for who, what and which, where, count for \
how many, or why) and "goals" (literals that must hold together). A literal has "predicate", \
"arguments" (a list of text) and "negated". Write a variable with a question mark; ?answer is the \
one that is asked for."""

_RULES_EXAMPLES = """

Example. Sentences:
1. Every manager who owns a budget may approve orders.
2. Ann is a manager.
3. No intern may approve orders.
Answer: {"statements": [{"sentence": 1, "conclusion": {"predicate": "may_approve", "arguments": \
["?x", "order"], "negated": false}, "conditions": [{"predicate": "manager", "arguments": ["?x"], \
"negated": false}, {"predicate": "budget", "arguments": ["?y"], "negated": false}, {"predicate": \
"own", "arguments": ["?x", "?y"], "negated": false}]}, {"sentence": 2, "conclusion": {"predicate": \
"manager", "arguments": ["ann"], "negated": false}, "conditions": []}, {"sentence": 3, \
"conclusion": {"predicate": "may_approve", "arguments": ["?x", "order"], "negated": true}, \
"conditions": [{"predicate": "intern", "arguments": ["?x"], "negated": false}]}]}

Example. Sentences:
1. The sample in tube 4 was heated to 95 degrees.
Answer: {"statements": [{"sentence": 1, "conclusion": {"predicate": "sample_in", "arguments": \
["sample", "tube_4"], "negated": false}, "conditions": []}, {"sentence": 1, "conclusion": \
{"predicate": "heated_to", "arguments": ["sample", "95"], "negated": false}, "conditions": []}]}"""

_QUESTION_EXAMPLES = """

Example. Question: Who may approve orders?
Answer: {"kind": "wh", "goals": [{"predicate": "may_approve", "arguments": ["?answer", "order"], \
"negated": false}]}

Example. Question: Isn't Bob an intern?
Answer: {"kind": "yes_no", "goals": [{"predicate": "intern", "arguments": ["bob"], "negated": \
false}]}"""

PROMPTS = {
    "DIRECT_TO_RULES": Prompt(
        f"You translate English sentences to Prolog clauses.\n\n{_CONVENTIONS}\n\nAnswer with "
        "clauses only, one on each line, each ended by a full stop: no comment, no directive, no "
        "explanation. Say only what the sentences say.",
        _RULES_USER,
    ),
    "DIRECT_TO_QUERY": Prompt(
        f"You translate an English question to one Prolog goal.\n\n{_CONVENTIONS}\n\nAnswer with "
        "the goal only. The variable Answer stands for who or what is asked for; a question that "
        "is answered by yes or no has no variable Answer.",
        _QUESTION_USER,
    ),
    "SIR_TO_RULES": Prompt(_SIR_RULES, _RULES_USER),
    "SIR_TO_QUERY": Prompt(_SIR_QUESTION, _QUESTION_USER),
    "SIR_FEW_SHOT_TO_RULES": Prompt(_SIR_RULES + _RULES_EXAMPLES, _RULES_USER),
    "SIR_FEW_SHOT_TO_QUERY": Prompt(_SIR_QUESTION + _QUESTION_EXAMPLES, _QUESTION_USER),
    "REPAIR": Prompt("", "That can't be used: {{problem}} Answer again, corrected."),
    "RULES_TO_NL": Prompt(
        "You say Prolog clauses in plain English, one sentence for each clause. A minus sign "
        "before a predicate says that it is not so. Add nothing that the clauses do not say.",
        "Style: {{style}}\n\nClauses:\n{{rules}}",
    ),
}
"""The prompts as they are shipped; REPAIR follows an answer that Prolog or the schema refused."""


def find_prompt(name: str) -> Prompt:
    """Return a shipped prompt by its name."""
    found = PROMPTS.get(name)
    if found is None:
        message = f"There is no prompt {name!r}."
        hint = f"There are: {', '.join(PROMPTS)}."
        raise NotFound(message, code="TEMPLATE_NOT_FOUND", hint=hint)
    return found
