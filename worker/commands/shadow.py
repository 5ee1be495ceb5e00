"""shadow: what drain --shadow found, to be looked at, applied or thrown away."""

from difflib import unified_diff
from typing import Any

import click

from worker import app
from worker.commands.common import as_json_option, database_now, settings_now
from worker.commands.notes import as_text
from worker.settings import Settings
from worker.store.shadow import Difference, Shadow, Shadows
from worker.terminal import changed, counted, say, say_json, table

NAME = "CLAIM"
NAME_OR_ALL = "CLAIM|all"


@click.group()
def shadow() -> None:
    """What drain --shadow found: look at it, apply it or throw it away."""


@shadow.command("list")
@as_json_option
def list_(as_json: bool) -> None:
    """List what waits to be looked at, the oldest first.

    \b
    Example:
      reflection-worker shadow list
    """
    with database_now() as database:
        found = Shadows(database).all()
    if as_json:
        say_json(found)
    else:
        _list(found)


@shadow.command()
@click.argument("claim", metavar=NAME)
@click.option(
    "--tokens",
    metavar="N",
    type=click.IntRange(1, 10_000_000),
    help="Room for the memory; 4000 unless set.",
)
@as_json_option
def show(claim: str, tokens: int | None, as_json: bool) -> None:
    """Print what applying it would change of its user's memory and notes, as a diff.

    CLAIM is the id of the claim or how it begins. It is applied in earnest, and undone again.

    \b
    Example:
      reflection-worker shadow show 3f2a
    """
    settings = settings_now()
    with app.open_database(settings) as database:
        shadows = Shadows(database)
        (one,) = _one(shadows, claim)
        found = shadows.difference(one, tokens or settings.memory_tokens)
    lines = diff(one, found)
    if as_json:
        say_json({"shadow": one, "before": found.before, "after": found.after, "diff": lines})
        return
    say(_counts(one))
    if not lines:
        say("The memory that is shown would be the same.")
    for line in lines:
        changed(line)
    say(f"Write it: reflection-worker shadow apply {one.claim_id}")
    say(f"Or throw it away: reflection-worker shadow discard {one.claim_id}")


@shadow.command()
@click.argument("claim", metavar=NAME_OR_ALL)
@as_json_option
def apply(claim: str, as_json: bool) -> None:
    """Write what waits into memory: of one claim, or of all.

    Nothing is written of a message that was edited or deleted since: it is read again. A claim that
    is still at work is left as it is.

    \b
    Example:
      reflection-worker shadow apply all
    """
    with database_now() as database:
        shadows = Shadows(database)
        named = shadows.named(claim)
        done = [one for one in named if shadows.apply(one.claim_id)]
    _told(done, "applied", "Wrote the memory of", as_json=as_json)
    if len(done) < len(named) and not as_json:
        say(f"Of {counted(len(named) - len(done), 'claim')} nothing could be written, and it is")
        say("thrown away: what it read was edited, deleted or hidden since, or memory is off.")


@shadow.command()
@click.argument("claim", metavar=NAME_OR_ALL)
@as_json_option
def discard(claim: str, as_json: bool) -> None:
    """Throw away what waits: of one claim, or of all; its threads are due again.

    \b
    Example:
      reflection-worker shadow discard 3f2a
    """
    with database_now() as database:
        shadows = Shadows(database)
        named = shadows.named(claim)
        done = [one for one in named if shadows.discard(one.claim_id)]
    _told(done, "discarded", "Threw away the memory of", as_json=as_json)


def list_shadows(settings: Settings, run_id: int) -> None:
    """Print the shadows that a run made."""
    with app.open_database(settings) as database:
        found = Shadows(database).all(run_id)
    say()
    _list(found)


def diff(shadow: Shadow, found: Difference) -> list[str]:
    """The lines of unified diffs of a user's memory and notes; none when both stay the same."""
    told: list[str] = []
    for what, before, after in (
        ("memory", found.before.splitlines(), found.after.splitlines()),
        ("notes", as_text(found.notes_before), as_text(found.notes_after)),
    ):
        told += unified_diff(
            before,
            after,
            f"{what} of {shadow.user_id}",
            f"with claim {shadow.claim_id}",
            lineterm="",
        )
    return told


def _one(shadows: Shadows, name: str) -> list[Shadow]:
    if name == "all":
        raise click.UsageError("Name one CLAIM: reflection-worker shadow list")
    return shadows.named(name)


def _list(found: list[Shadow]) -> None:
    table([_row(one) for one in found], tuple(_ROW), empty="No shadow waits.")
    if found:
        say("Look at one: reflection-worker shadow show CLAIM; then apply or discard it, or all.")


_ROW = (
    "claim_id", "thread_id", "user_id", "made_at", "outcome",
    "observations", "reflections", "notes", "drops", "messages", "usd",
)  # fmt: skip


def _row(one: Shadow) -> dict[str, Any]:
    row = {name: getattr(one, name) for name in _ROW}
    return row | {"claim_id": str(one.claim_id), "outcome": one.outcome or "under way"}


def _counts(one: Shadow) -> str:
    parts = [
        counted(one.observations, "observation"),
        counted(one.reflections, "reflection"),
        counted(one.notes, "note"),
        counted(one.drops, "drop"),
    ]
    found = f"{', '.join(parts)}, of {counted(one.messages, 'message')}"
    return f"Claim {one.claim_id} of thread {one.thread_id}: {found}."


def _told(done: list[Shadow], how: str, words: str, *, as_json: bool) -> None:
    if as_json:
        say_json({how: done})
    else:
        say(f"{words} {counted(len(done), 'claim')}.")
