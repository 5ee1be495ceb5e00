"""What a reader says of a line, or of a conversation, beside the thread that it holds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refused:
    """What was not read, or one message of it, whose id is `message`; and what to do.

    `place` says where it stands; unless it does, it is line `line`. The reason never holds what a
    person wrote.
    """

    line: int
    reason: str
    message: str | None = None
    place: str | None = None

    def __str__(self) -> str:
        return f"{self.place or f'line {self.line}'}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something that was read, but not as it stood. The reason never holds what a person wrote."""

    line: int
    reason: str
    place: str | None = None

    def __str__(self) -> str:
        return f"{self.place or f'line {self.line}'}: {self.reason}"
