"""Notes, at random: they are what a small model makes of what was written and still holds."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import psycopg
import pytest
from changes import delete, edit
from conftest import Server
from hypothesis import given, settings
from hypothesis import strategies as st
from noted import note, rows
from product import Connection, add_message, claim, commit, fold, loaded, memory_of, one
from remembered import observation, remember
from undone import undo

# Each of them is said at first in a thread of its own name.
CONTENTS = ("a", "b", "c")
SLUGS = ("tea", "차", "-")
one_of_them = st.sampled_from(CONTENTS)
texts = st.sampled_from(["", " ", "one", "two"])
lists = st.sampled_from([[], ["x"], ["x", "y"], ["y", "x"]])
links = st.lists(st.tuples(st.sampled_from([*SLUGS, "far"]), st.sampled_from("kl")), max_size=2)
written = st.builds(
    lambda slug, support, **said: note(slug, *support, **said),
    st.sampled_from(SLUGS),
    st.lists(one_of_them, min_size=1, max_size=2),
    title=texts,
    kind=texts,
    summary=texts,
    body=texts,
    tags=lists,
    aliases=lists,
    links=links,
    more_links=links,
)
reflected = st.fixed_dictionaries(
    {
        "thread": one_of_them,
        "observations": st.lists(one_of_them, max_size=1),
        "supersedes": st.none() | one_of_them,
        "notes": st.lists(written, max_size=2),
    }
)
changed = st.one_of(
    *(st.fixed_dictionaries({what: one_of_them}) for what in ("edit", "restore", "delete")),
    st.fixed_dictionaries({"undo": st.integers(0, 2)}),
)
steps = st.lists(st.one_of(reflected, reflected, changed), min_size=2, max_size=7)


@dataclass(frozen=True)
class Writing:
    """What one claim wrote, and on which observations it rested then."""

    claim_id: UUID
    at: Any
    note: dict[str, Any]
    support: frozenset[str]


@pytest.fixture(scope="module")
def world(server: Server, template: str) -> Iterator[Connection]:
    """A thread for each content, of one user; each step says more in one of them."""
    name = server.create(template)
    with psycopg.connect(server.url_of(name), autocommit=True) as connection:
        for content in CONTENTS:
            remember(connection, observation(content, f"{content}-1"), thread_id=content)
        yield connection
    server.drop(name)


def states(connection: Connection) -> dict[str, bool]:
    """Each observation there is, and whether what rests on it holds."""
    return dict(
        connection.execute(
            "select content_hash, stale_at is null and superseded_by is null"
            " from reflection.observations"
        ).fetchall()
    )


def pairs(drawn: list[dict[str, str]], slug: str) -> set[tuple[str, str]]:
    return {(link["target"], link["relation"]) for link in drawn if link["target"] != slug}


def folded(writings: list[Writing], holds: dict[str, bool]) -> list[dict[str, Any]]:
    """The rows of notes and of note_links that these writings come to."""
    notes: dict[str, dict[str, Any]] = {}
    linked: dict[str, set[tuple[str, str]]] = {}
    for one_writing in writings:
        if not any(holds.get(support) for support in one_writing.support):
            continue
        said = one_writing.note
        slug = said["slug"]
        words = slug.replace("-", " ").strip()
        default = {
            "user_id": "user",
            "slug": slug,
            "title": words[:1].upper() + words[1:] or slug,
            "kind": "note",
            "summary": "",
            "body": "",
            "tags": [],
            "aliases": [],
            "created_at": one_writing.at,
            "updated_at": None,
        }
        before = notes.get(slug, default)
        after = before | {
            name: said[name]
            for name in ("title", "kind", "summary", "body", "tags", "aliases")
            if (said[name].strip() if isinstance(said[name], str) else said[name])
        }
        were = linked.get(slug, set())
        are = (pairs(said["links"], slug) or were) | pairs(said["more_links"], slug)
        if slug not in notes or before != after or were != are:
            after |= {"updated_at": one_writing.at, "claim_id": one_writing.claim_id}
        notes[slug], linked[slug] = after, are
    rows_of_links = [
        {"user_id": "user", "source": slug, "target": target, "relation": relation}
        for slug in linked
        for target, relation in linked[slug]
    ]
    return [
        *(notes[slug] for slug in sorted(notes)),
        *sorted(rows_of_links, key=lambda row: (row["source"], row["target"], row["relation"])),
    ]


def reflect(connection: Connection, drawn: dict[str, Any], number: int) -> list[Writing]:
    """Something new is said and reflected into what was drawn; what was written."""
    message = f"{drawn['thread']} {number}"
    add_message(connection, message, drawn["thread"], content=f"I like {number}.")
    fold(connection)
    taken = claim(connection)
    while taken.thread_id != drawn["thread"]:
        assert commit(connection, taken, memory_of(loaded(connection, taken), observe=False))
        taken = claim(connection)
    said = [observation(content, message) for content in drawn["observations"]]
    if said and drawn["supersedes"]:
        said[0]["supersedes"] = [f"hash of {drawn['supersedes']}"]
    memory = memory_of(loaded(connection, taken), observe=False)
    assert commit(connection, taken, memory | {"observations": said, "notes": drawn["notes"]})
    at = one(
        connection,
        "select max(written_at) from reflection.note_writings where claim_id = %s",
        (taken.claim_id,),
    )
    known = states(connection)
    return [
        Writing(taken.claim_id, at, drawn_note, support)
        for drawn_note in drawn["notes"]
        if (support := frozenset(drawn_note["support"])) and support <= known.keys()
    ]


def change(connection: Connection, step: dict[str, Any], writings: list[Writing]) -> list[Writing]:
    """Something changes; the writings that are left."""
    (what, which), *_ = step.items()
    if what == "undo":
        claims = list(dict.fromkeys(w.claim_id for w in reversed(writings)))
        if claims:
            gone = claims[which % len(claims)]
            undo(connection, gone, p_force=True)
            return [w for w in writings if w.claim_id != gone]
        return writings
    if what == "delete":
        delete(connection, f"{which}-1")
    else:
        said = f"I like {which} number 1."
        edit(connection, f"{which}-1", "Else." if what == "edit" else said)
    fold(connection)
    return writings


@settings(max_examples=60, deadline=None)
@given(drawn=steps)
def test_notes_are_the_fold_of_what_was_written_and_holds(
    world: Connection, drawn: list[dict[str, Any]]
) -> None:
    writings: list[Writing] = []
    with world.transaction(force_rollback=True):
        for number, step in enumerate(drawn):
            if "notes" in step:
                writings += reflect(world, step, number)
            else:
                writings = change(world, step, writings)
            there = states(world)
            # What rested on rows that are gone does not rest on them again, were they to return.
            writings = [
                Writing(w.claim_id, w.at, w.note, w.support & there.keys()) for w in writings
            ]
            writings = [w for w in writings if w.support]
            assert rows(world) == folded(writings, there)
        assert one(world, "select count(*) from reflection.note_writings") == len(writings)
        world.execute("set constraints all immediate")
