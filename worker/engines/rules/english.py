"""English: which sentences say something about their writer, or ask for it to be remembered.

Patterns are tried only where a clause begins, after a few words that change nothing ("well,", "I
think"). So "not", "might", "he thinks" and "uncompleted" need no rule of their own: what stands
between the beginning and the pattern makes it fail.
"""

import re
from collections.abc import Iterable, Iterator

from worker.engines.rules.english_changes import correction, with_change
from worker.engines.rules.english_events import about_errand, find_event
from worker.engines.rules.english_rules import BARE, DANGERS, REMEMBER, RULES, TAIL_MATTERS
from worker.engines.rules.english_switches import switch
from worker.engines.rules.english_words import LEAD
from worker.engines.rules.finding import Finding
from worker.records import Relevance

# Sentences are not longer than this; what is, is looked at only so far.
_LOOK = 2_000
_CLAUSES = 40

_BREAK = re.compile(
    r"[,;(—–]+ ?| [-–—]+ |\b(?:and|but|so|because|since|though|although|now that|(?:is"
    r"|was) that|plus"
    r"|then|therefore) ",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"(?:[^\w\ufffc\"'`<>]+|(?:well|hi|hey|hello|hiya|ok|okay|yes|yeah|yep|yup|no|nope|nah|oh"
    r"|ah|wow|hmm|btw|by the way|fyi|also|actually|honestly|so|and|but|plus|personally"
    r"|just so you know|for the record|in general|generally|usually|overall|note(?=:)|context"
    r"|background|ps(?=:)|about me|update|edit|correction|thanks|thank you|sorry|today|yesterday"
    r"|last (?:week|night|month|year|summer|weekend)|finally|anyway|basically|as for me|for me"
    r"|unfortunately|luckily|sadly|fortunately|happily|lately|recently|these days|nowadays"
    r"|currently|right now|now|then|i think|i guess|i believe"
    r"|i meant?(?: to say)?(?: that)?|from now on(?= (?:i|we|my|our)\b)"
    rf"|{LEAD}"
    r"|i'd say|i must say|i have to say|as i said|like i said|i told you|turns out"
    r"|(?:i should mention|you should know|just to let you know|it turns out|good news is"
    r"|the good news is)(?: that)?"
    r")(?=[ ,:.!;-]|$))",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"\b(?:if|unless|suppose|supposing|imagine|imagining|assume|assuming|pretend|pretending"
    r"|hypothetically|wish|whether|as though|what if|let's say|for example|for instance|e\.g"
    r"|such as|(?:story|poem|song|lyrics|character|narrator|essay|fiction|scenario))\b",
    re.IGNORECASE,
)
# A comma ends what these begin: "when I was ten, I moved".
_WHEN = re.compile(r"\b(?:when|whenever|once|after|before|until|till|as soon as)\b", re.IGNORECASE)
_SAYS = re.compile(
    r"\b(?:said|says|say|wrote|writes|replied|answered|texted|goes|quote|was like"
    r"|told (?:me|us|him|her|them))\W*$",
    re.IGNORECASE,
)
# What stands in for quotation marks: "The knight said: I have slain the dragon and I ...".
_SAID = re.compile(r"\b(?:said|says|say|wrote|writes|replied|asked)\b ?:", re.IGNORECASE)
_BELIEVED = re.compile(r"\bi (?:think|guess|believe|hope|suppose)\b", re.IGNORECASE)
_SUMS = re.compile(
    r"\byour?\b|\b(?:equations?|exercises?|problem sets?|homework|riddle|puzzle|questions?"
    r"|quiz|branch|conflicts)\b",
    re.IGNORECASE,
)
_TAKEN_BACK = re.compile(
    r"\b(?:or so i thought|just kidding|jk|kidding|but (?:it|that|this) (?:broke|came back|still"
    r"|does ?n[o']t|did ?n[o']t|is ?n[o']t|fails|failed|keeps)|not really|yeah right)\b",
    re.IGNORECASE,
)
_QUESTION_BEGINS = re.compile(
    r"(?:[,;:.—–(]| [-–—]| so| but| and)+ (?:what|how|which|who|where|when|why|can|could|would|will"
    r"|do|does|did|is|are|am|was|should|shall|any|anything|may)\b",
    re.IGNORECASE,
)
_INVERTED = re.compile(
    r"(?:what|how|which|who|whose|where|when|why|can|could|would|will|do|does|did|is|are|am|was"
    r"|were|should|shall|have|has)\b",
    re.IGNORECASE,
)
_ASKS_LATER = re.compile(rf"\b{_INVERTED.pattern}", re.IGNORECASE)
_ASKED_TO = re.compile(r"(?:can|could|would|will) you\b", re.IGNORECASE)
_WHOLE = re.compile(
    r"\bi meant?(?: to say)?(?: that)?,? (?:i|i'm|i've|we|we're|my|our)\b", re.IGNORECASE
)
# What makes a thing to remember critical.
DANGER = re.compile(r"\b(?:allerg(?:y|ies|ic to)|anaphyla\w*|epi-?pen)\b", re.IGNORECASE)


def find(spoken: str) -> Finding | None:
    """What a sentence says of its writer, if it says it plainly."""
    found = _find(spoken)
    righted = correction(spoken[:_LOOK])
    # "Sorry, I meant I live in Bristol" says all of it, whatever was said before.
    if righted and not (found and _WHOLE.search(spoken)):
        return righted
    if found is None:
        return None
    starts = [one for one in clauses(spoken[:_LOOK]) if not _is_not_meant(spoken, one[1], 0, "")]
    return with_change(found, spoken, starts)


def _find(spoken: str) -> Finding | None:
    length, question = len(spoken), is_question(spoken)
    spoken = spoken[:_LOOK]
    starts = list(clauses(spoken))
    if question:
        for start, at in starts:
            asked = _ASKED_TO.match(spoken, at) and REMEMBER.pattern.match(spoken, at)
            if asked and not BARE.match(spoken, at):
                return Finding(REMEMBER.category, REMEMBER.relevance, start, asked.end(), length)
        if _INVERTED.match(spoken):
            return None
        begins = _QUESTION_BEGINS.search(spoken)
        length = begins.start() if begins else _danger_ends(spoken, starts)
    end = min(length, len(spoken))
    for rule in RULES:
        for start, at in starts:
            said = rule.pattern.match(spoken, at, end) if at < end else None
            if said is None or _is_not_meant(spoken, at, end, rule.category):
                continue
            bare = rule is REMEMBER and BARE.match(spoken, at) is not None
            return Finding(rule.category, rule.relevance, start, said.end(), length, bare)
    told = [one for one in starts if one[1] < end and not _is_not_meant(spoken, one[1], end, "")]
    if not is_errand(spoken):
        for start, at in told:
            if (went := switch(spoken, at, end)) and went.is_told:
                return Finding("fact", Relevance.MEDIUM, start, went.end, length)
    return find_event(spoken, told, length)


def _danger_ends(spoken: str, starts: Iterable[tuple[int, int]]) -> int:
    """Where a danger is told of in a question whose beginning is not marked, else 0.

    "I am allergic to nuts and need to know what I can eat?" must not be lost.
    """
    for _, at in starts:
        said = DANGERS.pattern.match(spoken, at)
        if said and _ASKS_LATER.search(spoken, said.end()):
            return len(spoken)
    return 0


def is_errand(spoken: str) -> bool:
    """Whether a sentence is about a program, an order, a sum, or a trouble to be solved now."""
    return about_errand(spoken, min(len(spoken), _LOOK))


def is_question(spoken: str) -> bool:
    """Whether a sentence ends as a question."""
    return "?" in spoken.rstrip(" \"')]”’»」』\ufffc")[-3:]


def clauses(spoken: str) -> Iterator[tuple[int, int]]:
    """Where each clause begins, and where its first word that matters does."""
    starts = [0]
    for found in _BREAK.finditer(spoken):
        starts.append(found.end())
        if len(starts) == _CLAUSES:
            break
    for start in starts:
        at = start
        for _ in range(8):
            filler = _FILLER.match(spoken, at)
            if filler is None:
                break
            at = filler.end()
        yield start, at


def _is_not_meant(spoken: str, at: int, end: int, category: str) -> bool:
    before = spoken[:at]
    if _SUPPOSED.search(before) or _SAYS.search(before) or _SAID.search(before):
        return True
    done = category in TAIL_MATTERS
    since = 0 if done else before.rfind(",") + 1
    if _WHEN.search(before, since):
        return True
    if not done:
        return False
    # What was done for the conversation's sake is over with it.
    if _SUMS.search(spoken, at, end):
        return True
    return bool(_BELIEVED.search(before) or _TAKEN_BACK.search(spoken, at, end))
