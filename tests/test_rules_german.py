"""The rule engine in German: what it finds in what users say, and what it must leave alone."""

import pytest
from sayings import Saying, changed, kept, left
from speech import contents, observe

from worker.engines.rules import german
from worker.engines.rules.finding import CORRECTION
from worker.records import Relevance


@pytest.mark.parametrize("saying", kept("german"), ids=lambda saying: saying.text)
def test_what_is_said_plainly_in_german_is_found(saying: Saying) -> None:
    (found,) = observe(saying.text)
    assert f"{found.category} {found.relevance}" == saying.kind
    finding = german.find(saying.text)
    assert finding is not None
    assert (finding.slot or "", finding.old) == (saying.slot, None)


@pytest.mark.parametrize("saying", changed("german"), ids=lambda saying: saying.text)
def test_what_is_no_longer_so_is_named_in_german(saying: Saying) -> None:
    finding = german.find(saying.text)
    assert finding is not None
    assert (finding.slot or "", finding.old) == (saying.slot, saying.old)
    assert contents(saying.text) == [saying.text]


@pytest.mark.parametrize("text", left("german"))
def test_what_is_not_the_users_own_plain_word_in_german_is_left_alone(text: str) -> None:
    assert observe(text) == []


def test_enough_is_said_in_german_to_tell() -> None:
    assert len(kept("german")) >= 100
    assert len(left("german")) >= 120


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ich bin allergisch gegen Nüsse, was kann ich essen?", "Ich bin allergisch gegen Nüsse"),
        ("Ich wohne in Graz, was kann ich dort machen?", "Ich wohne in Graz"),
        ("ich wohne in graz und wo gibt es gutes Brot?", "ich wohne in graz"),
    ],
)
def test_of_a_statement_with_a_german_question_the_statement_is_kept(
    text: str, expected: str
) -> None:
    assert contents(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "ich habe Zöliakie und will wissen was ich essen kann?",
        "Was kann ich kochen, ich bin allergisch gegen Nüsse?",
        "Was kann ich kochen, weil ich eine Nussallergie habe?",
    ],
)
def test_a_danger_told_in_a_german_question_is_not_lost(text: str) -> None:
    assert [found.relevance for found in observe(text)] == [Relevance.CRITICAL]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Merk dir das: keine Emojis.", ["Merk dir das: keine Emojis."]),
        ("Merk dir das. Das Büro öffnet um neun.", ["Das Büro öffnet um neun."]),
        ("Das Büro öffnet um neun. Merk dir das bitte.", ["Das Büro öffnet um neun."]),
        ("Das Büro öffnet um neun. Vergiss das nicht!", ["Das Büro öffnet um neun."]),
        ("Kannst du dir das merken? Das Büro öffnet um neun.", ["Das Büro öffnet um neun."]),
        (
            "Merken Sie sich bitte Folgendes:\n- keine Emojis\n- zwei Prüfer\n\nWie geht's?",
            ["keine Emojis", "zwei Prüfer"],
        ),
    ],
)
def test_merk_dir_das_means_the_sentence_beside_it(text: str, expected: list[str]) -> None:
    found = observe(text)
    assert [one.content.removeprefix("User: ") for one in found] == expected
    assert {one.category for one in found} == {"remember"}


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Ich heiße Jörg", "ich heisse joerg"),
        ("Ich bin allergisch gegen Nüsse", "ich bin allergisch gegen nuesse"),
        ("Ich lebe in München", "ich lebe in muenchen"),
        ("Früher habe ich in Köln gewohnt", "frueher habe ich in koeln gewohnt"),
        ("Antworte mir künftig auf Französisch", "antworte mir kuenftig auf franzoesisch"),
        ("Mir wurde in Österreich gekündigt", "mir wurde in oesterreich gekuendigt"),
    ],
)
def test_german_is_read_without_its_own_letters(text: str, plain: str) -> None:
    (written,) = observe(text)
    (typed,) = observe(plain)
    assert (written.category, written.relevance) == (typed.category, typed.relevance)


def test_a_verb_before_its_subject_is_a_statement_only_behind_something() -> None:
    assert contents("Seit 2019 wohne ich in Köln.") == ["Seit 2019 wohne ich in Köln."]
    assert observe("Wohne ich in Köln.") == []
    assert observe("Wo wohne ich in Köln.") == []


def test_nicht_at_the_end_turns_a_german_statement_round() -> None:
    assert observe("Ich arbeite bei Siemens.") != []
    assert observe("Ich arbeite bei Siemens nicht.") == []
    assert contents("Ich mag Koriander nicht.") == ["Ich mag Koriander nicht."]


def test_a_german_ordinal_ends_no_sentence() -> None:
    text = "Mein Geburtstag ist am 3. Mai."
    assert contents(text) == [text]
    assert contents("Ich bin im 2. Semester. Ich wohne in Köln.")[-1] == "Ich wohne in Köln."
    assert contents("Ich mag Obst, z. B. Äpfel.") == ["Ich mag Obst, z. B. Äpfel."]


def test_german_single_quotation_marks_hide_what_they_hold() -> None:
    assert observe("Er sagte: ‚Ich wohne in Köln‘") == []
    assert contents("‚Hallo‘ sagte er. Ich wohne in Köln.") == ["Ich wohne in Köln."]


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("Ich wohne seit 2010 in Graz", "home"),
        ("Ich wohne auch in Graz", ""),
        ("Ich wohne für ein paar Monate in Graz", ""),
        ("Im Sommer wohne ich in Graz", ""),
        ("Ich bin 2010 nach Rom gezogen", ""),
        ("Vor zehn Jahren bin ich nach Rom gezogen", ""),
        ("Als Kind bin ich nach Rom gezogen", ""),
        ("Ich lebe in Angst", ""),
        ("Ich arbeite bei Siemens", "work"),
        ("Ich arbeite bei Nacht", ""),
        ("Ich arbeite in Teilzeit bei Siemens", ""),
        ("Mir wurde gekündigt", "work"),
        ("Ich bin 30", "age"),
        ("Ich bin auf Seite 30", ""),
    ],
)
def test_a_german_slot_is_filled_only_by_what_there_is_one_of(text: str, slot: str) -> None:
    finding = german.find(text)
    assert (finding.slot or "" if finding else "") == slot


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("Ich nutze Vim für alles", "Ich bin von Vim auf Helix umgestiegen"),
        ("Ich nutze den Editor Vim", "Ich nutze den Editor Vim nicht mehr"),
        ("Wir verwenden MySQL", "Wir sind von MySQL auf Postgres umgestiegen"),
        ("Ich mag Techno", "Ich mag Techno nicht mehr"),
        ("Ich mag den Winter", "Den Winter mag ich nicht mehr"),
        ("Ich wohne in Berlin", "Ich wohne nicht mehr in Berlin"),
        ("Ich bin nach Berlin gezogen", "Ich bin von Berlin nach Hamburg gezogen"),
        ("Ich arbeite bei Siemens", "Ich arbeite nicht mehr bei Siemens"),
        ("Ich bin Lehrerin", "Ich bin nicht mehr Lehrerin"),
        ("Ich bin verheiratet", "Ich bin nicht mehr verheiratet"),
    ],
)
def test_what_a_german_statement_is_about_is_what_a_later_one_ends(before: str, now: str) -> None:
    held, ended = german.find(before), german.find(now)
    assert held is not None
    assert ended is not None
    assert ended.old is not None
    assert before[held.said - 1 :].startswith(ended.old)


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("Entschuldigung, ich meinte Donnerstag", None),
        ("Ich meinte Salem, nicht Oslo", "Oslo"),
        ("Korrektur: Donnerstag, nicht Dienstag", "Dienstag"),
        ("Nicht Dienstag, sondern Donnerstag", "Dienstag"),
        ("Sorry, am 5. Mai", None),
    ],
)
def test_a_german_sentence_that_only_corrects_is_told_as_such(text: str, old: str | None) -> None:
    finding = german.find(text)
    assert finding is not None
    assert (finding.category, finding.old) == (CORRECTION, old)


@pytest.mark.parametrize(
    "text", ["Entschuldigung", "Sorry, das war dumm", "Ich meinte ja nur", "Nein, danke", "Ups"]
)
def test_a_german_apology_corrects_nothing(text: str) -> None:
    assert german.find(text) is None
