"""The English patterns, most telling first: the first that matches names the sentence."""

import re

from worker.engines.rules.english_words import RELATIVE
from worker.engines.rules.finding import Rule
from worker.records import Relevance

# Categories whose sentences tell of something finished, which one later word can take back.
TAIL_MATTERS = frozenset(["completion", "resolution"])

_ADVERBS = (
    r"(?:(?:really|just|also|always|usually|generally|typically|personally|strongly|much|still"
    r"|now|actually|definitely|absolutely|currently|recently|already|finally|normally|mostly|do"
    r"|all|both|only|mainly|often|totally|truly|simply|successfully|officially|too|so|very|even"
    r"|especially|particularly|honestly|at last|kind of|sort of) ){0,3}"
)
_AM = rf"i(?:'m| am|m) {_ADVERBS}"
_DID = rf"(?:i|we|my team|our team)(?:'ve| have)? {_ADVERBS}"
_DO = rf"(?:i|we) {_ADVERBS}"
# What points at the conversation, not at a thing that will still be known later.
_HERE = (
    r"(?!(?:option [a-z\d]|version \d|it|that|this|those|these|them|you|your|yours|him|her|how"
    r"|what|which|whichever|when|where|who|why|one|ones|something|anything|everything"
    r"|the following|the (?:way|idea|sound|look|fact|vibe|thought|colou?rs?|texture|details?)"
    r"|the (?:first|second|third|last|new|old|other|short|long|previous|next|former|latter"
    r"|original|current)\w* (?:one|version|option|draft|idea|answer|example|sentence|title|line"
    r"|design)|to (?:hear|see|know|think|say|answer)|not to (?:say|answer|talk|tell|go into"
    r"|share|discuss|disclose)|(?:hearing|seeing) (?:that|this|about|your))\b)"
)
_OVER = (
    r"(?= ?(?:$|[.,;!:)(—–-]|\b(?:and|but|so|now|today|yesterday|tonight|at last|already|on"
    r"|in (?:prod|production|staging|main|v?\d)|to (?:prod|production|staging)|as of|since|this"
    r"|last|too|thanks|thank|finally|successfully|properly|again|for good|for now|with|after)\b))"
)
_THING = r"(?:the|this|that|my|our|all(?: the)?|both) (?:[\w./#+-]+ ){0,5}?[\w./#+-]+"
_IS = r"(?:'s| is| are| was| were| has been| have been| got)(?: (?:now|finally|all|already|fully))*"

_MINE = (
    r"(?:e-?mail|phone|number|birthday|time ?zone|zone|age|height|weight|job|role|title|position"
    r"|profession|major|hometown|home town|address|native language|mother tongue|first language"
    r"|anniversary|nationality|religion|pronouns|blood type|diet|landlord|dentist|employer"
    r"|salary|username|handle|gate code|license plate|shoe size|school|university|college)"
)
_THINGS = (
    r"(?:stack|tech stack|setup|editor|operating system|os|laptop|budget|hobby|hobbies"
    r"|website|car|house|home|apartment|degree|background|specialty|deadline|company|project|repo"
    r"|app|database|startup|business|store|shop|studio|wedding|flight|team|phone)"
)
# How a thing is just now, which is a complaint and no fact of a life.
_JUST_NOW = (
    r"(?! (?:\w+(?:ing|ed)|not|it|that|this|so|too|very|really|still|already|just|down|up|off|out"
    r"|back|broken|slow|late|dead|full|stuck|black|gone|ready|done|here|there|wrong|missing|empty"
    r"|fine|ok|okay|great|good|bad|a mess|on fire|messy|dirty|weird|hot|cold)\b)"
)
_NOT_A_TRADE = (
    r"(?!(?:bit|little|lot|tad|mess|fool|idiot|moron|big|huge|fan|sucker|believer|few|"
    r"couple|hundred|million|while|ways|step|minute|day|wreck|loss|firm|great|total|complete|ok"
    r"|user|human|person)\b)"
)
_CONDITION = (
    r"(?:(?:type [12] |a |an |severe |chronic |mild )*(?:diabetes|asthma|celiac|coeliac|epilepsy"
    r"|high blood pressure|hypertension|arthritis|adhd|autism|dyslexia|migraines?|cancer|crohn's"
    r"|eczema|heart (?:condition|disease|murmur)|pacemaker|lupus|hiv|anemia|insomnia"
    r"|depression|anxiety disorder|bipolar disorder|ptsd|ocd|lactose intolerance"
    r"|gluten intolerance|multiple sclerosis|parkinson's|hemophilia))"
)
_JOKE = (
    r"(?!(?:work|mondays?|mornings?|meetings?|people|commitment|stupidity|bullshit|bs|drama"
    r"|exercise|fun|losing|boredom)\b)"
)


def _rule(category: str, relevance: Relevance, *patterns: str) -> Rule:
    return Rule(category, relevance, re.compile("|".join(patterns), re.IGNORECASE))


# Between people, "and remember that ..." gives comfort and asks for nothing.
_ASK = r"(?:(?<!and )|(?=please))(?:(?:can|could|would|will) you )?"
_ASK += r"(?:please |kindly |pls |plz )?(?:also |always )?"
_KEEP = (
    r"(?:remember|memori[sz]e|keep in mind|bear in mind|note down|jot down|make a note|take note)"
)
_PAST_TALK = (
    r"(?!(?:that )?(?:(?:i|we|you|he|she|they) (?:\w+ )?(?:told|said|mentioned|talked|asked|went"
    r"|saw|met)|(?:we|you|he|she|they) (?:\w+ )?(?:were|was|had|used|did))\b|(?:that|the) (?:time"
    r"|day|night|one|guy|girl|moment|summer|trip|show|song|movie|old|good)\b)"
)
_STANDING = (
    r"(?:use|answer|reply|respond|write|call me|speak|include|add|put|format|suggest"
    r"|explain|commit|push|avoid|address|assume|recommend|cite|translate)\b"
)

REMEMBER = _rule(
    "remember",
    Relevance.HIGH,
    rf"{_ASK}{_KEEP}(?: that|:| -|,? (?=(?:my|i|i'm|we|our|this)\b))(?! of\b) ?{_PAST_TALK}\S?",
    rf"{_ASK}{_KEEP} (?:to {_STANDING}|to (?:always|never|not)\b|the following\b|these\b|it[.!]?$)",
    rf"{_ASK}{_KEEP}[.!]*$",
    rf"please (?:do )?(?:also |always )?{_KEEP} (?!when\b){_PAST_TALK}\w",
    r"(?:please )?(?:don't|do not) (?:you )?(?:ever )?forget(?: that|:|,? (?=(?:my|i|i'm|we|our"
    rf"|this)\b)) ?{_PAST_TALK}\S",
    r"for future reference\b.{0,3}\w",
    r"(?:please )?note that (?:i|i'm|we|my|our)\b",
    r"note to self\b.{0,3}\w",
)

# "Please remember this." and the like: what to remember stands in another sentence.
BARE = re.compile(
    rf"{_ASK}{_KEEP}(?: (?:this|that|it|these|the following|all this|all that)(?: \w+)?)?"
    rf"(?: for (?:me|later|next time|the future))?(?: please)?,?[.!: \ufffc]*$"
    r"|(?:please )?(?:don't|do not) forget (?:this|that|it|these)[.!: ]*$",
    re.IGNORECASE,
)

DANGERS = _rule(
    "fact",
    Relevance.CRITICAL,
    rf"{_AM}(?:(?:severely|deathly|highly|badly|extremely|mildly) )?allergic to {_JOKE}\w",
    rf"{_DO}have (?:a |an |some |several )?(?:[\w-]{{1,30}} ){{0,4}}allerg(?:y|ies)\b",
    rf"my (?:[\w-]{{1,30}} ){{0,3}}(?:is|are) {_ADVERBS}(?:[\w-]{{1,30}}ly )?allergic to {_JOKE}\w",
    r"my (?:(?:food|drug|medicine) )?allergies (?:are|include)\b",
    rf"(?:i|(?:my|our) {RELATIVE}(?: (?-i:[A-Z])\w{{1,20}})?)"
    rf"(?: {_ADVERBS}(?:have|has)(?: got)?|['’](?:ve|s) got) {_CONDITION}\b",
    rf"(?:my|our) {RELATIVE}(?: (?-i:[A-Z])\w{{1,20}})?(?: has| have|['’]s)(?: got)?"
    r" (?:a |an |some )?(?:[\w-]{1,30} ){0,3}allerg(?:y|ies)\b",
    rf"(?:both|all)(?: of)? (?:my|our) {RELATIVE} are {_ADVERBS}allergic to {_JOKE}\w",
    rf"(?:{_AM}|my {RELATIVE} is )(?:(?:a |an )?(?:diabetic|asthmatic|epileptic|celiac"
    r"|coeliac|hemophiliac)\b|lactose[- ]intolerant|gluten[- ]intolerant"
    r"|immunocompromised|on blood thinners)",
    rf"{_DO}(?:had to )?(?:have|carry|carried|need|needed|use|used) (?:an?|my) epi-?pens?\b",
    rf"{_AM}pregnant\b|{_DID}(?:got|gotten|became) allergic\b",
    rf"i (?:was|have been|'ve been|got) {_ADVERBS}diagnosed with \w",
    rf"{_DO}take (?:insulin|warfarin|lithium|metformin|blood thinners|beta blockers)\b",
)

RULES = (
    REMEMBER,
    DANGERS,
    _rule(
        "preference",
        Relevance.MEDIUM,
        rf"{_DO}prefer(?:red)? {_HERE}\S",
        rf"(?:i'd|we'd|i would|we would) {_ADVERBS}prefer {_HERE}(?!if\b|an? |that you\b)\S",
        rf"(?:i'd|we'd|i would|we would) {_ADVERBS}rather (?:not )?{_HERE}"
        r"(?!(?:not )?(?:say|answer|talk|tell|discuss|share|die)\b|\w+ you\b)\w",
        r"(?:my|our) (?:\w+ )?preference (?:is|would be)\b",
        r"my preferred (?:[\w-]{1,30} ){1,4}(?:is|are)\b",
        r"(?:one of )?my (?:(?:absolute|all[- ]time|new|current) )*favou?rites? .{1,60}?\b(?:is"
        r"|are|"
        r"was|has to be|would be)\b",
        r"(?!(?:it|that|this|these|those|they)\b)(?:[\w'-]+ ){0,5}[\w'-]+?(?: is| are"
        r"|'s) (?:one of |still |also |definitely )*my (?:(?:absolute|all[- ]time"
        r"|new) )*(?:favou?rites?|faves?"
        r"|go-to)\b",
        rf"i (?:can't|cannot) (?:have|eat|drink|tolerate) {_HERE}\w",
        rf"{_DO}(?:like|love|enjoy|adore|hate|dislike|detest|loathe) {_HERE}\w",
        rf"i {_ADVERBS}(?:can't stand|cannot stand|can't bear|(?:don't|do not) {_ADVERBS}(?:like"
        rf"|enjoy|eat|drink|use)) {_HERE}\w",
        rf"{_AM}(?:not )?{_ADVERBS}(?:(?:a (?:\w+ )?fan of|fond of|into|keen on|crazy about"
        rf"|passionate about) {_HERE}\w|(?:a )?(?:vegan|vegetarian|pescatarian)\b)",
        r"i(?:'ve| have)? (?:went|gone|been) (?:vegan|vegetarian|pescatarian)\b",
        r"(?:please )?from now on,? (?:please )?(?:(?:always|never|don't|do not"
        rf"|only) )?{_STANDING}",
        # Not the end of "we keep going and never give up".
        rf"(?<!and )(?<!but )(?:please )?(?:always|never) {_STANDING}",
    ),
    _rule(
        "decision",
        Relevance.HIGH,
        rf"(?:{_DID}|it's been )(?:decided|agreed|opted|chosen|chose)(?: not)? (?:to|on|that"
        r"|against"
        rf"|for|upon) {_HERE}\w",
        rf"{_DID}settled on {_HERE}\w",
        r"let's (?:go|stick) with (?!(?:it|that|this|those|these|the (?:first|second|third"
        r"|last))\b)\w",
        r"(?:we|i)(?:'re| are|'m| am|'ll| will) (?:going|go|sticking|stick) with (?!(?:it|that|this"
        r"|you|him|her|them|my|a|some|the (?:first|second|third|last|other))\b)\w",
        r"(?:the|our|my) (?:final )?decision (?:is|was)\b",
    ),
    _rule(
        "resolution",
        Relevance.MEDIUM,
        rf"{_DID}(?:fixed|resolved|solved|patched|sorted out|figured out|worked around"
        r"|debugged)(?!-) (?!(?:nothing|none|neither|how|what|why|that|income|costs?|prices?"
        r"|rates?|width|size"
        r"|schedules?|assets?|terms?)\b)\w",
        rf"{_THING}{_IS} (?:fixed|resolved|solved|sorted|patched)(?!-)(?! by\b){_OVER}",
    ),
    _rule(
        "resolution",
        Relevance.LOW,
        rf"(?:it|that|this|everything)(?:'s| is| has been| got)(?: (?:now|finally|all|already))* "
        rf"(?:fixed|resolved|solved|patched)(?!-)(?! by\b){_OVER}",
        r"(?:all |finally |now )?(?:fixed|resolved|solved|problem solved|issue (?:fixed|resolved))"
        r"(?: (?:it|now|thanks|that|the [\w-]{1,30}(?: [\w-]{1,30})?))?[.!,]*(?: thanks[.!]*"
        r"| thank you[.!]*)?$",
    ),
    _rule(
        "completion",
        Relevance.MEDIUM,
        rf"{_DID}(?:finished|completed|shipped|deployed|released|merged|launched|published"
        r"|submitted|delivered|migrated|finali[sz]ed|wrapped up|rolled out)(?!-) "
        r"(?!(?:nothing|none|neither|zero|yet|a few|some|it|that|this|first|second|third"
        r"|last)\b)\w",
        rf"{_AM}(?:done|finished) (?:with|writing|reading|building|migrating"
        rf"|implementing) {_HERE}\w",
        rf"{_THING}{_IS} (?:done|finished|complete|completed|shipped|deployed|live|merged|released"
        rf"|launched)(?!-){_OVER}",
    ),
    _rule(
        "completion",
        Relevance.LOW,
        r"(?:just |finally |now )?(?:shipped|deployed|merged|released|finished|completed|launched)"
        r"(?: (?:it|to \w+|the [\w-]{1,30}(?: [\w-]{1,30})?|v?\d[\w.]*|(?:in|on) \w+))?(?: (?:now"
        r"|today|yesterday|just now))?[.!]*$",
    ),
    _rule(
        "fact",
        Relevance.HIGH,
        r"my (?:full |first |last |real |legal |middle |nick|user)?name(?:'s| is) (?!not\b)\S",
        rf"{_AM}called \w|i go by (?!(?:the|car|bus|train|foot|bike)\b)\w",
        r"(?:please |you can |just )*call me (?-i:[A-Z가-힣])(?!\w* (?:when|if|at)\b)",
        r"i(?:'m| am) (?-i:(?!OK|Ok|So|In|Not|Sorry|Done)[A-Z][a-z]+)(?=[.,!]|$| from\b| and\b)",
        rf"{_DO}(?:live|lived|reside) (?:in|at|near|with|on|outside|alone|abroad)\b(?! (?:fear|hope"
        r"|denial|the (?:moment|present|now|past)|edge)\b)",
        rf"{_AM}(?:(?:living|based|located|staying|born|raised) (?:in|at|with|near)"
        r"|(?:originally )?from)\b",
        rf"{_DID}(?:moved|relocated|emigrated|immigrated) (?:to|from|back|into|out|here|in|away"
        r"|house|abroad)\b(?! (?:on|the (?:next|file|cursor|button))\b)",
        r"i (?:grew up|was born|was raised) (?:in|on|at|with|near)\b",
        r"i've (?:always )?lived (?:in|at|near|with|here)\b",
        rf"{_DO}work (?:at|for|in|as|with|on|from|remotely|part[- ]time|full[- ]time|nights?)\b"
        r"(?! (?:it|this|that|them)\b)",
        rf"{_DO}(?:run|own) (?:an?|the|my own) (?:[\w-]{{1,30}} ){{0,2}}?(?:company|business"
        rf"|shop|store"
        r"|studio|bakery|restaurant|cafe|café|bar|gym|salon|farm|agency|practice|clinic|startup)\b",
        rf"(?:{_AM}|i've been )an? {_NOT_A_TRADE}[\w-]{{1,30}}",
        rf"{_AM}the (?:[\w-]{{1,30}} )?(?:lead|head|cto|ceo|cfo|coo|owner|author|maintainer"
        r"|founder|manager|director|chair|oldest|youngest|eldest|only child)\b",
        rf"i(?:'ve)? {_ADVERBS}turned \d{{1,3}}\b",
        rf"{_AM}(?:\d{{1,3}}(?: years old| now|[.,!]|$)|married|single\b|divorced|engaged\b|retired"
        r"|widowed|unemployed|self-employed|bilingual|left-handed|colou?r-?blind|deaf|blind\b)",
        rf"{_AM}working (?:at|for|as|in) {_HERE}\w",
        r"(?:i|we)(?:'ve| have|'ve got| have got) (?:a|an|one|two|three|four|five|six|\d+|my own"
        rf"|no) (?:[\w-]{{1,30}} ){{0,2}}?{RELATIVE}\b",
        # Who somebody is to the writer: by name, by trade, or where they live.
        rf"(?:my|our) (?:[\w-]{{1,30}} ){{0,2}}?{RELATIVE}(?: is| are| was|'s name is"
        rf"|'s)?,? (?:named|called"
        r"|(?-i:[A-Z])\w{0,30})",
        rf"(?:my|our) (?:[\w-]{{1,30}} ){{0,2}}?{RELATIVE} (?:(?:is"
        rf"|was) (?:an? {_NOT_A_TRADE}\w|from\b)"
        r"|(?:lives?|lived|works?|worked|studies) (?:in|at|as|for|near|with|on|abroad)\b"
        r"|passed away"
        r"|died)",
        rf"(?-i:[A-Z])\w{{1,30}},? (?:is )?(?:my|our) (?:[\w-]{{1,30}} ){{0,2}}?{RELATIVE}\b",
        rf"(?:my|our) (?:[\w-]{{1,30}} ){{0,2}}?{_MINE}(?:'s| is| are){_JUST_NOW} \S",
    ),
    _rule(
        "fact",
        Relevance.MEDIUM,
        rf"{_AM}(?:studying|majoring in|training (?:to be|as)|learning (?!with|from|a (?:lot"
        rf"|ton)|so much"
        rf"|more|tons|things|how to cope|to cope)|saving (?:up )?(?:for|to)) ?{_HERE}\w",
        rf"{_DO}(?:study|teach|own|manage|maintain|coach|volunteer|speak|play|drive) {_HERE}\w",
        rf"{_DO}(?:use|run on|develop|host|build with|rely on) (?!to\b|the following\b"
        rf"|.{{0,60}} (?:in|on|for)"
        rf" this\b){_HERE}\w",
        rf"(?:my|our) (?:[\w-]{{1,30}} ){{0,2}}?{RELATIVE}(?:'s (?:[\w-]{{1,30}} )?[\w-]{{1,30}})? "
        r"(?:likes?|loves?|hates?|has an?|have an?|turned|turns|moved|goes to|plays?|taught|gave)\b"
        r"(?! (?:not|it|them|that|this|you|your)\b)",
        rf"(?:my|our) (?:[\w-]{{1,30}} ){{0,2}}?{_THINGS}(?:(?:'s| is| are){_JUST_NOW}| uses?"
        rf"| runs) \S",
        r"our (?:[\w-]{1,30} ){1,3}?(?:uses?|runs? on|(?:is|are) (?:written in|hosted on|built"
        r" (?:with|on)|called)) (?!not\b)\w",
        rf"{_DID}(?:got|gotten) (?:married|engaged|divorced|promoted|hired|fired|laid off)\b",
        rf"{_DID}(?:switched|(?:changed|replaced|swapped|traded) (?:my|our) [\w-]+) (?:to|from"
        rf"|with|for) {_HERE}\w",
        rf"{_DID}started (?:school|college|university|learning|studying|volunteering|training"
        r"|teaching|painting|dating|practi[cs]ing)\b",
        rf"i was an? {_NOT_A_TRADE}[\w-]{{1,30}}(?: [\w-]{{1,30}}){{0,2}}? (?:for \w+ years"
        rf"|until|before"
        r" i|in my)\b",
        r"i used to (?:live|work|be|play|have|own|study|teach|smoke|drink|go|use)\b",
        r"(?:i|we) (?:no longer|stopped|gave up|quit) (?:work|live|use|eat|drink|smoke|drive|have"
        r"|play|living|using|eating|drinking|smoking|driving|playing|working)(?:ing)?\b",
        r"(?:i|we) (?:don't|do not) (?:work|live|use|eat|drink|smoke|drive|have|play) .{1,80}\bany"
        r" ?(?:more|longer)\b",
        r"(?:i'm|i am|we're|we are) (?:no longer (?:using|driving|playing|drinking|eating|smoking"
        r"|learning|studying|dating|working)\b|not (?:using|driving|playing|drinking|eating"
        r"|smoking) .{1,80}\bany ?(?:more|longer)\b)",
        r"i(?:'ve| have) left (?-i:[A-Z])[\w&'’-]*(?: (?-i:[A-Z])[\w&'’-]*)?(?=[.,!]|$| (?:after"
        r"|for|since|because|last|in)\b)",
        r"i (?:quit|left|lost) my (?:\w+ )?job\b",
    ),
)
