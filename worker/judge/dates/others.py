"""Relative dates in languages in which they are only noticed, not worked out."""

import re
from collections.abc import Iterator

from worker.judge.dates.absolute import has_date_beside

# Words with spaces around them. What is another word in one of the languages stands only with
# something beside it that tells which it is: "hier" is French for yesterday and German for here.
_SPACED = re.compile(
    r"(?<![\w-])(?:"
    # French
    r"avant-hier|après-demain|aujourd['’]hui|d['’]hier|hier (?:soir|matin|après-midi)"
    r"|(?:j['’]\w+|je|il|elle|on|nous|vous|ils|elles|suis|est|ai|a|avons|ont|était) "
    r"(?:[^\W\d_]+ ){0,4}hier|hier,? (?:j['’]|je|il|elle|on|nous|le|la|mon|ma)"
    r"|demain|récemment|ce (?:matin|soir|week-end)|cet après-midi|cette (?:semaine|année|nuit)"
    r"|(?:la )?semaine (?:dernière|passée|prochaine)|(?:le )?(?:mois|week-end) (?:dernier|passé"
    r"|prochain)|l['’]an(?:née)? (?:dernière?|passée?|prochaine?)"
    r"|il y a (?:[^\W_]+ ){1,2}(?:jours?|semaines?|mois|ans?|années?)"
    # Italian
    r"|l['’]altro ieri|ieri|oggi|domani|dopodomani|stamattina|stasera|recentemente|di recente"
    r"|(?:settimana|notte) (?:scorsa|prossima)|(?:mese|anno|weekend) (?:scorso|prossimo)"
    r"|[^\W_]+ (?:giorn[oi]|settiman[ae]|mes[ei]|ann[oi]) fa"
    # Portuguese
    r"|anteontem|ontem|hoje|amanhã|(?:semana|noite) passada|(?:mês|ano) passado"
    r"|(?:na |a )?(?:próxima semana|semana que vem)"
    r"|há [^\W_]+ (?:dias?|semanas?|m[eê]s(?:es)?|anos?)"
    # Dutch
    r"|eergisteren|gisteren|vandaag|overmorgen|vanavond|vanochtend|onlangs"
    r"|(?:vorige?|afgelopen|volgende?|komende?) (?:week(?:end)?|maand|jaar)"
    r"|[^\W_]+ (?:dagen|weken|maanden|jaar) geleden"
    # Scandinavian
    r"|i går|igår|i ?dag|i ?morgon|i morgen|i ?kväll|förra (?:veckan|månaden|året)"
    r"|(?:nästa|næste|neste|sidste|forrige) (?:vecka|uge|uke|månad|måned|år)"
    r"|för [^\W_]+ (?:dagar|veckor|månader|år) sedan"
    # Polish
    r"|przedwczoraj|wczoraj|dzisiaj|dziś|jutro|pojutrze|niedawno|w (?:zeszłym|przyszłym) \w+"
    r"|[^\W_]+ (?:dni|tygodnie|miesiące|lata) temu"
    # Russian and Ukrainian
    r"|позавчера|вчера|сегодня|завтра|послезавтра|недавно|на (?:прошлой|следующей|этой) неделе"
    r"|в (?:прошлом|следующем) (?:году|месяце)"
    r"|(?:[^\W_]+ )?(?:дн(?:я|ей)|недел[июья]|месяц(?:а|ев)?|года?|лет) назад"
    r"|через (?:[^\W_]+ )?(?:дня|дней|недел[юиь]|месяц(?:а|ев)?|год)"
    r"|вчора|сьогодні|позавчора|минулого (?:тижня|року|місяця)"
    # Turkish
    r"|dün|bugün|yarın|evvelsi gün|(?:geçen|gelecek|önümüzdeki) (?:hafta|ay|yıl|sene)"
    r"|[^\W_]+ (?:gün|hafta|ay|yıl) önce|geçenlerde"
    # Indonesian and Vietnamese
    r"|kemarin|besok|hari ini|lusa|(?:minggu|bulan|tahun) (?:lalu|depan)"
    r"|hôm qua|hôm nay|ngày mai|hôm kia|(?:tuần|tháng|năm) (?:trước|sau|ngoái|tới)"
    # Hindi
    r"|कल|आज|परसों|(?:पिछले|अगले) (?:हफ़्ते|हफ्ते|सप्ताह|महीने|साल)"
    # Arabic and Persian
    r"|(?:ب?ال)?أمس|البارحة|اليوم|غد[اًا]{1,2}|(?:الأسبوع|الشهر) (?:الماضي|القادم)"
    r"|(?:السنة|الليلة) (?:الماضية|القادمة)|منذ [^\W_]+ (?:أيام|أسابيع|أشهر)"
    r"|دیروز|امروز|فردا|(?:هفته|ماه|سال) (?:گذشته|آینده|پیش)"
    r")(?![\w-])",
    re.IGNORECASE,
)
_UNSPACED = re.compile(
    # Japanese and Chinese
    r"一昨日|昨日|昨夜|今日(?!は$)|明日|明後日|今朝|今夜|今晩|先日|最近|先週|今週|来週|先月|今月|来月"
    r"|去年|昨年|今年|来年|(?:[0-9０-９]+|[一二三四五六七八九十数]+)(?:日|週間|ヶ?か?月|年)[前後]"
    r"|前天|昨天|今天|明天|后天|後天|昨晚|今早|上個?个?(?:周|週|星期|月)|[这這下]個?个?(?:周|週|星期|月)"
    r"|明年|[0-9０-９一二两兩三四五六七八九十几幾]+(?:天|周|週|个月|個月|年)[前后後]"
    # Thai
    r"|เมื่อวาน|วันนี้|พรุ่งนี้|เมื่อคืน|(?:สัปดาห์|อาทิตย์|เดือน|ปี)(?:ที่แล้ว|หน้า|ก่อน)"
)
_QUOTES = "\"'“”‘’«»「」『』《》"


def undated(text: str) -> Iterator[str]:
    """The relative dates that have no calendar date beside them, and are no title in quotes."""
    for words in (_SPACED, _UNSPACED):
        for found in words.finditer(text):
            start, end = found.span()
            around = text[max(0, start - 1) : start], text[end : end + 1]
            if not all(one and one in _QUOTES for one in around) and not has_date_beside(
                text, start, end
            ):
                yield found[0]
