"""The turns of phrase that tell circular arguments from others, as patterns over plain text."""

import re

COPULA = re.compile(
    r"\b(?:is|are|was|were|am|be|should|must|can|cannot|cant|will|has|have|had|do|does|ought"
    r"|its|hes|shes|theyre|im|youre|were|may|makes?|deserves?)\b"
)
JUDGING = frozenset(
    """good bad best better worst worse great greatest right wrong true false important necessary
    valuable beautiful ugly moral immoral evil excellent wonderful terrible awful superior inferior
    popular loved valid correct trustworthy honest reliable safe dangerous harmful healthy
    unhealthy legal illegal fair unfair sinful perfect awesome amazing ideal essential vital useful
    useless should must deserve deserves ought""".split()
)
PRONOUN = re.compile(
    r"^\W*(?:it|its|he|hes|she|shes|they|theyre|i|im|you|youre|we|were|those|such|that)\b"
)
WORD = re.compile(r"[a-z]{2,}")
_OWN_WORD = re.compile(
    r"\b(?:says? so|said so|told (?:me|us) so|(?:says?|tells? us|told (?:me|us)|claims?) (?:that )?"
    r"(?:it|he|she|they|i|you)(?:s| is| are| am|re|m)?\b|(?:him|her|it|them|my|your)sel(?:f|ves)"
    r"|never (?:lies?|lied|wrong|mistaken)|word of|trust me|believe me|what i say|i said it"
    r"|(?:not|nt|never) lie|not lying|isnt lying|telling the truth)\b"
)
NAMED = re.compile(
    r"\bcircular (?:reasoning|argument|logic)|begg?(?:ing|s)? the question|\bpetitio\b"
    r"|(?:conclusion|premises?)\b.{0,60}\b(?:premises?|conclusion)\b"
    r"|assum\w+ (?:what|the very|that it is already)"
    r"|\b(?:restat|repeat|repetition)\w*\b.{0,30}\b(?:claim|argument|conclusion|idea)|in a circle"
)
LOADED = re.compile(
    r"^\W*(?:(?:the|this|that|these|those|such|all|any|our|your) )?"
    r"(?:\w+(?:y|ful|ous|ing|less|ive|ed|al|ent|ible|able|ic)\b"
    r"(?:,? and |, | ))+(?:\w+ ){1,4}(?:should|must|ought|has to|have to|needs? to|deserves?)\b"
    r"|\b(?:is|are) \w+ and (?:should|must|ought|has to|have to)\b"
    r"|^\W*(?:all|every|any|the) \w+ \w+, (?:such as|like)\b.{1,40}"
    r"\b(?:should|must|ought|has|have)\b"
)
_UNDENIABLE = re.compile(
    r"\b(?:no ?(?:one|body) (?:can|could|would) (?:deny|doubt|dispute)"
    r"|(?:must|has to) be (?:acknowledged|admitted|accepted|recognised|recognized)"
    r"|it is (?:obvious|clear|evident|self evident) that"
    r"|the (?:only|one) (?:valid|legitimate|true|right|real|correct)"
    r"|by definition|is defined as|goes without saying)\b"
)
_CROWD = re.compile(
    r"\b(?:every ?(?:one|body)(?: else)?|(?:most|many|other|more) (?:people|others)|millions?"
    r"|thousands|majority"
    r"|all (?:my|the|his|her|of my|of the) \w+s|nobody else|percent|(?:my|his|her) whole family)\b"
)
_CHOICE = re.compile(r"\b(?:either|or else|rather|choose|choices?|only two|instead of)\b")
_SEQUENCE = re.compile(
    r"\b(?:then|after (?!all)|before|later|last \w+|yesterday|ever since|every time|until"
    r"|whenever|the next day|soon|next|eventually|once)\b"
)
_PERSON = re.compile(
    r"\b(?:jerk|idiot|stupid|dumb|ugly|fat|liar|hypocrite|criminal|republican|democrat|liberal"
    r"|expert|doctor|professor|celebrity|actor|star|famous|dentist|scientists?|stinks|smells)\b"
)
_FIGURES = re.compile(
    r"\d|\b(?:two|three|four|five|six|ten|hundred|thousand|study|studies|statistics)\b"
)
_CONDITION = re.compile(r"\b(?:if|unless|suppose|would you)\b")
DIALOGUE = re.compile(r"(?:^|[\n.!?])\s*[\w ]{1,20}:")
DESCRIBES = re.compile(
    r"^\W*(?:[a-z]+ing\b"
    r"(?! (?:\w+ ){0,4}(?:is|are|was|were|should|must|can|will|makes|leads|causes))"
    r"|(?:when|this (?:is when|happens|occurs)|an? (?:\w+ )?(?:fallacy|argument|appeal|attempt"
    r"|error|technique|person who)|the (?:idea|belief|fallacy|use|act)|what is|deliberately)\b)"
)
_MOTIVE = re.compile(
    r"\b(?:only|just)\b.{0,25}\b(?:say|says|saying|said|think|thinks|want|wants|support|supports"
    r"|against)\b|\b(?:listen to|trust|believe)\b.{0,40}\b(?:because|since) (?:he|she|they)\b"
)
_UNPROVED = re.compile(
    r"\b(?:no ?(?:one|body) (?:has |can |could )?(?:ever )?(?:prove|show)\w*|no (?:\w+ )?proof"
    r"|(?:cannot|cant|never been|not been) (?:prove|shown|disprove)\w*)\b"
)
_GENERAL = re.compile(r"\b(?:all|every|always|never|none|no) \w+|\b(?:must|they all)\b")
_ACQUAINTANCE = re.compile(
    r"\b(?:mr|mrs|ms|dr|my (?:friend|mom|dad|brother|sister|uncle|aunt|teacher))\b"
)

TURNS = {
    "own_word": _OWN_WORD,
    "undeniable": _UNDENIABLE,
    "crowd": _CROWD,
    "choice": _CHOICE,
    "sequence": _SEQUENCE,
    "person": _PERSON,
    "figures": _FIGURES,
    "condition": _CONDITION,
    "motive": _MOTIVE,
    "general": _GENERAL,
    "acquaintance": _ACQUAINTANCE,
    "unproved": _UNPROVED,
}
