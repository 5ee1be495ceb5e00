"""The German patterns for who somebody is, most telling first."""

from worker.engines.rules.german_words import (
    AM,
    ART,
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
    i,
    rule,
    we,
)
from worker.records import Relevance

_THE = r"(?:d(?:er|em|en|as|ie|ieser|iesem)|eine[mnr]?|meine[mnr]?|unsere[mnr]?|keine[mnr]?)"
# Where nobody lives, though it is said so.
NOWHERE = (
    r"(?:Angst|Frieden|Sorge|Scheidung|Trennung|Armut|Saus|Vergangenheit|Zukunft|Traum|Hoffnung"
    r"|Sünde|Freiheit|Luxus|Gemeinschaft|Partnerschaft|Ehe|Einsamkeit|Isolation|Feierabend|Plan"
    r"|Gefühl|Beziehung|Harmonie|Ungewissheit|Hause?|oben|unten|links|rechts|nebenan|hinten|vorne"
    r"|draußen)"
)
PLACE = rf"(?!(?:{NOWHERE}|{_THE})\b)\w"
# One works "in" these, and for nobody.
_NO_OFFICE = (
    r"(?:d(?:er|em|ie)|eine[mnr]?|meine[mnr]?|unsere[mnr]?) (?:[\w-]+ )?(?:Projekt\w*|Aufgabe|Idee"
    r"|Skript|Code|Funktion|Problem|Text|Aufsatz|Bericht|Thema|Datei|Tabelle|Lösung|Team|Gruppe"
    r"|Präsentation|Beispiel)\b"
)
_FOR = (
    r"(?:Nacht|Tag|Geld|Kund\w+|Regen|Licht|Kerzenlicht|Lohn|Firmen|Leute|Unternehmen|Menschen"
    r"|Kinder|Mindestlohn|Hitze|Kälte|Bedarf|Projekt\w*|Aufgabe|Arbeit|Musik|Lärm)"
)
_CALLED = r"(?!(?:dich|euch|Sie|alle|nicht|das|es|ja nicht)\b)"
NAME = rule(
    "fact",
    Relevance.HIGH,
    rf"ich heiße {_CALLED}(?:übrigens |mit vollem Namen )?\w|heiße ich {_CALLED}\w",
    r"mein (?:voller |richtiger |ganzer |echter )?(?:Vor|Nach|Spitz)?name (?:ist"
    r"|lautet) (?!nicht\b)\w",
    rf"(?:hallo|hi|hey|moin|servus|guten (?:Tag|Morgen|Abend))[,!]? (?:und )?ich bin (?!(?:{TRADE}"
    rf"|{FAMILY}|Neu\w*|Anfänger\w*|Fan|Laie|OK|Okay|Single|Vegan\w*|Vegetari\w*|[\w-]+in)\b)"
    rf"{CAPITAL}[\w'-]{{1,30}}(?=[.,!]|$| und\b| aus\b)",
    slot="name",
)
NICKNAME = rule(
    "fact",
    Relevance.HIGH,
    rf"(?:nenne?|nennen Sie) mich (?:bitte |einfach |ab jetzt |gerne? |doch )*{CAPITAL}",
    rf"du (?:kannst|darfst) mich (?:einfach |gerne? |ruhig )?{CAPITAL}[\w-]+ nennen\b",
    rf"(?:alle|(?:meine )?Freunde) nennen mich (?:nur |einfach )?{CAPITAL}",
    slot="nickname",
)
LIVE = r"(?:wohne?|lebe?)"
_NOW = (
    r"(?:(?:jetzt|inzwischen|mittlerweile|privat|beruflich|aktuell|derzeit|auch|nur|meist|meistens"
    r"|immer|hauptsächlich|vor allem|seit (?:\d{4}|kurzem|Jahren|\w+ \w+)|zu Hause|zurzeit"
    r"|schon) )*+"
)
_MOVED = rf"nach (?={PLACE}[^,;]{{0,40}}? ?(?:gezogen|umgezogen|ausgewandert)\b)\w"
HOME = rule(
    "fact",
    Relevance.HIGH,
    i(LIVE, rf"in {PLACE}"),
    we("wohnen|leben", rf"in {PLACE}"),
    rf"(?:weil|da) ich {W}{{0,4}}?in {PLACE}[\w-]*(?: {W}{{0,2}}?)? ?{LIVE}\b",
    i("bin", _MOVED, 8),
    we("sind", _MOVED, 8),
    i("zog", rf"nach {PLACE}", 3),
    slot="home",
)
WORKPLACE = rule(
    "fact",
    Relevance.HIGH,
    i("arbeite?", rf"(?:bei|für) (?:der |dem |die |das )?(?!{_NO_OFFICE}|{_FOR}\b){CAPITAL}(?=\w)"),
    i("bin", rf"(?:bei|beim) (?:der |dem )?{CAPITAL}[\w-]+ (?:angestellt|beschäftigt|tätig)\b", 3),
    did(rf"bei {CAPITAL}[\w-]+ (?:\w+ )?angefangen"),
    slot="work",
)
AGE = rule(
    "fact",
    Relevance.HIGH,
    i(
        "bin",
        rf"{AM}(?:weiblich |männlich )?\d{{1,3}}(?: Jahre(?: alt| jung)?)?(?=[.,!]|$| und\b)",
        0,
    ),
    i("bin", rf"{AM}\w+(?:zig|ßig|zehn|zwölf) Jahre alt\b", 0),
    did(r"\d{1,3} geworden", "bin", "sind"),
    slot="age",
)
_OWN = (
    r"(?:Geburtstag|E-?Mail(?:-?Adresse)?|Telefonnummer|Handynummer|Nummer|Adresse|Zeitzone"
    r"|Körpergröße|Gewicht|Alter|Job|Beruf|Stelle|Position|Heimatstadt|Heimat|Muttersprache"
    r"|Hochzeitstag|Editor|Betriebssystem|Laptop|Rechner|Budget|Gehalt|Traum|Hobbys?|Ernährung"
    r"|Blutgruppe|Nationalität|Staatsangehörigkeit|Religion|Benutzername|Auto|Fahrrad|Haus|Wohnung"
    r"|Schuhgröße|Kennzeichen|Schule|Uni|Universität|Firma|Arbeitgeber|Laden|Hochzeit|Flug"
    r"|Sternzeichen|größte Angst)"
)
_DOES = (
    r"(?:heißt|heißen|wohnt|wohnen|lebt|leben|arbeitet|arbeiten|studiert|ist|sind|war|starb|spielt"
    r"|spricht|liebt|hasst|kommt (?:aus|in die Schule|im)|geht (?:in|auf|zur)|wird \d+|wurde (?:\d"
    r"|am|im|in|geboren)|heiratet|hat (?:\w+ )?(?:am|im|geheiratet|Geburtstag|eine? (?:Kind|Sohn"
    r"|Tochter|Hund|Katze)|zwei|drei))"
)
_LODGED = (
    r"(?:in (?:eine[mr] (?:WG|Wohnung|Haus|Dorf|Kleinstadt|Vorort)|der Nähe|der Schweiz|den USA"
    r"|der Türkei|der [\w-]*(?:straße|str\.|gasse|allee))|im \w|bei \w|allein\b|zur Miete"
    r"|auf dem Land|mit (?:mein\w*|unser\w*|zwei|drei|vier|fünf|eine[mr] (?:Freund|Mitbewohn|Kolleg"
    r"|Katze|Hund)|Freund"
    rf"|{CAPITAL})|am \w|an der|nahe)"
)
STATUS = rule(
    "fact",
    Relevance.HIGH,
    i("bin", r"(?=(?:verheiratet|ledig|geschieden|verwitwet|verlobt)\b)\w", 3),
    i("bin", rf"{AM}(?=Single\b(?!-))\w", 0),
    slot="status",
)
_KIN = (
    rf"(?:eine?n?|zwei|drei|vier|fünf|\d+) (?:\w+ )??(?!Freund|Eltern){FAMILY}\b{HAS}"
    r"(?! (?:auf|in|im) (?:de[mr] |eine[mr] )?(?:Bild|Foto|Video|Aufgabe|Spiel|Geschichte|Text"
    r"|Liste)\b)"
)
_OWNED = (
    r"(?:eine?n? |mein(?:en)? )(?:eigene[ns]? )?(?:Firma|Laden|Restaurant|Café|Hof|Bauernhof|Haus"
    r"|Auto"
    rf"|Motorrad|Garten|Schrebergarten|\w*bäckerei|Werkstatt|Praxis)\b{HAS}"
)
IDENTITY = rule(
    "fact",
    Relevance.HIGH,
    i(LIVE, _LODGED) + "|" + we("wohnen|leben", _LODGED),
    i(
        "komme?",
        rf"aus (?:(?!Versehen|Spaß|Zeitgründen|Neugier|Protest){CAPITAL}\w|der (?:Schweiz|Türkei"
        r"|Ukraine|Slowakei|Nähe)|den (?:USA|Niederlanden)|dem (?:Iran|Irak|Libanon|Saarland"
        r"|Ruhrgebiet|Allgäu))",
        2,
    ),
    i("bin", rf"(?:in|am|im|auf|bei) {W}{{1,6}}?(?:geboren|aufgewachsen)\b", 3),
    i("wurde", rf"(?:in|am|im) {W}{{1,4}}?geboren\b", 3) + "|ich wuchs in \\w",
    i(
        "arbeite",
        r"(?:(?<![lgsk]er )als (?!er\b|sie\b|du\b|ihr\b|ich\b|andere|alle|je\b|früher|sonst)\w"
        rf"|im (?!Team|Moment|Kopf)\w|in (?:eine[mr]|der) (?!{_NO_OFFICE})\w"
        r"|bei(?: eine[mr]| der| dem|m) \w|an der (?:Uni|Schule|Hochschule|Universität)"
        r"|von zu Hause|vom Homeoffice|im Homeoffice|remote|Teilzeit|Vollzeit|in (?:Teil|Voll)zeit"
        r"|nachts|selbstständig|selbständig|freiberuflich|freelance)",
    ),
    i("bin", rf"{AM}(?={TRADE}\b(?! von\b))\w", 0),
    i(
        "bin",
        rf"{AM}(?:in einer (?:festen )?Beziehung(?=[.,!]|$| und| mit)|alleinerziehend|Witwer"
        r"|Witwe|in Rente(?! gegangen)|pensioniert|arbeitslos|selbstständig|selbständig"
        r"|freiberuflich|Linkshänder(?:in)?|farbenblind|blind|taub|gehörlos|schwerhörig"
        r"|Autist(?:in)?|zweisprachig|Legastheniker(?:in)?|Einzelkind|Vater (?:von|eine[rs])"
        r"|Mutter (?:von|eine[rs])|Deutscher?|Österreicher(?:in)?"
        r"|Schweizer(?:in)?)\b(?!-)(?! (?:vor|für|auf|gefolgt)\b)",
        0,
    ),
    rf"(?:mein|meine|unser|unsere) (?:neue[rs]? )?{_OWN} (?:ist|sind|lautet|heißt|liegt|beginnt)\b"
    rf"(?! (?:nicht|kaputt|langsam|zu|sehr|weg|voll|leer|laut|teuer|{POINTING}))",
    i("habe?", rf"{_KIN}", 2),
    we("haben", rf"{_KIN}", 2),
    r"(?:ich habe?|habe? ich) keine (?:Kinder|Geschwister|Haustiere)\b(?! mehr)",
    rf"{MY}(?:{FAMILY}|{FRIEND}){NAMED} {_DOES}\b(?! (?:nicht|der Meinung|gerade|dran|da|hier"
    rf"|sauer|so|zu|auf dem|krass|das|es|toll|nett|wütend|weg))",
    i("spreche", rf"(?={LANGUAGE}\b)\w", 3),
    i(
        "lerne?",
        rf"(?:{LANGUAGE}|Klavier|Gitarre|Geige|Schlagzeug|programmieren|schwimmen|\w+ spielen)\b",
        3,
    ),
    i("studiere?", rf"(?!d(?:ie|en|as)\b){HERE}\w", 0),
    i("mache", r"(?:eine|meine) Ausbildung (?:zu[mr]|als|bei)\b", 3),
    r"(?:ich nutze|ich benutze|ich verwende|(?:be)?nutze ich|verwende ich|wir (?:be)?nutzen"
    rf"|wir verwenden|(?:be)?nutzen wir|verwenden wir) {_NOW}{HERE}{WORK}{ART}\w",
    i(
        "spiele",
        r"(?:Fußball|Tennis|Handball|Volleyball|Basketball|Schach|Badminton|Golf|Hockey|Klavier"
        r"|Gitarre|Geige|Schlagzeug|Bass|Flöte|Saxophon|Cello|Trompete|in (?:einer|meiner) \w*band"
        r"|im Verein|im Orchester|Theater)\b",
    ),
    i("habe?", _OWNED, 2) + "|" + we("haben", _OWNED, 2),
    r"mir gehört (?:ein|eine|das|die|der) \w",
    rf"(?:mein|meine) (?:{FAMILY}|{FRIEND}) und ich (?:sind|haben|wohnen|leben|arbeiten)\b",
    i(
        "laufe?|jogge|schwimme|meditiere|trainiere|wandere|radle",
        r"(?:jeden|jede|jedes|täglich|dreimal|zweimal|einmal)\b",
        3,
    ),
    i("leite", rf"(?:ein|eine|einen|das|die|den) {HERE}\w", 2),
)
LIFE = (NAME, NICKNAME, HOME, WORKPLACE, AGE, STATUS, IDENTITY)
