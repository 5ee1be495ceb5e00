"""English words by what they say of a sentence: that it tells of a life, or that it is an errand.

Verbs are listed once, as a dictionary does, and known in the forms in which they are used. Those
of a life tell of one by themselves: nobody hikes, adopts or mourns in an errand. The plain ones do
so only beside something of a life: a person, a place, a time, a thing that people care for.
"""

import re
from collections.abc import Iterable

# A verb, its past, its participle where that is another word.
_FORMS = """
    beat beat beaten, become became become, begin began begun, break broke broken, bring brought,
    build built, buy bought, catch caught, choose chose chosen, come came come, cut cut, deal
    dealt, dive dived dove, do did done, draw drew drawn, drink drank drunk, drive drove driven,
    eat ate eaten, fall fell fallen, feed fed, feel felt, fight fought, find found, fly flew flown,
    forgive forgave forgiven, get got gotten, give gave given, go went gone, grow grew grown, hang
    hung, have had, hear heard, hide hid hidden, hit hit, hold held, hurt hurt, keep kept, knit
    knitted knit, know known, lead led, learn learned learnt, leave left, lend lent, lose lost,
    make made, meet met, quit quit, read read, ride rode ridden, run ran run, see saw seen, sell
    sold, set set, sew sewed sewn, shoot shot, sing sang sung, sleep slept, speak spoke spoken,
    spend spent, swim swam swum, take took taken, teach taught, tear tore torn, throw threw thrown,
    wake woke woken, wear wore worn, weave wove woven, win won, write wrote written
"""
_IRREGULAR = {verb: forms for verb, *forms in map(str.split, _FORMS.split(","))}
# Their last letter is written twice before -ed and -ing.
_DOUBLED = frozenset(
    re.findall(
        r"\w+",
        "begin chat cut drop enrol get hug jog knit nap pet plan quit run set ship slip snap stop"
        " swim trip win wrap",
    )
)


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_OF_A_LIFE = _words("""
    adopt audition babysit backpack bake befriend bike breastfeed camp canoe celebrate climb coach
    commute compete crochet cuddle cycle dance date dine divorce donate emigrate enrol enroll
    exercise fast fish foster fundraise garden graduate grieve hike honeymoon host immigrate
    inherit jog juggle kayak knit marry meditate mentor miscarry mourn nap paint party perform
    picnic plant pray quilt reconnect redecorate rehearse relocate renovate rescue retire reunite
    sail sculpt sew sing skate sketch ski skydive snorkel sprain stargaze stroll surf swim travel
    tutor vacation visit volunteer wander welcome wrestle
""")
_PLAIN = _words("""
    accept achieve apologise apologize apply argue arrange arrive attend baptise baptize battle
    beat become begin borrow break bring build burn buy call carry carve catch chat cheer choose
    collaborate collect come compose connect contribute convince cook create cross cry cut date
    deal decorate design develop direct discover do draw dread dream drink drive drop dye earn eat
    elope encounter end enjoy enlist expect experience explore face fail fall fear feed feel fight
    film find finish fly forgive form gather get give go grab grow hang harvest have hear help hide
    hit hold hug hurt improve injure interview introduce invent invite join jump keep kiss knock
    laugh launch lead learn leave lend lift light listen lose love make manage march meet miss move
    mow name nurse offer open order organise organize overcome participate pass pet photograph pick
    plan play post practice practise pray prepare present produce propose protest publish pursue
    push quit raise reach read realise realize receive record recover rehome relax remodel rent
    repaint repair research resign rest restore revise ride roast run save score scream see sell
    serve set share shave shoot show sign sit sleep slip smoke snap speak spend start stay stitch
    stop struggle study stumble support surprise survive sweat switch tackle take talk taste teach
    tear tend throw tidy tour trade train transfer treat trip try turn vote wake walk wash watch
    water wear weave weed win witness work wrap write yell
""")


def _ending(verb: str, ending: str) -> str:
    if verb in _DOUBLED:
        return verb + verb[-1] + ending
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        return verb[:-1] + ending
    if ending == "ed" and verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ied"
    return verb + ending


def _past(verbs: Iterable[str]) -> frozenset[str]:
    return frozenset(
        form for verb in verbs for form in _IRREGULAR.get(verb) or [_ending(verb, "ed")]
    )


def _going_on(verbs: Iterable[str]) -> frozenset[str]:
    return frozenset(_ending(verb, "ing") for verb in verbs)


LIFE_PAST, PLAIN_PAST = _past(_OF_A_LIFE), _past(_PLAIN)
LIFE_GOING_ON, PLAIN_GOING_ON = _going_on(_OF_A_LIFE), _going_on(_PLAIN)
LIFE, PLAIN = frozenset(_OF_A_LIFE), frozenset(_PLAIN)
# What befalls somebody, as in "I was hired".
BEFELL = frozenset(
    _words(
        "admitted awarded born diagnosed divorced drafted elected engaged fired hired married"
        " nominated promoted robbed injured"
    )
)
# In these forms a sentence without a subject may be a command.
ALSO_COMMANDS = frozenset(_words("read put set cut hit let beat run come become hurt quit knit"))

RELATIVE = (
    r"(?:wife|husband|partner|fiancee?|fiancée?|girlfriend|boyfriend|spouse|ex|mom|mum|mother"
    r"|mama|dad|father|parents?|sons?|daughters?|kids?|child|children|bab(?:y|ies)|twins?"
    r"|brothers?|sisters?|siblings?|cousins?|uncles?|aunts?|nieces?|nephews?|grand(?:ma|pa"
    r"|mother|father|parents?|son|daughter|kids)|in-laws|step(?:sons?|daughters?|mother|father"
    r"|mom|mum|dad|brother|sister)|family|dogs?|cats?|pupp(?:y|ies)|kittens?|pets?|rabbit"
    r"|hamster|guinea pig|parrot|turtles?|horse|best friend|friends?|roommates?|flatmates?"
    r"|neighbou?rs?|boss|manager|co-?workers?|colleagues?|co-?founder|mentor|coach|therapist"
    r"|doctor|team ?mates?|classmates?|godson|goddaughter)"
)
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_MONTH = (
    r"(?-i:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)"
)
_SEASON = r"(?:spring|summer|fall|autumn|winter)"
_SPAN = r"(?:day|night|week|weekend|month|year|semester|decade)s?"
_COUNT = (
    r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a few|a couple of"
    r"|several|many|\d+)"
)
# When: of these one may ask later when it was, unlike "just now" and "today".
TIME = re.compile(
    rf"\b(?:yesterday|tomorrow|(?:last|next|this(?: past| coming)?|past|every|each|the other"
    rf"|during the|over the|all|on|by) (?:{_SPAN}|{_SEASON}|{_DAY}|morning|evening|holidays?"
    rf"|break|pandemic|lockdown)|{_COUNT} {_SPAN}(?: ago| straight| now)?"
    rf"|in (?:the {_SEASON}|{_SEASON}|{_MONTH}|(?:19|20)\d\d)|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? "
    rf"{_MONTH}|{_MONTH} \d{{1,2}}|(?:since|until|before|after|from) (?:{_MONTH}|(?:19|20)\d\d"
    rf"|i was|childhood|college|school)|(?:once|twice|(?:three|four|five) times) (?:a|in|this)"
    rf"|(?:at|for|over|around|before|after) (?:christmas|easter|thanksgiving|new year|halloween"
    rf"|lunch|dinner|work|school)|(?:as|when i was) a (?:child|kid|teenager|student)|growing up"
    rf"|at the age of|for (?:years|ages|months|weeks)|first time|(?:on )?{_DAY}"
    rf"|at (?:the )?weekends?)\b",
    re.IGNORECASE,
)
TO_COME = re.compile(
    rf"\b(?:tomorrow|tonight|(?:next|this(?: coming)?|coming|over the|on|by|until) (?:{_SPAN}"
    rf"|{_SEASON}|{_DAY}|holidays?|break)|in (?:the {_SEASON}|{_SEASON}|{_MONTH}|20\d\d"
    rf"|{_COUNT} {_SPAN})|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}|{_MONTH} \d{{1,2}}|(?:at"
    rf"|for|over|by|before|after)"
    r" (?:christmas|easter|thanksgiving|new year|halloween))\b",
    re.IGNORECASE,
)
# A capital after "in" or "with" is a place or somebody, unless it is a thing of the trade.
_NOT_A_PLACE = (
    r"(?:I|I'm|Python|Java|JavaScript|TypeScript|Excel|Word|Google|GitHub|GitLab|Git|Docker|Linux"
    r"|Windows|Mac|macOS|Ubuntu|Postgres\w*|SQL|MySQL|React|Node|Rust|Go|Ruby|Kotlin|Swift|C|R|API"
    r"|JSON|CSV|PDF|HTML|CSS|HTTP|URL|USB|AWS|Azure|Chrome|Firefox|Safari|VS|Visual|Slack|Zoom"
    r"|Notion|Jira|Word|PowerPoint|Photoshop|Kubernetes|Terraform|Chapter|Section|Figure|Table"
    r"|Step|Part|Question|Exercise|English|German|French|Spanish|Korean|Monday|Tuesday|Wednesday"
    r"|Thursday|Friday|Saturday|Sunday|ChatGPT|Claude|Gemini|Siri|Alexa|Step|Option|Version)"
)
PLACE = re.compile(
    rf"(?i:\b(?:in|at|to|from|near|around|through|across|over|outside|with|and|visit(?:ed|ing)?"
    rf"|named|called|meet|met) (?:the )?)(?!{_NOT_A_PLACE}\b)[A-Z][\w'’-]+"
    r"|\b[A-Z]\w+ (?:Street|Road|Avenue|Lake|River|Beach|Island|Park|Mountains?|Valley|Bay)\b"
)
PEOPLE = re.compile(
    rf"\b(?:(?:my|our|his|her|their|an?|two|three|some|the|old|best|few) (?:[\w'-]+ )?"
    rf"{RELATIVE}|friends?|{RELATIVE} (?:and i|(?-i:[A-Z])\w+)|(?-i:[A-Z])\w+ and i|loved ones"
    r"|strangers?|veterans?|homeless|refugees?|elderly|students?|teachers?|kids|children)\b",
    re.IGNORECASE,
)

# When or where it was, before it is said what.
LEAD = (
    rf"(?:(?:last|next|this|that|one|every|each|earlier this|later that) (?:{_SPAN}|{_SEASON}"
    rf"|{_DAY}|morning|afternoon|evening|holiday season|{_MONTH})|{_COUNT} {_SPAN} (?:ago"
    rf"|later)|(?:on|in|over|during|since|by|at|for) (?:the |our |my |this "
    rf"|last )?(?:[\w'-]+ ){{0,2}}?(?:{_SPAN}|{_SEASON}|{_DAY}|{_MONTH}|(?:19|20)\d\d|holidays?"
    rf"|pandemic|lockdown|break|past|beginning|college|school|childhood|free time|spare time"
    rf"|christmas|easter|thanksgiving|trip|vacation)"
    r"|growing up|as a (?:kid|child|teenager|student)|once|back then|the other day|the other night"
    r"|after work|at work|at school|at home|of course|to relax|at first"
    r"|in the end|first|earlier|later|meanwhile|other than that)"
)
