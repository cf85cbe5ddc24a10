"""Name what makes two statements exclude each other, for a reader to see."""

from lux_nb.memory.grounding import cues
from lux_nb.memory.grounding.align import number_findings
from lux_nb.memory.grounding.features import swapped_roles
from lux_nb.memory.grounding.reading import Sentence
from lux_nb.memory.grounding.results import Conflict

_SAME_TOPIC = 0.5


def overlap(first: Sentence, second: Sentence) -> float:
    """Return the share of the first statement's weighted words that the second has."""
    total = float(first.weights.sum())
    shared = sum(
        first.words[i].weight for i in first.content if first.words[i].lemma in second.lemmas
    )
    return shared / total if total else 0.0


def find_conflicts(said: Sentence, found: Sentence) -> tuple[Conflict, ...]:
    """Return where one statement goes against another that speaks of the same."""
    conflicts = [*_numbers(said, found), *_opposites(said, found)]
    conflicts += _negation(said, found)
    conflicts += _quantifiers(said, found)
    conflicts += _roles(said, found)
    return tuple(conflicts)


def contradict(first: Sentence, second: Sentence) -> tuple[Conflict, ...]:
    """Return why two statements of one text exclude each other; empty where they do not."""
    if max(overlap(first, second), overlap(second, first)) < _SAME_TOPIC:
        return ()
    conflicts = find_conflicts(first, second)
    numeric = [c for c in conflicts if c.kind in ("number", "date")]
    # Two statements may give different numbers of different things: all else must agree.
    if len(numeric) == len(conflicts) and conflicts and not _alike_but_numbers(first, second):
        return ()
    return conflicts


def _alike_but_numbers(first: Sentence, second: Sentence) -> bool:
    mine = {first.words[i].lemma for i in first.content if not first.words[i].number}
    theirs = {second.words[i].lemma for i in second.content if not second.words[i].number}
    return len(mine & theirs) >= 0.7 * min(len(mine), len(theirs)) and bool(mine & theirs)


def _numbers(said: Sentence, found: Sentence) -> list[Conflict]:
    text, other = said.text, found.text
    return [
        Conflict(
            "date" if quantity.is_date else "number",
            text[quantity.start - said.start : quantity.end - said.start],
            other[rival.start - found.start : rival.end - found.start],
        )
        for quantity, rival, agrees in number_findings(said, [found])
        if not agrees and rival is not None
    ]


def _opposites(said: Sentence, found: Sentence) -> list[Conflict]:
    forms = {word.lemma: word.form for word in found.words}
    negated = {word.lemma: flag for word, flag in zip(found.words, found.negated, strict=True)}
    return [
        Conflict("opposite", word.form, forms[other])
        for word, flag in zip(said.words, said.negated, strict=True)
        if word.lemma not in forms
        for other in sorted(word.opposites & found.all_lemmas)
        # "not increased" agrees with "decreased": a negation on one side turns it round.
        if abs(flag - negated[other]) < 0.5 and other not in said.all_lemmas
    ]


def _negation(said: Sentence, found: Sentence) -> list[Conflict]:
    theirs = {found.words[i].lemma: found.negated[i] for i in found.content}
    turned = {found.words[i].lemma for i in range(len(found.words))}
    clash = [
        said.words[i].form
        for i in said.content
        if abs(said.negated[i] - theirs.get(said.words[i].lemma, said.negated[i])) >= 0.5
    ]
    if not clash or any(word.opposites & turned for word in said.words if word.lemma not in turned):
        return []
    mine = next((w.form for w in said.words if w.negation), "")
    other = next((w.form for w in found.words if w.negation), "")
    return [Conflict("negation", f"{mine} {clash[-1]}".strip(), f"{other} {clash[-1]}".strip())]


def _quantifiers(said: Sentence, found: Sentence) -> list[Conflict]:
    mine = {w.form: cues.QUANTIFIERS[w.form] for w in said.words if w.form in cues.QUANTIFIERS}
    theirs = {w.form: cues.QUANTIFIERS[w.form] for w in found.words if w.form in cues.QUANTIFIERS}
    if not mine or not theirs or set(mine.values()) & set(theirs.values()):
        return []
    high, low = max(mine, key=mine.__getitem__), max(theirs, key=theirs.__getitem__)
    if abs(mine[high] - theirs[low]) < 3:
        return []
    return [Conflict("quantifier", high, low)]


def _roles(said: Sentence, found: Sentence) -> list[Conflict]:
    if (roles := swapped_roles(said, found)) is None:
        return []
    who, verb, whom = roles
    return [Conflict("role", f"{who} {verb} {whom}", f"{whom} {verb} {who}")]
