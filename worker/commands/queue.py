"""queue and retry: which threads wait, why, and giving one its attempts back."""

import click

from worker.commands.common import as_json_option, views_now
from worker.errors import UsageError
from worker.terminal import counted, say, say_json, table

STATES = ("settling", "due", "waiting", "claimed", "reflected", "given up")


@click.command()
@click.option("--user", "user_id", metavar="USER", help="Only the threads of this user.")
@click.option(
    "--state",
    "states",
    metavar="STATE",
    multiple=True,
    type=click.Choice(STATES),
    help="Only these, said once for each: settling, due, waiting, claimed, reflected, given up.",
)
@click.option(
    "--limit",
    metavar="N",
    type=click.IntRange(1, 10_000_000),
    default=50,
    show_default=True,
    help="How many to list.",
)
@as_json_option
def queue(user_id: str | None, states: tuple[str, ...], limit: int, as_json: bool) -> None:
    """List threads with their state, and why; the most overdue first.

    \b
    Example:
      reflection-worker queue --state due --state waiting
    """
    with views_now() as views:
        rows = views.queue(states, limit, user_id)
        totals = views.states(user_id)
        near = views.users_alike(user_id) if user_id is not None and not totals else []
    matching = sum(count for state, count in totals.items() if not states or state in states)
    more = max(matching - len(rows), 0)
    if as_json:
        say_json({"threads": rows, "more": more, "states": totals})
        return
    table(
        rows,
        ("thread_id", "user_id", "state", "overdue", "why"),
        empty="No thread is in the queue."
        if not (totals or user_id)
        else f"No thread of {user_id!r} is in the queue."
        if not totals
        else "No thread is in such a state.",
    )
    if more:
        say(f"... and {more} more: --limit {len(rows) + more} lists them")
    if totals:
        told = ", ".join(f"{count} {state}" for state, count in totals.items())
        say(f"In all {counted(sum(totals.values()), 'thread')}: {told}")
    if near:
        say(f"Did you mean: {', '.join(near)}")


@click.command()
@click.argument("thread_id", metavar="[THREAD]", required=False)
@click.option("--all-given-up", is_flag=True, help="Every thread that was given up.")
@as_json_option
def retry(thread_id: str | None, all_given_up: bool, as_json: bool) -> None:
    """Give a thread that failed its attempts back, at once.

    \b
    Example:
      reflection-worker retry seed-maya-move
    """
    if (thread_id is None) == (not all_given_up):
        raise click.UsageError("Name one THREAD, or say --all-given-up.")
    with views_now() as views:
        if thread_id is None:
            threads = views.retry_given_up()
        elif views.retry(thread_id):
            threads = 1
        elif holder := views.holder(thread_id):
            raise UsageError(
                f"Thread {thread_id!r} is being reflected by {holder} at this moment.",
                f"See how long its lease lasts: reflection-worker show {thread_id}",
            )
        else:
            raise views.unknown_thread(thread_id)
    if as_json:
        say_json({"threads": threads})
    else:
        say(f"{counted(threads, 'thread')} will be tried again.")
