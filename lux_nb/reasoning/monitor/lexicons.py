"""The hand-made word lists of the monitor, and their keys."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from lux_nb.reasoning.monitor.lexing import Keys, key_of_phrase


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FUNCTION_WORDS = _words(
    """a about above after again all also am an and any are arent as at be because been before
    being below between both but by can cant cannot could couldnt did didnt do does doesnt doing
    dont down during each few for from further get gets getting give gives given go goes going
    got had hadnt has hasnt have havent having he hence her here hers him his how i if im in
    into is isnt it its ive just know let lets like ll made make makes may me might more most
    must my need needs no nor not now of off ok okay on once one only or other our ours out over
    own put right s said same say see shall she should shouldnt since so some still such sure
    take than that thats the their them then there therefore these they thing things think this
    those through thus to too two under until up upon us use used using ve very was wasnt way we
    well were werent what when where whether which while who whom why will with wont would
    wouldnt yes yet you your yours"""
)

NEGATIONS = _words(
    """not no never none neither nor cannot cant dont doesnt didnt isnt arent wasnt werent wont
    wouldnt shouldnt couldnt hasnt havent hadnt without impossible false incorrect wrong unable
    fails fail lacks nothing nobody nowhere"""
)

ASSUMPTIONS = _words(
    """assume assumes assumed assuming assumption suppose supposing supposed presume presuming
    presumed postulate hypothesize hypothesise guess conjecture"""
)

VERIFICATIONS = _words(
    """verify verifies verified verifying verification check checks checking recheck rechecking
    confirm confirms confirmed confirming reconfirm reaffirm reaffirms reaffirming validate
    validates validating validated consistent consistency revisit revisiting"""
)

RESTATEMENTS = _words(
    """again reiterate reiterating restate restating repeat repeating repeated recap recapping
    recall recalling revisit revisiting recalculate recalculating recompute recheck rechecking
    redo summarize summarise reconsider already"""
)

CONCLUSIONS = _words(
    """therefore thus hence conclude concludes concluding conclusion conclusively answer final
    finally consequently ultimately overall boxed solution"""
)

ENDINGS = _words(
    """answer final finally conclude concludes concluding conclusion ultimately boxed"""
)

SYNTHESES = _words(
    """combine combining combined together overall summary summarize summarise summing integrate
    integrating synthesis synthesize altogether reconcile unify weighing balance tradeoff
    insight insights pattern implies"""
)

ERROR_NOTES = _words(
    """incorrect incorrectly wrong wrongly mistake mistaken mistakenly erroneous erroneously error
    contradict contradicts contradicting contradiction contradictory inconsistent inconsistency
    misinterpret misinterpreting miscalculate however instead actually"""
)

# Each line is one idea: the words of one end, then those of the other.
OPPOSITES = """
more greater larger bigger higher above exceeds : less fewer smaller lower below
increase increases increasing increased rise rises rose grow grows grew : decrease decreases decreasing decreased fall falls fell shrink shrinks shrank
always every all : never none
even : odd
positive : negative
true correct right valid : false incorrect wrong invalid
possible : impossible
safe harmless : unsafe dangerous harmful
fast faster quick : slow slower
cheap cheaper inexpensive : expensive costly costlier
better best improves improve : worse worst worsens worsen
good : bad
strong stronger : weak weaker
open opened : closed shut
hot hotter warm warmer : cold colder cool cooler
start starts started begin begins : stop stops stopped end ends
accept accepts accepted approve approved : reject rejects rejected deny denied
allow allows allowed permitted : forbid forbids forbidden prohibited
enable enables enabled : disable disables disabled
present : absent missing
succeed succeeds succeeded success : fail fails failed failure
win wins won : lose loses lost
maximum max maximal : minimum min minimal
converges convergent : diverges divergent
finite : infinite
rational : irrational
continuous : discontinuous
stable : unstable
necessary required : unnecessary optional
sufficient enough : insufficient
agree agrees : disagree disagrees
likely probable : unlikely improbable
known : unknown
alive living : dead
guilty : innocent
north : south
east : west
rich : poor
full : empty
same identical equal equals : different unequal distinct
simple simpler easy easier : complex complicated hard harder difficult
public : private
legal lawful : illegal unlawful
inside : outside
buy buys bought : sell sells sold
"""  # noqa: E501


MARKERS = {
    "negation": NEGATIONS,
    "assumption": ASSUMPTIONS,
    "verification": VERIFICATIONS,
    "restatement": RESTATEMENTS,
    "conclusion": CONCLUSIONS,
    "synthesis": SYNTHESES,
    "error": ERROR_NOTES,
    "function": FUNCTION_WORDS,
    "question": frozenset("?"),
    "ending": ENDINGS,
}
MARKER_BIT = {name: 1 << number for number, name in enumerate(MARKERS)}


@dataclass(frozen=True, slots=True)
class WordTable:
    """All listed words by sorted key: the bits of their lists, and of the ends they stand for."""

    keys: Keys
    marks: Keys
    first_end: Keys
    second_end: Keys
    joined: Keys  # the three columns of bits side by side


@cache
def word_table() -> WordTable:
    """Return the table of all listed words."""
    rows: dict[int, list[int]] = {}
    for name, words in MARKERS.items():
        for word in words:
            rows.setdefault(int(key_of_phrase(word)), [0, 0, 0])[0] |= MARKER_BIT[name]
    for number, line in enumerate(OPPOSITES.strip().splitlines()):
        for end, words_of_end in enumerate(line.split(" : "), start=1):
            for word in words_of_end.split():
                rows.setdefault(int(key_of_phrase(word)), [0, 0, 0])[end] |= 1 << number
    keys = sorted(rows)
    joined = np.array([rows[key] for key in keys], dtype=np.uint64)
    marks, first_end, second_end = joined.T.copy()
    return WordTable(np.array(keys, dtype=np.uint64), marks, first_end, second_end, joined)
