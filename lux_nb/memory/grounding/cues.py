"""Small closed classes of English: what negates, hedges, quantifies and gives a direction."""


def listed(words: str) -> list[str]:
    """Return the words of a text that blanks part, so that long lists stay readable."""
    return words.split()


NEGATIONS = frozenset(
    listed(
        """
        not no never none nobody nothing nowhere neither nor without cannot can't won't don't
        doesn't didn't isn't aren't wasn't weren't hasn't haven't hadn't wouldn't couldn't
        shouldn't mustn't ain't n't zero
        """
    )
)
IMPLICIT_NEGATIONS = frozenset(
    listed(
        """
        fail failed fails failure lack lacks lacked lacking absence absent refuse refused
        refuses deny denied denies unable incapable unlikely hardly barely rarely seldom
        scarcely avoid avoided avoids refrain cease ceased stop stopped stops false untrue
        incorrect wrong myth hoax debunked refuted disproved disproven unsupported unfounded
        unproven ineffective insufficient neglect neglected forbid forbidden prohibit prohibited
        reject rejected rejects except excluding exclude excluded excludes impossible
        """
    )
)
DENIALS = frozenset(
    listed(
        """
        unaffected unchanged insignificant limited little unclear inconclusive negligible
        unrelated controversial
        """
    )
)
"""Words by which a finding is said to be absent or open, beside the negations."""
HEDGES = {
    **dict.fromkeys(listed("may might could maybe perhaps possibly possible conceivably"), 0.5),
    **dict.fromkeys(listed("seems seem seemed appears appear appeared apparently presumably"), 0.4),
    **dict.fromkeys(listed("probably likely unlikely presumably supposedly allegedly"), 0.35),
    **dict.fromkeys(listed("suggests suggest suggested suggesting indicate indicates"), 0.25),
    **dict.fromkeys(listed("think thinks believe believes guess suppose assume assumes"), 0.4),
    **dict.fromkeys(listed("roughly approximately around nearly almost somewhat"), 0.1),
    **dict.fromkeys(listed("sometimes often usually generally typically mostly"), 0.15),
    **dict.fromkeys(listed("uncertain unclear unsure unknown potentially potential"), 0.45),
    **dict.fromkeys(listed("should would can"), 0.1),
    **dict.fromkeys(listed("reportedly rumoured rumored speculated estimated"), 0.3),
}
"""How much certainty a word takes away, of 1."""
PERSONAL = frozenset(listed("i i'm i've i'd i'll me my mine myself"))
"""Words by which a speaker speaks of himself: no source can tell of that."""
BOOSTERS = frozenset(
    listed(
        """
        certainly definitely clearly obviously undoubtedly indeed proven confirmed always never
        must exactly surely absolutely guaranteed
        """
    )
)

QUANTIFIERS = {
    **dict.fromkeys(
        listed("all every each everyone everybody everything always entire entirely"), 4
    ),
    **dict.fromkeys(listed("fully completely totally exclusively wholly whole"), 4),
    **dict.fromkeys(listed("most mostly majority usually largely mainly primarily"), 3),
    **dict.fromkeys(listed("many several often numerous multiple some sometimes various"), 2),
    **dict.fromkeys(listed("few little rarely seldom hardly minority"), 1),
    **dict.fromkeys(listed("none no never nobody nothing zero neither"), 0),
}
"""How much of a whole a word speaks of, from none (0) to all (4)."""
EXCLUSIVES = frozenset(listed("only solely exclusively sole just merely alone"))
SUPERLATIVES = frozenset(
    listed(
        """
        first last best worst most least largest biggest smallest highest lowest oldest youngest
        longest shortest greatest fastest
        """
    )
)

RISING = frozenset(
    listed(
        """
        increase rise grow gain raise boost enhance improve elevate promote stimulate accelerate
        amplify induce cause trigger activate upregulate strengthen facilitate expand extend
        lengthen more higher greater larger bigger stronger faster above exceed surge climb
        augment high long better beneficial benefit help support effective efficacy effectively
        success successful favorable enable up upward positive positively encourage drive lead
        aid potentiate advance win worsen aggravate exacerbate heighten elevated
        """
    )
)
FALLING = frozenset(
    listed(
        """
        decrease fall drop decline reduce lower lessen diminish cut shrink inhibit suppress
        block prevent impair weaken attenuate slow delay downregulate limit restrict mitigate
        alleviate less fewer smaller weaker slower below loss lose low short deplete deficiency
        deficient abolish abrogate eliminate remove protect protective hinder disrupt down
        downward negative negatively discourage ease relieve ineffective harmful unfavorable
        poor poorer worse antagonize lack absence fail minimize curb halt cure kill treat
        destroy inactivate ablate silence repress depress dampen curtail constrain counteract
        neutralize blunt ameliorate shorten hamper thwart ban degrade undermine erode deactivate
        """
    )
)

BEFORE = frozenset(listed("before prior earlier previously preceding until formerly ago"))
AFTER = frozenset(listed("after later following since subsequently afterwards next"))

OPPOSITES = tuple(
    (pair.split("/")[0], pair.split("/")[1])
    for pair in listed(
        """
        increase/decrease rise/fall higher/lower raise/lower more/less more/fewer gain/lose
        promote/inhibit promote/prevent activate/inhibit activate/suppress enhance/reduce
        enhance/impair improve/worsen improve/impair cause/prevent upregulate/downregulate
        accelerate/delay accelerate/slow strengthen/weaken expand/shrink above/below
        before/after begin/end start/end start/finish start/stop open/close buy/sell
        accept/reject accept/refuse accept/decline allow/forbid allow/prevent allow/prohibit
        approve/reject approve/oppose agree/disagree agree/refuse include/exclude win/lose
        pass/fail succeed/fail success/failure profit/loss alive/dead living/dead male/female
        man/woman boy/girl husband/wife brother/sister father/mother son/daughter king/queen
        he/she first/last early/late earlier/later north/south east/west northern/southern
        eastern/western left/right positive/negative effective/ineffective
        sufficient/insufficient significant/insignificant protective/harmful beneficial/harmful
        safe/dangerous safe/unsafe high/low large/small big/small major/minor fast/slow
        long/short hot/cold warm/cold strong/weak old/young old/new rich/poor hard/soft
        support/oppose love/hate like/dislike like/hate join/leave arrive/depart enter/leave
        enter/exit import/export public/private domestic/foreign domestic/international
        national/international urban/rural upper/lower maximum/minimum majority/minority
        inside/outside indoor/outdoor internal/external presence/absence present/absent
        remember/forget confirm/deny acquit/convict guilty/innocent attack/defend create/destroy
        build/destroy appear/disappear hire/fire employ/dismiss lend/borrow teach/learn
        give/receive give/take send/receive push/pull same/different similar/different
        always/never everyone/nobody everything/nothing all/none true/false correct/incorrect
        right/wrong legal/illegal possible/impossible able/unable capable/incapable
        likely/unlikely active/inactive encourage/discourage heterozygous/homozygous
        benign/malignant acute/chronic systolic/diastolic enable/disable upload/download
        encrypt/decrypt synchronous/asynchronous deprecated/supported add/remove increase/reduce
        increase/lower grow/shrink grow/decline boost/reduce boost/suppress sensitive/resistant
        susceptible/resistant susceptibility/resistance risk/protection fiction/nonfiction
        fictional/real single/married comedy/tragedy amateur/professional temporary/permanent
        """
    )
)
"""Contraries that a dictionary of single words leaves out or hides among rare senses."""
