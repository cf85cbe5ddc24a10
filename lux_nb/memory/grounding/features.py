"""Turn an aligned claim into a few dozen named measurements."""

from itertools import pairwise

import numpy as np

from lux_nb.memory.grounding import cues
from lux_nb.memory.grounding.align import Alignment, align_best, coverage, number_findings
from lux_nb.memory.grounding.claims import extract_claims
from lux_nb.memory.grounding.lexicon import ADJECTIVE, NOUN, VERB
from lux_nb.memory.grounding.novelty import novelty
from lux_nb.memory.grounding.reading import Document, Reader, Sentence, Word
from lux_nb.memory.grounding.stance import stance

_WEAK = 0.6
_NEAR_NAMES = 3


def measure_text(reader: Reader, text: str, evidence: str) -> list[dict[str, float]]:
    """Return the features of every claim of a text against one evidence text."""
    document = reader.read(evidence)
    read = (reader.sentence(text, claim.start, claim.end) for claim in extract_claims(text))
    return [measure(align_best(one, document), document) for one in read]


def measure(aligned: Alignment, document: Document) -> dict[str, float]:
    """Return the named features of one claim sentence against its evidence."""
    claim, pool = aligned.claim, aligned.pool
    if not pool or not claim.content:
        return {}
    best = pool[aligned.best]
    features = _coverage(aligned, coverage(claim, document))
    features |= _missing(aligned)
    features |= _numbers(claim, pool, best)
    features |= _polarity(aligned, best)
    features |= _contrast(aligned)
    features |= _quantifiers(claim, best)
    features |= _order(aligned, best)
    features["stance_agrees"] = stance(aligned)
    features |= novelty(aligned, document)
    return features


def _coverage(aligned: Alignment, anywhere: float) -> dict[str, float]:
    claim, best = aligned.claim, aligned.pool[aligned.best]
    weights = claim.weights / (float(claim.weights.sum()) or 1.0)
    exact_best = np.array([claim.words[i].lemma in best.lemmas for i in claim.content], np.float32)
    in_pool = frozenset().union(*(s.lemmas for s in aligned.pool))
    exact_pool = np.array([claim.words[i].lemma in in_pool for i in claim.content], np.float32)
    top = aligned.similarity.max(axis=1, initial=0.0)
    at = aligned.columns[aligned.best]
    top_best = aligned.similarity[:, at].max(axis=1) if at else top * 0
    return {
        "exact_best": float(weights @ exact_best),
        "exact_pool": float(weights @ exact_pool),
        "exact_anywhere": anywhere,
        "support_best": float(weights @ aligned.support[:, aligned.best]),
        "support_pool": float(weights @ aligned.pooled),
        "support_plain": float(aligned.pooled.mean()),
        "nearness_best": float(weights @ top_best),
        "nearness_pool": float(weights @ top),
        "nearness_least": float(top.min()),
        "cosine_best": float(claim.mean @ best.mean),
        "cosine_top": float(max(claim.mean @ s.mean for s in aligned.pool)),
        "full_support": float(aligned.pooled.min() >= 0.8),
        "spread": float(weights @ (aligned.pooled - aligned.support[:, aligned.best])),
        "personal": float(bool(claim.forms & cues.PERSONAL) and not best.forms & cues.PERSONAL),
        "bigrams": _bigrams(claim, aligned.pool),
    }


def _bigrams(claim: Sentence, pool: list[Sentence]) -> float:
    mine = _pairs(claim)
    if not mine:
        return 0.0
    theirs = set().union(*(_pairs(s) for s in pool))
    return len(mine & theirs) / len(mine)


def _pairs(sentence: Sentence) -> set[tuple[str, str]]:
    lemmas = [sentence.words[i].lemma for i in sentence.content]
    return set(pairwise(lemmas))


def _missing(aligned: Alignment) -> dict[str, float]:
    """Measure what the evidence does not have, by kind of word."""
    claim = aligned.claim
    lack = 1.0 - aligned.pooled
    heavy = lack * claim.weights / 10.0
    ordered = np.sort(heavy)[::-1]
    lacking = {"name": 0.0, "noun": 0.0, "verb": 0.0, "adjective": 0.0}
    totals = dict.fromkeys(lacking, 0.0)
    for row, i in enumerate(claim.content):
        word = claim.words[i]
        kind = _kind(word, name=claim.names[i] and i > 0)
        if kind:
            totals[kind] += word.weight
            lacking[kind] += word.weight * float(lack[row])
    features = {f"missing_{k}": lacking[k] / totals[k] if totals[k] else 0.0 for k in lacking}
    return features | {
        "missing_worst": float(ordered[0]),
        "missing_second": float(ordered[1]) if len(ordered) > 1 else 0.0,
        "missing_sum": float(heavy.sum()),
        "missing_words": float((lack > 0.5).sum()),
    }


def _kind(word: Word, *, name: bool) -> str:
    if word.number:
        return ""
    if name:
        return "name"
    part = word.meaning.part
    return {NOUN: "noun", VERB: "verb", ADJECTIVE: "adjective"}.get(
        part, "noun" if part < 0 else "adjective"
    )


def _numbers(claim: Sentence, pool: list[Sentence], best: Sentence) -> dict[str, float]:
    findings = number_findings(claim, pool)
    near = number_findings(claim, [best])
    amounts = [f for f in findings if not f[0].is_date]
    dates = [f for f in findings if f[0].is_date]
    return {
        "number_agrees": float(any(ok for *_, ok in amounts)),
        "number_missing": _capped(sum(not ok and rival is None for _, rival, ok in amounts)),
        "number_differs": _capped(sum(not ok and rival is not None for _, rival, ok in amounts)),
        "number_differs_near": _capped(sum(not ok and rival is not None for _, rival, ok in near)),
        "date_agrees": float(any(ok for *_, ok in dates)),
        "date_missing": _capped(sum(not ok and rival is None for _, rival, ok in dates)),
        "date_differs": _capped(sum(not ok and rival is not None for _, rival, ok in dates)),
    }


def _capped(count: int) -> float:
    return float(min(count, 2))


def _polarity(aligned: Alignment, best: Sentence) -> dict[str, float]:
    """Compare negation and direction of the words that both sides share."""
    claim = aligned.claim
    theirs = {best.words[i].lemma: best.negated[i] for i in best.content}
    clash = shared = 0.0
    for i in claim.content:
        lemma = claim.words[i].lemma
        if lemma in theirs:
            weight = claim.words[i].weight
            shared += weight
            clash += weight * abs(claim.negated[i] - theirs[lemma])
    mine_negative = max((w.negation for w in claim.words), default=0.0)
    best_negative = max((w.negation for w in best.words), default=0.0)
    up, down = _direction(claim), _direction(best)
    strength = claim.weights @ aligned.support
    near = [s for s, v in zip(aligned.pool, strength, strict=True) if v >= 0.75 * strength.max()]
    around = sum(np.sign(_direction(s)) for s in near) / len(near)
    against = sum(max((w.negation for w in s.words), default=0.0) for s in near) / len(near)
    hedge_mine, hedge_best = hedging(claim), hedging(best)
    return {
        "negation_clash": clash / shared if shared else 0.0,
        "negation_differs": abs(mine_negative - best_negative),
        "negation_differs_near": abs(mine_negative - against),
        "direction_clash_near": max(0.0, float(-np.sign(up) * around)),
        "direction_clash": float(up * down < 0),
        "direction_agrees": float(up * down > 0),
        "hedge_gap": max(0.0, hedge_best - hedge_mine),
    }


def _direction(sentence: Sentence) -> float:
    """Return where a sentence points, up or down, each step turned round by a negation."""
    value = sum(
        word.direction * (1.0 - 2.0 * negated)
        for word, negated in zip(sentence.words, sentence.negated, strict=True)
        if word.direction
    )
    return max(-2.0, min(2.0, value))


def hedging(sentence: Sentence) -> float:
    """Return how much certainty the words of a sentence take away, 0 to 1."""
    kept = 1.0
    for word in sentence.words:
        kept *= 1.0 - cues.HEDGES.get(word.form, 0.0)
    return 1.0 - kept


def _contrast(aligned: Alignment) -> dict[str, float]:
    """Look for words put in the place of others: contraries, siblings, near neighbours."""
    claim = aligned.claim
    near = aligned.pool[:2] if aligned.best < 2 else [aligned.pool[aligned.best], *aligned.pool[:1]]
    there = frozenset().union(*(s.all_lemmas for s in near))
    opposite = sibling = swap = name_swap = 0.0
    free = [c for c in aligned.columns[aligned.best] if aligned.words[c].lemma not in claim.lemmas]
    for row, i in enumerate(claim.content):
        word = claim.words[i]
        lack = 1.0 - float(aligned.pooled[row])
        if word.opposites & there and word.lemma not in there:
            opposite = max(opposite, word.weight / 10.0)
        if lack < 1.0 - _WEAK or not free:
            continue
        likeness = float(aligned.similarity[row, free].max()) * lack
        swap = max(swap, likeness)
        if any(not word.meaning.parents.isdisjoint(aligned.words[c].meaning.parents) for c in free):
            sibling = max(sibling, word.weight / 10.0 * lack)
        if claim.names[i] and i > 0:
            name_swap = max(name_swap, likeness)
    return {
        "opposite": opposite,
        "sibling": sibling,
        "swap": swap,
        "name_swap": name_swap,
        "swap_in_place": _swap_in_place(aligned),
    }


def _swap_in_place(aligned: Alignment) -> float:
    """Look for an unsupported word whose neighbours stand in the evidence beside another word."""
    claim = aligned.claim
    mine = [claim.words[i] for i in claim.content]
    weak = [row for row in range(len(mine)) if aligned.pooled[row] < _WEAK]
    if not weak:
        return 0.0
    left: dict[str, list[Word]] = {}
    right: dict[str, list[Word]] = {}
    for sentence in aligned.pool[:3]:
        words = [sentence.words[i] for i in sentence.content]
        for first, second in pairwise(words):
            if second.lemma not in claim.lemmas:
                left.setdefault(first.lemma, []).append(second)
            if first.lemma not in claim.lemmas:
                right.setdefault(second.lemma, []).append(first)
    worst = 0.0
    for row in weak:
        word = mine[row]
        after = left.get(mine[row - 1].lemma, []) if row else []
        before = right.get(mine[row + 1].lemma, []) if row + 1 < len(mine) else []
        both = {w.lemma for w in after} & {w.lemma for w in before}
        for other in (*after, *before):
            likeness = max(0.0, float(word.vector @ other.vector))
            value = 1.0 if other.lemma in both else 0.4 + 0.6 * likeness
            worst = max(worst, value * (1.0 - float(aligned.pooled[row])))
    return worst


def _quantifiers(claim: Sentence, best: Sentence) -> dict[str, float]:
    mine = [cues.QUANTIFIERS[w.form] for w in claim.words if w.form in cues.QUANTIFIERS]
    theirs = [cues.QUANTIFIERS[w.form] for w in best.words if w.form in cues.QUANTIFIERS]
    gap = abs(max(mine) - max(theirs)) / 4.0 if mine and theirs else 0.0
    only = bool(claim.forms & cues.EXCLUSIVES) and not best.forms & cues.EXCLUSIVES
    extreme = (claim.forms & cues.SUPERLATIVES) - best.forms
    before = bool(claim.forms & cues.BEFORE) and bool(best.forms & cues.AFTER)
    after = bool(claim.forms & cues.AFTER) and bool(best.forms & cues.BEFORE)
    return {
        "quantifier_gap": gap,
        "quantifier_all": float(bool(mine) and max(mine) == 4 and (not theirs or max(theirs) < 4)),
        "only_added": float(only),
        "superlative_added": float(bool(extreme)),
        "before_after": float(before or after),
    }


def _order(aligned: Alignment, best: Sentence) -> dict[str, float]:
    """Compare the order of shared words, and who does what to whom."""
    claim = aligned.claim
    first: dict[str, int] = {}
    for i in best.content:
        first.setdefault(best.words[i].lemma, i)
    seq = [first[claim.words[i].lemma] for i in claim.content if claim.words[i].lemma in first]
    pairs = inversions = 0
    for a in range(len(seq)):
        for b in range(a + 1, len(seq)):
            pairs += 1
            inversions += seq[a] > seq[b]
    turned = inversions / pairs if pairs else 0.0
    return {"order_turned": turned, "role_swap": float(swapped_roles(claim, best) is not None)}


def swapped_roles(said: Sentence, found: Sentence) -> tuple[str, str, str] | None:
    """See "A beat B" against "B beat A": two names in turned order around the same word."""
    first = [word.lemma for word in said.content_words]
    second = [word.lemma for word in found.content_words]
    if len(set(first) & set(second)) < 3 or passive(said) != passive(found):
        return None
    there = set(second)
    names = [said.words[i].lemma for i in said.content if said.names[i]]
    names = [name for name in names if name in there]
    if len(names) < 2 or names[0] == names[-1]:
        return None
    start, end = names[0], names[-1]
    if second.index(start) < second.index(end):
        return None
    between = second[second.index(end) + 1 : second.index(start)]
    verbs = [w for w in first[first.index(start) + 1 : first.index(end)] if w not in names]
    # Further apart, turned order is more often another clause than another role.
    if max(len(between), len(verbs)) > _NEAR_NAMES:
        return None
    shared = next((word for word in verbs if word in between), None)
    return (start, shared, end) if shared else None


def passive(sentence: Sentence) -> bool:
    """Say whether a sentence says "was done by"."""
    forms = [w.form for w in sentence.words]
    if "by" not in forms:
        return False
    at = forms.index("by")
    window = forms[max(0, at - 4) : at]
    return any(
        w.endswith(("ed", "en", "wn", "ne", "lt", "nt", "ld", "de")) and w != "been" for w in window
    )
