"""Texts handed over to be translated, corrected or looked at: not said as the writer's own."""

import re
from collections.abc import Sequence

from worker.engines.rules import german, spanish
from worker.engines.rules.english import clauses
from worker.engines.rules.quotes import MASK
from worker.engines.rules.sentences import Sentence

_LOOK = 500

_TASK = re.compile(
    r"(?:(?:can|could|would|will) you )?(?:please )?(?:help me )?(?:to )?(?:translate|proofread"
    r"|rewrite|rephrase|reword|paraphrase|summari[sz]e|correct|edit|polish|improve|review|shorten"
    r"|analy[sz]e|classify|check|fix|transcribe)\b(?=.{0,200}?\b(?:texts?|sentences?|paragraphs?"
    r"|e-?mail|essay|letter|message|story|post|grammar|wording|article|transcript|into \w+"
    r"|to (?-i:[A-Z])\w+"
    r"|following|above|below|this(?:[:.!?]|$| (?:to|in|for)\b)))",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(
    r".{0,200}\b(?:example|sample|transcript|lyrics|quote|template|log|output|conversation)s?\b"
    r".{0,40}:$",
    re.IGNORECASE,
)
_KOREAN_TASK = re.compile(
    r"(?:번역|교정|요약|첨삭|윤문|맞춤법|다듬|고쳐|수정|바꿔|분석).{0,12}?"
    r"(?:줘|주세요|줄래|바랍|부탁|해라|하라)"
)
_KOREAN_MATERIAL = re.compile(
    r"다음|아래|위의? |(?:이|제|내) ?(?:글|문장|문단|메일|편지|내용|텍스트|기사)|한국어|영어|한글"
    r"|영문|맞춤법"
)
_KOREAN_EXAMPLE = re.compile(r".{0,200}(?:예문|예시|샘플|대사|가사|인용|대화|로그).{0,20}:$")
_ABOVE = re.compile(r"\babove\b|(?<![가-힣])위(?:의|에)? ", re.IGNORECASE)

_UNREMEMBERED = re.compile(
    r"(?:please )?(?:do not|don't|never) (?:remember|memori[sz]e) (?:this|that|what|any|it|me|my)\b"
    r"|(?:please )?(?:do not|don't|never) (?:store|record|save|log) (?:this|that|it|any of this)"
    r"(?=\W*$|,| please)|(?:you )?(?:don't need|don't have|do not need|do not have|no need) to"
    r" remember (?:this|that|it)\b"
    r"|(?:please )?(?:do not|don't|never) (?:save|store|keep|record) .{0,40}\bmemor(?:y|ies)\b"
    r"|(?:this is |that's |strictly )?off the record\b",
    re.IGNORECASE,
)
_KOREAN_UNREMEMBERED = re.compile(
    r"(?:기억|메모|저장|기록)(?:은|을)? ?하지 ?(?:마|말)|(?:기억|메모)해 ?(?:주|두)지 ?(?:마|말)"
    r"|잊어 ?(?:줘|주세요|버려)"
)


def own_words(said: Sequence[Sentence]) -> list[Sentence]:
    """The sentences that their writer says and does not ask us to forget."""
    if any(_is_unremembered(sentence.spoken[:_LOOK]) for sentence in said):
        return []
    own: list[Sentence] = []
    handed = -1
    for index, sentence in enumerate(said):
        spoken = sentence.spoken[:_LOOK]
        if sentence.paragraph == handed:
            continue
        if not _hands_over(spoken):
            own.append(sentence)
        elif MASK in spoken:
            # The material is in this very sentence.
            continue
        elif ":" in spoken[:-1]:
            # It begins in this sentence and ends with its paragraph at the latest.
            handed = sentence.paragraph
        elif _ABOVE.search(spoken) or spanish.is_above(spoken) or german.is_above(spoken):
            own.clear()
        else:
            # It follows, and where nothing does it came before.
            return own if index + 1 < len(said) else []
    return own


def _hands_over(spoken: str) -> bool:
    if _EXAMPLE.match(spoken) or _KOREAN_EXAMPLE.match(spoken):
        return True
    if spanish.hands_over(spoken) or german.hands_over(spoken):
        return True
    if _KOREAN_TASK.search(spoken) and _KOREAN_MATERIAL.search(spoken):
        return True
    return any(_TASK.match(spoken, at) for _, at in clauses(spoken))


def _is_unremembered(spoken: str) -> bool:
    if _KOREAN_UNREMEMBERED.search(spoken):
        return True
    if spanish.is_unremembered(spoken) or german.is_unremembered(spoken):
        return True
    return any(_UNREMEMBERED.match(spoken, at) for _, at in clauses(spoken))
