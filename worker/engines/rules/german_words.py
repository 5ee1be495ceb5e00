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
    r"(?:nichts?|nie|niemals|niemand\w*|dein\w{0,2}|kein\w*|kaum|fast|beinahe|vielleicht|eventuell|angeblich|womöglich"
    r"|möglicherweise|hoffentlich|theoretisch|weder|ob|dass|wenn"
    r"|und (?:er|es|sie|ich|wir|das|jetzt|dann|da|nun))"
)
# A word that may stand between a verb and what goes with it, and does not turn it round.
W = rf"(?:(?!{_NOT}\b)[^\s,;:()]{{1,40}} )"


# These between "ich habe" and "gekauft" do not say what.
_EMPTY = (
    r"(?:mir|uns|mich|auch|schon|gerade|gestern|heute|endlich|jetzt|nun|dann|mal|einfach|so|selbst|es"
    r"|das|dies|ihn|sie|ihm|alles|beides|eins)"
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
    rest = rf"(?!{_EMPTY} ){unless}{W}{{1,6}}?(?:{participles})\b"
    return i("habe?", rest, 3) + "|" + we("haben", rest, 3)


# No participle ends the clause: "ich habe einen Hund", not "ich habe einen Hund gesehen".
HAS = (
    r"(?![^,;.!?]{0,120} (?:\w{0,12}ge\w{2,20}(?:t|en)|\w{2,20}iert|(?:be|ver|er|ent|zer)\w{2,20}"
    r"(?:t|en))(?=[.,;!?]|$| und\b))"
)


# What points at the conversation, not at a thing that will still be known later.
POINTING = (
    r"(?:das|es|dies\w*|jene\w*|dein\w*|eu\w{1,3}|ihre?[nmrs]?|ihn|ihnen|sie|dich|dir|er|ihm|so|was|wie|wer"
    r"|wo|warum|wenn|dass|ob|hier|da|folgende\w*|alles|etwas|nichts|irgendwas"
    r"|(?:die|den|der|dem) (?:Idee|Vorschlag|Antwort|Plan|erste[nrs]?|zweite[nrs]?|dritte[nrs]?"
    r"|letzte[nrs]?|Option|Variante|Version|Lösung|Ton|Ansatz|Text|Stil|Gedanken?|folgende[nrs]?"
    r"|Code|Ergebnis\w*))\b"
)
HERE = rf"(?!{POINTING})"
# What one asks an assistant to make or to mend.
WORK = (
    r"(?!(?:[\w-]+ ){0,4}?(?:[\w-]{0,20}(?:fehler|bugs?|problem\w*|code|skripte?|scripts?|funktion\w*"
    r"|formeln?|tabellen?|spalten?|dateien?|datenbank\w*|ordner|texte?|vorlagen?|variablen?|befehle?"
    r"|schleifen?|prompts?|methoden?|absätze?|domains?|servern?|container|branch|version\w*|pakete?"
    r"|abhängigkeiten|plugins?|module?|apis?|endpoints?|repos?|repository|commits?|tokens?|logs?"
    r"|tickets?|doku|dokumentation|anleitung|meldung|nachricht|warnung|hinweis|option|antwort"
    r"|beispiele?|ausgabe|einstellungen|konfiguration|menü|konsole|terminal|seite|zeile|link|website|webseite)"
    r"|Fragen?|Listen?|Daten|Aufgaben?|Klassen?|Sätze?|Gelegenheit|Chance|Zeit|Begriffe?|Wörter"
    r"|Worte?|Punkt|Schritt)\b)"
)
FAMILY = (
    r"(?:(?:Ehe|Ex-?)?(?:mann|frau)|Partner(?:in)?|Lebensgefährt(?:e|in)|(?:Ex-?)?Freund(?:in)?"
    r"|Verlobter?|(?:Groß|Schwieger|Stief)?(?:mutter|vater|eltern)|Mama|Mutti|Papa|Vati|Mutter"
    r"|Vater|Eltern|(?:Schwieger|Stief)?(?:sohn|tochter)|Söhne|Töchter|Kind(?:er)?|Babys?|Zwillinge"
    r"|(?:Zwillings|Halb|Stief)?(?:bruder|schwester)|Brüder|Schwestern|Geschwister|Cousine?"
    r"|Onkel|Tante|Neffen?|Nichten?|Oma|Opa|Enkel(?:in|kind|kinder|sohn|tochter)?|Schwager"
    r"|Schwägerin|Familie|Hunde?|Hündin|Kater|Katzen?|Welpen?|Kaninchen|Hamster|Papagei"
    r"|Wellensittiche?|Kleine[rn]?|Große[rn]?|Jüngste[rn]?|Älteste[rn]?|Schildkröten?|Pferde?|Haustiere?)"
)
FRIEND = (
    r"(?:Kolleg(?:e|in)|Nachbar(?:in)?|Chef(?:in)?|Mitbewohner(?:in)?|Vermieter(?:in)?"
    r"|(?:Haus|Zahn|Kinder)?(?:arzt|ärztin)|Therapeut(?:in)?|Trainer(?:in)?)"
)
# Whose it is, and a name or the like after it.
MY = r"(?:mein|meine|unser|unsere) (?:(?:älte|jüng|groß|klein|best|erst|zweit|neu|mittler)\w+ )?"
NAMED = rf"(?: {CAPITAL}[\w'-]{{1,30}})?"
CONDITION = (
    r"(?:(?:eine? |einen |schwere[sn]? |starke[sn]? |chronische[sn]? |leichte[sn]? )*(?:Typ[- ]?[12][- ])?"
    r"(?:Diabetes|Asthma|Epilepsie|Zöliakie|Bluthochdruck|Arthritis|Arthrose|Rheuma|ADHS|ADS"
    r"|Autismus|Legasthenie|Migräne|Krebs|\w+krebs|Morbus Crohn|Colitis ulcerosa|Neurodermitis"
    r"|Schuppenflechte|Herzfehler|Herzschrittmacher|Herzrhythmusstörungen|Hashimoto|Lupus|HIV"
    r"|Anämie|Blutarmut|Schlafstörungen|Depression(?:en)?|Angststörung|bipolare Störung|PTBS"
    r"|Zwangsstörung|Multiple Sklerose|MS|Parkinson|Hämophilie|Endometriose|Heuschnupfen|Gicht"
    r"|Gastritis|(?:Laktose|Gluten|Fruktose|Histamin)?intoleranz"
    r"|[\w-]{2,30}(?:intoleranz|unverträglichkeit|allergien?)"
    r"|Allergien?|Schilddrüsen(?:über|unter)funktion)\b)"
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
    r"|dozent|tierarzt|zahnarzt|logopäde|analyst)(?:in)?"
    r"|(?:[\w-]{2,25})?(?:ärztin|anwältin|köchin|bäuerin|psychologin|biologin|pädagogin|beamtin"
    r"|angestellte|krankenschwester|hebamme|kauf(?:mann|frau)|haus(?:mann|frau)|hausmeister"
    r"|feuerwehr(?:mann|frau)|geschäftsführer(?:in)?|wirtin|landwirtin|logopädin|flugbegleiter(?:in)?"
    r"|[a-z]{3,20}(?:ologe|ologin)))"
)
