"""How much a statement tells: its names, numbers and dates, and the words that are not everybody's.

"I'll keep pushing and do my best" tells nothing that another day's words would not tell as well;
"I baked a rye loaf for Ines" does. What a person has said often tells less each time, so a word
counts less the more of what is known of them holds it.
"""

import re
from collections import Counter
from collections.abc import Iterable
from math import log

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
# Words that everybody uses of everything, in the language whose small words are known best. Each is
# common in English at large, whatever is talked about: none is here for one corpus. Another
# language's words all count alike.
_COMMON = frozenset(
    """
    a able about absolutely accept achieve actually after again against ago ahead all almost alone
    along alot already also although always am amazing an and another any anymore anyone anything
    anyway appreciate are aren't around as asked at away awesome awful back bad basically be
    beautiful became because been before being believe best better big bit blessed both brave bring
    bringing brings but by came can can't care certain certainly challenge challenges challenging
    chance chances come comes coming connect connected connection continue cool could couldn't
    crazy create creating deal deep deeply definitely despite determined did didn't difference
    different difficult dive do does doesn't doing don't done down dream dreams during each eager
    early easy effort else encouraged encouraging end energy enjoy enjoyed enjoying enough entirely
    especially even ever every everybody everyone everyone's everything exactly excellent excited
    excitement exciting experience experiences explore exploring express extra extremely face faced
    fact fantastic far feel feeling feelings feels felt few finally find finding first focus
    focused follow for forward found from full fully fun future gain gave get gets getting give
    gives giving glad go goal goals goes going gonna good got gotta grateful great grow growing
    growth guess had hadn't haha hanging happen happened happening happier happily happiness happy
    hard has hasn't have haven't having he hear heart help helped helpful helping helps her here
    here's hey hi him his hit honestly honored hope hopefully hoping how huge i i'd i'll i'm i've
    idea ideas if impact important impressive in incredible incredibly inspiration inspire inspired
    inspiring instead interesting into is isn't it it'll it's its journey joy just keep keeping
    keeps kept kind kinda kinds knew know knowing last late lately learn learned learning least
    leave left less let let's life life's like little live lives living lol long look looked
    looking lose loss lot lots love loved lovely loves loving lucky made main major make makes
    making many matter matters may maybe me mean meaningful means meant memories might mind mine
    moment moments more most mostly motivated motivation move moving much must my myself nah need
    needed needs never new next nice no normal not nothing now number of off oh ok okay on once one
    ones only open opened opportunities opportunity or other others our out outlook over overcome
    overwhelming own paid part passion passionate path pay people perfect perspective place places
    point positive possible power powerful pretty pride probably progress proof proud purpose push
    pushed pushing put quick quickly quite rather reach ready real realize realized really reason
    reasons recently remember remind reminded reminder reminds result right road rough sad said
    same saw say scared scary see seeing seem seemed seems seen sense serious set share shared
    sharing she should show showed shows side simple simply since slow small so some somehow
    someone something sometimes somewhat soon sort special spread start started starting stay step
    steps still strength stress strong struggle struggles stuff success successful such super
    support supported supporting supportive sure surprised surrounded take taken takes taking talk
    talked talking team tell thank thanks that that's the their them then there there's therefore
    these they they're thing thing's things think thinking this those though thought thoughts
    through till time times tips to today together told too took totally tough towards tried true
    truly trust try trying tune turn turned understand understanding unique up us use used useful
    user usually valuable value very view wait wanna want wanted wants was wasn't way ways we we'd
    we'll we're we've well went were weren't what what's whatever when where wherever which while
    who whole why wild will wish with without won't wonder wonderful work worked working works
    world worth would wouldn't wow yeah yep yes yet you you'd you'll you're you've your
""".split()  # noqa: SIM905 - a list of them would be a page of quotation marks
)
_INSIDE = re.compile(r"(?<=[^.!?\s:] )[^\W\d_][\w'’-]+")
_NUMBER = re.compile(r"\d")


def names_in(text: str) -> frozenset[str]:
    """The words inside sentences that begin with a capital, in any script that has them."""
    found = _INSIDE.findall(text)
    return frozenset(word for word in found if word[0].isupper() and not word.isupper())


def telling(text: str) -> int:
    """How many of a text's words tell something; a name or a number counts as two."""
    names = names_in(text)
    return sum(
        2 if word in names or _NUMBER.search(word) else 1
        for word in set(_WORD.findall(text))
        if (word in names or word.lower().replace("’", "'") not in _COMMON)
        and (len(word) > 2 or not word.isascii() or word.isdigit())
    )


def words_of(text: str) -> frozenset[str]:
    """The words of a text that may tell something, folded."""
    found = (word.lower().replace("’", "'") for word in _WORD.findall(text))
    return frozenset(word for word in found if word not in _COMMON)


class Salience:
    """What a statement tells beyond what is known of its writer already."""

    def __init__(self, known: Iterable[str]) -> None:
        self._seen: Counter[str] = Counter()
        self._count = 0
        for text in known:
            self.add(text)

    def add(self, text: str) -> None:
        """Take a statement as known."""
        self._seen.update(words_of(text))
        self._count += 1

    def __call__(self, text: str) -> float:
        """How rare its telling words are, in all; numbers and names count half as much again."""
        names = names_in(text)
        worth = 0.0
        for word in words_of(text):
            rarity = log((self._count + 2) / (self._seen[word] + 1))
            worth += rarity * (1.5 if _NUMBER.search(word) else 1.0)
        return worth + 0.5 * len(names)
