"""Korean: which sentences say something about their writer, or ask for it to be remembered.

The verb stands at the end and tells who means what: patterns name the endings in which a person
states a thing, so that "-면" (if), "-(으)ㄹ까" (shall), "-다고 했어" (said that) and "-세요"
(you do) match nothing. A subject is often left out; one that is there and is not the writer makes
the sentence about somebody else.
"""

import re

from worker.engines.rules.finding import Finding, Rule
from worker.engines.rules.korean_changes import correction, with_change
from worker.engines.rules.korean_rules import (
    ALLERGY,
    FAMILY,
    ME,
    MY,
    PREFERENCE,
    REMEMBER,
    REQUEST,
    RULES,
)
from worker.records import Relevance

_LOOK = 600
_HANGUL = re.compile("[가-힣]")
_E = r"(?![가-힣])"
_B = r"(?<![가-힣])"

_PERSON = re.compile(
    rf"{_B}(?:[가-힣]{{0,6}} ?(?:씨|님)|너|네|당신|그|그녀|걔|얘|쟤|누구|그분|사람들?|친구들?|동료"
    r"|상사"
    rf"|팀장|부장|과장|대리|사장|대표|선생|교수|고객|손님|팀원|개발자|의사|{FAMILY}|모두|다들)"
    rf"(?:님)?(?:들)?(?:은|는|이|가|께서|께서는){_E}"
)
_SUBJECT = re.compile(r"[가-힣A-Za-z0-9]+(?:은|는|이|가|께서)(?= )")
_OBJECT = re.compile(r"[가-힣A-Za-z0-9\ufffc)](?:을|를)(?= )")
_FIRST = re.compile(ME)
_OWN_FAMILY = re.compile(rf"{MY}{FAMILY}")

_ASKS = re.compile(
    rf"(?:{_B}(?:뭐|뭘|무엇|무슨|어떤|어느|어디|언제|누가|왜|어떻게|어때)|얼마나)|만약|만일|혹시"
    r"|라고 가정|예를 들|(?:척|것처럼|듯이?)(?![가-힣])"
)
_ASKING_END = re.compile(r"(?:까요?|나요|냐|는지|을지|려나|은가요?|던가요?)[.!~ ]*$")
_CONNECTS = re.compile(r"(?:는데요?|서|고요?|지만|니까?|거든요?)$")
_UNDONE = re.compile(
    r"(?:는데|지만) (?:다시|또|여전히|계속)|"
    rf"아직|{_B}(?:안|못|덜|거의)(?= )|(?:지|진|지는|지도) ?(?:않|못)|{_B}미(?:해결|완료)"
)

_POLITE = re.compile(rf"{REQUEST}|줘|주세요")
_I_REMEMBER = re.compile(rf"(?:{ME}.{{0,200}})(?:기억|메모)해요?{_E}")
_FILL = re.compile(
    rf"{_B}(?:이거|이것|그거|그것|저거|이걸|그걸|꼭|좀|이건|그건|잘|다|제발|부탁인데|앞으로"
    rf"|내용)(?:은|는|도|을|만)?{_E}"
)
# What makes a thing to remember critical.
DANGER = re.compile("알레르기|알러지")


# In these the verb takes an object, so another subject beside an object is who does it.
_DONE = frozenset(["completion", "resolution", "decision"])
# Of what happened, whoever is named did it, unless it is a time: "어제는".
_TOLD = frozenset(["experience", "plan"])
_OTHER = re.compile(
    rf"{_B}(?!(?:어제|오늘|내일|모레|주말|이번|지난|작년|내년|올해|요즘|평일|방학|그날"
    rf"|[가-힣]+ ?때)(?:에|에는)?[는은])"
    r"[가-힣A-Za-z0-9]+(?:은|는|이|가|께서) "
)
# What was decided stands in the message before.
_SO = re.compile(rf"{_B}(?:그|이|저)렇게 하기로")
_NO_LIKING = re.compile(
    rf"{_B}(?:기분|날씨|컨디션|몸|사이|머리|분위기|성능|상태)(?:이|가|은|는) ?\S{{0,4}} ?(?:좋|나)"
)


def find(spoken: str) -> Finding | None:
    """What a sentence says of its writer, if it says it plainly."""
    if not _HANGUL.search(spoken, 0, _LOOK):
        return None
    if righted := correction(spoken[:_LOOK]):
        return righted
    found = _find(spoken)
    return with_change(found, spoken[: min(found.end, _LOOK)]) if found else None


def _find(spoken: str) -> Finding | None:
    length = len(spoken)
    question = "?" in spoken[-3:] or _ASKING_END.search(spoken, max(0, length - 40)) is not None
    spoken = spoken[:_LOOK]
    asked = REMEMBER.pattern.search(spoken)
    if asked and not _I_REMEMBER.search(spoken) and (not question or _POLITE.search(asked[0])):
        rest = _FILL.sub("", spoken[: asked.start()] + spoken[asked.end() :])
        return _finding(REMEMBER, asked, length, bare=len(_HANGUL.findall(rest)) < 2)
    for rule in RULES:
        said = rule.pattern.search(spoken)
        if said is None or not _is_meant(spoken, said, rule):
            continue
        if question and not _CONNECTS.search(said[0]):
            continue
        if rule.category in _DONE and " " not in spoken:
            rule = Rule(rule.category, Relevance.LOW, rule.pattern)
        return _finding(rule, said, length)
    return None


def _finding(rule: Rule, said: re.Match[str], end: int, *, bare: bool = False) -> Finding:
    return Finding(rule.category, rule.relevance, 0, said.end(), end, bare)


def _is_meant(spoken: str, said: re.Match[str], rule: Rule) -> bool:
    before = spoken[: said.end()]
    if _ASKS.search(before):
        return False
    if rule is ALLERGY:
        return True
    if rule.category in _DONE and _UNDONE.search(spoken):
        return False
    if rule.category == "decision" and _SO.search(before):
        return False
    if rule is PREFERENCE and _NO_LIKING.search(before):
        return False
    if _FIRST.search(before) or _OWN_FAMILY.search(before):
        return (
            rule is not PREFERENCE or not _OWN_FAMILY.search(before) or bool(_FIRST.search(before))
        )
    if _PERSON.search(before):
        return False
    if rule.category in _TOLD and _OTHER.search(before):
        return False
    return not (_SUBJECT.search(before) and _OBJECT.search(before))


def is_korean(spoken: str) -> bool:
    """Whether a sentence has a Hangul syllable in it."""
    return _HANGUL.search(spoken) is not None
