"""English: how people tell what they do: who did it, in which tense, and what verb it needs.

A verb of the frame's own tells surely; any other that may stand there tells beside something of a
life, and nothing without.
"""

import re
from dataclasses import dataclass

from worker.engines.rules import english_words as words

_ADVERBS = (
    r"(?:(?:really|just|also|always|usually|generally|sometimes|often|still|now|actually"
    r"|already|definitely|currently|recently|finally|mostly|all|both|mainly|even|only|so|too"
    r"|very|totally|literally|once|kind of|kinda|sort of|pretty much|officially|lately|proudly"
    r"|accidentally|eventually|actively|occasionally|together|previously|pretty|incredibly"
    r"|super|a bit|a little|extremely|quite|more|most|mentally|deeply|particularly|especially"
    r"|truly|genuinely|busy|out|down|to|there|here|fully|first|slowly|quickly|absolutely"
    r"|typically|personally) ){0,3}"
)
_AND_I = (
    rf"(?:(?:my|our|the|some|an?) (?:[\w'-]+ ){{0,2}}?{words.RELATIVE}(?: (?-i:[A-Z])[\w'-]*)? and"
    r" (?:i|me)|(?-i:[A-Z])[\w'-]{1,30} and (?:i|me)|me and (?:my )?(?:[\w'-]{1,30} ){0,2}?"
    r"[\w'-]{1,30}|(?:my|our|the) (?:whole )?family|(?:some |my )?(?:friends|colleagues|co-?workers"
    r"|neighbou?rs)(?: and|,) i|(?:some|all|both|two|most) of us)"
)
_WHO = rf"(?:i|we|{_AND_I})"


@dataclass(frozen=True, slots=True)
class Frame:
    """How something is told, and which verbs may tell it: surely, or beside something of a life.

    `maybe` None is any verb that the pattern lets stand there.
    """

    category: str
    pattern: re.Pattern[str]
    surely: frozenset[str] = frozenset()
    maybe: frozenset[str] | None = None


def _frame(
    category: str,
    pattern: str,
    surely: frozenset[str] = frozenset(),
    maybe: frozenset[str] | None = None,
) -> Frame:
    return Frame(category, re.compile(pattern, re.IGNORECASE), surely, maybe)


_MEANS = (
    r"(?:planning (?:to|on)|plan (?:to|on)|going to|gonna|hoping (?:to|for)|hope to"
    r"|thinking (?:of|about)|looking (?:to|into)|about to|considering|dreaming (?:of|about)"
    r"|dream of|(?:would|'d) love to|can't wait (?:to|for|till|until)|(?:excited|stoked"
    r"|thrilled|pumped|eager|ready) (?:to|about|for)|nervous (?:about|to)|looking forward to"
    r"|(?:set|scheduled|due|off|heading|heading off) to|saving (?:up )?(?:to|for)|(?:signing"
    r"|signed) up (?:to|for)|gearing up (?:to|for)|getting ready (?:to|for)|(?:preparing"
    r"|training|aiming) (?:to|for)|working (?:on|towards?)|trying (?:to|out)|learning (?:to"
    r"|how to|about)|decided to|determined to)(?: learn (?:how )?to)?"
)
# What one wants of a life, where an errand wants something done.
_ASPIRED = frozenset(
    re.findall(
        r"\w+",
        "become learn start open move study teach create build help try meet publish record train"
        " quit play run raise take work",
    )
)
ABOUT_DOING = _frame(
    "experience",
    r"(?P<verb>\w+ing) (?:[\w'’-]+ ){1,12}?(?:is|was|has|have|were|helps?|makes?|made|gave"
    r"|gives)\b",
    words.LIFE_GOING_ON,
    words.PLAIN_GOING_ON,
)
GOING_ON = _frame(
    "experience",
    rf"{_WHO}(?:'m| am|m|'re| are| was| were|'ve been| have been|'d been| had been) {_ADVERBS}"
    r"(?P<verb>[a-z]+ing)(?![\w'’])",
    words.LIFE_GOING_ON,
    words.PLAIN_GOING_ON,
)
# Tried in this order at the beginning of each clause.
FRAMES = (
    _frame(
        "plan",
        rf"(?:{_WHO}(?:'m| am|'re| are|'ve been| have been|'ll be| will be)? ?)?{_ADVERBS}{_MEANS} "
        rf"(?:(?!it\b|that\b|you\b)[\w'’-]+ ){{0,2}}?(?P<verb>[\w'-]+)\b",
        words.LIFE | words.LIFE_GOING_ON,
        None,
    ),
    _frame(
        "plan",
        rf"{_WHO} {_ADVERBS}(?:want to|wanna|would like to)(?: learn (?:how )?to)? {_ADVERBS}"
        r"(?P<verb>\w+)(?![\w'’])",
        words.LIFE | {"become"},
        _ASPIRED,
    ),
    _frame(
        "plan",
        rf"{_WHO}(?:'ll| will)(?: be)? {_ADVERBS}(?P<verb>\w+)(?![\w'’])",
        words.LIFE | words.LIFE_GOING_ON,
        words.PLAIN | words.PLAIN_GOING_ON | {"in", "at"},
    ),
    _frame(
        "experience",
        rf"{_WHO} {_ADVERBS}(?P<verb>[a-z]+)(?![\w'’])",
        words.LIFE_PAST,
        words.PLAIN_PAST,
    ),
    _frame(
        "experience",
        rf"{_WHO}(?:'ve| have|'d| had) (?:never )?{_ADVERBS}(?P<verb>[a-z]+)(?![\w'’])",
        words.LIFE_PAST,
        words.PLAIN_PAST | {"known"},
    ),
    _frame(
        "experience",
        rf"{_WHO}(?:'ve| have|'d| had) {_ADVERBS}(?P<verb>been)(?= (?:to|in|an?|the|with|at|on"
        rf"|there"
        r"|through|sick|married|together|single|sober|friends|back|retired|divorced|around)\b)",
    ),
    GOING_ON,
    _frame(
        "experience",
        rf"{_WHO}(?:'ve| have)? {_ADVERBS}(?:was|were|been|got|gotten|get) {_ADVERBS}(?P<verb>"
        r"accepted|admitted|awarded|born|chosen|diagnosed|divorced|drafted|elected|engaged|fired"
        r"|hired|honou?red|hurt|injured|inspired|interviewed|invited|laid off|married|nominated"
        r"|offered|promoted|raised|robbed|selected|sick|transferred|given|able to \w+|back from|in"
        r"|at|to|stuck)\b",
        words.BEFELL,
    ),
    _frame(
        "fact",
        rf"{_WHO} {_ADVERBS}(?P<verb>[a-z]+)(?![\w'’])",
        words.LIFE,
        words.PLAIN | {"use", "know", "believe"},
    ),
    _frame(
        "plan",
        r"(?:my|our) (?:[\w'-]+ ){0,2}?(?P<verb>plan|goal|dream|aim|ambition|resolution|next step"
        r"|hope|passion)s?(?: (?:for|in|this|right|of) [\w' ]{1,30}?)?(?:'s| is| was"
        r"| has always been) (?:to )?(?!not\b|it\b|that\b)\w+",
        frozenset(
            ["plan", "goal", "dream", "aim", "ambition", "resolution", "next step", "passion"]
        ),
    ),
    _frame(
        "experience",
        rf"i(?:'m| am| was|'ve been| have been| feel| felt| got| get) {_ADVERBS}(?P<verb>proud"
        r"|scared|afraid|terrified|worried|anxious|nervous|thrilled|excited|devastated"
        r"|heartbroken|homesick|sad|lonely|upset|grateful|thankful|obsessed|passionate|blessed"
        r"|lucky|happy|overwhelmed|stressed|inspired|drawn|hooked|interested|ashamed|jealous"
        r"|relieved|fascinated|glad|amazed|honou?red)\b",
        frozenset(["scared", "afraid", "terrified", "obsessed", "passionate", "homesick"]),
    ),
    _frame(
        "experience",
        rf"i {_ADVERBS}(?P<verb>miss|regret|cherish|treasure|appreciate|value|remember|admire)\b",
    ),
    _frame(
        "preference",
        r"(?!(?:it|they|you|your|he|she|what|which|who|there|nothing|everything|and|but|please"
        r"|here|not|hearing|knowing)\b|(?:this|that|these|those) (?:is|was|are|has|have|really"
        r"|also|always|helps?|makes?|made|means|gives?|keeps?)\b)(?:[\w'’-]+ ){1,7}?"
        r"(?:has |have |really |always |also )*(?P<verb>helps?|helped|clears?|calms?|relaxe?s?"
        r"|keeps?|kept|makes|made|gives?|gave|given|brings?|brought|taught|teaches|inspire[sd]?"
        r"|motivate[sd]?|encouraged?s?|means?|lets|allows|allowed|reminds?|shaped|changed|guides?"
        r"|saved) (?:me|my)\b",
    ),
    _frame(
        "experience",
        r"(?!(?:it|they|you|your|what|which|who|there|nothing|everything|and|but|please)\b)"
        r"(?:[\w'’-]+ ){1,5}?(?:just |recently |also |once )*(?P<verb>wrote|sent|invited|asked"
        r"|offered|told|introduced|supported|showed|joined|recommended|surprised|threw|bought|made"
        r"|got|gave|left|lent|visited|called|hired|helped|hugged|thanked|cheered|welcomed) "
        r"(?:it (?:to|for) )?(?:me|us|my)\b",
    ),
    _frame(
        "preference",
        r"(?!(?:it|they|that|this|you|what|which|there)\b)(?:[\w'’-]+ ){1,6}?(?:is|are|was|were"
        r"|'s) (?:[\w'-]+ ){0,3}?(?P<verb>special|important|dear|close) to (?:me|us)\b",
    ),
    # "Another film that I worked on", "the parade we went to in June".
    _frame(
        "experience",
        r"(?:(?:it's|here's|there's|that's|this is|that was|it was) )?(?:an?|the|this|that"
        r"|another|one|my|our|some|these|those) (?:(?!thinks?\b|thought\b|says?\b|said\b|told\b"
        r"|knows?\b|knew\b|believes?\b|hopes?\b|claims?\b|wants?\b|if\b|when\b|unless\b"
        r"|because\b|whether\b|asked\b|is\b|was\b)[\w'’-]+ ){1,7}?(?:that |which |where )?(?:i"
        r"|we)(?:'ve| have)? (?:just |recently"
        r" |also )?(?P<verb>[a-z]+)(?![\w'’])",
        words.LIFE_PAST,
        words.PLAIN_PAST,
    ),
    _frame(
        "plan",
        r"(?:the|my|our) (?:[\w'’-]+ ){1,5}?(?P<verb>is|are|starts?|begins?|opens?|takes place)"
        r" (?:coming up |happening |scheduled )?(?:tomorrow|tonight|next \w+|this (?:week|month"
        r"|spring"
        r"|summer|fall|autumn|winter)|on (?:\w+day|\d|the \d)|in (?:\d|two|three|a few|a))\b",
    ),
    ABOUT_DOING,
    _frame(
        "experience",
        r"it(?:'s| is| was|'s been| has been|'ll be| felt| feels) (?:[\w'-]+ ){0,4}?(?:to )?"
        r"(?P<verb>\w+)(?![\w'’])",
        words.LIFE | words.LIFE_GOING_ON,
        words.PLAIN | words.PLAIN_GOING_ON | {"being", "be"},
    ),
    _frame("experience", r"it (?P<verb>took|takes|has taken) (?:me|us)\b"),
    _frame(
        "fact",
        r"(?:(?:one|some|most|all|both|two|three) of )?(?:my"
        r"|our) (?:[\w'’-]+ ){0,3}?[\w'’-]+(?: (?:and|of|for|with|from"
        r"|in) [\w'’-]+(?: [\w'’-]+)?)?(?:'s|'re)? (?:(?:just|always|recently|really|also|all"
        r"|still|finally) )*(?P<verb>is|are|was|were|has|have|had|turned|got|came|went|passed"
        r"|died|gave|taught|took|made|started|loves?|loved|helps?|helped|lives?|lived|works?"
        r"|worked|plays?|played|starts?|opens?|opened|likes?|liked|keeps?|go to|goes to|threw"
        r"|brings?|inspired?s?|moved|left|bought|built|won|lost|goes|wants?|encouraged?s?"
        r"|supports?|supported|visited|painted|sold|feeds?|comes|used|broke|surprised|joined"
        r"|finished|graduated|invited|introduced|sent|reads?|runs?|sings?"
        r"|grew|fell|began|burned|burnt|flooded|closed)\b",
    ),
)
# Where the subject is left out, at the beginning of a sentence: "Went to Turin on Sunday".
BARE = (
    _frame(
        "experience", rf"{_ADVERBS}(?P<verb>[a-z]+)(?![\w'’])", words.LIFE_PAST, words.PLAIN_PAST
    ),
    _frame(
        "experience",
        # "Watching films is fun" has a subject, and it is not the writer.
        rf"(?![^,;–—]{{0,120}} (?:is|are|was|were|can|will|has|helps?|makes?|that's)\b)"
        rf"(?:been |was |currently |still )?{_ADVERBS}(?P<verb>[a-z]+ing)(?![\w'’])",
        words.LIFE_GOING_ON,
        words.PLAIN_GOING_ON,
    ),
)
