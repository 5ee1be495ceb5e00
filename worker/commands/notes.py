"""notes: what is noted of a user by subject, and the messages behind one note."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

import click

from worker.commands.common import as_json_option, views_now
from worker.commands.memory import say_sources
from worker.errors import UsageError
from worker.notes import ActiveNote
from worker.slugs import slug as written
from worker.store.views import Rows, Views
from worker.terminal import say, say_json, table


@click.command()
@click.argument("user_id", metavar="USER")
@click.argument("slug", metavar="[SLUG]", required=False)
@as_json_option
def notes(user_id: str, slug: str | None, as_json: bool) -> None:
    """List a user's notes, or print one with the messages behind it.

    SLUG is a note's name as the list has it, its title, or an alias.

    \b
    Example:
      reflection-worker notes seed-maya
    """
    with views_now() as views:
        found = views.notes(user_id)
        if slug is None:
            _list(views, user_id, found, as_json=as_json)
            return
        note = _named(found, user_id, slug)
        sources = views.note_sources(user_id, note["slug"])
    if as_json:
        say_json(note | {"sources": sources})
        return
    for line in lines(note):
        say(line)
    say()
    say("It rests on:")
    say_sources(sources)


def lines(note: dict[str, Any]) -> list[str]:
    """A note as text."""
    told = [f"{note['slug']} ({note['kind']}): {note['title']}"]
    told += [f"  {line}" for line in (*note["summary"].splitlines(), *note["body"].splitlines())]
    for name in ("tags", "aliases"):
        if note[name]:
            told.append(f"  {name}: {', '.join(note[name])}")
    told += [f"  {link['relation'] or 'see'}: {link['target']}" for link in note["links"]]
    return told


def as_text(found: Iterable[ActiveNote]) -> list[str]:
    """The lines of several notes."""
    return [line for note in found for line in lines(_row(note))]


def _row(note: ActiveNote) -> dict[str, Any]:
    links = [{"target": link.target, "relation": link.relation} for link in note.links]
    names = ("slug", "title", "kind", "summary", "body", "tags", "aliases")
    return {name: getattr(note, name) for name in names} | {"links": links}


def _list(views: Views, user_id: str, found: Rows, *, as_json: bool) -> None:
    if as_json:
        say_json(found)
    elif found:
        table(found, ("slug", "kind", "title", "summary", "updated_at"), empty="")
        say(f"Read one: reflection-worker notes {user_id} {found[0]['slug']}")
    else:
        say(f"Nothing is noted of {user_id!r}.")
        if near := views.users_alike(user_id):
            say("Did you mean: " + ", ".join(near))


def _named(found: Rows, user_id: str, name: str) -> dict[str, Any]:
    wanted = written(name)
    for note in found:
        if note["slug"] in (name, wanted):
            return note
    for note in found:
        if wanted and wanted in map(written, (note["title"], *note["aliases"])):
            return note
    near = get_close_matches(wanted, [note["slug"] for note in found])
    raise UsageError(
        f"There is no note {name!r} of {user_id!r}.",
        f"Did you mean: {', '.join(near)}"
        if near
        else f"See them: reflection-worker notes {user_id}",
    )
