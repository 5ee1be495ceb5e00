"""The rule engine in Spanish: what it finds in what users say, and what it must leave alone."""

import unicodedata

import pytest
from sayings import Saying, changed, kept, left
from speech import contents, observe

from worker.engines.rules import spanish
from worker.engines.rules.finding import CORRECTION
from worker.records import Relevance


@pytest.mark.parametrize("saying", kept("spanish"), ids=lambda saying: saying.text)
def test_what_is_said_plainly_in_spanish_is_found(saying: Saying) -> None:
    (found,) = observe(saying.text)
    assert f"{found.category} {found.relevance}" == saying.kind
    finding = spanish.find(saying.text)
    assert finding is not None
    assert (finding.slot or "", finding.old) == (saying.slot, None)


@pytest.mark.parametrize("saying", changed("spanish"), ids=lambda saying: saying.text)
def test_what_is_no_longer_so_is_named_in_spanish(saying: Saying) -> None:
    finding = spanish.find(saying.text)
    assert finding is not None
    assert (finding.slot or "", finding.old) == (saying.slot, saying.old)
    assert contents(saying.text) == [saying.text]


@pytest.mark.parametrize("text", left("spanish"))
def test_what_is_not_the_users_own_plain_word_in_spanish_is_left_alone(text: str) -> None:
    assert observe(text) == []


def test_enough_is_said_in_spanish_to_tell() -> None:
    assert len(kept("spanish")) >= 100
    assert len(left("spanish")) >= 120


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Soy alérgico a las nueces, ¿qué puedo comer?", "Soy alérgico a las nueces"),
        ("Vivo en Lima, ¿qué puedo visitar?", "Vivo en Lima"),
        ("vivo en lima, que puedo visitar?", "vivo en lima"),
        ("Hola, vivo en Lima y ¿dónde compro pan?", "Hola, vivo en Lima"),
    ],
)
def test_of_a_statement_with_a_spanish_question_the_statement_is_kept(
    text: str, expected: str
) -> None:
    assert contents(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "soy celiaca y quiero saber que puedo comer?",
        "¿Qué receta me recomiendas, soy alérgica al gluten?",
    ],
)
def test_a_danger_told_in_a_spanish_question_is_not_lost(text: str) -> None:
    assert [found.relevance for found in observe(text)] == [Relevance.CRITICAL]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Recuerda esto: nada de emojis.", ["Recuerda esto: nada de emojis."]),
        ("Recuerda esto. La oficina abre a las nueve.", ["La oficina abre a las nueve."]),
        ("La oficina abre a las nueve. Recuérdalo, por favor.", ["La oficina abre a las nueve."]),
        ("La oficina abre a las nueve. No lo olvides.", ["La oficina abre a las nueve."]),
        ("¿Puedes recordar esto? La oficina abre a las nueve.", ["La oficina abre a las nueve."]),
        (
            "Ten en cuenta lo siguiente:\n- nada de emojis\n- dos revisores\n\n¿Qué tal?",
            ["nada de emojis", "dos revisores"],
        ),
        ("Recordá lo siguiente:\n- nada de emojis", ["nada de emojis"]),
    ],
)
def test_recuerda_esto_means_the_sentence_beside_it(text: str, expected: list[str]) -> None:
    found = observe(text)
    assert [one.content.removeprefix("User: ") for one in found] == expected
    assert {one.category for one in found} == {"remember"}


def test_spanish_accents_may_be_decomposed() -> None:
    text = unicodedata.normalize("NFD", "Mi cumpleaños es el 3 de mayo y me mudé a León")
    assert contents(text) == [unicodedata.normalize("NFC", text)]


def test_compre_without_its_accent_is_the_users_only_beside_a_word_that_says_so() -> None:
    assert observe("compre un coche en Sevilla") == []
    assert observe("ayer compre un coche en Sevilla") != []
    assert observe("compré un coche en Sevilla") != []


def test_an_order_to_vos_is_no_past() -> None:
    for order in ("corregí", "escribí", "traducí", "resumí", "elegí"):
        assert observe(f"{order} un poema sobre mi hermana") == []


def test_spanish_abbreviations_end_no_sentence() -> None:
    assert contents("Vivo con la Sra. Pérez en Lima.") == ["Vivo con la Sra. Pérez en Lima."]
    assert contents("Me gusta la fruta, p. ej. las uvas.") == [
        "Me gusta la fruta, p. ej. las uvas."
    ]


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("Vivo en Lima desde 2010", "home"),
        ("También vivo en Lima", ""),
        ("Vivo en Lima por unos meses", ""),
        ("Los veranos vivo en Cádiz", ""),
        ("Me mudé a Roma en 2010", ""),
        ("Me mudé a Roma hace diez años", ""),
        ("De niño me mudé a Roma", ""),
        ("Nos mudamos a Kubernetes", ""),
        ("Me mudé a Linux", ""),
        ("Vivo en un barco", ""),
        ("Trabajo en Telefónica", "work"),
        ("Trabajo en Python", ""),
        ("Trabajo en Telefónica a tiempo parcial", ""),
        ("Me despidieron", "work"),
        ("Tengo 30 años", "age"),
        ("Tengo 30 años de experiencia", ""),
    ],
)
def test_a_spanish_slot_is_filled_only_by_what_there_is_one_of(text: str, slot: str) -> None:
    finding = spanish.find(text)
    assert (finding.slot or "" if finding else "") == slot


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("Uso vim para todo", "Cambié de vim a Helix"),
        ("Uso el Excel", "Ya no uso Excel"),
        ("Uso Windows en casa", "He pasado de Windows a Linux"),
        ("Me gusta el reguetón", "Ya no me gusta el reguetón"),
        ("Vivo en Madrid", "Ya no vivo en Madrid"),
        ("Me mudé a Madrid", "Me mudé de Madrid a Barcelona"),
        ("Trabajo en Telefónica", "Ya no trabajo en Telefónica"),
        ("Trabajo en Telefónica", "Me despidieron de Telefónica"),
        ("Trabajo en una cervecera", "Ya no trabajo en la cervecera"),
        ("Soy vegano", "Ya no soy vegano"),
        ("Soy enfermera", "Ya no soy enfermera"),
        ("Estoy casado", "Ya no estoy casado"),
        ("Toco el piano", "Ya no toco el piano"),
        ("Odio el café", "Cambié el café por el té"),
    ],
)
def test_what_a_spanish_statement_is_about_is_what_a_later_one_ends(before: str, now: str) -> None:
    held, ended = spanish.find(before), spanish.find(now)
    assert held is not None
    assert ended is not None
    assert ended.old is not None
    assert before[held.said - 1 :].startswith(ended.old)


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("Perdón, quise decir el jueves", None),
        ("Quise decir Salem, no Oslo", "Oslo"),
        ("Perdona, me refería a Ana", None),
        ("Corrección: el jueves, no el martes", "martes"),
        ("Me equivoqué, es el 5 de mayo", None),
    ],
)
def test_a_spanish_sentence_that_only_corrects_is_told_as_such(text: str, old: str | None) -> None:
    finding = spanish.find(text)
    assert finding is not None
    assert (finding.category, finding.old) == (CORRECTION, old)


@pytest.mark.parametrize(
    "text",
    ["Perdón", "Perdón, no entiendo", "Quise decir eso", "Perdón, llego tarde", "No, gracias"],
)
def test_a_spanish_apology_corrects_nothing(text: str) -> None:
    assert spanish.find(text) is None
