"""What is wrong is said in one line that tells no secret, and the rest is done all the same."""

import json
from pathlib import Path

import psycopg
import pytest
from console import shell
from product import Connection, add_thread, one

from worker.settings import read_settings


@pytest.mark.parametrize(
    "url", ["host=x hunter2", "postgresql://user:s3#cr%zz@localhost/app", "postgresql://[hunter2"]
)
@pytest.mark.parametrize("command", ["migrate", "drain", "queue"])
def test_an_address_that_cannot_be_read_is_not_repeated(command: str, url: str) -> None:
    done = shell(url, command)
    assert done.returncode == 2
    assert "DATABASE_URL cannot be read" in done.stderr
    assert not any(secret in done.stderr + done.stdout for secret in ("hunter2", "s3#cr", "zz"))


def test_a_default_zone_that_is_none_stops_a_drain_before_its_first_claim(
    database_url: str, connection: Connection
) -> None:
    add_thread(connection, "t")
    name = connection.info.dbname
    connection.execute(f"alter database {name} set reflection.default_timezone = 'Asia/Soul'")
    done = shell(database_url, "drain")
    assert done.returncode == 2
    assert "'Asia/Soul'" in done.stderr
    assert one(connection, "select count(*) from reflection.runs") == 0


def test_a_new_default_zone_holds_before_any_fold_has_met_it(
    database_url: str, connection: Connection
) -> None:
    name = connection.info.dbname
    connection.execute(f"alter database {name} set reflection.default_timezone = 'Asia/Seoul'")
    with psycopg.connect(database_url) as fresh:
        assert one(fresh, "select reflection.user_zone('nobody')") == "Asia/Seoul"


def test_a_thread_that_cannot_be_imported_does_not_keep_out_the_next(
    database_url: str, connection: Connection, tmp_path: Path
) -> None:
    add_thread(connection, "taken", user_id="somebody")
    message = {"role": "user", "content": "I like tea.", "created_at": "2026-03-01T09:00:00Z"}
    lines = [
        {"thread_id": name, "user_id": "ada", "messages": [{"id": f"{name}-new", **message}]}
        for name in ("taken", "free")
    ]
    file = tmp_path / "threads.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    done = shell(database_url, "import", str(file))
    assert done.returncode == 1
    assert "'taken' belongs to another user" in done.stderr
    assert one(connection, "select thread_id from chat.messages where id = 'free-new'") == "free"
    assert one(connection, "select count(*) from chat.messages where id = 'taken-new'") == 0


@pytest.mark.parametrize(
    "arguments", [("memory", "ada", "--tokens", "3000000000"), ("queue", "--limit", "9" * 20)]
)
def test_a_number_that_no_database_takes_is_a_usage_error(
    database_url: str, arguments: tuple[str, ...]
) -> None:
    assert shell(database_url, *arguments).returncode == 2


def test_what_kubernetes_tells_every_pod_is_no_misspelt_setting() -> None:
    told = {
        "REFLECTION_WORKER_SERVICE_HOST": "10.0.0.1",
        "REFLECTION_WORKER_SERVICE_PORT_HTTP": "80",
        "REFLECTION_WORKER_PORT": "tcp://10.0.0.1:80",
        "REFLECTION_WORKER_PORT_80_TCP_ADDR": "10.0.0.1",
    }
    assert read_settings(told) == read_settings({})
