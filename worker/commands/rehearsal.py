"""drain --dry-run: what a drain would send, told."""

from typing import Any

from worker import app, log
from worker.commands.common import settings_now
from worker.commands.summary import engine_named
from worker.preview import Preview
from worker.records import StopReason, Summary
from worker.run import exit_code
from worker.stop import Stop
from worker.terminal import counted, say, say_json, table
from worker.usage import Usage


def rehearse(threads: int | None, seconds: float, *, show: bool, as_json: bool) -> None:
    """Print which threads a drain would take, what it would send of them, and the cost; exit."""
    settings = settings_now()
    # What is done and undone again would be logged as if it were done.
    log.configure("warning", settings.log_format)
    summary, previews = app.rehearse_drain(
        settings,
        max_threads=threads,
        claim_seconds=seconds,
        stop=Stop(),
        texts=show or as_json,
    )
    if as_json:
        say_json({"summary": summary, "threads": previews})
    else:
        _tell(summary, previews, show=show)
    raise SystemExit(exit_code(summary, None))


def _tell(summary: Summary, previews: list[Preview], *, show: bool) -> None:
    taken = [one for one in previews if one.thread_id]
    say(f"Would drain {counted(len(taken), 'thread')} with {engine_named(summary)}.")
    table([_row(one) for one in taken], tuple(_row(Preview(Usage()))), empty="Nothing is due.")
    _cost(summary, taken)
    if show and summary.model:
        _show(taken)
    say("Nothing was sent, claimed or written.")


def _row(one: Preview) -> dict[str, Any]:
    return {
        "thread": one.thread_id,
        "user": one.user_id,
        "messages": one.messages,
        "first_requests": one.first_requests,
        "tokens_sent": one.tokens_sent,
        "usd_set_aside": round(one.estimate.usd, 6),
    }


def _cost(summary: Summary, previews: list[Preview]) -> None:
    if not summary.model:
        say("Rules send nothing and cost nothing.")
        return
    usd = sum(one.estimate.usd for one in previews)
    tokens = sum(one.estimate.tokens_in + one.estimate.tokens_out for one in previews)
    say(f"Set aside for all stages: {tokens:,} tokens, {usd:.4f} USD; most threads cost less.")
    if summary.spend_cap or (summary.stop_reason is StopReason.SPEND_CAP):
        say("A spend cap of the day keeps it from taking more, if it costs that much.")


def _show(previews: list[Preview]) -> None:
    prompts = dict.fromkeys(request.system for one in previews for request in one.requests)
    for prompt in prompts:
        say()
        say("=== The prompt of the observer")
        say(prompt)
    for one in previews:
        for number, request in enumerate(one.requests, 1):
            say()
            say(f"=== {one.thread_id}, request {number} of {len(one.requests)}")
            say(request.shown)
    say()
    say("The requests of the reflector and the dropper hang on what comes back; they hold what is")
    say("remembered of the user, and are in what is set aside.")
