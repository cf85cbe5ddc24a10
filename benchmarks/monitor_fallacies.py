"""Train the fallacy hints on examples written for it, and measure them on public ones.

The public set that labels these thirteen kinds states no licence, so nothing of it is used for the
shipped weights: the examples below are our own. ``measure`` can also fit the same model on the
public training rows, to tell what the lack of data costs. Run: ``python -m
benchmarks.monitor_fallacies``.
"""

import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression

from benchmarks.monitor_data import rows
from lux_nb.reasoning.monitor.fallacies import FALLACIES, structure
from lux_nb.reasoning.monitor.reading import gram_scale, grams, read

TARGET = Path(__file__).parents[1] / "lux_nb" / "reasoning" / "monitor" / "data" / "fallacies.json"
STRUCTURE_GAIN = 1.0

SLOTS = {
    "who": ("my uncle", "the mayor", "our teacher", "Dana", "that senator", "a student"),
    "what": ("this phone", "the new law", "this diet", "the school bus", "that film", "the plan"),
    "good": ("good", "safe", "honest", "popular", "useful", "fair"),
}

TEMPLATES = {
    "circular reasoning": """{what} is {good} because it is {good}.
{who} is {good} because {who} is such a {good} person.
{what} is the best because it is better than all the others.
We know {who} tells the truth, because {who} says so and never lies.
The book is right since the book itself says that it is right.
{what} must be {good}, since everything about it is {good}.
Everyone loves {what} because it is so popular.
{what} is illegal because it is against the law.
{who} is a great leader because of the great leadership that {who} shows.
{who} cannot be lying, because an honest person like {who} would not lie.
You should trust {who} because {who} is trustworthy.
{what} is necessary because we cannot do without it.
Killing is wrong, therefore it is wrong to kill.
I am right because I am never wrong.
{who} is successful because {who} has had a lot of success.
The reason {what} sells well is that many people buy it.
The text is true because it is the word of God, and God exists because the text says so.
The pill makes you sleepy because it has a power that causes sleep.
{who} writes well because {who} is a talented writer.
How do I know that {what} is {good}? Because it is a {good} thing.
{what} is wrong because it is immoral.
I believe {who} because {who} told me I could believe {who}.
Smoking is unhealthy because it is bad for your health.
Only the rich can afford {what}, because one has to be wealthy to pay for it.
{who} deserves the job because {who} is the person who should get it.
Of course {what} works. If it did not work, it would not work for anyone.
{what} cannot be beaten, since nothing else is as unbeatable.
This painting is beautiful because it is pleasing to look at.
Our rules must be obeyed because rules are there to be followed.
I know that I am not dreaming because I know that I am awake.
{who} is guilty, because an innocent person would not have been accused.
Freedom of speech is important because people should be able to speak freely.""",
    "ad hominem": """Do not listen to {who} about {what}; {who} dropped out of school.
{who} is ugly and lazy, so the argument about {what} is worthless.
How can {who} talk about {what} when {who} has been divorced twice?
You only say that about {what} because you are a hypocrite.
{who} is a liar and a crook, so do not vote for {who}.
Of course you support {what}, you are just a greedy liberal.
Why should we believe {who}? Look at how {who} dresses.
You say {what} is bad, but you use it yourself!""",
    "ad populum": """Everyone is buying {what}, so you should buy it too.
Millions of people use {what}; they cannot all be wrong.
Most people believe that {what} is {good}, so it must be true.
All my friends have {what}. I need one as well.
Nine out of ten families choose {what}. Join them today!
{what} is the most popular, so it is the best.
Everybody knows that {who} is {good}.
The polls show that the majority supports {what}, so it is right.""",
    "appeal to emotion": """Think of the poor children who will suffer without {what}.
If you do not support {what}, imagine how sad {who} will be.
Please give me a better grade, my grandmother is very ill and I cried all night.
Buy {what} or you will be sorry when your family is hurt.
A tear ran down the cheek of {who}; how can you say no to {what}?
You should be afraid: without {what} terrible things will happen to your loved ones.
Picture your own puppy, cold and hungry. Donate now.
Have a heart and feel pity for {who}; vote for {what}.""",
    "equivocation": """A feather is light. Light is never dark. So a feather cannot be dark.
The sign said fine for parking here, so I thought it was fine to park here.
{who} has the right to vote, so it is right that {who} votes for {what}.
Only man is rational, no woman is a man, so no woman is rational.
Nothing is better than {what}, and a crumb is better than nothing, so a crumb is better.
You say you believe in miracles of science, so why not in the miracles of {what}?
I did not lie about {what}; it depends on what the word is means.""",
    "fallacy of credibility": """A famous actor says {what} is {good}, so it must be.
{who} is a doctor of history and says {what} cures colds.
As a celebrity I can tell you that {what} is {good}.
My dentist says {what} is a great investment.
The football star drinks it every day, so {what} must be healthy.
It has always been done this way for centuries, so {what} is {good}.
A professor said that {what} works, so there is no need to check.
{what} is all natural, therefore it is good for you.""",
    "fallacy of extension": """You want to tax {what}? So you want to take everything people own.
{who} wants smaller classes. {who} thinks money grows on trees!
So you are saying that we should just let criminals run free?
Because {who} dislikes {what}, {who} must hate our whole country.
You say we should eat less meat. So you want all farmers to starve!
{who} asked for a day off. So {who} never wants to work again, is that it?
People who oppose {what} want us to go back to living in caves.""",
    "fallacy of logic": """If it rains the street is wet. The street is wet. So it rained.
All dogs are animals. {who} is an animal. So {who} is a dog.
If {who} studies, {who} passes. {who} did not study, so {who} did not pass.
Some birds can swim. Penguins are birds. Therefore all penguins fly.
No cats bark. {who} does not bark. Therefore {who} is a cat.
Each part of {what} is light, therefore {what} as a whole is light.
The team is excellent, so every player on the team is excellent.
If {what} is {good} then it is cheap. It is cheap. Therefore it is {good}.""",
    "fallacy of relevance": """Why worry about {what} when there are people starving?
{who} asked about the missing money, but look at how nice the weather is today.
You say {what} is unsafe, but what about all the jobs it has created?
We should not talk about {what}; there are bigger problems in the world.
I know I was speeding, officer, but there are murderers out there.
Mother: did you clean your room? Child: did you know that {who} won a prize?
Instead of {what}, let us discuss how hard working our people are.""",
    "false causality": """I wore my lucky socks and we won, so the socks made us win.
Since {who} came to office, crime has gone up; {who} causes crime.
Every time I wash my car it rains. Washing my car causes rain.
After I ate {what} I got sick, so {what} made me sick.
Ice cream sales and drownings both rise in summer, so ice cream causes drowning.
The rooster crows and then the sun rises; the rooster makes the sun rise.
{who} moved here and a month later the shop closed. It must be because of {who}.""",
    "false dilemma": """Either you support {what} or you hate our country.
You are either with {who} or against {who}.
We either ban {what} or watch the city fall apart.
Would you rather buy {what} or be unhappy for the rest of your life?
There are only two choices: {what} or disaster.
If you do not love {what}, you must hate it.
America: love it or leave it. There is no other option but {what}.
Either we cut {what} now or we go bankrupt.""",
    "faulty generalization": """I met two rude people from there; everyone from there is rude.
{who} was late once, so {who} is always late.
My neighbour smoked and lived to be ninety, so smoking is harmless.
If we allow {what}, next they will want everything, and soon all will be lost.
One bad apple at that school means that all the students there are bad.
I tried {what} once and it broke. They are all junk.
All teenagers are irresponsible; look at {who}.
If you let {who} have one cookie, soon {who} will eat the whole jar every day.""",
    "intentional": """Have you stopped cheating on your tests yet?
No one has ever proved that {what} is harmful, so it is safe.
No true fan would ever complain about {what}.
You cannot prove that {what} does not work, therefore it works.
Why do you always waste money on {what}?
No real expert doubts {what}; those who do are not real experts.
Nobody has shown that ghosts do not exist, so they exist.
I mentioned only the three studies which say {what} is {good} and left out the rest.""",
}


def written() -> tuple[list[str], list[str]]:
    """Return our own examples and their kinds, the templates filled in."""
    texts, kinds = [], []
    for kind, lines in TEMPLATES.items():
        for line in lines.splitlines():
            slots = [name for name in SLOTS if "{" + name + "}" in line]
            for number, values in enumerate(product(*(SLOTS[name] for name in slots))):
                if number % 7 < 3:
                    text = line.format(**dict(zip(slots, values, strict=True)))
                    texts.append(text[:1].upper() + text[1:])
                    kinds.append(kind)
    return texts, kinds


class Fitted:
    """The model of the package, fitted on given texts."""

    def __init__(self, texts: list[str], kinds: list[str], least: int = 2, strength: float = 10.0):
        keys = grams(read(texts).tokens)[1]
        found, counts = np.unique(keys, return_counts=True)
        self.keys = found[counts >= least]
        counts_of = {kind: kinds.count(kind) for kind in FALLACIES}
        weight = [len(kinds) / len(FALLACIES) / counts_of[kind] for kind in kinds]
        labels = [FALLACIES.index(kind) for kind in kinds]
        self.model = LogisticRegression(C=strength, max_iter=400)
        self.model.fit(self.matrix(texts), labels, sample_weight=np.sqrt(weight))

    def matrix(self, texts: list[str]) -> Any:
        document, keys = grams(read(texts).tokens)
        scale = gram_scale(np.bincount(document, minlength=len(texts)))
        place = np.searchsorted(self.keys, keys)
        place[place == self.keys.size] = 0
        known = self.keys[place] == keys
        words = csr_matrix(
            (1.0 / scale[document[known]], (document[known], place[known])),
            (len(texts), self.keys.size),
        )
        shapes = np.array([structure(text) for text in texts]) * STRUCTURE_GAIN
        return hstack([words, csr_matrix(shapes)]).tocsr()

    def circular(self, texts: list[str]) -> Any:
        chance = self.model.predict_proba(self.matrix(texts))
        chance = chance[:, FALLACIES.index("circular reasoning")]
        return np.log((chance + 1e-9) / (1 - chance + 1e-9))

    def kinds(self, texts: list[str]) -> list[str]:
        return [FALLACIES[index] for index in self.model.predict(self.matrix(texts))]


def f1(labels: Any, chosen: Any) -> float:
    hits = float((labels & chosen).sum())
    return 2 * hits / max(float(labels.sum() + chosen.sum()), 1.0)


def best_threshold(labels: Any, scores: Any) -> float:
    options = np.quantile(scores, np.linspace(0.7, 0.995, 80))
    return float(options[int(np.argmax([f1(labels, scores >= option) for option in options]))])


def measure() -> dict[str, float]:
    """Return 13-way accuracy of ours, and what the same model does when fitted on the set."""
    train, dev = rows("traces/fallacies_train"), rows("traces/fallacies_dev")
    texts, kinds = [row["text"] for row in train], [row["label"] for row in train]
    new_texts, new_kinds = [row["text"] for row in dev], [row["label"] for row in dev]
    is_circular = np.array([kind == "circular reasoning" for kind in kinds])
    ours = Fitted(*written())
    fold = np.random.default_rng(3).permutation(len(texts)) % 5
    theirs = np.zeros(len(texts))
    for part in range(5):
        inside = [i for i in range(len(texts)) if fold[i] != part]
        outside = [i for i in range(len(texts)) if fold[i] == part]
        fitted = Fitted([texts[i] for i in inside], [kinds[i] for i in inside])
        theirs[outside] = fitted.circular([texts[i] for i in outside])
    their_limit = best_threshold(is_circular, theirs)
    fitted = Fitted(texts, kinds)
    return {
        "ours_accuracy": float(np.mean(np.array(ours.kinds(new_texts)) == np.array(new_kinds))),
        "fitted_cv_f1": f1(is_circular, theirs >= their_limit),
        "fitted_accuracy": float(np.mean(np.array(fitted.kinds(new_texts)) == np.array(new_kinds))),
    }


def gram_names(texts: list[str]) -> dict[int, str]:
    """Return the spelling of every word and pair of words of some texts by its key."""
    reading = read(texts)
    tokens = reading.tokens
    spelled = [
        reading.texts[d][o : o + n]
        for d, o, n in zip(tokens.document, tokens.offset, tokens.length, strict=True)
    ]
    word = (tokens.kind == 1) & (tokens.length > 1)
    left = np.flatnonzero(word[:-1] & word[1:] & ~tokens.sentence_end[:-1])
    names = [spelled[i] for i in np.flatnonzero(word)]
    names += [f"{spelled[i]} {spelled[i + 1]}" for i in left]
    return dict(zip(grams(tokens)[1].tolist(), names, strict=True))


def main() -> None:
    texts, kinds = written()
    fitted = Fitted(texts, kinds)
    names = gram_names(texts)
    weights = fitted.model.coef_.T
    count = fitted.keys.size
    kept = [i for i in range(count) if np.abs(weights[i]).max() >= 0.1]
    document = {
        "provenance": "fitted on examples written for this project",
        "bias": [round(float(value), 4) for value in fitted.model.intercept_],
        "structure": [[round(float(v), 4) for v in row] for row in weights[count:]],
        "grams": {
            names[int(fitted.keys[i])]: [round(float(v), 2) for v in weights[i]] for i in kept
        },
    }
    text = json.dumps(document, separators=(",", ":")).replace("],", "],\n")
    TARGET.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    print(measure())
    main()
