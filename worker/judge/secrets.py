"""What must never become durable memory, whoever pasted it."""

import re

SECRET = "[secret]"  # noqa: S105 - what is left of one

_DIGIT = r"(?=[\w.~+/=-]{0,200}?[0-9])"
_KEYS = re.compile(
    "|".join(
        (
            r"-----BEGIN [A-Z0-9 ]{0,60}-----.*?(?:-----END [A-Z0-9 ]{0,60}-----|\Z)",
            rf"(?<![\w-])[sprw]k[-_]{_DIGIT}[\w-]{{16,}}",
            r"(?<!\w)gh[pousr]_[A-Za-z0-9]{20,}",
            r"(?<!\w)(?:github_pat|glpat|npm|hf|pypi|dop_v1|shpat|xox[abeprs]|SG|ya29)"
            r"[-_.][\w.-]{16,}",
            r"(?<!\w)(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}(?!\w)",
            r"(?<!\w)AIza[\w-]{30,}",
            r"(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?",
        )
    ),
    re.DOTALL,
)
_BEARER = re.compile(rf"\b((?:bearer|basic) ){_DIGIT}[\w.~+/=-]{{16,}}", re.IGNORECASE)
_IN_ADDRESS = re.compile(r"(://)[^\s/:@]{1,100}:[^\s/@]{1,200}(?=@)")
# "The password is too weak" tells no password.
_NO_VALUE = (
    r"(?!(?:not|too|so|very|wrong|incorrect|the|a|an|in|on|at|to|from|for|by|with|stored|expired"
    r"|invalid|missing|empty|hashed|reset|changed|required|needed|being|still|never|always|no|my"
    r"|your|weak|strong|short|long|case|rotated|managed|kept|saved|used|set|same|unknown|different"
    r"|working|gone|lost|safe|secure|encrypted|protected|only|also|now|what|why|how|whether"
    r"|\[secret\])\b)"
)
_WORDS = r"[^\s.,:=]{1,40}"
_NAMED = re.compile(
    r"\b((?:pass ?words?|passwd|passphrase|passcode|pwd|api[ _-]?key|access[ _-]?key"
    r"|secret[ _-]?key|client[ _-]?secret|auth[ _-]?token|access[ _-]?token)\b"
    rf"(?: (?:for|to|of|on) {_WORDS}(?: {_WORDS}){{0,4}}?)?"
    rf"(?: ?[:=] ?| is:? | was ))(?:\"[^\"]{{1,200}}\"|'[^']{{1,200}}'|{_NO_VALUE}"
    r"[^\s\"',;]{3,200}(?<![.!?]))",
    re.IGNORECASE,
)
# The secret of a long life is no secret; one with a digit in it may be.
_TOKEN = re.compile(
    rf"\b((?:secret|token)(?: ?[:=] ?| is:? )[\"']?){_DIGIT}[\w.~+/=-]{{8,}}", re.IGNORECASE
)
_PIN = re.compile(
    r"\b((?:pin|cvv|cvc|otp|(?:security|verification) code)(?: code| number)?"
    rf"(?: (?:for|to|of|on) {_WORDS}(?: {_WORDS}){{0,4}}?)?(?: ?[:=] ?"
    rf"| is:? ))[0-9][0-9 -]{{2,14}}",
    re.IGNORECASE,
)
_KOREAN = re.compile(
    r"((?:비밀 ?번호|비번|패스워드|암호|API ?키|토큰|시크릿)(?:은|는|이|가)? ?[:=]? ?[\"']?)"
    r"[A-Za-z0-9!@#$%^&*_+=~-]{4,200}",
    re.IGNORECASE,
)
# In fours, as American Express prints it, or in one piece. A lookahead, since another number may
# stand right before it.
_CARD = re.compile(
    r"(?<![0-9])(?=((?:[2-6][0-9]{3}([ -])[0-9]{4}\2[0-9]{4}\2[0-9]{4}(?:\2[0-9]{3})?"
    r"|3[0-9]{3}[ -][0-9]{6}[ -][0-9]{5}|[2-6][0-9]{12,18}))(?![0-9]))"
)


def redact(text: str) -> str:
    """The text with "[secret]" in the place of each key, token, password and card number."""
    text = _KEYS.sub(SECRET, text)
    text = _BEARER.sub(rf"\1{SECRET}", text)
    text = _IN_ADDRESS.sub(rf"\1{SECRET}", text)
    for named in (_NAMED, _TOKEN, _PIN, _KOREAN):
        text = named.sub(rf"\1{SECRET}", text)
    return _without_cards(text)


def _without_cards(text: str) -> str:
    parts: list[str] = []
    at = 0
    for digits in _CARD.finditer(text):
        start, end = digits.span(1)
        if start >= at and _is_card(digits[1]):
            parts += [text[at:start], SECRET]
            at = end
    parts.append(text[at:])
    return "".join(parts)


def _is_card(text: str) -> bool:
    """Whether the digits pass the check that card numbers do (Luhn)."""
    total = 0
    for place, digit in enumerate(int(one) for one in reversed(text) if one in "0123456789"):
        total += digit if place % 2 == 0 else digit * 2 - 9 * (digit > 4)
    return total % 10 == 0
