"""What the database holds true of memory whoever writes: sources, support, users, critical."""

from typing import Any

import psycopg
import pytest
from product import Connection, claim, fold, one
from remembered import observation, remember


def reflection(content: str, *support: str, supersedes: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "content": content,
        "content_hash": f"hash of {content}",
        "support": [f"hash of {one_of_them}" for one_of_them in support],
        "supersedes": list(supersedes),
    }


def id_of(connection: Connection, content: str) -> int:
    query = (
        "select id from reflection.observations where content = %s"
        " union all select id from reflection.reflections where content = %s"
    )
    return int(one(connection, query, (content, content)))


def live(connection: Connection, user_id: str = "user") -> list[str]:
    rows = connection.execute(
        "select content from reflection.live_observations(%s) order by id", (user_id,)
    )
    return [content for (content,) in rows]


def live_reflections(connection: Connection) -> list[str]:
    rows = connection.execute(
        "select content from reflection.reflections"
        " where superseded_by is null and dropped_at is null order by id"
    )
    return [content for (content,) in rows]


def drop(observation_id: int) -> dict[str, Any]:
    return {"observation_id": observation_id, "reason": "over target"}


def two_users(connection: Connection) -> tuple[int, int]:
    """The ids of Ada's observation and of Ben's."""
    remember(connection, observation("Ada's.", "a-1"), thread_id="a", user_id="ada")
    remember(connection, observation("Ben's.", "b-1"), thread_id="b", user_id="ben")
    return id_of(connection, "Ada's."), id_of(connection, "Ben's.")


def test_what_is_dropped_is_dropped_with_its_reason_and_critical_is_not(
    connection: Connection,
) -> None:
    remember(
        connection,
        observation("Low.", "a-1", relevance="low"),
        observation("Critical.", "a-1", relevance="critical"),
        thread_id="a",
    )
    low, critical = id_of(connection, "Low."), id_of(connection, "Critical.")
    remember(connection, drops=[drop(low), drop(critical), drop(10**9)])
    assert live(connection) == ["Critical."]
    reason = "select drop_reason from reflection.observations where id = %s"
    assert one(connection, reason, (low,)) == "over target"


def test_not_even_an_operator_drops_a_critical_observation(connection: Connection) -> None:
    remember(connection, observation("Critical.", "t-1", relevance="critical"))
    with pytest.raises(psycopg.errors.CheckViolation) as caught:
        connection.execute(
            "update reflection.observations set dropped_at = now(), drop_reason = ''"
        )
    assert caught.value.diag.constraint_name == "critical_is_never_dropped"


def test_a_drop_of_another_users_observation_is_ignored(connection: Connection) -> None:
    ada, ben = two_users(connection)
    remember(connection, drops=[drop(ada), drop(ben)], thread_id="c", user_id="ben")
    assert live(connection, "ada") == ["Ada's."]
    assert live(connection, "ben") == []


def test_a_reflection_rests_on_its_own_users_observations_alone(connection: Connection) -> None:
    two_users(connection)
    remember(
        connection,
        reflections=[reflection("Both.", "Ada's.", "Ben's."), reflection("Hers.", "Ada's.")],
        thread_id="c",
        user_id="ben",
    )
    assert live_reflections(connection) == ["Both."]
    support = connection.execute(
        "select user_id, observation_id from reflection.reflection_support"
    )
    assert support.fetchall() == [("ben", id_of(connection, "Ben's."))]


def test_a_newer_reflection_replaces_those_it_names_of_its_own_user(connection: Connection) -> None:
    two_users(connection)
    for user_id, content in (("ada", "Ada's."), ("ben", "Ben's.")):
        remember(
            connection,
            reflections=[reflection(f"On {user_id}.", content)],
            thread_id=f"of {user_id}",
            user_id=user_id,
        )
    replaced = ("hash of On ada.", "hash of On ben.")
    remember(
        connection,
        reflections=[reflection("Newer.", "Ben's.", supersedes=replaced)],
        thread_id="c",
        user_id="ben",
    )
    assert live_reflections(connection) == ["On ada.", "Newer."]


@pytest.mark.parametrize(
    ("crossing", "constraint"),
    [
        (
            "update reflection.observation_sources set user_id = 'ben' where user_id = 'ada'",
            "a_source_is_of_the_same_users_saying",
        ),
        (
            "insert into reflection.observation_sources"
            " select ben.id, ada.observation_id, 'ben', 'b', 'b-3', ''"
            " from reflection.sayings ada, reflection.sayings ben"
            " where ada.user_id = 'ada' and ben.user_id = 'ben'",
            "a_source_is_of_the_same_users_observation",
        ),
        (
            "update reflection.observations set superseded_by ="
            " (select id from reflection.observations where user_id = 'ben')"
            " where user_id = 'ada'",
            "superseded_by_the_same_users_observation",
        ),
        (
            "insert into reflection.reflection_support"
            " select 'ben', r.id, o.id, 1, gen_random_uuid(), now()"
            " from reflection.reflections r, reflection.observations o"
            " where o.user_id = 'ada'",
            "support_is_by_the_same_users_observation",
        ),
        (
            "insert into reflection.reflection_support"
            " select 'ada', r.id, o.id, 1, gen_random_uuid(), now()"
            " from reflection.reflections r, reflection.observations o"
            " where o.user_id = 'ada'",
            "support_is_for_the_same_users_reflection",
        ),
    ],
)
def test_no_reference_crosses_from_one_user_to_another(
    connection: Connection, crossing: str, constraint: str
) -> None:
    two_users(connection)
    remember(
        connection, reflections=[reflection("On Ben.", "Ben's.")], thread_id="c", user_id="ben"
    )
    with pytest.raises(psycopg.errors.ForeignKeyViolation) as caught:
        connection.execute(crossing)
    assert caught.value.diag.constraint_name == constraint


@pytest.mark.parametrize(
    "change",
    [
        "delete from reflection.observation_sources",
        "update reflection.observation_sources set thread_id = 'elsewhere'",
        "update reflection.observations set thread_id = 'elsewhere'",
        "insert into reflection.observations"
        " (user_id, thread_id, content, relevance, category, observed_at, token_count, origin,"
        " content_hash) values ('user', 't', 'Out of thin air.', 'low', 'fact', now(), 5, 'agent',"
        " 'x')",
    ],
)
def test_an_observation_without_a_source_in_its_own_thread_does_not_commit(
    connection: Connection, change: str
) -> None:
    remember(connection, observation("Likes tea.", "t-1", "t-3"))
    with pytest.raises(psycopg.errors.IntegrityConstraintViolation, match="no source message"):
        connection.execute(change)
    assert live(connection) == ["Likes tea."]


def test_one_of_two_sources_can_go_and_the_observation_with_its_last(
    connection: Connection,
) -> None:
    remember(connection, observation("Likes tea.", "t-1", "t-3"))
    connection.execute("delete from reflection.observation_sources where message_id = 't-1'")
    with connection.transaction():
        connection.execute("delete from reflection.observation_sources")
        connection.execute("delete from reflection.observations")
    assert live(connection) == []


def test_of_two_transactions_that_each_take_a_last_source_one_is_refused(
    connection: Connection, database_url: str
) -> None:
    remember(connection, observation("Likes tea.", "t-1", "t-3"))
    take = "delete from reflection.observation_sources where message_id = %s"
    with psycopg.connect(database_url) as other:
        other.execute(take, ("t-1",))
        connection.execute("begin")
        connection.execute(take, ("t-3",))
        other.commit()
        with pytest.raises(psycopg.errors.IntegrityConstraintViolation):
            connection.execute("commit")
    assert one(connection, "select message_id from reflection.observation_sources") == "t-3"


@pytest.mark.parametrize(
    "change",
    [
        "delete from reflection.reflection_support",
        "insert into reflection.reflections"
        " (user_id, content, content_hash, token_count, created_at)"
        " values ('user', 'Out of thin air.', 'x', 5, now())",
    ],
)
def test_a_reflection_without_support_does_not_commit(connection: Connection, change: str) -> None:
    remember(
        connection, observation("Likes tea.", "t-1"), reflections=[reflection("Tea.", "Likes tea.")]
    )
    with pytest.raises(psycopg.errors.IntegrityConstraintViolation, match="no supporting obs"):
        connection.execute(change)
    assert live_reflections(connection) == ["Tea."]


def test_text_taken_back_is_not_read_again_and_is_remembered_as_before(
    connection: Connection,
) -> None:
    remember(
        connection, observation("Likes tea.", "t-1"), reflections=[reflection("Tea.", "Likes tea.")]
    )
    said = one(connection, "select content from chat.messages where id = 't-1'")
    before = one(connection, "select reflection.memory_for('user')")
    for content in ("I like coffee.", said):
        connection.execute("update chat.messages set content = %s where id = 't-1'", (content,))
        fold(connection)
    assert claim(connection) is None
    assert one(connection, "select count(*) from reflection.observations") == 1
    assert one(connection, "select count(*) from reflection.reflections") == 1
    assert one(connection, "select reflection.memory_for('user')") == before
