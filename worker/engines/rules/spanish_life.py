"""The Spanish patterns for who somebody is, and for what has happened, changed or is to come."""

from worker.engines.rules.spanish_rules import HAVE
from worker.engines.rules.spanish_words import (
    ADVERBS,
    CAPITAL,
    FAMILY,
    FRIEND,
    HERE,
    LANGUAGE,
    NAMED,
    ORIGIN,
    POINTING,
    TRADE,
    WORK,
    A,
    did,
    rule,
)
from worker.records import Relevance

_MINE = rf"mis? (?:(?:únic[oa]|querid[oa]) )?(?:{FAMILY}|{FRIEND}){NAMED}"
_SINCE = r"(?:ahora |actualmente |desde hace \w+ \w+ |desde \d{4} )?"
_THE = r"(?:un|una|unos|el|la(?! (?:ciudad|calle)\b)|los|las|mi|otr[oa]|casa)"
# Where nobody lives, though it is said so.
_NOWHERE = (
    r"(?:l[oa]s? )?(?:nubes|pasado|presente|futuro|luna|constante|paz|pecado|armonía|miedo|ansiedad"
    r"|estrés|vilo|mundo|mentira|negación|peligro|función|internet)"
)
_PLACE = rf"(?!(?:{_NOWHERE}|{_THE})\b)\w"
# One works "in" these, and for nobody.
_TOOLS = (
    r"(?:Python|Java\w*|Typescript|React|Excel|Word|PHP|Rust|Go|Photoshop|Linux|Windows|Mac|Node"
    r"|Django|Kotlin|Swift|Ruby)"
)
_NO_OFFICE = (
    r"(?:equipos?|grupos?|curso|progreso|ello|eso|est[eoa]|negro|algo|conjunto|cadena|proceso"
    r"|vano|(?:un|una|el|la|mi|unos|unas) (?:[\w-]+ )?(?:proyectos?|tarea|idea|script|código"
    r"|función|problema|ensayo|trabajo|informe|texto|tesis|libro|artículo|presentación))"
)
_FOODLESS = r"(?:de )?(?:fumar|beber|comer|tomar|jugar|estudiar|trabajar|correr|usar|ver)\b"
NAME = rule(
    "fact",
    Relevance.HIGH,
    r"me llamo (?!la atención|a\b|mucho)\w|mi nombre (?:completo |real |de pila )?es (?!no\b)\w",
    rf"llámame {CAPITAL}|llámeme {CAPITAL}|(?:me )?(?:puedes|podés|puede|pueden) llamar(?:me)? "
    rf"{CAPITAL}|(?:todos |mis amigos )?me (?:dicen|llaman) {CAPITAL}",
    r"soy (?!(?:Sauce|Milk|Latte|Beans?|Protein|Boy|Candles?|Wax|Yogh?urt|Cheese|Flour|Oil|Free"
    rf"|Nuts?|Ink|{TRADE}|{ORIGIN}|vegan[oa]|vegetarian[oa])\b){CAPITAL}[\w'-]{{1,30}}"
    rf"(?: {CAPITAL}[\w'-]{{1,30}})?(?=[.,!]|$| y\b| de\b)",
    slot="name",
)
HOME = rule(
    "fact",
    Relevance.HIGH,
    rf"{ADVERBS}(?:vivo|vivimos|resido|estoy viviendo) {_SINCE}en {_PLACE}",
    rf"(?:me he mudado|me he trasladado|nos hemos mudado|acabo de mudarme|me acabo de mudar) a "
    rf"{_PLACE}",
    rf"(?:{did('mud|traslad')}|nos (?:mudamos|trasladamos))(?: \w+mente)? a {_PLACE}",
    slot="home",
)
WORKPLACE = rule(
    "fact",
    Relevance.HIGH,
    rf"{ADVERBS}trabajo {_SINCE}(?:en|para) (?!{_TOOLS}\b){CAPITAL}\w",
    rf"(?:empecé|comencé|he empezado|entré) a trabajar (?:en|para) {CAPITAL}\w",
    slot="work",
)
_YEARS = (
    r"(?:\d{1,3}|(?:dieci|veinti)\w+|(?:veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta)"
    r"(?: y \w+)?)"
)
AGE = rule(
    "fact",
    Relevance.HIGH,
    rf"(?:ya )?tengo {_YEARS} años(?: de edad)?\b(?! (?:de|en|trabaj|viv|us|con|program|haci))",
    rf"(?:cumplí|acabo de cumplir|he cumplido|hoy cumplo) {_YEARS}(?: años)?\b(?! (?:años )?"
    r"(?:de|en|trabaj|con)\b)",
    slot="age",
)
_OWN = (
    r"(?:correo|email|e-mail|teléfono|móvil|celular|número|dirección|zona horaria|cumpleaños"
    r"|fecha de nacimiento|altura|peso|edad|trabajo|empleo|puesto|profesión|carrera|ciudad natal"
    r"|lengua materna|idioma materno|aniversario|editor|sistema operativo|portátil|ordenador|compu"
    r"|computadora|presupuesto|sueldo|salario|sueño|pasatiempo|afición|hobby|dieta|grupo sanguíneo"
    r"|tipo de sangre|nacionalidad|religión|usuario|coche|carro|auto|moto|bici|casa|piso"
    r"|departamento|apartamento|talla|matrícula|escuela|colegio|instituto|universidad|empresa"
    r"|negocio|tienda|boda|vuelo|signo|horario|barrio|mayor miedo)"
)
IDENTITY = rule(
    "fact",
    Relevance.HIGH,
    rf"{ADVERBS}(?:vivo|vivimos|resido) (?:en (?!(?:{_NOWHERE})\b)\w|cerca de|con|sol[oa]\b"
    r"|a las afueras|fuera|a \d)",
    rf"(?:originalmente )?soy (?:originari[oa] )?de {CAPITAL}|{ADVERBS}soy (?:un |una )?{ORIGIN}\b",
    r"(?:nací|crecí|me crié|me crie) (?:en|el) \w",
    rf"(?:llevo|llevamos) \w+ \w+ (?:viviendo|trabajando) (?:en|como|para) (?!{_NO_OFFICE}\b)"
    rf"{HERE}\w",
    rf"{ADVERBS}trabajo {_SINCE}(?:(?:en|para) (?!{_NO_OFFICE}\b)\w|como {HERE}\w|de {TRADE}\b"
    r"|desde casa|a tiempo (?:parcial|completo)|por cuenta propia|por turnos|de noche)",
    rf"{ADVERBS}soy (?:un |una |el |la )?(?:[\w-]{{1,20}} )?{TRADE}\b",
    r"soy (?:el |la )?(?:[\w-]{1,20} )?(?:jef[ea]|líder|responsable|encargad[oa]|dueñ[oa]"
    r"|fundadora?|hij[oa] (?:mayor|menor)) (?:de|del)\b(?! (?:mi (?:vida|destino)|que|todo|eso))",
    r"(?:estoy|soy) (?:felizmente )?(?:casad|solter|divorciad|separad|viud|prometid|jubilad"
    r"|desemplead)[oa]\b|estoy en (?:el )?paro\b",
    r"soy (?:madre|padre|mamá|papá) (?:solter[oa]|de \w)|soy hij[oa] únic[oa]\b",
    r"soy (?:zurd[oa]|daltónic[oa]|cieg[oa]|sord[oa]|bilingüe|autista|disléxic[oa])\b",
    rf"(?:mi|nuestr[oa]) (?:nuev[oa] )?{_OWN} (?:es|son|está en|se llama|empieza)\b"
    rf"(?! (?:muy|demasiado|más|mal[oa]|buen[oa]|lent[oa]|un desastre|{POINTING}))",
    rf"(?:tengo|tenemos) (?:un|una|dos|tres|cuatro|cinco|\d+)(?: \w+)?? {FAMILY}\b",
    r"no tengo (?:hijos|hermanos|pareja|mascotas)\b",
    rf"{_MINE},? (?:se llaman?|viven?|vivía|trabajan?|estudian?|es|son|era|cumple|cumplió|nació"
    r"|murió|falleció|se (?:casó|casa|mudó|jubiló|graduó|divorció)|juega|toca|habla|ama|adora|odia"
    r"|prefiere|tiene|tienen|está (?:enferm|jubilad|casad|divorciad)\w*)\b(?! (?:un problema"
    r"|una duda|una pregunta|que|razón|muy|algo|el que|la que|deberes|un error))",
    rf"a mi {FAMILY}{NAMED} (?:no )?le (?:gusta|encanta)n? \w",
    rf"{ADVERBS}hablo (?:\w+ )?{LANGUAGE}\b|(?:estoy aprendiendo|aprendo|estudio) {LANGUAGE}\b"
    r"|estoy aprendiendo a (?:\w+r) \w",
    r"(?:estudio|curso|estoy estudiando) (?:en la (?:uni|esc|fac)\w+|para ser|\w+ (?:año )?de"
    r"|(?:un |una )?(?:máster|grado|doctorado)|medicina|derecho|enfermería|psicología|economía"
    r"|ingeniería|arquitectura|biología|química|física|matemáticas|historia|filosofía|informática"
    r"|periodismo|bellas artes|música|magisterio|filología|veterinaria|farmacia|odontología"
    r"|administración|contabilidad|diseño)\b",
    rf"{ADVERBS}(?:uso|utilizo|usamos|utilizamos) (?!de\b|del\b){HERE}{WORK}\w",
    r"toco (?:el|la|los) \w+|juego (?:al|a la|a los|a las|en un) \w",
    r"(?:hago|practico) (?:yoga|pilates|deporte|ejercicio|natación|escalada|senderismo|crossfit"
    r"|teatro|cerámica|ciclismo|judo|kárate|boxeo|meditación|voluntariado|triatlón)\b",
    rf"(?:doy clases de|enseño|dirijo|lidero|coordino) {HERE}(?:{A})?\w",
    r"tengo (?:mi propi[oa]|un|una) (?:empresa|negocio|tienda|restaurante|bar|cafetería|startup"
    r"|granja|librería|panadería|casa|coche|carro|moto)\b",
)

_BUY = (
    "compr|alquil|rent|adopt|visit|viaj|gan|reserv|plant|estren|cocin|pint|celebr|organic|prepar"
    "|regal|bail|nad|escal|particip|cosech|cen|acamp|don"
)
_BOUGHT = (
    r"(?:comprado|vendido|alquilado|adoptado|visitado|viajado|ganado|aprendido|corrido|plantado"
    r"|reservado|casado|jubilado|graduado|divorciado|separado|apuntado|inscrito|roto|cocinado|pintado"
    r"|celebrado|organizado|participado|leído|visto|estrenado)"
)
_MENU = (
    r"(?!(?:(?:l|la|los|las) )?(?:archivo|menú|configuración|página|web|código|panel|ajustes|sección"
    r"|enlace|link|línea|carpeta|punto|grano|ver|revisar|probar|ejecutar|terminal)\b)"
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
EVENTS = rule(
    "fact",
    Relevance.MEDIUM,
    rf"{did(_BUY)} {HERE}{WORK}\w|(?:adoptamos|compramos|celebramos|visitamos) {HERE}{WORK}{A}\w",
    rf"(?:aprendí|corrí|vendí|vendimos|vi|vimos|leí|hice|hicimos|comí|comimos) (?!que\b){HERE}{WORK}\w"
    rf"|conocí (?:a|en|el|la) \w|perdí {_LOST}",
    rf"{HAVE}{_BOUGHT} (?!que\b){HERE}{WORK}\w|{HAVE}(?:conocido a|perdido {_LOST})",
    rf"(?:fui|fuimos|he ido|hemos ido) (?:al? {_MENU}(?!\w+r\b){HERE}\w|de (?:viaje"
    r"|vacaciones|compras|camping|excursión|acampada|fiesta|senderismo))",
    rf"(?:estuve|estuvimos|he estado|hemos estado) (?:\w+ \w+ )?(?:de (?:viaje|vacaciones|baja)"
    rf"|en {CAPITAL}|en el hospital)",
    r"(?:tuve|tuvimos|he tenido|hemos tenido) (?:un|una|mi) (?:primer[oa]? )?(?:hij[oa]|bebé|niñ[oa]"
    r"|accidente|cirugía|operación|infarto|entrevista|aborto|ataque|cita)\b",
    rf"(?:empecé|comencé|he empezado|hemos empezado|empezamos|acabo de empezar) {_START}",
    rf"(?:{did('dej')}|he dejado|renuncié a) (?:{_FOODLESS}|mi (?:trabajo|empleo|puesto)|el "
    r"(?:trabajo|alcohol|tabaco|café|azúcar)|la (?:universidad|carrera))",
    r"(?<!y )me (?:(?:cas|jubil|divorci|separ|gradu|apunt)é|inscribí|comprometí)\b",
    r"(?:nos|me) (?:casamos|comprometimos|divorciamos|separamos)\b",
    r"me (?:despidieron|contrataron|ascendieron|operaron|aceptaron|admitieron|robaron|han (?:despedido"
    r"|contratado|ascendido|operado|aceptado|admitido|robado))\b",
    r"me (?:rompí|he roto|torcí|fracturé) (?:el|la|un|una) \w|me saqué el (?:carnet|carné|título)",
    rf"(?:murió|falleció|nació|se (?:me )?murió|ha muerto|ha nacido|ha fallecido) mi {FAMILY}\b",
    rf"aprobé (?:el|mi|la|las) (?:examen|carnet|oposici|curso|asignatura|carrera|certificaci)",
    rf"acab(?:o|amos) de (?:comprar(?:me|nos)?|adoptar|vender|casar(?:me|nos)|conocer|volver de"
    rf"|llegar a {CAPITAL}|jubilarme|graduarme|ser (?:padre|madre|papá|mamá)) ?{HERE}[\w.!]?",
    rf"{did('cambi')} de (?:trabajo|empleo|coche|carro|casa|piso|móvil|carrera|médico)\b"
    r"|cambié de (?:trabajo|empleo)\b",
    r"antes (?:vivía|trabajaba|tenía|jugaba|fumaba|estudiaba|usaba|tocaba) ",
)
PLANS = rule(
    "fact",
    Relevance.MEDIUM,
    rf"(?:voy|vamos) a (?:casar(?:me|nos)|mudar(?:me|nos)|viajar|visitar|jubilarme|adoptar|ser (?:papá"
    r"|mamá|padre|madre|tía|tío|abuel[oa])|tener un(?:a)? (?:hij[oa]|bebé|niñ[oa])|cambiar de trabajo"
    r"|empezar (?:a trabajar|un curso|la universidad|una dieta|un máster)|correr (?:un|una|la|el) "
    r"(?:media )?maratón|estudiar \w|comprar(?:me|nos)? (?:una casa|un piso|un coche|un carro))\b",
    r"(?:me voy|nos vamos) a (?:casar|mudar|jubilar|operar)\b",
    r"(?:me caso|nos casamos|me jubilo|me mudo|nos mudamos|viajo|viajamos) (?:a|en|el|la|este|esta"
    r"|mañana|pronto|dentro)\b",
    r"(?:estoy planeando|estamos planeando|estoy pensando en|planeo|tengo pensado|pienso) (?:mudarme"
    r"|mudarnos|casarme|casarnos|un viaje|viajar|jubilarme|cambiar de (?:trabajo|casa|carrera)|dejar"
    r" mi trabajo|estudiar|la boda|una boda|adoptar|comprar una casa)\b",
    r"tengo (?:un examen|una cita|cita|una entrevista|un vuelo|una boda|una operación|la boda|médico"
    r"|dentista|exámenes) (?:con|en|el|la|mañana|pasado|a las|este|esta|de trabajo|médica|dentro)\b",
    r"(?:estamos|estoy) esperando (?:un |nuestro |mi )?(?:primer |segundo )?(?:bebé|hijo)\b",
)

_X = r"([^\s,.;]+(?: (?!y\b|a\b|en\b|por\b|para\b|porque\b|desde\b)[^\s,.;]+)?)"
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
    rf"(?:{did('cambi|pas|migr')}|he (?:cambiado|pasado|migrado)|hemos (?:cambiado|pasado|migrado)"
    rf"|cambiamos|pasamos|migramos) de (?:{A})?(?!\d|página|tema|opinión|idea){_X} al? (?!\d){HERE}\w",
    rf"(?:{did('cambi|reemplac')}|he (?:cambiado|reemplazado)) (?:mi |el |la )?(?!{A}|est|es[eoa])"
    rf"{_X} por {HERE}\w",
    rf"ya no (?:uso|utilizo|usamos|utilizamos|bebo|como|tomo|fumo|juego al|toco) (?:{A})?{HERE}{_X}",
    rf"ya no (?:vivo|vivimos|trabajo|trabajamos|estudio) (?:en|para|con) (?:{A})?{HERE}{_X}",
    rf"ya no (?:soy|estoy) (?=vegan|vegetarian|solter|casad|estudiante|{TRADE}){_X}",
    rf"ya no me gustan? (?:{A})?{HERE}{_X}",
    rf"(?:{did('dej')}|he dejado) de usar (?:{A})?{HERE}{_X}",
    rf"antes usaba (?:{A})?{_X},? (?:y |pero )?ahora (?:uso|utilizo|prefiero) \w",
)
CORRECTION = rule(
    "fact",
    Relevance.MEDIUM,
    r"(?:quise|quería) decir (?!que\b|eso\b|esto\b|algo\b|lo\b|nada\b|no\b|si\b|sí\b)\w",
)
CHANGED = (MOVED_FROM, CHANGES)
LIFE = (NAME, HOME, WORKPLACE, AGE, IDENTITY, PLANS, EVENTS, CORRECTION)
