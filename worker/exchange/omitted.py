"""What of an export is left out by rule, not because anything is wrong with it."""

from enum import StrEnum


class Omitted(StrEnum):
    """What it is, as people are told how much of it there was."""

    BRANCH = "messages on branches that were left"
    HIDDEN = "messages that the product hides"
    INSTRUCTIONS = "messages with instructions or memory that the product put in"
    REASONING = "pieces of the model's reasoning"
    TOOL_RESULT = "answers of tools"
    EMPTY = "messages with nothing in them"
