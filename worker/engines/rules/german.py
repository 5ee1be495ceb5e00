"""German: which sentences say something about their writer, or ask for it to be remembered.

The verb stands second, so "wohne ich" is a statement only where something stands before it
("seit 2019 wohne ich in Köln") and a question where nothing does. "Nicht" may stand at the end of
a clause, so it is looked for there too.

The patterns are many and take long to compile, so they are loaded where there is something to read.
"""

from worker.engines.rules.finding import Finding
from worker.engines.rules.german_words import pattern
from worker.engines.rules.language import Language, language_of

# What makes a thing to remember critical.
DANGER = pattern(
    r"\b(?:\w{2,30})?allerg(?:ien?|isch\w*|iker(?:in)?)\b|\banaphyla\w+|\bzöliakie\b|\bdiabet\w+"
)


def find(spoken: str) -> Finding | None:
    """What a sentence says of its writer, if it says it plainly and in German."""
    if language_of(spoken) is not Language.GERMAN:
        return None
    from worker.engines.rules.german_grammar import GRAMMAR

    return GRAMMAR.find(spoken)


def is_unremembered(spoken: str) -> bool:
    """Whether a sentence asks for its message not to be remembered."""
    from worker.engines.rules.german_clauses import CLAUSES
    from worker.engines.rules.german_material import UNREMEMBERED

    return CLAUSES.begin(spoken, UNREMEMBERED)


def hands_over(spoken: str) -> bool:
    """Whether a sentence hands over a text to be worked on."""
    from worker.engines.rules.german_clauses import CLAUSES
    from worker.engines.rules.german_material import EXAMPLE, TASK

    announced = spoken.endswith(":") and EXAMPLE.match(spoken) is not None
    return announced or CLAUSES.begin(spoken, TASK)


def is_above(spoken: str) -> bool:
    """Whether the text that a sentence hands over came before it."""
    from worker.engines.rules.german_material import ABOVE

    return ABOVE.search(spoken) is not None
