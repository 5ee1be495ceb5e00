"""Steps of operators: what was written is taken back, what was said is erased or forgotten."""

from collections.abc import Callable

from model import labour
from model.script import USERS, Choices, Life
from model.undo import built_on, undo


def take_back(life: Life, choices: Choices) -> bool:
    """One claim that is not at work, or two at once; where others built on it only by force."""
    ended = [held.number for held in life.world.claims if held not in labour.live(life)]
    if not ended:
        return False
    # The latest is the one that people find fault with.
    numbers = {ended[-1 - choices.below(min(3, len(ended)))]}
    if choices.below(6) == 1:
        numbers.add(choices.of(ended))
    later = built_on(life.world, numbers)
    force = choices.below(2) == 1
    refused = bool(later) and not force
    if not refused:
        undo(life.world, numbers)
    do = "undo refused" if refused else "undo by force" if later else "undo"
    life.take(do, later, claims=sorted(numbers), force=force)
    life.see(*USERS, facts=True)
    return True


STEPS: dict[Callable[[Life, Choices], bool], int] = {
    take_back: 3,
}
"""What operators do, and how often beside all the rest."""
