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
    r"(?:(?:ya|también|siempre|solo|solamente|actualmente|ahora|realmente|personalmente|todavía"
    r"|aún|normalmente|generalmente|principalmente|sobre todo|por fin|finalmente|hoy en día) )"
    r"{0,3}"
)
A = r"(?:el|la|los|las|un|una|unos|unas|mi|mis|nuestr[oa]s?) "
# What points at the conversation, not at a thing that will still be known later.
POINTING = (
    r"(?:es[oae]s?|est[oae]s?|ést[oae]s?|aquell?[oa]s?|ello|lo|o|tus?|sus?|te|ti|vos|usted(?:es)?"
    r"|\u00e9l|ella|ellos|ellas|vuestr[oa]s?|así|cómo|cuándo|dónde|qu\u00e9|cuál|si|algo"
    r"|nada|todo|alguien|quien|pero|aunque|porque|y|gracias|por qué|que (?:lo|la|me|te) ha\w+|que hayas"
    r"|(?:el|la|los|las) (?:(?:primer[oa]?|segund[oa]|tercer[oa]?|otr[oa]) \w+|idea|respuestas?|propuesta|opción|primer[oa]?|segund[oa]|tercer[oa]?"
    r"|últim[oa]|forma|manera|pinta|verdad|resultados?|plan|tono|enfoque|texto|ejemplos?|códigos?"
    r"|cambios|siguientes?|anterior(?:es)?|misma?|mismo|que|de (?:arriba|abajo))"
    r"|no (?:decir|hablar|responder|contestar|opinar|comentar)\w*)\b"
)
HERE = rf"(?!{POINTING})"
# What one asks an assistant to make or to mend.
WORK = (
    r"(?!(?:\w+ )?(?:error(?:es)?|fallos?|bugs?|problemas?|dudas?|preguntas?|consultas?|código"
    r"|script|función|funciones|fórmulas?|macros?|tablas?|columnas?|listas?|archivos?|ficheros?"
    r"|carpetas?|consulta|excel|hojas?|textos?|párrafos?|plantillas?|mensajes?|variables?|datos"
    r"|ejercicios?|comandos?|bucles?|prompts?|diccionarios?|métodos?|fragmentos?|clases? que|menús?"
    r"|configuración|página|web|enlace|link|panel|ajustes|terminal|consola|sección|línea|dominios?"
    r"|servidor(?:es)?|bases? de|contenedor(?:es)?|ramas?|versión|versiones|paquetes?|dependencias?"
    r"|documentación|docs|manual|tutorial|navegador|plugins?|módulos?|apis?|endpoints?|repos?"
    r"|repositorios?|commits?|pull|push|rebase|tokens?|logs?|tickets?|borrador|resumen|gráficos?"
    r"|diapositivas?|clics?|click|cambios?|copia|captura|pruebas?|tests?|búsqueda|versos?|título)"
    r"\b)"
)
FAMILY = (
    r"(?:espos[oa]|marido|mujer|nen[ae]s?|pareja|novi[oa]|prometid[oa]|ex(?:marido|mujer|novi[oa])?|padres?"
    r"|madre|mamá|papá|hij(?:o|a|ito|ita)s?|niñ[oa]s?|bebés?|gemel[oa]s|melliz[oa]s"
    r"|herman(?:o|a|ito|ita)s?|hermanastr[oa]s?|prim[oa]s?|tí[oa]s?|sobrin[oa]s?"
    r"|abuel(?:o|a|ito|ita)s?|niet(?:o|a|ito|ita)s?|suegr[oa]s?|cuñad[oa]s?|yerno|nuera"
    r"|padrastro|madrastra|hijastr[oa]s?|familia|perr(?:o|a|ito|ita)s?|gat(?:o|a|ito|ita)s?"
    r"|mascotas?|cachorr[oa]s?|conej[oa]s?|hámsters?|loros?|tortugas?|caballos?|yeguas?)"
)
FRIEND = (
    r"(?:(?:mejor )?amig[oa]s?|compañer[oa]s?(?: de (?:piso|cuarto|trabajo|clase))?|vecin[oa]s?"
    r"|jef[ea]|soci[oa]s?|médic[oa]|doctora?|dentista|terapeuta|psicólog[oa]|caser[oa])"
)
CONDITION = (
    r"(?:(?:una? |la |mucha |un poco de |un trastorno |trastorno )?(?:diabetes|asma|celiaquía|epilepsia"
    r"|hipertensión|hipotensión|tensión alta|presión alta|artritis|artrosis|tdah|autismo|dislexia"
    r"|migrañas?|cáncer|(?:enfermedad de )?crohn|colitis ulcerosa|eccema|dermatitis|psoriasis"
    r"|soplo(?: en el corazón)?|marcapasos|lupus|vih|anemia|insomnio|depresión"
    r"|(?:trastorno )?bipolar|ansiedad generalizada|estrés postraumático|toc\b|esclerosis múltiple"
    r"|parkinson|alzhéimer|demencia|hemofilia|hipotiroidismo|hipertiroidismo|fibromialgia|endometriosis|rinitis"
    r"|intolerancia|glaucoma|gota\b|reflujo|apnea|enfermedad (?:cardíaca|renal|crónica|celíaca)"
    r"|problemas (?:cardíacos|de corazón|del corazón|de tiroides|de riñón)))"
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
    r"|camioner[oa]|repartidora?|piloto|azafata|policía|bomber[oa]|militar|agricultora?"
    r"|ganader[oa]|jardiner[oa]|veterinari[oa]|farmacéutic[oa]|dentista|psiquiatra"
    r"|fisioterapeuta|terapeuta|nutricionista|químic[oa]|físic[oa]|matemátic[oa]|científic[oa]"
    r"|investigadora?|estudiante|becari[oa]|consultora?|analista|administrativ[oa]|secretari[oa]"
    r"|gerente|directora?|empresari[oa]|emprendedora?|autónom[oa]|freelance|funcionari[oa]"
    r"|bibliotecari[oa]|juez|jueza|fiscal|notari[oa]|limpiadora?|niñera|am[oa] de casa|jubilad[oa]"
    r"|pensionista|opositora?|panader[oa]|guía|trabajadora? social|educadora?|entrenadora?"
    r"|comadrona|matrona|soldadora?|[a-z]{2,15}ólog[oa])"
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
