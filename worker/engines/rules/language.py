"""Which language a sentence is in, as far as its small words and letters tell.

Only to keep the rules of one language from the sentences of another. A word counts for every
language that has it, so what two languages share ("die", "sin", "no") decides nothing between
them. Languages without rules are here to take what only looks like one that has them: Portuguese
from Spanish, Dutch from German.
"""

import re
from collections import Counter
from enum import StrEnum
from functools import lru_cache
from unicodedata import normalize

_LOOK = 400
_WORD = re.compile(r"[^\W\d_]+")
# How words end that are not small and yet tell.
_SPANISH = re.compile(r"\w{2,}(?:ad[oa]|id[oa]|ando|iendo|ci[oó]n|[aei]mos|ieron|aron)$")
_GERMAN = re.compile(r"\w{2,}(?:lich|keit|heit|schaft|ieren)$")
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz")


class Language(StrEnum):
    """A language that is told apart from the others by its small words."""

    ENGLISH = "english"
    SPANISH = "spanish"
    GERMAN = "german"
    PORTUGUESE = "portuguese"
    ITALIAN = "italian"
    FRENCH = "french"
    DUTCH = "dutch"


_LETTERS = {
    Language.SPANISH: "áéíóúñ¿¡",
    Language.GERMAN: "äöüß",
    Language.PORTUGUESE: "áéíóúãõâêç",
    Language.ITALIAN: "àèéìòù",
    Language.FRENCH: "àâçèéêëîïôùû",
    Language.DUTCH: "ëï",
}
_RULED = frozenset([Language.ENGLISH, Language.SPANISH, Language.GERMAN])
# Not "uso", which begins Spanish sentences and English names alike.
_SMALL_WORDS = {
    Language.ENGLISH: """
        a about after all also always am an and any are arm as at be because been before but by
        call can come could dice did die do does doing don done for from gift had has hat have he
        her here him his how i if in is it its just let like man me more my name no not now of off
        on once one only or our out over people please really red remember she should sin so some
        son than that the their them then there these they this to too u up us use used very was
        we well were what when where which who why will wish with would yes you your
        """,
    Language.SPANISH: """
        a acabo acuérdate adelante adoptamos ahora al algo anoche antes apunta aquí aunque ayer
        años bebo bien cada casa casi cociné come como compramos con cuando cuatro cumpleaños
        cumplo cumplí cuál cuándo cómo da de decidido decidí decir del desde detesto dice dos días
        e el ella ellos empecé en encanta encantan enero entre era eres es esa ese eso esta estar
        estas este esto estos estoy está están fue fui fuimos fumo gracias gusta gustan ha habla
        hablo hace hacer hacia han hasta hay he hemos hermana hermano hice hija hijo hola hoy la
        las le les llama llamo llámame lo los lunes me mi miedo mis mucho mudé muy mía mío nací
        nada ni no nombre nos nosotros nuestra nuestro nunca o octubre odio olvides once os otra
        otro padre para perdón pero perro poco por porque preferimos prefiero puede puedes puedo
        que quería quien quiero quise qué recordá recuerda recuerde responde sabe se según ser si
        sido siempre sin sobre solo son soporto soy sus sólo también tampoco tan te tengo tiene
        todas todo todos tomo trabajo tres tu tus tuve un una unas uno unos usamos usted va vamos
        vegano vivo vos voy y ya yo él
        """,
    Language.GERMAN: """
        ab aber alle als also am an antworte antworten arbeite arm auch auf aus bei beim bevorzuge
        bin bis bitte da damit dann das dass daß dein deine dem den denn der des dezember dich die
        dies diese diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er
        es etwas euch fast februar für ganz gegen gern gerne gestern geworden gift hab habe haben
        hallo hasse hat hatte hatten heiße heißt heute hier ich ihm ihn ihnen ihr ihre im immer in
        ins ist ja januar jetzt juli juni kann kein keine keinen können letzte letzten letztes
        liebe lieber mag mai man mehr mein meine meinem meinen meiner merk merke merken mich mir
        mit muss märz möchte mögen nach nein nenn nicht nichts nie niemals noch nun nur ob oder
        ohne oktober schon sehr seine seit sich sie sind so sondern statt um und uns unser unsere
        unserem unter vergiss vom von vor war waren was weil wenn werde werden wie wieder will wir
        wird wohne wurde würde zu zum zur zwei über
        """,
    Language.PORTUGUESE: """
        a amo ao aos até cada com como da das de dela dele depois detesto do dos e ela ele eles em
        essa esse esta estou está eu filha filho foi gosto hoje há irmã irmão isso isto já lhe
        mais mas me meu meus minha minhas moro muito na nas no nos nossa nosso num numa não nó nós
        o ontem os ou para pela pelo por porque quando que quem se sem ser seu sou sua só também
        te tem tenho teu trabalho tu um uma umas uns vai vivo você vocês é
        """,
    Language.ITALIAN: """
        a ad ai al alla amo anche c che chi ci come con cosa da dal degli dei del della delle
        detesto di dove e ed fa gli ha ho i ieri il in io la le lei lo loro lui ma mi mia miei mio
        molto ne nei nel nella noi non o odio oggi ogni padre per perché più poi quando quella
        quello questa questo sei si sono su sua sul sulla suo tra tu tutti un una uno va vivo voi
        è
        """,
    Language.FRENCH: """
        ai au aussi aux avec c ce ces cette chez d dans de des du elle elles en est et eu fait il
        ils j je l la le les leur lui m ma mais me mes moi mon n ne nos notre nous on ont ou où
        par pas plus pour qu que qui sa sans se ses si son sont suis sur t ta te tes toi ton très
        tu un une vous étais été être
        """,
    Language.DUTCH: """
        aan als altijd ben bij dan dat de deze die dit door een en er geen gisteren had heb hebben
        heeft hem het hij hoe ik in is je jij jullie kan maar me meer met mij mijn naar niet nog
        nu of om omdat onder ons ook op over te tot u uit van veel voor waar waren was wat we wel
        wij wil woon worden zal ze zijn zo zonder
        """,
}


def _have() -> dict[str, set[Language]]:
    """Which languages have a word, also where its accents are left out."""
    have: dict[str, set[Language]] = {}
    for language, words in _SMALL_WORDS.items():
        for word in words.split():
            plain = normalize("NFD", word).encode("ascii", "ignore").decode()
            spelled = word.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
            for one in (word, plain, spelled.replace("ß", "ss")):
                have.setdefault(one, set()).add(language)
    for language, letters in _LETTERS.items():
        for letter in letters:
            have.setdefault(letter, set()).add(language)
    return have


_HAVE = _have()


@lru_cache(maxsize=64)
def language_of(spoken: str) -> Language | None:
    """The language with rules that most of a sentence's small words belong to.

    None where two of them are level, or a language without rules is ahead.
    """
    looked = spoken[:_LOOK].lower()
    votes: Counter[Language] = Counter()
    for word in _WORD.findall(looked):
        votes.update(_HAVE.get(word, ()))
        if _SPANISH.match(word):
            votes.update((Language.SPANISH, Language.PORTUGUESE))
        elif _GERMAN.match(word):
            votes[Language.GERMAN] += 1
    for letter in set(looked).difference(_PLAIN):
        votes.update(_HAVE.get(letter, ()))
    most = max(votes.values(), default=0)
    ahead = [language for language in votes if votes[language] == most and language in _RULED]
    return ahead[0] if len(ahead) == 1 else None
