"""Contradictions among sentences, found when they arise, with both proofs."""

from collections.abc import Sequence
from dataclasses import dataclass

from lux_nb.logic.asking import Language
from lux_nb.logic.proof import ProofNode, literals_in, proof_tree
from lux_nb.logic.solve import known_words, say_literals
from lux_nb.logic.text import mark_sentences


@dataclass(frozen=True)
class Contradiction:
    """One statement that follows and whose opposite follows too."""

    proof: ProofNode
    opposite: ProofNode

    def to_text(self) -> str:
        """Show both proofs."""
        return f"{self.proof.to_text()}\nbut also\n{self.opposite.to_text()}"


async def find_contradictions(worker: Language, sentences: Sequence[str]) -> list[Contradiction]:
    """Find every statement that the rules among the sentences both show and refute."""
    texts = list(sentences)
    marked = mark_sentences(texts, known_words())
    [pairs] = await worker.language(
        "conflicts", [[[sentence.words, sentence.kinds] for sentence in marked]]
    )
    literals = [literal for pair in pairs for side in pair for literal in literals_in(side)]
    phrase = await say_literals(worker, literals)
    return [
        Contradiction(proof_tree(first, texts, phrase), proof_tree(second, texts, phrase))
        for first, second in pairs
    ]
