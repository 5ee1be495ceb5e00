"""How a content must be worded to be kept: one line, of something, in nobody's voice of command."""

import re
import unicodedata

from worker.text import clean

LONGEST = 10_000
_LABEL = re.compile(r"user: ?", re.IGNORECASE)
_SAID = 'User said: "'
# The day that an engine wrote after what was said, which is not part of it.
_DAY = re.compile(r"(?: \[(?:said )?[0-9]{4}(?:-[0-9]{2}){0,2}\])?$")
_QUOTED = re.compile(rf'User said: "[^"]*"{_DAY.pattern}')
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")

_REFUSAL = re.compile(
    r"(?:(?:i'?m|i am) (?:so |very |really )?sorry\b.{0,20}|sorry,? (?:but )?"
    r"|i apologi[sz]e\b.{0,20}"
    r"|unfortunately,? )?(?:i (?:can ?not|can't|won't|am unable to|am not able to"
    r"|do not have access)"
    r"|i'm (?:unable to|not able to)) (?:help|assist|do that|comply|provide|fulfil|process|continue"
    r"|extract|record|discuss|engage|create|generate|answer)\b"
    r"|as an? (?:ai|(?:large )?language model)(?: (?:language model|assistant|model))?,"
    r"|i'?m (?:just |only )?an? (?:ai|(?:large )?language model)\b"
    r"|(?:there (?:is|are|was|were) )?(?:nothing|no (?:new )?(?:observations?|facts?|information))"
    r"(?: (?:new|worth|to|was|were|found|here|of note|durable)\b.{0,60})?[.!]*$"
    r"|죄송(?:합니다|하지만).{0,40}(?:수 없|어렵|못)",
    re.IGNORECASE,
)
_SHRAPNEL = re.compile(
    r"(?:ok(?:ay|ey)?|k+|yes|yeah|yep|yup|no|nope|nah|sure|fine|good|great|cool|nice|perfect"
    r"|awesome|right|please|sorry|done|got it|i see|sounds good|thanks(?: a lot| so much)?"
    r"|(?:many )?thanks|thank you(?: so much| very much)?|thx|ty(?:sm)?|(?:you're )?welcome"
    r"|no problem|hi|hey|hello|hiya|(?:good)?bye|lol|(?:ha)+|hm+|wow|null|none|n a|undefined"
    r"|unknown"
    r"|todo|nothing|네+|넵|응+|예|아니(?:요|오)?|고마워요?|감사(?:합니다|해요)?|안녕(?:하세요)?"
    r"|ㅇㅋ|[ㅇㅋㅎ]+|알겠(?:어요?|습니다)|좋아요?|오케이)"
)
_COMMAND = re.compile(
    r"(?:(?:can|could|would|will) you )?(?:please )?(?:(?:always|never|do not|don't|from now on"
    r"|make sure (?:you|to|that you)"
    r"|you (?:must|should|are now|will now|have to|shall)|act as|pretend (?:to be|you|that)"
    r"|(?:respond|reply|answer|speak|write) (?:in|with|to|only|as)\b"
    r"|(?:ignore|disregard|forget|override) (?:all|any|the|your|my|every|previous|prior|above|this"
    r"|that|it)"
    r"|(?:remember|memori[sz]e|keep in mind|bear in mind|note)(?: that|:|,| (?:my|i|i'm|we|our|to"
    r"|this|the)\b)|call me)\b|(?:remember|note):|(?:system|assistant|human|developer) ?:)",
    re.IGNORECASE,
)
_PLEASE = re.compile(r"(?:(?:can|could|would|will) you )?please \w", re.IGNORECASE)
_KOREAN_COMMAND = re.compile(
    r"(?:해|어|아|여|워|줘|둬) ?(?:주세요|줘요?|줄래요?|두세요|둬|주십시오"
    r"|라)[.!~ \"]*(?:\[[^\]]{0,40}\])?$"
    r"|(?:하세요|하십시오|하지 ?마(?:세요)?|지 ?마(?:세요)?|말 것|해라|하라)[.!~ \"]*$"
    r"|^.{0,40}(?:기억|메모)해"
)
# Words that only an attempt to steer a model has, wherever they stand.
_STEERING = re.compile(
    r"\b(?:ignore|disregard|forget|override) (?:all |any |the |your |these |of )*(?:previous|prior"
    r"|above|earlier|preceding|system|existing) (?:instructions?|prompts?|messages?|rules|context)"
    r"|\b(?:record_observations|record_reflections|drop_observations|record_notes)\b"
    r"|</?(?:system|memory|memories|assistant|user|instructions?)\b[^<>]{0,200}>"
    r"|<\|[\w]{1,40}\|>|\[/?INST\]|\b(?:system prompt|developer message)\b|\[source entry id\b",
    re.IGNORECASE,
)


def one_line(content: str) -> str:
    """The content cleaned, every run of white space one space, without control characters."""
    folded = " ".join(clean(content).split())
    return " ".join(_CONTROL.sub("", folded).split())


def objection(content: str) -> str | None:
    """Why a content of one line says nothing worth keeping, or None."""
    label = _LABEL.match(content)
    said = content[label.end() :] if label else content
    if not any(character.isalnum() for character in said):
        return "blank" if not said.strip() else "only punctuation"
    words = " ".join(re.findall(r"[\w']+", said[:100].casefold()))
    if sum(character.isalnum() for character in said) <= 2 or _SHRAPNEL.fullmatch(words):
        return "says nothing"
    # What a user said in so many words is theirs to say.
    if label is None and _REFUSAL.match(content):
        return "a refusal"
    return None


def is_instruction(content: str) -> bool:
    """Whether a content tells a reader, who may be a model, what to do."""
    label = _LABEL.match(content)
    at = label.end() if label else 0
    if _STEERING.search(content) or _COMMAND.match(content, at):
        return True
    # Only where a user is quoted is "please ..." or "-해 주세요" surely addressed to the assistant.
    return label is not None and bool(
        _PLEASE.match(content, at) or _KOREAN_COMMAND.search(content, max(at, len(content) - 80))
    )


def quoted(content: str) -> str:
    """The content as what the user said: `User said: "..."`, which its own words cannot end."""
    if _QUOTED.fullmatch(content):
        return shortened(content)
    label = _LABEL.match(content)
    said = content[label.end() :] if label else content
    day = _DAY.search(said)
    after = day[0] if day else ""
    said = said[: len(said) - len(after)]
    if said.startswith(_SAID):
        said = said[len(_SAID) :].rstrip('"')
    room = LONGEST - len(_SAID) - 1 - len(after)
    return _SAID + shortened(said.replace('"', "'"), room) + '"' + after


def shortened(content: str, longest: int = LONGEST) -> str:
    """The content if it is no longer than `longest`, else its beginning and how much was cut."""
    if len(content) <= longest:
        return content
    room = longest - len(f"… [cut {len(content)} characters]")
    at = content.rfind(" ", room - 200, room + 1)
    at = at if at > 0 else _edge(content, room)
    return f"{content[:at]}… [cut {len(content) - at} characters]"


def _edge(content: str, at: int) -> int:
    """The nearest place at or before `at` that is not inside a character as a reader sees it."""
    nearest = at
    while at > 0 and (
        unicodedata.category(content[at]).startswith("M")
        or "\u200d" in content[at - 1 : at + 1]
        or "\U0001f3fb" <= content[at] <= "\U0001f3ff"
        or "\u1160" <= content[at] <= "\u11ff"
    ):
        at -= 1
    return at or nearest
