"""How Spanish speakers ask for something to be forgotten, or hand over a text to be worked on."""

from worker.engines.rules.spanish_words import pattern

_STORE = (
    r"(?:guardes|guardés|guarde|apuntes|apuntés|apunte|anotes|anotés|anote|registres|registre"
    r"|almacenes|almacene)"
)
_RETAIN = r"(?:recuerdes|recordés|recuerde|memorices|memoricés|memorice|(?:te |se )?acuerdes)"
UNREMEMBERED = pattern(
    rf"no (?:lo |la |los |las )(?:{_RETAIN}|{_STORE})\b",
    rf"no {_RETAIN}(?: de)? (?:esto|eso|nada|lo que|que|mi|mis|ningun[oa]?)\b",
    rf"no {_STORE} (?:esto|eso|nada|lo que (?:digo|diga|dije)|(?:nada )?(?:de )?(?:esto|eso)"
    r"|.{0,40}\bmemoria)\b",
    rf"(?:esto|eso) no (?:lo |te lo )?(?:hace falta que lo )?(?:{_RETAIN}|{_STORE})\b",
    rf"no (?:quiero|hace falta|es necesario|necesito) que (?:lo )?(?:{_RETAIN}|{_STORE})\b",
    r"no (?:hace falta|es necesario|necesitas|tienes que|debes) (?:recordar|memorizar|guardar)"
    r"(?:lo\b| esto\b| eso\b| nada\b)",
    r"(?:olvida|olvidá|olvide|olvídate de|olvidate de|olvídese de) (?:esto|eso|todo esto"
    r"|(?:todo )?lo (?:que|anterior|último)|que (?:te|le) dije|(?:este|ese|mi) mensaje)\b",
    r"(?:olvídalo|olvídelo)\b|(?:olvídate|olvídese)(?=[.,!;]|$)",
    r"(?:que )?(?:esto |eso )?qued[ea] entre (?:nosotros|tú y yo|vos y yo)\b|extraoficialmente\b",
    r"no (?:tengas|tenga|tomes|tome) en cuenta (?:esto|eso|lo que (?:dije|he dicho))\b",
)

_VERB = (
    r"(?:(?:traduc(?:e|í|ir)|corrig[ea]|correg(?:í|ir)|revis(?:a|á|e|ar)|resum(?:e|í|a|ir)"
    r"|reescrib(?:e|í|a|ir)|reformul(?:a|á|e|ar)|parafrase(?:a|á|e|ar)|mejor(?:a|á|e|ar)|acort(?:a"
    r"|á|e|ar)|edit(?:a|á|e|ar)|pul(?:e|í|a|ir)|analiz(?:a|á|ar)|analice|clasific(?:a|á|ar)"
    r"|transcrib(?:e|í|a|ir)|comprueb[ae]|comprobar|continu(?:ar|á)|continúa|sigue|complet(?:a|á|e"
    r"|ar)|tradúce|corríge|revísa|resúme|reescríbe|mejóra|traduzca|tradúzca)"
    r"(?:me(?:l[oa])?|l[oa]s?)?)\b"
)
# A text that is handed over to be worked on: what it says is not said by who hands it over.
TASK = pattern(
    rf"(?:(?:me )?(?:puedes|podrías|podés|puede|podría)(?: por favor)? |ayúda(?:me)? a |ayudame a "
    rf"|me ayudas a |necesito |quiero |quiero que (?:me )?)?{_VERB}"
    r"(?=.{0,200}?(?::|\b(?:textos?|frases?|oraci(?:ón|ones)|párrafos?|correos?|e-?mails?|mails?"
    r"|cartas?|mensajes?|redacción|ensayos?|historias?|cuentos?|relatos?|poemas?|gramática"
    r"|ortografía|artículos?|transcripción|publicación|siguientes?|anterior|de arriba|al? (?:inglés"
    r"|español|castellano|alemán|francés|italiano|portugués|coreano|chino|japonés|catalán)|(?:esto"
    r"|lo)(?=[:.!?]|$))\b))"
)
EXAMPLE = pattern(
    r".{0,200}\b(?:ejemplo|muestra|transcripción|letra|cita|plantilla|registro|log|salida"
    r"|conversación|diálogo|guion|guión)s?\b.{0,40}:$"
)
ABOVE = pattern(r"\b(?:lo anterior|de arriba|(?:texto|mensaje|párrafo|correo) anterior)\b")
