"""Spanish words that several rules need, and how Spanish is spelled in a hurry."""

import re

from worker.engines.rules.grammar import ClauseRule
from worker.records import Relevance

# Accents and the tilde are often left out. Where one makes the difference between "I bought" and
# "buy", a pattern names it by its number, which is left alone here.
_LEFT_OUT = str.maketrans(
    {"á": "[aá]", "é": "[eé]", "í": "[ií]", "ó": "[oó]", "ú": "[uú]", "ü": "[uü]", "ñ": "[nñ]"}
)
_ACCENT = r"\u00e9"
# Beside one of these "compre" is "compré".
_PAST = (
    r"(?:(?<=yo )|(?<=ya )|(?<=ayer )|(?<=anoche )|(?<=pasada )|(?<=pasado )|(?<=por fin )"
    r"|(?<=finalmente ))"
)


def pattern(*alternatives: str) -> re.Pattern[str]:
    """The alternatives, accents or none, in any case."""
    return re.compile("|".join(alternatives).translate(_LEFT_OUT), re.IGNORECASE)


def rule(
    category: str, relevance: Relevance, *alternatives: str, slot: str | None = None
) -> ClauseRule:
    """A rule for any of the alternatives."""
    return ClauseRule(category, relevance, pattern(*alternatives), slot)


def did(stems: str) -> str:
    """The past of verbs in -ar with "I": "compré", and "compre" where it can be nothing else."""
    return rf"(?:(?:me )?(?:{stems}){_ACCENT}|{_PAST}(?:me )?(?:{stems})e|(?<!y )me (?:{stems})e)\b"


CAPITAL = r"(?-i:[A-Z\u00c0-\u00de])"
ADVERBS = (
    r"(?:(?:ya|también|siempre|solo|solamente|actualmente|ahora|realmente|personalmente|todavía|aún"
    r"|normalmente|generalmente|principalmente|sobre todo|por fin|finalmente|hoy en día) )"
    r"{0,3}"
)
A = r"(?:el|la|los|las|un|una|unos|unas|mi|mis|nuestr[oa]s?) "
# What points at the conversation, not at a thing that will still be known later.
POINTING = (
    r"(?:es[oae]s?|est[oae]s?|ést[oae]s?|aquell?[oa]s?|ello|lo|o|tus?|sus?|te|ti|vos|usted(?:es)?"
    r"|\u00e9l|ella|ellos|ellas|vuestr[oa]s?|así|cómo|cuándo|dónde|qu\u00e9|cuál|si|algo|nada|todo"
    r"|alguien|quien|pero|aunque|porque|y|gracias|por qué|que (?:lo|la|me|te) ha\w+|que hayas|(?:el"
    r"|la|los|las) (?:(?:primer[oa]?|segund[oa]|tercer[oa]?) \w+|otr[oa]s?|idea|respuestas?"
    r"|propuesta|opción|diseño|logo|foto|imagen|letra|título|portada|poema|nombres?|final|principio"
    r"|inicio|estilo|formato|frase|traducción|introducción|conclusión|estructura|sugerencia"
    r"|explicación|concepto|lista|colores|primer[oa]?|segund[oa]|tercer[oa]?|últim[oa]|forma|manera"
    r"|pinta|verdad|resultados?|plan|tono|enfoque|texto|ejemplos?|códigos?|cambios|siguientes?"
    r"|anterior(?:es)?|misma?|mismo|que|tuy[oa]s?|suy[oa]s?|de (?:arriba|abajo))|no (?:decir|hablar"
    r"|responder|contestar|opinar|comentar)\w*)\b"
)
HERE = rf"(?!{POINTING})"
# What one works on with an assistant, wherever it stands in a sentence.
TECH = (
    r"(?:error(?:es)?|bugs?|códigos?|scripts?|función|funciones|fórmulas?|macros?|tablas?|columnas?"
    r"|archivos?|ficheros?|carpetas?|párrafos?|plantillas?|variables?|dataframe|comandos?|bucles?"
    r"|prompts?|configuración|páginas? web|link|enlaces?|terminal|consola|dominios?|servidor(?:es)?"
    r"|bases? de datos|contenedor(?:es)?|paquetes?|dependencias?|documentación|docs|tutorial(?:es)?"
    r"|navegador|plugins?|módulos?|apis?|endpoints?|repos?|repositorios?|commits?|pull|push|rebase"
    r"|tokens?|logs?|borrador|diapositivas?|clics?|click|captura|tests?|router|contraseñas?"
    r"|pedidos?|facturas?|apps?|aplicación|impresora|pantalla|suscripción|reembolso|licencias?|pdf"
    r"|csv|json|receta|masa|horno|wifi|formulario|botón|correos?|e-?mails?|mails?|presentación"
    r"|ensayo|deberes)"
)
PRODUCTS = r"(?:excel|python|docker|node|react|windows|npm|git|linux)"
# The same where it is the object of what is done, with what would be too much anywhere else.
WORK = (
    rf"(?!(?:\w+ )?(?:{TECH}|fallos?|problemas?|dudas?|preguntas?|consultas?|listas?|hojas?|textos?"
    r"|mensajes?|datos|ejercicios?|diccionarios?|métodos?|fragmentos?|clases? que|menús?|página|web"
    r"|panel|ajustes|sección|línea|bases? de|ramas?|versión|versiones|manual|resumen|gráficos?"
    r"|cambios?|copia|pruebas?|capítulos?|ejemplos?|artículos?|búsqueda|versos?|título|correo"
    r"|email)\b)"
)
FAMILY = (
    r"(?:espos[oa]|marido|mujer|nen[ae]s?|pareja|novi[oa]|prometid[oa]|ex(?:marido|mujer|novi[oa])?"
    r"|padres?|madre|mamá|papá|hij(?:o|a|ito|ita)s?|niñ[oa]s?|bebés?|gemel[oa]s|melliz[oa]s"
    r"|herman(?:o|a|ito|ita)s?|hermanastr[oa]s?|prim[oa]s?|tí[oa]s?|sobrin[oa]s?|abuel(?:o|a|ito"
    r"|ita)s?|niet(?:o|a|ito|ita)s?|suegr[oa]s?|cuñad[oa]s?|yerno|nuera|padrastro|madrastra"
    r"|hijastr[oa]s?|familia|perr(?:o|a|ito|ita)s?|gat(?:o|a|ito|ita)s?|mascotas?|cachorr[oa]s?"
    r"|conej[oa]s?|hámsters?|loros?|tortugas?|caballos?|yeguas?)"
)
FRIEND = (
    r"(?:(?:mejor )?amig[oa]s?|compañer[oa]s?(?: de (?:piso|cuarto|trabajo|clase))?|vecin[oa]s?"
    r"|jef[ea]|soci[oa]s?|médic[oa]|doctora?|dentista|terapeuta|psicólog[oa]|caser[oa])"
)
CONDITION = (
    r"(?:(?:una? |la |mucha |un poco de |un trastorno |trastorno )?(?:diabetes|asma|celiaquía"
    r"|epilepsia|hipertensión|hipotensión|tensión alta|presión alta|artritis|artrosis|tdah|autismo"
    r"|dislexia|migrañas?|cáncer|(?:enfermedad de )?crohn|colitis ulcerosa|eccema|dermatitis"
    r"|psoriasis|soplo(?: en el corazón)?|marcapasos|lupus|vih|anemia|insomnio|depresión"
    r"|(?:trastorno )?bipolar|ansiedad generalizada|estrés postraumático|toc\b|esclerosis múltiple"
    r"|parkinson|alzhéimer|demencia|hemofilia|hipotiroidismo|hipertiroidismo|fibromialgia"
    r"|endometriosis|rinitis|intolerancia|glaucoma|gota\b(?! (?:a|de)\b)|reflujo|apnea"
    r"|enfermedad (?:cardíaca|renal|crónica|celíaca)|problemas (?:cardíacos|de corazón|del corazón"
    r"|de tiroides|de riñón)))"
)
LANGUAGE = (
    r"(?:español|castellano|inglés|alemán|francés|italiano|portugués|catalán|gallego|euskera|vasco"
    r"|valenciano|coreano|japonés|chino|mandarín|ruso|árabe|holandés|neerlandés|polaco|sueco"
    r"|noruego|danés|griego|turco|hebreo|hindi|quechua|guaraní|náhuatl|latín|lengua de (?:signos"
    r"|señas))"
)
TRADE = (
    r"(?:ingenier[oa]|programadora?|desarrolladora?|médic[oa]|enfermer[oa]|doctora?|profe(?:sora?)?"
    r"|maestr[oa]|abogad[oa]|arquitect[oa]|diseñadora?|contadora?|contable|economista|periodista"
    r"|escritora?|traductora?|músic[oa]|cantante|actor|actriz|pintora?|fotógraf[oa]|cociner[oa]"
    r"|chef|camarer[oa]|meser[oa]|vendedora?|dependient[ea]|comercial|cajer[oa]|peluquer[oa]"
    r"|electricista|fontaner[oa]|plomer[oa]|carpinter[oa]|albañil|mecánic[oa]|conductora?|taxista"
    r"|camioner[oa]|repartidora?|piloto|azafata|policía|bomber[oa]|militar|agricultora?|ganader[oa]"
    r"|jardiner[oa]|veterinari[oa]|farmacéutic[oa]|dentista|psiquiatra|fisioterapeuta|terapeuta"
    r"|nutricionista|químic[oa]|físic[oa]|matemátic[oa]|científic[oa]|investigadora?|estudiante"
    r"|becari[oa]|consultora?|analista|administrativ[oa]|secretari[oa]|gerente|directora?"
    r"|empresari[oa]|emprendedora?|autónom[oa]|freelance|funcionari[oa]|bibliotecari[oa]|juez|jueza"
    r"|fiscal|notari[oa]|limpiadora?|niñera|am[oa] de casa|jubilad[oa]|pensionista|opositora?"
    r"|panader[oa]|guía|trabajadora? social|educadora?|entrenadora?|comadrona|matrona|voluntari[oa]"
    r"|soldadora?|[a-z]{2,15}ólog[oa])"
)
ORIGIN = (
    r"(?:(?:español|mexican|argentin|colombian|chilen|peruan|venezolan|ecuatorian|bolivian|uruguay"
    r"|paraguay|cuban|dominican|guatemaltec|hondureñ|salvadoreñ|panameñ|puertorriqueñ|brasileñ"
    r"|italian|madrileñ|galleg|vasc|american|corean|chin|polac|suec|norueg|grieg|turc)[oa]?"
    r"|(?:alemán|francés|portugués|inglés|catalán|andaluz|irlandés|japonés|holandés|danés)a?"
    r"|nicaragüense|costarricense|estadounidense|canadiense|valencian[oa])"
)
# A name or the like after "mi hermana".
NAMED = rf"(?: {CAPITAL}[\w'-]{{1,30}}| de \d{{1,2}} años| mayor| menor| pequeñ[oa]| gemel[oa]| y)*"
# Whom one lives with, and when: what is told with them was lived through.
PEOPLE = rf"\b(?:mis?|nuestr[oa]s?) (?:\w+ )?(?:{FAMILY}|{FRIEND})\b"
WHEN = (
    r"(?:ayer|anoche|anteayer|antier|el (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo"
    r"|fin de semana|finde|otro día)(?: pasado)?|la semana pasada|el (?:mes|año|verano|invierno"
    r"|otoño) pasado|este (?:verano|fin de semana|finde|año|mes|invierno)|esta semana"
    r"|hace \w+ (?:días|semanas|meses|años)|en (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto"
    r"|septiembre|octubre|noviembre|diciembre|navidad|semana santa|verano|\d{4})|de (?:niñ"
    r"|pequeñ)[oa]|(?:durante|en) la (?:pandemia|cuarentena|universidad|mili))\b"
)
