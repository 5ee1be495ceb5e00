"""How Spanish says who means what, and all of its rules."""

import re

from worker.engines.rules.grammar import Grammar
from worker.engines.rules.spanish_clauses import CLAUSES, NEVER
from worker.engines.rules.spanish_events import CHANGED, EVENTFUL
from worker.engines.rules.spanish_life import LIFE
from worker.engines.rules.spanish_requests import ASKED_TO, BARE, REMEMBER
from worker.engines.rules.spanish_rules import DANGERS, RULES
from worker.engines.rules.spanish_words import PRODUCTS, TECH, pattern

_SAY = (
    r"(?:dice|dijo|decía|ha dicho|escribe|escribió|contesta|contestó|responde|respondió|pregunta"
    r"|preguntó|comenta|comentó|explica|explicó|añadió|afirma|afirmó|contó|cree|piensa|asegura"
    r"|aseguró|insiste)"
)
_QUESTION = (
    r"(?:qué|que|cómo|como|cuál|cual|cuáles|quién|quien|dónde|donde|cuándo|cuando|cuánto|cuanto"
    r"|cuántos|cuántas|por qué|por que|puedo|puedes|podrías|podés|debo|debería|hay|sabes|conoces"
    r"|tienes|tenés|me (?:recomiendas|ayudas|puedes|podrías|das|aconsejas)|es|son|está|crees|algún"
    r"|alguna|existe)"
)
GRAMMAR = Grammar(
    clauses=CLAUSES,
    supposed=pattern(
        r"(?<!sé )\bsi\b(?![,.!])|\b(?:ojalá|quizás?|tal vez|a lo mejor|puede que|como si"
        r"|en caso de|supón|supongamos|imagina|imaginemos|imagínate|imaginate|finge|haz como"
        r"|haz de cuenta|por ejemplo|p\. ?ej|hipotéticamente|(?:en|el protagonista de) (?:un|una|el"
        r"|la|mi|tu|este|esta) (?:cuento|historia|poema|canción|novela|relato|escenario|juego)"
        r"|(?:escribe|escríbeme|escribí|inventa|inventá|cuenta|cuéntame)\b.{0,40}\b(?:cuento"
        r"|historia|poema|canción|personaje|relato)|(?:el|la|mi|un|una) (?:personaje|narradora?"
        r"|protagonista)|quiere que|espera que|para que (?!(?:lo )?sepas)|según (?!(?:mi|el"
        r"|la) (?:médic|doctor)))"
    ),
    when=pattern(
        r"\b(?:cuando|cada vez que|antes de que|después de que|una vez que|en cuanto|hasta que)\b"
    ),
    says=pattern(rf"\b{_SAY}(?: que)?\W*$"),
    said_by=pattern(rf"[,—–] ?(?:me |nos |le |les )?{_SAY}\b(?! que\b| con\b)"),
    negated=NEVER,
    notable=pattern(
        r"\b(?:(?:me|nos) cas\w+|casarme|casarnos|boda|compromet\w+|divorci\w+|me separé"
        r"|nos separamos|adopt\w+|bebés?|embaraz\w+|nació|nacido|murió|muerto|falleció|fallecido"
        r"|perdí a|gradu\w+|me recibí|jubil\w+|ascendieron|ascendido|contrat\w+|despidieron"
        r"|despedido|renuncié|opera\w+|cirugía|hospital|accidente|infarto|me (?:rompí|quebré"
        r"|fracturé)|rompí con|premio|concurso|gané|beca|título|carnet|carné|oposicion\w+|mud(?:é"
        r"|amos|arme|arnos|o|ado)|emigr\w+|maratón|por primera vez|primer[oa]?s?|aceptaron"
        r"|admitieron|universidad|aprobé|suspendí|doctorado|dejé (?:de fumar|mi|el|la)|he dejado"
        r"|tuvimos (?:un|una) |tuve (?:un|una) (?:hij|beb|niñ)|voy a ser|publi\w+|(?:compr"
        r"|vend)\w+ (?:un|una|mi|el|la|nuestr[oa])s? (?:\w+ )?(?:casa|piso|coche|carro|auto|terreno"
        r"|moto|barco|finca|departamento)|abr(?:í|imos|ir) (?:mi|un|una|nuestr[oa])|(?:perdí"
        r"|he perdido|dejé|perdido|nuevo) (?:mi |el )?(?:trabajo|empleo)|gemelos)\b"
    ),
    to_come=pattern(
        r"\b(?:\d|lunes|martes|miércoles|jueves|viernes|sábado|domingo|enero|febrero|marzo|abril"
        r"|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|mañana|que viene"
        r"|próxim[oa]|verano|invierno|otoño|primavera|navidad|dentro de|este (?:año|mes)"
        r"|esta semana|pronto)"
    ),
    beside=pattern(
        r"\b(?:también|además|otra? (?:casa|piso)|segund[oa]|a ratos|a veces|temporal\w*|por ahora"
        r"|de momento|unos días|una temporada|(?:los|en|durante) (?:el |los )?(?:fines de semana"
        r"|verano|veranos|inviernos?)|parte del año|entre semana|vacaciones|media jornada"
        r"|tiempo parcial|por (?:un|dos|tres|unos) (?:mes(?:es)?|tiempo|año|semanas)"
        r"|(?<!desde )hace \w+ años|en (?:19|20)\d\d|de (?:niñ|pequeñ|joven|chic)[oa]?)\b"
    ),
    correction=pattern(
        r"(?:(?:no|perdón|perdona|disculpa|disculpe|ay|ups|uy|espera|corrección|error mío"
        r"|me equivoqué"
        r")[\s,.:!…-]*){0,4}(?:quise decir|quería decir|me refería a"
        r"|mejor dicho)[,:]? (?!que\b)(?!(?:eso|esto|algo|lo|nada|otra cosa|si|la (?:otra|primera"
        r"|segunda)|el (?:otro|primero|segundo))\b)"
        r"[^.!?,]{1,60}(?:,? (?:y )?no (?:el |la |en |a )?([^.,!?]{1,40}))?[.! ]*",
        r"(?:(?:perdón|perdona|disculpa|disculpe|ups|corrección|error mío"
        r"|me equivoqué)[\s,.:!…-]+){1,3}"
        r"(?:es |era )?(?:el |la |en |a )?(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo"
        r"|[\d:.]+"
        r"(?: de \w+)?(?: \w+)?|(?-i:[A-Z\u00c0-\u00de])[\w-]+(?: (?-i:[A-Z\u00c0-\u00de])[\w-]+)?)"
        r"(?:,? (?:y )?no (?:el |la |en |a )?([^.,!?]{1,40}))?[.! ]*",
    ),
    taken_back=pattern(
        r"\b(?:pero (?:sigue|siguen|todavía|aún|no funciona|volvió|vuelve|falla)|o eso (?:creía"
        r"|pensaba)|es broma)\b"
    ),
    products=pattern(rf"\b{PRODUCTS}\b"),
    errand=pattern(
        rf"\b{TECH}\b|\b(?:equivocad|incorrect)[oa]s?\b|\bpor error\b",
        r"\b(?:y|pero) (?:ahora |ya |todavía |aún |luego |siempre |se me |me |se )*(?:no"
        r" (?!me arrepiento|tengo|estoy)|da|tira|sale|aparece|devuelve|fallan?|siguen?|cuelga"
        r"|cierra|para|bloquea|reinicia|queda en|cortó|quemó|cerró|apagó|colgó|estropeó|llegó)\b",
    ),
    asks=pattern(
        r"[\s,;:.…(—–-]{0,10}(?:\b(?:y|pero|entonces|así que) )?¿",
        rf"(?:[,;:.—–(]| [-–—]| y| pero)+ (?:entonces |y )?{_QUESTION}\b",
    ),
    asks_later=pattern(rf"\b{_QUESTION}\b"),
    asked_to=ASKED_TO,
    dialogue=re.compile(r"[—―–]\w|[—―] "),
    inverted=NEVER,
    remember=REMEMBER,
    bare=BARE,
    dangers=DANGERS,
    rules=(*CHANGED, *RULES, *LIFE, *EVENTFUL),
)
