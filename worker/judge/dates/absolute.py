"""Dates that need no explanation, beside a relative one: "yesterday, 29 November"."""

import re

_MONTHS = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
    r"|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre"
    r"|januar|februar|märz|mai|juni|juli|oktober|dezember)"
)
_ORDINAL = r"[0-9]{1,2}(?:st|nd|rd|th|\.)?"
_DATE = (
    r"(?:[0-9]{4}-[0-9]{2}(?:-[0-9]{2})?|[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}"
    r"|[0-9]{1,2}[./][0-9]{1,2}[./](?:[0-9]{4}|[0-9]{2})"
    rf"|{_ORDINAL} (?:of |de )?{_MONTHS}\.?(?:,? (?:de )?[0-9]{{4}})?"
    rf"|{_MONTHS}\.? {_ORDINAL}(?:,? [0-9]{{4}})?|{_MONTHS}\.? (?:de )?[0-9]{{4}}"
    r"|the [0-9]{1,2}(?:st|nd|rd|th)"
    r"|(?:[0-9]{4}년 ?)?[0-9]{1,2}월 ?[0-9]{1,2}일|[0-9]{4}년"
    r"|(?:19|20)[0-9]{2}(?=[).,;!?]|$)|[0-9]{1,2}[./][0-9]{1,2}\.?(?=\)))"
)
_LINK = r"(?:\s?[,(（:–—-]\s?|\s)(?:on |the |den |dem |der |el |am |i\.e\. |namely )?"
_AFTER = re.compile(rf"{_LINK}{_DATE}", re.IGNORECASE)
_BEFORE = re.compile(rf"(?<!\w){_DATE}(?:\s?[,(:–—-]\s?|\s)$", re.IGNORECASE)
_FAR = 40


def has_date_beside(text: str, start: int, end: int) -> bool:
    """Whether the words from `start` to `end` have a calendar date right before or after them."""
    return bool(_AFTER.match(text, end) or _BEFORE.search(text[max(0, start - _FAR) : start]))
