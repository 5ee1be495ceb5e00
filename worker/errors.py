"""The failures that the one place that decides, decides upon."""

from pathlib import Path


class _Told(Exception):  # noqa: N818
    """What is wrong, in one line, and `to_do`: what to type, in another, where that is one."""

    def __init__(self, wrong: str, to_do: str = "") -> None:
        super().__init__(wrong)
        self.to_do = to_do


class UsageError(_Told):
    """Wrong usage or configuration, found before any claim. It says what to do."""


class DependencyFailed(_Told):
    """What every thread needs is broken: the attempt goes back and the drain stops."""


class Misconfigured(DependencyFailed):
    """It is broken because it was set up wrongly: before any claim that is wrong usage."""


class ThreadFailed(Exception):  # noqa: N818
    """This thread's own fault: it backs off, and those behind it do not wait."""


class TooLong(ThreadFailed):
    """The model takes no more than so much at once: half of it may do."""


class ClaimLost(Exception):  # noqa: N818
    """The claim is somebody else's by now, or nobody's: stop at once, nothing can be written."""


class Interrupted(BaseException):
    """SIGTERM or SIGINT arrived while work was under way. No Exception: nobody may swallow it."""

    def __init__(self, signal_number: int) -> None:
        super().__init__(signal_number)
        self.signal_number = signal_number


def described(error: BaseException) -> str:
    """The error in words that hold nothing a person wrote: its own text may."""
    if isinstance(error, ThreadFailed | DependencyFailed):
        return str(error)
    if isinstance(error, Interrupted):
        return "the worker was told to stop"
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" in {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else ""
    return f"{type(error).__name__}{where}"
