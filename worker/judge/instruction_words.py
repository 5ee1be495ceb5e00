"""Words with which people, and texts that people paste, tell a model what to do."""

import re

_PAST = (
    r"(?:been|had|was|were|did|done|gone|went|seen|saw|eaten|ate|met|took|taken|got|gotten|felt|knew"
    r"|known|thought|found|made|kept|lost|won|grew|grown|drunk|driven|flown|ridden|written|spoken"
    r"|worn|slept|heard|understood|(?!feed|proceed|embed|exceed|heed|succeed|speed)\w{2,}ed"
    r"|\w{3,}ing)"
)
# "Always been a fan", "never on time": said of oneself. What tells somebody has a bare verb.
_OF_ONESELF = (
    rf"(?! (?:(?:really|actually|quite|fully|ever|even|truly|\w+ly) )?(?:{_PAST}|an?|the|my|our|his"
    r"|her|their|on|in|at|by|from|with|under|over|late|early|tired|busy|hungry|happy|sad|cold|ready"
    r"|again|mind|enough|so|too|up|down|there|here|more|less|better|worse|who|what|where|why|how"
    r"|i|we|he|she|they|it)\b)"
)
_WHAT_IS_TOLD = (
    r"(?:instructions?|prompts?|messages?|rules?|context|guidelines?|directives?|commands?"
    r"|polic(?:y|ies)|training|constraints?|programming|safeguards?|filters?|restrictions?)"
)
_BEFORE_THIS = r"(?:previous|prior|above|earlier|preceding|system|existing|former|past|initial)"
_STORED = r"(?:memor(?:y|ies)|observations?|data|databases?|history|records?|files|everything)"
_HIDDEN = (
    r"(?:prompts?|instructions?|rules|secrets?|passwords?|keys?|memor(?:y|ies)|observations?"
    r"|credentials?|configuration|guidelines)"
)

# What stands in a text only to be taken for more than a text.
_FORGED = (
    r"<\|\w{1,40}\|>|\[/?INST\]|<<SYS>>|\[source entry id\b|\[\[?(?:system|admin|developer)\b"
    r"|\bsystem (?:override|update|notice|message|alert)\b ?:"
)
_TO_MODELS = (
    r"\b(?:do not|don't|never|without) (?:tell|telling|inform|informing|alert|alerting|mention"
    r"|mentioning)(?: (?:this|it|that))?(?: to)? the user\b"
    r"|\b(?:attention[,:!]|(?:note|message) (?:to|for)) (?:the |any |all |every |future )*"
    r"(?:ai|assistants?|llms?|(?:language )?models?|agents?|chatbots?)\b"
    r"|\b(?:ais?|assistants?|llms?|(?:language )?models?|agents?|chatbots?) (?:that |who |which )?"
    r"(?:reads?|reading|processe?s?|processing|summari[sz]e?s?|summari[sz]ing) (?:this|these)\b"
)
_IN_OTHER_LANGUAGES = (
    r"\bignor(?:a|e|en|ar|ez|iere?|ieren|er) (?:tod[oa]s? |las |los |tus |sus |alle |die |deine "
    r"|sämtliche |toutes |les |tes )*(?:instrucciones|indicaciones|reglas|[óo]rdenes|mensajes"
    r"|(?:vorherigen |bisherigen |obigen |früheren )?(?:anweisungen|regeln|befehle|nachrichten)"
    r"|(?:instructions|consignes) pr[ée]c[ée]dentes)\b"
    r"|\b(?:olvida|descarta|omite) (?:tod[oa]s? |las |tus |lo )*(?:instrucciones|reglas|anterior)\b"
    r"|\b(?:vergiss|missachte|verwirf) (?:alle |deine |die |alles )*(?:vorherigen |bisherigen "
    r"|obigen )?(?:anweisungen|regeln|bisherige|vorherige)\b"
    r"|(?:이전|위|위의|앞의|기존|지금까지)(?:의)? ?(?:모든 )?"
    r"(?:지시|명령|프롬프트|지침|규칙|대화)(?:사항)?(?:을|를|은|는)? ?(?:모두|전부|다)? ?"
    r"(?:무시|잊어|따르지)"
    r"|忽略(?:之前|以上|上面|所有|先前|前面)的?.{0,6}(?:指令|指示|提示|命令|规则)|無視して.{0,6}指示"
    r"|(?:以前|これまで|上記|前)の(?:すべての)?(?:指示|命令)を(?:すべて)?無視"
    r"|игнорируй(?:те)? (?:все )?(?:предыдущие )?(?:инструкции|указания)"
)
# Words that only an attempt to steer a model has, wherever they stand.
STEERING = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass|skip|drop) (?:all |any |every |the |your |these"
    rf" |those |of |my )*(?:{_BEFORE_THIS} )+(?:{_WHAT_IS_TOLD}|conversation|chat|text)\b"
    rf"|\b(?:ignore|disregard|override|bypass|forget) (?:all |any |the |of )*your (?:\w+ )?"
    rf"{_WHAT_IS_TOLD}\b"
    r"|\b(?:ignore|disregard|forget) (?:everything|all|anything) (?:above|before|prior|previously"
    r"|you(?:'ve| have| were)|that (?:was|came))\b"
    r"|#{2,} ?(?:system|instructions?)\b"
    r"|\bdo anything now\b"
    r"|\b(?:new|updated|secret|hidden|real|actual) (?:system )?instructions?:"
    r"|\byou are now (?:in|an?|dan|the|my|free|called|named|unrestricted|no longer)\b"
    rf"|{_FORGED}|{_TO_MODELS}|{_IN_OTHER_LANGUAGES}",
    re.IGNORECASE,
)
# By these a whole message is known that is there to steer a model. "Ignore my last message" is not:
# so people correct themselves.
INJECTED = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass) (?:(?:all|any|every|the|your|these|those"
    rf"|of)\s)*(?:(?:{_BEFORE_THIS}|your)\s)+(?:instructions?|prompts?|rules?|guidelines?|directives?"
    r"|commands?|polic(?:y|ies)|constraints?|programming|safeguards?|filters?|restrictions?)\b"
    r"|\b(?:ignore|disregard|forget) (?:everything|all|anything) (?:above|before|prior|you(?:'ve"
    r"| have| were))\b"
    r"|\b(?:record_(?:observations|reflections|notes)|drop_observations)\b|\bsource entry ids?\b"
    r"|^[ \t]{0,8}(?:m[0-9]+|--) [0-9]{2}:[0-9]{2} (?:user|assistant|system|tool)\b"
    rf"|{_FORGED}|{_TO_MODELS}|{_IN_OTHER_LANGUAGES}",
    re.IGNORECASE | re.MULTILINE,
)
# Words of the trade: in a sentence about the user, who may be of it, they are no more than that.
OF_THE_TRADE = re.compile(
    r"\b(?:record_observations|record_reflections|drop_observations|record_notes)\b"
    r"|</?(?:system|memory|memories|assistant|user|instructions?|tool|prompt)\b[^<>]{0,200}>"
    r"|\b(?:system prompt|developer message|developer mode|jailbreak)\b"
    r"|\b(?:prompt|instrucciones) del sistema\b|\bsystem-?prompt\b|\bsystemanweisung"
    r"|시스템 ?(?:프롬프트|메시지)",
    re.IGNORECASE,
)
# Words that tell somebody, where a sentence begins.
COMMAND = re.compile(
    r"(?:(?:can|could|would|will) you )?(?:please |kindly |now |then |also |and |but |so |okay? )*"
    rf"(?:(?:always|never)\b{_OF_ONESELF} \w"
    r"|(?:(?:do not|don't)(?! (?:really |even )?(?:like|know|think|have|want|care|mind|need|own"
    r"|believe|feel|understand)\b)|from now on|from this (?:point|moment|message)|starting now"
    r"|make sure (?:you|to|that you)|under no circumstances"
    r"|you (?:must|should|shall|are now|will now|have to|need to|are to|are (?:an?|the|my|no longer"
    r"|going to|supposed to|required|forbidden|not allowed))|you're (?:an?|the|my|now|no longer)"
    r"|your (?:new |only |main |real |sole )?(?:task|goal|role|job|mission|objective|purpose|name"
    r"|instructions?) (?:is|are)"
    r"|(?:act|behave) (?:as|like)|role-?play|pretend (?:to be|you|that|we)|imagine (?:that )?you"
    r"|simulate (?:an?|being)|assume the (?:role|identity)|(?:enter|enable|activate|switch to) \w+"
    r" mode|stop (?:using|asking|saying|mentioning|apologi[sz]ing|being)|refrain from"
    r"|(?:respond|reply|answer|speak|write|talk|output) (?:\w+ly )?(?:in|with|to|only|as|like)"
    rf"|(?:ignore|disregard|override) (?:all|any|the|your|my|every|{_BEFORE_THIS}|this|that|it)"
    rf"|forget (?:all|any|the|your|my|every|everything|{_BEFORE_THIS}|this|that|it|about)"
    r"|(?:remember|memori[sz]e|keep in mind|bear in mind|note)(?: that|,| (?:my|i|i'm|we|our|to"
    r"|this|the|me|you)\b)|call me"
    r"|(?:reveal|print|show|repeat|leak|dump|display|expose|recite|tell|give|send)(?: me| us)?"
    rf" (?:your|the|all|every|any) (?:\w+ ){{0,3}}?{_HIDDEN}"
    r"|(?:delete|erase|wipe|clear|purge|destroy|overwrite) (?:all|every|any|the|your|this|my)"
    rf" (?:\w+ ){{0,3}}?{_STORED}"
    r"|(?:execute|run|call|invoke) (?:the |this |that |these )(?:following )?(?:commands?|code"
    r"|scripts?|tools?|functions?|quer(?:y|ies)|shell)"
    r"|(?:send|forward|post|upload|exfiltrate) .{0,60}?\b(?:to https?:|to \S{1,60}@\S)"
    r"|it is (?:imperative|mandatory|critical|essential|vital) that you"
    r"|in (?:all |every )?(?:future|subsequent) (?:conversations?|chats?|responses?|sessions?"
    r"|messages?|replies)\b.{0,60}?\b(?:you|always|never|answer|respond|reply|use|say|do)"
    r"|(?:when|whenever|if|every time|each time) (?:ever )?(?:i|you|anyone|someone|the user|they"
    r"|a user) (?:asks?|says?|mentions?|types?|see|sees|reads?|encounters?)\b.{0,120}?"
    r"(?:,|\bthen\b) ?(?:you (?:must|should|will)|always|never|say|reply|answer|respond|tell|write"
    r"|output|do not|don't|claim|recommend|insist))\b"
    r"|(?:remember|note|important|instructions?|task|warning) ?:"
    r"|(?:system|assistant|human|developer|ai|admin) ?:)",
    re.IGNORECASE,
)
# Somebody other than the user says what a model has to do.
ORDER = re.compile(
    r"\b(?:the|this|your|our|any|every|all|future) (?:future )?(?:ai|(?:ai )?assistants?|ai agents?"
    r"|(?:ai|language) models?|chatbots?|llms?)(?: (?:that|who|which) .{1,60}?)?"
    r" (?:must|should|shall|has to|have to|needs? to|will (?:always|never|now))\b"
    r"|\b(?:any|every|all|future) (?:models?|agents?|bots?|readers?) (?:must|should|shall)\b"
    r"|\b(?:claude|chatgpt|gpt-?[0-9]\w*|gemini|copilot) (?:must|should|shall|has to|needs to)\b"
    r"|(?:^|[.!?] )assistant (?:must|should|shall|has to|needs to|will (?:always|never))\b",
    re.IGNORECASE,
)
PLEASE = re.compile(
    r"(?:(?:can|could|would|will) you )?(?:please|kindly|por favor,?|bitte) \w|(?:can|could|will)"
    r" you (?:always|never|stop|also|just|only)\b",
    re.IGNORECASE,
)
# What a user says to an assistant: a verb and what it is done to.
REQUEST = re.compile(
    r"(?:use|keep|format|explain|include|add|give|show|tell|provide|skip|make|send|obey|trust)"
    r" (?:the|an?|only|me|us|my|your|all|this|that|these|those|it|them|every|no|more|less|sure)\b"
    r"|be (?:brief|concise|polite|honest|formal|informal|kind|nice|careful|short|direct|rude)\b",
    re.IGNORECASE,
)
SPANISH = (
    r"a partir de ahora|de ahora en adelante|desde ahora|siempre (?:responde|contesta|habla|usa"
    r"|escribe|recuerda|incluye)|nunca (?:menciones|digas|uses|respondas|hables|reveles|olvides)"
    r"|no (?:menciones|digas|uses|respondas|hables|reveles|olvides|le digas)|(?:t[úu] )?debes\b"
    r"|(?:t[úu] )?tienes que|(?:ahora )?eres (?:ahora|una?|mi|el|la)\b|act[úu]a como|finge"
    r"|(?:responde|contesta|habla|escribe)(?:me)? (?:en|solo|s[óo]lo|siempre|como|con|a)\b"
    r"|recuerda(?:r)?(?: que| mi)|ten en cuenta|ll[áa]mame|revela|mu[ée]stra(?:me)? (?:tu|el)\b"
    r"|borra (?:tod[oa]s?|las?|tus?)"
)
GERMAN = (
    r"ab jetzt|ab sofort|von nun an|ab heute|du (?:musst|sollst|darfst|wirst)"
    r"|du bist (?:jetzt|nun|eine?)|antworte|sprich|schreibe? (?:immer|nur|auf|in|mit)|nenne? mich"
    r"|tu so|verhalte? dich|merke? dir|denke? daran|vergiss nicht|beachte|erw[äa]hne"
    r"|gib (?:mir )?(?:deine?n?|den|das)\b"
    r"|stell dir vor|l[öo]sche (?:alle|deine|die)|zeige? (?:mir )?(?:deine?n?|den)\b"
    r"|(?:immer|nie|niemals|stets) (?:\w+ ){0,6}(?:antworten|verwenden|benutzen|schreiben|sprechen"
    r"|erw[äa]hnen|nutzen|sagen)\b|(?:immer|nie|niemals|stets) (?:antworte|verwende|benutze)\b"
)
KOREAN = (
    r"(?:지금부터|이제부터)(?:는)? ?(?:너|당신|네|넌)"
    r"|(?:너는|넌|당신은) ?(?:이제|지금부터|항상|절대|반드시)"
    r"|(?:항상|반드시|무조건|절대(?:로)?) .{0,60}(?:답(?:해|하)|대답|말(?:해|하)"
    r"|사용(?:해|하)|언급).{0,10}(?:라|세요|마|줘|야 (?:해|한다|합니다))"
    r"|(?:꼭 |반드시 )?(?:기억|메모)해 ?(?:줘|주세요|둬|두세요|라)?[:, ]"
)
OTHER_LANGUAGES = re.compile(rf"(?:{SPANISH}|{GERMAN})\b|recuerda ?:|{KOREAN}", re.IGNORECASE)
KOREAN_ENDING = re.compile(
    r"(?:해|어|아|여|워|줘|둬) ?(?:주세요|줘요?|줄래요?|두세요|둬|주십시오|라)[.!~ \"]*$"
    r"|(?:하세요|하십시오|하지 ?마(?:세요)?|지 ?마(?:세요)?|말 것|해라|하라)[.!~ \"]*$"
)
