"""How German speakers ask for something to be forgotten, or hand over a text to be worked on."""

from worker.engines.rules.german_words import pattern

_IT = r"(?:das|dies|es|davon|diese (?:Nachricht|Information)|den Satz)"
UNREMEMBERED = pattern(
    rf"(?:merke? dir|merken Sie sich|notiere?(?: dir)?|speichere?|speichern Sie) {_IT}"
    r"(?: (?:bitte|alles|jetzt|aber|lieber|mal))* nicht\b",
    r"(?:merke? dir|merken Sie sich|notiere?(?: dir)?|speichere?|speichern Sie)(?: bitte)? nichts"
    r"(?: davon| hiervon| von (?:dem|diesem))?\b",
    rf"{_IT} (?:bitte )?(?:lieber )?nicht (?:merken|speichern|abspeichern|notieren)\b",
    r"(?:bitte )?nicht (?:merken|abspeichern)\b",
    rf"(?:{_IT} )?(?:musst|brauchst|sollst|solltest) du dir (?:{_IT} )?(?:auch |bitte )?nicht "
    r"(?:zu )?merken\b",
    rf"du (?:musst|brauchst|sollst|solltest) dir {_IT} nicht (?:zu )?merken\b",
    rf"(?:vergiss|vergessen Sie)(?: bitte)? (?:{_IT}|alles)(?: (?:bitte|wieder|einfach|alles|gleich"
    r"|schnell|sofort))*(?=[.,!]|$)",
    r"(?:vergiss|vergessen Sie)(?: bitte)?,? (?:alles,? |das,? )?was ich\b",
    r"(?:vergiss|vergessen Sie)(?: bitte)? meine (?:letzte|vorige) (?:Nachricht|Aussage)\b",
    r"(?:das |es )?bleibt (?:bitte )?unter uns\b|behalte? (?:das|es)(?: bitte)? für dich\b",
)

_INFINITIVE = (
    r"(?:übersetzen|korrigieren|verbessern|überarbeiten|umformulieren|zusammenfassen"
    r"|zusammenzufassen|lektorieren|prüfen|überprüfen|checken|kürzen|umschreiben|analysieren"
    r"|klassifizieren|transkribieren|gegenlesen|durchlesen|vervollständigen|fortsetzen)\b"
)
_IMPERATIVE = (
    r"(?:übersetze?|korrigiere?|verbess(?:ere|re|er)|überarbeite|formuliere?|fasse?|lektoriere?"
    r"|prüfe?|überprüfe?|checke?|kürze?|schreibe?(?=.{0,80}? um\b)|analysiere?|klassifiziere?"
    r"|transkribiere?|lies|vervollständige?|setze?(?=.{0,80}? fort\b))"
)
_MATERIAL = (
    r"(?=.{0,200}?(?::|\b(?:Texte?s?|Satz|Sätze|Abs(?:a|ä)tze?|E-?Mail|Mail|Briefe?|Nachricht"
    r"|Aufsatz|Geschichte|Gedicht|Grammatik|Rechtschreibung|Artikel|Transkript|Anschreiben|ins \w+e"
    r"|auf (?:Deutsch|Englisch|Spanisch|Französisch|Koreanisch)|folgend\w*|obig\w*|oben|unten"
    r"|(?:das|dies)(?=[:.!?]|$))\b))"
)
# A text that is handed over to be worked on: what it says is not said by who hands it over.
TASK = pattern(
    rf"(?:bitte )?(?:{_IMPERATIVE}|(?:über)?(?:setzen|prüfen|arbeiten) Sie|korrigieren Sie"
    r"|verbessern "
    rf"Sie|fassen Sie|formulieren Sie|kürzen Sie|analysieren Sie|übersetzen Sie)\b{_MATERIAL}",
    rf"(?:(?:kannst|könntest|würdest) du|(?:können|könnten|würden) Sie|hilf mir|helfen Sie mir"
    rf"|hilfst du mir){_MATERIAL}.{{0,200}}?\b(?:zu )?{_INFINITIVE}",
    r"(?:bitte )?(?:diese[ns]?|folgende[ns]?|(?:den|das|die) (?:folgende[n]?"
    rf"|obige[n]?)){_MATERIAL} "
    rf".{{0,100}}?\b{_INFINITIVE}",
)
EXAMPLE = pattern(
    r".{0,200}\b(?:\w*(?:beispiel|muster|transkript|liedtext|songtext|zitat|vorlage|ausgabe"
    r"|gespräch|dialog|chatverlauf)\w*|logs?)\b.{0,40}:$"
)
ABOVE = pattern(r"\b(?:oben|obige[nrs]?|(?:Text|Absatz|Satz|Nachricht) (?:dar)?über)\b")
