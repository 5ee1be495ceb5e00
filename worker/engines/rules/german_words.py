"""German words that several rules need, and how German is spelled without its own letters."""

import re

from worker.engines.rules.grammar import ClauseRule
from worker.records import Relevance

_SPELLED = str.maketrans({"ä": "(?:ä|ae|a)", "ö": "(?:ö|oe|o)", "ü": "(?:ü|ue|u)", "ß": "(?:ß|ss)"})


def pattern(*alternatives: str) -> re.Pattern[str]:
    """The alternatives, with or without umlauts, in any case."""
    return re.compile("|".join(alternatives).translate(_SPELLED), re.IGNORECASE)


def rule(
    category: str, relevance: Relevance, *alternatives: str, slot: str | None = None
) -> ClauseRule:
    """A rule for any of the alternatives."""
    return ClauseRule(category, relevance, pattern(*alternatives), slot)


CAPITAL = r"(?-i:[A-Z\u00c4\u00d6\u00dc])"
_NOT = (
    r"(?:nichts?|nie|niemals|niemand\w*|dein\w{0,2}|kein\w*|kaum|fast|beinahe|vielleicht|eventuell"
    r"|angeblich|womöglich|möglicherweise|hoffentlich|theoretisch|weder|ob|dass|wenn|und (?:er|es"
    r"|sie|ich|wir|das|jetzt|dann|da|nun))"
)
# A word that may stand between a verb and what goes with it, and does not turn it round.
W = rf"(?:(?!{_NOT}\b)[^\s,;:()]{{1,40}} )"


# These between "ich habe" and "gekauft" do not say what.
_EMPTY = (
    r"(?:mir|uns|mich|auch|schon|gerade|gestern|heute|endlich|jetzt|nun|dann|mal|einfach|so|selbst"
    r"|es|das|dies|ihn|sie|ihm|alles|beides|eins)"
)


def i(verbs: str, rest: str, between: int = 4) -> str:
    """ "ich wohne ..." and "... wohne ich ...", with up to some words before the rest.

    At the very beginning of a sentence "ich" may be left out.
    """
    return rf"(?:(?:ich |^)(?:{verbs})|(?:{verbs}) ich) {W}{{0,{between}}}?{rest}"


def we(verbs: str, rest: str, between: int = 4) -> str:
    """The same of "wir"."""
    return rf"(?:wir (?:{verbs})|(?:{verbs}) wir) {W}{{0,{between}}}?{rest}"


def did(participles: str, helper: str = "habe?", helpers: str = "haben") -> str:
    """ "ich habe ... gekauft" and "wir haben ... gekauft"."""
    rest = rf"(?:{participles})\b"
    return i(helper, rest, 8) + "|" + we(helpers, rest, 8)


def did_it(participles: str, unless: str = "") -> str:
    """The same where something is named that was bought: not "ich habe es gekauft"."""
    rest = rf"(?!{_EMPTY} ){W}{{1,6}}?(?:{participles})\b"
    named = rf"(?!(?:{_EMPTY} )*es ){unless}{W}{{0,3}}?{rest}"
    return i("habe?", named, 0) + "|" + we("haben", named, 0)


# No participle ends the clause: "ich habe einen Hund", not "ich habe einen Hund gesehen".
HAS = (
    r"(?![^,;.!?]{0,120} (?:\w{0,12}ge\w{2,20}(?:t|en)|\w{2,20}iert|(?:be|ver|er|ent|zer)\w{2,20}"
    r"(?:t|en))(?=[.,;!?]|$| und\b))"
)


# An article that is left out of what something is about, with no way back to it.
ART = r"(?:(?:den|die|das|dem|der|mein\w{0,2}|eine?[nmrs]?|unser\w{0,2}) )?+"
# What points at the conversation, not at a thing that will still be known later.
POINTING = (
    r"(?:das|es|dies\w*|jene\w*|dein\w*|eu\w{1,3}|ihre?[nmrs]?|ihn|ihnen|sie|dich|dir|er|ihm|so|was"
    r"|wie|we[rnm]|welch\w*|wo|warum|wenn|dass|ob|hier|da|folgende\w*|alles|etwas|nichts|irgendwas"
    r"|(?:die|den|der|dem) (?:Idee|Vorschlag|Antwort|Plan|Design|Logo|Foto|Bild|Titel|Gedicht"
    r"|Namen?|Ende|Schluss|Anfang|Format|Satz|Übersetzung|Einleitung|Struktur|Erklärung|Konzept"
    r"|Liste|Farben|Formulierung|Wortwahl|erste[nrs]?|zweite[nrs]?|dritte[nrs]?|letzte[nrs]?"
    r"|andere[nrs]?|Option|Variante|Version|Lösung|Ton|Ansatz|Text|Stil|Gedanken?|folgende[nrs]?"
    r"|Code|Ergebnis\w*))\b"
)
HERE = rf"(?!{POINTING})"
# What one works on with an assistant, wherever it stands in a sentence.
TECH = (
    r"(?:[\w-]{0,20}(?:fehler|bugs?|code|skripte?|scripts?|formeln?|tabellen?|spalten?|dateien?"
    r"|datenbank\w*|ordner|vorlagen?|variablen?|befehle?|schleifen?|prompts?|absätze?|domains?"
    r"|servern?|container|branch|paket(?:e|en)?|abhängigkeiten|plugins?|module?|apis?|endpoints?"
    r"|repos?|repository|commits?|tokens?|doku|dokumentation|tutorial|einstellungen|konfiguration"
    r"|menü|konsole|terminal|zeilen?|link|website|webseite|folien?|screenshot|entwurf)|Logs?|Router"
    r"|Passwort|Bestellung|Rechnung|Apps?|Drucker|Bildschirm|Abo|Lizenz|PDF|CSV|JSON|Rezept|Teig"
    r"|Ofen|WLAN|Formular|Button|Import|Tests|E-?Mails?|Mails?|Präsentation|Aufsatz|Hausaufgaben?)"
)
PRODUCTS = r"(?:Excel|Python|Docker|Node|React|Windows|npm|git|Linux)"
# The same where it is the object of what is done, with what would be too much anywhere else.
WORK = (
    rf"(?!(?:[\w-]+ ){{0,4}}?(?:{TECH}|Problem\w*|Funktion\w*|Texte?|Methoden?|Version\w*|Anleitung"
    r"|Meldung|Nachricht|Warnung|Hinweis|Option|Antwort|Beispiele?|Ausgabe|Seite|Fragen?|Listen?"
    r"|Daten|Aufgaben?|Klassen?|Sätze?|Gelegenheit|Chance|Zeit|Begriffe?|Wörter|Worte?|Punkt"
    r"|Schritt|Kapitel|Artikel)\b)"
)
FAMILY = (
    r"(?:(?:Ehe|Ex-?)?(?:mann|frau)|Partner(?:in)?|Lebensgefährt(?:e|in)|(?:Ex-?)?Freund(?:in)?"
    r"|Verlobter?|(?:Groß|Schwieger|Stief)?(?:mutter|vater|eltern)|Mama|Mutti|Papa|Vati|Mutter"
    r"|Vater|Eltern|(?:Schwieger|Stief)?(?:sohn|tochter)|Söhne|Töchter|Kind(?:er)?|Babys?|Zwillinge"
    r"|(?:Zwillings|Halb|Stief)?(?:bruder|schwester)|Brüder|Schwestern|Geschwister|Cousine?|Onkel"
    r"|Tante|Neffen?|Nichten?|Oma|Opa|Enkel(?:in|kind|kinder|sohn|tochter)?|Schwager|Schwägerin"
    r"|Familie|Hunde?|Hündin|Kater|Katzen?|Welpen?|Kaninchen|Hamster|Papagei|Wellensittiche?"
    r"|Schildkröten?|Pferde?|Haustiere?)"
)
FRIEND = (
    r"(?:Kolleg(?:e|in)|Nachbar(?:in)?|Chef(?:in)?|Mitbewohner(?:in)?|Vermieter(?:in)?|(?:Haus|Zahn"
    r"|Kinder)?(?:arzt|ärztin)|Therapeut(?:in)?|Trainer(?:in)?)"
)
# What may stand between "ich bin" and what one is: not "mit einer", "bei meinem".
AM = (
    r"(?:(?:eine?|die|ja|auch|leider|jetzt|selbst|selber|schon|erst|noch|inzwischen|mittlerweile"
    r"|zurzeit|aktuell|derzeit|wieder|eigentlich|übrigens|heute|glücklich|frisch|strenger?"
    r"|überzeugte[rn]?|gelernter?|ausgebildete[rn]?|pensionierte[rn]?|freie[rn]?|angehende[rn]?"
    r"|studierte[rn]?|begeisterte[rn]?|leidenschaftliche[rn]?|einzige[rn]?|von Beruf|von Geburt an"
    r"|im \w+ Monat|in der \d+\. \w+|seit (?:\d{4}|kurzem|Jahren|Geburt|\w+ (?:Jahren?|Monaten?"
    r"|Wochen)|(?:meiner|der|einem|einer) \w+|letzte[mnr] \w+|\w+)) ){0,4}"
)
# Whose it is, and a name or the like after it.
MY = r"(?:mein|meine|unser|unsere) (?:(?:älte|jüng|groß|klein|best|erst|zweit|neu|mittler)\w+ )?"
NAMED = rf"(?: {CAPITAL}[\w'-]{{1,30}})?"
CONDITION = (
    r"(?:(?:eine? |einen |schwere[sn]? |starke[sn]? |chronische[sn]? "
    r"|leichte[sn]? )*(?:Typ[- ]?[12][- ])?"
    r"(?:Diabetes|Asthma|Epilepsie|Zöliakie|Bluthochdruck|Arthritis|Arthrose|Rheuma|Autismus"
    r"|Legasthenie|Migräne|Krebs(?! gegessen)|\w+krebs|Morbus Crohn|Colitis ulcerosa|Neurodermitis"
    r"|Schuppenflechte|Herzfehler|Herzschrittmacher|Herzrhythmusstörungen|Hashimoto|Lupus|Anämie"
    r"|Blutarmut|Schlafstörungen|Depression(?:en)?|Angststörung|bipolare Störung|Zwangsstörung"
    r"|Multiple Sklerose|(?-i:ADHS|ADS|HIV|PTBS|MS)(?=[.,!]|$| und\b)|Parkinson|Hämophilie"
    r"|Endometriose|Heuschnupfen|Gicht|Gastritis|(?:Laktose|Gluten|Fruktose|Histamin)?intoleranz"
    r"|[\w-]{2,30}(?:intoleranz|unverträglichkeit|allergien?)|Allergien?|Schilddrüsen(?:über"
    r"|unter)funktion)\b)"
)
LANGUAGE = (
    r"(?:Deutsch|Englisch|Spanisch|Französisch|Italienisch|Portugiesisch|Koreanisch|Japanisch"
    r"|Chinesisch|Mandarin|Russisch|Arabisch|Niederländisch|Polnisch|Schwedisch|Norwegisch|Dänisch"
    r"|Finnisch|Griechisch|Türkisch|Hebräisch|Hindi|Latein|Ukrainisch|Tschechisch|Ungarisch"
    r"|Rumänisch|Kroatisch|Serbisch|Gebärdensprache|Schweizerdeutsch|Plattdeutsch)"
)
TRADE = (
    r"(?:(?:[\w-]{2,25}-?)?(?:ingenieur|entwickler|programmierer|informatiker|lehrer|pfleger|arzt"
    r"|verkäufer|berater|techniker|mechaniker|mechatroniker|elektriker|designer|therapeut|assistent"
    r"|arbeiter|händler|fahrer|bauer|meister|trainer|pädagoge|psychologe|biologe|chemiker|physiker"
    r"|mathematiker|wissenschaftler|forscher|student|schüler|künstler|musiker|schauspieler|sänger"
    r"|maler|fotograf|journalist|redakteur|autor|schriftsteller|übersetzer|dolmetscher|anwalt"
    r"|richter|notar|apotheker|friseur|koch|kellner|bäcker|metzger|tischler|schreiner|maurer"
    r"|klempner|gärtner|landwirt|winzer|förster|polizist|soldat|pilot|manager|gründer|unternehmer"
    r"|architekt|ökonom|betriebswirt|buchhalter|steuerberater|sekretär|erzieher|bibliothekar"
    r"|rentner|pensionär|freiberufler|azubi|doktorand|praktikant|beamter|angestellter|professor"
    r"|dozent|tierarzt|zahnarzt|logopäde|analyst)(?:in)?|(?:[\w-]{2,25})?(?:ärztin|anwältin|köchin"
    r"|bäuerin|psychologin|biologin|pädagogin|beamtin|angestellte|krankenschwester|hebamme"
    r"|kauf(?:mann|frau)|haus(?:mann|frau)|hausmeister|feuerwehr(?:mann|frau)"
    r"|geschäftsführer(?:in)?|wirtin|landwirtin|logopädin|flugbegleiter(?:in)?|[a-z]{3,20}(?:ologe"
    r"|ologin)))"
)
# Whom one lives with, and when: what is told with them was lived through.
PEOPLE = rf"\b(?:mein|unser)\w{{0,2}} (?:[a-z]\w+ )?(?:{FAMILY}|{FRIEND})n?\b"
WHEN = (
    r"(?:gestern(?: Abend| Morgen| Nacht)?|vorgestern|heute (?:Morgen|früh|Abend)|am (?:Montag"
    r"|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonnabend|Sonntag|Wochenende)"
    r"|letzte[nrs]? (?:Woche|Wochenende|Monat|Jahr|Sommer|Winter|Herbst|Frühling|Mo\w+|Di\w+|Mi\w+"
    r"|Do\w+|Fr\w+|Sa\w+|So\w+)|diesen Sommer|dieses Jahr|im (?:Januar|Februar|März|April|Mai|Juni"
    r"|Juli|August|September|Oktober|November|Dezember|Sommer|Winter|Herbst|Frühling|Urlaub"
    r"|Lockdown|Studium)|vor \w+ (?:Tagen|Wochen|Monaten|Jahren)|(?:19|20)\d\d|in den Ferien"
    r"|als Kind|neulich|kürzlich|an (?:Weihnachten|Ostern|Silvester))\b"
)
# A participle at the end of its clause; it is no noun.
DONE = (
    r"(?-i:(?=[a-z\u00e4\u00f6\u00fc]))(?:\w{0,12}ge\w{2,20}(?:t|en)|\w{2,20}iert|(?:be|ver|er|ent"
    r"|zer|miss)\w{2,20}(?:t|en)|geworden|gewesen)(?=[.,;!?)]|$| und\b| weil\b)"
)
