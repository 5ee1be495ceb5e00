"""How Spanish speakers ask for something to be remembered."""

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
