"""Notes for tests: what a compiler hands in, and what the tables then hold of a user."""

from typing import Any

from product import Connection
from psycopg.rows import dict_row
from remembered import observation, remember

Note = dict[str, Any]


def note(slug: str, *support: str, **more: Any) -> Note:
    """What commit_reflection takes: a note resting on observations of these contents."""
    links = {
        name: [{"target": target, "relation": relation} for target, relation in more.pop(name, ())]
        for name in ("links", "more_links")
    }
    empty = {"title": "", "kind": "", "summary": "", "body": "", "tags": [], "aliases": []}
    hashes = [f"hash of {content}" for content in support]
    return {"slug": slug, **empty, **links, **more, "support": hashes}


def write(
    connection: Connection,
    thread_id: str,
    *notes: Note,
    learned: tuple[str, ...] = (),
    user_id: str = "user",
    **rest: Any,
) -> None:
    """A new thread, reflected into notes, and what it said first into an observation each."""
    observations = [observation(content, f"{thread_id}-1") for content in learned]
    remember(
        connection,
        *observations,
        thread_id=thread_id,
        user_id=user_id,
        notes=list(notes),
        **rest,
    )


def rows(connection: Connection, user_id: str = "user") -> list[dict[str, Any]]:
    """The rows of notes and note_links of a user, as they are."""
    with connection.cursor(row_factory=dict_row) as cursor:
        notes = cursor.execute(
            'select * from reflection.notes where user_id = %s order by slug collate "C"',
            (user_id,),
        ).fetchall()
        links = cursor.execute(
            "select * from reflection.note_links where user_id = %s"
            ' order by source collate "C", target collate "C", relation collate "C"',
            (user_id,),
        ).fetchall()
    return notes + links


def shown(connection: Connection, user_id: str = "user") -> dict[str, dict[str, Any]]:
    """The notes of a user as a reader gets them, by slug."""
    with connection.cursor(row_factory=dict_row) as cursor:
        found = cursor.execute("select * from reflection.notes_for(%s)", (user_id,)).fetchall()
    return {
        row["slug"]: row | {"links": [(link["target"], link["relation"]) for link in row["links"]]}
        for row in found
    }


def bodies(connection: Connection, user_id: str = "user") -> dict[str, str]:
    return {slug: row["body"] for slug, row in shown(connection, user_id).items()}
