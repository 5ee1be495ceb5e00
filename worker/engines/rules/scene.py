"""Roleplay: from where a scene is set until it is ended, nobody speaks of themselves."""

import re

_SETS = re.compile(
    r"\brole[- ]?play(?:ing)?\b|\b(?:stay|remain|be|speak) in character\b"
    r"|\bin this (?:rpg|campaign)\b|\bjuego de rol\b|\brollenspiel\b|롤 ?플레이|역할극|상황극",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"\b(?:end|stop|leave|quit|enough of) (?:of )?(?:the |this |our )?"
    r"(?:scene|role[- ]?play(?:ing)?)|\bout of character\b|^\W*ooc\b|\bfin del juego\b"
    r"|\brollenspiel (?:zu )?ende\b|역할극 ?(?:끝|그만)",
    re.IGNORECASE,
)
_LOOK = 2_000


def goes_on(text: str, before: bool) -> bool:
    """Whether a scene is on once this message is said, if it was `before`."""
    text = text[:_LOOK]
    if _ENDS.search(text):
        return False
    return before or _SETS.search(text) is not None
