"""Turn an aligned claim into a few dozen named measurements."""

import numpy as np

from lux_nb.memory.grounding import cues
from lux_nb.memory.grounding.align import Alignment, align_best, coverage, number_findings
from lux_nb.memory.grounding.claims import extract_claims
from lux_nb.memory.grounding.reading import Document, Reader, Sentence
from lux_nb.memory.grounding.stance import stance

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
    features["opposite"] = _opposite(aligned)
    features |= _quantifiers(claim, best)
    features |= _order(aligned, best)
    features["stance_agrees"] = stance(aligned)
    return features


def _coverage(aligned: Alignment, anywhere: float) -> dict[str, float]:
    claim, best = aligned.claim, aligned.pool[aligned.best]
    weights = claim.weights / (float(claim.weights.sum()) or 1.0)
    exact_best = np.array([claim.words[i].lemma in best.lemmas for i in claim.content], np.float32)
    in_pool = frozenset().union(*(s.lemmas for s in aligned.pool))
    exact_pool = np.array([claim.words[i].lemma in in_pool for i in claim.content], np.float32)
    return {
        "exact_best": float(weights @ exact_best),
        "exact_pool": float(weights @ exact_pool),
        "exact_anywhere": anywhere,
        "support_best": float(weights @ aligned.support[:, aligned.best]),
        "support_pool": float(weights @ aligned.pooled),
        "support_plain": float(aligned.pooled.mean()),
        "cosine_best": float(claim.mean @ best.mean),
        "cosine_top": float(max(claim.mean @ s.mean for s in aligned.pool)),
        "full_support": float(aligned.pooled.min() >= 0.8),
        "personal": float(bool(claim.forms & cues.PERSONAL) and not best.forms & cues.PERSONAL),
    }


def _missing(aligned: Alignment) -> dict[str, float]:
    """Measure how much the evidence does not have: what is silent is not contrary."""
    lack = 1.0 - aligned.pooled
    return {
        "missing_sum": float(lack @ aligned.claim.weights) / 10.0,
        "missing_words": float((lack > 0.5).sum()),
    }


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
    """Compare the negation of the words that both sides share, and of the whole."""
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
    strength = claim.weights @ aligned.support
    near = [s for s, v in zip(aligned.pool, strength, strict=True) if v >= 0.75 * strength.max()]
    against = sum(max((w.negation for w in s.words), default=0.0) for s in near) / len(near)
    return {
        "negation_clash": clash / shared if shared else 0.0,
        "negation_differs": abs(mine_negative - best_negative),
        "negation_differs_near": abs(mine_negative - against),
    }


def _opposite(aligned: Alignment) -> float:
    """Look for a word whose contrary stands in the nearest sentences, and it does not."""
    claim = aligned.claim
    near = aligned.pool[:2] if aligned.best < 2 else [aligned.pool[aligned.best], *aligned.pool[:1]]
    there = frozenset().union(*(s.all_lemmas for s in near))
    return max(
        (
            word.weight / 10.0
            for word in claim.content_words
            if word.lemma not in there and not word.opposites.isdisjoint(there)
        ),
        default=0.0,
    )


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
