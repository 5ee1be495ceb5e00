"""erase and forget: what they ask, print and refuse."""

import json

import pytest
from console import Terminal, asked, refused, shell
from erased import observation, receipt, reflect, talk
from product import Connection, one


@pytest.fixture
def tea(database_url: str, connection: Connection) -> str:
    """A database with one reflected thread of zoe's, of whose messages one is remembered."""
    talk(connection, "t", "zoe", "I like zebras.", "Yes.")
    reflect(connection, "t", observation("User likes zebras.", "t-1"))
    return database_url


COMMANDS = [
    (("erase", "user", "zoe"), "erase_user", ("zoe",), "user 'zoe'"),
    (("erase", "thread", "t"), "erase_thread", ("t",), "thread 't'"),
    (("erase", "message", "t", "t-1"), "erase_message", ("t", "t-1"),
     "message 't-1' of thread 't'"),
    (("forget", "#1"), "forget_memory", ("#1",), "memory #1"),
]  # fmt: skip
EACH = pytest.mark.parametrize(
    ("command", "call", "ids", "what"), COMMANDS, ids=[" ".join(each[0][:2]) for each in COMMANDS]
)


@EACH
def test_a_dry_run_prints_what_would_go_and_yes_what_went(
    tea: str,
    connection: Connection,
    command: tuple[str, ...],
    call: str,
    ids: tuple[str, ...],
    what: str,
) -> None:
    counts = receipt(connection, call, *ids, dry_run=True)
    lines = [f"{table}\t{rows}" for table, rows in counts.items()]
    told = asked(tea, *command, "--dry-run")
    assert told.exit_code == 0
    assert told.stdout.splitlines() == [f"Would erase {what}:", "table\trows", *lines]
    told = asked(tea, *command, "--dry-run", "--json")
    assert json.loads(told.stdout) == {"dry_run": True, "receipt": counts}
    assert one(connection, "select count(*) from reflection.tombstones") == 0

    done = shell(tea, *command, "--yes")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [f"Erased {what}:", "table\trows", *lines]
    assert one(connection, "select count(*) from reflection.observations") == 0
    (line,) = done.stderr.splitlines()
    rows = sum(counts.values()) - counts["reflection.tombstones"]
    assert json.loads(line)["event"] == "erasure.done"
    assert json.loads(line)["rows"] == rows
    assert "zebra" not in line


@EACH
def test_without_a_terminal_and_without_yes_nothing_is_erased(
    tea: str,
    connection: Connection,
    command: tuple[str, ...],
    call: str,
    ids: tuple[str, ...],
    what: str,
) -> None:
    assert refused(tea, *command) == (
        2,
        f"Nothing asks before {what} is erased when there is no terminal.",
        "See what would go with --dry-run, then say --yes.",
    )
    assert receipt(connection, call, *ids, dry_run=True)["reflection.observations"] == 1


@pytest.mark.parametrize(("answer", "code", "left"), [("y", 0, 0), ("n", 1, 1)])
def test_on_a_terminal_it_asks_with_the_counts_and_does_as_it_is_told(
    tea: str, connection: Connection, answer: str, code: int, left: int
) -> None:
    counts = receipt(connection, "forget_memory", "1", dry_run=True)
    rows = sum(counts.values()) - counts["reflection.tombstones"]
    with Terminal(100) as terminal:
        terminal.start(tea, "forget", "1")
        terminal.until(
            f"Erase memory #1, {rows} rows of {len(counts) - 1} tables, for good? [y/N]: "
        )
        terminal.type(answer + "\n")
        assert terminal.ends()[0] == code
    assert one(connection, "select count(*) from reflection.observations") == left


def test_who_is_not_known_is_said_and_what_arrives_late_is_kept_out_all_the_same(
    tea: str, connection: Connection
) -> None:
    told = asked(tea, "erase", "user", "nobody", "--yes")
    assert told.exit_code == 0
    assert told.stdout.splitlines() == [
        "Nothing is known of user 'nobody'.",
        "table\trows",
        "reflection.tombstones\t1",
    ]
    assert one(connection, "select user_id from reflection.tombstones") == "nobody"


@pytest.mark.parametrize("more", ["--yes", "--dry-run"])
def test_a_line_that_there_is_not_is_refused(tea: str, more: str) -> None:
    assert refused(tea, "forget", "r7", more) == (
        2,
        "There is no memory #r7.",
        "See the ids of a user's: reflection-worker memory USER",
    )
    assert refused(tea, "forget", "seven", more)[1] == "no memory id: seven"
