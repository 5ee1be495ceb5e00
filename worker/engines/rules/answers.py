"""Answers: what a user says that only the question before it makes readable."""

import re
from collections.abc import Sequence

from worker.engines.rules import english_things as things
from worker.engines.rules.excerpt import excerpt, is_opening, opening
from worker.engines.rules.salience import telling
from worker.engines.rules.sentences import Sentence, sentences
from worker.records import Message, Role

# Longer, a question is more of the assistant's thoughts than of what was asked.
_LONGEST = 90
_ASKS = re.compile(
    r"(?:what|how|where|when|why|who|which|whose|did|do|does|have|has|are|is|was|were)\b",
    re.IGNORECASE,
)
# What is asked out of politeness, or is no question.
_SMALL_TALK = re.compile(
    r"how(?:'s|'ve| is| are| have| about| was)?(?: (?:you|it|things|everything|life|your|that"
    r"|the (?:day|week)))* ?(?:been|doing|going|today|day|week|weekend|lately|holding up)*[?]"
    r"|what(?:'s| is|'ve| have)(?: (?:you|been|up|new|going on|happening|good))+\b"
    r"|what do you think|what about you|how about you|(?:right|huh|ya know|you know|eh|(?:is"
    r"|does|do|are|was)n't"
    r" (?:it|they|you|he|she|that))[?]|can i|may i|could you|would you|will you|anything else",
    re.IGNORECASE,
)
_OF_A_LIFE = re.compile(
    r"\b(?:do you (?:live|work|have any|play|like|enjoy|prefer)|(?:have|are|were) you (?:been|ever"
    r"|married|born|from)|did you (?:grow|study|meet|start|learn|go|move)|how (?:old|long|often)"
    r" (?:are|have|do|did) you|your (?:\w+ )?(?:names?|birthday|job|hobb(?:y|ies)|kids?"
    r"|children|wife"
    r"|husband|partner|family|dogs?|cats?|pets?|favou?rite|home ?town|plans?))\b",
    re.IGNORECASE,
)
# How a sentence begins that leans on another: "Since 2019", "It was for my aunt", "Mostly jazz".
_LEANS = re.compile(
    r"(?:it|they|he|she|that|those|these|this|there|because|'?cause|'cuz|since|for|about|around"
    r"|from|in|on|at|by|with|to|just|mostly|mainly|only|both|an?|the|my|our|one|two|three|four|five"
    r"|six|seven|eight|nine|ten|once|twice|three|every|some|several|many|not|until|after|before"
    r"|probably|maybe|either|\d+)(?:'s|'re|'ve)?\b"
    r"|(?:i|we)(?:'ve| have|'m| am)? (?:[\w'-]+ ){0,2}(?:it|them|him|her|that|one|some)\b",
    re.IGNORECASE,
)
_FRAGMENT = re.compile(r"(?!.*\b(?:i|we|you|is|are|was|were|'s|'re)\b)[\w\"“'`].*", re.IGNORECASE)
_ADVICE = re.compile(
    r"(?:you|your|try|do|don't|make|let|let's|check|go|get|be|keep|start|use|take|find|look|sounds?"
    r"|glad|love|hope|good|nice|thanks?|thank|sorry|oops|ouch|congrat\w*|wow|aww?|same|see|talk"
    r"|have|great|well done|tell|please|give|write|show|explain|can|could|would|will)\b",
    re.IGNORECASE,
)
_YES = re.compile(r"(?:yes|yeah|yep|yup|no|nope|nah)\b", re.IGNORECASE)
_YOU = re.compile(r"\byou(?:r|rs|'re|'ve|'ll)?\b", re.IGNORECASE)
_DENIES = re.compile(r"\W*(?:no|nope|none|nothing|not|never|nah|i don'?t)\b", re.IGNORECASE)


def asked(message: Message) -> str | None:
    """What an assistant asks at the end of a message, if it asks to know and is short enough to
    stand beside its answer.
    """
    if message.role is not Role.ASSISTANT or not message.counts:
        return None
    said = sentences(message)[-2:]
    question = next((one for one in reversed(said) if one.spoken.endswith("?")), None)
    if question is None:
        return None
    words = question.text[opening(question.text) :]
    if len(words) > _LONGEST or not _ASKS.match(words):
        return None
    if _SMALL_TALK.search(words) or things.ERRAND.search(words):
        return None
    return words


def is_of_a_life(question: str) -> bool:
    """Whether a question is about the life of whom it asks, whatever the talk is about."""
    return _OF_A_LIFE.search(question) is not None


def answer(said: Sequence[Sentence]) -> str | None:
    """The first sentence that tells something, if it leans on what was asked.

    None when it asks back, gives advice, is about the other one or could stand alone.
    """
    for sentence in said[:3]:
        if is_opening(sentence.text):
            continue
        words = sentence.text[opening(sentence.text) :]
        spoken = sentence.spoken[len(sentence.text) - len(words) :]
        if "?" in spoken or _ADVICE.match(spoken) or _YOU.search(spoken):
            return None
        if things.ERRAND.search(spoken) or things.STUCK.search(spoken):
            return None
        if telling(words) < 1 or not (_LEANS.match(spoken) or _FRAGMENT.fullmatch(spoken)):
            return None
        if _YES.match(sentence.text):
            words = sentence.text
        return excerpt(words, 0, 0, len(words))
    return None


def denies(words: str) -> bool:
    """Whether an answer says that there is no such thing."""
    return _DENIES.match(words) is not None
