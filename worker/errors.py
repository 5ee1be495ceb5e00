"""The failures that the one place that decides, decides upon."""


class UsageError(Exception):
    """Wrong usage or configuration, found before any claim. Its text says what to do."""


class DependencyFailed(Exception):  # noqa: N818 - a sentence, as the log reads it
    """What every thread needs is broken: the attempt goes back and the drain stops."""


class ThreadFailed(Exception):  # noqa: N818
    """This thread's own fault: it backs off, and those behind it do not wait."""


class Interrupted(BaseException):
    """SIGTERM or SIGINT arrived while work was under way. No Exception: nobody may swallow it."""

    def __init__(self, signal_number: int) -> None:
        super().__init__(signal_number)
        self.signal_number = signal_number
