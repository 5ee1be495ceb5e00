"""What becomes of one call of an agent's tool, whatever is in it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from worker.engine import Receipt
from worker.engines.claude.agent import Answer
from worker.engines.claude.inputs import Item, Tool, Unreadable


@dataclass(frozen=True, slots=True)
class HandedIn:
    """The judge's receipt, and as what the model is told it."""

    receipt: Receipt
    text: str


def answered(
    tool: Tool, given: object, hand_in: Callable[[Sequence[Item]], HandedIn], *, cut_off: bool
) -> Answer:
    """Hand in the items of a call that can be read, and say what became of all of them."""
    try:
        call = tool.read(given, cut_off=cut_off)
    except Unreadable as wrong:
        return Answer(f"Nothing was read: {wrong}", mendable=True, is_error=True)
    if not call.sent:
        told = "Nothing to record." if call.done else "Nothing was sent: end with done true."
        return Answer(told, done=call.done)
    unread = str(call)
    if not call.items:
        return Answer(
            f"Nothing was read; {unread}",
            handed=call.sent,
            done=call.done,
            mendable=True,
            is_error=True,
        )
    handed = hand_in(call.items)
    return Answer(
        "; ".join(part for part in (handed.text, unread) if part),
        handed=call.sent,
        accepted=handed.receipt.taken,
        done=call.done,
        mendable=handed.receipt.mendable or bool(unread),
    )
