"""What people reported, as inputs to a drain with Claude: threads, requests and what is left."""

import signal
import subprocess
import time
from collections.abc import Iterator
from datetime import timedelta

import psycopg
import pytest
from claude import OBSERVER, REFLECTOR, api, distilled, engine, observed, reflected, with_key
from console import SCRIPT, environment
from messages_api.faults import ErrorEvent, Refused, Silence, Slow
from messages_api.record import Received
from messages_api.reply import Reply
from messages_api.server import Server
from product import LONG_AGO, Connection, add_message, add_thread, claim_row, one
from reported import contents

from worker.records import StopReason
from worker.reflect import Bounds
from worker.store.database import Database

TWO = ["User said: I like t number 1.", "User said: I like t number 3."]


@pytest.fixture
def messages() -> Iterator[Server]:
    with api() as running:
        yield running
        assert running.record.violations == ()


def observation(content: str, *sources: str) -> dict[str, object]:
    return {
        "content": content,
        "relevance": "low",
        "category": "fact",
        "sources": list(sources),
        "supersedes": [],
    }


def hand_in(*given: dict[str, object], done: bool = True) -> Reply:
    return Reply().tool(OBSERVER, {"observations": list(given), "done": done})


def expire(connection: Connection) -> None:
    connection.execute(
        "update reflection.claims set claimed_at = claimed_at - interval '1 day',"
        " expires_at = expires_at - interval '1 day' where claim_id is not null"
    )


def test_o01_a_nul_that_the_model_wrote_is_taken_out_and_the_thread_is_marked(
    database: Database, connection: Connection, messages: Server
) -> None:
    add_thread(connection, "t")
    messages.script.then(hand_in(observation("Invoice\x00 42", "m1")), to=OBSERVER)
    assert reflected(database, engine(messages)).reflected == 1
    assert contents(connection) == ["Invoice 42"]


def test_o05_a_long_thread_comes_in_chunks_and_a_long_message_as_head_and_tail(
    database: Database, connection: Connection, messages: Server
) -> None:
    add_thread(connection, "t", turns=40)
    long = "begin " + "words " * 70_000 + "end"
    add_message(connection, "long", "t", "user", long, LONG_AGO + timedelta(hours=2))
    done = reflected(database, engine(messages), bounds=Bounds(chunk_tokens=300))
    assert done.reflected == 1
    shown = [request.shown for request in messages.record.of(OBSERVER)]
    assert len(shown) >= 3
    assert sum(text.count("user: I like t number") for text in shown) >= 40
    (held,) = [text for text in shown if "begin words" in text]
    assert held.rstrip().endswith("words end")
    assert len(held) < 40_000
    every = "select count(*) from reflection.coverage where skipped is null"
    assert one(connection, every) == 81


def test_o10_a_conversation_that_never_ends_is_cut_off_whole_and_what_it_gave_is_kept(
    database: Database, connection: Connection, messages: Server
) -> None:
    add_thread(connection, "t")

    def on_and_on(request: Received) -> Reply:
        return hand_in(observation(f"User likes thing {request.turn}.", "m1"), done=False)

    messages.script.always(on_and_on, to=OBSERVER)
    assert reflected(database, engine(messages)).partial == 1
    assert len(messages.record.of(OBSERVER)) == 16
    assert len(contents(connection)) == 16
    ended = "select stages #>> '{observer,ended}' from reflection.claim_log"
    assert one(connection, ended) == "partial"


def test_o13_an_overload_inside_a_stream_is_tried_again_and_nothing_is_recorded_twice(
    database: Database, connection: Connection, messages: Server
) -> None:
    add_thread(connection, "t")
    messages.script.nth(1, ErrorEvent(hand_in(observation("User likes it.", "m1"))), to=OBSERVER)
    assert reflected(database, engine(messages)).reflected == 1
    assert contents(connection) == TWO
    assert one(connection, "select requests from reflection.claim_log") == 4


def test_o13_an_overload_that_lasts_stops_the_drain_and_says_why(
    database: Database, connection: Connection, messages: Server
) -> None:
    add_thread(connection, "t")
    add_thread(connection, "u", user_id="another")
    messages.script.always(ErrorEvent(), to=OBSERVER)
    done = reflected(database, engine(messages))
    assert (done.stop_reason, done.cycles) == (StopReason.ERROR, 1)
    row = claim_row(connection, "t")
    assert (row.attempts, row.refunds) == (0, 1)
    assert "overloaded_error" in row.last_error
    assert one(connection, "select requests from reflection.claim_log") == 4


def test_o15_a_model_that_says_the_same_for_ever_is_heard_once(
    database: Database, connection: Connection, messages: Server
) -> None:
    add_thread(connection, "t")
    messages.script.always(hand_in(observation("User likes it.", "m1"), done=False), to=OBSERVER)
    done = reflected(database, engine(messages))
    assert (done.reflected, contents(connection)) == (1, ["User likes it."])
    assert len(messages.record.of(OBSERVER)) == 2


def test_o22_a_model_that_calls_no_tool_is_asked_once_more_and_may_find_nothing(
    database: Database, connection: Connection, messages: Server
) -> None:
    add_thread(connection, "t")
    messages.script.then(Reply().text("There is nothing."), hand_in(), to=OBSERVER)
    assert reflected(database, engine(messages)).empty == 1
    row = claim_row(connection, "t")
    assert (row.eligible_at, row.last_outcome) == (None, "empty")
    assert reflected(database, engine(messages)).cycles == 0


def test_o22_a_model_that_stays_silent_fails_its_thread_three_times_and_no_more(
    database: Database, connection: Connection, messages: Server
) -> None:
    add_thread(connection, "t")
    messages.script.always(Reply().text("There is nothing."), to=OBSERVER)
    for _ in range(5):
        reflected(database, engine(messages))
        connection.execute("update reflection.claims set not_before = null, eligible_at = now()")
    row = claim_row(connection, "t")
    assert (row.attempts, row.given_up_at is not None) == (3, True)
    assert len(messages.record.of(OBSERVER)) == 6


def test_o26_a_reply_that_was_broken_off_is_not_shown_and_holds_nothing_up(
    database: Database, connection: Connection, messages: Server
) -> None:
    add_thread(connection, "t")
    late = LONG_AGO + timedelta(hours=1)
    add_message(connection, "p", "t", "assistant", "The answer is", late, status="streaming")
    assert reflected(database, engine(messages)).reflected == 1
    assert "The answer is" not in str([one.body for one in messages.record.requests])


def test_o31_a_thread_that_the_model_always_refuses_costs_the_others_nothing(
    database: Database, connection: Connection, messages: Server
) -> None:
    add_thread(connection, "poison", user_id="p")
    for number in range(6):
        at = LONG_AGO + timedelta(hours=number + 1)
        add_thread(connection, f"t{number}", user_id=f"u{number}", at=at)

    def picky(request: Received) -> Reply | Refused:
        return Refused(400) if "poison" in request.shown else observed(request)

    messages.script.always(picky, to=OBSERVER)
    done = reflected(database, engine(messages))
    assert (done.reflected, done.failed, done.stop_reason) == (6, 1, StopReason.EMPTY)
    assert claim_row(connection, "poison").attempts == 1


def test_what_is_wrong_with_every_request_gives_up_no_thread(
    database: Database, connection: Connection, messages: Server
) -> None:
    for number in range(3):
        add_thread(connection, f"t{number}", user_id=f"u{number}")
    messages.script.always(Refused(400, "tools: strict is not supported"), to=OBSERVER)
    done = reflected(database, engine(messages))
    assert (done.stop_reason, done.cycles, done.failed) == (StopReason.ERROR, 1, 0)
    assert claim_row(connection, "t0").attempts == 0


def test_o33_a_connection_that_is_closed_during_a_request_is_made_anew(
    database: Database, database_url: str, connection: Connection, messages: Server
) -> None:
    add_thread(connection, "t")
    name = one(connection, "select current_database()")
    for setting in ("idle_in_transaction_session_timeout", "idle_session_timeout"):
        connection.execute(f'alter database "{name}" set {setting} = 300')
    messages.script.always(lambda request: Slow(0.8, observed(request)), to=OBSERVER)
    messages.script.always(lambda request: Slow(0.8, distilled(request)), to=REFLECTOR)
    with Database(database_url) as cut_off:
        assert reflected(cut_off, engine(messages)).reflected == 1
    with psycopg.connect(database_url) as fresh:
        assert contents(fresh) == TWO


def test_o36_a_server_that_never_answers_ends_the_drain_at_the_deadline_of_a_request(
    database: Database, connection: Connection, messages: Server
) -> None:
    add_thread(connection, "t")
    messages.script.always(Silence(), to=OBSERVER)
    began = time.monotonic()
    done = reflected(database, engine(messages), bounds=Bounds(call_seconds=0.5))
    assert time.monotonic() - began < 5
    assert done.stop_reason is StopReason.ERROR
    assert (claim_row(connection, "t").attempts, claim_row(connection, "t").refunds) == (0, 1)


def test_o30_a_request_slower_than_the_lease_is_ended_before_it(
    database: Database, connection: Connection, messages: Server
) -> None:
    add_thread(connection, "t")
    messages.script.always(lambda request: Slow(5, observed(request)), to=OBSERVER)
    bounds = Bounds(lease_seconds=1)
    done = reflected(database, engine(messages), bounds=bounds, lease_seconds=1)
    assert done.stop_reason is StopReason.ERROR
    # Its claim was still its own to give back.
    assert claim_row(connection, "t").refunds == 1
    (request,) = messages.record.of(OBSERVER)
    assert request.wait().hung_up


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("stage", [OBSERVER, REFLECTOR])
def test_o25_o29_a_worker_stopped_or_killed_during_a_request_leaves_one_set_of_everything(
    database_url: str,
    database: Database,
    connection: Connection,
    messages: Server,
    stage: str,
    sent: signal.Signals,
) -> None:
    add_thread(connection, "t")
    messages.script.nth(1, Silence(), to=stage)
    worker = subprocess.Popen(
        [SCRIPT, "drain"],
        env=environment(database_url, **with_key(messages)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    waiting = messages.record.wait_for(1 if stage == OBSERVER else 2, 60)[-1]
    began = time.monotonic()
    worker.send_signal(sent)
    code = worker.wait(30)
    assert waiting.wait().hung_up
    if sent == signal.SIGTERM:
        assert (code, time.monotonic() - began < 10) == (143, True)
        row = claim_row(connection, "t")
        # Given back, the attempt too; or done, with what had been observed and paid for.
        assert (row.claim_id, row.attempts, row.not_before) == (None, 0, None)
        assert one(connection, "select stop_reason from reflection.runs") == "interrupted"
    expire(connection)
    reflected(database, engine(messages))
    assert contents(connection) == TWO
    assert claim_row(connection, "t").eligible_at is None
