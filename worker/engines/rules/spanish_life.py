"""The Spanish patterns for who somebody is, most telling first."""

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

_MINE = rf"(?:mis?|nuestr[oa]s?) (?:(?:únic[oa]|querid[oa]) )?(?:{FAMILY}|{FRIEND}){NAMED}"
_SINCE = r"(?:ahora |actualmente |desde hace \w+ \w+ |desde \d{4} )?"
_THE = r"(?:un|una|unos|el|la(?! (?:ciudad|calle)\b)|los|las|mi|otr[oa]|casa)"
# Where nobody lives, though it is said so.
_NOWHERE = (
    r"(?:l[oa]s? )?(?:nubes|pasado|presente|futuro|luna|constante|paz|pecado|armonía|miedo|ansiedad"
    r"|estrés|vilo|mundo|mentira|negación|peligro|función|internet|comunidad|pareja|alquiler"
    r"|soledad|familia|pijama|línea|directo|tensión|guerra|crisis|caos|barcos?|caravana)"
)
# One works in these for nobody, and moves to them from nowhere.
_TOOLS = (
    r"(?:Python|Java\w*|Typescript|React|Excel|Word|PHP|Rust|Go|Photoshop|Linux|Windows|Mac\w*|Node"
    r"|Django|Kotlin|Swift|Ruby|Android|iPhone|Postgres\w*|MySQL|MongoDB|Kubernetes|Docker|AWS"
    r"|Azure|GCP|Git\w*|Slack|Teams|Notion|Firefox|Chrome|marketing|ventas)"
)
PLACE = rf"(?!(?:{_NOWHERE}|{_THE}|{_TOOLS})\b)\w"
_NO_OFFICE = (
    r"(?:equipos?|grupos?|curso|progreso|ello|eso|est[eoa]|negro|algo|conjunto|cadena|proceso|vano"
    r"|(?:un|una|el|la|mi|unos|unas) (?:[\w-]+ )?(?:proyectos?|tarea|idea|script|código|función"
    r"|problema|ensayo|trabajo|informe|texto|tesis|libro|artículo|presentación))"
)
NAME = rule(
    "fact",
    Relevance.HIGH,
    r"me llamo (?!la atención|a\b|mucho)\w|mi nombre (?:completo |real |de pila )?es (?!no\b)\w",
    r"soy (?!(?:Sauce|Milk|Latte|Beans?|Protein|Boy|Candles?|Wax|Yogh?urt|Cheese|Flour|Oil|Free"
    rf"|Nuts?|Ink|{TRADE}|{ORIGIN}|vegan[oa]|vegetarian[oa])\b){CAPITAL}[\w'-]{{1,30}}"
    rf"(?: {CAPITAL}[\w'-]{{1,30}})?(?=[.,!]|$| y\b| de\b)",
    slot="name",
)
NICKNAME = rule(
    "fact",
    Relevance.HIGH,
    rf"llámame {CAPITAL}|llámeme {CAPITAL}|(?:me )?(?:puedes|podés|puede|pueden) llamar(?:me)? "
    rf"{CAPITAL}|(?:todos |mis amigos )?me (?:dicen|llaman) (?!Que\b|Qué\b|La\b|No\b){CAPITAL}",
    slot="nickname",
)
HOME = rule(
    "fact",
    Relevance.HIGH,
    rf"{ADVERBS}(?:vivo|vivimos|resido|estoy viviendo) {_SINCE}en {PLACE}",
    rf"(?:me he mudado|me he trasladado|nos hemos mudado|acabo de mudarme|me acabo de mudar) a "
    rf"{PLACE}",
    rf"(?:{did('mud|traslad')}|nos (?:mudamos|trasladamos))(?: \w+mente)? a {PLACE}",
    slot="home",
)
WORKPLACE = rule(
    "fact",
    Relevance.HIGH,
    rf"{ADVERBS}trabajo {_SINCE}(?:en|para) (?!{_TOOLS}\b){CAPITAL}(?=\w)",
    rf"(?:empecé|comencé|he empezado|entré) a trabajar (?:en|para) {CAPITAL}(?=\w)",
    slot="work",
)
_YEARS = (
    r"(?:\d{1,3}|(?:dieci|veinti)\w+|(?:veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta)"
    r"(?: y \w+)?)"
)
AGE = rule(
    "fact",
    Relevance.HIGH,
    rf"(?:ya )?tengo {_YEARS} años(?: de edad)?\b(?! (?:de|en|menos|más|trabaj|viv|us|con|program"
    r"|haci))",
    rf"(?:cumplí|acabo de cumplir|he cumplido|hoy cumplo) {_YEARS}(?: años)?\b(?! (?:años )?"
    r"(?:de|trabaj\w*|con|en (?:la|el|mi|una?|est[ea]))\b)",
    slot="age",
)
_OWN = (
    r"(?:correo|email|e-mail|teléfono|móvil|celular|número|dirección|zona horaria|cumple(?:años)?"
    r"|fecha de nacimiento|altura|peso|edad|trabajo|empleo|puesto|profesión|carrera|ciudad natal"
    r"|lengua materna|idioma materno|aniversario|editor|sistema operativo|portátil|ordenador|compu"
    r"|computadora|presupuesto|sueldo|salario|sueño|pasatiempo|afición|hobby|dieta|grupo sanguíneo"
    r"|tipo de sangre|nacionalidad|religión|usuario|coche|carro|auto|moto|bici|casa|piso"
    r"|departamento|apartamento|talla|matrícula|escuela|colegio|instituto|universidad|empresa"
    r"|negocio|tienda|boda|vuelo|signo|horario|barrio|mayor miedo)"
)
STATUS = rule(
    "fact",
    Relevance.HIGH,
    r"(?:estoy|soy) (?:felizmente )?(?=(?:casad|solter|divorciad|separad|viud|prometid)[oa]\b"
    r"(?! con (?:la|el|tu) (?:idea|plan|proyecto)))\w",
    slot="status",
)
IDENTITY = rule(
    "fact",
    Relevance.HIGH,
    rf"{ADVERBS}(?:vivo|vivimos|resido) (?:en (?!(?:{_NOWHERE})\b)\w|cerca de|con (?:mi|mis|un|una"
    r"|dos|tres|\d|nuestr|amig|compañer|otr|(?:el|la|los|las) (?:señor|sra?\b|familia|abuel|niñ"
    r"|perr|gat|padres))|sol[oa]\b|a las afueras|fuera|a \d)",
    rf"(?:originalmente )?soy (?:originari[oa] )?de {CAPITAL}|{ADVERBS}soy (?:un |una )?{ORIGIN}\b",
    r"(?:nací|crecí|me crié|me crie) (?:en|el) \w",
    rf"(?:llevo|llevamos) \w+ \w+ (?:viviendo|trabajando) (?:en|como|para) (?!{_NO_OFFICE}\b)"
    rf"{HERE}\w",
    rf"{ADVERBS}trabajo {_SINCE}(?:(?:en|para) (?!{_NO_OFFICE}\b)(?:{A})?+\w|como {HERE}\w"
    rf"|de {TRADE}\b"
    r"|desde casa|a tiempo (?:parcial|completo)|por cuenta propia|por turnos|de noche)",
    rf"{ADVERBS}soy (?:un |una |el |la )?(?!casi|mal|mala|pésim"
    rf"|medio)(?:[\w-]{{1,20}} )?(?={TRADE}\b)\w",
    r"soy (?:el |la )?(?:[\w-]{1,20} )?(?:jef[ea]|líder|responsable|encargad[oa]|dueñ[oa]"
    r"|fundadora?|hij[oa] (?:mayor|menor)) (?:de|del)\b(?! (?:mi (?:vida|destino)|que|todo|eso))",
    r"(?:estoy|soy) (?=(?:jubilad|desemplead)[oa]\b)\w|estoy en (?:el )?paro\b",
    r"soy (?:madre|padre|mamá|papá) (?:solter[oa]|de \w)|soy hij[oa] únic[oa]\b",
    r"soy (?:zurd[oa]|daltónic[oa]|cieg[oa]|sord[oa]|bilingüe|autista|disléxic[oa])\b",
    rf"(?:mi|nuestr[oa]) (?:nuev[oa] )?{_OWN} (?:es|son|está en|se llama|empieza)\b"
    rf"(?! (?:muy|demasiado|más|mal[oa]|buen[oa]|lent[oa]|un desastre|{POINTING}))",
    rf"(?:tengo|tenemos) (?:un|una|dos|tres|cuatro|cinco|\d+)(?: \w+)?? {FAMILY}\b"
    r"(?! en (?:la|el|un|una) (?:foto|imagen|problema|ejercicio|dibujo|juego|historia|cuento|lista"
    r"|vídeo))",
    r"no tengo (?:hijos|hermanos|pareja|mascotas)\b",
    rf"{_MINE},? (?:se llaman?|viven?|vivía|trabajan?|estudian?|es|son|era|fue(?! al?\b)|cumple"
    r"|cumplió|nació|murió|falleció|se (?:casó|casa|mudó|jubiló|graduó|divorció)|juega|tuvo|empezó"
    r"|acaban? de|toca|habla|ama|adora|odia|prefiere|tiene|tienen|está (?:enferm|jubilad|casad"
    r"|divorciad)\w*)\b(?! (?:un problema|una duda|una pregunta|que|razón|muy|algo|el que|la que"
    r"|deberes|un error))",
    rf"mi (?:{FAMILY}|{FRIEND}) y yo (?:llevamos|vivimos|tenemos|nos|trabajamos|somos)\b",
    r"(?:corro|nado|camino|entreno|medito|salgo a correr|voy al gimnasio|voy a (?:clases?|terapia"
    r"|nadar|yoga)|monto en bici) (?:de \w+ )?(?:tod[oa]s|cada|tres veces|dos veces|una vez|los"
    r"|por las|antes"
    r" de)\b",
    rf"a mi {FAMILY}{NAMED} (?:no )?le (?:gusta|encanta)n? \w",
    rf"{ADVERBS}hablo (?:\w+ )?{LANGUAGE}\b|(?:estoy aprendiendo|aprendo|estudio) {LANGUAGE}\b"
    r"|estoy aprendiendo a (?:\w+r) \w",
    r"(?:estudio|curso|estoy estudiando) (?:en la (?:uni|esc|fac)\w+|para ser|\w+ (?:año )?de"
    r"|(?:un |una )?(?:máster|grado|doctorado)|medicina|derecho|enfermería|psicología|economía"
    r"|ingeniería|arquitectura|biología|química|física|matemáticas|historia|filosofía|informática"
    r"|periodismo|bellas artes|música|magisterio|filología|veterinaria|farmacia|odontología"
    r"|administración|contabilidad|diseño)\b",
    rf"{ADVERBS}(?:uso|utilizo|usamos|utilizamos) (?!de\b|del\b){HERE}{WORK}(?:{A})?+\w",
    r"toco (?:el|la|los|en una?|en mi) \w|juego (?:al|a la|a los|a las|en un) \w",
    r"(?:hago|practico) (?:yoga|pilates|deporte|ejercicio|natación|escalada|senderismo|crossfit"
    r"|teatro|cerámica|ciclismo|judo|kárate|boxeo|meditación|voluntariado|triatlón)\b",
    rf"(?:doy clases de|enseño|dirijo|lidero|coordino) {HERE}(?:{A})?\w",
    r"(?:tengo|tenemos) (?:mi propi[oa]|un|una) (?:huerto|jardín|empresa|negocio|tienda"
    r"|restaurante|bar|cafetería|startup|granja|librería|panadería|floristería|peluquería"
    r"|ferretería|papelería|frutería|carnicería|pastelería|heladería|zapatería|joyería|casa|coche"
    r"|carro|moto)\b",
)
LIFE = (NAME, NICKNAME, HOME, WORKPLACE, AGE, STATUS, IDENTITY)
