"""Korean: what a sentence says that there is only one of, and what it says is no longer so."""

import re
from dataclasses import replace

from worker.engines.rules.finding import CORRECTION, Finding
from worker.records import Relevance

_NOUN = r"[가-힣A-Za-z0-9.+#-]{1,20}?"
_NOW = r"(?:살아요?|삽니다|산다|살고 있|거주해요?|거주합니다|거주하고 있|거주 ?중)"
_HOME = (
    re.compile(rf"(?:^|[ ,])(?P<what>{_NOUN})에서? (?:혼자 |같이 |가족(?:이랑|과) )?{_NOW}"),
    re.compile(
        rf"(?:^|[ ,])(?:(?P<old>{_NOUN})에서 )?(?P<what>{_NOUN})(?:으로"
        rf"|로) ?이사(?:를)? ?(?:했|왔|갔)"
    ),
)
_WORK = (
    re.compile(
        rf"(?:^|[ ,])(?P<what>{_NOUN})에서 (?:일해요?|일합니다|일하고 있|근무해요?|근무합니다"
        rf"|근무하고 있)"
    ),
    re.compile(
        rf"(?:^|[ ,])(?:(?P<old>{_NOUN})에서 )?(?P<what>{_NOUN})(?:으로|로|에) ?(?:이직|취직"
        rf"|취업|입사)(?:을)? ?했"
    ),
)
# Where one works is seldom for whom.
_PLACES = frozenset(
    re.findall(
        "[가-힣]+",
        "서울 부산 인천 대구 대전 광주 울산 세종 수원 제주 제주도 판교 강남 분당 여의도 집"
        " 재택 카페 회사 사무실"
        " 여기 거기 한국 미국 일본 중국 독일 시골 도시 현장 공장 가게",
    )
)
_BESIDE = re.compile(
    r"에서도|에도 |잠깐|잠시|임시|동안|주말|방학|여름|겨울|어릴|어렸|예전|옛날|그때|년에 |때 "
    r"|별장|알바|아르바이트|부업|부캐|또 |반은|오가며|왔다 ?갔다"
)
_ONLY = (
    (
        "name",
        re.compile(
            r"(?:^|[ ,])(?:제|내|저의|나의) (?:진짜 )?이름은 (?:이제 )?(?P<what>[가-힣A-Za-z]+)"
        ),
    ),
    (
        "age",
        re.compile(r"(?:^|[ ,])(?:저는|나는|난|전) (?:이제 |올해 )?(?:만 )?(?P<what>\d{1,3}) ?살"),
    ),
    ("diet", re.compile(r"(?P<what>비건|채식주의자)(?:이에요|예요|입니다|이야|야|가 됐|이 됐)")),
)
_MINE = re.compile(
    r"(?:^|[ ,])(?:제|내|저의|나의) (?:새 ?)?(?P<of>이메일|메일|전화번호|주소|생일|직업|전공"
    r"|나이|키|몸무게|혈액형|MBTI|시간대|에디터|예산)(?: 주소)?(?:은|는|이"
    r"|가) (?:이제 )?(?P<what>\S+)"
)
_NAMES = {
    "이메일": "email", "메일": "email", "전화번호": "phone", "주소": "address", "생일": "birthday",
    "직업": "job", "전공": "major", "나이": "age", "키": "height", "몸무게": "weight",
    "혈액형": "blood type", "시간대": "timezone", "에디터": "editor", "예산": "budget",
}  # fmt: skip
_FAVOURITE = re.compile(
    r"(?:가장|제일) 좋아하는 (?P<of>[가-힣A-Za-z]+?)(?:은|는|이|가) (?P<what>[^ ]+)"
)
_OLD = (
    re.compile(
        rf"(?:^|[ ,])(?P<old>{_NOUN})에서 .{{1,40}}?로 (?:바꿨|옮겼|갈아탔|전환했|넘어갔|넘어왔"
        rf"|(?:바꾸|옮기|갈아타|전환하|넘어가)(?:는 ?중|고 있))"
    ),
    re.compile(rf"(?:^|[ ,])(?P<old>{_NOUN})(?:을|를) .{{1,40}}?로 (?:교체|대체)했"),
    re.compile(rf"(?:이제|요즘은?|지금은) (?P<old>{_NOUN}) 대신 "),
    re.compile(
        rf"(?:이제|더 ?이상|더는|요즘은?) (?P<old>{_NOUN})(?:을|를|은|는)? ?(?:안 (?:써|씁"
        rf"|마셔|마십|먹|타)"
        r"|(?:쓰|사용하|마시|먹|타)지 ?않)"
    ),
    re.compile(rf"(?:^|[ ,])(?P<old>{_NOUN})(?:을|를) ?(?:끊었|그만뒀|그만두었)"),
)
_HOLDS = re.compile(
    rf"(?:^|[ ,])(?P<what>{_NOUN})(?:을|를|이|가)? (?:(?:더|정말|진짜|제일|가장|자주|매일"
    rf"|항상) ){{0,2}}"
    r"(?:써요?|씁니다|쓰고 있|쓴다|사용해요?|사용합니다|사용하고 있|좋아해요?|좋아합니다"
    r"|선호해요?|선호합니다|마셔요?|마십니다|먹어요?|먹습니다|타요|탑니다)"
)
_WORDS = r"[가-힣A-Za-z0-9:]+(?<![은는을를에])(?: [가-힣A-Za-z0-9:]+(?<![은는을를에])){0,2}?"
_RIGHT = re.compile(
    r"(?:아니(?:요|야)?|아뇨|앗|미안(?:해요?)?|죄송(?:해요|합니다)?|정정(?:할게요?"
    r"|합니다)?)[ .,:!]+"
    rf"(?:(?P<old>{_WORDS})(?:이|가) 아니라 )?(?P<new>{_WORDS})"
    r"(?:이야|야|이에요|예요|입니다|요|였어요?|이었어요?)?[.! ]*$"
)
_NAMED = re.compile(r"\d|[월화수목금토일]요일|[A-Z]")


def correction(spoken: str) -> Finding | None:
    """That a sentence is nothing but another's correction: "아니, 목요일이야"."""
    said = _RIGHT.match(spoken)
    if said is None or not (said["old"] or _NAMED.search(said["new"])):
        return None
    return Finding(CORRECTION, Relevance.LOW, 0, said.end(), len(spoken), old=said["old"])


def with_change(finding: Finding, spoken: str) -> Finding:
    """The finding with what it is the only one of, what it holds and what it ends, if it says"
    " so."""
    if finding.bare:
        return finding
    beside = _BESIDE.search(spoken) is not None
    for slot, patterns in (("home", _HOME), ("work", _WORK)):
        for pattern in patterns:
            if said := pattern.search(spoken):
                only = not beside and not (slot == "work" and said["what"] in _PLACES)
                old = said.groupdict().get("old")
                return replace(finding, slot=slot if only else None, what=said["what"], old=old)
    for pattern in _OLD:
        if said := pattern.search(spoken):
            return replace(finding, old=said["old"])
    for slot, pattern in _ONLY:
        if said := pattern.search(spoken):
            return replace(finding, slot=None if beside else slot, what=said["what"])
    if said := _MINE.search(spoken):
        return replace(finding, slot=f"my {_NAMES.get(said['of'], said['of'])}", what=said["what"])
    if said := _FAVOURITE.search(spoken):
        return replace(finding, slot=f"favourite {said['of']}", what=said["what"])
    if said := _HOLDS.search(spoken):
        return replace(finding, what=said["what"])
    return finding
