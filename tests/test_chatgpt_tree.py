"""Which branch of a ChatGPT conversation stands, also where its tree is broken."""

from typing import Any

import pytest
from chatgpt_exports import BEGAN, ROOT, answered, branch, ordinary, read, said
from exports import SECRET, noticed_of, refused_of, thread_of, threads_of

from worker.exchange.conversation import Export
from worker.exchange.omitted import Omitted


def own_ids(*values: Any) -> list[str]:
    """The ids of what was imported of one conversation, without the conversation's."""
    return [message.id.partition("/")[2] for message in thread_of(read(*values)).messages]


def test_of_a_regenerated_answer_the_one_shown_is_taken_and_the_other_is_counted() -> None:
    chat = ordinary()
    branch(chat, "u2", ("a2-again", answered("I shall.")))
    export = Export("me", None)
    said_of = read(chat, export=export)
    thread = thread_of(said_of)
    assert [message.content for message in thread.messages][-1] == "I shall."
    assert "c-1/a2" in (thread.left or ())
    assert export.omitted[Omitted.BRANCH] == 1
    assert noticed_of(said_of) == ["not imported: messages on branches that were left (1)"]
    assert str(said_of[1]).startswith("conversation 1 ('c-1'): ")


def test_going_back_to_the_first_answer_is_followed_though_it_is_older() -> None:
    chat = ordinary()
    branch(chat, "u2", ("a2-again", answered("I shall.")), current=False)
    assert own_ids(chat) == ["u1", "a1", "u2", "a2"]


def test_an_edited_prompt_takes_all_that_followed_the_old_one_with_it() -> None:
    chat = ordinary()
    branch(chat, "profile", ("u1-new", said("I prefer coffee.")), ("a1-new", answered("Noted.")))
    export = Export("me", None)
    assert [message.content for message in thread_of(read(chat, export=export)).messages] == [
        "I prefer coffee.",
        "Noted.",
    ]
    assert export.omitted[Omitted.BRANCH] == 4


def test_rows_that_nobody_sees_are_not_counted_as_messages_that_were_left() -> None:
    chat = ordinary()
    branch(chat, "u2", ("a2-again", answered("I shall.")))
    branch(chat, "u2", ("blank", answered("")), current=False)
    export = Export("me", None)
    read(chat, export=export)
    assert export.omitted[Omitted.BRANCH] == 1


def test_a_message_stays_in_its_place_when_its_answer_is_regenerated() -> None:
    before = {m.id: m.position for m in thread_of(read(ordinary())).messages}
    chat = ordinary()
    branch(chat, "u2", ("a2-again", answered("I shall.")), ("u3", said("And dogs.")))
    after = {m.id: m.position for m in thread_of(read(chat)).messages}
    assert after["c-1/a2-again"] == before["c-1/a2"]
    assert all(after[one] == before[one] for one in after.keys() & before.keys())


@pytest.mark.parametrize("current", [None, "gone", 5, ["a2"]])
def test_without_a_current_node_the_newest_branch_is_taken_and_that_is_said(current: Any) -> None:
    chat = ordinary()
    branch(chat, "u2", ("a2-again", answered("I shall.")))
    chat["current_node"] = current
    assert own_ids(chat) == ["u1", "a1", "u2", "a2-again"]
    assert "current_node" in " ".join(noticed_of(read(chat)))


def test_without_a_current_node_times_decide_and_then_the_order_of_the_file() -> None:
    chat = ordinary()
    branch(chat, "u2", ("late", answered("Late.")), ("later", answered("Later.")))
    branch(chat, "u2", ("old", answered("Old.", create_time=BEGAN)))
    del chat["current_node"]
    assert own_ids(chat)[-1] == "later"
    for node in chat["mapping"].values():
        if node["message"]:
            node["message"]["create_time"] = None
    assert own_ids(chat)[-1] == "old"


def test_parents_that_go_round_in_a_circle_end_nothing_and_are_refused_by_name() -> None:
    chat = ordinary()
    chat["mapping"]["u1"]["parent"] = "a2"
    chat["mapping"]["profile"]["children"] = []
    said_of = read(chat, ordinary("c-2"))
    assert [message.id for message in thread_of(said_of[:1]).messages] == [
        "c-1/u1",
        "c-1/a1",
        "c-1/u2",
        "c-1/a2",
    ]
    assert "circle" in refused_of(said_of)[0].reason
    assert threads_of(said_of)[-1].thread_id == "c-2"
    for node in chat["mapping"].values():
        node["parent"], node["children"] = node["id"], [node["id"]]
    assert "circle" in refused_of(read(chat))[0].reason


@pytest.mark.parametrize("broken", [None, 7, "gone", {}])
def test_a_link_that_one_side_lost_is_taken_from_the_other(broken: Any) -> None:
    chat = ordinary()
    chat["mapping"]["u2"]["parent"] = broken
    assert own_ids(chat) == ["u1", "a1", "u2", "a2"]
    chat = ordinary()
    chat["mapping"]["a1"]["children"] = broken
    assert own_ids(chat) == ["u1", "a1", "u2", "a2"]


@pytest.mark.parametrize("node", [None, 7, "text", [SECRET], {"id": "a1", "message": SECRET}])
def test_a_node_that_cannot_be_read_is_refused_by_name_and_those_around_it_are_kept(
    node: Any,
) -> None:
    chat = ordinary()
    chat["mapping"]["a1"] = node
    said_of = read(chat)
    assert [refused.message for refused in refused_of(said_of)] == ["a1"]
    assert SECRET not in str(refused_of(said_of))
    assert own_ids(chat) == ["u1", "u2", "a2"]


def test_a_node_that_is_not_in_the_file_is_named_and_those_before_it_are_kept() -> None:
    chat = ordinary()
    del chat["mapping"]["a1"]
    (refused,) = refused_of(read(chat))
    assert (refused.message, "not in the file" in refused.reason) == ("a1", True)
    assert own_ids(chat) == ["u1", "u2", "a2"]


def test_an_export_in_which_no_node_names_its_children_is_read_by_their_parents() -> None:
    chat = ordinary()
    branch(chat, "u2", ("a2-again", answered("I shall.")))
    for node in chat["mapping"].values():
        del node["children"]
    assert own_ids(chat) == ["u1", "a1", "u2", "a2-again"]
    assert own_ids(chat | {"current_node": None}) == ["u1", "a1", "u2", "a2-again"]


def test_the_root_may_be_a_message() -> None:
    chat = ordinary()
    mapping = chat["mapping"]
    del mapping[ROOT]
    mapping["system"]["parent"] = None
    assert own_ids(chat) == ["u1", "a1", "u2", "a2"]
    assert not refused_of(read(chat))
