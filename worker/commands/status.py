"""status: whether the worker is healthy, on one screen."""

from datetime import timedelta
from textwrap import wrap
from typing import Any

import click

from worker.commands.common import as_json_option, settings_now, views_now
from worker.commands.cost import cost
from worker.terminal import cell, counted, headline, in_words, say, say_json, shortened

WIDTH = 80
LABEL = 10
# Counting stops there, so that the status of a large memory costs no more than that of a small one.
COUNTED_UP_TO = 1_000_000
NAMED_CLAIMS = 3


@click.command()
@as_json_option
def status(as_json: bool) -> None:
    """Say whether the worker is healthy and what to do if it is not, on one screen.

    \b
    Example:
      reflection-worker status
    """
    settings = settings_now()
    with views_now() as views:
        found = views.status() | {"engine": settings.chosen_engine}
    if as_json:
        say_json(found)
        return
    state = "reflected" if found["healthy"] else "given up"
    for line in wrap(cell(found["sentence"]), WIDTH, max_lines=3, placeholder=" ..."):
        headline(line, state)
    for line in wrap(found["to_do"] or "", WIDTH - 2):
        say(f"  {line}")
    say()
    for label, told in lines(found):
        say(shortened(f"{label:<{LABEL}} {cell(told)}", WIDTH))


def lines(found: dict[str, Any]) -> list[tuple[str, str]]:
    """What the figures say, a line each under its label."""
    return [
        ("queue", ", ".join(f"{n:,} {state}" for state, n in _in_order(found["threads"]))),
        ("oldest", _oldest(found)),
        *_claims(found),
        ("inbox", _inbox(found)),
        ("last run", _last_run(found)),
        ("success", _success(found)),
        ("backlog", f"{found['backlog']:,} due, {'' if found['backlog_grows'] else 'not '}growing"),
        ("given up", f"{found['given_up']:,}"),
        ("memory", _memory(found)),
        ("lint", _lint(found["lint"])),
        ("today", _today(found)),
        ("zones", f"{found['refused_zones']} refused, counted as the default zone"),
        ("engine", found["engine"]),
        ("database", _database(found)),
    ]


def _in_order(threads: dict[str, int]) -> list[tuple[str, int]]:
    order = ("due", "waiting", "claimed", "settling", "given up", "reflected")
    return [(state, threads[state]) for state in order if state in threads]


def _oldest(found: dict[str, Any]) -> str:
    if found["oldest_due"] is None:
        return "nothing is due"
    return f"{shortened(cell(found['oldest_due']), 40)}, due for {in_words(found['most_overdue'])}"


def _claims(found: dict[str, Any]) -> list[tuple[str, str]]:
    """The live claims, those whose worker stopped answering first: a few by name."""
    named = found["claims_named"]
    if not named:
        return [("claimed", "nothing")]
    told = []
    for claim in named[:NAMED_CLAIMS]:
        expired = claim["expired_seconds"]
        how = (
            f"for {in_words(timedelta(seconds=claim['held_seconds']))}"
            if expired is None
            else f"EXPIRED {in_words(timedelta(seconds=expired))} ago"
        )
        thread, worker = cell(claim["thread_id"]), cell(claim["claimed_by"])
        told.append(("claimed", f"{shortened(thread, 26)} by {shortened(worker, 22)} {how}"))
    if more := len(named) - len(told):
        told.append(("", f"and {more} more: reflection-worker queue --state claimed"))
    return told


def _inbox(found: dict[str, Any]) -> str:
    if not found["inbox"]:
        return "empty"
    waits = in_words(found["inbox_waits"])
    return f"{counted(found['inbox'], 'change')} not yet taken in, the oldest since {waits}"


def _last_run(found: dict[str, Any]) -> str:
    if found["last_run"] is None:
        return "none yet"
    how = found["last_run_stop_reason"] or ("died" if found["last_run_died"] else "under way")
    began = in_words(found["since_last_run"])
    return f"{found['last_run']} ({found['last_run_trigger']}), began {began} ago: {how}"


def _success(found: dict[str, Any]) -> str:
    failures = counted(found["consecutive_failures"], "failure")
    if found["last_success"] is None:
        return f"none yet, {failures} in a row"
    return f"{in_words(found['since_success'])} ago, {failures} in a row since"


def _memory(found: dict[str, Any]) -> str:
    kinds = [
        (found[name], name[:-1]) for name in ("users", "observations", "reflections", "tokens")
    ]
    return ", ".join(
        ("over " if number == COUNTED_UP_TO else "")
        + f"{number:,} {noun}{'' if number == 1 else 's'}"
        for number, noun in kinds
    )


def _lint(counts: dict[str, int]) -> str:
    """How often each rule of the lint is broken by what was said last."""
    said = counts["said"]
    if not said:
        return "nothing was observed yet"
    broken = ", ".join(
        f"{flag} {counts[flag] / said:.1%}"
        for flag in ("sources", "speaker", "date", "user")
        if counts[flag]
    )
    return f"of the last {said:,}: {broken or 'nothing is doubted'}"


def _today(found: dict[str, Any]) -> str:
    names = ("requests", "tokens_in", "tokens_cached", "tokens_out", "usd")
    return cost(*(found[f"{name}_today"] for name in names))


def _database(found: dict[str, Any]) -> str:
    # A socket's folder is no host that says much.
    host = "a socket here" if found["host"].startswith("/") else f"{found['host']}:{found['port']}"
    return f"{found['database']} on {host} as {found['login']}, revision {found['revision']}"
