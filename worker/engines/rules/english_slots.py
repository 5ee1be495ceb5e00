"""English: what a person has only one of at a time, such as a home, a work, a name, an age.

A later one replaces an earlier one, so nothing here goes by a hint: a second home, a former one,
somebody else's, "we moved to Postgres" fill no slot.
"""

import re
from dataclasses import dataclass

NAME = r"(?-i:[A-Z])[\w'’.-]*(?: (?-i:[A-Z])[\w'’.-]*){0,3}"
ADVERBS = (
    r"(?:(?:now|currently|actually|just|recently|really|only|mostly|mainly|finally|both|all) ){0,3}"
)
THING = r"[\w'’.+#/-]+(?: [\w'’.+#/-]+){0,3}?"
END = (
    r"(?=[.,;:!?)]|$| (?:for|at|on|in|to|as|with|every|because|since|when|and|but|so|now|these"
    r"|from|after|before|too|any ?more|any ?longer|all|most|instead|last|this|over|by|until"
    r"|more|a lot)\b| [-–—])"
)
# Programs, services and teams to which one moves as one does to a town.
_NO_TOWN = re.compile(
    r"(?:Linux|Windows|Mac|macOS|Android|Arch|Ubuntu|Debian|Fedora|Nix\w*|Python|Rust|Java|Kotlin"
    r"|Go|Ruby|Swift|Scala|Elixir|React|Vue|Svelte|Angular|Django|Rails|Flask|Postgres\w*|Mongo\w*"
    r"|Redis|Kafka|Docker|Kubernetes|Podman|Terraform|Azure|Google|Amazon|Apple|Microsoft|Meta"
    r"|Slack|Teams|Discord|Zoom|Notion|Obsidian|Evernote|Jira|Asana|Trello|Linear|Git\w*|Bitbucket"
    r"|Vim|Neovim|Emacs|Helix|Zed|Sublime|Cursor|Chrome|Firefox|Safari|Brave|Outlook|Gmail|Excel"
    r"|Word|Spotify|Netflix|Signal|Telegram|WhatsApp|Claude|Gemini|Copilot|Stripe|Shopify"
    r"|Marketing|Sales|Engineering|Finance|Support|Product|Design|Research|Legal|Operations|Chapter"
    r"|Step|Part|Plan|Version|Team|Group|Level|Grade|English|Spanish|French|German|Monday|Tuesday"
    r"|Wednesday|Thursday|Friday|Saturday|Sunday|God|Christ|Islam|Christianity)\b"
)
_TOWN_IN_CAPITALS = frozenset(["NYC", "LA", "DC", "SF", "UK", "US", "USA", "UAE", "NZ", "PDX"])
# For a while, or beside another: not the home, the work, the thing there is.
BESIDE = re.compile(
    r"\b(?:also|too|as well|second|another|other|both|part of the (?:year|time)"
    r"|half (?:of )?the (?:year|time|week)|sometimes|temporar\w+|for (?:now|the (?:summer"
    r"|winter|week\w*|semester|month|holidays?)|an? (?:\w+ )?(?:day|week|weekend|month"
    r"|semester)s?|\w+ (?:days|weeks|months)|work trips?)|until|during|weekends?"
    r"|in (?:the )?(?:summer|winter|spring|autumn|fall)s?\b|holidays?|vacation|visiting"
    r"|part[- ]time|side|freelanc\w+|volunteer\w*|(?<!years )old|former|previous"
    r"|ex|used to|if|unless|maybe|might|almost|dream\w*|wish)\b",
    re.IGNORECASE,
)
_LONG_AGO = re.compile(
    r"\b(?:years? ago|in (?:19|20)\d\d|back in|as an? (?:kid|child|teenager|student|baby)"
    r"|when (?:i|we)"
    r" (?:was|were)|back then|at the time|in my \w+)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Change:
    """What a finding gains: see there."""

    slot: str | None = None
    old: str | None = None
    what: str | None = None


def pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


# After a move or a switch: that it is over, or was for one place or time.
UNDONE = pattern(
    r"\b(?:if|unless|maybe|might|almost|just kidding|jk|or so i thought|back|return\w*|revert\w*"
    r"|undid|lasted|regret\w*|(?:did ?n[o']t|does ?n[o']t|never) (?:last|work|stick)|temporar\w+"
    r"|until|sometimes|for (?:now|today|this|that|one"
    r"|an? (?:\w+ )?(?:day|week|month|while|bit|moment|test|trial|project|file|talk)s?"
    r"|the (?:day|week\w*|month|moment|summer|winter|holidays?|time being))|(?:in|on|at) (?:this"
    r"|that|one|some|the (?:file|script|example|demo|draft|first|last|second))\b)"
)
_HOME = (
    pattern(rf"(?:i|we) {ADVERBS}live (?:here )?in (?P<to>{NAME})"),
    pattern(
        rf"(?:i'm|i am|we're|we are|i've been) {ADVERBS}(?:living|based"
        rf"|located) in (?P<to>{NAME})"
    ),
    pattern(
        rf"(?:i|we)(?:'ve| have)? {ADVERBS}(?:moved|relocated"
        rf"|emigrated) (?:back )?(?:from (?P<old>{NAME}) )?(?:over |up |down "
        rf"|out )?to (?P<to>{NAME})(?: from (?P<old2>{NAME}))?"
    ),
)
_WORK = (
    pattern(
        rf"(?:i {ADVERBS}work|i'm {ADVERBS}working|i am {ADVERBS}working) (?:at"
        rf"|for) (?P<what>(?:an? |the )?{THING}){END}"
    ),
    pattern(
        rf"i(?:'ve| have)? {ADVERBS}(?:started (?:a new job |work |working |my new job )(?:at"
        rf"|for|with)|got (?:a|my) (?:new )?job (?:at|with)|was hired by|got hired (?:at|by)"
        rf"|joined (?={NAME} as (?:an?|the|their)\b)) ?(?P<what>(?:an? |the )?{THING}){END}"
    ),
)
_ONLY = (
    ("trade", pattern(rf"i {ADVERBS}work as (?:an?|the) (?P<what>{THING}){END}")),
    (
        "name",
        pattern(r"my (?:full |real |first )?name(?:'s| is)(?: now)? (?P<what>(?-i:[A-Z가-힣])\w*)"),
    ),
    ("last name", pattern(r"my last name(?:'s| is)(?: now)? (?P<what>(?-i:[A-Z])\w*)")),
    (
        "nickname",
        pattern(r"(?:please |you can |just )*(?:call me|i go by) (?P<what>(?-i:[A-Z])\w*)"),
    ),
    ("age", pattern(rf"(?:i'm|i am) {ADVERBS}(?P<what>\d{{1,3}})(?: years old| now|[.,!]|$)")),
    ("age", pattern(rf"i(?:'ve)? {ADVERBS}turned (?P<what>\d{{1,3}})\b")),
    (
        "status",
        pattern(rf"(?:i'm|i am) {ADVERBS}(?P<what>married|single|divorced|engaged|widowed)\b"),
    ),
    ("status", pattern(rf"(?:i|we) {ADVERBS}got (?P<what>married|divorced|engaged)\b")),
    (
        "diet",
        pattern(
            rf"(?:i'm|i am|i went|i've gone) {ADVERBS}(?:an? )?(?P<what>vegan|vegetarian"
            rf"|pescatarian)\b"
        ),
    ),
)
_MINE = pattern(
    r"my (?P<of>(?:(?!old\b|former\b|previous\b|ex\b|first\b|second\b|other\b|late\b)[\w-]+ ){0,2}?"
    r"(?:e-?mail(?: address)?|phone(?: number)?|number|birthday|time ?zone|address|height|weight"
    r"|job title|title|position|major|home ?town|native language|mother tongue|anniversary"
    r"|nationality|pronouns|blood type|employer|salary|username|handle|shoe size|editor|laptop"
    r"|operating system|os|shell|budget|boss|manager|landlord|dentist|doctor|therapist|wedding))"
    r"(?:'s| is)(?: now)? (?:called |named |an? |the |in |on )?(?P<what>[\w@'’.+#:/-]+)"
)
# A quality of it, and nothing that it is.
_QUALITY = pattern(
    r"(?:not|so|too|very|really|still|always|just|being|going|getting|\w+ing|great|good|bad|nice"
    r"|tight|broken|slow|late|away|sick|mad|angry|kind|strict|happy|amazing|awful|out|back|here"
    r"|full|wrong|fine|ok|okay|dead|new|old|big|small|tough|mean|right|away|over|coming)\b"
)
_FAVOURITE = (
    pattern(
        r"my (?:(?:absolute|all[- ]time|new|current) )*favou?rite (?P<of>[\w-]+(?: [\w-]+){0,2}?)"
        r"(?:'s| is)(?: now)? (?!one\b|not\b|still\b|when\b|how\b)(?P<what>.+)"
    ),
    pattern(
        r"(?P<what>(?!one\b|it\b|this\b|that\b"
        r"|they\b)[\w'’-]+(?: [\w'’-]+){0,4}) is (?:now )?my (?:new "
        r"|all[- ]time )?favou?rite (?P<of>[\w-]+(?: [\w-]+)??)(?=[.,!]|$| now\b)"
    ),
)


def slot_of(spoken: str, at: int) -> Change | None:
    """The slot that a clause fills, or only what it says, when that is not the only one."""
    beside = BESIDE.search(spoken) is not None
    for home in _HOME:
        if (said := home.match(spoken, at)) and is_town(said["to"]):
            old = _of(said, "old") or _of(said, "old2")
            is_over = old is not None and UNDONE.search(spoken, said.end())
            if beside or is_over or _LONG_AGO.search(spoken):
                return Change(what=said["to"])
            return Change("home", old, said["to"].rstrip(".,"))
    for work in _WORK:
        if said := work.match(spoken, at):
            return Change(None if beside else "work", what=trimmed(said["what"]))
    for slot, only in _ONLY:
        if said := only.match(spoken, at):
            return Change(None if beside else slot, what=said["what"])
    for favourite in _FAVOURITE:
        if said := favourite.match(spoken, at):
            of = said["of"].lower()
            return None if _is_plural(of) or beside else Change(f"favourite {of}")
    said = _MINE.match(spoken, at)
    if said and not beside and not _QUALITY.match(said["what"]):
        of = re.sub(r"^(?:new|current|actual) ", "", said["of"].lower())
        return Change(f"my {of}", what=said["what"])
    return None


def is_town(name: str) -> bool:
    first = name.split()[0].rstrip(".,'’")
    if _NO_TOWN.match(name) or re.search(r"\d|[a-z][A-Z]", first):
        return False
    return not (first.isupper() and len(first) > 1) or first.replace(".", "") in _TOWN_IN_CAPITALS


def _is_plural(noun: str) -> bool:
    return noun.endswith("s") and not noun.endswith(("ss", "us", "is", "series"))


def _of(said: re.Match[str], group: str) -> str | None:
    found = said.groupdict().get(group)
    return found.rstrip(".,") if found else None


def trimmed(text: str | None) -> str | None:
    """A thing without the article before it and the signs around it."""
    if not text:
        return None
    return re.sub(r"^(?:an?|the|my|our) ", "", text.strip(" .,!?\"'"), flags=re.IGNORECASE) or None
