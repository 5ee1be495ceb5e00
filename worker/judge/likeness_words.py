"""The words whose coming, going or spelling changes nothing that a content says."""

import re

# Before what is said: "by the way", "remember that".
OPENING = re.compile(
    r"^(?:(?:well|ok|okay|yes|yeah|yep|oh|ah|hi|hey|hello|btw|fyi|anyway|oye|pues|bueno|ach|ja)"
    r"[,:!.]+ ?|(?:by the way|actually|honestly|basically|and|so|but|also|please|as i said"
    r"|like i said|just so you know|for the record|yo|tambi[eé]n|recuerda que"
    r"|denk daran, dass|근데|그리고|참고로|사실|(?:please )?(?:remember|note) that"
    r"|(?:please )?do(?: not|n't) forget that"
    # A name may begin so: "So Solid Crew".
    r"|keep in mind that)(?:, ?| (?=(?-i:[^A-Z]|I\b)))|(?:please )?(?:remember|note): ?){1,4}",
    re.IGNORECASE,
)
# With one of these in it a content keeps every word, since "not really" is not "not".
DENIAL = re.compile(
    r"\b(?:no|not|nor|non|none|nothing|nobody|nowhere|neither|never|cannot|cant|dont|doesnt|didnt"
    r"|without|hardly|barely|rarely|seldom|only|just|unless|if|nunca|jam[aá]s|nada|nadie|ni"
    r"|ning[uú]n\w*|tampoco|sin|solo|s[oó]lo|si|nicht|nichts|kein\w*|nie|niemals|niemand|ohne|nur"
    r"|kaum|wenn|falls|pas|jamais|sans|rien|aucune?|não|nem)\b|n't\b"
    r"|안 |못|않|없|아니|아닌|아냐|말[고아라]|모르|만 |뿐|[不没沒別别勿未无無莫]|非(?!常)"
    r"|ない|なく|なかっ|ません|ずに|だけ",
    re.IGNORECASE,
)
# Emphasis alone, in small letters since "Love Actually" is a film; Chinese and Japanese ones before
# a liking.
EMPHASIS = re.compile(
    r"\b(?:really|truly|very|absolutely|definitely|certainly|actually|honestly|also|currently"
    r"|right now|realmente|verdaderamente|muy|tambi[eé]n|wirklich|sehr|vraiment|très)\b"
    r"|(?<=\bgusta )mucho\b|(?<=\bgustan )mucho\b"
    r"|(?<!\w)(?:정말|매우|아주|무척|굉장히|엄청)(?:로)?(?!\w)"
    r"|(?:很|非常|真的|特别|十分)(?=喜欢|喜歡|爱|愛|讨厌|想)"
    r"|(?:とても|本当に|すごく|大変)(?=好き|嫌い|楽し|嬉し)"
    r"|(?<=[がはをに])(?:とても|本当に|すごく)"
)
# Left out unless written like a name.
LIGHT = frozenset(["the"])
CLOSING = frozenset(["now", "too", "thanks", "lol", "haha"])
BEFORE_NOW = frozenset([
    "until", "till", "by", "for", "from", "before", "since", "to", "just", "right", "even", "of",
    "and", "or", "is", "are", "was", "be", "me",
])  # fmt: skip

# One spelling for two of the same word.
SAME = {
    "an": "a", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
    "twenty": "20", "thirty": "30", "&": "and", "e-mail": "email", "e-mails": "emails",
    "favourite": "favorite", "favourites": "favorites", "colour": "color", "colours": "colors",
    "flavour": "flavor", "neighbour": "neighbor", "neighbours": "neighbors",
    "behaviour": "behavior", "centre": "center", "theatre": "theater", "grey": "gray",
    "organise": "organize", "organised": "organized", "mum": "mom", "wanna": "want to",
    "gonna": "going to",
    "i'm": "i am", "i've": "i have", "i'll": "i will", "we're": "we are", "we've": "we have",
    "we'll": "we will", "you're": "you are", "they're": "they are", "it's": "it is",
    "that's": "that is", "he's": "he is", "she's": "she is", "there's": "there is",
    "cannot": "can not", "can't": "can not", "cant": "can not", "won't": "will not",
    "don't": "do not", "dont": "do not", "doesn't": "does not", "doesnt": "does not",
    "didn't": "did not", "didnt": "did not", "isn't": "is not", "aren't": "are not",
    "wasn't": "was not", "weren't": "were not", "haven't": "have not", "hasn't": "has not",
    "hadn't": "had not", "wouldn't": "would not", "shouldn't": "should not",
    "couldn't": "could not",
    "저는": "나는", "난": "나는", "제가": "내가", "제": "내", "저의": "내", "나의": "내",
    "저도": "나도", "저희": "우리", "저희는": "우리는", "저를": "나를",
}  # fmt: skip
UNITS = (
    "kg", "km", "cm", "mm", "mg", "ml", "lbs", "lb", "mph", "gb", "mb", "tb", "am", "pm", "g", "l",
    "usd", "eur", "krw", "살", "명", "마리", "개", "년", "월", "일", "시",
)  # fmt: skip

FIRST_PERSON = frozenset(["i", "me", "my", "myself"])
# In what a user says, another user is not the one who says it.
AS_USER = {
    "i": "user", "me": "user", "my": "user's", "myself": "user", "user": "^user",
    "user's": "^user's",
}  # fmt: skip
# After "user" or "I", which then read alike.
THIRD_PERSON = {"is": "be", "am": "be", "has": "have", "does": "do"}
ADVERBS = frozenset([
    "always", "never", "often", "usually", "sometimes", "rarely", "still", "already", "not", "now",
    "mostly", "only", "just", "once", "previously", "formerly",
])  # fmt: skip

# What is polite, what it becomes after a vowel (None: it does not stand there) and after a
# consonant. The longer come first.
KOREAN_ENDINGS = (
    ("이에요", None, "이야"),
    ("이예요", None, "이야"),
    ("습니다", None, "어"),
    ("입니다", "야", "이야"),
    ("예요", "야", "이야"),
    ("에요", "야", "이야"),
    ("합니다", "해", "해"),
    ("해요", "해", "해"),
    ("요", "", ""),
)
