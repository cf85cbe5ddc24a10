"""Groups of words that speak of one thing, opposites among them: what a claim can be restated in.

Word vectors tell many of these apart poorly, and a claim is as well repeated by denying its
opposite ("wrong because it is not right") as by another word for it.
"""

from functools import cache

_SENSES = """
good great best better awesome wonderful excellent superior finest amazing fantastic perfect top
    ideal nice outstanding inferior bad worst worse terrible awful horrible suck poor lousy waste
wrong immoral evil sin sinful unethical moral ethical virtuous wicked right bad good acceptable
legal illegal law lawful unlawful crime criminal allow permit forbid ban prohibit right rule obey
    policy
important necessary essential vital need require crucial matter must indispensable significant
true truth honest lie liar false fake real trust trustworthy believe reliable sincere deceive
    accurate error mistaken correct right wrong fact inspired
popular like love favorite favourite admire adore fond fan famous fame known renown celebrated
danger dangerous harm harmful hurt safe unsafe risk risky deadly kill death die fatal lethal
    hazard murder threaten threat
health healthy unhealthy sick ill illness disease unfit lifespan
rich wealth wealthy money poor poverty afford expensive cost price cheap pay broke
speak speaker talk communicate communicator communication persuade persuasive convince eloquent
    orator speech
write writer author
smart intelligent clever brilliant genius stupid dumb wise intelligence
beautiful pretty attractive lovely ugly gorgeous handsome beauty
tasty delicious taste flavor flavour yummy
easy hard difficult simple difficulty tough impossible
boring dull interesting exciting
success successful succeed win winner champion lose loser lost victory defeat beat unbeatable
fast quick speed slow rapid
big large huge size small tiny
loud noise noisy quiet sound
tired sleep sleepy exhausted drowsy asleep awake dream
funny humor humour laugh hilarious joke comedian
effective work effectiveness efficient efficacy useful use useless
guilty innocent crime commit guilt accuse thief steal
exist existence real alive
god bible divine lord holy scripture creator creation
distract distracting attention focus concentrate
fair just justice unfair equal equality deserve earn
free freedom liberty unlimited
crowd crowded full busy packed enough room
strong strength weak power powerful athletic
learn educational education teach teacher knowledge student study
skill skilled talent gifted gift ability able knack capable
leader leadership lead boss charge
float sink dense
afraid scary scared fear frightening terrifying
happy happiness sad glad joy
valid validity legitimate correct true
buy sell sale customer purchase product
homeless house home
clean dirty filthy pollute
sing singer music
paint painter
cook cooking cook
swim swimmer
run runner jog athletic
"""
_ENDINGS = tuple(
    """fulness ability ization ations iness ingly ation ness ment able ible tion sion ally ship
    ing est ful ity ive ies ied ous ly ed er es al or s e y""".split()
)


def stem(word: str) -> str:
    """Return a word without its ending, so that its forms meet."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)].rstrip("i")
    return word


def senses_of(word: str) -> frozenset[int]:
    """Return the groups that a word belongs to."""
    return _table().get(stem(word), frozenset())


@cache
def _table() -> dict[str, frozenset[int]]:
    joined = _SENSES.replace("\n    ", " ").strip().splitlines()
    found: dict[str, set[int]] = {}
    for number, line in enumerate(joined):
        for word in line.split():
            found.setdefault(stem(word), set()).add(number)
    return {word: frozenset(groups) for word, groups in found.items()}
