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
# Words that everybody uses of everything, in the languages whose small words are known here.
# Another language's words all count alike.
_COMMON = frozenset(
    """
    a about absolutely accept achieve after again against ago ahead all alone already also although
    always am amazing an and another any anymore anyone anything appreciate are aren't around as at
    awesome away awful back bad be beautiful became because been before being believe best better
    big bit blessed both brave brighter bring bringing brings but by came can can't care chance
    chances cool could couldn't crazy cool definitely determined did didn't difference different
    difficult do does doesn't doing don't done down dream dreams each easy eager effort else
    encouraged encouragement encouraging end energy enough even ever every everybody everyone
    everything excited excitement exciting experience experiences express face faced fantastic far
    feel feeling feelings feels felt few find finding finally first focus focused follow for
    forward found from fulfilling fulfillment full fun future gave get gets getting give gives
    giving glad go goal goals goes going gonna good got gotta grateful gratitude great grow growing
    growth had hadn't hanging happen happened happening happy hard has hasn't have haven't having
    he hear heart help helped helpful helping helps her here here's hey hi him his hit honestly
    honored hope hopeful hopefully hoping how huge i i'd i'll i'm i've idea ideas if impact
    important impressive in incredible incredibly inspiration inspire inspired inspires inspiring
    instead interesting into is isn't it it'll it's its journey joy just keep keeping keeps kind
    kinda knew know knowing last lately learn learned learning least less let let's life life's
    like little long look looked looking lot lots love loved loves loving lovely lucky made make
    makes making many matter matters may maybe me mean means meant memories might mine mind moment
    moments more most motivate motivated motivates motivating motivation move moving much must my
    myself need needed needs never new next nice no not nothing now obstacles of off oh ok okay on
    once one ones only open opened opportunities opportunity or other others our out over overcome
    own part passion passionate path people perfect place places positive positivity possible power
    powerful pretty pride probably progress proud purpose push pushed pushing put quite ready real
    really realize realized recently remember remind reminded reminder reminds rewarding right road
    rough sad said same saw say scared scary see seeing seem seemed seems seen sense share shared
    sharing she should show showed shows side since small so some somehow someone something
    sometimes soon sort special spread start started starting step stay still stoked strength
    strong struggle struggles stuff such super support supported supporting supportive sure
    surround surrounded take takes taking talk talking tell thank thankful thanks that that's the
    their them then there there's these they they're thing things think thinking this those though
    thought thoughts thrilled through till time times to together told too took totally tough
    towards tried true truly try trying turn turned understand understanding up us use used useful
    valuable very wait wanna want wanted wants was wasn't way ways we we'd we'll we're we've well
    went were weren't what what's whatever when where which while who why will wild wish with
    without won't wonderful work worked working works world worth would wouldn't wow yeah yes yet
    you you'd you'll you're you've your able actually almost along amazed anyway basically certain
    certainly challenge challenges challenging come comes coming connect connected connection
    continue create creating deal deep deeply definitely despite during dive early enjoy enjoyed
    enjoying entirely especially exactly excellent explore exploring extra extremely fact fully
    gain gives good great guess happier happiness happily keep kept kinds late leave left live
    lives living lose loss main major making meaningful mostly normal number okay outlook
    overwhelmed overwhelming pay paid perspective point proof quick quickly rather reach reason
    reasons result satisfying serious set setback setbacks simple simply slow somewhat steps
    stressful stress success successful surprised talked taken team therefore trust tips tune
    unique usually value view vibe vibes wherever whole wonder plugging optimistic user today asked
    yep nah thing's everyone's i'mma alot lol haha
""".split()  # noqa: SIM905 - a list of them would be a page of quotation marks
)
_CAPITAL = re.compile(r"(?<=[^.!?\s:] )[A-Z][\w'’-]*[a-z][\w'’-]*")
_NUMBER = re.compile(r"\d")


def telling(text: str) -> int:
    """How many of a text's words tell something; a name or a number counts as two."""
    names = set(_CAPITAL.findall(text))
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
        names = set(_CAPITAL.findall(text))
        worth = 0.0
        for word in words_of(text):
            rarity = log((self._count + 2) / (self._seen[word] + 1))
            worth += rarity * (1.5 if _NUMBER.search(word) else 1.0)
        return worth + 0.5 * len(names)
