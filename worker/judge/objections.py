"""What is no fact at all: refusals, scraps, and memory that was read back."""

import json
import re

_LABEL = re.compile(r"user(?: said)?: ?\"?", re.IGNORECASE)
_HELP = (
    r"(?:help|assist|do that|comply|provide|fulfil|process|continue|extract|record|discuss|engage"
    r"|create|generate|answer|share|identify|find)"
)
_NOTHING = (
    r"(?:nothing|no (?:(?:new|notable|relevant|durable|further) )?(?:observations?|facts?"
    r"|information|memor(?:y|ies)|content))"
)
_REFUSAL = re.compile(
    r"(?:(?:i'?m|i am) (?:so |very |really )?sorry\b.{0,20}|sorry,? (?:but )?"
    r"|i apologi[sz]e\b.{0,20}|unfortunately,? )?(?:i (?:can ?not|can't|won't|am unable to"
    r"|am not able to|do not have access|don't have access)|i'm (?:unable to|not able to))"
    rf" {_HELP}\b"
    r"|as an? (?:ai|(?:large )?language model)(?: (?:language model|assistant|model))?,"
    r"|i'?m (?:just |only )?an? (?:ai|(?:large )?language model)\b"
    r"|i (?:do not|don't) (?:have|see) (?:any |enough )?(?:information|context|observations?)\b"
    rf"|(?:there (?:is|are|was|were) )?{_NOTHING}"
    r"(?: (?:new|worth|to|was|were|found|here|of note|durable|available)\b.{0,60})?[.!]*$"
    r"|(?:the )?(?:conversation|chat|thread|transcript|messages?)"
    r" (?:contains?|ha(?:s|ve)|offers?|provides?) "
    rf"{_NOTHING}\b.{{0,60}}$"
    r"|(?:the )?user (?:did not|didn't|has not|hasn't) (?:share|provide|mention|reveal|state)d?"
    r" (?:any|anything|much|personal)\b"
    r"|(?:lo siento|lo lamento|perd[oó]n),? (?:pero )?no puedo\b"
    r"|no puedo (?:ayudar|asistir|proporcionar|continuar|cumplir|responder)(?:te|le)?\b"
    r"|como (?:una? )?(?:ia|inteligencia artificial|modelo de lenguaje)\b.{0,20},"
    r"|(?:no hay|ninguna?) (?:nuev[oa]s? )?(?:observaci|hecho|informaci|nada)\w*.{0,40}$"
    r"|nada (?:nuevo|relevante|que (?:registrar|recordar))[.!]*$"
    r"|(?:es )?tut mir leid,? .{0,30}\bkann\b|leider kann ich .{0,40}\bnicht\b"
    r"|als (?:eine? )?(?:ki|sprachmodell|ki-modell|ki-sprachmodell)\b"
    r"|keine (?:neuen )?(?:beobachtungen|fakten|informationen)\b.{0,40}$|nichts neues[.!]*$"
    r"|죄송(?:합니다|하지만).{0,40}(?:수 없|어렵|못)|도와드릴 수 없"
    r"|(?:저는 )?(?:AI|인공지능)(?: ?언어)? ?모델(?:로서|이라)"
    r"|(?:새로운 )?(?:관찰|사실|정보|기록할 (?:것|내용))(?:이|가|은|는)? ?없(?:음|습니다|어요|다)"
    r"[.]*$"
    r"|申し訳(?:ありません|ございません)|对不起，?我(?:不能|无法)|作为(?:一个)?(?:AI|人工智能)",
    re.IGNORECASE,
)
_SHRAPNEL = re.compile(
    r"(?:ok(?:ay|ey)?|k+|yes|yeah|yep|yup|no|nope|nah|sure|fine|good|great|cool|nice|perfect"
    r"|awesome|right|please|sorry|done|got it|i see|sounds good|thanks(?: a lot| so much)?"
    r"|(?:many )?thanks|thank you(?: so much| very much)?|thx|ty(?:sm)?|(?:you're )?welcome"
    r"|no problem|hi|hey|hello|hiya|(?:good)?bye|good (?:morning|night|evening)|lol|(?:ha)+|hm+|wow"
    r"|null|nil|none|nan|n a|na|undefined|unknown|object object|not (?:applicable|specified"
    r"|provided|available)|todo|tbd|test|lorem ipsum.*|string|content|placeholder|nothing|secret"
    r"|s[ií]|vale|claro|gracias|muchas gracias|de nada|hola|adi[oó]s|buen[oa]s? ?(?:d[ií]as|tardes"
    r"|noches)?|perfecto|bien|listo|de acuerdo|por favor|(?:ja){2,}"
    r"|ja|nein|doch|danke(?: sch[öo]n| dir| sehr)?|vielen dank|bitte(?: sch[öo]n)?|gerne?|hallo"
    r"|tsch[üu]ss|guten (?:morgen|tag|abend)|gute nacht|gut|super|alles klar|genau|passt"
    r"|네+|네엡|넵|넹|응+|예|아니(?:요|오)?|고마워요?|고맙습니다|감사(?:합니다|해요|드립니다)?"
    r"|안녕(?:하세요|히 계세요|히 가세요)?|ㅇㅋ|ㄱㅅ|ㄳ|[ㅇㅋㅎㅠㅜ]+|알겠(?:어요?|습니다)|그래요?"
    r"|맞아요?|좋아요?|좋습니다|오케이|오키|수고하세요|수고하셨습니다"
    r"|はい|いいえ|ありがとう(?:ございます)?|こんにちは|おはよう|了解(?:です)?|好的?|谢谢|謝謝|你好|是的?"
    r"|嗯+)"
)
_LINK = r"(?:https?://|www\.)\S+"
# Something by which a thing is found, and not a word about it.
_HANDLE = re.compile(
    r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?:sha(?:1|256)[:-])?[0-9a-f]{7,128}"
    rf"|<?{_LINK}>?(?:[\s,]+<?{_LINK}>?)*|data:[\w.+-]+/[\w.+-]+;.*"
    r"|[0-9][0-9.,:/ +-]*|[A-Za-z0-9+/_-]{60,}={0,2}|#?[mM]?[0-9]+"
    r"|\[object \w+\]|\$?\{\{?[^{}]*\}?\}|<[^<>]{1,40}>",
    re.IGNORECASE | re.DOTALL,
)
_RECALLED = re.compile(
    r"</?(?:recalled[-_ ]?)?(?:memor(?:y|ies)|observations?|reflections?|facts)\b[^<>]{0,200}>"
    r"|## (?:observations|reflections)\b|#[0-9]{1,18} (?:the )?user\b",
    re.IGNORECASE,
)


def objection(content: str) -> str | None:
    """Why a content of one line says nothing worth keeping, or None."""
    label = _LABEL.match(content)
    said = content[label.end() :].rstrip('"') if label else content
    if not any(character.isalnum() for character in said):
        return "blank" if not said.strip() else "only punctuation"
    if _RECALLED.match(said):
        return "recalled memory, which nobody said"
    words = " ".join(re.findall(r"[\w']+", said[:100].casefold()))
    letters = sum(character.isalnum() for character in said[:200])
    if letters <= 2 or _SHRAPNEL.fullmatch(words) or _HANDLE.fullmatch(said.rstrip(".")):
        return "says nothing"
    if _is_data(said):
        return "data, not a sentence"
    # What a user said in so many words is theirs to say.
    if label is None and _REFUSAL.match(content):
        return "a refusal"
    return None


def _is_data(said: str) -> bool:
    if said[0] not in "{[" or said[-1] not in "}]":
        return False
    try:
        return isinstance(json.loads(said), dict | list)
    except (ValueError, RecursionError):
        return False
