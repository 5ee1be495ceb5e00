"""How German says who means what, and all of its rules."""

import re

from worker.engines.rules.german_changes import CHANGED
from worker.engines.rules.german_clauses import CLAUSES, VERB_FIRST
from worker.engines.rules.german_events import EVENTFUL
from worker.engines.rules.german_life import LIFE
from worker.engines.rules.german_requests import ASKED_TO, BARE, REMEMBER
from worker.engines.rules.german_rules import DANGERS, RULES
from worker.engines.rules.german_words import HERE, PRODUCTS, TECH, pattern
from worker.engines.rules.grammar import Grammar

_SAY = (
    r"(?:sagt|sagte|hat gesagt|sagten|sagen|meint|behauptet|behauptete|schreibt|schrieb|antwortet"
    r"|antwortete|fragt|fragte|erklärt|erklärte|erzählt|erzählte|glaubt|denkt|findet|rief|ruft)"
)
_QUESTION = (
    r"(?:was|wie|wo|wer|wen|wem|wann|warum|wieso|weshalb|woher|wohin|womit|welche[nmrs]?"
    r"|wie ?viele?|kannst|könntest|kann|könnte|soll|sollte|darf|muss|hast|habt|haben|gibt|weißt"
    r"|kennst|ist|sind|bist|hättest|würdest|können|könnten|lohnt|geht|empfiehlst)"
)
GRAMMAR = Grammar(
    clauses=CLAUSES,
    supposed=pattern(
        r"\b(?:wenn|falls|sofern|angenommen|stelle?(?:n Sie)? (?:dir|sich) vor"
        r"|nehmen wir (?:mal )?an|sagen wir|als ob|als wäre|hypothetisch|vielleicht|womöglich"
        r"|möglicherweise|zum Beispiel|beispielsweise|z\. ?B\.|(?:in (?:\w+ )?|im )(?:Geschichte"
        r"|Gedicht|Lied|Roman|Szenario|Märchen|Spiel)|(?:schreibe?|erzähle?"
        r"|erfinde)\b.{0,40}\b(?:Geschichte|Gedicht|Märchen|Lied|Figur)|(?:der"
        r"|die) (?:Erzähler(?:in)?|Held(?:in)?|Figur)|ob|tu so|spiele? (?:die|eine|den|einen)"
        r"|nicht, dass)(?!\w)"
    ),
    when=pattern(r"\b(?:sobald|bevor|ehe|bis|solange|immer wenn)\b"),
    says=pattern(
        r"\b(?:(?:glaubst|denkst|meinst|findest|sagst|glauben|denken|meinen) (?:du|Sie|ihr)"
        rf"|(?<!ich )(?:{_SAY}|meinte)|laut \w+(?: \w+)?)\W*$"
    ),
    said_by=pattern(rf"[,—–] ?(?:{_SAY}|meinte) (?!ich\b|wir\b|mir\b)"),
    negated=re.compile(r"\b(?:nicht(?! nur\b)|nie|niemals)\b", re.IGNORECASE),
    notable=pattern(
        r"\b(?:\w*heirat\w*|Hochzeit|verlobt|Scheidung|scheiden|getrennt|adoptiert|Babys?|schwanger"
        r"|geboren|zur Welt|gestorben|verstorben|verloren|Abitur|Abi|\w*examen|promoviert|Studium"
        r"|Studienplatz|Ausbildung|Bachelor|Master|Rente|befördert|Beförderung|eingestellt"
        r"|entlassen|gekündigt|neuen? (?:Job|Stelle)|Zusage|Job|operiert|Operation|OP|Krankenhaus"
        r"|\w*unfall|Herzinfarkt|gebrochen|gewonnen|Preis|Stipendium|umgezogen|gezogen|ziehen?"
        r"|ausgewandert|eröffnet|gegründet|veröffentlicht|\w*marathon|zum ersten Mal|erste[nrs]?"
        r"|Führerschein|\w*prüfung|aufgehört|(?:Tochter|Sohn|Kind|Zwillinge|Junge) bekommen"
        r"|angenommen|(?:Vater|Mutter|Papa|Mama|Oma|Opa|Tante|Onkel)"
        r" (?:geworden|werde\w*)|werde (?:\w+ )?(?:Vater|Mutter|Papa|Mama|Oma|Opa|Tante|Onkel)"
        r"|(?:Haus|Wohnung|Auto|Grundstück|Motorrad|Boot|Hof|Laden) (?:[\w-]+ ){0,5}(?:gekauft"
        r"|verkauft))\b"
    ),
    to_come=pattern(
        r"\b(?:\d|\w+tag\b|Mittwoch|Januar|Februar|März|April|Mai|Juni|Juli|August|September"
        r"|Oktober|November|Dezember|morgen|übermorgen|nächst\w+|kommend\w+|Sommer|Winter|Herbst"
        r"|Frühling|Frühjahr|Weihnachten|Ostern|dieses Jahr|diese Woche|bald)"
    ),
    beside=pattern(
        r"\b(?:auch|zusätzlich|nebenbei|zweit\w+|teilweise|manchmal|vorübergehend|zeitweise"
        r"|befristet|erstmal|für (?:ein|zwei|drei|ein paar) (?:Monate?|Wochen?|Tage|Jahre?)"
        r"|am Wochenende|an Wochenenden|unter der Woche|im (?:Sommer|Winter)|Urlaub|Ferien|Teilzeit"
        r"|halb\w* Jahr|vor \w+ Jahren|(?<!seit )(?:19|20)\d\d|als (?:Kind|ich)|damals)\b"
    ),
    correction=pattern(
        r"(?:(?:nein|sorry|Entschuldigung|Verzeihung|ups|ach|Korrektur|mein Fehler|Quatsch"
        r"|ich habe mich"
        r" (?:vertan|geirrt|verschrieben))[\s,.:!…-]*){0,4}(?:ich meinte"
        r"|ich wollte(?: eigentlich)? sagen|gemeint war)[,:]? (?:eigentlich "
        r"|natürlich )?(?!(?:damit|nur|ja|nicht|eher|doch|auch|genau"
        rf"|ich|wir|mit|sowas)\b){HERE}[^.!?,]{{1,60}}(?:,? (?:und )?nicht (?:am |in |im |den |die "
        r"|das )?"
        r"([^.,!?]{1,40}))?[.! ]*",
        r"(?:(?:sorry|Entschuldigung|Verzeihung|ups|Korrektur|mein Fehler|ich habe mich (?:vertan"
        r"|geirrt|verschrieben))[\s,.:!…-]+){1,3}(?:es ist |es war |das war )?(?:am |in |im |der "
        r"|die |das )?"
        r"(?:\w+tag|Mittwoch|[\d:.]+(?: \w+)?|(?-i:[A-Z\u00c4\u00d6\u00dc])[\w-]+)"
        r"(?:,? (?:und )?nicht (?:am |in |im |den |die |das )?([^.,!?]{1,40}))?[.! ]*",
        r"(?:nein,? )?nicht (?:am |in |im |den |die |das )?([^.,!?]{1,40}?),? sondern (?:am |in "
        r"|im |den"
        r" |die |das )?[^.!?,]{1,40}[.! ]*",
    ),
    taken_back=pattern(
        r"\b(?:(?:aber|doch) (?:es|er|sie|das)? ?(?:geht|funktioniert|tritt|kommt|ist|läuft|hängt"
        r"|besteht)\b|dachte ich|war nur Spaß|kleiner Scherz)"
    ),
    products=pattern(rf"\b{PRODUCTS}\b"),
    errand=pattern(
        rf"\b{TECH}\b|\bfalsche?[nrms]?\b|\baus Versehen\b",
        r"\b(?:und|aber|doch) (?:jetzt |nun |dann |immer noch |noch |es |sie |er |das |da |nichts"
        r" |(?:der|die|das) \w+ )*(?:geht|gehen|funktioniert|funktionieren|läuft|lässt sich|gibt"
        r"|startet|lädt|reagiert|stürzt|passiert|hängt|fehlt|fehlen|schlägt|klebt|sehe|finde"
        r"|verstehe|bekomme|kriege|beendet sich|ist (?:immer noch |jetzt )?(?:ge\w+|ver\w+|kaputt"
        r"|langsam|rot|weg))\b",
    ),
    asks=pattern(rf"(?:[,;:.—–(]| [-–—]| und| aber| also)+ (?:und |also |dann )?{_QUESTION}\b"),
    asks_later=pattern(rf"\b{_QUESTION}\b"),
    asked_to=ASKED_TO,
    dialogue=re.compile(r"[—―–]\w|[—―] "),
    inverted=pattern(VERB_FIRST),
    remember=REMEMBER,
    bare=BARE,
    dangers=DANGERS,
    rules=(*CHANGED, *RULES, *LIFE, *EVENTFUL),
)
