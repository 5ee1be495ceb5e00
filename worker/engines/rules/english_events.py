"""English: what people did, do and mean to do, told in the first person.

A frame (who, in which tense) is tried where a clause begins, and the verb that it meets is looked
up. A verb that anybody may use in an errand counts only beside something of a life, and never
beside what errands are about: "I made a bookshelf", not "I made a branch".
"""

import re
from collections.abc import Iterable

from worker.engines.rules import english_things as things
from worker.engines.rules import english_words as words
from worker.engines.rules.english_frames import ABOUT_DOING, BARE, FRAMES, GOING_ON, Frame
from worker.engines.rules.finding import Finding
from worker.records import Relevance

_AHEAD = frozenset(["planning", "expecting"])
_FREQUENT = re.compile(
    r"\b(?:every|each|usually|often|always|sometimes|most|regularly|daily|weekly|since"
    r"|for (?:\w+ )?years"
    r"|on weekends|(?:once|twice|three times) a|on (?:mon|tues|wednes|thurs|fri|satur|sun)days)\b",
    re.IGNORECASE,
)
_OF_ME = re.compile(r"\b(?:i|i'\w+|we|we'\w+|my|me|our|us|mine)\b", re.IGNORECASE)
_YOU = re.compile(r"\b(?:you(?:'re|'ve|'ll|'d)?|yours?|yourself|u|ur)\b", re.IGNORECASE)
_STOP_AT = re.compile(
    r"[.!?;,]| - |[–—]| (?:but|because|and (?=i\b|we\b|it\b|they\b|he\b|she\b)) ?", re.IGNORECASE
)
_POINTS = re.compile(
    r" (?:(?:it|them|you|your|yours|what|everything|anything|nothing|one)\b|(?:that|this|those"
    r"|these)(?=[.,!?;]|$| (?:is|was|and|but|to|with|for|in|on|at|because|so|now|as|from|up|out"
    r"|myself)\b))",
    re.IGNORECASE,
)


def find_event(spoken: str, starts: Iterable[tuple[int, int]], end: int) -> Finding | None:
    """What a sentence tells of its writer's doings, plans or feelings: the first that surely does,
    else the first that may.
    """
    if about_errand(spoken, end):
        return None
    chore = things.CHORE.search(spoken, 0, end) is not None
    weak: Finding | None = None
    for start, at in starts:
        bare = start == 0 or spoken[:start].endswith(("- ", "— ", "– "))
        for frame in FRAMES + (BARE if bare else ()):
            said = frame.pattern.match(spoken, at, end)
            if said is None or not _may_tell(frame, said, spoken, end):
                continue
            verb = said["verb"].lower()
            surely = not chore and (
                verb in frame.surely or _is_of_a_life(spoken, said, end, frame, verb)
            )
            if (frame is ABOUT_DOING or not surely) and not _OF_ME.search(
                spoken, said.start(), end
            ):
                # "Running is fun" says nothing of the writer.
                continue
            category = frame.category
            if frame is GOING_ON and (verb in _AHEAD or words.TO_COME.search(spoken, 0, end)):
                category = "plan"
            worth = _worth(spoken, category, end)
            found = Finding(category, worth, start, said.end(), end, weak=not surely)
            if surely:
                return found
            weak = weak or found
    return weak


def about_errand(spoken: str, end: int) -> bool:
    """Whether a sentence is about a program, an order, a sum, or a trouble to be solved now."""
    return bool(things.ERRAND.search(spoken, 0, end) or things.STUCK.search(spoken, 0, end))


def _may_tell(frame: Frame, said: re.Match[str], spoken: str, end: int) -> bool:
    verb = said["verb"].lower()
    if verb not in frame.surely and frame.maybe is not None and verb not in frame.maybe:
        return False
    if frame in BARE and verb in words.ALSO_COMMANDS:
        return False
    return not _points_here(spoken, said.end(), end)


def _is_of_a_life(spoken: str, said: re.Match[str], end: int, frame: Frame, verb: str) -> bool:
    at = said.start()
    if things.THINGS.search(spoken, at, end) or words.PEOPLE.search(spoken, at, end):
        return True
    if verb == "have":
        # "I have a connection in Frankfurt", "I have three days".
        return False
    time = _FREQUENT if frame.category == "fact" else words.TIME
    return bool(words.PLACE.search(spoken, at, end) or time.search(spoken, 0, end))


def _points_here(spoken: str, after: int, end: int) -> bool:
    """Whether a statement is about the other one, or about what only the conversation tells."""
    if _POINTS.match(spoken, after):
        return True
    stop = _STOP_AT.search(spoken, after, end)
    return _YOU.search(spoken, after, stop.start() if stop else end) is not None


def _worth(spoken: str, category: str, end: int) -> Relevance:
    if things.NOTABLE.search(spoken, 0, end):
        return Relevance.MEDIUM
    if category == "plan" and words.TO_COME.search(spoken, 0, end):
        return Relevance.MEDIUM
    return Relevance.LOW
