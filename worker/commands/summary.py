"""What a drain did, told."""

from worker.records import StopReason, Summary
from worker.terminal import counted, say

_WHY = {
    StopReason.EMPTY: "the queue is empty",
    StopReason.CAP: "its cap of claims was reached; the next drain goes on",
    StopReason.BUDGET: "its time for claiming was over; the next drain goes on",
    StopReason.ERROR: "something it depends on is broken; see the log above",
    StopReason.INTERRUPTED: "it was told to stop; what it held is released",
    StopReason.SPEND_CAP: "the spend cap of the day was reached",
}


def tell(summary: Summary) -> None:
    """Print which engine it was, what became of the claims, why it stopped, and what it cost."""
    reason = summary.stop_reason or StopReason.ERROR
    say(f"Drained by {engine_named(summary)}.")
    counts = {
        "in shadow": summary.shadow,
        "reflected": summary.reflected,
        "empty": summary.empty,
        "partial": summary.partial,
        "claim lost": summary.claim_lost,
        "failed": summary.failed,
        "put off by a cap on spending": summary.spend_cap,
    }
    told = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
    say(f"  threads   {summary.cycles} claimed" + (f": {told}" if told else ""))
    if summary.observations or summary.notes:
        say(f"  wrote     {_written(summary)}")
    say(f"  waiting   {'unknown' if summary.waiting is None else summary.waiting}")
    why = _WHY[reason]
    if reason is StopReason.EMPTY and summary.waiting:
        why = "what is left is backing off, or its user is busy"
    say(f"  stopped   {reason.value}: {why}")
    say(f"  took      {summary.seconds:.1f} s")
    if summary.model:
        say(f"  spent     {_spent(summary)}")
    if summary.shadow:
        say("Memory is as it was. What was found waits: reflection-worker shadow list")


def _written(summary: Summary) -> str:
    """What was written: observations, and notes where there are any."""
    notes = f", {counted(summary.notes, 'note')}" if summary.notes else ""
    return f"{counted(summary.observations, 'observation')}{notes}"


def engine_named(summary: Summary) -> str:
    """The engine and its model, as people are told."""
    if summary.engine == "rules":
        return "the rule engine: no model, no cost"
    return f"{summary.engine} ({summary.model})" if summary.model else summary.engine


def _spent(summary: Summary) -> str:
    """Requests, tokens read and written, how many of those read came from the cache, and USD."""
    cached = summary.tokens_cached / summary.tokens_in if summary.tokens_in else 0
    return (
        f"{counted(summary.requests, 'request')}, "
        f"{summary.tokens_in:,} + {summary.tokens_out:,} tokens ({cached:.0%} from the cache), "
        f"{summary.usd:.4f} USD"
    )
