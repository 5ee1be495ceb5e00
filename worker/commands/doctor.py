"""doctor: what keeps the worker from its work and what to do, and what of memory is doubted."""

import sys
from typing import Any

import click

from worker import app
from worker.commands.common import as_json_option, settings_now
from worker.run import EXIT_ERROR
from worker.store.database import Database
from worker.store.doctor import Doctor
from worker.store.runs import Runs
from worker.terminal import cell, headline, say, say_json, shortened, table

WIDTH = 80
LABEL = 14


@click.command()
@click.option(
    "--limit",
    metavar="N",
    type=click.IntRange(0, 10_000_000),
    default=10,
    show_default=True,
    help="How many of the doubted observations to list.",
)
@as_json_option
def doctor(limit: int, as_json: bool) -> None:
    """Say what is wrong, each with what to do, and list what the lint doubts of memory.

    Ends with 1 when something is wrong. A doubt alone is nothing wrong.

    \b
    Example:
      reflection-worker doctor
    """
    with Database(app.database_url(settings_now())) as database:
        checks = [_revision(database)]
        flagged: list[dict[str, Any]] = []
        if checks[0]["is_well"]:
            checks += [_default_zone(database), *Doctor(database).checks()]
            # One more tells whether there are more.
            flagged = Doctor(database).flagged(limit + 1)
    healthy = all(one["is_well"] for one in checks)
    more, flagged = len(flagged) > limit, flagged[:limit]
    if as_json:
        say_json({"healthy": healthy, "checks": checks, "flagged": flagged, "more": more})
    else:
        _tell(checks, healthy)
        if flagged:
            say()
            say("The lint doubts, the newest first; recall shows what they came from:")
            table(
                [one | {"flags": ", ".join(one["flags"])} for one in flagged],
                ("memory_id", "user_id", "flags", "content"),
                empty="",
            )
            if more:
                say(f"... and more: --limit {max(limit, 1) * 10} lists them")
    if not healthy:
        sys.exit(EXIT_ERROR)


def _revision(database: Database) -> dict[str, Any]:
    """Whether the database is as this version needs it."""
    there, head = Runs(database).schema_revision(), app.head_revision()
    if there == head:
        return _check("migration")
    wrong = (
        "no tables of reflection-worker yet"
        if there is None
        else f"at revision {there}, this version needs {head}"
    )
    to_do = (
        "Install the version of reflection-worker that migrated it"
        if there is not None and there > head
        else "reflection-worker migrate"
    )
    return _check("migration", wrong, to_do)


def _default_zone(database: Database) -> dict[str, Any]:
    refused = Runs(database).refused_default_zone()
    if refused is None:
        return _check("default zone")
    return _check(
        "default zone",
        f"reflection.default_timezone is {refused!r}, which is no zone",
        "alter database NAME set reflection.default_timezone = 'UTC';",
    )


def _check(looked_at: str, wrong: str = "", to_do: str | None = None) -> dict[str, Any]:
    named = [wrong] if wrong else []
    return {
        "looked_at": looked_at,
        "is_well": not named,
        "found": len(named),
        "named": named,
        "to_do": to_do,
    }


def _tell(checks: list[dict[str, Any]], healthy: bool) -> None:
    """A line a thing that is well; of what is not, up to three by name, and what to do."""
    wrong = sum(not one["is_well"] for one in checks)
    told = "All is well." if healthy else f"{wrong} of {len(checks)} things are not well."
    headline(told, "reflected" if healthy else "given up")
    say()
    for one in checks:
        if one["is_well"]:
            say(f"{one['looked_at']:<{LABEL}} well")
            continue
        named = "; ".join(cell(name) for name in one["named"][:3])
        more = one["found"] - min(3, len(one["named"]))
        after = f"; and {more:,} more" if more > 0 else ""
        room = WIDTH - LABEL - 1 - len(after)
        say(f"{one['looked_at']:<{LABEL}} {shortened(named, room)}{after}")
        say(f"{'':<{LABEL}} > {one['to_do']}")
