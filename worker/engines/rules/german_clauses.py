"""Where a statement may begin in German, and what may stand before it without changing it."""

from worker.engines.rules.clauses import Clauses
from worker.engines.rules.german_words import pattern

_ADVERB = (
    r"(?:heute|gestern|vorgestern|morgen|jetzt|inzwischen|mittlerweile|seitdem|seither|dann|danach"
    r"|deshalb|deswegen|daher|darum|leider|endlich|aktuell|derzeit|zurzeit|momentan|normalerweise"
    r"|meistens|eigentlich|grundsätzlich|generell|beruflich|privat|ursprünglich|früher|damals"
    r"|nebenbei|außerdem|übrigens|tatsächlich|persönlich|vorhin|neulich|kürzlich|letztens|bald"
    r"|hauptsächlich|gerade|glücklicherweise|zum Glück|ehrlich gesagt|wie gesagt|immer|nun|so|ja"
    r"|also|trotzdem|dort|hier|(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs|morgens|abends"
    r"|nachts|mittags|vormittags|nachmittags|wochentags|nächst\w+ \w+|letzt\w+ \w+|dies\w+ \w+"
    r"|vor kurzem|hauptberuflich)"
)
VERB_FIRST = (
    r"(?!(?:ich|wir|weil|da|dass|daß|ob|wenn|falls|als|obwohl|was|wie|wo|damit|bevor|nachdem|seit"
    r"|und|aber|denn|oder|bis|sobald|nicht) )(?:\w+ (?:ich|wir)|(?:ist|sind|hat|haben) (?:meine?"
    r"|unsere?))\b"
)
CLAUSES = Clauses(
    breaks=pattern(r"[,;(—–]+ ?| [-–—]+ |\b(?:und|aber|denn|sondern|doch|sowie) "),
    filler=pattern(
        r"[^\w\ufffc\"'`<>—]+",
        r"(?:hallo+|hi|hey|moin|servus|guten (?:Tag|Morgen|Abend)|grüß Gott|grüezi|ja+|jep|nein"
        r"|nee|nö|ok|okay|gut|na ja|naja|also|ach|ach ja|ach so|oh|hm+|übrigens|btw|fyi|zur Info"
        r"|nur zur Info|ehrlich gesagt|um ehrlich zu sein|bitte|sorry|Entschuldigung|Verzeihung"
        r"|Korrektur|Update|Nachtrag|PS|Hinweis|Kontext|Hintergrund|danke(?: dir)?|vielen Dank"
        r"|ich glaube|ich denke|ich finde|ich meine|ich muss sagen|ich muss zugeben|wie gesagt"
        r"|wie ich (?:schon )?sagte|gute (?:Nachrichten|Neuigkeiten)|tja|juhu|so|nun|genau|stimmt"
        r"|kurz zu mir|über mich|zu mir|zu meiner Person|ich habe mich (?:vertan|geirrt)"
        r"|mein Fehler|du solltest wissen|falls es hilft|ich meinte"
        r"|ich wollte(?: eigentlich)? sagen|denn|und|aber|doch|nochmal)(?=[ ,:.!;-]|$)",
    ),
    fronts=pattern(
        rf"(?:{_ADVERB}|(?:seit|in|im|am|an|vor|nach|bei|beim|mit|zu|zum|zur|für|aus|von|vom|auf"
        r"|als|über|unter|während|wegen|bis|ab|letzte[nrs]?|diese[nrs]?|jede[nrs]?|beim)"
        r"(?: (?!welch|w[eo][nmrs]?\b|was\b|wie\b)[^\s,;:()?]{1,40}){1,6}?) "
        rf"(?={VERB_FIRST})",
        r"(?:als|seit|seitdem|nachdem|weil|da|obwohl) [^,]{1,120}, ",
    ),
)
