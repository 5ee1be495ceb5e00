"""Where a statement may begin in Spanish, and what may stand before it without changing it."""

import re

from worker.engines.rules.clauses import Clauses
from worker.engines.rules.spanish_words import pattern

NEVER = re.compile(r"(?!)")
CLAUSES = Clauses(
    breaks=pattern(
        r"[,;(—–]+ ?| [-–—]+ |\b(?:y|e|pero|así que|aunque|pues|entonces|además|por eso|por lo que"
        r"|mientras que|porque|ya que) "
    ),
    filler=pattern(
        r"[^\w\ufffc\"'`<>—]+",
        r"(?:hola+|buenas|buenos días|buenas (?:tardes|noches)|ey|hey|oye|oiga|mira|bueno|pues"
        r"|vale|ok|okay|ah|oh|ay|uf|vaya|ja(?:ja)+|gracias|muchas gracias|por favor|porfa|perdón"
        r"|perdona|disculpa|disculpe|lo siento|me equivoqué|me expresé mal|corrección|error mío"
        r"|(?:sí+|no+|nop)(?=[,.!:;])|claro|exacto|por cierto|además|también|la verdad(?: es que)?"
        r"|de verdad|honestamente|sinceramente|francamente|en realidad|de hecho|personalmente"
        r"|en lo personal|por mi parte|en general|generalmente|normalmente|por lo general"
        r"|en mi caso|últimamente|actualmente|ahora(?: mismo)?|hoy(?: en día)?|ayer|anoche"
        r"|anteayer|antier|esta (?:mañana|tarde|noche|semana)|este (?:año|mes|verano|invierno"
        r"|fin de semana)|la semana (?:pasada|que viene)|la próxima semana|mañana|el próximo \w+"
        r"|el (?:mes|año|verano|invierno|fin de semana|finde|lunes|martes|miércoles|jueves|viernes"
        r"|sábado|domingo)(?: pasado| que viene)?|hace (?:poco|unos días|mucho|tiempo|\w+ (?:días?"
        r"|semanas?|mes(?:es)?|años?))|desde (?:hace \w+ \w+|\d{4}|siempre|niñ[oa]|pequeñ[oa]"
        r"|el \w+|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre"
        r"|diciembre)|en (?:\d{4}|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre"
        r"|octubre|noviembre|diciembre)|por fin|finalmente|al final|ya|por suerte|por desgracia"
        r"|afortunadamente|desafortunadamente|lamentablemente|desgraciadamente|creo que|pienso que"
        r"|me parece que|diría que|debo decir que|para que (?:lo )?sepas|para tu información"
        r"|que sepas que|que conste que|como (?:ya )?(?:te )?dije|te cuento(?: que)?|resulta que"
        r"|es que|sucede que|nota(?=:)|contexto|sobre mí|actualización|buenas noticias|pd|yo"
        r"|(?:quise|quería|quiero) decir(?: que)?|según (?:mi|el|la) (?:médic[oa]|doctora?)|y|pero"
        r"|entonces|como(?= (?:soy|tengo|vivo)))(?=[ ,:.!;-]|$)",
    ),
    fronts=NEVER,
)
