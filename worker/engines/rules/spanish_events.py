"""The Spanish patterns for what has happened, has changed or is to come, most telling first."""

from worker.engines.rules.spanish_rules import HAVE
from worker.engines.rules.spanish_words import (
    CAPITAL,
    FAMILY,
    HERE,
    NAMED,
    PEOPLE,
    TRADE,
    WHEN,
    WORK,
    A,
    did,
    rule,
)
from worker.records import Relevance

_FOODLESS = r"(?:de )?(?:fumar|beber|comer|tomar|jugar|estudiar|trabajar|correr|usar|ver)\b"
_BUY = (
    "compr|alquil|rent|adopt|visit|viaj|gan|reserv|plant|estren|cocin|pint|celebr|organic|prepar"
    "|regal|bail|nad|escal|particip|cosech|cen|acamp|don"
)
_BOUGHT = (
    r"(?:comprado|vendido|alquilado|adoptado|visitado|viajado|ganado|aprendido|corrido|plantado"
    r"|reservado|casado|jubilado|graduado|divorciado|separado|apuntado|inscrito|roto|cocinado"
    r"|pintado|celebrado|organizado|participado|leído|visto|estrenado)"
)
_MENU = (
    r"(?!(?:(?:l|la|los|las) )?(?:archivo|menú|configuración|página|web|código|panel|ajustes"
    r"|sección|enlace|link|línea|carpeta|punto|grano|ver|revisar|probar|ejecutar|terminal)\b)"
)
_START = (
    r"(?:a (?:trabajar|estudiar|aprender|correr|tocar|jugar|ir|hacer|salir con|nadar|bailar|pintar"
    r"|entrenar|meditar|cocinar|dar clases|practicar|vivir|tomar|escribir un)\b|(?:un|una|mi|el|la)"
    r" (?:nuev[oa] )?(?:trabajo|curso|máster|carrera|doctorado|dieta|tratamiento|terapia"
    r"|universidad|negocio|blog|novela|relación|prácticas)\b|clases de|terapia|yoga)"
)
_LOST = (
    rf"(?:a mi|(?:mi|el) (?:trabajo|empleo|vuelo|móvil|celular|pasaporte|anillo)|mi (?:{FAMILY}"
    r"|cartera|maleta)|las llaves|mis llaves)\b"
)
# Any verb: "-é" is the writer's unless it is an order to "vos" or no verb at all. "-í" is an order
# to "vos" too often, so those that are none are named.
_DID = (
    r"(?:(?:me|nos|le|les|lo|la|los|las|se lo) )?(?:(?!(?:tené|poné|hacé|traé|leé|comé|corré"
    r"|aprendé|vendé|prendé|meté|respondé|resolvé|entendé|reconocé|volvé|mové|creé|qué|porqué|café"
    r"|olé|bebé|sé|dé|té|esté|usé|probé que|intenté|pensé|pregunté|busqué|olvidé|necesité|cambié"
    r"|envié|copié|pegué|instalé|actualicé|ejecuté|agregué|eliminé|borré"
    r"|modifiqué)\b)\w{2,20}\u00e9|(?:aprendí|conocí|corrí|vendí|leí|comí|perdí|nací|crecí|recibí"
    r"|salí|asistí|suspendí|viví|volví|vi|sufrí|discutí|dormí|hice|fui|tuve|estuve|anduve|traje"
    r"|vine)|(?:he|hemos) (?!usado|probado|intentado|pensado|cambiado|enviado"
    r"|visto que)\w{2,20}(?:ado|ido|cho|sto|rto)|(?!vamos|estamos|somos|hemos|tenemos|podemos"
    r"|queremos|necesitamos|usamos)\w{2,20}(?:[aei]|í)mos)\b"
)
# "Hablamos de esto", "soñé contigo": of this talk.
_OURS = r"(?!(?:\w+ ){0,2}?(?:esto|eso|contigo|ustedes|tus?)\b)"
EXPERIENCES = rule(
    "experience",
    Relevance.LOW,
    rf"{WHEN},? (?:por fin |también )?{_DID} (?!que\b){HERE}{_OURS}\w",
    rf"(?:{WHEN},? )?{PEOPLE}{NAMED} (?:ya )?(?:se |le |me )?(?!dij|cont|pregunt|coment|crey|pens"
    r"|pid|quis|escrib|respond)(?:\w{1,20}(?:\u00f3|aron|ieron)|dio|hizo|tuvo|fue)\b(?! que\b)",
    rf"{_DID} (?!que\b){HERE}(?=[^.;:]{{0,160}}?(?:{PEOPLE}|\b{WHEN}))",
    r"asistí a (?:un|una) \w|me hice un tatuaje\b|rompí con \w|(?:abrí|abrimos) (?:mi|un|una)"
    r" (?:\w+ )?(?:panadería|tienda|bar|cafetería|restaurante|negocio|librería|peluquería"
    r"|floristería|taller)\b",
    rf"(?:{WHEN} |el \d+ de \w+ )?(?:nació|murió|falleció|se (?:me )?(?:murió|casó|graduó)"
    r"|ha muerto"
    rf"|ha nacido|ha fallecido) (?:mi|nuestr[oa]) (?:\w+ )?{FAMILY}\b",
    r"(?:echo|echamos) (?:mucho |muchísimo |tanto )?de menos a mis? |extraño (?:mucho )?a mis? ",
    rf"estoy (?:muy )?orgullos[oa] de mis? {FAMILY}\b",
)
EVENTS = rule(
    "experience",
    Relevance.LOW,
    rf"{did(_BUY)} {HERE}{WORK}\w|(?:adoptamos|compramos|celebramos|visitamos) {HERE}{WORK}{A}\w",
    rf"(?:aprendí|corrí|vendí|vendimos) (?!que\b){HERE}{WORK}\w|conocí (?:a|en) \w|perdí {_LOST}",
    rf"(?:vi|vimos|leí|hice|hicimos|comí|comimos) {HERE}{WORK}(?:{A}|dos |tres |vari[oa]s "
    r"|much[oa]s |\d|"
    rf"{CAPITAL})",
    rf"{HAVE}{_BOUGHT} (?!que\b){HERE}{WORK}\w|{HAVE}(?:conocido a|perdido {_LOST})",
    rf"(?:fui|fuimos|he ido|hemos ido) (?:al? {_MENU}(?!\w+r\b){HERE}\w|de (?:viaje"
    r"|vacaciones|compras|camping|excursión|acampada|fiesta|senderismo))",
    rf"(?:estuve|estuvimos|he estado|hemos estado) (?:\w+ \w+ )?(?:de (?:viaje|vacaciones|baja)"
    rf"|en {CAPITAL}|en el hospital)",
    r"(?:tuve|tuvimos|he tenido|hemos tenido) (?:un|una|mi) (?:primer[oa]? )?(?:hij[oa]|bebé"
    r"|niñ[oa]|accidente|cirugía|operación|infarto|entrevista|aborto|ataque|cita)\b",
    rf"(?:empecé|comencé|he empezado|hemos empezado|empezamos|acabo de empezar) {_START}",
    rf"(?:{did('dej')}|he dejado) (?:{_FOODLESS}|el (?:alcohol|tabaco|café|azúcar)|la"
    r" (?:universidad|carrera))",
    r"(?<!y )me (?:(?:cas|jubil|divorci|separ|gradu|apunt|anot)é|inscribí|comprometí|recibí de)\b",
    r"(?:nos|me) (?:casamos|comprometimos|divorciamos|separamos)\b",
    r"me (?:contrataron|ascendieron|operaron|aceptaron|admitieron|robaron|han (?:contratado"
    r"|ascendido|operado|aceptado|admitido|robado))\b",
    r"me (?:rompí|he roto|torcí|fracturé|quebré) (?:el|la|un|una) \w|me saqué el (?:carnet|carné"
    r"|título)",
    r"aprobé (?:el|mi|la|las) (?:examen|carnet|oposici|curso|asignatura|carrera|certificaci)",
    r"acab(?:o|amos) de (?:comprar(?:me|nos)?|apuntar(?:me|nos)|adoptar|vender|casar(?:me|nos)"
    r"|conocer|volver de"
    rf"|llegar a {CAPITAL}|jubilarme|graduarme|ser (?:padre|madre|papá|mamá)) ?{HERE}[\w.!]?",
    rf"{did('cambi')} de (?:trabajo|empleo|coche|carro|casa|piso|móvil|carrera|médico)\b"
    r"|cambié de (?:trabajo|empleo)\b",
    rf"{did('pas')} (?:(?:las|mis) (?:vacaciones|navidades)|(?:la|el|mi|un|unos|unas|dos"
    r"|tres) (?:navidad|verano|invierno|semanas?|días|fin de semana|mes|año)) (?:en|con) \w",
    r"(?:llevo|llevamos) \w+ \w+ (?:entrenando|aprendiendo|estudiando|tocando|practicando"
    r"|ahorrando|yendo a|haciendo (?:yoga|ejercicio|deporte|dieta|terapia)) ?\w*",
    r"(?:he|hemos) vuelto (?:a \w+r\b|de \w)|volví de (?!nuevo)\w|cumplimos \w+ años (?:de|juntos)",
)
PLANS = rule(
    "plan",
    Relevance.LOW,
    r"(?:voy|vamos) a (?:casar(?:me|nos)|mudar(?:me|nos)|viajar|visitar|jubilarme|adoptar"
    r"|ser (?:papá|mamá|padre|madre|tía|tío|abuel[oa])|tener un(?:a)? (?:hij[oa]|bebé|niñ[oa])"
    r"|cambiar de trabajo|empezar (?:a trabajar|un curso|la universidad|una dieta|un máster)"
    r"|correr (?:un|una|la|el) "
    r"(?:media )?maratón|estudiar \w|comprar(?:me|nos)? (?:una casa|un piso|un coche|un carro))\b",
    r"me (?:operan|van a operar)\b|(?:me voy|nos vamos) (?:a (?:casar|mudar|jubilar|operar|vivir)"
    r"|de (?:viaje|vacaciones)|a vivir)\b",
    r"(?:me caso|nos casamos|me jubilo|me mudo|nos mudamos|viajo|viajamos) (?:a|en|el|la|este|esta"
    r"|mañana|pronto|dentro)\b",
    r"(?:estoy planeando|estamos planeando|estoy pensando en|planeo|tengo pensado"
    r"|pienso) (?:mudarme|mudarnos|casarme|casarnos|un viaje|viajar|jubilarme|cambiar de (?:trabajo"
    r"|casa|carrera)|dejar"
    r" mi trabajo|estudiar|la boda|una boda|adoptar|comprar una casa)\b",
    rf"(?:(?:{WHEN}|mañana|el próximo \w+|la próxima semana|el \w+ que viene),? )?(?:vuelo"
    r"|volamos) a "
    rf"{CAPITAL}",
    r"(?:voy|vamos) a (?:ir a|irme a|irnos a) (?-i:[A-Z])\w|(?:voy|vamos) a empezar (?:un|una|el|la"
    r"|mi)"
    r" (?:\w+ )?(?:curso|trabajo|carrera|máster|dieta|terapia|universidad)\b",
    r"(?:estoy|estamos) (?:ahorrando|entrenando|estudiando) para \w",
    r"tengo (?:un examen|una cita|cita|una entrevista|un vuelo|una boda|una operación|la boda"
    r"|médico|dentista|exámenes) (?:con|en|el|la|mañana|pasado|a las|este|esta|de trabajo|médica"
    r"|dentro)\b",
    r"(?:estamos|estoy) esperando (?:un |nuestro |mi )?(?:primer |segundo )?(?:bebé|hijo)\b",
)

# The work there was, which the next one does not have to wait for.
LEFT_WORK = rule(
    "experience",
    Relevance.LOW,
    rf"(?:{did('dej')}|he dejado|renuncié a|perdí|he perdido) (?:mi|el) (?:trabajo|empleo"
    r"|puesto)\b",
    r"me (?:despidieron|han despedido|echaron)(?: del trabajo)?(?=[.,!]|$| (?:en|el|la|hace"
    r"|ayer)\b)",
    slot="work",
)
USED_TO = rule(
    "fact",
    Relevance.MEDIUM,
    r"antes (?:vivía|trabajaba|tenía|jugaba|fumaba|estudiaba|usaba|tocaba) ",
    r"(?:solía|solíamos) (?:\w+(?:[aei]|í)r)\b",
    r"me dan? (?:mucho |muchísimo |un poco de |pánico )?(?:miedo|vértigo|pánico) "
    rf"{HERE}\w|tengo (?:mucho )?miedo a(?:l| la| las| los)? \w",
)
HELPS = rule(
    "preference",
    Relevance.MEDIUM,
    rf"{HERE}(?:[\w-]+ ){{1,4}}me ayudan? (?:con el estrés|con la ansiedad|a (?:relajarme"
    r"|desconectar|dormir|despejarme))\b",
)

_X = r"([^\s,.;]+(?: (?!y\b|a\b|en\b|por\b|para\b|porque\b|desde\b|sino\b)[^\s,.;]+)?)"
# What was done may be undone, and what is under way may be for a while.
_IS_SO = (
    r"(?![^.;]{0,200}\b(?:volv\w+|otra vez|próxim\w+|mañana|luego|si|cuando|quizás?|temporal\w*"
    r"|por ahora|de prueba|que viene|en (?:est[ea]|ese|un) (?:archivo|proyecto|fichero)"
    r"|(?:por|durante) un[ao]? (?:día|semana|mes|tiempo|rato))\b)"
)
MOVED_FROM = rule(
    "fact",
    Relevance.HIGH,
    rf"(?:{did('mud|traslad')}|me he mudado|nos mudamos|nos hemos mudado) de {_X} a {CAPITAL}",
    rf"antes vivía en {_X},? (?:y |pero )?ahora (?:vivo )?en \w",
    slot="home",
)
CHANGES = rule(
    "fact",
    Relevance.MEDIUM,
    rf"{_IS_SO}(?:{did('cambi|pas|migr')}|(?:me |nos )?(?:he|hemos) (?:cambiado|pasado|migrado)"
    r"|(?:nos )?(?:cambiamos|pasamos|migramos)|(?:estoy|estamos) (?:ya |poco a poco )?(?:cambiando"
    r"|pasando|migrando|cambiándome|pasándome|cambiándonos|pasándonos)) de "
    rf"(?:{A})?(?!\d|página|tema|opinión|idea){_X} al? (?!\d){HERE}\w",
    rf"{_IS_SO}(?:{did('cambi|reemplac')}|(?:he|hemos) (?:cambiado|reemplazado|sustituido)"
    rf"|cambiamos|reemplazamos|sustituimos) (?:mi |el |la )?(?!{A}|est|es[eoa]){_X} por {HERE}\w",
    rf"ahora (?:uso|utilizo|usamos|utilizamos|bebo|bebemos) (?:{A})?{HERE}\w[\w-]*(?: [\w-]+)? en"
    rf" (?:vez|lugar) de (?:{A})?{_X}",
    r"ya no (?:uso|utilizo|usamos|utilizamos|bebo|como|tomo|fumo|juego al|toco"
    rf"|estudio) (?:{A})?{HERE}{_X}",
    rf"ya no (?:vivo|vivimos|trabajo|trabajamos|estudio) (?:en|para|con|de) (?:{A})?{HERE}{_X}",
    rf"ya no (?:soy|estoy) (?=vegan|vegetarian|solter|casad|estudiante|{TRADE}){_X}",
    r"ya no (fumo|bebo)\b",
    rf"me (?:despidieron|echaron|han despedido) del? (?:{A})?(?!trabajo){_X}"
    rf"|renuncié a mi (?:trabajo|puesto) en (?:{A})?{_X}",
    rf"ya no me gustan? (?:{A})?{HERE}{_X}",
    rf"(?:{did('dej')}|he dejado) de usar (?:{A})?{HERE}{_X}",
    rf"antes usaba (?:{A})?{_X},? (?:y |pero )?ahora (?:uso|utilizo|prefiero) \w",
)
CHANGED = (MOVED_FROM, CHANGES)
EVENTFUL = (LEFT_WORK, PLANS, EVENTS, EXPERIENCES, USED_TO, HELPS)
