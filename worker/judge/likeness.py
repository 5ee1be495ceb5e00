"""When two contents say the same in other words.

A wrong link hides something true, a missed one shows it twice. So nothing is measured and no
threshold is set: both contents are written in one plain form, and only equal forms are alike. Words
stay in their order, and no number, name, unit, negation or preposition is ever left out; what is
folded is listed in `likeness_words`.
"""

import re

from worker.judge import likeness_words as words
from worker.judge.dates import without_words
from worker.judge.duplicates import compatible, content_hash

# What is longer says more than one reading can compare; it is alike only to itself.
_LONGEST = 1_000
_LABEL = re.compile(r"user(?: said)?: ?", re.IGNORECASE)
_UNREADABLE = re.compile(r"\[secret\]|… \[cut [0-9]+ characters\]")
# A word with what belongs to it (3.11, O-, C++, A*, .5), a face, or one sign.
_PART = re.compile(
    r"(?<!\w)[.,][0-9]\w*|\w+(?:[.,:'/&+#@-]+\w+)*(?:[+#]+(?!\w)|-(?![\w-])|(?<![\w*]\w)\*(?![\w*]))?"
    r"|[:;]-?[()/|](?!\w)|[^\w\s]"
)
_IGNORED = frozenset(".,;:!…\"'`()[]{}«»“”‘’„~*_—–-|。、，！・")
_AMOUNT = re.compile(rf"([0-9][0-9.,]*)({'|'.join(words.UNITS)})", re.IGNORECASE)


def alike(one: str, other: str) -> bool:
    """Whether two contents say the same, whatever the order in which they are given."""
    if content_hash(one) == content_hash(other):
        return True
    plain = sense(one)
    return plain is not None and plain == sense(other)


def sense(content: str) -> str | None:
    """The content in its plain form; None where it can be alike only to itself.

    Equal forms are what `alike` means, so that many contents are compared by one look-up each.
    """
    if len(content) > _LONGEST or _UNREADABLE.search(content):
        return None
    text = compatible(without_words(content)).replace("’", "'").replace("ʼ", "'")
    label = _LABEL.match(text)
    if label:
        text = text[label.end() :].lstrip('"')
    text = words.OPENING.sub("", text)
    denies = words.DENIAL.search(text) is not None
    if not denies:
        text = words.EMPHASIS.sub("", text)
    parts = _parts(text, denies)
    if label and not words.FIRST_PERSON & set(parts):
        # Nobody is named in it, so who says it matters.
        parts.insert(0, "user:")
    return " ".join(_of_the_user(parts, quotes=bool(label)))


def _parts(text: str, denies: bool) -> list[str]:
    found = _PART.findall(text)
    parts: list[str] = []
    for place, part in enumerate(found):
        following = found[place + 1] if place + 1 < len(found) else ""
        if part in _IGNORED and not _matters(part, following, denies):
            continue
        folded = part.lower()
        if parts and part[0].isupper() and not part.startswith("I'") and part != "I":
            # A name is written as it is: "Love Actually", "Mr Grey".
            parts.append(f"^{folded}" if folded in words.CLOSING else folded)
        elif amount := _AMOUNT.fullmatch(folded):
            parts += amount.groups()
        elif folded not in words.LIGHT:
            parts += words.SAME.get(folded, folded).split()
    return _korean(parts if denies else _without_edges(parts))


def _matters(sign: str, following: str, denies: bool) -> bool:
    """Whether a sign that is mostly decoration is a minus, "about", "not", or bounds a denial."""
    if sign in "-~":
        return following[:1].isdigit()
    return following[:1] == "=" if sign == "!" else sign == "," and denies


def _without_edges(parts: list[str]) -> list[str]:
    """The parts without a "now" or "too" at the beginning or end."""
    while len(parts) > 2 and parts[-1] in words.CLOSING and parts[-2] not in words.BEFORE_NOW:
        parts = parts[:-1]
    if len(parts) > 2 and parts[0] == "now" and parts[1] in words.FIRST_PERSON:
        parts = parts[1:]
    return parts


def _of_the_user(parts: list[str], quotes: bool) -> list[str]:
    """ "I live" where the user is quoted and "user lives" elsewhere, in the same words."""
    plain: list[str] = []
    is_subject = False
    for part in parts:
        if quotes and part in words.AS_USER:
            part = words.AS_USER[part]
        elif is_subject:
            part = words.THIRD_PERSON.get(part) or (part if quotes else _infinitive(part))
        is_subject = part == "user" or (is_subject and part in words.ADVERBS)
        plain.append(part)
    return plain


def _infinitive(verb: str) -> str:
    if verb in words.ADVERBS or not verb.isascii() or len(verb) < 4 or verb.endswith("ss"):
        return verb
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    if verb.endswith(("sses", "shes", "ches", "xes", "oes")):
        return verb[:-2]
    return verb.removesuffix("s")


def _korean(parts: list[str]) -> list[str]:
    """The same with the level of politeness of the last word folded."""
    for place in range(len(parts) - 1, -1, -1):
        if "가" <= parts[place][-1] <= "힣":
            return [*parts[:place], _plain_ending(parts[place]), *parts[place + 1 :]]
    return parts


def _plain_ending(word: str) -> str:
    for ending, tail_less, after_tail in words.KOREAN_ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and stem and "가" <= stem[-1] <= "힣":
            vowel, tail = divmod((ord(stem[-1]) - ord("가")) % 588, 28)
            if not tail:
                return stem + tail_less if tail_less is not None else word
            # A bright vowel (a, o) takes a bright ending, except in the past tense.
            is_bright = vowel in (0, 8) and tail != 20
            return stem + ("아" if after_tail == "어" and is_bright else after_tail)
    return word
