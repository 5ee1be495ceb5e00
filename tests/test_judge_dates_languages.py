"""The judge: which date Korean, Spanish and German words mean."""

import pytest
from test_judge_dates import meant


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("어제 이사했어요", "2026-11-29"),
        ("어제 저녁에 먹었어요", "2026-11-29"),
        ("어젯밤에 봤어요", "2026-11-29"),
        ("그저께 이사했어요", "2026-11-28"),
        ("모레 가요", "2026-12-02"),
        ("내일부터 일해요", "2026-12-01"),
        ("오늘 아침에 뛰었어요", "2026-11-30"),
        ("사흘 전에 이사했어요", "2026-11-27"),
        ("3일 전에 이사했어요", "2026-11-27"),
        ("이틀 뒤에 가요", "2026-12-02"),
        ("지난주에 이사했어요", "week of 2026-11-23"),
        ("다음 주에 가요", "week of 2026-12-07"),
        ("지난주 금요일에 갔어요", "2026-11-27"),
        ("다음 주 화요일에 가요", "2026-12-08"),
        ("지난 금요일에 갔어요", "2026-11-27"),
        ("지난 주말에 갔어요", "weekend of 2026-11-28"),
        ("2주 전에 이사했어요", "about 2026-11-16"),
        ("일주일 전에 이사했어요", "about 2026-11-23"),
        ("두 달 전에 이사했어요", "about 2026-09"),
        ("3년 전에 이사했어요", "about 2023"),
        ("지난달에 이사했어요", "2026-10"),
        ("작년에 이사했어요", "2025"),
        ("내년에 은퇴해요", "2027"),
        ("두 시간 전에 먹었어요", "2026-11-30"),
        ("방금 먹었어요", "2026-11-30"),
        ("어제 왔고 내일 가요", "2026-11-29, 2026-12-01"),
        ("며칠 전에 이사했어요", "said 2026-11-30"),
        ("최근에 이사했어요", "said 2026-11-30"),
        ("금요일에 만나요", "said 2026-11-30"),
        ("지난 여름에 이사했어요", "said 2026-11-30"),
        ("내일모레 가요", "said 2026-11-30"),
        # No dates.
        ("매주 월요일에 뛰어요", ""),
        ("월요일마다 뛰어요", ""),
        ("월요일부터 금요일까지 일해요", ""),
        ("보통 금요일에 쉬어요", ""),
        ("요즘 커피를 마셔요", ""),
        ("3일 전화했어요", ""),
        ("2년 후배예요", ""),
        ("오늘날 그래요", ""),
        ("그제야 알았어요", ""),
        ("이달의 소녀를 좋아해요", ""),
    ],
)
def test_korean_words_mean_a_date(text: str, date: str) -> None:
    assert meant(text) == date


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Me mudé ayer", "2026-11-29"),
        ("Me mudé anteayer", "2026-11-28"),
        ("Anoche vi una película", "2026-11-29"),
        ("Ayer por la tarde comí", "2026-11-29"),
        ("Esta mañana corrí", "2026-11-30"),
        ("Mañana por la mañana viajo", "2026-12-01"),
        ("Pasado mañana viajo", "2026-12-02"),
        ("Me mudé hace tres días", "2026-11-27"),
        ("Viajo dentro de dos días", "2026-12-02"),
        ("Me mudé la semana pasada", "week of 2026-11-23"),
        ("Viajo la próxima semana", "week of 2026-12-07"),
        ("Viajo la semana que viene", "week of 2026-12-07"),
        ("Me mudé el viernes pasado", "2026-11-27"),
        ("Viajo el martes de la semana que viene", "2026-12-08"),
        ("Me mudé el fin de semana pasado", "weekend of 2026-11-28"),
        ("Me mudé hace dos semanas", "about 2026-11-16"),
        ("Me mudé hace un mes", "about 2026-10"),
        ("Me mudé el mes pasado", "2026-10"),
        ("Me mudé el año pasado", "2025"),
        ("Me jubilo el año que viene", "2027"),
        ("Comí hace dos horas", "2026-11-30"),
        ("Me mudé ayer y trabajo mañana", "2026-11-29, 2026-12-01"),
        ("Nos vemos el viernes", "said 2026-11-30"),
        ("Me mudé hace poco", "said 2026-11-30"),
        ("Lo hice en tres días", "said 2026-11-30"),
        ("¡Ayer toqué en público por primera vez!", "2026-11-29"),
        ("Me mudé hace unos días", "said 2026-11-30"),
        # No dates.
        ("Me levanto a las 8 de la mañana", ""),
        ("Trabajo por la mañana", ""),
        ("Los lunes corro", ""),
        ("Cada viernes corro", ""),
        ("Trabajo de lunes a viernes", ""),
        ("Hoy en día vivo en Madrid", ""),
        ("Ahora vivo en Madrid", ""),
    ],
)
def test_spanish_words_mean_a_date(text: str, date: str) -> None:
    assert meant(text) == date


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Ich bin gestern umgezogen", "2026-11-29"),
        ("Gestern Abend war ich müde", "2026-11-29"),
        ("Vorgestern war ich krank", "2026-11-28"),
        ("Morgen ziehe ich um", "2026-12-01"),
        ("Ich ziehe übermorgen um", "2026-12-02"),
        ("Heute Morgen war ich laufen", "2026-11-30"),
        ("heute morgen war ich laufen", "2026-11-30"),
        ("Vor drei Tagen bin ich umgezogen", "2026-11-27"),
        ("Letzte Woche war ich krank", "week of 2026-11-23"),
        ("Nächste Woche habe ich frei", "week of 2026-12-07"),
        ("Letzten Freitag war ich krank", "2026-11-27"),
        ("Nächste Woche Dienstag habe ich frei", "2026-12-08"),
        ("Letztes Wochenende war ich krank", "weekend of 2026-11-28"),
        ("Vor zwei Wochen bin ich umgezogen", "about 2026-11-16"),
        ("Vor einem Jahr bin ich umgezogen", "about 2025"),
        ("Letzten Monat bin ich umgezogen", "2026-10"),
        ("Letztes Jahr bin ich umgezogen", "2025"),
        ("Nächstes Jahr gehe ich in Rente", "2027"),
        ("Vor zwei Stunden habe ich gegessen", "2026-11-30"),
        ("Ich kam gestern und gehe morgen", "2026-11-29, 2026-12-01"),
        ("Nächsten Freitag ziehe ich um", "said 2026-11-30"),
        ("Am Freitag ziehe ich um", "said 2026-11-30"),
        ("Ich bin neulich umgezogen", "said 2026-11-30"),
        ("Ich ziehe bald um", "said 2026-11-30"),
        ("Vor ein paar Tagen war ich krank", "said 2026-11-30"),
        # No dates.
        ("Guten Morgen", ""),
        ("Ich habe für das letzte Wochenende im Monat zwei Betten reserviert", ""),
        ("Ich laufe am Morgen", ""),
        ("Ich laufe jeden Montag", ""),
        ("Montags laufe ich", ""),
        ("Ich arbeite Montag bis Freitag", ""),
        ("Heutzutage wohne ich in Bonn", ""),
    ],
)
def test_german_words_mean_a_date(text: str, date: str) -> None:
    assert meant(text) == date
