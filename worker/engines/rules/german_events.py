"""The German patterns for what has happened, has changed or is to come, most telling first."""

from worker.engines.rules.german_life import NOWHERE, PLACE
from worker.engines.rules.german_words import (
    CAPITAL,
    DONE,
    FAMILY,
    HAS,
    HERE,
    MY,
    NAMED,
    PEOPLE,
    WHEN,
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
    r"|gelesen|verbracht|abgebrochen|getroffen|geerbt|gebaut|gebastelt|umgebaut|gegrillt|geerntet"
    r"|aufgeführt|organisiert|unterrichtet|bereist|gezeltet)"
)
_TRAVELLED = (
    r"(?:gefahren|geflogen|gereist|gegangen|gewandert|gelaufen|geradelt|gesegelt|zurückgekommen"
    r"|zurückgekehrt|gepilgert)"
)
_WHERE_TO = (
    r"(?:nach|in die|in den|ins|an die|an den|ans|zum|zur|zu (?:meine[mnr]?|eine[mnr]?"
    r"|unsere[mnr]?)|auf (?:eine?n?|das|die|den)|aus|durch|über|von|den|um)"
)
_START = (
    r"zu (?:lernen|spielen|studieren|arbeiten|laufen|joggen|malen|tanzen|schwimmen|kochen"
    r"|meditieren|klettern|singen|boxen|zeichnen|stricken|nähen)\b"
)
_HABIT = (
    r"(?:Rauchen|Trinken|Yoga|Sport|Studium|Therapie|Laufen|Klettern|Alkohol|Pilates|Gitarre"
    r"|Klavier|Tanzen|Boxen|\w+unterricht|\w+kurs|Ausbildung)"
)
_LOST = (
    r"(?:Führerschein|Pass|Geldbeutel|Portemonnaie|Schlüssel|Handy|Ehering|"
    rf"{FAMILY})"
)
_GOT = (
    r"(?:Job|Baby|Kind|Sohn|Tochter|Zwillinge|Junge|Welpen|Enkel|Zusage|Stelle|Hund|Katze"
    r"|Stipendium|Beförderung|Gehaltserhöhung|Praktikum|Studienplatz|Praktikumsplatz"
    r"|Ausbildungsplatz)"
)
_TOOK = r"(?:geklaut|gestohlen|geraubt|ein Job angeboten|eine Stelle angeboten)"
_BEEN = (
    r"(?:in (?!Eile|Sorge|Panik|Mathe|Deutsch|Englisch|Physik|Chemie|Gedanken|Not|Form|Ordnung"
    rf"|Stimmung|Kontakt|Versuchung|Laune){CAPITAL}\w+|beim (?:Arzt|Zahnarzt|Friseur)|im (?:Kino"
    r"|Urlaub|Theater|Krankenhaus|Museum|Zoo|Schwimmbad|Stadion)|auf (?:einem|dem"
    r"|unserem) (?:Konzert|Festival|Geburtstag)|auf einer (?:Hochzeit|Party|Messe))\b(?! (?:zu"
    r"|als)\b)"
)
EVENTS = rule(
    "experience",
    Relevance.LOW,
    did_it(_DONE, rf"(?!(?:\w+ )?(?:Entscheidung|Wahl|Auswahl)\b){WORK}"),
    did(rf"(?:eine?n?|zwei|drei|\d+) {WORK}[\w -]{{1,40}}? gesehen"),
    did(rf"(?:Job|Wohnung|Arbeit|Stelle|Haus|Mitbewohner(?:in)?) {W}{{0,5}}?gefunden"),
    did(
        r"(?:Therapie|Studium|Ausbildung|Job|Stelle|Diät|Lehre|\w+kurs|\w+unterricht|Praktikum)"
        r" (?:angefangen|begonnen)"
    ),
    did("geheiratet|promoviert|mich verlobt|uns verlobt|mich scheiden lassen|uns getrennt"),
    did(
        r"(?:mich|uns) (?:[^\s,;]{1,30} ){0,6}?(?:angemeldet|eingeschrieben|verliebt|verlobt"
        r"|getrennt|selbstständig gemacht|selbständig gemacht|beworben)"
    ),
    did(r"(?:Wohnung|Mietvertrag) gekündigt"),
    did(rf"{_LOST} verloren"),
    did(
        r"(?:\w*Prüfung|Führerschein|\w*Examen|Abitur|Abi|Ausbildung|Bachelor|Master|Praktikum|Kurs"
        r"|Urlaub|Reise|Ausflug|Fahrradtour) (?:bestanden|gemacht|abgeschlossen)"
    ),
    did(rf"{_GOT} bekommen"),
    did(r"(?:an|bei) (?:eine[mr]|der|dem) [\w -]{1,40}?teilgenommen|[\w -]{0,20}?mitgemacht bei"),
    did(rf"(?:wieder |gerade )?(?:angefangen|begonnen),? {W}{{0,4}}?{_START}"),
    did(rf"aufgehört,? {W}{{0,3}}?zu (?:rauchen|trinken|arbeiten|studieren|spielen)"),
    did(rf"mit (?:dem |der |einem |meinem )?{_HABIT} (?:angefangen|aufgehört|begonnen)"),
    did(r"(?:meine?n?|eine?n?) (?:[\w-]+ ){1,6}?kennengelernt"),
    did(rf"mir {W}{{0,5}}?(?:den|das|die|einen?) \w+ (?:gebrochen|verstaucht|tätowieren lassen)"),
    did(rf"{_WHERE_TO} (?!{NOWHERE}\b){HERE}{WORK}[^,;]{{1,60}}? {_TRAVELLED}", "bin", "sind"),
    did(
        r"(?:wandern|einkaufen|campen|zelten|schwimmen|klettern|Ski fahren|feiern|tanzen|surfen"
        r"|segeln|tauchen) (?:gegangen|gewesen)",
        "bin",
        "sind",
    ),
    did(
        r"(?:(?:befördert|operiert|eingestellt|angenommen|überfallen) worden|eingezogen|ausgezogen"
        r"|umgezogen|(?:Vater|Mutter|Papa|Mama|Oma|Opa|Tante|Onkel) geworden|in Rente gegangen"
        r"|(?:eine[mr]|dem|der) [\w -]{1,40}?beigetreten|ausgewandert|(?:einen|den"
        r"|meine?n?) [\w -]{0,20}?\w*(?:marathon|lauf|weg) gelaufen)",
        "bin",
        "sind",
    ),
    i(
        "wurde",
        rf"{W}{{0,3}}?(?:befördert|operiert|eingestellt|angenommen|Vater|Mutter"
        r"|Oma|Opa|Tante|Onkel|eingebürgert|eingeschult|überfallen)\b",
    ),
    rf"mir (?:wurde|wurden|ist|hat man) {W}{{0,6}}?{_TOOK}\b",
    i("war", _BEEN, 7) + "|" + we("waren", _BEEN, 7),
    i(
        "hatte",
        r"eine?n? (?:\w+ )?(?:\w*unfall|OP|Operation|Vorstellungsgespräch|Herzinfarkt|Fehlgeburt"
        r"|Schlaganfall|Date)\b",
    ),
    rf"{MY}{FAMILY}{NAMED} ist {W}{{0,4}}?(?:gestorben|verstorben|geboren|umgezogen|ausgezogen)\b",
    rf"ist (?:mein|meine|unser|unsere) {FAMILY}{NAMED} {W}{{0,4}}?(?:gestorben|verstorben"
    r"|geboren)\b",
    rf"{MY}{FAMILY}{NAMED} (?:hat|haben) {W}{{0,6}}?(?:geheiratet|(?:{_GOT}|\w*Prüfung|Abitur|Abi"
    r"|Führerschein) (?:bekommen|bestanden|gemacht))\b",
    i("nehme", r"\w*(?:unterricht|stunden)\b(?! zu)", 4),
    i("trainiere", rf"(?:für|seit) {HERE}\w", 3),
)
_TIDY = (
    r"(?!(?:[^\s,;:]{1,40} ){0,12}?(?:gesagt|gefragt|geschrieben|geschickt|gesendet|gedacht"
    r"|überlegt|nachgedacht|gemerkt|gehofft|versucht|probiert|benutzt|verwendet|geändert|gelöscht"
    r"|kopiert|installiert|aktualisiert|bestellt|bekommen|vergessen|verstanden|gemeint|erklärt"
    r"|erzählt|gehört)\b)"
)
_STRESS = r"(?:gegen (?:Stress|Angst)|beim (?:Entspannen|Abschalten|Einschlafen)|beim Runterkommen)"
EXPERIENCES = rule(
    "experience",
    Relevance.LOW,
    rf"{WHEN} (?:habe?|bin) ich {_TIDY}{W}{{1,12}}?{DONE}",
    rf"{WHEN} (?:haben|sind) wir {_TIDY}{W}{{1,12}}?{DONE}",
    rf"(?:ich |^)(?:habe?|bin) (?=[^.;:]{{0,160}}?(?:{PEOPLE}|\b{WHEN})){_TIDY}{W}{{1,12}}?{DONE}",
    rf"wir (?:haben|sind) (?=[^.;:]{{0,160}}?(?:{PEOPLE}|\b{WHEN})){_TIDY}{W}{{1,12}}?{DONE}",
    rf"{WHEN} (?:hat|haben|ist|sind) {MY}{FAMILY}{NAMED} {_TIDY}{W}{{0,12}}?{DONE}",
    rf"{MY}{FAMILY}{NAMED} (?:hat|haben) {_TIDY}{W}{{1,12}}?{DONE}",
    rf"{WHEN} (?:war ich|waren wir) {W}{{0,5}}?(?:in|im|auf|bei|beim|mit|an|am) (?!Eile|Ordnung"
    r"|Panik)\w",
    rf"{WHEN} (?:war ich|waren wir) {W}{{0,8}}?(?:zelten|wandern|tanzen|schwimmen|essen|feiern)\b",
    rf"(?:{WHEN} |am \d+\. \w+ )?kam (?:mein|meine|unser"
    rf"|unsere) (?:\w+ )?{FAMILY} (?:[^\s,;]{{1,30}} ){{0,4}}?zur Welt\b",
    r"(?:ich vermisse|vermisse ich) (?:\w+ )?(?:mein|unser)\w{0,2} \w",
    rf"ich bin (?:sehr |so )?stolz auf (?:meine?n?|unsere?n?) {FAMILY}\b",
    i("engagiere|mache", r"(?:mich )?(?:\w+ )?ehrenamtlich\b", 2),
)
_ON = (
    r"(?:(?:am|im|um|ab|morgen|übermorgen|bald|heute|noch|auch|nächst\w+|diese\w*|kommend\w+"
    r"|eine?n?|die|den|meine?n?|mündliche|schriftliche|wichtige[nr]?|Uhr|Woche|Monat|Jahr|\w+tag"
    r"|Mittwoch|\d[\d:.]*|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November"
    r"|Dezember) ){0,7}"
)
_NEXT = r"(?:morgen|übermorgen|bald|nächst\w+|kommend\w+|dieses|diesen|am|im|ab)"
PLANS = rule(
    "plan",
    Relevance.LOW,
    i("ziehe|fliege|reise|fahre", rf"nach {PLACE}", 4),
    we("ziehen|fliegen|reisen|fahren", rf"nach {PLACE}", 4),
    i("ziehe", r"um(?=[.,!]|$)", 4),
    i("spare", r"(?:auf|für) (?:eine?n?|mein\w*|unser\w*|die|den|das) \w", 2),
    i("gehe", r"in Rente\b", 4),
    i(
        "fange|beginne",
        r"(?:einen|ein|eine|mein|meine|meinen|das|die) (?:\w*kurs|Studium|Ausbildung|Job|Praktikum"
        r"|Stelle|Therapie|Lehre)\b",
        4,
    ),
    i("werde", rf"{W}{{0,4}}?operiert\b", 0),
    i("heirate", rf"{_NEXT}\b", 1) + "|" + we("heiraten", rf"{_NEXT}\b", 1),
    i(
        "plane",
        r"(?:eine|einen|meine|meinen|unsere|unseren) (?:Reise|Umzug|Hochzeit|Urlaub|Weltreise"
        r"|Auslandssemester)\b",
        2,
    ),
    i(
        "werde",
        rf"(?:\w+ )??(?:Vater|Mutter|Papa|Mama|Oma|Opa|Tante|Onkel|{_ON}\d+(?: Jahre alt)?)(?=[.,!]"
        r"|$)",
        0,
    ),
    i("werde", rf"nach {PLACE}[\w -]{{0,30}}? (?:ziehen|auswandern|fliegen|reisen)\b"),
    i(
        "habe?",
        rf"{_ON}(?:\w*prüfung(?:en)?|Vorstellungsgespräch|(?:Zahn)?arzttermin|Termin|Flug|OP"
        r"|Geburtstag"
        rf"|Klausur|Hochzeit)\b{HAS}",
        0,
    ),
    we("erwarten|bekommen", r"(?:ein|unser) (?:\w+ )?(?:Kind|Baby)\b", 2),
    i(
        "fange|beginne",
        rf"{_NEXT} {W}{{0,4}}?(?:Studium|Ausbildung|Job|Praktikum|bei {CAPITAL}\w+)",
        2,
    ),
)

# The work there was, which the next one does not have to wait for.
LEFT_WORK = rule(
    "experience",
    Relevance.LOW,
    did(r"(?:Job|Arbeit|Stelle|Arbeitsvertrag) (?:gekündigt|verloren|aufgegeben)"),
    rf"ich habe? (?:(?:{WHEN}|endlich|heute) )?gekündigt\b",
    rf"(?:{WHEN} )?(?:mir wurde|wurde mir) {W}{{0,4}}?gekündigt\b",
    i("wurde", rf"{W}{{0,3}}?(?:entlassen|gekündigt)\b"),
    did(r"(?:entlassen|gefeuert) worden", "bin", "sind"),
    slot="work",
)
USED_TO = rule(
    "fact",
    Relevance.MEDIUM,
    rf"(?:früher|damals) (?:habe|hab) ich {W}{{1,6}}?(?:gewohnt|gelebt|gearbeitet|gespielt|geraucht"
    r"|studiert)\b|(?:ich (?:wohnte|lebte|arbeitete|studierte)|(?:wohnte|lebte|arbeitete|studierte)"
    r" ich) (?:früher |damals )?(?:in|als|bei) \w",
    r"ich habe (?:große |etwas |totale )?(?:Flug|Höhen|Platz|Prüfungs|Verlust)angst\b"
    r"|ich habe Angst vor"
    rf" {HERE}\w",
)
HELPS = rule(
    "preference",
    Relevance.MEDIUM,
    rf"{HERE}(?:[\w-]+ ){{1,3}}(?:hilft|helfen) mir (?:\w+ )?{_STRESS}",
)
EVENTFUL = (LEFT_WORK, PLANS, EVENTS, EXPERIENCES, USED_TO, HELPS)
