"""The shapes of secrets: of keys by their makers, of passwords by how people tell them."""

import re

# A figure somewhere in the next characters, which a word has not.
_DIGIT = r"(?=[\w.~+/=-]{0,200}?[0-9])"
_START = r"(?<![A-Za-z0-9])"

KEYS = re.compile(
    "|".join(
        (
            r"-----BEGIN [A-Z0-9 ]{0,60}-----.*?(?:-----END [A-Z0-9 ]{0,60}-----|\Z)",
            r"PuTTY-User-Key-File-[0-9]:.*?(?:Private-MAC: ?[0-9a-f]{40,64}|\Z)",
            r"AGE-SECRET-KEY-1[A-Z0-9]{30,}",
            # OpenAI, Anthropic, OpenRouter, Stripe, Clerk and whoever copies them.
            rf"(?<![\w-])[sprw]k[-_]{_DIGIT}[\w-]{{16,}}",
            r"(?<![\w-])(?:whsec|gsk|xai|pplx|r8|nvapi|sbp|phx|phc|lin_api|ntn|secret|figd"
            r"|dckr_pat|rubygems|PMAK|NRAK|HRKU|tfp|dapi|vercel|dp\.pt|dp\.st)"
            rf"[-_.]{_DIGIT}[\w+/=.-]{{16,}}",
            # GitHub, GitLab, Slack, npm, PyPI, Hugging Face, DigitalOcean, Shopify, Google, Square.
            rf"{_START}gh[pousr]_[A-Za-z0-9]{{20,}}",
            rf"{_START}(?:github_pat|gl(?:pat|dt|rt|cbt|ptt|ft|oas|soat|agent|imt|ffct)|npm|hf|pypi"
            r"|do[opr]_v1|shp(?:at|ss|ca|pa)|xox[abeprs]|xapp|SG|ya29|GOCSPX|sq0(?:atp|csp)|ATATT3)"
            r"[-_.][\w.-]{16,}",
            rf"{_START}AIza[\w-]{{30,}}",
            rf"{_START}(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{{16}}(?!\w)",
            rf"{_START}SK[0-9a-f]{{32}}(?!\w)",
            rf"{_START}key-[0-9a-f]{{32}}(?!\w)|{_START}[0-9a-f]{{32}}-us[0-9]{{1,2}}(?!\w)",
            # A bot of Telegram.
            rf"{_START}[0-9]{{8,10}}:AA[\w-]{{30,40}}(?![\w-])",
            r"(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?",
        )
    ),
    re.DOTALL,
)

# "The password is too weak" tells no password.
_NO_VALUE = (
    r"(?!(?:not|too|so|very|wrong|incorrect|the|a|an|in|on|at|to|from|for|by|with|stored|expired"
    r"|invalid|missing|empty|hashed|reset|changed|required|needed|being|still|never|always|no|my"
    r"|your|weak|strong|short|long|case|rotated|managed|kept|saved|used|set|same|unknown|different"
    r"|working|gone|lost|safe|secure|encrypted|protected|only|also|now|what|why|how|whether|based"
    r"|optional|mandatory|shared|written|complicated|easy|hard|better|about|something|that|this|it"
    # Spanish, German and French.
    r"|demasiado|muy|d[ée]bil|fuerte|segur[ao]|incorrect[ao]|obligatori[ao]|la|el|en|un|una|de|para"
    r"|necesari[ao]|zu|sehr|schwach|stark|sicher|falsch|abgelaufen|im|in|nicht|kein|der|die|das"
    r"|ein|eine|erforderlich|n[öo]tig|vergessen|ge[äa]ndert|trop|faible|forte|dans)\b|\[secret\])"
)
_WORDS = r"[^\s.,:=]{1,40}"
_FOR = rf"(?: (?:for|to|of|on|para|de|del|f[üu]r|zum|zur) {_WORDS}(?: {_WORDS}){{0,4}}?)?"
# One word, or several plain ones up to the end of the clause: "correct horse battery staple".
_MORE = (
    r"(?:(?: (?!(?:and|but|so|because|which|that|for|to|in|on|at|is|the|my|it|i|y|pero|und|aber)\b)"
    r"[a-z]{2,20}){2,11}(?=[.,;!?]|$))?"
)
_VALUE = (
    r"(?:\"[^\"]{1,200}\"|'[^']{1,200}'|“[^”]{1,200}”|`[^`]{1,200}`"
    rf"|{_NO_VALUE}[^\s\"',;]{{2,}}[^\s\"',;.!?]{_MORE})"
)
_NAMES = (
    r"(?:pass ?words?|passwd|passphrase|pass ?code|pwd|api[ _-]?(?:key|token|secret)"
    r"|(?:secret[ _-]?)?access[ _-]?key(?:[ _-]?id)?|secret[ _-]?key|private[ _-]?key"
    r"|(?:account|shared|storage)[ _-]?key|client[ _-]?secret"
    r"|(?:auth|access|refresh|bearer|bot|session)[ _-]?token|sharedaccesskey|accountkey"
    r"|contraseña|contrasena|clave(?: de acceso| secreta)?|passwort|kennwort|mot de passe|senha)"
)
NAMED = (
    re.compile(rf"\b((?:bearer|basic) ){_DIGIT}[\w.~+/=-]{{16,}}", re.IGNORECASE),
    # In an address; a password may have an "@" in it.
    re.compile(r"(://)[^\s/:@]{0,100}:[^\s/]{1,200}(?=@)"),
    re.compile(
        r"([?&](?:access_token|token|api_?key|sig|signature|secret|password|auth|code)=)[^&\s#]{6,}",
        re.IGNORECASE,
    ),
    re.compile(
        r"(hooks\.slack\.com/services/|discord(?:app)?\.com/api/webhooks/)[\w/-]{16,}",
        re.IGNORECASE,
    ),
    # Twelve words or more that open a wallet.
    re.compile(
        r"\b((?:seed|recovery|mnemonic|wallet|backup) (?:phrase|words|seed)(?: is| are)? ?:? ?"
        r"[\"'“]?)[a-z]{3,8}(?:[ ,]+[a-z]{3,8}){11,23}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?<![^\W_])({_NAMES}\b{_FOR}(?:[\"']? ?(?:[:=]|=>) ?| is:? | was | es:? | ist:? | est "
        rf"| lautet |[\"']: ?)){_VALUE}",
        re.IGNORECASE,
    ),
    # The secret of a long life is no secret; one with a digit in it may be.
    re.compile(
        rf"\b((?:secret|token)(?: ?[:=] ?| is:? )[\"']?){_DIGIT}[\w.~+/=-]{{8,}}", re.IGNORECASE
    ),
    re.compile(
        r"\b((?:pin|cvv|cvc|otp|(?:security|verification|door|gate|alarm|entry|access|lock|safe"
        rf"|unlock|locker|garage) (?:code|combination))(?: code| number)?{_FOR}(?: ?[:=] ?"
        r"| is:? ))[0-9][0-9 -]{2,14}",
        re.IGNORECASE,
    ),
    re.compile(
        r"((?:비밀 ?번호|비번|패스워드|암호|API ?키|토큰|시크릿|パスワード|暗証番号|密码|密碼)"
        r"(?:은|는|이|가|は|が|是)? ?[:=：]? ?[\"'「]?)[A-Za-z0-9!@#$%^&*_+=~-]{4,200}",
        re.IGNORECASE,
    ),
)

# Cards in fours, as American Express prints them, or in one piece as their makers number them. In
# a lookahead, since another number may stand right before one. Then the United States' social
# security number and the Korean resident number.
_GAP = r"[ .–-]"
NUMBERS = re.compile(
    r"(?<![0-9])(?=(?P<card>"
    rf"[2-6][0-9]{{3}}(?P<gap>{_GAP})[0-9]{{4}}(?P=gap)[0-9]{{4}}(?P=gap)[0-9]{{4}}(?:(?P=gap)[0-9]{{3}})?"
    rf"|3[0-9]{{3}}{_GAP}[0-9]{{6}}{_GAP}[0-9]{{5}}"
    r"|4[0-9]{12}(?:[0-9]{3}){0,2}|5[1-5][0-9]{14}|2[2-7][0-9]{14}|3[47][0-9]{13}|35[0-9]{14}"
    r"|3[068][0-9]{12}|6(?:011|5[0-9]{2}|4[4-9][0-9])[0-9]{12}|62[0-9]{14}(?:[0-9]{3})?)(?![0-9]))"
    r"|(?<![0-9-])(?=(?P<ssn>(?!000|666|9)[0-9]{3}-(?!00)[0-9]{2}-(?!0000)[0-9]{4})(?![0-9-]))"
    r"|(?<![0-9-])(?=(?P<rrn>[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])-[1-8][0-9]{6})"
    r"(?![0-9-]))"
)
