"""English: what a sentence says is no longer so, and what it puts right."""

import re
from dataclasses import replace

from worker.engines.rules.english_slots import (
    ADVERBS,
    BESIDE,
    END,
    NAME,
    THING,
    Change,
    pattern,
    slot_of,
    trimmed,
)
from worker.engines.rules.english_switches import switch
from worker.engines.rules.finding import CORRECTION, Finding
from worker.records import Relevance

_QUIT = pattern(
    rf"i(?:'ve| have)? {ADVERBS}(?:(?:quit|left|lost|resigned from) (?:my |the )(?:old )?job"
    rf"|got (?:fired"
    r"|laid off)|was (?:fired|laid off|let go)|resigned)(?: (?:at|from|with|by) (?P<old>(?:the "
    r"|an? )?"
    rf"{THING}))?{END}"
)
_HOLDS = (
    pattern(
        rf"(?:i|we) {ADVERBS}(?:(?:still|always|usually|do|also) )*(?:use|prefer|like|love"
        rf"|enjoy|drive|play|drink|eat|adore|smoke|ride|wear|study|run|have|own) (?:an? |the "
        rf"|my |our )?(?P<what>{THING}){END}"
    ),
    pattern(
        rf"(?:i'm|i am) {ADVERBS}(?:(?:a big fan of|into|learning|studying|using|dating|seeing"
        rf"|driving)) (?:an? |the )?(?P<what>{THING}){END}"
    ),
)
_OLD = (
    pattern(
        r"(?:i|we) (?:no longer|don't|do not) (?:really )?(?:use|drive|play|drink|eat|smoke"
        r"|like|love|own|have|wear|ride|study) "
        rf"(?:an? |the |my |our )?(?P<old>{THING})(?: (?:any ?more|any ?longer))(?=[.,!]|$| )"
    ),
    pattern(
        rf"(?:i|we) no longer (?:use|drive|play|drink|eat|smoke|like|love|own|have|wear|ride"
        rf"|study|work (?:at|for)) (?:an? |the |my |our )?(?P<old>{THING}){END}"
    ),
    pattern(
        rf"(?:i|we)(?:'ve| have)? {ADVERBS}(?:stopped|quit|gave up|given up) (?:(?:using"
        rf"|driving|playing|drinking|eating|smoking|liking|wearing|riding|studying|learning"
        rf"|working (?:at|for)) )?(?:an? |the |my |our )?(?P<old>{THING}){END}"
    ),
    pattern(
        rf"i used to (?:use|drive|play|drink|eat|smoke|like|love|prefer|own|work (?:at|for)"
        rf"|live in) (?:an? |the )?(?P<old>{THING}){END}(?=.*\b(?:now|these days"
        rf"|not any ?more|but (?:i(?:'ve)? )?(?:switched|moved|changed)(?! back))\b)"
    ),
    pattern(
        rf"(?:i|we) (?:don't|do not|no longer) live in (?P<old>{NAME})(?: any ?(?:more|longer)"
        rf"|$|[.,!])"
    ),
    pattern(rf"i (?:don't|do not) work (?:at|for) (?P<old>{THING}) any ?(?:more|longer)\b"),
    pattern(
        rf"(?:i'm|i am|we're|we are) (?:no longer (?:using|driving|playing|drinking|eating|smoking"
        rf"|learning|studying|dating|working (?:at|for)) (?:an? |the |my |our )?(?P<old>{THING})"
        rf"{END}|not (?:using|driving|playing|drinking|eating|smoking) (?:an? |the |my |our )?"
        rf"(?P<old2>{THING}) any ?(?:more|longer)\b)"
    ),
    pattern(
        rf"i(?:'ve| have) left (?P<old>{NAME})(?=[.,!]|$| (?:after|for|since|because|last|in)\b)"
    ),
    pattern(rf"i(?:'ve| have)? (?:just )?broke(?:n)? up with (?P<old>(?:my )?{THING}){END}"),
)
_RIGHT = pattern(
    r"(?:(?:no|nope|sorry|oops|wait|actually|ah|oh|hmm|correction|my bad|typo"
    r"|edit)\b[,.:!… -]*)*(?:i meant?(?: to say)?|it's|it is|that's|make (?:that|it)|(?:it "
    r"|that )?should (?:be|say|have been)|it was|to be precise|rather"
    r"|\*) ?(?P<new>[^.!?]{1,60}?)(?:,? (?:and )?not (?P<old>[^.,!?]{1,40}))?[.! ]*$"
)
_RIGHTING = pattern(
    r"(?:(?:no|sorry|oops|wait|my bad|actually|correction|typo|edit)\b|i meant?\b|make (?:that"
    r"|it)\b|\*)"
)
_PLAIN_RIGHT = pattern(
    r"(?:correction|sorry|oops|typo)[,:]? (?P<new>(?!(?:i|we|my|you|it|for|about|to|that|this"
    r"|but|if|the)\b)[^.!?, ]{1,30}(?: [^.!?, ]{1,30}){0,3}?)(?:,? not"
    r" (?P<old>[^.,!?]{1,40}))?[.! ]*$"
)


_AND = pattern(r" (?:and|or)\b|, (?!but|so|because)")
_NAMED = re.compile(r"\d|(?<![.!?] )[A-Z]\w|day\b")


def correction(spoken: str) -> Finding | None:
    """That a sentence is nothing but another's correction: "Sorry, I meant Thursday"."""
    if not _RIGHTING.match(spoken):
        return None
    said = _RIGHT.match(spoken) or _PLAIN_RIGHT.match(spoken)
    if said is None:
        return None
    old = trimmed(said["old"])
    # "Actually it's fine" puts nothing right: something is named, or said not to be.
    if not old and not _NAMED.search(said["new"]):
        return None
    return Finding(CORRECTION, Relevance.LOW, 0, said.end(), len(spoken), old=old)


def with_change(finding: Finding, spoken: str, starts: list[tuple[int, int]]) -> Finding:
    """The finding with the slot it fills, what it holds and what it ends, if it says so."""
    spoken = spoken[: finding.end]
    if finding.category == "remember":
        starts = [(0, max(0, finding.said - 1)), *starts]
    for _, at in starts:
        if at >= len(spoken):
            break
        if change := _change(spoken, at):
            return replace(finding, slot=change.slot, old=change.old, what=change.what)
    return finding


def _change(spoken: str, at: int) -> Change | None:
    if change := slot_of(spoken, at):
        return change
    if said := _QUIT.match(spoken, at):
        old = trimmed(said["old"])
        return Change(old=old) if old or BESIDE.search(spoken) else Change("work")
    if went := switch(spoken, at, len(spoken)):
        return Change(old=went.old, what=went.new)
    for ended in _OLD:
        if said := ended.match(spoken, at):
            return Change(old=trimmed(said["old"] or said.groupdict().get("old2")))
    for holds in _HOLDS:
        if said := holds.match(spoken, at):
            compound = _AND.match(spoken, said.end())
            return None if compound else Change(what=trimmed(said["what"]))
    return None
