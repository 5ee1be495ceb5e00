"""Reading one message of an export: what is understood, what is left out, what is refused."""

from typing import Any

import pytest
from exports import (
    NINE,
    SECRET,
    a_message,
    a_thread,
    noticed_of,
    read,
    read_one,
    refused_of,
    thread_of,
)

from worker.records import Role
from worker.source import Status


@pytest.mark.parametrize(
    ("written", "role"),
    [
        ("user", Role.USER),
        ("Human", Role.USER),
        ("assistant", Role.ASSISTANT),
        ("ai", Role.ASSISTANT),
        ("model", Role.ASSISTANT),
        ("bot", Role.ASSISTANT),
        ("system", Role.SYSTEM),
        ("developer", Role.SYSTEM),
        ("tool", Role.TOOL),
        ("function", Role.TOOL),
    ],
)
def test_a_role_is_known_under_its_other_names(written: str, role: Role) -> None:
    assert read_one(a_message(role=written)).role is role


@pytest.mark.parametrize(
    ("written", "status"),
    [
        (None, Status.COMPLETE),
        ("completed", Status.COMPLETE),
        ("finished_successfully", Status.COMPLETE),
        ("in-progress", Status.STREAMING),
        ("interrupted", Status.ABORTED),
        ("cancelled", Status.ABORTED),
        ("failed", Status.ERROR),
    ],
)
def test_a_status_is_known_under_its_other_names(written: str | None, status: Status) -> None:
    assert read_one(a_message(status=written)).status is status


@pytest.mark.parametrize(
    "spoilt",
    [
        a_message(id="bad", role="moderator"),
        a_message(id="bad", role=SECRET),
        a_message(id="bad", role=None),
        a_message(id="bad", status="lost"),
        a_message(id="bad", status=0),
        a_message(id="bad", content=42),
        a_message(id="bad", content={"text": SECRET}),
    ],
)
def test_a_message_that_cannot_be_understood_is_refused_by_name_and_its_thread_is_kept(
    spoilt: dict[str, Any],
) -> None:
    said = read(a_thread(a_message(), spoilt, a_message(id="m3")))
    (refused,) = refused_of(said)
    assert refused.message == "bad"
    assert "'bad'" in refused.reason
    assert SECRET not in refused.reason
    assert [message.id for message in thread_of(said).messages] == ["m1", "m3"]


def test_the_later_of_two_messages_with_one_id_is_refused() -> None:
    said = read(a_thread(a_message(id=5), a_message(id="5", content="later")))
    assert [refused.message for refused in refused_of(said)] == ["5"]
    assert [message.content for message in thread_of(said).messages] == [SECRET]


def test_a_message_without_an_id_is_named_by_its_place_even_after_one_that_was_refused() -> None:
    message = a_message()
    del message["id"]
    said = read(a_thread(message, "nonsense", message))
    assert [refused.message for refused in refused_of(said)] == ["t/1"]
    assert [message.id for message in thread_of(said).messages] == ["t/0", "t/2"]


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (None, ""),
        ("as it is\n", "as it is\n"),
        ([], ""),
        (
            [{"type": "text", "text": "one"}, {"type": "input_text", "text": "two"}, "3"],
            "one\ntwo\n3",
        ),
        ([{"type": "text", "text": {"value": "old shape"}}], "old shape"),
        ([{"type": "image_url", "image_url": {"url": "data:..."}}], "[image]"),
        ([{"type": "file", "filename": "report\n.pdf"}], "[file report .pdf]"),
        ([{"type": "input_file", "file": {"name": "a.csv"}}], "[file a.csv]"),
        ([{"type": "file"}, {"type": "thinking", "thinking": "hm"}], "[file]\n[thinking]"),
        ([{"type": []}, {"type": "two words"}, 3, None], "[part]\n[part]\n[part]\n[part]"),
    ],
)
def test_content_becomes_one_text_with_a_label_for_what_is_not_text(
    content: Any, text: str
) -> None:
    assert read_one(a_message(content=content)).content == text


@pytest.mark.parametrize(
    "written",
    [
        "2024-03-05T09:00:00Z",
        "2024-03-05t09:00:00z",
        "2024-03-05 09:00:00+00",
        "2024-03-05T18:00:00.000+09:00",
        "2024-03-05T18:00:00",
        " 2024-03-05T18:00 ",
        1709629200,
        1709629200.0,
        1709629200000,
    ],
)
def test_a_time_is_read_in_any_of_these_ways(written: Any) -> None:
    assert read_one(a_message(created_at=written)).created_at == NINE


@pytest.mark.parametrize(
    "written",
    [
        None,
        "",
        "yesterday",
        True,
        [],
        {},
        10**30,
        -(10**15),
        "0001-01-01",
        "9999-12-31T23:59-14:00",
    ],
)
def test_a_time_that_cannot_be_read_is_none_and_said_once_a_thread(written: Any) -> None:
    said = read(a_thread(a_message(created_at=written), a_message(id="m2", created_at=written)))
    assert [message.created_at for message in thread_of(said).messages] == [None, None]
    (noticed,) = noticed_of(said)
    assert "2 of 2 messages" in noticed
    assert "created_at" in noticed


@pytest.mark.parametrize(
    "zone", [None, "", "Mars/Olympus", "UTC+3", "Etc/GMT-9", "KST", "../etc", "Asia"]
)
def test_a_time_without_an_offset_is_utc_where_the_zone_is_unusable_and_that_is_said(
    zone: str | None,
) -> None:
    said = read(a_thread(a_message(created_at="2024-03-05T09:00"), timezone=zone))
    assert thread_of(said).messages[0].created_at == NINE
    assert thread_of(said).timezone == zone
    assert "read as UTC" in noticed_of(said)[0]


def test_what_only_adds_to_a_message_is_left_out_and_said_rather_than_losing_the_message() -> None:
    said = read(a_thread(a_message(name=3, edited_at="soon"), archived_at="never"))
    (message,) = thread_of(said).messages
    assert (message.name, message.edited_at, thread_of(said).archived_at) == (None, None, None)
    assert len(noticed_of(said)) == 3


def test_the_order_of_the_file_is_the_order_of_the_thread_when_times_tie_or_are_missing() -> None:
    messages = [a_message(id=name, created_at=None) for name in "zab"]
    thread = thread_of(read(a_thread(*messages)))
    assert [(message.id, message.position) for message in thread.messages] == [
        ("z", 0),
        ("a", 1),
        ("b", 2),
    ]


def test_positions_are_kept_and_followed_where_every_message_has_its_own() -> None:
    said = read(a_thread(a_message(id="b", position=20), a_message(id="a", position=10)))
    assert [(one.id, one.position) for one in thread_of(said).messages] == [("a", 10), ("b", 20)]
    assert not noticed_of(said)


@pytest.mark.parametrize("positions", [(1, None), (1, 1), (1, -1), (0, True), (0, 1.5), (0, 2**31)])
def test_positions_that_settle_no_order_give_way_to_the_order_of_the_file(
    positions: tuple[Any, ...],
) -> None:
    messages = [a_message(id=str(i), position=position) for i, position in enumerate(positions)]
    said = read(a_thread(*messages))
    assert [message.position for message in thread_of(said).messages] == [0, 1]
    assert "position" in noticed_of(said)[0]
