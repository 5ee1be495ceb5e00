"""The German patterns for what is no longer so, and what took its place."""

from worker.engines.rules.german_life import LIVE, PLACE
from worker.engines.rules.german_words import ART, HERE, TRADE, W, did, i, rule, we
from worker.records import Relevance

_X = r"([^\s,.;]+(?: (?!nicht\b|und\b|auf\b|zu\b|seit\b)[^\s,.;]+)?)"
# "Nicht mehr als nötig" is less, and not no more.
_NO_MORE = rf"(?:seit {W}{{1,3}}?)?(?:gar |überhaupt )?nicht mehr\b(?! als\b)"
_USE = r"(?:nutze|benutze|verwende|trinke|esse|spiele|höre)"
_WE_USE = r"(?:nutzen|benutzen|verwenden|trinken|essen|spielen|hören)"
_USES = rf"(?:ich {_USE}|{_USE} ich|wir {_WE_USE}|{_WE_USE} wir)"
_SINCE = r"(?:jetzt|inzwischen|mittlerweile|nun|neuerdings)"
_NOW = r"(?:gerade|jetzt|derzeit|aktuell)"
_WENT = r"(?:umgestiegen|gewechselt|migriert|umgezogen|übergegangen)"
_TO = rf"(?:auf|zu|zum|zur) {HERE}[\w+#-]+(?: [\w+#-]+)?"
# What was done may be undone, and what is said in the present tense may be still to come.
_UNDONE = (
    r"vielleicht|eventuell|vorübergehend|testweise|probeweise|zurück|in dieser Datei"
    r"|für (?:diese[nsr]?|eine?n?) (?:Projekt|Woche|Monat|Tag|Datei)"
)
_TO_COME = (
    r"nächst\w+|morgen|übermorgen|bald|demnächst|später|irgendwann|sobald|wenn|falls"
    r"|im (?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember"
    r"|Sommer|Winter|Herbst|Frühling)|am (?:\w+tag|Mittwoch)"
    r"|in (?:\w+ )?(?:Tagen|Wochen|Monaten|Jahren)"
)
_FOR_GOOD = rf"(?![^.;]{{0,200}}\b(?:{_UNDONE})\b)"
_BY_NOW = rf"(?![^.;]{{0,200}}\b(?:{_UNDONE}|{_TO_COME})\b)"
MOVED_FROM = rule(
    "fact",
    Relevance.HIGH,
    did(
        rf"(?:von|aus) ([^\s,;]+(?: [^\s,;]+)?) nach {PLACE}[\w -]{{0,40}}?(?:gezogen|umgezogen"
        r"|gewechselt)",
        "bin",
        "sind",
    ),
    slot="home",
)
CHANGES = rule(
    "fact",
    Relevance.MEDIUM,
    rf"{_FOR_GOOD}(?:{did(rf'von {ART}{_X} {_TO} {_WENT}', 'bin', 'sind')})",
    rf"{_FOR_GOOD}(?:{did(rf'von {ART}{_X} {_TO} (?:gewechselt|migriert|umgestellt)')})",
    rf"{_BY_NOW}(?:{i('steige', rf'von {ART}{_X} {_TO} um')})",
    rf"{_BY_NOW}(?:{we('steigen', rf'von {ART}{_X} {_TO} um')})",
    rf"{_BY_NOW}(?:{i('stelle', rf'von {ART}{_X} {_TO} um')})",
    rf"{_BY_NOW}(?:{we('stellen', rf'von {ART}{_X} {_TO} um')})",
    rf"{_BY_NOW}(?:{i('wechse?le|migriere', rf'{_NOW} von {ART}{_X} {_TO}', 0)})",
    rf"{_BY_NOW}(?:{we('wechseln|migrieren', rf'{_NOW} von {ART}{_X} {_TO}', 0)})",
    rf"{_BY_NOW}(?:ich bin|wir sind|bin ich|sind wir) (?:gerade |noch )?dabei,? von {ART}{_X} {_TO}"
    r" (?:umzusteigen|umzustellen|zu (?:wechseln|migrieren))\b",
    did(rf"(?:mein\w* |unser\w* )?{_X} durch {HERE}[\w+#-]+ (?:ersetzt|ausgetauscht)"),
    rf"{_USES} {ART}{HERE}{_X} {_NO_MORE}",
    rf"{_USES} nicht mehr {ART}{HERE}([\w+#-]+),? sondern\b",
    rf"(?:{_USES} {_SINCE}|{_SINCE} (?:{_USE} ich|{_WE_USE} wir)) {ART}{HERE}[\w+#-]+"
    rf"(?: [\w+#-]+)? (?:an)?statt {ART}([\w+#-]+)",
    did(rf"bei {ART}([\w+#&-]+(?: [\w+#&-]+)?) (?:gekündigt|aufgehört)"),
    rf"{HERE}{ART}([\w+#-]+) (?:{_USE}|mag) ich (?:\w+ )?{_NO_MORE}",
    rf"ich (?:mag|liebe) {ART}{HERE}{_X} {_NO_MORE}",
    rf"(?:ich {LIVE}|{LIVE} ich) (?:\w+ |seit {W}{{1,3}}?)?nicht mehr (?:in|bei|mit) {ART}{_X}",
    rf"(?:ich arbeite|arbeite ich) (?:\w+ |seit {W}{{1,3}}?)?nicht mehr (?:bei|für|als|in|im)"
    rf" {ART}{_X}",
    r"ich bin (?:\w+ )?nicht mehr (?:mit )?(?=verheiratet|Vegetarier|Veganer|vegan|Single|verlobt"
    r"|Student"
    rf"|arbeitslos|{TRADE}){_X}",
    rf"(?:ich (?:esse|trinke)|(?:esse|trinke) ich) {W}{{0,4}}?kein\w* {_X} mehr\b"
    r"|ich (rauche) nicht mehr\b",
    rf"statt {ART}{_X} {_USE} ich\b",
    rf"früher (?:habe|hab) ich {ART}{_X} (?:benutzt|genutzt|verwendet|getrunken"
    r"|gegessen),? (?:und |aber )?"
    r"jetzt \w",
)
CHANGED = (MOVED_FROM, CHANGES)
