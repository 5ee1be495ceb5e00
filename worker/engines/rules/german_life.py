"""The German patterns for who somebody is, and for what has happened, changed or is to come."""

from worker.engines.rules.german_words import (
    CAPITAL,
    FAMILY,
    FRIEND,
    HAS,
    HERE,
    LANGUAGE,
    MY,
    NAMED,
    POINTING,
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

_THE = r"(?:d(?:er|em|en|as|ie|ieser|iesem)|eine[mnr]?|meine[mnr]?|unsere[mnr]?|keine[mnr]?)"
# Where nobody lives, though it is said so.
_NOWHERE = (
    r"(?:Angst|Frieden|Sorge|Scheidung|Trennung|Armut|Saus|Vergangenheit|Zukunft|Traum|Hoffnung|Sünde"
    r"|Beziehung|Harmonie|Ungewissheit|Hause?|oben|unten|links|rechts|nebenan|hinten|vorne|draußen)"
)
_PLACE = rf"(?!(?:{_NOWHERE}|{_THE})\b)\w"
# One works "in" these, and for nobody.
_NO_OFFICE = (
    r"(?:d(?:er|em|ie)|eine[mnr]?|meine[mnr]?|unsere[mnr]?) (?:[\w-]+ )?(?:Projekt\w*|Aufgabe|Idee"
    r"|Skript|Code|Funktion|Problem|Text|Aufsatz|Bericht|Thema|Datei|Tabelle|Lösung|Team|Gruppe"
    r"|Präsentation|Beispiel)\b"
)
_CALLED = r"(?!(?:dich|euch|Sie|alle|nicht|das|es|ja nicht)\b)"
NAME = rule(
    "fact",
    Relevance.HIGH,
    rf"(?:ich |^)heiße {_CALLED}(?:übrigens |mit vollem Namen )?\w|heiße ich {_CALLED}\w",
    r"mein (?:voller |richtiger |ganzer |echter )?(?:Vor|Nach|Spitz)?name (?:ist|lautet) (?!nicht\b)\w",
    rf"(?:nenne?|nennen Sie) mich (?:bitte |einfach |ab jetzt |gerne? |doch )*{CAPITAL}",
    rf"du (?:kannst|darfst) mich (?:einfach |gerne? |ruhig )?{CAPITAL}[\w-]+ nennen\b",
    rf"(?:alle|(?:meine )?Freunde) nennen mich (?:nur |einfach )?{CAPITAL}",
    rf"(?:hallo|hi|hey|moin|servus|guten (?:Tag|Morgen|Abend))[,!]? (?:und )?ich bin (?!(?:{TRADE}"
    rf"|{FAMILY}|Neu\w*|Anfänger\w*|Fan|Laie|OK|Okay|Single|Vegan\w*|Vegetari\w*|[\w-]+in)\b)"
    rf"{CAPITAL}[\w'-]{{1,30}}(?=[.,!]|$| und\b| aus\b)",
    slot="name",
)
_LIVE = r"(?:wohne|lebe)"
_NOW = (
    r"(?:(?:jetzt|inzwischen|mittlerweile|privat|beruflich|aktuell|derzeit|auch|nur|meist|meistens|immer"
    r"|hauptsächlich|vor allem|seit (?:\d{4}|kurzem|Jahren|\w+ \w+)|zu Hause|zurzeit|schon) )*+"
)
HOME = rule(
    "fact",
    Relevance.HIGH,
    i(_LIVE, rf"in {_PLACE}"),
    we("wohnen|leben", rf"in {_PLACE}"),
    rf"(?:weil|da) ich {W}{{0,4}}?in {_PLACE}[\w-]*(?: {W}{{0,2}}?)? ?{_LIVE}\b",
    did(rf"nach {_PLACE}[^,;]{{0,40}}? ?(?:gezogen|umgezogen|ausgewandert)", "bin", "sind"),
    i("zog", rf"nach {_PLACE}", 3),
    slot="home",
)
MOVED_FROM = rule(
    "fact",
    Relevance.HIGH,
    did(
        rf"(?:von|aus) ([^\s,;]+(?: [^\s,;]+)?) nach {_PLACE}[\w -]{{0,40}}?(?:gezogen|umgezogen"
        r"|gewechselt)",
        "bin",
        "sind",
    ),
    slot="home",
)
WORKPLACE = rule(
    "fact",
    Relevance.HIGH,
    i("arbeite", rf"(?:bei|für) (?:der |dem |die |das )?(?!{_NO_OFFICE}){CAPITAL}\w"),
    i("bin", rf"(?:bei|beim) (?:der |dem )?{CAPITAL}[\w-]+ (?:angestellt|beschäftigt|tätig)\b", 3),
    did(rf"bei {CAPITAL}[\w-]+ (?:\w+ )?angefangen"),
    slot="work",
)
AGE = rule(
    "fact",
    Relevance.HIGH,
    i("bin", r"\d{1,3}(?: Jahre(?: alt| jung)?)?(?=[.,!]|$| und\b)", 3),
    i("bin", r"\w+(?:zig|ßig|zehn|zwölf) Jahre alt\b", 3),
    did(r"\d{1,3} geworden", "bin", "sind"),
    slot="age",
)
_OWN = (
    r"(?:Geburtstag|E-?Mail(?:-?Adresse)?|Telefonnummer|Handynummer|Nummer|Adresse|Zeitzone"
    r"|Körpergröße|Gewicht|Alter|Job|Beruf|Stelle|Position|Heimatstadt|Heimat|Muttersprache"
    r"|Hochzeitstag|Editor|Betriebssystem|Laptop|Rechner|Budget|Gehalt|Traum|Hobbys?|Ernährung"
    r"|Blutgruppe|Nationalität|Staatsangehörigkeit|Religion|Benutzername|Auto|Fahrrad|Haus"
    r"|Wohnung|Schuhgröße|Kennzeichen|Schule|Uni|Universität|Firma|Arbeitgeber|Laden|Hochzeit"
    r"|Flug|Sternzeichen|größte Angst)"
)
_DOES = (
    r"(?:heißt|heißen|wohnt|wohnen|lebt|leben|arbeitet|arbeiten|studiert|ist|sind|war|starb|spielt"
    r"|spricht|liebt|hasst|kommt aus|geht (?:in|auf|zur)|wird \d+|wurde (?:\d|am|in|geboren)|heiratet"
    r"|hat (?:\w+ )?(?:am|im|geheiratet|Geburtstag|eine? (?:Kind|Sohn|Tochter|Hund|Katze)|zwei|drei))"
)
_KIN = rf"(?:eine?n?|zwei|drei|vier|fünf|\d+) (?:\w+ )??(?!Freund|Eltern){FAMILY}\b{HAS}"
IDENTITY = rule(
    "fact",
    Relevance.HIGH,
    i(
        _LIVE,
        rf"(?:in (?:eine[mr] (?:WG|Wohnung|Haus|Dorf|Kleinstadt|Vorort)|der Nähe|der Schweiz|den USA"
        r"|der Türkei)|im \w|bei \w|allein\b|mit \w|zur Miete|auf dem Land|am \w|an der|nahe)",
    ),
    i(
        "komme",
        rf"aus (?:{CAPITAL}\w|der (?:Schweiz|Türkei|Ukraine|Slowakei|Nähe)|den (?:USA"
        r"|Niederlanden)|dem (?:Iran|Irak|Libanon|Saarland|Ruhrgebiet|Allgäu))",
        2,
    ),
    i("bin", rf"(?:in|am|im) {W}{{1,4}}?(?:geboren|aufgewachsen)\b", 3),
    i("wurde", rf"(?:in|am|im) {W}{{1,4}}?geboren\b", 3) + "|ich wuchs in \\w",
    i(
        "arbeite",
        rf"(?:als \w|im (?!Team|Moment|Kopf)\w|in (?:eine[mr]|der) (?!{_NO_OFFICE})\w"
        r"|bei(?: eine[mr]| der| dem|m) \w|an der (?:Uni|Schule|Hochschule|Universität)|von zu Hause"
        r"|vom Homeoffice|im Homeoffice|remote|Teilzeit|Vollzeit|in (?:Teil|Voll)zeit|nachts"
        r"|selbstständig|selbständig|freiberuflich|freelance)",
    ),
    i("bin", rf"(?:eine? )?{TRADE}\b(?! von\b)", 3),
    i(
        "bin",
        r"(?:verheiratet|ledig|geschieden|verwitwet|verlobt|Single|in einer Beziehung"
        r"|alleinerziehend|Witwer|Witwe|in Rente(?! gegangen)|pensioniert|arbeitslos|selbstständig|selbständig"
        r"|freiberuflich|Linkshänder(?:in)?|farbenblind|blind|taub|gehörlos|schwerhörig|Autist(?:in)?"
        r"|Legastheniker(?:in)?|Einzelkind|Vater (?:von|eine[rs])|Mutter (?:von|eine[rs])|zweisprachig"
        r"|Deutsche[r]?|Österreicher(?:in)?|Schweizer(?:in)?)\b(?! (?:vor|für|auf)\b)",
        3,
    ),
    rf"(?:mein|meine|unser|unsere) (?:neue[rs]? )?{_OWN} (?:ist|sind|lautet|heißt|liegt|beginnt)\b"
    rf"(?! (?:nicht|kaputt|langsam|zu|sehr|weg|voll|leer|laut|teuer|{POINTING}))",
    i("habe?", rf"{_KIN}", 2),
    we("haben", rf"{_KIN}", 2),
    r"(?:ich habe?|habe? ich) keine (?:Kinder|Geschwister|Haustiere)\b(?! mehr)",
    rf"{MY}(?:{FAMILY}|{FRIEND}){NAMED} {_DOES}\b(?! (?:nicht|der Meinung|gerade|dran|da|hier|sauer"
    rf"|so|zu|auf dem|krass|das|es|toll|nett|wütend|weg))",
    i("spreche", rf"{LANGUAGE}\b", 3),
    i("lerne", rf"(?:{LANGUAGE}|Klavier|Gitarre|Geige|Schlagzeug|programmieren|schwimmen)\b", 3),
    i("studiere", rf"(?!d(?:ie|en|as)\b){HERE}\w", 0),
    i("mache", r"(?:eine|meine) Ausbildung (?:zu[mr]|als|bei)\b", 3),
    r"(?:ich nutze|ich benutze|ich verwende|(?:be)?nutze ich|verwende ich|wir (?:be)?nutzen"
    rf"|wir verwenden|(?:be)?nutzen wir|verwenden wir) {_NOW}{HERE}{WORK}\w",
    i(
        "spiele",
        r"(?:Fußball|Tennis|Handball|Volleyball|Basketball|Schach|Badminton|Golf|Hockey"
        r"|Klavier|Gitarre|Geige|Schlagzeug|Bass|Flöte|Saxophon|Cello|Trompete|in einer Band"
        r"|im Verein|im Orchester|Theater)\b",
    ),
    i(
        "habe?",
        r"(?:eine?n? |mein(?:en)? )(?:eigene[ns]? )?(?:Firma|Laden|Restaurant|Café|Hof"
        rf"|Bauernhof|Haus|Auto|Motorrad|Garten|\w*bäckerei|Werkstatt|Praxis)\b{HAS}",
        2,
    ),
    i("leite", rf"(?:ein|eine|einen|das|die|den) {HERE}\w", 2),
)

_SPORT = (
    r"(?:zu (?:lernen|spielen|studieren|arbeiten|laufen|joggen|malen|tanzen|schwimmen|kochen)\b)"
)
EVENTS = rule(
    "fact",
    Relevance.MEDIUM,
    did_it(
        "gekauft|verkauft|gemietet|adoptiert|besucht|gewonnen|gegründet|eröffnet|gebucht|gekocht"
        "|gebacken|gepflanzt|renoviert|gefeiert|gemalt|genäht|gestrickt|gespendet|bestiegen",
        WORK,
    ),
    did("geheiratet|gekündigt|promoviert"),
    did_it(
        r"(?:Job|Arbeit|Führerschein|Pass|Geldbeutel|Portemonnaie|Schlüssel|Handy|Mutter|Vater"
        r"|Hund|Katze|Oma|Opa|Bruder|Schwester) verloren"
    ),
    did_it(
        r"(?:\w*Prüfung|Führerschein|Examen|Abitur|Abi|Ausbildung|Bachelor|Master) (?:bestanden"
        r"|gemacht|abgeschlossen)"
    ),
    did_it(
        r"(?:Job|Baby|Kind|Sohn|Tochter|Zusage|Stelle|Hund|Katze|Stipendium|Beförderung"
        r"|Gehaltserhöhung|Praktikum|Studienplatz) bekommen"
    ),
    did(rf"(?:angefangen|begonnen),? (?:{W}){{0,4}}?{_SPORT}"),
    did(rf"aufgehört,? (?:{W}){{0,3}}?zu (?:rauchen|trinken|arbeiten|studieren)"),
    did(
        rf"mit (?:dem |der )?(?:Rauchen|Trinken|Yoga|Sport|Studium|Therapie|Laufen|Klettern|Alkohol)"
        r" (?:angefangen|aufgehört|begonnen)"
    ),
    did(rf"(?:mein|ein)\w* (?:{FAMILY}|{FRIEND}) {W}{{0,6}}?kennengelernt"),
    did(rf"mir {W}{{0,5}}?(?:den|das|die|einen?) \w+ (?:gebrochen|verstaucht|tätowieren lassen)"),
    did(
        rf"(?:nach|in die|in den|ans|zum|zur|ins|auf (?:ein|eine|einen|das|die)) (?!{_NOWHERE}\b)"
        rf"{WORK}[^,;]{{1,40}}? (?:gefahren|geflogen"
        r"|gereist|gegangen|gewandert|gelaufen)",
        "bin",
        "sind",
    ),
    did(
        r"(?:wandern|einkaufen|campen|zelten|schwimmen|klettern|Ski fahren|feiern|tanzen)"
        r" (?:gegangen|gewesen)",
        "bin",
        "sind",
    ),
    did(
        rf"(?:befördert worden|entlassen worden|operiert worden|eingestellt worden|eingezogen"
        r"|ausgezogen|umgezogen|(?:Vater|Mutter|Papa|Mama|Oma|Opa|Tante|Onkel) geworden"
        r"|in Rente gegangen|(?:einen|den|mein\w*) (?:\w+ )?(?:Halb)?marathon gelaufen)",
        "bin",
        "sind",
    ),
    i(
        "wurde",
        rf"(?:{W}){{0,3}}?(?:befördert|entlassen|operiert|eingestellt|angenommen|gekündigt"
        r"|Vater|Mutter|eingebürgert)\b",
    ),
    rf"mir wurde {W}{{0,4}}?gekündigt\b",
    i(
        "war",
        rf"(?:in {CAPITAL}(?!ile|orge|anik|ile)\w+|beim (?:Arzt|Zahnarzt|Friseur)|im (?:Kino|Urlaub"
        r"|Theater|Krankenhaus)|auf (?:einem|dem) (?:Konzert|Festival|Geburtstag)|auf einer Hochzeit)"
        r"\b(?! (?:zu|als)\b)",
    ),
    i(
        "hatte",
        r"(?:eine?n? (?:\w+ )?(?:Unfall|OP|Operation|Vorstellungsgespräch|Herzinfarkt|Fehlgeburt"
        r"|Schlaganfall|Date))\b",
    ),
    rf"(?:früher|damals) (?:habe|hab|wohnte|lebte|arbeitete|spielte|war) ich {W}{{1,6}}?(?:gewohnt"
    r"|gelebt|gearbeitet|gespielt|geraucht|studiert)\b|ich (?:wohnte|lebte|arbeitete|studierte)"
    r" (?:früher |damals )?(?:in|als|bei) \w",
    rf"{MY}{FAMILY}{NAMED} ist {W}{{0,4}}?(?:gestorben|verstorben|geboren|umgezogen|ausgezogen)\b",
)
_NEXT = r"(?:morgen|übermorgen|bald|nächst\w+|kommend\w+|dieses|diesen|am|im|ab)"
PLANS = rule(
    "fact",
    Relevance.MEDIUM,
    i("ziehe|fliege|reise|fahre", rf"{_NEXT} {W}{{0,4}}?nach {_PLACE}", 0),
    we("ziehen|fliegen|reisen|fahren", rf"{_NEXT} {W}{{0,4}}?nach {_PLACE}", 0),
    i("ziehe", rf"nach {_PLACE}", 3),
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
    i("werde", rf"nach {_PLACE}[\w -]{{0,30}}? (?:ziehen|auswandern|fliegen|reisen)\b"),
    i(
        "habe?",
        rf"{_NEXT} {W}{{0,4}}?(?:Prüfung|Prüfungen|Vorstellungsgespräch|(?:Zahn)?arzttermin"
        r"|Termin|Flug|OP|Geburtstag|Klausur)\b",
        2,
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
    rf"ich (?:mag|liebe) {_ART}{HERE}{_X} nicht mehr\b",
    rf"(?:ich {_LIVE}|{_LIVE} ich) (?:\w+ )?nicht mehr in {_ART}{_X}",
    rf"(?:ich arbeite|arbeite ich) (?:\w+ )?nicht mehr (?:bei|für|als|in|im) {_ART}{_X}",
    rf"ich bin (?:\w+ )?nicht mehr (?:mit )?(?=verheiratet|Vegetarier|Veganer|vegan|Single|verlobt|Student"
    rf"|arbeitslos|{TRADE}){_X}",
    rf"ich (?:esse|trinke) (?:\w+ )?kein\w* {_X} mehr\b|ich (rauche) nicht mehr\b",
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
LIFE = (NAME, HOME, WORKPLACE, AGE, IDENTITY, PLANS, EVENTS, CORRECTION)
