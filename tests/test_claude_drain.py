"""A drain with a key: who reflects, what is sent, what it cost, and what is found out before."""

import json
from collections.abc import Iterator
from datetime import timedelta

import pytest
from claude import COMPILER, DROPPER, OBSERVER, REFLECTOR, api, with_key
from console import refused, shell
from messages_api.faults import Refused
from messages_api.server import KEY, Server
from product import LONG_AGO, Connection, add_message, add_thread, claim_row, one


@pytest.fixture
def messages() -> Iterator[Server]:
    with api() as running:
        yield running
        assert running.record.violations == ()


def test_with_a_key_and_no_other_setting_claude_reflects_and_says_what_it_cost(
    database_url: str, connection: Connection, messages: Server
) -> None:
    add_thread(connection, "t")
    done = shell(database_url, "drain", "--show", **with_key(messages))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Drained by claude (claude-haiku-5-5).\n")
    assert "1 claimed: 1 reflected" in done.stdout
    spent = one(connection, "select usd from reflection.spend")
    assert "spent     3 requests, " in done.stdout
    assert f"{spent:.4f} USD" in done.stdout
    # One request a stage, and none for the stage that had nothing to do.
    assert messages.record.counts == {OBSERVER: 1, REFLECTOR: 1, COMPILER: 1}
    row = connection.execute(
        "select tokens_in, tokens_out, engine, model, length(prompt_hash) from reflection.claim_log"
    ).fetchone()
    usage = messages.record.usage
    assert row == (usage.prompt_tokens, usage.output_tokens, "claude", "claude-haiku-5-5", 64)


def test_an_ordinary_thread_of_a_full_pool_costs_one_request_a_stage(
    database_url: str, connection: Connection, messages: Server
) -> None:
    for number in range(4):
        at = LONG_AGO + timedelta(hours=number)
        add_thread(connection, f"t{number}", turns=6, at=at)
    settings = with_key(messages, REFLECTION_POOL_TOKENS=100)
    done = shell(database_url, "drain", "--until-empty", **settings)
    assert done.returncode == 0, done.stderr
    assert messages.record.counts == {
        OBSERVER: 4,
        REFLECTOR: 4,
        COMPILER: 4,
        DROPPER: 3,
    }
    assert one(connection, "select reflection.pool_tokens('user')") <= 100


def test_without_a_key_the_engine_claude_is_refused_before_a_claim(
    database_url: str, connection: Connection
) -> None:
    add_thread(connection, "t")
    code, wrong, to_do = refused(database_url, "drain", REFLECTION_ENGINE="claude")
    assert code == 2
    assert "credentials" in wrong
    assert "ANTHROPIC_API_KEY" in to_do
    assert one(connection, "select count(*) from reflection.runs") == 0


@pytest.mark.parametrize(
    ("fault", "named"),
    [
        (Refused(401), "ANTHROPIC_API_KEY"),
        (Refused(403), "ANTHROPIC_API_KEY"),
        (Refused(404, "model: claude-haiku-5-5"), "REFLECTION_MODEL"),
    ],
)
def test_a_key_or_a_model_that_is_refused_costs_no_thread_anything(
    database_url: str, connection: Connection, messages: Server, fault: Refused, named: str
) -> None:
    add_thread(connection, "t")
    add_thread(connection, "u", user_id="another")
    messages.script.then(fault, to=OBSERVER)
    done = shell(database_url, "drain", **with_key(messages))
    assert done.returncode == 1
    (stopped,) = [line for line in map(json.loads, done.stderr.splitlines()) if "to_do" in line]
    assert named in stopped["to_do"]
    assert KEY not in done.stdout + done.stderr
    row = claim_row(connection, "t")
    assert (row.attempts, row.not_before, row.claim_id) == (0, None, None)
    assert len(messages.record.requests) == 1
    assert shell(database_url, "drain", **with_key(messages)).returncode == 0
    assert one(connection, "select count(*) from reflection.claims where reflected_at is null") == 0


def test_a_dry_run_sends_nothing_and_shows_what_it_would_send(
    database_url: str, connection: Connection, messages: Server
) -> None:
    add_thread(connection, "t")
    done = shell(database_url, "drain", "--dry-run", "--show", **with_key(messages))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Would drain 1 thread with claude (claude-haiku-5-5).\n")
    assert "I like t number 1." in done.stdout
    assert "record_observations" in done.stdout
    assert messages.record.all == ()
    found = json.loads(
        shell(database_url, "drain", "--dry-run", "--json", **with_key(messages)).stdout
    )
    (thread,) = found["threads"]
    shell(database_url, "drain", **with_key(messages))
    (observer,) = messages.record.of(OBSERVER)
    assert thread["requests"][0]["shown"] == observer.shown
    assert "model.unpriced" not in done.stderr
    unpriced = with_key(messages, REFLECTION_DROPPER_MODEL="a-model")
    told = shell(database_url, "drain", "--dry-run", **unpriced).stderr
    assert "model.unpriced" in told
    assert "a-model" in told
    # What is set aside is more than it costs, and not by so much that a cap would mean nothing.
    spent = float(one(connection, "select usd from reflection.spend"))
    assert spent < thread["estimate"]["usd"] < 10 * spent


def test_a_cap_that_is_spent_sends_nothing_and_stops_the_drain(
    database_url: str, connection: Connection, messages: Server
) -> None:
    add_thread(connection, "t")
    done = shell(database_url, "drain", **with_key(messages, REFLECTION_DAILY_USD=0))
    assert done.returncode == 0, done.stderr
    assert "stopped   spend_cap: the spend cap of the day was reached" in done.stdout
    assert "1 claimed: 1 put off by a cap on spending" in done.stdout
    assert messages.record.all == ()
    assert claim_row(connection, "t").attempts == 0


def test_a_cap_in_usd_for_a_model_without_a_price_is_refused_before_a_claim(
    database_url: str, messages: Server
) -> None:
    settings = with_key(messages, REFLECTION_DAILY_USD=1, REFLECTION_MODEL="claude-unheard-of")
    code, wrong, to_do = refused(database_url, "drain", **settings)
    assert code == 2
    assert "claude-unheard-of" in wrong
    assert "REFLECTION_PRICES" in to_do


def test_neither_what_was_said_nor_a_key_is_in_any_log(
    database_url: str, connection: Connection, messages: Server
) -> None:
    add_thread(connection, "t", turns=0)
    secret = "sk-ant-api03-" + "Ab1" * 20
    for number, text in enumerate(["Call me Zanzibar.", f"My key is {secret}.", "Bye, Zanzibar."]):
        add_message(
            connection, f"t-{number}", "t", "user", text, LONG_AGO + timedelta(minutes=number)
        )
    messages.script.nth(1, Refused(500), to=OBSERVER)
    messages.script.always(Refused(400, "Zanzibar"), to=REFLECTOR)
    settings = with_key(messages, REFLECTION_LOG_LEVEL="debug", ANTHROPIC_LOG="debug")
    done = shell(database_url, "drain", **settings)
    assert done.returncode in (0, 1)
    for said in ("Zanzibar", secret, KEY):
        assert said not in done.stderr
    stored = str(connection.execute("select * from reflection.observations").fetchall())
    assert "Zanzibar" in stored
    assert secret not in stored
    logged = str(connection.execute("select * from reflection.claim_log").fetchall())
    assert "Zanzibar" not in logged
