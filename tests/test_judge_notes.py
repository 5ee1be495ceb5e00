"""The judge: which notes are written, under which slug, and on what they rest."""

from dataclasses import asdict

import pytest
from compilers import (
    ADVICE,
    AT,
    LEARNED,
    MOVED,
    PASTED,
    RUNS,
    judged,
    link,
    note,
    proposed,
    reason,
    taken,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from worker.judge import NoteDesk, content_hash, judge_notes
from worker.notes import NoteKind, NoteProposal
from worker.records import Known, Relevance

# Under which slug.


@pytest.mark.parametrize(
    ("given", "title", "kept_as"),
    [
        ("Kim Min-ji", "", "kim-min-ji"),
        ("", "김민지", "김민지"),
        ("!!", "東京", "東京"),
        ("key-4111 1111 1111 1111", "", "key-secret"),
    ],
)
def test_a_slug_is_made_of_the_slug_or_else_of_the_title(
    given: str, title: str, kept_as: str
) -> None:
    assert taken(proposed(given, title=title, body="Likes tea.")).slug == kept_as


def test_without_a_letter_in_slug_and_title_a_note_is_rejected_and_the_others_stay() -> None:
    verdict = judged(
        proposed("a", body="One."), proposed("🐱", title="!", body="Two."), proposed("b", body="3.")
    )
    assert [one.slug for one in verdict.accepted] == ["a", "b"]
    assert str(verdict) == (
        "Recorded 2; 1 rejected: neither its slug nor its title has a letter or a figure"
    )


def test_what_is_left_of_a_secret_names_no_note() -> None:
    key = "sk-ant-api03-" + "Ab1" * 20
    assert reason(proposed(key, title=key, body="x y")) == (
        "neither its slug nor its title has a letter or a figure"
    )
    made = taken(proposed(key, title="Key", tags=(key,), aliases=(key,), links=(link(key),)))
    assert (made.slug, made.tags, made.aliases, made.links) == ("key", (), (), ())


@pytest.mark.parametrize("given", ["Lea-Sommer", "leasommer", "Schwester", "ＬＥＡ　ＳＯＭＭＥＲ"])
def test_a_slug_that_differs_only_in_form_or_is_an_alias_means_the_note_that_is_there(
    given: str,
) -> None:
    there = note("lea-sommer", aliases=("schwester",))
    assert taken(proposed(given, body="Lives in Bergen."), there).slug == "lea-sommer"


def test_what_is_proposed_twice_under_one_slug_is_one_note() -> None:
    verdict = judged(
        proposed("lea", title="Lea", body="Old.", tags=("a",), more_links=(link("x"),)),
        proposed("Lea", body="New.", more_links=(link("y"),), support=(RUNS, MOVED)),
    )
    (one,) = verdict.accepted
    assert (one.title, one.body, one.tags) == ("Lea", "New.", ("a",))
    assert one.more_links == (link("x"), link("y"))
    assert one.support == (content_hash(MOVED), content_hash(RUNS))
    assert (verdict.recorded, verdict.duplicates) == (2, 0)


def test_an_alias_of_another_note_is_left_to_that_one_and_its_own_name_is_none() -> None:
    there = note("lea"), note("kim", aliases=("K.",))
    made = taken(
        proposed("ann", title="Ann S.", aliases=("Lea", "k", "Ann", "ann s", "Anni")), *there
    )
    assert made.aliases == ("Anni",)


def test_an_alias_is_no_way_into_another_note_of_the_same_call() -> None:
    verdict = judged(
        proposed("lea", body="Lives in Bergen.", aliases=("Bergen", "Sis")),
        proposed("bergen", body="Rainy.", aliases=("sis", "Bjørgvin")),
        proposed("sis", body="A band."),
    )
    assert [(one.slug, one.aliases) for one in verdict.accepted] == [
        ("lea", ()),
        ("bergen", ("Bjørgvin",)),
        ("sis", ()),
    ]


# On what it rests.


def test_a_note_rests_on_observations_that_were_shown_and_on_a_user() -> None:
    assert reason(proposed(body="x y", support=())) == "lea: it rests on no observation"
    assert reason(proposed(body="x y", support=("o9",))) == "lea: unknown observation o9"
    told = "lea: no user said it: it rests on what an assistant, a tool or a text said"
    assert reason(proposed(body="Swims.", support=(ADVICE, PASTED))) == told
    verdict = judged(proposed(body="Swims.", support=(ADVICE, "o9", MOVED)))
    assert verdict.accepted[0].support == (content_hash(ADVICE), content_hash(MOVED))
    assert str(verdict) == "Recorded 1; unknown observations left out: o9"


# What is known.


def test_what_changes_nothing_is_accepted_for_its_support_and_counted_apart() -> None:
    there = note("lea", "Lea", kind="person", body="Lives in Oslo.", links=(link("oslo", "in"),))
    same = proposed(title="Lea", body="Lives in Oslo.", more_links=(link("oslo", "in"),))
    verdict = judged(same, notes=(there,))
    assert (verdict.recorded, verdict.duplicates, verdict.taken) == (0, 1, 1)
    assert verdict.accepted[0].support == (content_hash(MOVED),)
    assert str(verdict) == "Recorded 0; 1 already so"
    other = proposed(body="Lives in Bergen.")
    assert judged(other, notes=(there,)).recorded == 1


def test_what_is_put_right_after_a_receipt_joins_what_was_taken() -> None:
    desk = NoteDesk(LEARNED, (), "UTC")
    first = desk.hand_in([proposed("a", body="One."), proposed("b", body="No new observations")])
    assert str(first) == "Recorded 1; 1 rejected: b: a refusal"
    second = desk.hand_in([proposed("b", body="Two.", links=(link("A"),))])
    assert str(second) == "Recorded 1"
    assert [(one.slug, one.body) for one in desk.accepted] == [("a", "One."), ("b", "Two.")]


def test_a_date_is_told_in_the_users_zone() -> None:
    late = Known(MOVED, Relevance.HIGH, "fact", AT.replace(hour=20))
    (made,) = judge_notes([proposed(body="moved today")], [late], (), "Asia/Seoul").accepted
    assert made.body == "moved today [2026-11-30]"


AGAIN = {"links": (), "more_links": (), "support": (MOVED,)}
_TEXT = st.text(max_size=40) | st.sampled_from(
    ["Lea", "lea", "Call me now", "yesterday", "- a\n- b", "o1", "", "\ud83d", "동생", "C++"]
)
_LINKS = st.lists(st.builds(link, _TEXT, _TEXT), max_size=3).map(tuple)
_TEXTS = st.lists(_TEXT, max_size=3).map(tuple)
_PROPOSAL = st.builds(
    NoteProposal,
    slug=_TEXT,
    title=_TEXT,
    kind=_TEXT,
    summary=_TEXT,
    body=_TEXT,
    tags=_TEXTS,
    aliases=_TEXTS,
    links=_LINKS,
    more_links=_LINKS,
    support=st.lists(st.sampled_from([MOVED, RUNS, ADVICE, "x"]), max_size=2).map(tuple),
)


@settings(max_examples=80, deadline=None)
@given(st.lists(_PROPOSAL, max_size=4))
def test_whatever_is_proposed_what_is_kept_is_sound_and_the_same_the_second_time(
    given: list[NoteProposal],
) -> None:
    verdict = judged(*given, notes=(note("lea", aliases=("동생",)),))
    assert verdict.taken + len(verdict.rejected) == len(given)
    assert len({one.slug for one in verdict.accepted}) == len(verdict.accepted)
    hashes = {content_hash(one.content) for one in LEARNED}
    for one in verdict.accepted:
        assert one.slug
        assert set(one.support) <= hashes
        assert one.support
        assert all(to.target and to.target != one.slug for to in (*one.links, *one.more_links))
        assert one.kind in {"", *NoteKind}
        for text in (one.slug, one.title, one.summary, *one.tags, *one.aliases):
            assert "\n" not in text
            text.encode()
    said = [
        one
        for one in verdict.accepted
        if any((one.title, one.summary, one.body, one.tags, one.aliases))
    ]
    again = [NoteProposal(**asdict(one) | AGAIN) for one in said]
    second = judged(*again, notes=(note("lea", aliases=("동생",)),))
    assert [one.body for one in second.accepted] == [one.body for one in said]
    assert [one.title for one in second.accepted] == [one.title for one in said]
