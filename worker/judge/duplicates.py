"""When two contents are one: the same words, whatever their case, spacing and last full stop."""

import hashlib
from unicodedata import normalize

from worker.text import clean

_ENDS = ".!?…。,;:、 "


def content_hash(content: str) -> str:
    """SHA-256 (hex) of the content folded: NFKC, case, runs of spaces, punctuation at the end.

    "C#" and "C++" keep what they end with. A content of nothing but punctuation keeps it all.
    """
    folded = normalize("NFKC", normalize("NFKC", clean(content)).casefold())
    folded = " ".join(folded.split())
    return hashlib.sha256((folded.rstrip(_ENDS) or folded).encode()).hexdigest()
