"""Spanish: which sentences say something about their writer, or ask for it to be remembered.

The verb says who is meant, so a subject is not looked for: "compré" is the writer's, "compra" is
not. Without its accent "compre" is an order as well, and counts beside "ayer", "ya" or "yo" only;
"escribí" and "corregí" are orders to "vos", and count nowhere.

The patterns are many and take long to compile, so they are loaded where there is something to read.
"""

from worker.engines.rules.finding import Finding
from worker.engines.rules.language import Language, language_of
from worker.engines.rules.spanish_words import pattern

# What makes a thing to remember critical.
DANGER = pattern(r"\b(?:alergias?|alérgic[oa]s?|anafil\w+|celíac[oa]s?|diabétic[oa]s?)\b")


def find(spoken: str) -> Finding | None:
    """What a sentence says of its writer, if it says it plainly and in Spanish."""
    if language_of(spoken) is not Language.SPANISH:
        return None
    from worker.engines.rules.spanish_grammar import GRAMMAR

    return GRAMMAR.find(spoken)


def is_unremembered(spoken: str) -> bool:
    """Whether a sentence asks for its message not to be remembered."""
    from worker.engines.rules.spanish_clauses import CLAUSES
    from worker.engines.rules.spanish_material import UNREMEMBERED

    return CLAUSES.begin(spoken, UNREMEMBERED)


def hands_over(spoken: str) -> bool:
    """Whether a sentence hands over a text to be worked on."""
    from worker.engines.rules.spanish_clauses import CLAUSES
    from worker.engines.rules.spanish_material import EXAMPLE, TASK

    announced = spoken.endswith(":") and EXAMPLE.match(spoken) is not None
    return announced or CLAUSES.begin(spoken, TASK)


def is_above(spoken: str) -> bool:
    """Whether the text that a sentence hands over came before it."""
    from worker.engines.rules.spanish_material import ABOVE

    return ABOVE.search(spoken) is not None
