"""The German patterns for what has happened, has changed or is to come, most telling first."""

from worker.engines.rules.german_life import LIVE, NOWHERE, PLACE
from worker.engines.rules.german_words import (
    CAPITAL,
    FAMILY,
    HAS,
    HERE,
    MY,
    NAMED,
    TRADE,
    WORK,
    W,
    did,
    did_it,
    i,
    rule,
    we,
)
from worker.records import Relevance

_DONE = (
    r"(?:gekauft|verkauft|gemietet|adoptiert|besucht|gewonnen|gegründet|eröffnet|gebucht|gekocht"
    r"|gebacken|gepflanzt|renoviert|gefeiert|gemalt|gestrichen|genäht|gestrickt|gespendet|bestiegen"
    r"|gelesen|verbracht|abgebrochen|getroffen|geerbt|gestrickt|gebastelt|umgebaut|gegrillt|geerntet"
    r"|aufgeführt|organisiert|unterrichtet|bereist|gezeltet)"
)
_TRAVELLED = (
    r"(?:gefahren|geflogen|gereist|gegangen|gewandert|gelaufen|geradelt|gesegelt|zurückgekommen"
    r"|zurückgekehrt|gepilgert)"
)
_WHERE_TO = (
    r"(?:nach|in die|in den|ins|an die|an den|ans|zum|zur|zu (?:meine[mnr]?|eine[mnr]?|unsere[mnr]?)"
    r"|auf (?:eine?n?|das|die|den)|aus|durch|über|von|den|um)"
)
_START = (
    r"zu (?:lernen|spielen|studieren|arbeiten|laufen|joggen|malen|tanzen|schwimmen|kochen|meditieren"
    r"|klettern|singen|boxen|zeichnen|stricken|nähen)\b"
)
_HABIT = (
    r"(?:Rauchen|Trinken|Yoga|Sport|Studium|Therapie|Laufen|Klettern|Alkohol|Pilates|Gitarre|Klavier"
    r"|Tanzen|Boxen|\w+unterricht|\w+kurs|Ausbildung)"
)
_LOST = (
    r"(?:Job|Arbeit|Führerschein|Pass|Geldbeutel|Portemonnaie|Schlüssel|Handy|Ehering|"
    rf"{FAMILY})"
)
_GOT = (
    r"(?:Job|Baby|Kind|Sohn|Tochter|Zwillinge|Junge|Welpen|Enkel|Zusage|Stelle|Hund|Katze|Stipendium"
    r"|Beförderung|Gehaltserhöhung|Praktikum|Studienplatz|Praktikumsplatz|Ausbildungsplatz)"
)
_TOOK = r"(?:geklaut|gestohlen|gekündigt|geraubt|ein Job angeboten|eine Stelle angeboten)"
_BEEN = (
    rf"(?:in {CAPITAL}(?!ile|orge|anik)\w+|beim (?:Arzt|Zahnarzt|Friseur)|im (?:Kino|Urlaub|Theater"
    r"|Krankenhaus|Museum|Zoo|Schwimmbad|Stadion)|auf (?:einem|dem|unserem) (?:Konzert|Festival"
    r"|Geburtstag)|auf einer (?:Hochzeit|Party|Messe))\b(?! (?:zu|als)\b)"
)
EVENTS = rule(
    "fact",
    Relevance.MEDIUM,
    did_it(_DONE, WORK),
    did(rf"(?:eine?n?|zwei|drei|\d+) {WORK}[\w -]{{1,40}}? gesehen"),
    did_it(rf"(?:Job|Wohnung|Arbeit|Stelle|Haus|Mitbewohner(?:in)?) {W}{{0,5}}?gefunden"),
    did_it(
        r"(?:Therapie|Studium|Ausbildung|Job|Stelle|Diät|Lehre|\w+kurs|\w+unterricht|Praktikum)"
        r" (?:angefangen|begonnen)"
    ),
    did("geheiratet|promoviert|mich verlobt|uns verlobt|mich scheiden lassen|uns getrennt"),
    did(
        r"(?:mich|uns) (?:[^\s,;]{1,30} ){0,6}?(?:angemeldet|eingeschrieben|verliebt|verlobt|getrennt"
        r"|selbstständig gemacht|selbständig gemacht|beworben)"
    ),
    did(r"(?:meine?n?|unsere?n?) (?:[\w-]+ ){1,3}?gekündigt|gekündigt"),
    did_it(rf"{_LOST} verloren"),
    did_it(
        r"(?:\w*Prüfung|Führerschein|Examen|Abitur|Abi|Ausbildung|Bachelor|Master|Praktikum|Kurs"
        r"|Urlaub|Reise|Ausflug|Fahrradtour) (?:bestanden|gemacht|abgeschlossen)"
    ),
    did_it(rf"{_GOT} bekommen"),
    did(r"(?:an|bei) (?:eine[mr]|der|dem) [\w -]{1,40}?teilgenommen|[\w -]{0,20}?mitgemacht bei"),
    did(rf"(?:wieder |gerade )?(?:angefangen|begonnen),? {W}{{0,4}}?{_START}"),
    did(rf"aufgehört,? {W}{{0,3}}?zu (?:rauchen|trinken|arbeiten|studieren|spielen)"),
    did(rf"mit (?:dem |der |einem |meinem )?{_HABIT} (?:angefangen|aufgehört|begonnen)"),
    did(r"(?:meine?n?|eine?n?) (?:[\w-]+ ){1,6}?kennengelernt"),
    did(rf"mir {W}{{0,5}}?(?:den|das|die|einen?) \w+ (?:gebrochen|verstaucht|tätowieren lassen)"),
    did(rf"{_WHERE_TO} (?!{NOWHERE}\b){HERE}{WORK}[^,;]{{1,60}}? ?{_TRAVELLED}", "bin", "sind"),
    did(
        r"(?:wandern|einkaufen|campen|zelten|schwimmen|klettern|Ski fahren|feiern|tanzen|surfen"
        r"|segeln|tauchen) (?:gegangen|gewesen)",
        "bin",
        "sind",
    ),
    did(
        r"(?:(?:befördert|entlassen|operiert|eingestellt|angenommen|überfallen) worden|eingezogen"
        r"|ausgezogen|umgezogen|(?:Vater|Mutter|Papa|Mama|Oma|Opa|Tante|Onkel) geworden"
        r"|in Rente gegangen|(?:eine[mr]|dem|der) [\w -]{1,40}?beigetreten|ausgewandert"
        r"|(?:einen|den|meine?n?) [\w -]{0,20}?\w*(?:marathon|lauf|weg) gelaufen)",
        "bin",
        "sind",
    ),
    i(
        "wurde",
        rf"{W}{{0,3}}?(?:befördert|entlassen|operiert|eingestellt|angenommen|gekündigt|Vater|Mutter"
        r"|Oma|Opa|Tante|Onkel|eingebürgert|eingeschult|überfallen)\b",
    ),
    rf"mir (?:wurde|wurden|ist|hat man) {W}{{0,6}}?{_TOOK}\b",
    i("war", _BEEN, 7) + "|" + we("waren", _BEEN, 7),
    i(
        "hatte",
        r"eine?n? (?:\w+ )?(?:Unfall|OP|Operation|Vorstellungsgespräch|Herzinfarkt|Fehlgeburt"
        r"|Schlaganfall|Date)\b",
    ),
    rf"(?:früher|damals) (?:habe|hab) ich {W}{{1,6}}?(?:gewohnt|gelebt|gearbeitet|gespielt|geraucht"
    r"|studiert)\b|(?:ich (?:wohnte|lebte|arbeitete|studierte)|(?:wohnte|lebte|arbeitete|studierte)"
    r" ich) (?:früher |damals )?(?:in|als|bei) \w",
    rf"{MY}{FAMILY}{NAMED} ist {W}{{0,4}}?(?:gestorben|verstorben|geboren|umgezogen|ausgezogen)\b",
    rf"ist (?:mein|meine|unser|unsere) {FAMILY}{NAMED} {W}{{0,4}}?(?:gestorben|verstorben|geboren)\b",
    rf"{MY}{FAMILY}{NAMED} (?:hat|haben) {W}{{0,6}}?(?:geheiratet|(?:{_GOT}|\w*Prüfung|Abitur|Abi"
    r"|Führerschein) (?:bekommen|bestanden|gemacht))\b",
    i("nehme", r"\w*(?:unterricht|stunden)\b(?! zu)", 4),
    i("trainiere", rf"(?:für|seit) {HERE}\w", 3),
)
_NEXT = r"(?:morgen|übermorgen|bald|nächst\w+|kommend\w+|dieses|diesen|am|im|ab)"
PLANS = rule(
    "fact",
    Relevance.MEDIUM,
    i("ziehe|fliege|reise|fahre", rf"{_NEXT} {W}{{0,4}}?nach {PLACE}", 0),
    we("ziehen|fliegen|reisen|fahren", rf"{_NEXT} {W}{{0,4}}?nach {PLACE}", 0),
    i("ziehe", rf"nach {PLACE}", 3),
    i("heirate", rf"{_NEXT}\b", 1) + "|" + we("heiraten", rf"{_NEXT}\b", 1),
    i(
        "plane",
        r"(?:eine|einen|meine|meinen|unsere|unseren) (?:Reise|Umzug|Hochzeit|Urlaub|Weltreise"
        r"|Auslandssemester)\b",
        2,
    ),
    i(
        "werde",
        rf"{W}{{0,3}}?(?:Vater|Mutter|Papa|Mama|Oma|Opa|Tante|Onkel|\d+(?: Jahre alt)?)(?=[.,!]|$)",
        2,
    ),
    i("werde", rf"nach {PLACE}[\w -]{{0,30}}? (?:ziehen|auswandern|fliegen|reisen)\b"),
    i(
        "habe?",
        rf"(?:\w*prüfung(?:en)?|Vorstellungsgespräch|(?:Zahn)?arzttermin|Termin|Flug|OP|Geburtstag"
        rf"|Klausur|Hochzeit)\b{HAS}",
        6,
    ),
    we("erwarten|bekommen", r"(?:ein|unser) (?:\w+ )?(?:Kind|Baby)\b", 2),
    i(
        "fange|beginne",
        rf"{_NEXT} {W}{{0,4}}?(?:Studium|Ausbildung|Job|Praktikum|bei {CAPITAL}\w+)",
        2,
    ),
)

_X = r"([^\s,.;]+(?: (?!nicht\b|und\b|auf\b|zu\b)[^\s,.;]+)?)"
_ART = r"(?:(?:den|die|das|dem|der|mein\w*|ein\w*|unser\w*) )?"
_USE = r"(?:nutze|benutze|verwende|trinke|esse|spiele|höre)"
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
    did(
        rf"von {_ART}{_X} (?:auf|zu|zum|zur) {HERE}[\w+#-]+(?: [\w+#-]+)? (?:umgestiegen|gewechselt|migriert"
        r"|umgezogen)",
        "bin",
        "sind",
    ),
    did(
        rf"von {_ART}{_X} (?:auf|zu|zum|zur) {HERE}[\w+#-]+(?: [\w+#-]+)? (?:gewechselt|migriert|umgestellt)"
    ),
    did(rf"(?:mein\w* |unser\w* )?{_X} durch {HERE}[\w+#-]+ (?:ersetzt|ausgetauscht)"),
    rf"(?:ich {_USE}|{_USE} ich) {_ART}{HERE}{_X} (?:gar |überhaupt )?nicht mehr\b",
    rf"{HERE}([\w+#-]+) (?:{_USE}|mag) ich (?:\w+ )?nicht mehr\b",
    rf"ich (?:mag|liebe) {_ART}{HERE}{_X} nicht mehr\b",
    rf"(?:ich {LIVE}|{LIVE} ich) (?:\w+ )?nicht mehr in {_ART}{_X}",
    rf"(?:ich arbeite|arbeite ich) (?:\w+ )?nicht mehr (?:bei|für|als|in|im) {_ART}{_X}",
    rf"ich bin (?:\w+ )?nicht mehr (?:mit )?(?=verheiratet|Vegetarier|Veganer|vegan|Single|verlobt|Student"
    rf"|arbeitslos|{TRADE}){_X}",
    rf"(?:ich (?:esse|trinke)|(?:esse|trinke) ich) {W}{{0,4}}?kein\w* {_X} mehr\b|ich (rauche) nicht mehr\b",
    rf"statt {_ART}{_X} {_USE} ich\b",
    rf"früher (?:habe|hab) ich {_ART}{_X} (?:benutzt|genutzt|verwendet|getrunken|gegessen),? (?:und |aber )?"
    r"jetzt \w",
)
CORRECTION = rule(
    "fact",
    Relevance.MEDIUM,
    rf"(?:ich meinte|ich wollte(?: eigentlich)? sagen)[,:]? (?:eigentlich |natürlich )?(?!damit|nur|ja|nicht"
    rf"|eher|doch|auch|genau|ich|wir|mit|sowas){HERE}\w",
)
CHANGED = (MOVED_FROM, CHANGES)
EVENTFUL = (PLANS, EVENTS, CORRECTION)
