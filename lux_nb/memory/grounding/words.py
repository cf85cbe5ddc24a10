"""Find the words of a text and bring each to its base form."""

import re

from lux_nb.memory.grounding.cues import listed

_WORD = re.compile(r"\d+(?:[.,:]\d+)+|[^\W_]+(?:['’][^\W_]+)*")

STOP = frozenset(
    listed(
        """
        a an the this that these those of in on at by for with from to into onto upon about as
        than then and or but if so because while whereas though although however also both
        either is are was were be been being am do does did doing done has have had having will
        would shall should can could may might must it its it's he she they them him her his
        hers their theirs we us our you your i me my mine who whom whose which what when where
        why how there here such same other another one's 's s t re ve ll d m very just more most
        less least much many some any each every all own per via out up down over under again
        further once too only not no nor never lsb rsb lrb rrb
        """
    )
)
"""Words that carry no content of their own; several of them are compared elsewhere as cues."""

IRREGULAR = {
    form: base
    for base, forms in (
        row.split(":")
        for row in listed(
            """
            arise:arose,arisen bear:bore,borne,born beat:beaten become:became begin:began,begun
            bend:bent bind:bound bite:bit,bitten bleed:bled blow:blew,blown break:broke,broken
            breed:bred bring:brought build:built burn:burnt buy:bought catch:caught
            choose:chose,chosen come:came creep:crept deal:dealt dig:dug draw:drew,drawn
            drink:drank,drunk drive:drove,driven eat:ate,eaten fall:fell,fallen feed:fed
            feel:felt fight:fought find:found flee:fled fly:flew,flown forbid:forbade,forbidden
            forget:forgot,forgotten forgive:forgave,forgiven freeze:froze,frozen get:got,gotten
            give:gave,given go:went,gone grind:ground grow:grew,grown hang:hung hear:heard
            hide:hid,hidden hold:held keep:kept know:knew,known lay:laid lead:led leap:leapt
            learn:learnt leave:left lend:lent lie:lain light:lit lose:lost make:made mean:meant
            meet:met pay:paid prove:proven ride:rode,ridden ring:rang,rung rise:rose,risen
            run:ran say:said see:saw,seen seek:sought sell:sold send:sent sew:sewn
            shake:shook,shaken shine:shone shoot:shot show:shown shrink:shrank,shrunk
            sing:sang,sung sink:sank,sunk sit:sat sleep:slept slide:slid speak:spoke,spoken
            speed:sped spend:spent spin:spun spring:sprang,sprung stand:stood steal:stole,stolen
            stick:stuck sting:stung strike:struck,stricken strive:strove swear:swore,sworn
            sweep:swept swell:swollen swim:swam,swum swing:swung take:took,taken teach:taught
            tear:tore,torn tell:told think:thought throw:threw,thrown understand:understood
            undergo:underwent,undergone undertake:undertook,undertaken wake:woke,woken
            wear:wore,worn weave:wove,woven weep:wept win:won wind:wound
            withdraw:withdrew,withdrawn write:wrote,written overcome:overcame
            oversee:oversaw,overseen bear:bore man:men woman:women child:children foot:feet
            tooth:teeth goose:geese mouse:mice person:people,persons ox:oxen leaf:leaves
            life:lives wife:wives knife:knives half:halves wolf:wolves shelf:shelves
            thief:thieves self:selves analysis:analyses basis:bases crisis:crises thesis:theses
            diagnosis:diagnoses hypothesis:hypotheses phenomenon:phenomena criterion:criteria
            datum:data medium:media bacterium:bacteria virus:viruses index:indices
            matrix:matrices vertex:vertices good:better,best bad:worse,worst
            far:farther,farthest,furthest little:littler film:movie,movies show:showed
            """
        )
    )
    for form in forms.split(",")
}
_KEEP = frozenset(
    listed(
        """
        news series species physics politics economics mathematics headquarters always perhaps
        united during thing nothing something anything everything morning evening king spring
        string bring ring wing sing hundred red bed need seed speed indeed wedding ceiling
        sibling species means lens analysis basis thesis yes gas bus plus focus virus status
        this thus
        """
    )
)


def word_spans(text: str, offset: int = 0) -> list[tuple[int, int]]:
    """Return the (start, end) of every word and number, shifted by ``offset``."""
    return [(m.start() + offset, m.end() + offset) for m in _WORD.finditer(text)]


def word_forms(text: str) -> list[str]:
    """Return every word and number of a text, as written."""
    return _WORD.findall(text)


def base_form(word: str, known: frozenset[str] | dict[str, int]) -> str:
    """Return the dictionary form of a lower-case word, by rules checked against ``known``."""
    if word in IRREGULAR:
        return IRREGULAR[word]
    if len(word) < 4 or word in _KEEP or not word[-1].isalpha():
        return word
    for ending, replacements in _RULES:
        if word.endswith(ending):
            stem = word[: -len(ending)]
            for tail in replacements:
                if stem + tail in known and len(stem + tail) > 2:
                    return stem + tail
            if (
                ending in ("ed", "ing")
                and len(stem) > 3
                and stem[-1] == stem[-2]
                and stem[:-1] in known
            ):
                return stem[:-1]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


_RULES = (
    ("ies", ("y", "ie")),
    ("sses", ("ss",)),
    ("ches", ("ch",)),
    ("shes", ("sh",)),
    ("xes", ("x",)),
    ("zes", ("z", "ze")),
    ("ves", ("f", "fe", "ve")),
    ("oes", ("o",)),
    ("men", ("man",)),
    ("ied", ("y",)),
    ("ing", ("e", "")),
    ("ed", ("e", "")),
    ("es", ("e", "")),
    ("s", ("",)),
    ("est", ("e", "")),
    ("er", ()),
)
