"""The German patterns for dangers, wishes and work done, most telling first."""

from worker.engines.rules.german_words import (
    AM,
    ART,
    CONDITION,
    FAMILY,
    HERE,
    LANGUAGE,
    MY,
    NAMED,
    POINTING,
    WORK,
    W,
    did,
    did_it,
    i,
    rule,
    we,
)
from worker.records import Relevance

_JOKE = (
    r"(?!(?:die |den |das |der )?(?:Montag\w*|Arbeit|Menschen|Leute|Dummheit|Meetings?|Sport"
    r"|Idioten|Frühaufstehen|Aufstehen|Bürokratie|Hausarbeit|Putzen|Lügen|Stress|Unpünktlichkeit"
    r"|dich|dumme|solche)\b)"
)
_DRUG = r"(?:Insulin|Blutverdünner|Marcumar|Lithium|Metformin|Betablocker|Kortison|L-?Thyroxin)"
_ILLS = (
    r"(?:Gluten|Laktose|Milch|Milchprodukte|Nüsse|Erdnüsse|Haselnüsse|Meeresfrüchte|Fisch|Eier|Soja"
    r"|Weizen|Fruktose|Histamin|Penicillin|Ibuprofen|Aspirin|Paracetamol|Amoxicillin)"
)
_SICK = (
    r"(?:Diabetiker(?:in)?|Typ[- ]?[12][- ]Diabetiker(?:in)?|Asthmatiker(?:in)?|Allergiker(?:in)?"
    r"|Epileptiker(?:in)?|Bluter|laktoseintolerant|glutenintolerant|schwanger|immungeschwächt"
    r"|immunsupprimiert)\b"
)
DANGERS = rule(
    "fact",
    Relevance.CRITICAL,
    i("bin", rf"allergisch (?:gegen|auf) {_JOKE}\w"),
    i("bin", rf"(?:gegen|auf) {_JOKE}(?:[\w-]+ ){{1,4}}allergisch\b", 2),
    rf"gegen {_JOKE}(?:[\w-]+ ){{1,4}}bin ich {W}{{0,2}}?allergisch\b",
    rf"(?:weil|da|dass) ich {W}{{0,3}}?(?:(?:gegen|auf) {_JOKE}(?:[\w-]+ ){{1,4}}allergisch"
    rf"|{_SICK}) bin\b",
    i("habe?", rf"{CONDITION}(?! (?:gegen|auf) (?!{_JOKE}))", 3),
    rf"(?:weil|da|dass) ich {W}{{0,3}}?{CONDITION} habe?\b",
    i("leide", rf"(?:an|unter) (?:\w+ )?{CONDITION}", 2),
    i("bin", rf"{AM}{_SICK}", 0),
    rf"bei mir (?:wurde|wurden|ist|hat man|haben sie) {W}{{0,6}}?(?:diagnostiziert|festgestellt)\b",
    rf"(?:ich vertrage|ich darf|vertrage ich|darf ich) (?:leider |gar |überhaupt |absolut )*"
    rf"kein\w* {_ILLS}\b",
    r"(?:als Kind |als Jugendlicher? |letztes Jahr "
    rf"|vor \w+ Jahren )?wurde bei mir {W}{{0,6}}?(?:diagnostiziert|festgestellt)\b",
    i("nehme", rf"{_DRUG}\b", 3),
    rf"{MY}{FAMILY}{NAMED} (?:ist|sind) {W}{{0,2}}?(?:allergisch (?:gegen|auf) {_JOKE}\w|{_SICK})",
    rf"{MY}{FAMILY}{NAMED} (?:ist|sind) {W}{{0,2}}?(?:gegen|auf) {_JOKE}(?:[\w-]+ ){{1,3}}"
    r"allergisch\b",
    rf"{MY}(?:{FAMILY}|kleiner?|großer?){NAMED} (?:hat|haben) {W}{{0,2}}?{CONDITION}",
    rf"{MY}{FAMILY}{NAMED} (?:verträgt|darf) (?:leider |gar )?kein\w* {_ILLS}\b",
)

# What one can do "gern"; not what one would like, or says so out of politeness.
_ENJOY = (
    r"(?:(?!(?:hätte|würde|möchte|könnte|wüsste|wollte|bräuchte|wäre|dürfte|habe|nehme|helfe|komme"
    r"|warte|sehe|bekomme|kriege|frage|erkläre|zeige|schicke|gebe|mache ich)\b)[^\W\d_]{2,15}e|tu)"
)
# "Ich gehe jetzt lieber", "ich lerne gern von dir": of this hour and this talk.
_THEN = (
    r"(?![^,.;]{0,80}\b(?:jetzt|dann|später|erstmal|mal|morgen|heute|nochmal|dir|dich|Ihnen"
    r"|euch)\b)"
)
_WORD = rf"(?:{HERE}[^\s,;:()]{{1,40}} )"
_TOWARDS = rf"(?!(?:nicht )?{POINTING})(?!nicht (?:mehr|nur)\b){ART}\w"
# With "nicht" and "kein" too: what somebody does not like is a preference as well.
_LIKED = (
    r"(?:(?:ja|auch|sehr|echt|wirklich|total|besonders|am meisten|eher|einfach|persönlich|schon"
    r"|immer|lieber|eigentlich|nur|vor allem|überhaupt|gar|absolut|abgöttisch|seit \w+) )*+"
)
_TELL = (
    r"(?:antworte?|schreibe?|sprich|rede|verwende?|benutze?|nutze?|erkläre?|formuliere?|vermeide?"
    r"|nenne?|gib)"
)
_TELL_SIE = (
    r"(?:antworten|schreiben|sprechen|verwenden|benutzen|nutzen|erklären|formulieren|vermeiden) Sie"
)
_ME = r"(?: (?:mir|mich|bitte|also|doch|mit mir))*"
_FROM_NOW = r"(?:ab (?:jetzt|sofort|heute)|von (?:jetzt|nun|heute) an|in Zukunft|zukünftig|künftig)"
_ALWAYS = r"(?:immer|nie|niemals|stets|nur noch|ausschließlich)"
PREFERENCE = rule(
    "preference",
    Relevance.MEDIUM,
    r"(?:ich (?:ma+g|li+e+be|verabscheue|bevorzuge)|wir (?:mögen|lieben"
    rf"|bevorzugen)) {_LIKED}{_TOWARDS}",
    rf"(?:ich hasse|wir hassen) {_LIKED}{WORK}{_TOWARDS}",
    rf"(?:mag|liebe|hasse|bevorzuge) ich {_LIKED}{_TOWARDS}",
    rf"(?:{_WORD}){{1,3}}(?:mag|liebe|hasse|bevorzuge) ich\b(?! nicht mehr\b)",
    r"ich (?:liebe|hasse) es,? (?:wirklich |so )?(?:[^\s,;:()]{1,40} ){0,5}?(?:zu \w+"
    r"|\w{2,12}zu\w+en)\b",
    rf"ich {_ENJOY}{_THEN} (?:{_WORD}){{0,4}}?(?:nicht |sehr |besonders |so |total )?(?:gerne?"
    r"|lieber|am liebsten|ungern)\b",
    rf"{_ENJOY} ich{_THEN} (?:{_WORD}){{0,3}}?(?:nicht |sehr |besonders |so |total )?(?:gerne?"
    r"|lieber|am liebsten|ungern)\b",
    rf"(?:{_WORD}){{1,3}}{_ENJOY} ich (?:{_WORD}){{0,2}}?(?:nicht |sehr |besonders "
    r"|total )?(?:gerne?|lieber|am liebsten|ungern)\b",
    rf"am liebsten {_ENJOY} ich {HERE}\w",
    r"wir (?!würden|hätten|möchten|wollten|könnten|wären|nehmen|kommen|helfen)[^\W\d_]{2,12}e?n "
    rf"(?:{_WORD}){{0,4}}?"
    r"(?:nicht |sehr |besonders )?(?:gerne?|lieber|am liebsten|ungern)\b",
    rf"(?:{_WORD}){{1,4}}macht mir (?:\w+ )?Spaß\b|ich stehe? (?:total |voll |sehr |echt "
    r"|nicht )*+auf "
    rf"(?!d(?:er|em|en|as|ie)|ein|mein|Platz|Position|Seite|null|dem){HERE}\w",
    rf"ich finde (?:{_WORD}){{1,4}}(?:besser|schöner|angenehmer|leckerer|praktischer) als {HERE}\w",
    rf"ich ziehe (?:{_WORD}){{2,5}}vor\b",
    rf"ich kann (?:{_WORD}){{1,4}}(?:nicht|überhaupt nicht|gar nicht) (?:ausstehen|leiden|ab)\b",
    rf"(?:{_WORD}){{1,3}}kann ich (?:\w+ )?nicht (?:ausstehen|leiden)\b",
    r"(?:mein|meine) (?:\w+ )?Lieblings[\w-]+ (?:ist|sind|war|heißt|bleibt) \w",
    rf"(?:{_WORD}){{1,4}}(?:ist|sind) (?:\w+ )?(?:mein|meine) (?:\w+ )?Lieblings[\w-]+",
    i("bin", rf"{AM}(?:ein )?(?:\w+er )?Fan (?:von|vom|des|der) {HERE}\w", 0),
    rf"(?:weil|da) ich {W}{{0,3}}?(?:vegan|vegetarisch|Veganer(?:in)?|Vegetarier(?:in)?) "
    r"(?:bin|lebe|esse)\b",
    i(
        "lebe|esse|ernähre mich",
        r"(?:vegan|vegetarisch|glutenfrei|laktosefrei|koscher|halal|low carb)\b",
    ),
    r"(?:ich esse|esse ich) (?:prinzipiell |grundsätzlich |gar |eigentlich |nie |\w+ )??kein\w* \w+"
    r"(?! mehr\b)",
    r"(?:ich trinke|trinke ich) (?:prinzipiell |grundsätzlich |gar "
    r"|eigentlich )?kein\w* \w+(?! mehr\b)",
    rf"(?:ich (?:esse|trinke)|(?:esse|trinke) ich) (?:nie|niemals) {HERE}\w",
    r"ich rauche nicht\b(?! mehr)|ich bin Nichtraucher(?:in)?\b",
    rf"mir (?:schmeckt|schmecken) (?:{_WORD}){{1,4}}(?:nicht|besser|gut|sehr|am "
    r"besten)\b",
    r"ich interessiere mich (?:\w+ )?(?:sehr |total )?für (?!d(?:ie|en|as|ein)|ein|Ihr"
    rf"|dies){HERE}\w",
    r"meine Präferenz (?:ist|wäre)\b",
    rf"(?:{_WORD}){{1,4}}(?:ist|sind) meine? liebster? \w",
    # Standing wishes.
    rf"(?<!und )(?:{_TELL}|{_TELL_SIE}){_ME} (?:auf \w+ )?{_ALWAYS} \w",
    rf"(?<!und )(?:{_TELL}|{_TELL_SIE}){_ME} (?:auf {LANGUAGE}|\w+) {_FROM_NOW}",
    rf"{_FROM_NOW},? (?:bitte )?(?:{_ALWAYS} |nur )?(?:{_TELL}|{_TELL_SIE}|kein\w* \w+"
    rf"|auf {LANGUAGE}"
    r"|duze?|sieze?)\b",
    rf"(?<!und )(?:{_TELL}|{_TELL_SIE}){_ME} {_FROM_NOW}\b",
    rf"bitte {_ALWAYS} (?:[^\s,;:()]{{1,40}} ){{1,6}}?(?:antworten|schreiben|verwenden|benutzen"
    r"|nutzen|erklären)\b",
    rf"ich möchte,? dass (?:du|Sie) (?:mir |mich )?(?:{_ALWAYS}|{_FROM_NOW})\b",
    r"(?:duze?|sieze?) mich\b|(?:duzen|siezen) Sie mich\b|du (?:kannst|darfst) mich (?:ruhig "
    r"|gern |gerne )?(?:duzen|siezen)\b",
    r"(?:sprich|sprechen Sie) mich (?:bitte |immer )*mit \S+ an\b",
)
DIET = rule(
    "preference",
    Relevance.MEDIUM,
    i("bin", rf"{AM}(?=(?:Veganer(?:in)?|Vegetarier(?:in)?|Pescetarier(?:in)?|vegan)\b)\w", 0),
    slot="diet",
)
DECISION = rule(
    "decision",
    Relevance.HIGH,
    did("entschieden|entschlossen|beschlossen|geeinigt"),
    i("entschied|entschloss", r"mich\b", 0) + "|" + we("entschieden|entschlossen", r"uns\b", 0),
    r"(?:die|unsere|meine) Entscheidung (?:ist (?:gefallen|auf|für|gegen)|fiel (?:auf|für|gegen)"
    r"|steht fest|lautet)\b",
)

_FIXED = r"(?:behoben|gelöst|gefixt|repariert|beseitigt)"
_DONE = (
    r"(?:fertig(?:gestellt)?|abgeschlossen|erledigt|live|online|deployt|deployed|veröffentlicht"
    r"|ausgerollt|eingereicht|abgegeben|ausgeliefert)"
)
_THING = (
    r"(?:der|die|das|mein|meine|unser|unsere|dieser|diese|dieses) "
    r"(?!Kaffee|Essen|Kuchen|Nudeln|Wäsche|Teig|Suppe)(?:[\w./#+-]+ ){1,6}?"
)
_IS = rf"(?:ist|sind|wurde|wurden) (?:{W}){{0,3}}?"
_OVER = r"(?= ?(?:$|[.,;!:)(—–-]|(?:und|aber|worden|danke|seit|jetzt|endlich)\b))"
RESOLUTION = rule(
    "resolution",
    Relevance.MEDIUM,
    did_it(_FIXED),
    rf"{_THING}{_IS}{_FIXED}(?! (?:von|durch)\b){_OVER}",
)
SOLVED = rule(
    "resolution",
    Relevance.LOW,
    rf"(?:ist |alles )?(?:jetzt |nun |endlich )?{_FIXED}{_OVER}",
    rf"(?:Problem|Fehler|Bug)(?: ist)? {_FIXED}(?:[.,!]* ?(?:vielen )?danke?)?[.!]*$",
)
COMPLETION = rule(
    "completion",
    Relevance.MEDIUM,
    did_it(
        r"fertiggestellt|abgeschlossen|abgegeben|eingereicht|veröffentlicht|deployt|deployed"
        r"|ausgeliefert|ausgerollt|migriert|fertig ?geschrieben|fertig ?gemacht|fertig ?gelesen"
    ),
    i("bin", r"mit (?:dem|der|den|meine[mr]|unsere[mr]) (?:[\w-]+ ){1,4}?(?:fertig|durch)\b", 3),
    did(
        r"(?:Studium|Ausbildung|Roman|Buch|Kurs|\w*arbeit|Projekt|Schule|Therapie|Lehre|Praktikum)"
        r" beendet"
    ),
    rf"{_THING}{_IS}{_DONE}(?! (?:von|durch|für|mit)\b){_OVER}",
    r"(?:endlich|jetzt|nun|seit gestern|heute|gestern) (?:ist|sind|wurde"
    rf"|wurden) {_THING}{_DONE}{_OVER}",
)
RULES = (DIET, PREFERENCE, DECISION, RESOLUTION, SOLVED, COMPLETION)
