"""What a terminal is sent, and what a pipe: colours, widths, and nothing that a person wrote."""

import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

import psycopg
import pytest
from conftest import Server
from console import SCRIPT, asked, environment, on_screen, on_terminal, shell
from hypothesis import example, given, settings
from hypothesis import strategies as st
from product import Connection, add_message, add_thread, add_user, fold, one
from rich.cells import cell_len

from worker.terminal import cell, in_words, shortened
from worker.text import visible, visible_json

PWN = "\x1b]0;pwn\x07"
MARKUP = "[bold red]"
TURNED = "\u202e"
NASTY = f"{PWN} {MARKUP} {TURNED}\x9b31m\r\x00".replace("\x00", "")
UUID = "0f8fad5b-d9cb-469f-a165-70867728950e"
LONG_ID = f"{UUID}-{'대화' * 20}"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
# What a terminal would obey, said here once more and otherwise than in the code.
OBEYED = {chr(code) for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"} | set(
    "\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)


FEW = settings(max_examples=60, deadline=None)
texts = st.text(max_size=30) | st.text(st.sampled_from([*OBEYED, "a", "\n", "\\", "[", "가"]))


@FEW
@given(texts)
@example(NASTY)
def test_no_character_that_a_terminal_obeys_is_left_and_every_other_is(text: str) -> None:
    shown = visible(text)
    assert not set(shown) & OBEYED
    for sign in OBEYED & set(text):
        code = ord(sign)
        text = text.replace(sign, f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}")
    assert shown == text


def test_half_a_character_is_spelled_out_so_that_it_can_be_printed() -> None:
    assert visible("a\ud800b\udfff") == r"a\ud800b\udfff"


@FEW
@given(st.lists(texts) | st.dictionaries(texts, texts))
@example([NASTY, "\x7f\u2028", "\ud800"])
def test_json_made_visible_means_the_same_and_commands_nothing(value: object) -> None:
    shown = visible_json(json.dumps(value, ensure_ascii=False))
    assert json.loads(shown) == value
    assert not set(shown) & OBEYED


@FEW
@given(st.text(max_size=90), st.integers(6, 60))
@example("가나다라마바사아자차카타파하" * 4, 31)
@example("x" * 61, 60)
@example("...." * 20, 20)
def test_a_shortened_text_fits_its_width_and_keeps_both_ends(text: str, width: int) -> None:
    short, whole = shortened(text, width), visible(text)
    assert cell_len(short) <= width
    if cell_len(whole) <= width:
        assert short == whole
    else:
        # Half of a wide character is a blank.
        assert any(
            whole.startswith((short[:at], short[:at].removesuffix(" ")))
            and whole.endswith(short[at + 3 :])
            for at in range(len(short))
            if short[at:].startswith("...")
        )


@dataclass(frozen=True)
class Hostile:
    """A database in which everything that a person may name or write is hostile, and its log."""

    url: str
    log: str


@pytest.fixture(scope="module")
def hostile(server: Server, template: str) -> Iterator[Hostile]:
    name = server.create(template)
    url = server.url_of(name)
    with psycopg.connect(url, autocommit=True) as connection:
        add_user(connection, f"u{NASTY}")
        add_thread(connection, f"t{NASTY}", f"u{NASTY}", turns=0, title=f"Title {NASTY}")
        for number, said in enumerate((f"I like {NASTY} tea.", f"Remember that {NASTY} I am Ann.")):
            add_message(connection, f"m{number}{NASTY}", f"t{NASTY}", "user", said)
        add_thread(connection, UUID, UUID, turns=1, title="긴 제목 " * 20)
        add_thread(connection, LONG_ID, UUID, turns=1)
        logged = {"REFLECTION_LOG_FORMAT": "console", "FORCE_COLOR": "1", "TERM": "xterm"}
        done = shell(url, "drain", REFLECTION_WORKER=f"w{NASTY}", **logged)
        assert "1 reflected" in done.stdout
        connection.execute(
            "update reflection.claims set last_error = %s, given_up_at = now(), attempts = 3,"
            " attempt_message_id = %s where user_id = %s",
            (f"E{NASTY}", f"m{NASTY}", UUID),
        )
    yield Hostile(url, done.stderr)
    server.drop(name)


COMMANDS = [
    ["queue"],
    ["show", f"t{NASTY}"],
    ["show", UUID],
    ["status"],
    ["runs"],
    ["memory", f"u{NASTY}"],
    ["memory", f"nobody{NASTY}"],
    ["recall", "1"],
    ["drain", "--show"],
    ["retry", f"t{NASTY}x"],
    ["config"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda one: visible(" ".join(one))[:20])
def test_nothing_that_a_person_wrote_commands_a_terminal(
    hostile: Hostile, command: list[str]
) -> None:
    _, sent = on_terminal(hostile.url, *command)
    # What is left are our own colours, and the live line's own orders.
    ours = COLOUR.sub("", sent)
    if command[0] == "drain":
        ours = re.sub(r"\x1b\[(\?25[hl]|2K|1A)|\r", "", ours)
    assert not set(ours) & OBEYED
    if command[0] in ("queue", "show") and UUID not in command:
        assert r"\x1b]0;pwn\x07" in "".join(ours.split())
        assert MARKUP in " ".join(ours.split())
        assert r"\u202e\x9b31m" in "".join(ours.split())


@pytest.mark.parametrize("command", COMMANDS, ids=lambda one: visible(" ".join(one))[:20])
def test_no_escape_goes_into_a_pipe_whatever_the_surroundings_ask_for(
    hostile: Hostile, command: list[str]
) -> None:
    for arguments in (command, [*command, "--json"]):
        done = shell(
            hostile.url, *arguments, TERM="xterm-256color", FORCE_COLOR="1", COLORTERM="24bit"
        )
        assert not set(done.stdout + done.stderr) & OBEYED
        assert done.stdout or done.returncode == 2


def test_a_log_for_people_in_a_pipe_has_no_colours_and_obeys_no_id(hostile: Hostile) -> None:
    assert "thread.claimed" in hostile.log
    assert r"\x1b]0;pwn" in hostile.log
    assert not set(hostile.log) & OBEYED


def test_json_tells_a_hostile_text_as_it_is(hostile: Hostile) -> None:
    shown = json.loads(asked(hostile.url, "show", f"t{NASTY}", "--json").stdout)
    assert (shown["thread_id"], shown["title"]) == (f"t{NASTY}", f"Title {NASTY}")


def test_a_state_has_its_colour_on_a_terminal_and_its_word_everywhere(hostile: Hostile) -> None:
    _, sent = on_terminal(hostile.url, "queue", columns=200)
    assert re.search(r"\x1b\[1;31mgiven up *\x1b\[0m", sent)
    assert re.search(r"\x1b\[32mreflected *\x1b\[0m", sent)
    assert {"given up", "reflected"} <= set(re.split(r"\s{2,}", COLOUR.sub("", sent)))
    _, healthy = on_terminal(hostile.url, "status")
    assert healthy.startswith("\x1b[32mHealthy")


@pytest.mark.parametrize("dull", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": ""}], ids=str)
@pytest.mark.parametrize("command", [["queue"], ["status"], ["show", UUID]], ids=" ".join)
def test_no_colours_where_they_are_not_wanted_or_not_known(
    hostile: Hostile, command: list[str], dull: dict[str, str]
) -> None:
    _, sent = on_terminal(hostile.url, *command, columns=80, **dull)
    assert "\x1b" not in sent
    assert sent.strip()


def test_an_empty_no_color_counts_as_none(hostile: Hostile) -> None:
    assert "\x1b[" in on_terminal(hostile.url, "queue", NO_COLOR="")[1]


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("command", [["queue"], ["show", UUID], ["runs"]], ids=" ".join)
def test_no_line_is_wider_than_the_terminal_and_no_id_is_cut(
    hostile: Hostile, command: list[str], columns: int
) -> None:
    _, sent = on_terminal(hostile.url, *command, columns=columns, NO_COLOR="1")
    tabled = [line for line in sent.splitlines() if not line.startswith("In all ")]
    if command == ["runs"]:
        assert all(cell_len(line) <= columns for line in tabled)
        assert "manual" in sent
        return
    assert UUID in re.sub(r"\s", "", sent)
    assert "\u2026" not in sent
    if command == ["queue"]:
        assert LONG_ID in folded(sent, columns)
        assert all(cell_len(line) <= columns for line in tabled)


def folded(sent: str, columns: int) -> str:
    """The first column of a table, or the values of a block, without the folds."""
    lines = sent.splitlines()
    heading = lines[0]
    if "user id" in heading:
        start, end = 0, heading.index("user id")
    else:
        # A block: its label has the width of the longest one.
        start, end = len("  overdue "), columns
    return "".join(_cells(line, start, end).strip() for line in lines)


def _cells(line: str, start: int, end: int) -> str:
    """What stands in these columns, where a wide character takes two."""
    at, found = 0, ""
    for sign in line:
        if start <= at < end:
            found += sign
        at += cell_len(sign)
    return found


def test_at_forty_columns_each_thread_is_a_block_with_its_labels(
    database_url: str, connection: Connection
) -> None:
    add_thread(connection, "t", "ann")
    fold(connection)
    _, sent = on_terminal(database_url, "queue", columns=40, NO_COLOR="1")
    block = [re.sub(r"\s+", " ", line.strip()) for line in sent.splitlines()[:5]]
    assert block[:3] == ["thread id t", "user id ann", "state due"]
    assert block[4].startswith("why its day ended ")


def test_in_a_pipe_a_row_is_a_line_and_whole_however_long(hostile: Hostile) -> None:
    lines = shell(hostile.url, "queue", COLUMNS="20").stdout.splitlines()
    (row,) = [line for line in lines if line.startswith(f"{UUID}-")]
    assert row.split("\t")[0] == LONG_ID
    assert len(row.split("\t")) == 5


def test_a_stream_that_knows_no_letters_of_a_script_still_ends_well(hostile: Hostile) -> None:
    done = subprocess.run(
        [SCRIPT, "queue"],
        env=environment(hostile.url, PYTHONIOENCODING="ascii"),
        capture_output=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert "대화".encode("ascii", "backslashreplace") in done.stdout


def test_a_screen_is_read_here_as_a_terminal_draws_it() -> None:
    assert on_screen("ab\rc\n\x1b[1A\x1b[2Kd") == ["d", ""]


@pytest.mark.parametrize(
    ("value", "shown"),
    [(None, ""), (True, "yes"), (False, "no"), (" a\n b\t", "a b"), (0, "0"), (1.5, "1.5")],
)
def test_a_cell_is_one_line(value: object, shown: str) -> None:
    assert cell(value) == shown


def test_an_id_keeps_each_of_its_blanks(database_url: str, connection: Connection) -> None:
    add_thread(connection, "a  b\tc\n", "ann")
    fold(connection)
    assert shell(database_url, "queue").stdout.splitlines()[1].startswith("a  b\\tc\\n\tann\t")
    assert "a  b\\tc\\n" in on_terminal(database_url, "queue")[1]


@pytest.mark.parametrize("seconds", [0, 119.9, 120, 7199, 7200, 172799, 172800, 9e6, -5])
def test_a_length_of_time_is_said_as_the_database_says_it(
    connection: Connection, seconds: float
) -> None:
    length = timedelta(seconds=seconds)
    assert in_words(length) == one(connection, "select reflection.in_words(%s)", (length,))
