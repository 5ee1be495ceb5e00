"""English: that somebody went from one thing to another, or is about it.

Only what is done or under way: "I want to switch", "switching is hard" and "my brother switched"
begin otherwise. What is taken back, bound to one place, or still to come takes nothing's place.
"""

import re
from typing import NamedTuple

from worker.engines.rules.english_slots import (
    ADVERBS,
    END,
    NAME,
    THING,
    UNDONE,
    is_town,
    pattern,
    trimmed,
)

_I = rf"(?:i|we)(?:'ve| have)? {ADVERBS}"
_AM = (
    r"(?:i'm|i am|we're|we are|i've been|we've been|i have been|we have been) "
    rf"{ADVERBS}(?:(?:slowly|gradually|already|busy|in the (?:middle|process) of) ){{0,2}}"
)
# Not "I switched my brother from Vim to Helix".
_ALL = (
    r"(?:(?:everything|all of it|(?:all )?(?:of )?(?:my|our) (?:\w+ )?(?:notes?|files?|data|builds?"
    r"|projects?|repos?|code|sites?|websites?|blogs?|apps?|shops?|photos?|pictures?|music|passwords?"
    r"|docs?|documents?|pipelines?|ci|servers?|services?|backups?|mails?|e-?mails?|calendars?|tasks?"
    r"|contacts?|setups?|stack|hosting|domains?|databases?|accounts?|subscriptions?)) )?"
)
_A = r"(?:an? |the |my |our )?"
_OLD = rf"{_A}(?P<old>{THING})"
_NEW = rf"{_A}(?P<new>{THING}){END}"
_FROM = rf"{_ALL}(?:over |back )?from {_OLD} (?:over |back |on)?to {_NEW}"
_OFF = rf"(?:off(?: of)?|away from) {_OLD}(?: (?:(?:on)?to|in favou?r of) {_NEW}|{END})"
_WITH = rf"{_OLD} with {_NEW}"
# Not "I dropped my son for practice".
_FOR = rf"(?!(?<=dropped )(?:my|our)\b){_OLD} (?:out )?(?:for|in favou?r of) {_NEW}"
_USE = r"(?:use|drink|eat|play|drive|ride|wear|smoke|run|write)"
_ARROW = r" ?(?:→|➜|⟶|-+>|=+>) ?"
_DONE = (
    pattern(rf"{_I}(?:switched|moved|changed|migrated|transitioned|converted) {_FROM}"),
    pattern(rf"(?:(?:i|we)(?:'ve| have) {ADVERBS}gone|(?:i|we) {ADVERBS}went) (?P<way>){_FROM}"),
    pattern(
        rf"{_I}(?:switched|moved|changed|migrated) (?:over )?to {_A}(?P<new>{THING}) from "
        rf"{_OLD}{END}"
    ),
    pattern(rf"{_I}(?:moved|switched|migrated) {_OFF}"),
    pattern(rf"{_I}(?:got|gotten) rid of {_OLD}{END}"),
    pattern(rf"{_I}replaced {_WITH}"),
    pattern(rf"{_I}(?:swapped|ditched|dropped|dumped|traded|replaced) {_FOR}"),
    pattern(rf"{_I}(?:switched|moved|changed|migrated|went):? (?:from )?{_OLD}{_ARROW}{_NEW}"),
    pattern(
        rf"(?:i|we) {ADVERBS}{_USE} {_A}(?P<new>{THING}) (?:now |these days |nowadays )?instead of "
        rf"{_OLD}{END}"
    ),
    pattern(
        rf"(?:i'm|i am|we're|we are) {ADVERBS}on {_A}(?P<new>{THING}) (?:now )?instead of "
        rf"{_OLD}{END}"
    ),
    # Nobody is named, so it is all that the sentence says.
    pattern(
        rf"(?P<alone>)(?P<old>{THING}){_ARROW}(?P<new>{THING}),? (?:now|jetzt|ahora|이제)[.!]*$"
    ),
)
_UNDER_WAY = (
    pattern(rf"{_AM}(?:switching|changing|migrating|transitioning|converting) {_FROM}"),
    pattern(rf"{_AM}moving (?P<way>){_FROM}"),
    pattern(rf"{_AM}(?:moving|switching|migrating) {_OFF}"),
    pattern(rf"{_AM}replacing {_WITH}"),
    pattern(rf"{_AM}(?:swapping|ditching|trading) {_FOR}"),
)
_NOW = pattern(r"\b(?:now|these days|nowadays|by now)\b")
_INSTEAD = pattern(r"\binstead of\b")
_TO_COME = pattern(
    r"\b(?:next|tomorrow|soon|later|eventually|some ?day|in (?:\d+|an?|two|three|four|the coming) "
    r"(?:\w+ )?(?:day|week|month|year)s?|in (?:January|February|March|April|May|June|July|August"
    r"|September|October|November|December|spring|summer|autumn|fall|winter|20\d\d)|on (?:mon|tues"
    r"|wednes|thurs|fri|satur|sun)day|once|when|after|this (?:summer|winter|spring|autumn|fall"
    r"|week\w*|month|year))\b"
)
# Proverbs, and what goes from one to the next of its kind.
_NO_CHANGE = pattern(
    r"(?:bad|strength|zero|rags|scratch|start|time|top|left|right|here|there|one|end|point|a)$"
)


class Switch(NamedTuple):
    """What somebody left and what they took, and whether the sentence is worth keeping for it."""

    old: str
    new: str | None
    end: int
    is_told: bool


def switch(spoken: str, at: int, end: int) -> Switch | None:
    """What a clause says that its writer went from, if it says that plainly."""
    for patterns in (_DONE, _UNDER_WAY):
        for one in patterns:
            said = one.match(spoken, at, end)
            if said is not None:
                return _meant(spoken, said, end, under_way=patterns is _UNDER_WAY)
    return None


def _meant(spoken: str, said: re.Match[str], end: int, *, under_way: bool) -> Switch | None:
    names = said.groupdict()
    old, new = trimmed(names["old"]), trimmed(names.get("new"))
    if not old or old == new or _NO_CHANGE.match(old):
        return None
    if "alone" in names and said.start() > 0:
        return None
    if _INSTEAD.search(said[0]) and not _NOW.search(spoken, said.start(), end):
        return None
    # What was taken ends only where "next month" does.
    since = said.start("new") if new else said.end()
    if UNDONE.search(spoken, since, end) or (under_way and _TO_COME.search(spoken, since, end)):
        return None
    is_way = "way" in names and re.fullmatch(NAME, old) is not None and is_town(old)
    if is_way and not under_way:
        # "I went from Rome to Naples by train."
        return None
    return Switch(old, new, said.end(), not is_way)
