"""What a reader says of a line beside the thread that it holds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refused:
    """A line that was not read, or one message of it, whose id is `message`; and what to do.

    The reason never holds what a person wrote.
    """

    line: int
    reason: str
    message: str | None = None


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something that was read, but not as it stood. The reason never holds what a person wrote."""

    line: int
    reason: str
