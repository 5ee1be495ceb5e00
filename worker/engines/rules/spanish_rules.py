"""The Spanish patterns for dangers, wishes and work done, most telling first."""

from worker.engines.rules.spanish_words import (
    ADVERBS,
    CAPITAL,
    CONDITION,
    FAMILY,
    HERE,
    NAMED,
    POINTING,
    WORK,
    A,
    did,
    rule,
)
from worker.records import Relevance

HAVE = r"(?:me |nos )?(?:he|hemos) (?:ya |por fin )?"
_JOKE = (
    r"(?!(?:l[oa]s? )?(?:lunes|trabajo|trabajar|reuniones|madrugar|madrugones|gente|compromisos?"
    r"|deporte|ejercicio|idiotas|estúpidos|estupidez|tonterías|imbéciles|drama|mentiras|estudiar"
    r"|ti)\b)"
)
_ILLS = (
    r"(?:gluten|lactosa|leche|lácteos|nueces|frutos secos|cacahuetes?|maní|cacahuates?|mariscos?"
    r"|huevos?|soja|soya|trigo|pescado|penicilina|ibuprofeno|aspirina|paracetamol|amoxicilina)"
)
DANGERS = rule(
    "fact",
    Relevance.CRITICAL,
    rf"(?:como )?soy (?:\w+mente |muy |súper |super |un poco )?alérgic[oa] a(?:l| la| los| las)? "
    rf"{_JOKE}\w",
    r"a(?:l| la| los| las) [\w-]+(?: [\w-]+)? soy alérgic[oa]\b",
    r"(?:como )?(?:tengo|padezco|sufro) (?:de )?(?:una |mucha |varias |alguna )?(?:[\w-]+ )?"
    rf"alergias?\b(?! a(?:l| la| los| las)? (?!{_JOKE}))",
    rf"mis alergias (?:son|incluyen)\b|me (?:da|dan|produce|provoca) alergia {_JOKE}\w",
    r"(?:el|la|los|las) [\w-]+(?: [\w-]+)? me (?:da|dan|produce|producen) alergia\b",
    rf"(?:como )?(?:tengo|padezco|sufro)(?: de)? {CONDITION}",
    r"(?:como )?soy (?:diabétic[oa]|celíac[oa]|asmátic[oa]|epiléptic[oa]|hemofílic[oa]"
    r"|hipertens[oa]|bipolar|inmunodeprimid[oa]|intolerante (?:a|al)\b)",
    r"(?:me (?:diagnosticaron|han diagnosticado|acaban de diagnosticar)|(?:fui|he sido)"
    r" diagnosticad[oa])(?: con| de)? \w",
    r"estoy embarazada\b(?! de (?:ideas|proyectos))|llevo (?:un )?marcapasos\b",
    r"tomo (?:insulina|warfarina|sintrom|anticoagulantes|litio|metformina|betabloqueantes)\b",
    rf"(?:como )?no puedo (?:comer|tomar|beber) (?:nada (?:de|con) )?(?:el |la |los |las |ni )?"
    rf"{_ILLS}\b",
    rf"mis? {FAMILY}{NAMED} (?:es|son) (?:\w+mente |muy )?(?:alérgic[oa]s? a(?:l| la| los| las)? "
    rf"{_JOKE}\w|(?:diabétic|celíac|asmátic|epiléptic)[oa]s?\b|intolerantes? a)",
    rf"mis? {FAMILY}{NAMED} (?:tiene|tienen|padece|sufre)(?: de)? (?:{CONDITION}|(?:una |mucha )?"
    r"alergia\b)",
    rf"mi {FAMILY}{NAMED} está embarazada\b",
)

_REPLY = (
    r"(?:respónde|contésta|hábla|escríbe|explíca|tráta|respónda|contéste|háble|escríba|explíque"
    r"|tráte|responde|contesta|habla|trata)me"
)
_ORDER = rf"(?:{_REPLY}|usa|utiliza|responde|contesta|evita|incluye|use|utilice|responda|conteste)"
_DO_NOT = (
    r"(?:me )?(?:uses|utilices|respondas|contestes|hables|escribas|trates|llames|pongas|incluyas"
    r"|expliques|use|utilice|responda|conteste|hable|escriba|trate)"
)
# "Prefiero sin tabla", "prefiero que sea más corto": of the answer that was given.
_ELSEWISE = (
    r"(?!(?:sin|con|en|más|menos|de|para|solo|un poco|otr[oa]s?|que (?:no )?(?:lo\b|la\b|las\b"
    r"|los\b|te\b|se\b|sea|esté|quede|tenga|uses?|diga|digas|suene|haya|pongas|hagas|quites|cambies"
    r"|empieces|termines|vayas|sigas)|una? (?:tono|texto|versión|título|formato|estilo|respuesta"
    r"|lista|tabla|palabra|frase))\b)"
)
_LIKED = (
    r"(?=(?:el|la|los|las|un|una|mi|mis|nuestr[oa]s?|tod[oa]s?|cualquier|muchas?|muchos?|que)\b"
    rf"|\w+(?:[aei]|í)r(?:me|se|nos|l[oa]s?)?\b|{CAPITAL}\w)"
)
_LIKE = (
    r"(?:gustan?|encanta+n?|fascinan?|chiflan?|apasionan?|disgustan?|repugnan?)"
    r"(?: (?:muchísimo|mucho|bastante|más|un montón|un poco|tanto|muy poco|poco|demasiado"
    r"|sobre todo|especialmente|también|nada))*+"
)
PREFERENCE = rule(
    "preference",
    Relevance.MEDIUM,
    rf"{ADVERBS}(?:prefiero|preferimos|preferiría) {HERE}{_ELSEWISE}(?:{A})?+\w",
    rf"(?:a mí |a nosotros )?(?:también |tampoco |siempre |ya )?(?:no )?(?:me|nos) {_LIKE} {HERE}"
    rf"{_LIKED}(?:{A})?+\w",
    rf"{HERE}(?:el|la|los|las) [\w-]+(?: [\w-]+){{0,3}}? (?:no )?me {_LIKE}(?=[.,!]|$| (?:y|pero"
    r"|porque|muy|con|sin)\b)",
    rf"{ADVERBS}(?:odio|detesto|adoro|aborrezco|amo(?! de\b)|no soporto|no aguanto) {HERE}{WORK}"
    rf"(?!a ti\b)(?:{A})?+\w",
    rf"no puedo soportar {HERE}{WORK}\w|disfruto (?:mucho )?+(?:de |del )?+{HERE}\w",
    r"(?:uno de |una de )?mis? (?:[\w-]+ ){0,3}?(?:favorit|preferid)[oa]s?(?: [\w-]+){0,4}? "
    rf"(?:es|son)\b(?! {POINTING})",
    rf"{HERE}(?:[\w-]+ ){{1,5}}(?:es|son) (?:mis?|uno de mis|una de mis) (?:[\w-]+ ){{0,2}}?"
    r"(?:favorit|preferid)[oa]s?\b",
    rf"{ADVERBS}soy (?:muy |un gran |una gran )?(?:fan|amante|aficionad[oa]|más) (?:de|del|a|al) "
    rf"{HERE}\w",
    rf"{ADVERBS}soy (?=abstemi[oa]\b)\w",
    r"(?:nunca|no|nunca no) (?:como|bebo|tomo) (?:ni |nada de )?(?:carne|pescado|alcohol|azúcar"
    r"|café|cerdo|mariscos?|lácteos|leche|gluten|pollo|huevos?|fritos|dulces|picante|pan"
    r"|animales)\b",
    r"no fumo\b|no bebo[.!]*$",
    # Standing wishes.
    r"(?:a partir de ahora|de ahora en adelante|desde ahora|de aquí en adelante|de hoy en adelante"
    r"|en adelante),? (?:por favor,? )?(?:siempre |nunca |solo |no )?"
    rf"(?:{_ORDER}|{_DO_NOT}|(?:quiero|prefiero|me gustaría) que)\b",
    rf"(?<!y )(?:siempre|nunca) (?:{_REPLY}|{_DO_NOT}) \w",
    rf"(?<!y )(?<!pero ){_ORDER} siempre (?!que\b)\w|(?<!y )no {_DO_NOT} (?:nunca|jamás|de usted"
    r"|emojis)\b",
    r"(?:quiero|necesito|me gustaría) que (?:siempre|nunca) (?:me )?\w+(?:s|e|a)\b",
    r"trátame de (?:tú|usted|vos)\b|tráteme de usted\b|tutéame\b|háblame de (?:tú|usted)\b",
)
DIET = rule(
    "preference",
    Relevance.MEDIUM,
    rf"{ADVERBS}soy (?=(?:vegan|vegetarian|pescetarian)[oa]\b)\w",
    slot="diet",
)
DECISION = rule(
    "decision",
    Relevance.HIGH,
    rf"{HAVE}(?:decidido|acordado|optado) (?:que|no|por|\w+r(?:me|nos|lo|la|los|las)?)\b"
    rf"(?! {POINTING})",
    rf"{HAVE}(?:elegido|escogido) {HERE}\w",
    r"(?:me |nos )?(?:decidí|decidimos|acordamos) (?:que|no \w+r\w*|\w+(?:[aei]|í)r(?:me|nos"
    r"|l[oa]s?)?)"
    r"\b",
    rf"(?:opté|optamos|nos decidimos|me decidí) por (?:no )?+{HERE}\w",
    r"(?:he tomado|hemos tomado|tomé|tomamos) la decisión de \w",
    r"(?:la|nuestra|mi) decisión (?:final )?(?:es|fue|ha sido) (?!difícil|complicad|tuya|suya)\w",
)

_FIXED = r"(?:arreglad|solucionad|resuelt|corregid|reparad)[oa]s?"
_READY = (
    r"(?:terminad|acabad|completad|desplegad|publicad|entregad|lanzad|finalizad|hech|list)[oa]s?"
)
_THING = (
    r"(?:el|la|los|las|mi|mis|nuestr[oa]s?|este|esta|ese|esa) (?!comida|cena|pasta|café|tarta|ropa"
    r"|agua)"
    r"(?:(?!no\b|nunca\b|casi\b|si\b)"
    r"[\w./#+-]+ ){1,6}?"
)
_IS = r"(?:ya )?(?:está|están|quedó|quedaron|ha quedado|ha sido|fue|fueron) (?:ya |por fin |todo )*"
_OVER = r"(?= ?(?:$|[.,;!:)(—–-]|(?:y|pero|desde|en|gracias|por fin|ya|hoy|ayer)\b))"
RESOLUTION = rule(
    "resolution",
    Relevance.MEDIUM,
    rf"{HAVE}(?:arreglado|solucionado|resuelto|reparado) {A}\w",
    rf"(?:{HAVE}corregido|ya corregí|corregimos) (?:el|los|un) (?:error|fallo|bug|problema)",
    rf"(?:{did('arregl|solucion|repar')}|resolví) {A}\w",
    r"(?:arreglamos|solucionamos|resolvimos|reparamos) (?:el|la|los|las) \w",
    rf"(?:logré|conseguí|pude|logramos|conseguimos) (?:arreglar|solucionar|resolver) {A}\w",
    rf"{_THING}{_IS}{_FIXED}(?! por\b){_OVER}",
)
SOLVED = rule(
    "resolution",
    Relevance.LOW,
    rf"(?:ya |todo )?(?:está|quedó) {_FIXED}{_OVER}",
    rf"(?:problema|error|bug|fallo|incidencia|todo) {_FIXED}(?:[.,!]* ?(?:muchas )?gracias)?[.!]*$",
)
COMPLETION = rule(
    "completion",
    Relevance.MEDIUM,
    rf"{HAVE}(?:terminado|acabado|completado|publicado|entregado|desplegado|lanzado|migrado"
    rf"|finalizado) (?:de \w+r\b(?! {POINTING})|(?:con )?{HERE}{A}\w)",
    rf"{did('termin|acab|complet|publiqu|entregu|lanc|migr|finalic')} (?:de \w+r\b(?! {POINTING})"
    rf"|(?:con )?{HERE}{A}"
    r"\w)",
    rf"(?:desplegué|desplegamos|terminamos|acabamos|publicamos|lanzamos|entregamos) {HERE}{A}\w",
    r"acab(?:o|amos) de (?:terminar|acabar|completar|publicar|entregar|desplegar|lanzar|migrar) "
    rf"{HERE}{A}\w",
    rf"{_THING}{_IS}(?:{_READY}|en producción|en línea)(?! (?:por|para|de|con)\b){_OVER}",
)
RULES = (DIET, PREFERENCE, DECISION, RESOLUTION, SOLVED, COMPLETION)
