"""When two contents are one: the same words, whatever their case, spacing and last full stop."""

import hashlib
import re
from unicodedata import normalize

from worker.text import clean

_ENDS = ".!?…。,;:、 "
# Compatibility would write 10² as 102, and 1½ as 11⁄2.
_RAISED = re.compile("[²³¹⁰⁴-⁹₀-₉¼-¾⅐-⅞]+")


def compatible(text: str) -> str:
    """The text in Unicode's compatibility form (NFKC), with no number read as another."""
    return normalize("NFKC", _RAISED.sub(r" ^\g<0>", text))


def content_hash(content: str) -> str:
    """SHA-256 (hex) of the content folded: NFKC, case, runs of spaces, punctuation at the end.

    "C#" and "C++" keep what they end with. A content of nothing but punctuation keeps it all.
    """
    # Lower case rather than casefold: "in Maßen" is the contrary of "in Massen".
    folded = normalize("NFKC", compatible(clean(content)).lower())
    folded = " ".join(folded.split())
    return hashlib.sha256((folded.rstrip(_ENDS) or folded).encode()).hexdigest()
