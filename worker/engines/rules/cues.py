"""Words that say that something has changed: without one, what is newer is only one more thing.

"I work at night" takes nothing from "I work at Google". Both are shown then, the newest last.
"""

import re

_CHANGED = re.compile(
    r"\b(?:now|no longer|any ?more|moved?|moving|relocated|new|switch(?:ed|ing)|changed?|went"
    r"|quit|left|became|turned|actually|instead|correction|sorry|i meant|from now on|these days"
    r"|hired|promoted|got (?:a|married|divorced|engaged)|joined|transferred|rescheduled|postponed"
    r"|used to|call me|renamed|retired|separated|remarried|remember"
    r"|ahora|ya no|(?:me|nos) (?:he |hemos )?mud\w+|nuev[oa]s?|cambi\w+|dej[ée]|cumpl[ií]"
    r"|perd[oó]n|quise decir|en realidad|divorci\w+|cas[ée]|recuerda"
    r"|jetzt|nun|inzwischen|mittlerweile|nicht mehr|umgezogen|gezogen|neue[nrsm]?|gewechselt"
    r"|umgestiegen|geworden|gekündigt|eigentlich|ich meinte|korrektur|geheiratet|geschieden"
    r"|entschuldigung|merk dir)\b"
    r"|^\W*(?:no|nope|nein|nee)\b[,.]|\b(?:not|nicht|no) \w+[.!]*$"
    r"|이제|지금은|이사|옮[겼기]|바꿨|바꾸|바뀌|더 이상|새로|아니|정정|그만뒀|관뒀|취직|이직"
    r"|미안|기억",
    re.IGNORECASE,
)
# Of these a Korean sentence without an "I" speaks.
_OTHERS = re.compile(
    r"(?:동생|형|누나|언니|오빠|엄마|어머니|아빠|아버지|아내|남편|와이프|친구|아들|딸|부모님|할머니"
    r"|할아버지|사촌|이모|삼촌|동료|상사|팀장님?)(?:은|는|이|가|도|께서)\s"
)


def says_a_change(text: str) -> bool:
    """Whether a sentence says of its writer that something is not as it was."""
    return _CHANGED.search(text) is not None and _OTHERS.search(text) is None
