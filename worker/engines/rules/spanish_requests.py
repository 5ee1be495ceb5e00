"""What Spanish speakers ask for: to remember, not to remember, to work on a text they hand over."""

from worker.engines.rules.spanish_words import pattern, rule
from worker.records import Relevance

# Each verb for "tú", "vos" and "usted".
_RECALL = (
    r"(?:recuerda|recordá|recuerde|acuérdate(?: de)?|acordate(?: de)?|acuérdese(?: de)?|memorizá"
    r"|memorice|apuntá|apunte|anotá|anote|(?:toma|tome) (?:buena )?nota(?: de)?|no (?:te "
    r"|se )?(?:olvidés|olvide)(?: nunca)?(?: de)?|que no se te olvide|(?:guarda|guarde) en (?:tu"
    r"|su) memoria|quiero que recuerdes|necesito que recuerdes|(?:me gustaría"
    r"|quisiera) que (?:recordaras|recordases)|(?:tienes|tenés|tiene) que recordar)"
)
# What "keep in mind" introduces is as often a condition of the task at hand.
_CONSIDER = (
    r"(?:(?:ten|tené|tenga)(?: siempre)? (?:muy )?(?:en cuenta|presente|en mente)|(?:toma"
    r"|tome) en cuenta)"
)
_CAN_YOU = r"(?:(?:puedes|podrías|podés|puede|podría)(?: por favor)?)"
_TO_RECALL = (
    r"(?:recordar(?:me)?|memorizar|acordarte de|apuntar|anotar|tener (?:en cuenta|presente)"
    r"|guardar en (?:tu|su) memoria)"
)
_MINE = r"(?:mi|mis|me|soy|tengo|vivo|trabajo|yo|nosotros|nuestr[oa]s?|a mí|somos|no como)\b"
_THAT = rf"(?:(?:,? por favor,?)? que\b|:| -|,? (?={_MINE}))"
_PAST_TALK = (
    r"(?! ?(?:(?:ya )?(?:te|me|nos|le|os) (?:dije|conté|comenté|mencioné|hablé|dijiste|contaste"
    r"|quier[oe])|hablamos|quedamos|dijimos|ayer|aquel|la vez|cuando|los buenos)\b)"
)
_STANDING = (
    r"(?:siempre )?(?:no )?(?:usar|utilizar|responder(?:me)?|contestar(?:me)?|hablar(?:me)?"
    r"|escribir(?:me)?|evitar|tratarme|llamarme|explicar(?:me)?|poner|incluir|citar)\b"
)
_THIS = (
    r"(?:(?:todo )?(?:esto|eso)|lo siguiente|(?:estos|los siguientes) (?:datos|puntos)"
    r"|esta información|estas cosas)"
)

# Between people, "y recuerda que ..." gives comfort and asks for nothing.
REMEMBER = rule(
    "remember",
    Relevance.HIGH,
    rf"(?<!y ){_RECALL}{_THAT}{_PAST_TALK} ?\S?",
    rf"(?<!y ){_RECALL} {_STANDING}",
    rf"(?<!y ){_RECALL}(?: (?:bien )?{_THIS}|[.!]*$)",
    rf"{_CONSIDER}(?: que|:)(?= (?:\w+ ){{0,3}}?{_MINE}) ?{_PAST_TALK}\S",
    rf"{_CONSIDER} {_THIS}",
    r"(?:ten|tené|tenga|toma|tome) (?:esto|eso) (?:en cuenta|presente|en mente)",
    rf"{_CAN_YOU} {_TO_RECALL}(?:{_THAT}{_PAST_TALK} ?\S| {_THIS})",
    r"(?:recuérd|apúnt|anót|memoríz)(?:a|e)lo\b|(?:record|anot|apunt|memoriz)alo\b",
    r"(?:ten|tene|ténga)lo (?:siempre )?(?:en cuenta|presente|en mente)\b",
    r"guárd[ae]lo en (?:tu|su) memoria\b|no (?:lo|la) (?:olvidés|olvide)\b",
    r"para (?:el futuro|futuras (?:referencias|conversaciones)|la próxima(?: vez)?)[:,] ?\w",
)
BARE = pattern(
    rf"(?:{_RECALL}|{_CONSIDER})(?: bien)?(?: {_THIS})?(?: (?:por favor|bien|siempre|para siempre"
    r"|para (?:luego|después|más tarde|la próxima(?: vez)?|el futuro)))*,?(?: por favor)?"
    r"[.!: \ufffc]*$",
    r"(?:ten|tené|tenga|toma|tome) (?:esto|eso) (?:en cuenta|presente|en mente)"
    r"(?:,? por favor)?[.!: ]*$",
    rf"{_CAN_YOU} {_TO_RECALL} {_THIS}(?:,? por favor)?[.!?: ]*$",
    r"(?:\w+lo|no (?:lo|la) olvid\w+)(?: siempre)?(?: en cuenta| presente| en mente| en (?:tu"
    r"|su) memoria)?(?:,? (?:por favor|porfa))?[.!: ]*$",
)
ASKED_TO = pattern(_CAN_YOU)

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
