"""Who may read and forget notes, each with the rights of its role."""

import psycopg
import pytest
from noted import note, write
from product import Connection, one
from psycopg import errors
from test_roles import Login, login

__all__ = ["login"]

NOTES = "select array_agg(slug) from reflection.notes_for(%s)"
FOR = ("note_writings", "note_support", "notes", "note_links")


@pytest.fixture(autouse=True)
def _taught(connection: Connection) -> None:
    """A note of ann's and one of bob's."""
    for user_id in ("ann", "bob"):
        tea = note(f"{user_id}-tea", "Tea.", links=[("milk", "")])
        write(connection, user_id, tea, learned=("Tea.",), user_id=user_id)


def test_a_reader_sees_the_notes_of_the_user_that_its_transaction_names_and_no_others(
    login: Login,
) -> None:
    with psycopg.connect(login("reflection_reader"), autocommit=True) as reader:
        assert one(reader, NOTES, ["ann"]) is None
        with reader.transaction():
            reader.execute("set local reflection.reader_user = 'ann'")
            assert one(reader, NOTES, ["ann"]) == ["ann-tea"]
            assert one(reader, NOTES, ["bob"]) is None
            for table in FOR:
                users = f"select array_agg(distinct user_id) from reflection.{table}"
                assert one(reader, users) == ["ann"], table
        for call in ("note_sources('ann', 'ann-tea')", "active_notes('ann')"):
            with pytest.raises(errors.InsufficientPrivilege):
                reader.execute(f"select reflection.{call}")
        with pytest.raises(errors.InsufficientPrivilege):
            reader.execute("select reflection.forget_note('ann', 'ann-tea')")


def test_the_products_server_reads_and_forgets_anybodys_notes_and_writes_none(
    connection: Connection, login: Login
) -> None:
    with psycopg.connect(login("reflection_service"), autocommit=True) as service:
        assert one(service, NOTES, ["ann"]) == ["ann-tea"]
        text = "select text from reflection.note_sources('bob', 'bob-tea')"
        assert one(service, text) == "I like bob number 1."
        for table in FOR:
            with pytest.raises(errors.InsufficientPrivilege):
                service.execute(f"delete from reflection.{table}")
        service.execute("select reflection.forget_note('bob', 'bob-tea')")
        assert one(service, NOTES, ["bob"]) is None
        assert one(service, NOTES, ["ann"]) == ["ann-tea"]


def test_a_worker_is_told_the_notes_of_a_user_and_forgets_none(login: Login) -> None:
    with psycopg.connect(login("reflection_worker"), autocommit=True) as worker:
        assert one(worker, "select slug from reflection.active_notes('ann')") == "ann-tea"
        for call in ("notes_for('ann')", "note_sources('ann', 'x')", "forget_note('ann', 'x')"):
            with pytest.raises(errors.InsufficientPrivilege):
                worker.execute(f"select reflection.{call}")
